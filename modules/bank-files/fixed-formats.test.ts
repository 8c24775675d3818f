/** Norma 43, CFONB 120, OFX and QIF beyond what the fixtures hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledBankFile, paymentReferences } from '../../test-support/bank-files.ts';
import { readCfonb120 } from './cfonb120.ts';
import { frenchIban, ibanWithin, spanishIban } from './iban.ts';
import { readNorma43 } from './norma43.ts';
import { readOfx } from './ofx.ts';
import { readQif } from './qif.ts';
import { readBankFile } from './read-file.ts';
import { BankFileFault } from './types.ts';

const RFS = paymentReferences(14);
const filled = (name: string) => filledBankFile(name, RFS, '2026-11-26');

test('IBANs are computed with both control digits, with the key and with letters, and found within a text', () => {
  assert.equal(spanishIban('2100', '0418', '0200051332'), 'ES9121000418450200051332');
  assert.equal(frenchIban('20041', '01005', '0500013M026', '06'), 'FR1420041010050500013M02606');
  assert.equal(frenchIban('20041', '01005', '0500013M026'), 'FR1420041010050500013M02606');
  assert.equal(frenchIban('20041', '01005', '0500013M026', '07'), undefined);
  assert.equal(ibanWithin('Cuenta ES91 2100 0418 4502 0005 1332 EUR'), 'ES9121000418450200051332');
  assert.equal(ibanWithin('ES92 2100 0418 4502 0005 1332'), undefined);
});

test('a record that cannot be read in Norma 43 is a line, and the sums miss it', async () => {
  const text = (await filled('d11-norma43.n43')).toString('latin1');
  const damaged = text.replace('0072000000000020000', '00720000000000X0000');
  const [statement] = readNorma43(Buffer.from(damaged, 'latin1'), {}).statements;
  assert.deepEqual(
    statement?.lines.map(({ isUnreadable }) => isUnreadable),
    [true, false, false, false, false],
  );
  const failed = statement?.proofs.filter(({ holds }) => holds === false).map(({ kind }) => kind);
  assert.deepEqual(failed, ['balance', 'count', 'sum']);
  const withoutEnd = readNorma43(Buffer.from(text.slice(0, text.indexOf('\r\n88')), 'latin1'), {});
  assert.deepEqual(
    withoutEnd.statements[0]?.proofs.map(({ holds }) => holds),
    [true, true, true, null],
  );
  assert.throws(() => readNorma43('22    0123', {}), BankFileFault);
});

test('an overdrawn account of Norma 43 has a balance with a minus, and other currencies their code', () => {
  const file = [
    '11210004180200051332261101261126100000000010000840' + '3CLUB',
    '22    0418261120261120040071' + '00000000002550' + '0000000000000000001234REFERENCIA12345',
    '2301A ACME',
    '33210004180200051332' + '00001' + '00000000002550' + '00000' + '00000000000000' + '1' + '00000000012550' + '840',
    `88${'9'.repeat(18)}000004`,
  ].map((record) => record.padEnd(80));
  const [statement] = readNorma43(file.join('\r\n'), {}).statements;
  assert.deepEqual([statement?.account, statement?.currency], ['ES9121000418450200051332', 'USD']);
  assert.deepEqual(
    statement?.proofs.map(({ kind, holds, expected }) => [kind, holds, expected]),
    [
      ['balance', true, '-125.50'],
      ['count', true, '1 debit'],
      ['sum', true, '25.50'],
      ['records', true, '4'],
    ],
  );
  assert.deepEqual(statement?.lines[0]?.amount, '-25.50');
});

test('CFONB 120 keeps the sign in the last digit, names the payer and marks what was rejected', async () => {
  const text = (await filled('d27-cfonb120.txt')).toString('latin1');
  const more = text.replace('COTISATION  ', 'VIR REJETE  ').replace(/(05[^\n]*LCCAIDE[^\n]*\n)/, (line) => {
    return line + line.replace(/LCCAIDE.*/, `NPY${'MME ANN ARCHER'.padEnd(70)}`);
  });
  const [statement] = readCfonb120(more, {}).statements;
  assert.equal(statement?.lines[0]?.payer, 'MME ANN ARCHER');
  assert.deepEqual(
    statement?.lines.map(({ kind }) => kind),
    ['payment', 'payment', 'return'],
  );
  assert.equal(statement?.proofs[0]?.holds, true);
  const broken = readCfonb120(text.replace('0000000001515{', '0000000001515}'), {}).statements[0]?.proofs[0];
  assert.deepEqual([broken?.holds, broken?.expected, broken?.found], [false, '-151.50', '151.50']);
  assert.throws(() => readCfonb120(text.slice(text.indexOf('04')), {}), BankFileFault);
});

test('OFX is read by its elements: entities, zones, holds, other accounts, corrections, no sign of a type', () => {
  const movement = (fields: string) => `<STMTTRN>${fields}</STMTTRN>`;
  const file = `OFXHEADER:100\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>122000247<ACCTID>123-456<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${[
    '<TRNTYPE>CREDIT<DTPOSTED>20261126233000.000[-8:PST]<TRNAMT>1,234.50<FITID>F1<NAME>A &amp; B &#233;<MEMO>one<MEMO>two',
    '<TRNTYPE>HOLD<DTPOSTED>20261126<TRNAMT>-5<FITID>F2<PAYEE><NAME>Cafe</PAYEE>',
    '<TRNTYPE>XFER<DTPOSTED>20261126<TRNAMT>-7.10<FITID>F3<BANKACCTTO><BANKID>1<ACCTID>987</BANKACCTTO><NAME>To savings',
    '<TRNTYPE>CREDIT<DTPOSTED>2026<TRNAMT>1.00<FITID>F4',
    '<TRNTYPE>INT<DTPOSTED>20261126<TRNAMT>0.10<FITID>F5<NAME>Interest',
  ]
    .map(movement)
    .join(
      '\n',
    )}</BANKTRANLIST><LEDGERBAL><BALAMT>5.00<DTASOF>20261126</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const { statements, questions } = readOfx(file, {});
  const [statement] = statements;
  assert.deepEqual([statement?.account, statement?.currency, questions], ['122000247 123-456', 'USD', []]);
  assert.deepEqual(
    statement?.lines.map(({ bookedOn, amount, payer, payerAccount, kind, isPending, isUnreadable }) => [
      ...[bookedOn, amount, payer, payerAccount, kind],
      ...[isPending, isUnreadable],
    ]),
    [
      ['2026-11-26', '1234.50', 'A & B é', null, 'payment', false, false],
      ['2026-11-26', '-5.00', 'Cafe', null, 'payment', true, false],
      ['2026-11-26', '-7.10', 'To savings', '987', 'payment', false, false],
      [null, '0.00', null, null, 'payment', false, true],
      ['2026-11-26', '0.10', 'Interest', null, 'own', false, false],
    ],
  );
  assert.deepEqual(statement?.lines[0]?.texts, ['A & B é', 'one', 'two']);
  assert.throws(() => readOfx('<OFX><SIGNONMSGSRSV1></OFX>', {}), BankFileFault);
});

test('records without line breaks are read as with them', async () => {
  const unbroken = async (name: string, width: number) => {
    const lines = (await filled(name)).toString('latin1').split('\r\n').slice(0, -1);
    return Buffer.from(lines.map((line) => line.padEnd(width).slice(0, width)).join(''), 'latin1');
  };
  for (const [name, width, read] of [
    ['d11-norma43.n43', 80, readNorma43],
    ['d27-cfonb120.txt', 120, readCfonb120],
  ] as const) {
    const found = await readBankFile(name, await unbroken(name, width), {});
    const whole = read(await filled(name), {});
    assert.deepEqual(
      found.statements[0]?.lines.map(({ amount, texts }) => [amount, texts]),
      whole.statements[0]?.lines.map(({ amount, texts }) => [amount, texts]),
    );
    assert.ok(found.statements[0]?.proofs.every(({ holds }) => holds));
  }
});

test('OFX without a currency asks for it', () => {
  const file =
    '<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20261126<TRNAMT>5.00<FITID>1</STMTTRN></BANKTRANLIST></STMTRS></OFX>';
  assert.deepEqual(
    readOfx(file, {}).questions.map(({ key }) => key),
    ['currency'],
  );
  const answered = readOfx(file, { currency: 'eur' });
  assert.deepEqual([answered.questions, answered.statements[0]?.lines[0]?.currency], [[], 'EUR']);
});

test('QIF asks for what it does not say, and takes the answers', async () => {
  const file = await filled('d15-ambiguous.qif');
  const asked = readQif(file, {});
  assert.deepEqual(
    asked.questions.map(({ key }) => key),
    ['dates', 'account', 'currency'],
  );
  const days = (dates: string) => {
    const { statements, questions } = readQif(file, { dates, account: '12345', currency: 'GBP' });
    assert.deepEqual([questions, statements[0]?.account, statements[0]?.currency], [[], '12345', 'GBP']);
    return statements[0]?.lines.map(({ bookedOn }) => bookedOn);
  };
  assert.deepEqual(days('dmy'), ['2026-07-03', '2026-06-04', '2026-03-05']);
  assert.deepEqual(days('mdy'), ['2026-03-07', '2026-04-06', '2026-05-03']);
  const sure = readQif(
    "!Account\nNChecking\n^\n!Type:Bank\nD31/ 7' 6\nT-1.00\nSFood\n$-1.00\n^\n!Type:Cat\nNx\n^\n",
    {},
  );
  assert.deepEqual(
    sure.statements[0]?.lines.map(({ bookedOn, amount }) => [bookedOn, amount]),
    [['2006-07-31', '-1.00']],
  );
  assert.throws(() => readQif('!Type:Invst\nD1/1/2026\n^\n', {}), BankFileFault);
});
