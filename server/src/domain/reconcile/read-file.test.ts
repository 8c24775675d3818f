import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { CAMT_NAMESPACE, type CamtEntry, camt, camtEntry } from '../../test-support/camt.ts';
import { readStatementFile } from './read-file.ts';
import { UnusableFile } from './types.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/statement-camt053.xml');

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

test('a control character is refused with its line, in every text that is kept and in either format', async () => {
  const control = ['\u0001', '\u000b', '\u001b', '\u007f', '\u0085', '\u009b'];
  for (const sign of control) {
    const name = `U\\+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const refusal = (line: number) =>
      new RegExp(`^Line ${line} has the control character ${name}, which .*; remove it`);
    for (const column of ['entry_reference', 'end_to_end_id', 'amount', 'currency', 'booked_on', 'remittance']) {
      const sound = { entry_reference: 'R', end_to_end_id: 'E', amount: '25.00', currency: 'EUR' };
      const row: Record<string, string> = { ...sound, booked_on: '2026-11-19', remittance: 'x' };
      const columns = Object.keys(row).join(',');
      const bad = Object.values({ ...row, [column]: `${row[column]}${sign}[2J` }).join(',');
      await unusable(read(`${columns}\n${Object.values(row).join(',')}\n${bad}\n`), refusal(3));
    }
    const entry = camt([{ reference: 'R', endToEndId: 'E', remittance: 'x', amount: '25.00' }]);
    for (const kept of ['>R<', '>E<', '>x<', '>25.00<', '"EUR"']) {
      const at = entry.indexOf(kept) + kept.length - 1;
      assert.ok(at > kept.length, kept);
      for (const written of [sign, `&#${sign.charCodeAt(0)};`]) {
        const text = entry.slice(0, at) + written + entry.slice(at);
        const line = text.slice(0, at).split('\n').length;
        await unusable(read(text), written === sign ? refusal(line) : new RegExp(`ine ${line}\\b`));
      }
    }
  }
  const lines = await read('entry_reference,amount,currency,remittance\r\nR,25.00,EUR,"one\r\ntwo\tthree"\r\n');
  assert.equal(lines.entries.length, 1, 'line breaks and tabs are none');
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

test('other encodings are understood when they are declared, and reported when they are not what is declared', async () => {
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
  ] as const) {
    await unusable(read(content), message);
  }
});

test('an unreadable entry is reported with its place, and the rest of the file is read', async () => {
  const good = camtEntry({ reference: 'GOOD', amount: '50.00' });
  const lacking = '<TxDtls><Refs><EndToEndId>SALARY</EndToEndId></Refs></TxDtls>';
  const ordered = '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">70</Amt></InstdAmt></AmtDtls></TxDtls>';
  const returned = '<TxDtls><RtrInf><Rsn/></RtrInf></TxDtls>';
  const debit = { direction: 'DBIT', amount: '3000.00' } as const;
  const batch = (details: string) => details.repeat(2);
  const line = (what: string, could_be_credit: boolean, more = {}) => {
    return { place: 'entry 1', what, amount: '50.00 EUR', entry_amount: null, could_be_credit, ...more };
  };
  const inBatch = (place: number, amount: string | null, could_be_credit: boolean) => {
    const whole = { place: `entry 1, detail ${place}`, amount, entry_amount: '3000.00 EUR' };
    return line('amount', could_be_credit, whole);
  };
  for (const [entry, expected] of [
    [{ ...debit, details: batch(lacking) }, [inBatch(1, null, false), inBatch(2, null, false)]],
    [{ ...debit, details: batch(ordered) }, [inBatch(1, '70 USD', false), inBatch(2, '70 USD', false)]],
    [{ ...debit, details: batch(returned) }, [inBatch(1, null, true), inBatch(2, null, true)]],
    [{ ...debit, direction: 'CRDT', details: batch(lacking) }, [inBatch(1, null, true), inBatch(2, null, true)]],
    [{ amount: '1.234,56' }, [line('amount', true, { amount: '1.234,56 EUR' })]],
    [{ amount: '-5', direction: 'DBIT' }, [line('amount', false, { amount: '-5 EUR' })]],
    [{ amount: '1e3' }, [line('amount', true, { amount: '1e3 EUR' })]],
    [{ direction: 'UP' as 'CRDT' }, [line('direction', true)]],
    [{ bookedOn: '20.11.2026' }, [line('booked_on', true)]],
    [{ bookedOn: '2026-02-30', direction: 'DBIT' }, [line('booked_on', false)]],
    [{ direction: 'DBIT', extra: '<RvslInd>constructor</RvslInd>' }, [line('returned', true)]],
    [{ status: 'DONE' }, [line('status', true)]],
    [{ currency: '' }, [line('currency', true, { amount: '50.00' })]],
  ] as const) {
    const text = camt([entry as CamtEntry]).replace('</Stmt>', `${good}</Stmt>`);
    const { entries, notUnderstood } = await read(text);
    assert.deepEqual(notUnderstood, expected);
    assert.deepEqual(
      entries.map(({ entryReferences }) => entryReferences[0]),
      ['GOOD'],
    );
  }
});

test('a statement without entries names its day by its closing balance, or by its period', async () => {
  const balance = (code: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const period = '<FrToDt><FrDtTm>2026-11-21T00:00:00</FrDtTm><ToDtTm>2026-11-22T23:59:59</ToDtTm></FrToDt>';
  const days = async (more: string, entries: CamtEntry[] = []) =>
    (await read(camt(entries).replace('</Id>', `</Id>${more}`))).days;
  assert.deepEqual(await days(period), { from: '2026-11-21', to: '2026-11-22' });
  const closing =
    period + balance('OPBD', '2026-11-20') + balance('CLBD', '2026-11-22') + balance('FWAV', '2026-12-24');
  assert.deepEqual(await days(closing), { from: '2026-11-22', to: '2026-11-22' });
  assert.deepEqual(await days(closing, [{}]), { from: '2026-11-19', to: '2026-11-19' });
  assert.equal(await days(''), null);
});

test('an element with more than 50 attributes is refused at the next one, before its end is read', async () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
  const many = (count: number, end: string) => camt([{ extra: `<Fifty ${attributes(count)}${end}` }]);
  assert.equal((await read(many(50, '/>'))).entries.length, 1);
  await unusable(read(many(51, '/>')), /more than 50 attributes/);
  let asked = 0;
  const endless = async function* () {
    yield Buffer.from(`<Document xmlns="${CAMT_NAMESPACE}" `);
    for (; asked < 1000; asked++) yield Buffer.from(`a${asked}="1" `);
  };
  await unusable(readStatementFile(endless()), /more than 50 attributes/);
  assert.ok(asked < 200, `${asked} attributes were read`);
  await unusable(read(camt([{ extra: '<x hasOwnProperty="1" b="2"/>' }])), /an attribute that no statement has/);
});

test('names are read by their namespaces, whatever the prefixes', async () => {
  const prefixed = camt([{ reference: 'P' }])
    .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
    .replace('xmlns=', 'xmlns:n=');
  assert.deepEqual((await read(prefixed)).entries[0]?.entryReferences, ['P']);
  const inner = '<Other xmlns="urn:bank"><AcctSvcrRef>WRONG</AcctSvcrRef></Other>';
  assert.deepEqual((await read(camt([{ reference: 'RIGHT', extra: inner }]))).entries[0]?.entryReferences, ['RIGHT']);
  await unusable(read(camt([{ extra: '<q:x/>' }])), /prefix "q" is not declared/);
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

test('a table is read with either decimal sign, and a faulty line is reported and ends nothing', async () => {
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
  const header = 'entry_reference,amount,currency,direction,booked_on,returned\n';
  for (const [row, what, couldBeCredit] of [
    ['A,1.000.00,EUR,credit,,', 'amount', true],
    ['A,1,euro,credit,,', 'currency', true],
    ['A,1,EUR,up,,', 'direction', true],
    ['A,1,EUR,credit,2026-02-30,', 'booked_on', true],
    ['A,1,EUR,debit,,maybe', 'returned', true],
    ['A,1.000.00,EUR,debit,,yes', 'amount', true],
    ['A,1.000.00,EUR,debit,,no', 'amount', false],
    ['A,-1.000.00,EUR,,,', 'amount', false],
    ['A,"1"0,EUR,debit,,no', 'line', true],
  ] as const) {
    const statement = await read(`${header}${row}\nB,2,EUR,credit,2026-11-20,\n`);
    const reported = statement.notUnderstood.map((one) => [one.place, one.what, one.could_be_credit]);
    assert.deepEqual(reported, [['line 2', what, couldBeCredit]], row);
    assert.deepEqual(
      statement.entries.map(({ place }) => place),
      ['line 3'],
    );
  }
  await unusable(read('a,b\n1,2\n'), /missing: entry_reference, amount, currency/);
});
