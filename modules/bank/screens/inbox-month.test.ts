/** A month of a bank account in the console: on the screen, on paper and as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage } from '../../../console/src/i18n/languages.ts';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { textOf } from '../../../console/test-support/download.ts';
import { changeRates } from '../../../core/partners/rates/rates.ts';
import { bankStatement } from '../../../test-support/bank-statement.ts';
import { readBankFile } from '../../bank-files/read-file.ts';
import { MONTH_DIFFERENCES } from '../contract/inbox-month.ts';
import { approveLines } from '../domain/inbox/approve.ts';
import { importIntoInbox } from '../domain/inbox/import-file.ts';
import { inboxMonth } from '../texts/inbox-month.ts';

const console_ = await testConsole();

/** November: one payment is booked, one is open, and a statement between two days is missing. */
async function november(options: PageOptions = {}) {
  const { service } = console_;
  const community = await service.createCommunity();
  const act = { communityId: community.id, actor: 'test' };
  await changeRates(service.deps, { ...act, partnerId: null }, { hoursPerUnit: { EUR: '1/20' }, from: null });
  const anna = await service.createMember({ communityId: community.id, name: 'Anna Berger', externalId: 'M-7' });
  const statements = [
    bankStatement([{ reference: 'A-1', amount: 33.3, text: anna.paymentReference, day: '2026-11-03' }]),
    bankStatement([{ reference: 'A-2', amount: -9.9, text: '=power', day: '2026-11-10' }], { opening: 2000, id: '3' }),
  ];
  for (const text of statements) {
    const bytes = Buffer.from(text);
    await importIntoInbox(service.deps, act, { name: null, bytes, answers: {}, read: readBankFile });
  }
  await approveLines(service.deps, act, null);
  const owner = await console_.administrator(community);
  return await console_.openAs(owner, `/c/${community.slug}/inbox/month?month=2026-11`, options);
}

test('every difference of a month has words in both languages', () => {
  for (const words of [inLanguage(inboxMonth, 'en'), inLanguage(inboxMonth, 'de')]) {
    assert.deepEqual(Object.keys(words.differenceKinds).toSorted(), MONTH_DIFFERENCES.toSorted());
  }
});

test('a month shows balances, what each movement is, and both figures of what does not agree', async () => {
  const { page, faults, close } = await november();
  await page.getByText('Something differs, or is open.').waitFor();
  const shown = (await page.locator('.report').textContent()) ?? '';
  const gaps = ['Days without a file', '4 Nov 2026 to 9 Nov 2026', 'Import the bank’s file of them.'];
  for (const part of [
    ...gaps,
    '1000.00 EUR',
    '1990.10 EUR',
    '33.30 EUR',
    '−9.90 EUR',
    '1033.30 EUR',
    '2000.00 EUR',
    '1.66 h',
  ]) {
    assert.ok(shown.includes(part), `${part} in ${shown}`);
  }
  assert.match(shown, /Anna Berger \(M-7\).*Approved or explained by|Approved or explained by.*Anna Berger \(M-7\)/);
  const account = page
    .getByRole('combobox', { name: 'Account' })
    .or(page.getByLabel('Account', { exact: true }))
    .first();
  assert.ok(await account.evaluate((node) => node.scrollWidth <= node.clientWidth), 'the account is shown whole');
  await assertAccessible(page, 'the month of an account');
  await assertNoSideScrolling(page, 'the month of an account');
  assert.deepEqual(faults, []);
  await close();
});

test('a month is printed alone, and its table has no formula', async () => {
  const { page, faults, close } = await november({ locale: 'de-DE', width: 390, height: 844 });
  await page.getByText('Etwas weicht ab oder ist offen.').waitFor();
  await assertAccessible(page, 'the narrow month');
  await assertNoSideScrolling(page, 'the narrow month');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'bankmonat-2026-11.csv');
  const rows = (await textOf(download)).split('\r\n');
  assert.match(rows[2] ?? '', /^2026-11-03;Gebucht;\d+;33,30;EUR;Thea Brandlhuber;/);
  assert.match(rows[2] ?? '', /;Anna Berger;[^;]*;1\/20;1,66;1,66;5976;5976;Test;/);
  assert.match(rows[3] ?? '', /;'=power;/);
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.nav', '.page-head', '.tabs-list', '.report button', '.report .filters']) {
    assert.equal(await page.locator(selector).first().isVisible(), false, selector);
  }
  assert.deepEqual(faults, []);
  await close();
});
