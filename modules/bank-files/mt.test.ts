import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBankFile } from './read-file.ts';

/** A statement of one entry; the balance after it is 20.00 higher. */
const statement = (entry: string, information: string, closing = 'C261126EUR120,00') =>
  `:20:X\n:25:12345678/123456\n:28C:5/1\n:60F:C261125EUR100,00\n:61:${entry}\n:86:${information}\n:62F:${closing}\n-\n`;

async function lineOf(text: string) {
  const { statements } = await readBankFile(null, Buffer.from(text), {});
  const [first] = statements;
  return { ...first?.lines[0], balance: first?.proofs[0]?.holds };
}

test('subfields are read on lines of their own, with other separators and without a code', async () => {
  for (const information of [
    '166?00GUTSCHRIFT\n?20EREF+E-1\n?21SVWZ+Danke\n?22 RF1\n?31DE70999111110000120034\n?32ERIKA\n?33MUSTER',
    '166~00GUTSCHRIFT~20EREF+E-1~21SVWZ+Danke~22 RF1~32ERIKA~33MUSTER~38DE70999111110000120034',
    '?20EREF+E-1?21SVWZ+Danke?22 RF1?31DE70999111110000120034?32ERIKA?33MUSTER',
  ]) {
    const line = await lineOf(statement('2611261126CR20,00NTRFNONREF//B-1', information));
    assert.deepEqual(
      [line.reference, line.endToEndId, line.payer, line.payerAccount, line.texts, line.balance],
      ['B-1', 'E-1', 'ERIKA MUSTER', 'DE70999111110000120034', ['Danke', ' RF1'], true],
      information,
    );
  }
});

test('labels in words name the payer and the text, and fixed columns end a value', async () => {
  const information = 'OVERBOEKING                     IBAN: NL28INGB0007700055\nNAAM: R. DEKKER\nOMSCHRIJVING: RF1';
  const line = await lineOf(statement('261126C20,NTRFNONREF', information));
  assert.deepEqual(
    [line.bookedOn, line.payer, line.payerAccount, line.texts],
    ['2026-11-26', 'R. DEKKER', 'NL28INGB0007700055', ['RF1']],
  );
});

test('an entry that is only expected is pending, and one that cannot be read says which part', async () => {
  const expected = await lineOf(statement('2611261126EC20,00NTRFNONREF', 'x', 'C261126EUR100,00'));
  assert.deepEqual([expected.isPending, expected.balance], [true, true]);
  const garbled = await lineOf(statement('nothing', 'x'));
  assert.deepEqual([garbled.isUnreadable, garbled.unreadable?.what, garbled.balance], [true, 'amount', false]);
});

test('the day of an entry is the one nearest to its value, and no month has more days than it has', async () => {
  for (const [entry, day] of [
    ['2512310102C20,00NTRFNONREF', '2026-01-02'],
    ['2601011230C20,00NTRFNONREF', '2025-12-30'],
    ['260230C20,00NTRFNONREF', '2026-02-28'],
    ['2803010229C20,00NTRFNONREF', '2028-02-29'],
  ] as const) {
    assert.equal((await lineOf(statement(entry, 'x'))).bookedOn, day, entry);
  }
});

test('the further lines of an entry are kept, and its reference beside another one', async () => {
  const rows: [entry: string, information: string | null, texts: string[], endToEndId: string | null][] = [
    ['2611261126C20,00NTRFNONREF//B123\nANN EXAMPLE ZB-0007', null, ['ANN EXAMPLE ZB-0007'], null],
    ['2611261126C20,00NTRFNONREF//B123\nANN EXAMPLE\nZB-0007', 'thanks', ['thanks', 'ANN EXAMPLE', 'ZB-0007'], null],
    ['2611261126C20,00NTRFNONREF//B123\nANN', 'ANN', ['ANN'], null],
    ['2611261126C20,00NTRFNONREF//B123\nNL46ABNA0007700077', '/REMI/x', ['x'], null],
    ['2611261126C20,00NTRFNONREF//B123\n/OCMT/USD22,00/', '/REMI/x', ['x'], null],
    ['2611261126C20,00NTRFNONREF//B123\n/TRCD/00100/', '/REMI/x', ['x'], null],
    ['2611261126C20,00NTRFRF18539007547034//B1', '/EREF/INV-1/REMI/fee', ['fee', 'RF18539007547034'], 'INV-1'],
    ['2611261126C20,00NTRFINV-1//B1', '/EREF/INV-1/REMI/fee', ['fee'], 'INV-1'],
    ['2611261126C20,00NTRFINV-1234567890123//B1', '/EREF/INV-12345678901234567/REMI/x', ['x'], 'INV-12345678901234567'],
    ['2611261126C20,00NTRFRF18539007547034//B1', '/REMI/fee', ['fee'], 'RF18539007547034'],
  ];
  for (const [entry, information, texts, endToEndId] of rows) {
    const text = statement(entry, information ?? '');
    const line = await lineOf(information === null ? text.replace(':86:\n', '') : text);
    assert.deepEqual([line.texts, line.endToEndId], [texts, endToEndId], entry);
  }
});
