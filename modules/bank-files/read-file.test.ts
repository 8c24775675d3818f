import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillBankText, filledBankFile, paymentReferences, zipOf } from '../../test-support/bank-files.ts';
import type { BankFileFaultCode } from './faults.ts';
import { readBankFile } from './read-file.ts';
import { readBankFileInThread } from './read-in-thread.ts';
import { type BankFile, BankFileFault } from './types.ts';

const TODAY = '2026-11-26';
const REFERENCES = paymentReferences(14);

const filled = (name: string) => filledBankFile(name, REFERENCES, TODAY);
const read = async (name: string) => readBankFile(name, await filled(name), {});
const linesOf = ({ statements }: BankFile) => statements.flatMap(({ lines }) => lines);
const shown = (file: BankFile) => linesOf(file).map(({ reference, amount, kind }) => [reference, amount, kind]);
const proofsOf = ({ statements }: BankFile) =>
  statements.flatMap(({ proofs }) => proofs.map(({ kind, holds, expected, found }) => [kind, holds, expected, found]));

async function refused(bytes: Buffer | string, code: BankFileFaultCode, words: RegExp): Promise<void> {
  await assert.rejects(readBankFile(null, Buffer.from(bytes), {}), (error: unknown) => {
    assert.ok(error instanceof BankFileFault, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, words);
    return true;
  });
}

describe('a camt file', () => {
  for (const [name, reference] of Object.entries({
    'm11-long-text.xml': 'K-1',
    'm12-utf16-declared-utf8.xml': 'L-1',
    'm13-latin-undeclared.xml': 'N-1',
    'm14-namespace-20023.xml': 'O-1',
    'm15-no-namespace.xml': 'P-1',
    'm17-envelope.xml': 'R-1',
    'm18-camt052.xml': 'T-1',
    'm19-camt054.xml': 'V-1',
    'n01-mt940.sta': 'MT-1',
  })) {
    test(`${name} is read`, async () => {
      const [line] = linesOf(await read(name));
      assert.deepEqual([line?.reference, line?.amount, line?.bookedOn], [reference, '20.00', TODAY]);
    });
  }
});

describe('the entries of a camt file', () => {
  test('keep accounts and documents apart', async () => {
    const accounts = await read('m01-multi-account.xml');
    assert.deepEqual(
      accounts.statements.map(({ account, lines }) => [account, lines.length, lines[0]?.place]),
      [
        ['DE02100500000054540402', 1, 'statement 1, entry 1'],
        ['DE88100900001234567892', 1, 'statement 2, entry 1'],
      ],
    );
    assert.deepEqual(shown(await read('m16-two-documents.xml')), [
      ['Q-1', '20.00', 'payment'],
      ['Q-2', '20.00', 'payment'],
    ]);
  });

  test('tell a batch that has fewer details than it counts', async () => {
    const short = await read('m02-batch-short.xml');
    assert.deepEqual(shown(short), [
      ['B-1', '20.00', 'payment'],
      ['B-2', '20.00', 'payment'],
      [null, '20.00', 'payment'],
    ]);
    assert.deepEqual(
      linesOf(short).map(({ missingDetails }) => missingDetails),
      [null, null, 1],
    );
    assert.deepEqual(proofsOf(short), [
      ['balance', true, '60.00', '60.00'],
      ['details', false, '3', '2'],
      ['details_sum', false, '60.00', '40.00'],
    ]);
    const [, rest] = linesOf(await read('m02b-batch-one-of-three.xml'));
    assert.deepEqual([rest?.amount, rest?.missingDetails], ['40.00', 2]);
    const [whole] = linesOf(await read('m03-batch-no-details.xml'));
    assert.deepEqual([whole?.reference, whole?.amount, whole?.missingDetails], ['BATCH-1', '60.00', 2]);
  });

  test('give no detail what several share', async () => {
    const lines = linesOf(await read('m04-batch-shared-text.xml'));
    assert.deepEqual(
      lines.map(({ reference, texts }) => [reference, texts]),
      [
        ['D-1', [REFERENCES[0]]],
        ['D-2', ['Spende Mai']],
      ],
    );
  });

  test('are held against balances, which also decide where a reversal goes', async () => {
    assert.deepEqual(proofsOf(await read('m26-balance-broken.xml')), [['balance', false, '80.00', '20.00']]);
    for (const name of ['m05-reversal-original-direction.xml', 'm05b-day2.xml']) {
      const last = linesOf(await read(name)).at(-1);
      assert.deepEqual([last?.reference, last?.amount, last?.kind], ['F-1', '-20.00', 'return']);
    }
    // In the standard's own reading a reversal of a credit is a debit.
    const text = (await filled('m05b-day2.xml')).toString();
    const standard = text.replace('<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>', '<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>');
    assert.deepEqual(shown(await readBankFile(null, Buffer.from(standard), {})), [['F-1', '-20.00', 'return']]);
    const without = await readBankFile(null, Buffer.from(text.replaceAll(/<Bal>.*?<\/Bal>/g, '')), {});
    assert.deepEqual(shown(without), [['F-1', '20.00', 'return']]);
    assert.match(without.notes.join(), /no balance tells the direction/);
  });
});

describe('the amounts of a camt file', () => {
  test('are marked as returns by their code, and give the payment without charges', async () => {
    assert.deepEqual(shown(await read('m06-return-by-code-only.xml')), [
      ['G-1', '20.00', 'payment'],
      ['G-9', '-20.00', 'return'],
    ]);
    const returned = linesOf(await read('m32-partial-return.xml')).at(-1);
    assert.deepEqual([returned?.amount, returned?.originalAmount, returned?.kind], ['-23.50', '20.00', 'return']);
    const [charged] = linesOf(await read('m23-charges-in-entry.xml'));
    assert.deepEqual([charged?.amount, charged?.originalAmount, charged?.originalCurrency], ['58.50', '60.00', 'EUR']);
    assert.deepEqual(shown(await read('m24-foreign-currency-batch.xml')), [
      ['FX-1', '20.00', 'payment'],
      ['FX-2', '20.00', 'payment'],
    ]);
  });

  test('are read, as references are, in every legal form', async () => {
    const decimals = linesOf(await read('m21-decimals.xml'));
    assert.deepEqual(
      decimals.map(({ amount }) => amount),
      ['20.00', '20.00', '20.00', '20.00'],
    );
    const [own] = linesOf(await read('m07-ntryref-only.xml'));
    assert.deepEqual([own?.reference, own?.isBankWide, own?.endToEndId], ['0042', false, null]);
    const typed = linesOf(await read('m25-typed-references.xml'));
    assert.equal(typed.length, 5);
    assert.deepEqual(typed[2]?.texts, [REFERENCES[2]?.slice(0, 9), REFERENCES[2]?.slice(9)]);
    assert.equal(linesOf(await read('m08-padded-rf.xml'))[0]?.texts[0], fillBankText('{RF1:pad}', REFERENCES, TODAY));
  });
});

describe('an archive', () => {
  test('is read file by file, and as one where statements go on', async () => {
    const files = {
      'a.xml': await filled('m05b-day1.xml'),
      'b.xml': await filled('m05b-day2.xml'),
      'c.sta': await filled('n01-mt940.sta'),
      'notes/': Buffer.alloc(0),
      'auszug.pdf': Buffer.from('%PDF-1.7 …'),
    };
    const file = await readBankFile('x.zip', zipOf(files), {});
    assert.deepEqual(shown(file), [
      ['F-1', '20.00', 'payment'],
      ['F-1', '-20.00', 'return'],
      ['MT-1', '20.00', 'payment'],
    ]);
    assert.match(file.notes.join(), /"auszug.pdf" was left out/);
    assert.ok(proofsOf(file).some(([kind, holds]) => kind === 'sequence' && holds === true));
    const gap = await readBankFile(null, zipOf({ a: files['b.xml'], b: files['c.sta'] }), {});
    assert.equal(gap.statements.length, 2);
  });

  test('with one statement twice has its payments once', async () => {
    const day = await filled('d08b-final.sta');
    const file = await readBankFile(null, zipOf({ 'a.sta': day, 'b.sta': day }), {});
    assert.equal(linesOf(file).length, 3);
    assert.match(file.notes.join(), /twice: 1/);
  });

  test('is refused with a password, damaged, or beyond its bounds', async () => {
    const day = await filled('n01-mt940.sta');
    await refused(zipOf({ 'a.sta': day }, 1), 'archive_encrypted', /password/);
    await refused(zipOf({ 'a.sta': day }).subarray(0, 60), 'truncated', /damaged/);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}.sta`, day]));
    await refused(zipOf(many), 'archive_bounds', /at most/);
    const nested = zipOf({ a: zipOf({ b: zipOf({ c: day }) }) });
    await refused(nested, 'archive_bounds', /archives in archives/);
    await refused(zipOf({}), 'empty', /archive is empty/);
  });
});

describe('a file that is no statement', () => {
  const camt = (inner: string) => `<Document><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
  for (const [what, bytes, code, words] of [
    ['is empty', ' \n', 'empty', /empty/],
    [
      'holds orders',
      '<Document xmlns="urn:x:pain.001.001.09"><CstmrCdtTrfInitn/></Document>',
      'orders_not_statements',
      /orders/,
    ],
    [
      'is another message',
      '<Document xmlns="urn:x:camt.029.001.09"><RsltnOfInvstgtn/></Document>',
      'not_a_statement',
      /camt\.029/,
    ],
    ['is not well-formed', camt('<Ntry></Stmt>'), 'not_well_formed', /line 1/],
    ['has a document type', `<!DOCTYPE Document [<!ENTITY a "b">]>${camt('')}`, 'doctype', /document type/],
    ['ends early', camt('').slice(0, 40), 'truncated', /download it again/],
    [
      'ends before its closing balance',
      ':20:A\n:25:1\n:28C:1\n:60F:C261126EUR0,00\n:61:2611261126C1,00NTRFNONREF\n',
      'truncated',
      /closing balance/,
    ],
    [
      'has an unknown encoding',
      Buffer.from('<?xml version="1.0" encoding="ebcdic-x"?><a>\u00e4</a>', 'latin1'),
      'encoding',
      /ebcdic-x/,
    ],
    [
      'has a control character',
      camt('<Ntry><AddtlNtryInf>\u001b[2J</AddtlNtryInf></Ntry>'),
      'control_character',
      /U\+001B/,
    ],
    ['nests without end', camt('<a>'.repeat(100)), 'not_a_statement', /nests/],
    [
      'has attributes without end',
      camt(`<Ntry ${Array.from({ length: 60 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      'not_a_statement',
      /attributes/,
    ],
    ['has too many movements', camt('<Ntry></Ntry>'.repeat(50_001)), 'too_many_lines', /50000/],
    ['is too large', Buffer.alloc(33 * 1024 * 1024, 32), 'too_large', /32 MiB/],
  ] as const) {
    test(`${what}: it is refused as such`, () => refused(bytes, code, words));
  }
});

describe('a file read in a thread', () => {
  test('says what it says when it is read here', async () => {
    for (const name of ['d07-swiss-pages.sta', 'm01-multi-account.xml', 'm26-balance-broken.xml']) {
      const bytes = await filled(name);
      assert.deepEqual(await readBankFileInThread(name, bytes, {}), await readBankFile(name, bytes, {}));
    }
    const refusal = await readBankFileInThread(null, Buffer.from('<a>'), {}).catch((error: unknown) => error);
    assert.ok(refusal instanceof BankFileFault);
    assert.deepEqual([refusal.code, refusal.params], ['truncated', { line: 1 }]);
  });
});
