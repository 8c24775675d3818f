/** The bank inbox in the console: from the bank's files to booked hours, by keyboard, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { inLanguage } from '../../../console/src/i18n/languages.ts';
import { assertAccessible, assertNoSideScrolling } from '../../../console/test-support/axe.ts';
import { type PageOptions, testConsole } from '../../../console/test-support/console.ts';
import { LONG_NAME } from '../../../console/test-support/sample.ts';
import { changeRates } from '../../../core/partners/rates/rates.ts';
import { BANK_FILE_FAULTS, PROOF_KINDS } from '../contract/inbox.ts';
import { INBOX_REASONS, INBOX_STATES } from '../contract/inbox-words.ts';
import { inbox } from '../texts/inbox.ts';

const console_ = await testConsole();

const ACCOUNT = 'DE02120300000000202051';

/** A table of one account. A row: reference, amount, payer, text. */
const table = (rows: readonly (readonly [string, string, string, string])[]) =>
  [
    'Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Kundenreferenz (End-to-End)',
    ...rows.map(
      ([reference, amount, payer, text]) =>
        `${ACCOUNT};24.11.2026;${text};${payer};DE70999111110000120034;${amount};EUR;${reference}`,
    ),
  ].join('\r\n');

/** A camt.053 whose one entry of 20.00 does not lead from 60.00 to the closing balance of 100.00. */
const BROKEN = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
  <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>7</Id><Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>
  ${[
    ['OPBD', '60.00'],
    ['CLBD', '100.00'],
  ]
    .map(
      ([code, amount]) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-25</Dt></Dt></Bal>`,
    )
    .join('')}
  <Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>2026-11-25</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`;

async function setUp(options: PageOptions = {}) {
  const { service } = console_;
  const community = await service.createCommunity();
  const communityId = community.id;
  await changeRates(
    service.deps,
    { communityId, actor: 'test', partnerId: null },
    { hoursPerUnit: { EUR: '1/20' }, from: null },
  );
  const anna = await service.createMember({ communityId, name: 'Anna Berger', externalId: 'M-7' });
  const ben = await service.createMember({ communityId, name: 'Ben Lang' });
  const owner = await console_.administrator(community);
  const opened = await console_.openAs(owner, `/c/${community.slug}/inbox`, options);
  return { community, anna, ben, owner, ...opened };
}

async function drop(page: Page, ...files: readonly (readonly [name: string, text: string])[]) {
  await page.setInputFiles(
    'input[type=file]',
    files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
  );
}

test('every state, reason, proof and refused file has words in both languages', () => {
  for (const words of [inLanguage(inbox, 'en'), inLanguage(inbox, 'de')]) {
    assert.deepEqual(Object.keys(words.states).toSorted(), INBOX_STATES.toSorted());
    assert.deepEqual(Object.keys(words.reasons).toSorted(), INBOX_REASONS.toSorted());
    assert.deepEqual(Object.keys(words.faults).toSorted(), BANK_FILE_FAULTS.toSorted());
    assert.deepEqual(Object.keys(words.proofNames).toSorted(), PROOF_KINDS.toSorted());
    for (const code of BANK_FILE_FAULTS) {
      for (const [line, found, max] of [
        ['', '', ''],
        ['12', 'Datum;Art', '32'],
      ] as const) {
        const said = words.faults[code](line, found, max);
        assert.match(said, /^[A-Z].+\.$/, code);
        assert.doesNotMatch(said, /\(\)|undefined/, code);
      }
    }
    for (const kind of PROOF_KINDS) assert.match(words.proofFails[kind]('100.00', '80.00'), /100\.00.*80\.00/, kind);
  }
});

test('an empty inbox says what to do; files go in one after the other, the broken one red with both figures', async () => {
  const { page, anna, faults, close } = await setUp();
  await page.getByText('import the file above').waitFor();
  await assertAccessible(page, 'the empty inbox');
  const good = table([
    ['A-1', '33,30', 'Thea Brandlhuber', `Stunden ${anna.paymentReference}`],
    ['A-2', '-12,00', 'Hausverwaltung Süd', 'Miete'],
  ]);
  await drop(page, ['umsatz.csv', good], ['auszug.xml', BROKEN], ['auszug.pdf', '%PDF-1.7\n']);
  await page.getByText('3 of 3 files are imported').waitFor();
  await page.getByText('The statement closes at 100.00, its lines give 80.00.').waitFor();
  await page.getByText('The file is a PDF, which only people can read.').waitFor();
  await page.getByText('1.66 h for Anna Berger (M-7)').waitFor();
  await assertAccessible(page, 'the inbox after files');
  await assertNoSideScrolling(page, 'the inbox after files');
  assert.deepEqual(faults, []);
  await close();
});

test('by keyboard alone: all proposals are booked after their sum, a donation is explained, a member is chosen', async () => {
  const { page, anna, ben, community, faults, close } = await setUp({ width: 390, height: 844 });
  const rows = [
    ['A-1', '33,30', LONG_NAME, `Stunden ${anna.paymentReference}`],
    ['A-2', '20,00', 'Thea Brandlhuber', `Stunden ${ben.paymentReference}`],
    ['A-3', '40,00', 'Ohne Angabe', 'Stunden für Oma'],
    ['A-4', '5,00', 'Sabine Spenderin', 'Spende'],
  ] as const;
  await drop(page, ['umsatz.csv', table(rows)]);
  await page.getByText('1.66 h for Anna Berger (M-7)').waitFor();
  await assertNoSideScrolling(page, 'the narrow inbox');
  await page.getByRole('button', { name: 'Book all proposals' }).press('Enter');
  await page.getByText('2.66 hours for 2 members, from 2 movements.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).press('Enter');
  await page.getByText('2 movements are booked.').waitFor();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Details of 5.00 EUR from Sabine Spenderin' }).press('Enter');
  await page.getByRole('button', { name: 'Explain' }).press('Enter');
  await dialog.getByLabel('Note').fill('A donation.');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: /^Details .* Sabine Spenderin/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Choose member for 40.00 EUR from Ohne Angabe' }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Member' }).fill('ben lang');
  // Found by the service: before that, Enter chooses nobody.
  await page.getByRole('option', { name: /Ben Lang/ }).waitFor();
  await dialog.getByRole('combobox', { name: 'Member' }).press('Enter');
  await dialog.getByLabel('Also for later payments from this account').press('Space');
  await dialog.getByRole('button', { name: 'Choose member' }).press('Enter');
  await page.getByText('2 h for Ben Lang').waitFor();
  await page.getByLabel('Select 40.00 EUR from Ohne Angabe').press('Space');
  await page.getByRole('button', { name: 'Book 1 selected line' }).press('Enter');
  await dialog.getByRole('button', { name: 'Book', exact: true }).press('Enter');
  await page.getByText('Nothing is open').waitFor();
  const seconds = await console_.service.ownerQuery<{ sum: string }>(
    `select sum(credits_seconds - debits_seconds) from accounts where community_id = $1 and member_id is not null`,
    [community.id],
  );
  assert.equal(Number(seconds[0]?.sum), 1.66 * 3600 + 3600 + 7200);
  assert.deepEqual(faults, []);
  await close();
});

test('money that was paid out takes back a credit that a person finds by its member', async () => {
  const { page, anna, community, faults, close } = await setUp();
  const paid = ['A-1', '40,00', 'Thea Brandlhuber', `Stunden ${anna.paymentReference}`] as const;
  await drop(page, ['umsatz.csv', table([paid])]);
  await page.getByRole('button', { name: 'Book 40.00 EUR from Thea Brandlhuber' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByText('1 movement is booked.').waitFor();
  await console_.service.ownerQuery(
    `with known as (select * from bank_lines where community_id = $1)
     insert into bank_lines (community_id, account_id, first_file_id, statement_kind, is_bank_wide, booked_on, amount,
       currency, payer, texts, names, kind, is_unreadable, state, reason, created_at)
     select community_id, account_id, first_file_id, 'final', false, '2026-11-25', '-40.00', 'EUR', 'Oma Brandlhuber',
       '[]', 'none', 'return', false, 'open', 'return_of_unknown', now() from known`,
    [community.id],
  );
  await page.reload();
  await page.getByRole('button', { name: /^Details of .* Oma Brandlhuber/ }).click();
  await page.getByRole('button', { name: 'Reverse hours' }).click();
  await dialog.getByRole('combobox', { name: 'Member' }).fill('anna berger');
  await page.getByRole('option', { name: /Anna Berger/ }).waitFor();
  await dialog.getByRole('combobox', { name: 'Member' }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Credit' }).click();
  await page.getByRole('option', { name: /^2 h of / }).click();
  await assertAccessible(page, 'the credit that is taken back');
  await dialog.getByRole('button', { name: 'Reverse hours' }).click();
  await page.getByText('The hours are reversed.').waitFor();
  const [sum] = await console_.service.ownerQuery<{ sum: string }>(
    `select sum(credits_seconds - debits_seconds) from accounts where community_id = $1 and member_id is not null`,
    [community.id],
  );
  assert.equal(Number(sum?.sum), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('in German: with four eyes own lines say that another person books them, and the details have every fact', async () => {
  const { page, anna, owner, community, faults, close } = await setUp({ locale: 'de-DE', dark: true });
  await page.getByRole('tab', { name: 'Einstellungen' }).click();
  await page.getByLabel('Eine andere Person bucht').check();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Gespeichert.').waitFor();
  await page.getByRole('button', { name: 'Konto hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('IBAN oder Kontonummer').fill('DE03 1203 0000 0000 2020 51');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Das ist keine IBAN').waitFor();
  await dialog.getByLabel('IBAN oder Kontonummer').fill(ACCOUNT);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('DE02 1203 0000 0000 2020 51').waitFor();
  await assertAccessible(page, 'the settings of the inbox');
  await page.getByRole('tab', { name: 'Bewegungen' }).click();
  await drop(page, ['umsatz.csv', table([['A-1', '33,30', 'Thea Brandlhuber', `Stunden ${anna.paymentReference}`]])]);
  await page.getByText('1,66 h für Anna Berger').waitFor();
  await page.getByText('Aus Ihrer eigenen Datei: eine andere Person bucht sie.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Alle Vorschläge buchen' }).count(), 0);
  await page.getByRole('button', { name: /^Einzelheiten zu 33,30 EUR von Thea/ }).click();
  await page.getByText('DE70 9991 1111 0000 1200 34').waitFor();
  await page.getByText(owner.name, { exact: true }).last().waitFor();
  await assertAccessible(page, 'details of a line');
  await page.getByRole('tab', { name: 'Dateien' }).click();
  await page.getByRole('cell', { name: /umsatz\.csv/ }).waitFor();
  await assertAccessible(page, 'the files');
  const other = await console_.administrator(community, 'administrator', 'Cleo');
  const second = await console_.openAs(other, `/c/${community.slug}/inbox`, { locale: 'de-DE' });
  await second.page.getByRole('button', { name: '33,30 EUR von Thea Brandlhuber buchen' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: 'Buchen', exact: true }).click();
  await second.page.getByText('1 Bewegung ist gebucht.').waitFor();
  assert.deepEqual([...faults, ...second.faults], []);
  await second.close();
  await close();
});

test('the overview leads to exactly the lines that are open for long; who may not import sees no upload', async () => {
  const { page, community, owner, close } = await setUp();
  await drop(
    page,
    ['alt.csv', table([['A-1', '20,00', 'Alter Zahler', 'Stunden']])],
    ['neu.csv', table([['A-2', '40,00', 'Neuer Zahler', 'Stunden']])],
  );
  await page.getByText('2 of 2 files are imported').waitFor();
  await console_.service.ownerQuery(
    `update bank_lines set created_at = created_at - interval '30 days' where community_id = $1 and payer = 'Alter Zahler'`,
    [community.id],
  );
  const overview = await console_.openAs(owner, `/c/${community.slug}`);
  await overview.page.getByRole('link', { name: '1 bank line has been open for a long time' }).click();
  await overview.page.getByText('Alter Zahler').waitFor();
  assert.equal(await overview.page.getByText('Neuer Zahler').count(), 0);
  await overview.close();
  const auditor = await console_.administrator(community, 'auditor', 'Ava');
  const reader = await console_.openAs(auditor, `/c/${community.slug}/inbox`);
  await reader.page.getByText('Alter Zahler').waitFor();
  assert.equal(await reader.page.locator('input[type=file]').count(), 0);
  assert.equal(await reader.page.getByRole('button', { name: 'Choose member' }).count(), 0);
  await reader.close();
  await close();
});

test('a likely member stands in the field of the dialog, and Enter there is the person’s word', async () => {
  const { page, anna, faults, close } = await setUp({ width: 390, height: 844 });
  const digits = anna.paymentReference.replace(/(\d)$/, (last) => String((Number(last) + 1) % 10));
  await drop(page, ['umsatz.csv', table([['A-1', '20,00', 'Berger, Anna', `Stunden ${digits}`]])]);
  await page.getByText(/^Is it Anna Berger \(M-7\)\? The payer has this name/).waitFor();
  await assertNoSideScrolling(page, 'the inbox with a question');
  await page.getByRole('button', { name: 'Choose member for 20.00 EUR from Berger, Anna' }).press('Enter');
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByRole('combobox', { name: 'Member' }).inputValue(), 'Anna Berger');
  await assertAccessible(page, 'the dialog with a likely member');
  await dialog.getByRole('button', { name: 'Choose member' }).press('Enter');
  await page.getByText('1 h for Anna Berger').waitFor();
  assert.deepEqual(faults, []);
  await close();
});
