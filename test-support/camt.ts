/** Writes small camt.053 documents. */
export interface CamtEntry {
  readonly reference?: string;
  readonly endToEndId?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly status?: string;
  readonly bookedOn?: string;
  readonly remittance?: string;
  /** Inside the single detail. */
  readonly detail?: string;
  /** Instead of the single detail. */
  readonly details?: string;
  /** Inside the entry, before its details. */
  readonly extra?: string;
}

const tag = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`);

export function camtEntry(entry: CamtEntry): string {
  const { amount = '50.00', currency = 'EUR', direction = 'CRDT', status = 'BOOK', bookedOn = '2026-11-19' } = entry;
  const detail =
    entry.details ??
    `<TxDtls><Refs>${tag('EndToEndId', entry.endToEndId)}</Refs>${entry.detail ?? ''}
     <RmtInf>${tag('Ustrd', entry.remittance)}</RmtInf></TxDtls>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${entry.extra ?? ''}
    <Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt>${tag('AcctSvcrRef', entry.reference)}
    <NtryDtls>${detail}</NtryDtls></Ntry>`;
}

const CAMT_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

export function camt(entries: readonly CamtEntry[], namespace = CAMT_NAMESPACE): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Id>1</Id>
    ${entries.map(camtEntry).join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}
