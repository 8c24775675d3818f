import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { type CamtEntry, camt, camtEntry } from '../../test-support/camt.ts';
import { readBankFile } from './read-file.ts';
import { type BankFile, BankFileFault } from './types.ts';

const FIXTURE = join(import.meta.dirname, '../../fixtures/statement-camt053.xml');

const readStatementFile = async (chunks: AsyncIterable<Buffer>) => viewOf(await readBankFile(null, chunks, {}));
const read = (content: string | Buffer) => readStatementFile(Readable.from([Buffer.from(content)]));

/** What can be read, what cannot, and the days. */
function viewOf({ statements }: BankFile) {
  const lines = statements.flatMap((statement) => statement.lines);
  const [first] = statements;
  return {
    entries: lines.filter(({ isUnreadable, isPending }) => !isUnreadable && !isPending),
    notUnderstood: lines.flatMap(({ place, unreadable }) => (unreadable ? [{ place, ...unreadable }] : [])),
    notBooked: lines.filter(({ isPending }) => isPending).length,
    days: first?.to ? { from: first.from, to: first.to } : null,
  };
}

const unusable = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof BankFileFault, String(error));
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
    reference: 'ASR900026',
    isBankWide: true,
    entryReference: null,
    endToEndId: 'TB-2026-00026',
    relatedReference: null,
    bookedOn: '2026-11-19',
    amount: '25.00',
    currency: 'EUR',
    originalAmount: null,
    originalCurrency: null,
    payer: null,
    payerAccount: null,
    texts: ['2 hrs / thanks & regards'],
    kind: 'payment',
    isPending: false,
    missingDetails: null,
    isUnreadable: false,
  });
  assert.deepEqual(
    entries.filter(({ kind }) => kind === 'return').map(({ place, amount }) => [place, amount]),
    [['entry 28', '-50.00']],
  );
});

test('a control character is refused with its line, in every text that is kept', async () => {
  const control = ['\u0001', '\u000b', '\u001b', '\u007f', '\u0085', '\u009b'];
  for (const sign of control) {
    const name = `U\\+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const refusal = (line: number) =>
      new RegExp(`^Line ${line} has the control character ${name}, which .*; remove it`);
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
    entries.map(({ place, reference, endToEndId, amount, currency }) => [
      place,
      reference,
      endToEndId,
      `${amount} ${currency}`,
    ]),
    [
      ['entry 1, detail 1', 'A-1', 'E-1', '20.00 EUR'],
      ['entry 1, detail 2', null, 'E-2', '30.00 USD'],
      ['entry 1, detail 3', null, null, '1.50 EUR'],
    ],
  );
});

test('only booked entries count, whatever the version of the message', async () => {
  const old = camtEntry({ reference: 'OLD' }).replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>');
  const text = camt([{ status: 'PDNG' }, { status: 'INFO' }, { reference: 'NEW' }]).replace('</Stmt>', `${old}</Stmt>`);
  const { entries, notBooked } = await read(text.replaceAll('053.001.08', '053.001.02'));
  assert.deepEqual(
    entries.map(({ reference }) => reference),
    ['NEW', 'OLD'],
  );
  assert.equal(notBooked, 2);
});

test('supplementary data of other namespaces is stepped over', async () => {
  const extra = '<x:AcctSvcrRef xmlns:x="urn:bank">WRONG</x:AcctSvcrRef>';
  const { entries } = await read(camt([{ reference: 'RIGHT', extra }]));
  assert.deepEqual(entries[0]?.reference, 'RIGHT');
});

test('other encodings are understood when they are declared, and by their bytes when they are not what is declared', async () => {
  const text = camt([{ remittance: 'für Jürgen' }]);
  const latin1 = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
  assert.deepEqual((await read(latin1)).entries[0]?.texts, ['für Jürgen']);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replace('UTF-8', 'UTF-16'), 'utf16le')]);
  assert.deepEqual((await read(utf16)).entries[0]?.texts, ['für Jürgen']);
  // Bytes that are unmistakable count more than a declaration.
  for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(text.replace('UTF-8', 'UTF-16'))]) {
    assert.deepEqual((await read(bytes)).entries[0]?.texts, ['für Jürgen']);
  }
  const stray = Buffer.from(text).toString('latin1').replace('J', '\u00c9\u00c3\u00bcJ');
  assert.deepEqual((await read(Buffer.from(stray, 'latin1'))).entries[0]?.texts, ['für ÉüJürgen']);
  const unknown = Buffer.from(text.replace('UTF-8', 'EBCDIC-X'), 'latin1');
  await unusable(read(unknown), /encoded as EBCDIC-X/);
});

test('an unreadable entry is reported with its place, and the rest of the file is read', async () => {
  const good = camtEntry({ reference: 'GOOD', amount: '50.00' });
  const lacking = '<TxDtls><Refs><EndToEndId>SALARY</EndToEndId></Refs></TxDtls>';
  const ordered = '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">70</Amt></InstdAmt></AmtDtls></TxDtls>';
  const returned = '<TxDtls><RtrInf><Rsn/></RtrInf></TxDtls>';
  const debit = { direction: 'DBIT', amount: '3000.00' } as const;
  const batch = (details: string) => details.repeat(2);
  const line = (what: string, couldBeCredit: boolean, more = {}) => {
    return { place: 'entry 1', what, amount: '50.00 EUR', entryAmount: null, couldBeCredit, ...more };
  };
  const inBatch = (place: number, amount: string | null, couldBeCredit: boolean) => {
    const whole = { place: `entry 1, detail ${place}`, amount, entryAmount: '3000.00 EUR' };
    return line('amount', couldBeCredit, whole);
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
      entries.map(({ reference }) => reference),
      ['GOOD'],
    );
  }
});

test('a statement without entries names its day by its closing balance, or by its period', async () => {
  const balance = (code: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const period = '<FrToDt><FrDtTm>2026-11-21T00:00:00</FrDtTm><ToDtTm>2026-11-22T23:59:59</ToDtTm></FrToDt>';
  const days = async (more: string, entries: CamtEntry[] = []) =>
    (await read(camt(entries).replace('</Id>', `</Id>${more}`))).days;
  assert.deepEqual(await days(period), { from: '2026-11-21', to: '2026-11-22' });
  const closing =
    period + balance('OPBD', '2026-11-20') + balance('CLBD', '2026-11-22') + balance('FWAV', '2026-12-24');
  assert.deepEqual(await days(closing), { from: '2026-11-21', to: '2026-11-22' });
  const balances = balance('OPBD', '2026-11-20') + balance('CLBD', '2026-11-22');
  assert.deepEqual(await days(balances), { from: '2026-11-20', to: '2026-11-22' });
  assert.deepEqual(await days(closing, [{}]), { from: '2026-11-19', to: '2026-11-19' });
  assert.equal(await days(''), null);
});

test('an element with more than 50 attributes is refused at the next one, before its end is read', async () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
  const many = (count: number, end: string) => camt([{ extra: `<Fifty ${attributes(count)}${end}` }]);
  assert.equal((await read(many(50, '/>'))).entries.length, 1);
  await unusable(read(many(51, '/>')), /more than 50 attributes/);
  await unusable(read(camt([{ extra: '<x hasOwnProperty="1" b="2"/>' }])), /an attribute that no statement has/);
});

test('names are read by their namespaces, whatever the prefixes', async () => {
  const prefixed = camt([{ reference: 'P' }])
    .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
    .replace('xmlns=', 'xmlns:n=');
  assert.deepEqual((await read(prefixed)).entries[0]?.reference, 'P');
  const inner = '<Other xmlns="urn:bank"><AcctSvcrRef>WRONG</AcctSvcrRef></Other>';
  assert.deepEqual((await read(camt([{ reference: 'RIGHT', extra: inner }]))).entries[0]?.reference, 'RIGHT');
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
