/** The log of calls in the console: in words, in both languages, and found by what an administrator knows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { testConsole } from '../../../console/test-support/console.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const console_ = await testConsole({ KEEP_CALLS_DAYS: '5' });

async function setUp() {
  const { service } = console_;
  const community = await service.createCommunity();
  const owner = await console_.administrator(community);
  const communityId = community.id;
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const token = await service.token(partner);
  const credit = (json: object) => service.call('POST', '/wallet/credit', { token, json });
  await credit({ user_id: anna.id, hours: 1.5, reference: 'ASR-1' });
  await credit({ user_id: 'usr_nobody', hours: 2, reference: 'ASR-2' });
  await service.call('GET', `/wallet/balance/${anna.id}`, { token });
  await service.call('GET', '/listings', { token });
  // The log is written a moment later.
  const logged = 'select 1 from call_log where community_id = $1';
  await waitUntil('the calls are logged', async () => (await service.ownerQuery(logged, [communityId])).length === 5);
  return { base: `/c/${community.slug}`, owner, anna, partner };
}

const SENTENCES = {
  'en-GB': [
    'Read the listings',
    'Read the balance of Anna Berger',
    'Refused: no such member',
    /^Credited 1.5 hours to/,
  ],
  'de-AT': [
    'Die Inserate gelesen',
    'Kontostand gelesen: Anna Berger',
    /^Abgelehnt: dieses Mitglied/,
    /^1,5 Stunden gut/,
  ],
} as const;

for (const locale of ['en-GB', 'de-AT'] as const) {
  test(`each call is a sentence in the reader’s language, with the member as a link: ${locale}`, async () => {
    const { base, owner, anna } = await setUp();
    const opened = await console_.openAs(owner, `${base}/calls`, { locale, width: 360 });
    const { page } = opened;
    const rows = page.getByRole('table').locator('.row-link');
    await page.locator('.row-link').nth(4).waitFor();
    for (const [index, sentence] of SENTENCES[locale].entries()) {
      const text = (await rows.nth(index).textContent())?.trim() ?? '';
      if (typeof sentence === 'string') assert.equal(text, sentence);
      else assert.match(text, sentence);
    }
    const link = rows.nth(1).getByRole('link', { name: 'Anna Berger' });
    assert.equal(await link.getAttribute('href'), `/console${base}/members/${anna.id}`);
    const subject = (await page.locator('.call-subject').first().textContent()) ?? '';
    assert.match(subject, locale === 'en-GB' ? /2 hours · Reference ASR-2/ : /2 Stunden · Referenz ASR-2/);
    await page.locator('tbody').getByRole('button').nth(2).click();
    const details = page.locator('.table-more');
    await details.waitFor();
    assert.match((await details.textContent()) ?? '', /No member with this id can be credited/);
    await assertNoSideScrolling(page, 'calls at 360 px');
    await assertAccessible(page, 'calls');
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}

for (const locale of ['en-GB', 'de-AT'] as const) {
  test(`a refused credit says whose it was, of how many hours and under which reference, on a laptop, uncut: ${locale}`, async () => {
    const { service } = console_;
    const community = await service.createCommunity();
    const { id: communityId, slug } = community;
    const name = 'Maximiliane Freifrau von Hohenstein-Wallersberg zu Niederaichbach';
    const member = await service.createMember({ communityId, name });
    const partner = await service.createPartner({
      communityId,
      name: 'Regionalbank Niederaichbach eG',
      maxCreditSeconds: 3600,
    });
    const reference = 'SEPA-2026-11-26-0004711-NIEDERAICHBACH-STUNDENGUTSCHRIFT-01';
    const json = { user_id: member.id, hours: 2, reference };
    await service.call('POST', '/wallet/credit', { token: await service.token(partner), json });
    const logged = 'select 1 from call_log where community_id = $1 and status >= 400';
    await waitUntil('the call is logged', async () => (await service.ownerQuery(logged, [communityId])).length === 1);
    const owner = await console_.administrator(community);
    const opened = await console_.openAs(owner, `/c/${slug}`, { locale, width: 1366, height: 650 });
    const { page } = opened;
    await page.locator('.attention a').first().click();
    await page.locator('.call-subject').waitFor();
    assert.equal(await page.locator('tbody tr').count(), 1);
    const row = ((await page.locator('tbody tr').textContent()) ?? '').replaceAll(/\s+/g, ' ');
    for (const part of [name, locale === 'en-GB' ? '2 hours' : '2 Stunden', reference]) {
      assert.ok(row.includes(part), `${part}: ${row}`);
    }
    const cut = await page
      .locator('td .cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      );
    assert.deepEqual(cut, []);
    await page.locator('tbody').getByRole('button').click();
    const details = (await page.locator('.table-more').textContent()) ?? '';
    for (const part of [name, reference]) assert.ok(details.includes(part), `${part}: ${details}`);
    await assertNoSideScrolling(page, 'calls on a laptop');
    assert.deepEqual(opened.faults, []);
    await opened.close();
  });
}

test('a call is found by its reference, by its request id and by its member, and the address keeps the filter', async () => {
  const { base, owner } = await setUp();
  const opened = await console_.openAs(owner, `${base}/calls`);
  const { page } = opened;
  const shown = async (count: number) => {
    await page.waitForFunction((wanted) => document.querySelectorAll('td .row-link').length === wanted, count);
    return await page.locator('td .row-link').allInnerTexts();
  };
  await shown(5);
  const find = page.getByLabel('Reference or request ID');
  await find.fill('ASR-2');
  assert.deepEqual(await shown(1), ['Refused: no such member']);
  await page.locator('tbody').getByRole('button').click();
  const requestId = (await page.getByText(/^req_/).textContent()) ?? '';
  await find.fill('ASR-none');
  await page.getByRole('heading', { name: 'No matching API calls' }).waitFor();
  await find.fill(requestId);
  assert.deepEqual(await shown(1), ['Refused: no such member']);
  await find.fill('');
  await shown(5);
  const member = page.getByRole('combobox', { name: 'Member' });
  await page.getByRole('button', { name: 'More filters' }).click();
  await member.fill('anna berger');
  await member.press('Enter');
  assert.deepEqual(await shown(2), ['Read the balance of Anna Berger', 'Credited 1.5 hours to Anna Berger']);
  await page.reload();
  await shown(2);
  assert.equal(await member.inputValue(), 'Anna Berger');
  await page.getByRole('combobox', { name: 'Reason for refusal' }).click();
  await page.getByRole('option', { name: 'no such member' }).click();
  await page.getByRole('heading', { name: 'No matching API calls' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await shown(5);
  // The row of filters stays as it was: what is set neither opens nor closes it.
  await page.getByRole('button', { name: 'Fewer filters' }).waitFor();
  assert.equal(await member.inputValue(), '');
  assert.deepEqual(opened.faults, []);
  await opened.close();
});

test('the periods to choose from end with as many days as calls are kept', async () => {
  const { base, owner } = await setUp();
  const opened = await console_.openAs(owner, `${base}/calls?period=week`);
  const { page } = opened;
  const period = page.getByRole('combobox', { name: 'Period' });
  await period.waitFor();
  assert.equal(await period.inputValue(), 'Last 5 days');
  await period.click();
  assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['Last hour', 'Last 24 hours', 'Last 5 days']);
  await page.getByRole('option', { name: 'Last hour' }).click();
  await page.waitForURL(/period=hour/);
  await page.locator('td .row-link').nth(4).waitFor();
  assert.deepEqual(opened.faults, []);
  await opened.close();
});
