/** A camt file of one account, as tests need it. */

export interface SampleEntry {
  readonly reference?: string;
  readonly amount: number;
  readonly text?: string;
  readonly endToEndId?: string;
  readonly returned?: boolean;
  /** `YYYY-MM-DD`; without it 2026-11-24. */
  readonly day?: string;
}

const DAY = '2026-11-24';

/** A camt.053, or another message; the balances agree with the entries. */
export function bankStatement(
  entries: readonly SampleEntry[],
  { account = 'DE02120300000000202051', message = 'camt.053', opening = 1000, id = '1' } = {},
): string {
  const [root, holder] =
    {
      'camt.052': ['Rpt', 'BkToCstmrAcctRpt'],
      'camt.053': ['Stmt', 'BkToCstmrStmt'],
      'camt.054': ['Ntfctn', 'BkToCstmrDbtCdtNtfctn'],
    }[message] ?? [];
  const days = entries.map(({ day }) => day ?? DAY).toSorted();
  const balance = (code: string, amount: number, day = DAY) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>
    <Amt Ccy="EUR">${Math.abs(amount).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>
    <Dt><Dt>${day}</Dt></Dt></Bal>`;
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening);
  const body = entries.map((entry) => {
    const reference = entry.reference === undefined ? '' : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`;
    const id = entry.endToEndId === undefined ? '' : `<Refs><EndToEndId>${entry.endToEndId}</EndToEndId></Refs>`;
    const back = entry.returned ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '';
    const party = entry.amount < 0 ? 'Cdtr' : 'Dbtr';
    return `<Ntry><Amt Ccy="EUR">${Math.abs(entry.amount).toFixed(2)}</Amt>
      <CdtDbtInd>${entry.amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${entry.day ?? DAY}</Dt></BookgDt>${reference}
      <NtryDtls><TxDtls>${id}<RltdPties><${party}><Pty><Nm>Thea Brandlhuber</Nm></Pty></${party}>
      <${party}Acct><Id><IBAN>DE70999111110000120034</IBAN></Id></${party}Acct></RltdPties>
      <RmtInf><Ustrd>${entry.text ?? ''}</Ustrd></RmtInf>${back}</TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.08"><${holder}>
    <GrpHdr><MsgId>1</MsgId></GrpHdr><${root}><Id>${id}</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
    ${balance('OPBD', opening, days[0])}${balance('CLBD', closing, days.at(-1))}${body.join('')}</${root}></${holder}></Document>`;
}
