/** The movements of some days as banks hand them out: one writer for each dialect. */
import type { Movement } from './movements.ts';

export const ACCOUNT = 'DE02120300000000202051';
export const DOLLAR_ACCOUNT = 'DE89370400440532013000';

export interface BankFileOfDays {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a file is written from. */
export interface FileOfDays {
  readonly name: string;
  readonly movements: readonly Movement[];
  /** Balance before, in cents. */
  readonly opening: number;
  readonly account: string;
}

const FIRST_DAY_MS = Date.UTC(2025, 11, 1);
const DAY_MS = 86_400_000;
const dateOf = (day: number) => new Date(FIRST_DAY_MS + day * DAY_MS).toISOString().slice(0, 10);
const shortDate = (day: number) => dateOf(day).slice(2).replaceAll('-', '');
const money = (cents: number) =>
  `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const comma = (cents: number) => money(cents).replace('.', ',');
const sumOf = (movements: readonly Movement[]) => movements.reduce((sum, { cents }) => sum + cents, 0);
const idOf = ({ endToEndId }: Movement) => endToEndId ?? 'NOTPROVIDED';

const party = (one: Movement) => (one.cents < 0 ? 'Cdtr' : 'Dbtr');
const details = (one: Movement, own = false) =>
  `<TxDtls><Refs>${own ? `<AcctSvcrRef>${one.reference}</AcctSvcrRef>` : ''}<EndToEndId>${idOf(one)}</EndToEndId></Refs>${
    own ? `<Amt Ccy="${one.currency}">${money(one.cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` : ''
  }<RltdPties><${party(one)}><Pty><Nm>${one.payer}</Nm></Pty></${party(one)}></RltdPties><RmtInf><Ustrd>${one.text}</Ustrd></RmtInf>${
    one.isReturn ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''
  }</TxDtls>`;

const entry = (one: Pick<Movement, 'cents' | 'currency' | 'day' | 'reference'>, inside: string) =>
  `<Ntry><Amt Ccy="${one.currency}">${money(one.cents)}</Amt><CdtDbtInd>${one.cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dateOf(one.day)}</Dt></BookgDt><AcctSvcrRef>${one.reference}</AcctSvcrRef><NtryDtls>${inside}</NtryDtls></Ntry>`;

const CAMT = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

function camt(message: keyof typeof CAMT, days: FileOfDays, entries: readonly string[]): BankFileOfDays {
  const [root, holder] = CAMT[message];
  const currency = days.movements[0]?.currency ?? 'EUR';
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${money(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${dateOf(0)}</Dt></Dt></Bal>`;
  const closing = days.opening + sumOf(days.movements);
  const balances = message === '054' ? '' : balance('OPBD', days.opening) + balance('CLBD', closing);
  const text = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.08"><${root}><GrpHdr><MsgId>${days.name}</MsgId></GrpHdr><${holder}><Id>${days.name}</Id><Acct><Id><IBAN>${days.account}</IBAN></Id></Acct>${balances}${entries.join('')}</${holder}></${root}></Document>`;
  return { name: `${days.name}-${message}.xml`, bytes: Buffer.from(text) };
}

const singles = ({ movements }: FileOfDays) => movements.map((one) => entry(one, details(one)));

const statement = (days: FileOfDays) => [camt('053', days, singles(days))];

/** A report of the day, and the statement with the same movements. */
const reportAndStatement = (days: FileOfDays) => [camt('052', days, singles(days)), ...statement(days)];

/** Three payments a batch on the statement, their details in a notification. */
function batches(days: FileOfDays): BankFileOfDays[] {
  const entries: string[] = [];
  const notified: string[] = [];
  let waiting: Movement[] = [];
  for (const one of days.movements) {
    const isPlain = one.cents > 0 && !one.isReturn;
    if (isPlain) waiting.push(one);
    else entries.push(entry(one, details(one)));
    if (waiting.length < 3) continue;
    const batch = { cents: sumOf(waiting), currency: 'EUR', day: one.day, reference: `BATCH${waiting[0]?.id}` };
    const head = `<Btch><NbOfTxs>3</NbOfTxs><TtlAmt Ccy="EUR">${money(batch.cents)}</TtlAmt></Btch>`;
    entries.push(entry(batch, head));
    notified.push(entry(batch, head + waiting.map((each) => details(each, true)).join('')));
    waiting = [];
  }
  entries.push(...waiting.map((one) => entry(one, details(one))));
  return [camt('053', days, entries), camt('054', days, notified)];
}

function swift(days: FileOfDays, isInterim: boolean): BankFileOfDays {
  const lines = days.movements.flatMap((one) => {
    const mark = one.isReturn ? 'RC' : one.cents < 0 ? 'D' : 'C';
    const reference = isInterim ? '' : `//${one.reference}`;
    const words = `EREF+${idOf(one)}SVWZ+${one.text}`.match(/.{1,27}/g) ?? [];
    const pieces = words.map((piece, at) => `?${20 + at}${piece}`).join('');
    const date = shortDate(one.day);
    const information = `166?00GUTSCHRIFT${pieces}?32${one.payer}`.match(/.{1,65}/g) ?? [];
    return [
      `:61:${date}${date.slice(2)}${mark}${comma(one.cents)}N166NONREF${reference}`,
      `:86:${information.join('\r\n')}`,
    ];
  });
  const side = (cents: number) => (cents < 0 ? 'D' : 'C');
  const closing = days.opening + sumOf(days.movements);
  const last = days.movements.at(-1)?.day ?? 0;
  const balances = isInterim
    ? { head: [':34F:EURC0,', `:13D:${shortDate(last)}1200+0100`], foot: [] }
    : {
        head: [`:60F:${side(days.opening)}${shortDate(0)}EUR${comma(days.opening)}`],
        foot: [`:62F:${side(closing)}${shortDate(last)}EUR${comma(closing)}`],
      };
  const text = [':20:YEAR', `:25:${days.account}`, ':28C:1/1', ...balances.head, ...lines, ...balances.foot, '-'].join(
    '\r\n',
  );
  return { name: `${days.name}.${isInterim ? 'mt942' : 'sta'}`, bytes: Buffer.from(text, 'latin1') };
}

function table(days: FileOfDays): BankFileOfDays {
  const head =
    '"Auftragskonto";"Buchungstag";"Buchungstext";"Verwendungszweck";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Bankreferenz";"Info"';
  const rows = days.movements.map((one) => {
    const kind = one.isReturn ? 'RUECKLASTSCHRIFT' : one.cents < 0 ? 'UEBERWEISUNG' : 'GUTSCHRIFT';
    const amount = `${one.cents < 0 ? '-' : ''}${comma(one.cents)}`;
    const day = dateOf(one.day).split('-').toReversed().join('.');
    return [days.account, day, kind, one.text, idOf(one), one.payer, amount, 'EUR', '', 'Umsatz gebucht']
      .map((cell) => `"${cell}"`)
      .join(';');
  });
  return { name: `${days.name}.csv`, bytes: Buffer.from([head, ...rows].join('\r\n'), 'latin1') };
}

function ofx(days: FileOfDays): BankFileOfDays {
  const rows = days.movements.map(
    (one) =>
      `<STMTTRN><TRNTYPE>${one.cents < 0 ? 'DEBIT' : 'CREDIT'}</TRNTYPE><DTPOSTED>${dateOf(one.day).replaceAll('-', '')}120000</DTPOSTED><TRNAMT>${one.cents < 0 ? '-' : ''}${money(one.cents)}</TRNAMT><FITID>${one.reference}</FITID><NAME>${one.isReturn ? 'REJET VIR ' : ''}${one.payer}</NAME><MEMO>${one.text}</MEMO></STMTTRN>`,
  );
  const text = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?><OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>${days.account}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM><BANKTRANLIST><DTSTART>20251201</DTSTART><DTEND>20261130</DTEND>${rows.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  return { name: `${days.name}.ofx`, bytes: Buffer.from(text) };
}

/** Each gives some days in one or more files, which may report a movement twice. */
export const DIALECTS: readonly ((days: FileOfDays) => BankFileOfDays[])[] = [
  statement,
  reportAndStatement,
  batches,
  (days) => [swift(days, false)],
  (days) => [swift(days, true), swift(days, false)],
  (days) => [table(days)],
  (days) => [ofx(days)],
  // A table that was downloaded before the statement came.
  (days) => [table(days), ...statement(days)],
];
