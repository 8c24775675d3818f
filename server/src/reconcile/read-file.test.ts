import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { CAMT_NAMESPACE, camt, camtEntry } from '../test-support/camt.ts';
import { readStatementFile } from './read-file.ts';
import { UnusableFile } from './types.ts';

const FIXTURE = join(import.meta.dirname, '../../../fixtures/statement-camt053.xml');

const read = (content: string | Buffer) => readStatementFile(Readable.from([Buffer.from(content)]));

const unusable = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof UnusableFile, String(error));
    assert.match(error.message, message);
    assert.ok(!error.message.includes('\n'), 'one sentence');
    return true;
  });

test('a bank\u2019s statement is read entry by entry', async () => {
  const { entries, notBooked } = await readStatementFile(createReadStream(FIXTURE));
  assert.equal(entries.length, 30);
  assert.equal(notBooked, 0);
  assert.deepEqual(entries[25], {
    place: 'entry 26',
    entryReferences: ['ASR900026'],
    endToEndId: 'TB-2026-00026',
    amount: { digits: 2500n, scale: 2 },
    amountText: '25.00',
    currency: 'EUR',
    direction: 'credit',
    returned: false,
    bookedOn: '2026-11-19',
    remittance: ['2 hrs / thanks & regards'],
  });
  assert.deepEqual(
    entries.filter(({ returned }) => returned).map(({ place, direction }) => [place, direction]),
    [['entry 28', 'debit']],
  );
});

test('any chunking of the bytes gives the same', async () => {
  const text = camt([{ reference: 'Ä-1', remittance: 'für Jürgen €' }]);
  const bytes = Buffer.from(text);
  const split = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])));
  assert.deepEqual(await readStatementFile(split), await read(text));
});

test('an entry with several details is several payments; what they share names none of them', async () => {
  const detail = (reference: string, amount: string, currency = 'EUR') =>
    `<TxDtls><Refs>${reference}</Refs><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
  const details = [
    detail('<AcctSvcrRef>A-1</AcctSvcrRef><EndToEndId>E-1</EndToEndId>', '20'),
    detail('<EndToEndId>E-2</EndToEndId>', '30', 'USD'),
    '<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">1.5</Amt></TxAmt></AmtDtls></TxDtls>',
  ].join('');
  const { entries } = await read(camt([{ reference: 'BATCH', details }]));
  assert.deepEqual(
    entries.map(({ place, entryReferences, endToEndId, amountText, currency }) => [
      place,
      entryReferences,
      endToEndId,
      `${amountText} ${currency}`,
    ]),
    [
      ['entry 1, detail 1', ['A-1'], 'E-1', '20 EUR'],
      ['entry 1, detail 2', [], 'E-2', '30 USD'],
      ['entry 1, detail 3', [], null, '1.5 EUR'],
    ],
  );
});

test('only booked entries count, whatever the version of the message', async () => {
  const old = camtEntry({ reference: 'OLD' }).replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>');
  const text = camt([{ status: 'PDNG' }, { status: 'INFO' }, { reference: 'NEW' }]).replace('</Stmt>', `${old}</Stmt>`);
  const { entries, notBooked } = await read(text.replaceAll('053.001.08', '053.001.02'));
  assert.deepEqual(
    entries.map(({ entryReferences }) => entryReferences[0]),
    ['NEW', 'OLD'],
  );
  assert.equal(notBooked, 2);
});

test('supplementary data of other namespaces is stepped over', async () => {
  const extra = '<x:AcctSvcrRef xmlns:x="urn:bank">WRONG</x:AcctSvcrRef>';
  const { entries } = await read(camt([{ reference: 'RIGHT', extra }]));
  assert.deepEqual(entries[0]?.entryReferences, ['RIGHT']);
});

test('other encodings are understood when they are declared, and told when they are not what is declared', async () => {
  const text = camt([{ remittance: 'für Jürgen' }]);
  const latin1 = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.deepEqual((await read(latin1)).entries[0]?.remittance, ['für Jürgen']);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')]);
  assert.deepEqual((await read(utf16)).entries[0]?.remittance, ['für Jürgen']);
  await unusable(read(Buffer.from(text, 'latin1')), /not UTF-8/);
  await unusable(read(text.replace('UTF-8', 'EBCDIC')), /encoded as ebcdic/);
});

test('a file that is no camt.053 statement says what it is', async () => {
  for (const [content, message] of [
    ['', /is empty/],
    [camt([], 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'), /is camt\.054\.001\.08; it must be a camt\.053/],
    [camt([], 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03'), /<Document> of urn.*pain\.001/],
    [camt([]).replace(/ xmlns="[^"]*"/, ''), /is <Document>; it must/],
    ['<html><body>Sign in</body></html>', /is <html>/],
    [camt([]).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'), /no BkToCstmrStmt/],
    ['%PDF-1.7\n', /neither XML nor a table/],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), /neither XML nor a table/],
    ['MsgId: 940', /neither XML nor a table/],
    [camt([{}]).slice(0, -60), /not well-formed/],
    [camt([{}]).replace('</Ntry>', '</Wrong>'), /not well-formed.*line \d/],
    [camt([{ remittance: '&unknown;' }]), /not well-formed/],
    [camt([{ amount: '1.234,56' }]), /amount of entry 1/],
    [camt([{ amount: '-5' }]), /amount of entry 1/],
    [camt([{ amount: '1e3' }]), /amount of entry 1/],
    [camt([{ direction: 'UP' as 'CRDT' }]), /direction of entry 1/],
  ] as const) {
    await unusable(read(content), message);
  }
});

test('entity expansion does not happen: a document type declaration is refused', async () => {
  const bomb = [
    '<!ENTITY a "aaaaaaaaaa">',
    ...'bcdefghij'.split('').map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`),
  ];
  for (const doctype of [
    `<!DOCTYPE Document [${bomb.join('')}]>`,
    '<!DOCTYPE Document SYSTEM "file:///etc/passwd">',
    '<!DOCTYPE Document [<!ENTITY x SYSTEM "http://127.0.0.1/">]>',
  ]) {
    const text = camt([{ remittance: '&j;' }]).replace('?>', `?>${doctype}`);
    await unusable(read(text), /document type declaration/);
  }
});

test('a file of 100 MB is refused within bounded memory, whatever fills it', async () => {
  const before = process.memoryUsage().heapUsed;
  let peak = 0;
  const endless = (piece: string) =>
    (async function* () {
      yield Buffer.from(`<Document xmlns="${CAMT_NAMESPACE}"><BkToCstmrStmt><Stmt>`);
      const chunk = Buffer.from(piece.repeat(Math.ceil(262_144 / piece.length)));
      for (let size = 0; size < 100 * 1024 * 1024; size += chunk.length) {
        peak = Math.max(peak, process.memoryUsage().heapUsed);
        yield chunk;
      }
    })();
  await unusable(readStatementFile(endless(' ')), /more than 32 MiB/);
  await unusable(readStatementFile(endless(camtEntry({ reference: 'R' }))), /more than (32 MiB|50000 entries)/);
  await unusable(readStatementFile(endless('<a>')), /nests more than 40/);
  await unusable(readStatementFile(endless('<Ntry><AcctSvcrRef>x')), /nests|longer than/);
  await unusable(readStatementFile(endless('<!--')), /well-formed/);
  assert.ok(peak - before < 300 * 1024 * 1024, `${Math.round((peak - before) / 1024 / 1024)} MiB`);
});

test('a table is read with either decimal sign, and faults are named by line and column', async () => {
  const { entries } = await read(
    'entry_reference;amount;currency;booked_on;returned;remittance\nA-1;12,50;EUR;2026-11-19;;für Mum\nA-2;-50.00;EUR;2026-11-19;yes;\n',
  );
  assert.deepEqual(
    entries.map(({ place, entryReferences, direction, returned, amount }) => [
      place,
      entryReferences,
      direction,
      returned,
      amount,
    ]),
    [
      ['line 2', ['A-1'], 'credit', false, { digits: 1250n, scale: 2 }],
      ['line 3', ['A-2'], 'debit', true, { digits: 5000n, scale: 2 }],
    ],
  );
  const header = 'entry_reference,amount,currency,direction,booked_on\n';
  for (const [row, message] of [
    ['A,1.000.00,EUR,credit,', /Line 2, amount/],
    ['A,1,euro,credit,', /Line 2, currency/],
    ['A,1,EUR,up,', /Line 2, direction/],
    ['A,1,EUR,credit,2026-02-30', /Line 2, booked_on/],
  ] as const) {
    await unusable(read(header + row), message);
  }
  await unusable(read('a,b\n1,2\n'), /missing: entry_reference, amount, currency/);
});
