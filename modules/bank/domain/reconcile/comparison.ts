/** The state of the comparison of one statement, which its parts share. */
import { hoursFromSeconds, isReference } from '@timebank/contract';
import { isSameAmount, parseDecimal } from '../../../../core/base/decimal.ts';
import { eachInTurns } from '../../../../core/base/turns.ts';
import { type AgreedRate, rateOn, secondsFor } from '../../../../core/partners/rates/rate.ts';
import { readReferencesIn } from '../../../../core/people/members/payment-reference.ts';
import type { NamedMemberRow } from '../matching/queries.ts';
import { type Credits, replacedBy } from './corrections.ts';
import type { CreditRow, Explanation, MatchBy, OpenItemRow } from './queries.ts';
import { type Matches, type Note, noMatches, type ReportedEntry, reportEntry } from './report.ts';
import type { BankEntry } from './types.ts';

/** The partner's side of the comparison. */
export interface Ledger {
  readonly byReference: ReadonlyMap<string, CreditRow>;
  readonly byReversalReference: ReadonlyMap<string, CreditRow>;
  /** By the reference with its ASCII letters in lower case. */
  readonly byFoldedReference: ReadonlyMap<string, readonly CreditRow[]>;
  /** By the end-to-end id that the payment had on an earlier file. */
  readonly byEndToEndId: ReadonlyMap<string, readonly CreditRow[]>;
  /** By the end-to-end id that the partner sent with the credit. */
  readonly byPaymentId: ReadonlyMap<string, readonly CreditRow[]>;
  readonly credits: Credits;
  /** Everything that no earlier file explains, whenever it was booked. */
  readonly open: readonly OpenItemRow[];
  readonly members: ReadonlyMap<string, NamedMemberRow>;
  /** The inbox's lines that may be of the same transfers, by the ids of credits. */
  readonly twice: ReadonlyMap<string, number>;
}

export interface MatchSettings {
  readonly matchBy: MatchBy;
  readonly rates: readonly AgreedRate[];
  /** The bank's last day; null where the file names none. */
  readonly lastDay: string | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

export interface ComparisonResult {
  readonly matches: Matches;
  /** The entries that explain transfers, by the id of the transfer; also those of earlier files. */
  readonly explained: ReadonlyMap<string, ExplainingEntry>;
}

/** The stored part of the entry that explains a transfer. */
export type ExplainingEntry = Pick<BankEntry, 'entryReferences' | 'bookedOn' | 'endToEndId'>;

/** A payment of this file, and the credit it pays. */
export interface PaidCredit {
  readonly entry: BankEntry;
  readonly credit: CreditRow;
}

export interface Comparison {
  readonly ledger: Ledger;
  readonly settings: MatchSettings;
  readonly matches: Matches;
  readonly explained: Map<string, ExplainingEntry>;
  /** Ids of transfers that an entry of this file names and does not explain: the entry is reported instead. */
  readonly reported: Set<string>;
  /** References of the entries so far. */
  readonly seen: Set<string>;
  readonly paid: PaidCredit[];
  /** The entries in `paid`, by the ids of their credits. */
  readonly paidCredits: Map<string, BankEntry>;
  readonly creditsByEndToEndId: Map<string, Set<CreditRow>>;
  /** Payments that no credit was found for. */
  readonly uncredited: Set<BankEntry>;
}

export function beginComparison(ledger: Ledger, settings: MatchSettings): Comparison {
  return {
    ledger,
    settings,
    matches: noMatches(),
    explained: new Map(),
    reported: new Set(),
    seen: new Set(),
    paid: [],
    paidCredits: new Map(),
    creditsByEndToEndId: new Map(),
    uncredited: new Set(),
  };
}

export const isPaymentIn = ({ direction, kind }: BankEntry) => direction === 'credit' && kind === 'payment';

/** ASCII letters in lower case: the only folding the comparison by case knows. */
export const foldAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The references an entry may have been credited under. */
export function referencesOf(entry: BankEntry, matchBy: MatchBy): readonly string[] {
  if (matchBy === 'entry_reference') return entry.entryReferences;
  return entry.endToEndId === null ? [] : [entry.endToEndId];
}

/** Every payment reference the payer may have written. */
export function namedReferencesOf(entry: BankEntry): string[] {
  return [entry.texts, [entry.endToEndId ?? '']].flatMap((pieces) => readReferencesIn(pieces).references);
}

/** The entry in the words of the report, with the member whom the payer named. */
export function entryLine(
  comparison: Comparison,
  entry: BankEntry,
  credit: CreditRow | null,
  note: Note | null,
): ReportedEntry {
  const { ledger } = comparison;
  const named = firstOf(namedReferencesOf(entry), ledger.members);
  // A reversed credit belongs to no member.
  const differs = credit !== null && named !== undefined && named.id !== credit.memberId && !credit.reversalId;
  return reportEntry(entry, worthSeconds(comparison, entry, credit), credit, named, differs, note);
}

/** Why the amounts of entry and credit do not agree; null when they do. */
export function amountNote(comparison: Comparison, entry: BankEntry, credit: CreditRow): Note | null {
  const seconds = worthSeconds(comparison, entry, credit);
  if (seconds === undefined) return moneyNote(entry, credit);
  if (seconds === credit.amountSeconds) return null;
  // Of a return with charges, what was paid goes back.
  const { original, originalAmount } = entry;
  const isOriginal =
    original !== null && worthSeconds(comparison, { ...entry, amount: original }, credit) === credit.amountSeconds;
  if (isOriginal && entry.direction === 'debit') return null;
  const text = `${hoursFromSeconds(seconds)} h expected, ${hoursFromSeconds(credit.amountSeconds)} h credited`;
  const reason = `; ${originalAmount} ${entry.currency} were paid, and charges taken from them`;
  return { code: 'amount', text: isOriginal ? text + reason : text };
}

/** Without a rate nothing says how many hours are right: the money that the partner sent with the credit is compared. */
function moneyNote({ amount, original, currency, direction }: BankEntry, { payment }: CreditRow): Note | null {
  const sent = payment?.currency === currency ? parseDecimal(payment.amount ?? '') : undefined;
  const without = `no rate is set for ${currency}`;
  if (!sent) return { code: 'no_rate', text: `${without}, so the amount cannot be compared` };
  // Of a return with charges, what was paid goes back.
  const moved = direction === 'debit' && original !== null ? [amount, original] : [amount];
  if (moved.some((one) => isSameAmount(one, sent))) return null;
  return { code: 'payment_amount', text: `${without}, and the credit was sent for ${payment?.amount} ${currency}` };
}

/** What the money is worth by the rate of the day on which the bank booked the payment. */
function worthSeconds(comparison: Comparison, entry: BankEntry, credit: CreditRow | null): number | undefined {
  const rate = rateOn(comparison.settings.rates, entry.currency, paymentDay(comparison, entry, credit));
  return rate && secondsFor(entry.amount, rate);
}

/** What comes back is worth what it was worth when it came: a return has the day of its payment. */
function paymentDay({ settings, paidCredits }: Comparison, entry: BankEntry, credit: CreditRow | null): string {
  const ofEntry = entry.bookedOn ?? settings.lastDay ?? settings.today;
  if (isPaymentIn(entry) || credit === null) return ofEntry;
  return paidCredits.get(credit.id)?.bookedOn ?? credit.explained?.entryDay ?? credit.bookedOn;
}

/** Whether an earlier file explained the credit, or what it replaced, by another entry. */
export function isOfAnother({ ledger }: Comparison, entry: BankEntry, credit: CreditRow): boolean {
  return [credit, ...replacedBy(credit, ledger.credits)].some(
    (each) => each.explained && !isSameEntry(entry, each.explained),
  );
}

/** Whether an entry can be the one that explained a transfer, in another file or in this one again. */
export function isSameEntry(entry: BankEntry, { entryReference, entryDay }: Explanation): boolean {
  const own = entry.entryReferences.filter(isReference);
  const sameReference = entryReference === null || own.length === 0 || own.includes(entryReference);
  return sameReference && (entryDay === null || entry.bookedOn === null || entryDay === entry.bookedOn);
}

export function firstOf<T>(keys: readonly string[], map: ReadonlyMap<string, T>): T | undefined {
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** All references that name a transfer. */
export function idsOf({ entryReferences, endToEndId }: BankEntry): ReadonlySet<string> {
  return new Set([...entryReferences, endToEndId ?? ''].filter(isReference));
}

/** Entries by all their references that name a transfer. */
export async function byIds(entries: Iterable<BankEntry>): Promise<Map<string, BankEntry[]>> {
  const found = new Map<string, BankEntry[]>();
  await eachInTurns(entries, (entry) => {
    for (const id of idsOf(entry)) {
      const list = found.get(id);
      if (list) list.push(entry);
      else found.set(id, [entry]);
    }
  });
  return found;
}
