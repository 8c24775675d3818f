/** One bank's movements in the reports that it makes of them, each with what that report says. */

/** A movement as one report tells it. */
export interface ReportedMovement {
  readonly day: string;
  /** Minus: money out. */
  readonly amount: number;
  readonly reference?: string | undefined;
  readonly uetr?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly payer?: string | undefined;
  readonly account?: string | undefined;
  readonly text?: string | undefined;
  readonly bookingText?: string | undefined;
  /** `NtryRef`, the number of a row. */
  readonly running?: string | undefined;
  readonly returned?: boolean;
}

export const REPORTS = ['camt.052', 'camt.053', 'camt.054', 'mt940', 'mt942', 'table'] as const;
export type ReportKind = (typeof REPORTS)[number];

const ACCOUNT = 'DE02120300000000202051';
const element = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`);

/** @returns a file of the account; `run` keeps two files with equal lines apart */
export function reportFile(report: ReportKind, lines: readonly ReportedMovement[], run = 1): string {
  if (report === 'table') return tableOf(lines, run);
  return report.startsWith('camt') ? camtOf(report, lines, run) : swiftOf(report, lines, run);
}

function camtOf(report: ReportKind, lines: readonly ReportedMovement[], run: number): string {
  const [root, holder] = {
    'camt.052': ['Rpt', 'BkToCstmrAcctRpt'],
    'camt.053': ['Stmt', 'BkToCstmrStmt'],
    'camt.054': ['Ntfctn', 'BkToCstmrDbtCdtNtfctn'],
  }[report as string] as [string, string];
  const entries = lines.map((told) => {
    const party = told.amount < 0 ? 'Cdtr' : 'Dbtr';
    const refs = element('EndToEndId', told.endToEndId) + element('UETR', told.uetr);
    const name = told.payer === undefined ? '' : `<${party}><Pty><Nm>${told.payer}</Nm></Pty></${party}>`;
    const account =
      told.account === undefined ? '' : `<${party}Acct><Id><IBAN>${told.account}</IBAN></Id></${party}Acct>`;
    return `<Ntry>${element('NtryRef', told.running)}<Amt Ccy="EUR">${Math.abs(told.amount).toFixed(2)}</Amt>
      <CdtDbtInd>${told.amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${told.day}</Dt></BookgDt>${element('AcctSvcrRef', told.reference)}
      <NtryDtls><TxDtls><Refs>${refs}</Refs><RltdPties>${name}${account}</RltdPties>
      <RmtInf>${element('Ustrd', told.text)}</RmtInf>
      ${told.returned ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls>
      ${element('AddtlNtryInf', told.bookingText)}</Ntry>`;
  });
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${report}.001.08"><${holder}>
    <GrpHdr><MsgId>${run}</MsgId></GrpHdr><${root}><Id>${run}</Id><Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>
    ${entries.join('')}</${root}></${holder}></Document>`;
}

function swiftOf(report: ReportKind, lines: readonly ReportedMovement[], run: number): string {
  const days = lines.map(({ day }) => day).toSorted();
  const short = (day = '2026-11-01') => day.slice(2).replaceAll('-', '');
  const entries = lines.map((told) => {
    const amount = Math.abs(told.amount).toFixed(2).replace('.', ',');
    const mark = `${told.returned ? 'R' : ''}${told.amount < 0 !== (told.returned ?? false) ? 'D' : 'C'}`;
    const bank = told.reference === undefined ? '' : `//${told.reference}`;
    const pieces = (code: number, text = '') =>
      (text.match(/.{1,27}/g) ?? []).map((piece, at) => `?${code + at}${piece}`).join('');
    const words = [told.endToEndId && `EREF+${told.endToEndId} `, told.text && `SVWZ+${told.text}`]
      .filter(Boolean)
      .join('');
    const account = told.account === undefined ? '' : `?31${told.account}`;
    return `:61:${short(told.day)}${short(told.day).slice(2)}${mark}${amount}NTRFNONREF${bank}
:86:166?00${told.bookingText ?? 'GUTSCHRIFT'}${pieces(20, words)}${account}${pieces(32, told.payer)}`;
  });
  const head = `:20:RUN${run}\n:25:${ACCOUNT}\n:28C:${run}/1`;
  if (report === 'mt942') return `${head}\n:34F:EUR0,\n:13D:2611010000+0000\n${entries.join('\n')}\n-\n`;
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  const balance = (tag: string, day: string | undefined, amount: number) =>
    `:${tag}:${amount < 0 ? 'D' : 'C'}${short(day)}EUR${Math.abs(amount).toFixed(2).replace('.', ',')}`;
  return `${head}\n${balance('60F', days[0], 1000)}\n${entries.join('\n')}\n${balance('62F', days.at(-1), 1000 + sum)}\n-\n`;
}

function tableOf(lines: readonly ReportedMovement[], run: number): string {
  const head = 'account;booked_on;amount;currency;payer;iban;End-to-End-Referenz;remittance;Volgnr;run';
  const rows = lines.map((told) =>
    [
      ...[ACCOUNT, told.day, told.amount.toFixed(2), 'EUR', told.payer, told.account, told.endToEndId, told.text],
      ...[told.running, run],
    ].join(';'),
  );
  return `${[head, ...rows].join('\n')}\n`;
}
