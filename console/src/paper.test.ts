/** Lists on paper and in files: all rows that fit, the chosen columns, and nothing of the console around them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSideScrolling } from '../test-support/axe.ts';
import { type Console, startConsole } from '../test-support/console.ts';
import { textOf } from '../test-support/download.ts';
import { fillCommunity, receiverSettings, stopReceiver } from '../test-support/sample.ts';

let console_: Console;
before(async () => {
  console_ = await startConsole(await receiverSettings());
});
after(async () => {
  await console_.stop();
  await stopReceiver();
});

/** The rows of the file that the page offers. */
async function fileOf(page: Page, delimiter = ','): Promise<string[][]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const file = await textOf(download);
  assert.ok(file.startsWith('\ufeff'), 'Excel takes a file without the mark for another code page');
  return parse(file, { bom: true, delimiter, record_delimiter: '\r\n' }) as string[][];
}

const headsOf = (page: Page, table: string) => page.locator(`${table} thead th:not(:has(.hidden))`).allTextContents();

test('the file and the paper of members have every row that fits the filter, also beyond the page', async () => {
  const { service } = console_;
  const community = await service.createCommunity({ name: 'Harbour Time Bank' });
  const names = Array.from({ length: 61 }, (_, at) => `Anna ${String(at).padStart(2, '0')}`);
  for (const name of [...names, '=1+1;"x"']) await service.createMember({ communityId: community.id, name });
  const owner = await console_.administrator(community);
  const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/members?search=anna`, {
    locale: 'de-DE',
  });
  await page.getByRole('link', { name: 'Anna 00' }).waitFor();
  const [heads = [], ...rows] = await fileOf(page, ';');
  assert.deepEqual(heads, await headsOf(page, '.table'));
  assert.deepEqual(rows.map(([name]) => name).toSorted(), names);
  await page.getByRole('button', { name: 'Drucken' }).click();
  await page.locator('.paper-table tbody tr').nth(60).waitFor();
  assert.equal(await page.locator('.paper-table tbody tr').count(), 61);
  const paper = (await page.locator('.paper').textContent()) ?? '';
  for (const part of ['Harbour Time Bank', '61 Mitglieder', 'Suche: anna']) assert.ok(paper.includes(part), part);
  await page.getByLabel('Spalte für Unterschriften').check();
  assert.deepEqual((await headsOf(page, '.paper-table')).at(-1), 'Unterschrift');
  await assertAccessible(page, 'a list on paper');
  assert.deepEqual(faults, []);
  await close();
});

test('no cell of a file runs in a spreadsheet', async () => {
  const { service } = console_;
  const community = await service.createCommunity();
  await service.createMember({ communityId: community.id, name: '=1+1;"x"' });
  const owner = await console_.administrator(community);
  const { page, close } = await console_.openAs(owner, `/c/${community.slug}/members`);
  await page.getByRole('link', { name: '=1+1' }).waitFor();
  const [, [name] = []] = await fileOf(page);
  assert.equal(name, '\'=1+1;"x"');
  await close();
});

const BESIDE: Readonly<Record<string, readonly string[]>> = {
  exchanges: ['Number of who helped', 'Number of who was helped', 'Kind', 'Status'],
  listings: ['Member’s number'],
};

test('every list can be taken away, with each column that it shows', async () => {
  const { community } = await fillCommunity(console_.service);
  const owner = await console_.administrator(community);
  for (const list of ['members', 'exchanges', 'listings', 'accounts', 'calls', 'audit', 'partners', 'administrators']) {
    const { page, faults, close } = await console_.openAs(owner, `/c/${community.slug}/${list}`);
    await page.locator('.table tbody tr').first().waitFor();
    const [heads, ...rows] = await fileOf(page);
    // In their order; beside them a file for programs has what the screen shows as marks and within names.
    const shown = await headsOf(page, '.table');
    assert.deepEqual(
      heads?.filter((head) => shown.includes(head)),
      shown,
      list,
    );
    const beside = heads?.filter((head) => !shown.includes(head)) ?? [];
    assert.deepEqual(beside, BESIDE[list] ?? [], list);
    assert.ok(rows.length > 0 && rows.every((row) => row[0] !== ''), list);
    await page.getByRole('button', { name: 'Print' }).click();
    await page.locator('.paper-table tbody tr').first().waitFor();
    assert.equal(await page.locator('.paper-table tbody tr').count(), rows.length, list);
    assert.deepEqual(faults, []);
    await close();
  }
});

test('paper has neither menu nor buttons, and is black on white also where the console is dark', async () => {
  const { community } = await fillCommunity(console_.service);
  const owner = await console_.administrator(community);
  const { page, close } = await console_.openAs(owner, `/c/${community.slug}/members`, {
    width: 360,
    height: 740,
    dark: true,
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('.paper-table').waitFor();
  await assertNoSideScrolling(page, 'a narrow sheet');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const gone of ['.nav', '.topbar', '.paper-bar', '.list-bar']) {
    for (const node of await page.locator(gone).all()) assert.equal(await node.isVisible(), false, gone);
  }
  const { color, background, bottom, height } = await page.locator('.paper').evaluate((node) => ({
    color: getComputedStyle(node).color,
    background: getComputedStyle(node).backgroundColor,
    bottom: node.getBoundingClientRect().bottom,
    height: document.documentElement.scrollHeight,
  }));
  assert.deepEqual([color, background], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  assert.ok(height >= Math.floor(bottom), 'the sheet is as long as its rows');
  await close();
});
