import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filledBankFile, paymentReferences } from '../../test-support/bank-files.ts';
import { readBankFile } from './read-file.ts';
import { amountParts } from './table-amounts.ts';
import { type BankAnswers, BankFileFault } from './types.ts';

const TODAY = '2026-11-26';
const RFS = paymentReferences(14);
const read = (text: string | Buffer, answers: BankAnswers = {}) =>
  readBankFile(null, Buffer.from(text as string), answers);
const readFilled = async (name: string, answers: BankAnswers = {}) =>
  readBankFile(name, await filledBankFile(name, RFS, TODAY), answers);
const faultOf = async (text: string | Buffer) => {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof BankFileFault) return error;
    throw error;
  }
  return assert.fail('the file was read');
};

describe('a cell of money', () => {
  const cells: [string, string, boolean, string?][] = [
    ['20,00 €', '20,00', false, 'EUR'],
    ['€20.00', '20.00', false, 'EUR'],
    ['-£1,234.50', '1,234.50', true, 'GBP'],
    ['20.00-', '20.00', true],
    ['(20.00)', '20.00', true],
    ['20,00 S', '20,00', true],
    ['20,00 H', '20,00', false],
    ['20.00 DR', '20.00', true],
    ['20.00CR', '20.00', false],
    ['\u221220,00', '20,00', true],
    ['CHF 1\u2019270.50', '1\u2019270.50', false, 'CHF'],
    ['1\u202f250,00', '1 250,00', false],
    ['1.250,--', '1.250', false],
    ['-3,63 EUR', '3,63', true, 'EUR'],
    ['+20,00', '20,00', false],
    ["'-20.00", '20.00', true],
    ['.50', '.50', false],
  ];
  for (const [cell, digits, isNegative, currency] of cells) {
    test(`${cell} is taken apart`, () => assert.deepEqual(amountParts(cell), { digits, isNegative, currency }));
  }
  test('what is no amount is none', () => {
    for (const cell of ['', '-', 'abc', '26.11.2026 x', 'DE44 5001', '12 apples', '2026-11-26']) {
      assert.equal(amountParts(cell), undefined, cell);
    }
  });
});

test('the columns of old are read in every spelling', async () => {
  const lines = async (name: string, answers?: BankAnswers) => {
    const { statements, questions } = await readFilled(name, answers);
    assert.deepEqual(questions, [], name);
    return statements.flatMap((one) =>
      one.lines.map((line) => [line.reference, line.amount, line.currency, line.bookedOn]),
    );
  };
  assert.deepEqual(await lines('n03-sparkasse.csv'), [[null, '20.00', 'EUR', TODAY]]);
  assert.deepEqual(await lines('n04-preamble.csv'), [['DK-1', '20.00', 'EUR', TODAY]]);
  assert.deepEqual(await lines('n05-german.csv'), [
    ['GE-1', '20.00', 'EUR', TODAY],
    ['GE-2', '1250.00', 'EUR', TODAY],
  ]);
  assert.deepEqual(await lines('n07-signs.csv'), [
    ['SG-1', '20.00', 'EUR', TODAY],
    ['SG-2', '-20.00', 'EUR', TODAY],
    ['SG-3', '20.00', 'EUR', TODAY],
  ]);
  assert.deepEqual(await lines('n08-utf16.csv'), [['EX-1', '20.00', 'EUR', TODAY]]);
  assert.deepEqual(await lines('n13-french.csv'), [
    ['FR-1', '20.00', 'EUR', TODAY],
    ['FR-2', '1250.00', 'EUR', TODAY],
    ['FR-3', '20.00', 'EUR', TODAY],
  ]);
});

test('whether 1,200 has thousands is asked, and both answers count', async () => {
  const asked = await readFilled('n06-thousands.csv');
  assert.deepEqual(
    asked.questions.map(({ key, options, suggested }) => [key, options, suggested]),
    [['numbers', ['point', 'comma'], 'point']],
  );
  for (const [answer, amount] of [
    ['point', '1200.00'],
    ['comma', '1.20'],
  ] as const) {
    const { statements, questions } = await readFilled('n06-thousands.csv', { numbers: answer });
    assert.deepEqual([statements[0]?.lines[0]?.amount, questions], [amount, []]);
  }
});

test('gross or net is asked once, and the answer decides what a payment is worth', async () => {
  for (const [answer, amount] of [
    ['gross', '20.00'],
    ['net', '19.26'],
  ] as const) {
    const { statements, questions } = await readFilled('d26-paypal.csv', { gross: answer });
    assert.deepEqual([statements[0]?.lines[0]?.amount, questions], [amount, []]);
    const proof = statements[0]?.proofs.find(({ found }) => found === '71.16');
    assert.deepEqual([proof?.kind, proof?.holds], ['running_balance', true]);
  }
});

test('the words of banks decide kinds, the words of payers never do', async () => {
  const kinds = async (name: string) =>
    (await readFilled(name)).statements.flatMap(({ lines }) => lines.map(({ kind }) => kind));
  assert.deepEqual(await kinds('d16-sparkasse.csv'), ['payment', 'return', 'payment', 'payment', 'payment']);
  assert.deepEqual(await kinds('d20-rabobank-two-accounts.csv'), ['payment', 'own', 'payment', 'own', 'payment']);
  assert.deepEqual(await kinds('d23-monzo.csv'), ['payment', 'own', 'payment', 'payment']);
  assert.deepEqual(await kinds('d24-caixabank.csv'), ['payment', 'payment', 'return', 'fee']);
  assert.deepEqual(await kinds('d25-credit-agricole.csv'), ['return', 'payment', 'payment', 'payment', 'payment']);
  assert.deepEqual(await kinds('d26-paypal.csv'), ['payment', 'payment', 'own', 'own', 'payment', 'return', 'own']);
  assert.deepEqual(await kinds('d28-deutsche-bank.csv'), ['payment', 'payment', 'return', 'payment']);
  assert.deepEqual(await kinds('d11-norma43.n43'), ['return', 'payment', 'return', 'fee', 'fee'].with(0, 'payment'));
  assert.deepEqual(await kinds('d13-ofx1.ofx'), ['payment', 'payment', 'fee', 'return']);
  const { statements } = await read(
    'Buchungstag;Buchungstext;Verwendungszweck;Name;Betrag;Währung\n26.11.2026;Gutschrift;Rückzahlung der Gebühr;Ann;20,00;EUR\n',
  );
  assert.equal(statements[0]?.lines[0]?.kind, 'payment');
  const described = await read(
    'Date,Description,Amount,Currency\n26/11/2026,FEES ANN,20.00,GBP\n25/11/2026,MONTHLY FEES,-5.00,GBP\n13/11/2026,ANN THANKS NO REFUND,20.00,GBP\n',
  );
  assert.deepEqual(
    described.statements[0]?.lines.map(({ kind }) => kind),
    ['payment', 'fee', 'payment'],
  );
});

test('a column beside the amount gives what it was before charges', async () => {
  const originals = async (name: string) =>
    (await readFilled(name)).statements.flatMap(({ lines }) =>
      lines.flatMap((line) =>
        line.originalAmount === null ? [] : [[line.amount, line.originalAmount, line.originalCurrency]],
      ),
    );
  assert.deepEqual(await originals('d16-sparkasse.csv'), [['-23.50', '20.00', 'EUR']]);
  assert.deepEqual(await originals('d23-monzo.csv'), [['-8.60', '10.00', 'EUR']]);
  assert.deepEqual(await originals('d28-deutsche-bank.csv'), [['-23.00', '20.00', 'EUR']]);
  assert.deepEqual(await originals('d12-norma43-two-accounts.n43'), [['21.70', '20.00', 'EUR']]);
});

test('of two sides, the other party is the payer of what came in and the payee of what went out', async () => {
  const { statements } = await read(
    'Datum;Auftraggeber;IBAN Auftraggeber;Empfänger;IBAN Empfänger;Betrag;Währung\n26.11.2026;Ann;DE70999111110000120034;Wir;DE36999555550000060012;20,00;EUR\n13.11.2026;Wir;DE36999555550000060012;Strom;DE11999111110000990022;-20,00;EUR\n',
  );
  assert.deepEqual(
    statements[0]?.lines.map(({ payer, payerAccount }) => [payer, payerAccount]),
    [
      ['Ann', 'DE70999111110000120034'],
      ['Strom', 'DE11999111110000990022'],
    ],
  );
});

test('columns without names are asked about, and the answer is taken', async () => {
  const text = '26/11/2026,ANN,20.00,7.00\n13/11/2026,COUNCIL,-35.00,8.00\n';
  const asked = await read(text);
  assert.deepEqual(asked.questions.map(({ key }) => key).sort(), ['columns', 'currency']);
  const answers = { columns: 'booked=1, description=2, amount=4', currency: 'GBP' };
  const { statements, questions } = await read(text, answers);
  assert.deepEqual(questions, []);
  assert.deepEqual(
    statements[0]?.lines.map(({ amount, currency }) => [amount, currency]),
    [
      ['7.00', 'GBP'],
      ['8.00', 'GBP'],
    ],
  );
});

test('a row that cannot be read is a line, and ends no file', async () => {
  const head = 'entry_reference;amount;currency;direction;booked_on;remittance\n';
  const { statements } = await read(
    `${head}A;20,00;EUR;;2026-11-26;x\nB;abc;EUR;;2026-11-26;x\nC;20,00;EUR;;2026-13-26;x\nD;20,00;XXY;;2026-11-26;x\nE;20,00;EUR;up;2026-11-26;x\nF;20,00;EUR;;;x\nG;;EUR;;2026-11-26;x\n`,
  );
  assert.deepEqual(
    statements[0]?.lines.map(({ isUnreadable, amount }) => [isUnreadable, amount]),
    [
      [false, '20.00'],
      [true, '0.00'],
      [true, '0.00'],
      [true, '0.00'],
      [true, '0.00'],
      [false, '20.00'],
      [true, '0.00'],
    ],
  );
});

test('a long text is cut and said so; a table without movements, or that breaks off, is refused', async () => {
  const head = 'Date,Description,Amount,Currency\n';
  const { statements, notes } = await read(`${head}2026-11-26,${'x'.repeat(3000)},20.00,EUR\n`);
  assert.equal(statements[0]?.lines[0]?.texts[0]?.length, 2000);
  assert.match(notes.join(), /line 2 is longer than 2000/);
  const faults: [string | Buffer, string][] = [
    ['name,email,joined\nAnn,ann@example.org,2020-01-01\n', 'no_columns'],
    ['hello', 'no_columns'],
    [`${head}2026-11-26,"x,20.00,EUR\n`, 'truncated'],
    [`${head}2026-11-26,a\u0007b,20.00,EUR\n`, 'control_character'],
    [`${head}${'2026-11-26,x,1.00,EUR\n'.repeat(50_300)}`, 'too_many_lines'],
    ['  \n', 'empty'],
  ];
  for (const [text, code] of faults) assert.equal((await faultOf(text)).code, code, text.toString().slice(0, 60));
});

const CUT = ['d15-ambiguous.qif', 'd13-ofx1.ofx', 'd14-ofx2.ofx', 'd16-sparkasse.csv', 'd18-dkb.csv', 'd19-ing-nl.csv'];
const CUT_TOO = [
  'd20-rabobank-two-accounts.csv',
  'd21-ubs.csv',
  'd26-paypal.csv',
  'd27-cfonb120.txt',
  'd28-deutsche-bank.csv',
];
for (const name of [...CUT, ...CUT_TOO, 'd11-norma43.n43', 'd12-norma43-two-accounts.n43', 'd24-caixabank.csv']) {
  test(`${name}, cut anywhere, is refused, shows that a part is missing, or has whole rows`, async () => {
    const bytes = await filledBankFile(name, RFS, TODAY);
    const whole = (await readBankFile(name, bytes, {})).statements.flatMap(({ lines }) =>
      lines.map(({ amount }) => amount),
    );
    for (let end = 1; end < bytes.length; end += 100) {
      try {
        const { statements } = await readBankFile(name, bytes.subarray(0, end), {});
        const proofs = statements.flatMap((statement) => statement.proofs);
        if (proofs.some(({ holds }) => holds !== true)) continue;
        const lines = statements.flatMap((statement) => statement.lines);
        // Only blanks at the end are missing.
        if (lines.length === whole.length && lines.every(({ amount }, at) => amount === whole[at])) continue;
        const isShown = lines.some(({ isUnreadable }) => isUnreadable);
        assert.ok(isShown || lines.every(({ amount }) => whole.includes(amount)), `${end}`);
        assert.ok(!/^d(?:11|12|21|27|28)/.test(name), `${name} has a figure at its end (${end})`);
      } catch (error) {
        if (!(error instanceof BankFileFault)) throw error;
      }
    }
  });
}
