/** The texts of one element of a camt document that is read as a unit: a statement, a balance, an entry, a detail. */
import { type Decimal, parseSigned } from '../../core/base/decimal.ts';
import { PIECES_MAX } from './texts.ts';

/** Texts by path; the first of each wins, except for what the payer wrote and what a batch counts. */
export interface CamtElement {
  readonly texts: Map<string, string>;
  /** What the payer wrote, in the order of the document. */
  readonly remittance: string[];
  /** Currencies by the path of the amount. */
  readonly currencies: Map<string, string>;
  /** Paths of elements that are there, whatever is in them. */
  readonly present: Set<string>;
  /** `NbOfTxs` of each batch in the entry. */
  readonly counts: string[];
}

export const newElement = (): CamtElement => ({
  texts: new Map(),
  remittance: [],
  currencies: new Map(),
  present: new Set(),
  counts: [],
});

const REMITTANCE = new Set([
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/AddtlRmtInf',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'AddtlTxInf',
  'AddtlNtryInf',
]);

/** @returns false where it is one piece too many */
export function keepText(part: CamtElement, path: string, text: string): boolean {
  if (text === '') return true;
  if (path === 'NtryDtls/Btch/NbOfTxs') part.counts.push(text);
  if (!part.texts.has(path)) part.texts.set(path, text);
  if (!REMITTANCE.has(path)) return true;
  if (part.remittance.length >= PIECES_MAX) return false;
  part.remittance.push(text);
  return true;
}

export interface CamtAmount {
  readonly amount: Decimal;
  readonly currency: string;
}

/** An amount with its currency; undefined where either cannot be read. */
export function amountAt({ texts, currencies }: CamtElement, path: string): CamtAmount | undefined {
  const amount = parseSigned(texts.get(path) ?? '');
  const currency = currencies.get(path)?.trim().toUpperCase() ?? '';
  return amount && amount.digits >= 0n && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : undefined;
}

/** A whole number, as counts are written; undefined where it is none. */
export function countAt(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
