/** Comparing the bank's file in the console: the report in both languages, and who may start one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { compareFile } from '../../../console/test-support/compare.ts';
import { testConsole } from '../../../console/test-support/console.ts';

const FIXTURE = join(import.meta.dirname, '../../../fixtures/statement-camt053.xml');
const console_ = await testConsole();

async function setUp() {
  const { service } = console_;
  const community = await service.createCommunity();
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const token = await service.token(partner);
  const credit = async (reference: string, hours: number) => {
    const json = { user_id: member.id, hours, reference };
    return (await service.call('POST', '/wallet/credit', { token, json })).body.data.id as string;
  };
  const reverse = (id: string, reference: string) =>
    service.call('POST', `/wallet/credits/${id}/reversal`, { token, json: { reference } });
  const path = `/c/${community.slug}/partners/${partner.partnerId}/statements`;
  return { community, credit, reverse, path };
}

test('a person who may not compare a file has no way to the upload, and reads why', async () => {
  const { community, path } = await setUp();
  for (const role of ['auditor', 'coordinator'] as const) {
    const { page, close } = await console_.openAs(await console_.administrator(community, role), path);
    await page.getByText('Only owners and administrators may start one.').waitFor();
    await page.getByText('Comparison settings').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Compare with bank statement' }).count(), 0);
    await page.goto(`${console_.origin}/console/c/${community.slug}/inbox?partner=1`);
    await page.getByRole('heading', { name: 'Bank inbox' }).waitFor();
    assert.equal(await page.locator('input[type=file]').count(), 0);
    await close();
  }
});

test('the earlier address of the comparisons leads to the statements, which lead to the one upload, with the partner chosen', async () => {
  const { community, path } = await setUp();
  const owner = await console_.administrator(community);
  for (const options of [{ locale: 'de-DE' }, { locale: 'de-DE', dark: true, width: 360, height: 740 }] as const) {
    const { page, faults, close } = await console_.openAs(owner, `${path}/match`, options);
    await page.waitForURL(/\/statements$/);
    await page.getByRole('heading', { name: 'Gespeicherte Vergleiche' }).waitFor();
    await page.getByRole('heading', { name: 'Umrechnungskurse' }).waitFor();
    await assertAccessible(page, 'the statements');
    await assertNoSideScrolling(page, 'the statements');
    await page.getByRole('link', { name: 'Mit Bankauszug vergleichen' }).click();
    const whose = page.getByRole('combobox', { name: 'Was Sie einlesen' });
    await whose.waitFor();
    assert.equal(await whose.inputValue(), 'Auszug von Harbour Bank');
    await page.getByText('Nichts kommt in den Bankeingang').waitFor();
    await assertAccessible(page, 'the upload');
    await assertNoSideScrolling(page, 'the upload');
    assert.deepEqual(faults, []);
    await close();
  }
});

test('the report is whole in German: a payment that came back uncredited asks for nothing, open bookings are shown', async () => {
  const { community, path, credit, reverse } = await setUp();
  await credit('ASR900001', 2);
  await reverse(await credit('ASR900002', 0.5), 'ERFUNDEN');
  await credit('ASR900004', 9);
  await credit('SPÄTER', 1);
  const owner = await console_.administrator(community);
  const { page, close } = await console_.openAs(owner, path, { locale: 'de-DE' });
  const card = (title: string) =>
    page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) });
  const fixture = (await readFile(FIXTURE, 'utf8')).replace(
    '</Stmt>',
    '<Ntry><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts></Ntry></Stmt>',
  );
  await compareFile(page, fixture, 'de');
  const returned = card('Gezahlt und zurückgegangen, nie gutgeschrieben (1)');
  await returned.getByText('ASR900003').waitFor();
  assert.match((await returned.textContent()) ?? '', /Nichts zu tun/);
  const uncredited = card('Gezahlt, aber nicht gutgeschrieben (25)');
  assert.equal(await uncredited.getByText('ASR900003').count(), 0);
  assert.equal(await page.getByText('Gutschrift nicht storniert').count(), 0);
  const back = card('Storniert, aber kein Auszug zeigt eine Rückzahlung (1)');
  assert.match((await back.textContent()) ?? '', /Storniert am .* als ERFUNDEN/);
  await card('Warten auf einen späteren Auszug (1)').getByText('SPÄTER', { exact: true }).waitFor();
  await card('Unlesbare Einträge (1)').getByText('Eintrag 31').waitFor();
  await card('Zahlungen ohne Zahlungsreferenz (29)').getByText('Eintrag 30').waitFor();
  const report = await page.locator('main').textContent();
  for (const english of [/entry \d/, /expected/, /credited/, /no rate/]) assert.doesNotMatch(report ?? '', english);
  await assertAccessible(page, 'the report');
  await assertNoSideScrolling(page, 'the report');

  const { service } = console_;
  const [row] = await service.ownerQuery<{ actor: string; file_name: string }>(
    `select compared_by as actor, file_name from statement_comparisons where community_id = $1`,
    [community.id],
  );
  assert.deepEqual(row, { actor: `administrator:${owner.id}`, file_name: 'bank.csv' });
  await close();
});

test('where a rate is missing nothing is said to differ, and the rates are a link away', async () => {
  const { community, path, credit } = await setUp();
  await credit('R-1', 1.5);
  const day = new Date().toISOString().slice(0, 10);
  const member = await console_.service.createMember({ communityId: community.id });
  const file = `entry_reference,amount,currency,booked_on,remittance\nR-1,30.00,EUR,${day},\n`;
  const { page, faults, close } = await console_.openAs(await console_.administrator(community), path);
  await compareFile(page, file);
  await page.getByText('1 credit was not compared: there is no exchange rate').waitFor();
  await page.getByRole('heading', { name: 'Not compared: no exchange rate (1)' }).waitFor();
  assert.equal(await page.getByText(/differs|difference to check/).count(), 0);
  await page.getByRole('link', { name: 'Exchange rates' }).click();
  await page.getByRole('button', { name: 'Change rate' }).waitFor();

  await page.goto(`${console_.origin}/console/c/${community.slug}/inbox`);
  const buffer = Buffer.from(file.replace('R-1', 'R-9').replace(/,$/m, `,${member.paymentReference}`));
  await page.setInputFiles('input[type=file]', { name: 'bank.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 movement, 0 proposals to book.').waitFor();
  await page.getByRole('link', { name: 'Exchange rates' }).click();
  await page.getByRole('button', { name: 'Change rate' }).waitFor();
  assert.match(page.url(), /\/inbox\/settings$/);
  assert.deepEqual(faults, []);
  await close();
});
