/** Comparisons that are kept: found again, settled line by line, printed and taken out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { compareFile } from '../../../console/test-support/compare.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { settled } from '../../../console/test-support/settled.ts';

const console_ = await testConsole();

async function setUp() {
  const { service } = console_;
  const community = await service.createCommunity();
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const base = `/c/${community.slug}`;
  const path = `${base}/partners/${partner.partnerId}/statements`;
  return { community, base, path };
}

const HEAD = 'entry_reference,amount,currency,booked_on,remittance';
const TWO = [HEAD, 'P-1,25.50,EUR,2026-11-19,=HYPERLINK("x"; "y")', 'P-2,10.00,EUR,2026-11-19,thanks'].join('\n');

test('a report has an address, a colleague reads it, each line is settled by keyboard, and then the alert is gone', async () => {
  const { community, base, path } = await setUp();
  const { page, close, faults } = await console_.openAs(await console_.administrator(community), path);
  await compareFile(page, TWO);
  await page.getByText('2 differences to check').waitFor();
  await page.reload();
  await page.getByText('2 differences to check').waitFor();
  await page.goto(`${console_.origin}/console${base}`);
  await page.getByRole('link', { name: '2 open differences between the bank statement and Harbour Bank' }).click();
  await page.getByRole('heading', { name: 'Open differences of all comparisons' }).waitFor();

  const first = page.getByRole('button', { name: 'Open, change line 1' });
  await first.focus();
  await page.keyboard.press('Enter');
  // The first of the menu has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Partner was asked');
  await page.keyboard.press('Enter');
  await page.getByText('Saved: Partner asked.').waitFor();
  await first.waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'status');

  await page.getByRole('button', { name: 'Open, change line 2' }).click();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  await page.getByRole('dialog').getByLabel('Note').fill('Cash at the office');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Cash at the office').waitFor();
  await page.getByRole('button', { name: 'Open, change line 2' }).click();
  await page.getByRole('menuitem', { name: 'Explained: no action needed' }).click();
  await page.getByText('No open differences').waitFor();
  await page.goto(`${console_.origin}/console${base}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await settled(page);
  assert.equal(await page.getByText(/open difference/).count(), 0);
  assert.deepEqual(faults, []);
  await close();

  const reader = await console_.openAs(await console_.administrator(community, 'auditor', 'Ben'), path);
  await reader.page.getByText('Explained: 1').waitFor();
  await reader.page.getByRole('link', { name: 'bank.csv' }).click();
  await reader.page.getByText('Cash at the office').waitFor();
  await reader.page.getByText('Partner asked', { exact: true }).first().waitFor();
  assert.equal(await reader.page.getByRole('button', { name: /change line/ }).count(), 0);
  await reader.page.getByRole('combobox', { name: 'Status' }).click();
  await reader.page.getByRole('option', { name: 'Explained' }).click();
  await reader.page
    .getByRole('heading', { name: 'Payments without a payment reference' })
    .waitFor({ state: 'detached' });
  assert.equal(await reader.page.getByText('P-1').count(), 0);
  await reader.page.getByText('P-2').waitFor();
  await reader.close();
});

test('a conflicting change to a line is refused and shows the colleague’s change', async () => {
  const { community, path } = await setUp();
  const one = await console_.openAs(await console_.administrator(community), path);
  await compareFile(one.page, TWO);
  await one.page.getByRole('button', { name: 'Open, change line 1' }).waitFor();
  const at = new URL(one.page.url()).pathname.replace('/console', '');
  const two = await console_.openAs(await console_.administrator(community, 'administrator', 'Ben'), at);
  await two.page.getByRole('button', { name: 'Open, change line 1' }).click();
  await two.page.getByRole('menuitem', { name: 'Explained: no action needed' }).click();
  await two.page.getByRole('button', { name: 'Explained, change line 1' }).waitFor();
  await one.page.getByRole('button', { name: 'Open, change line 1' }).click();
  await one.page.getByRole('menuitem', { name: 'Partner was asked' }).click();
  await one.page.getByText('Somebody else has changed this line').waitFor();
  await one.page.getByRole('button', { name: 'Explained, change line 1' }).waitFor();
  await one.close();
  await two.close();
});

test('the table for a spreadsheet is in the person’s language, and none of its cells is a formula', async () => {
  const { community, path } = await setUp();
  const owner = await console_.administrator(community);
  const { page, close } = await console_.openAs(owner, path, { locale: 'de-DE' });
  await compareFile(page, TWO, 'de');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^vergleich-\d+\.csv$/);
  const rows = (await textOf(download)).split('\r\n');
  assert.match(rows[0] ?? '', /^\ufeffVergleich;Zeile;Art;Status;Notiz;/);
  assert.match(rows[1] ?? '', /;"Gezahlt, aber nicht gutgeschrieben";Offen;/);
  assert.match(rows[1] ?? '', /;Zeile 2;2026-11-19;25,50;EUR;P-1;;"'=HYPERLINK\(""x""; ""y""\)";/);
  // Two differences, each also without a payment reference, the heading and the end.
  assert.equal(rows.length, 6);
  await close();
});

test('what is printed is the report alone with all of its lines, black on white, with file, hash, person and time', async () => {
  const { community, path } = await setUp();
  const opened = await console_.openAs(await console_.administrator(community), path, { dark: true });
  const { page, close } = opened;
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  const rows = Array.from({ length: 120 }, (_, index) => `L-${index},10.00,EUR,2026-11-19,`);
  await compareFile(page, [HEAD, ...rows].join('\n'));
  await page.getByRole('button', { name: 'Load more' }).waitFor();
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  // 120 that are paid and not credited, and the same without a payment reference.
  assert.equal(await page.locator('.report tbody tr').count(), 240);
  await page.emulateMedia({ media: 'print' });
  const shown = async (selector: string) => await page.locator(selector).first().isVisible();
  for (const selector of ['.nav', '.page-head', '.tabs-list', '.report button', '.report .filters']) {
    assert.equal(await shown(selector), false, selector);
  }
  const report = (await page.locator('.report').textContent()) ?? '';
  for (const part of ['Harbour Bank', 'bank.csv', /[0-9a-f]{64}/, 'Ada', 'Open', 'L-119']) {
    assert.match(report, part instanceof RegExp ? part : new RegExp(part));
  }
  const colours = await page.evaluate(() =>
    [document.body, ...document.querySelectorAll('.report td')].map((one) => {
      const { color, backgroundColor } = getComputedStyle(one);
      return `${color} on ${backgroundColor}`;
    }),
  );
  assert.deepEqual([...new Set(colours)], ['rgb(0, 0, 0) on rgb(255, 255, 255)']);
  await close();
});

test('a report is accessible and no wider than 360 px, with a note and an address that leads nowhere', async () => {
  const { community, path } = await setUp();
  const owner = await console_.administrator(community);
  const { page, close } = await console_.openAs(owner, path, { width: 360 });
  await compareFile(page, TWO);
  await page.getByRole('button', { name: 'Open, change line 1' }).click();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(10);
  await page.getByRole('dialog').getByLabel('Note').fill(long);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('tabpanel').getByText(long).waitFor();
  await settled(page);
  await assertAccessible(page, 'the report');
  await assertNoSideScrolling(page, 'the report');
  await page.goto(`${console_.origin}/console${path}/match/999999`);
  await page.getByText('This comparison does not exist').waitFor();
  await close();
});
