/** A bank's statement against a partner's credits. Pure: what is on both sides decides the report. */
import { hoursFromSeconds, isReference } from '@timebank/contract';
import { DAY_MS } from '../../platform/base/time.ts';
import { hoursWorth, isWorth, type Rate } from './amount.ts';
import { type Credits, explanationBefore, lastOf, replacedBy } from './corrections.ts';
import type { CreditRow, Explanation, MatchBy, NamedMemberRow, OpenItemRow } from './queries.ts';
import { paymentReferencesIn } from './remittance.ts';
import { type Matches, type Note, noMatches, type ReportedEntry, reportCredit, reportEntry } from './report.ts';
import type { BankEntry, Decimal } from './types.ts';

/** What the partner's side of the comparison holds. */
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
}

export interface MatchSettings {
  readonly matchBy: MatchBy;
  readonly rates: ReadonlyMap<string, Rate>;
  /** The bank's last day; null where the file names none. */
  readonly lastDay: string | null;
}

export interface Compared {
  readonly matches: Matches;
  /** What this file explains, by the id of the transfer; also what an earlier one explained already. */
  readonly explained: ReadonlyMap<string, Explaining>;
}

/** What is remembered of the entry that explains a transfer. */
export type Explaining = Pick<BankEntry, 'entryReferences' | 'bookedOn' | 'endToEndId'>;

/** Days by which a bank may book a payment later than the partner credits it. A standing order repeats weekly at most. */
const BOOKED_LATER_DAYS_MAX = 5;

/** ASCII letters in lower case: the only folding the comparison by case knows. */
export const foldAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The references an entry may have been credited under. */
export function referencesOf(entry: BankEntry, matchBy: MatchBy): readonly string[] {
  if (matchBy === 'entry_reference') return entry.entryReferences;
  return entry.endToEndId === null ? [] : [entry.endToEndId];
}

/** Every payment reference the payer may have written. */
export function namedReferencesOf(entry: BankEntry): string[] {
  return [...new Set([...paymentReferencesIn(entry.remittance), ...paymentReferencesIn([entry.endToEndId ?? ''])])];
}

interface Paid {
  readonly entry: BankEntry;
  readonly credit: CreditRow;
}

/** Compares, in the order of the statement. */
export function matchStatement(entries: readonly BankEntry[], ledger: Ledger, settings: MatchSettings): Compared {
  const matches = noMatches();
  const explained = new Map<string, Explaining>();
  /** Transfers that an entry of this file names and does not explain: that entry is told instead. */
  const told = new Set<string>();
  const seen = new Set<string>();
  const paid: Paid[] = [];
  const paidCredits = new Set<string>();
  const uncredited = new Set<BankEntry>();
  const creditsByEndToEndId = new Map<string, Set<CreditRow>>();
  /** Entries whose reference names no credit, and what they are told as if nothing else does. */
  const unnamed = new Map<BankEntry, () => void>();

  const payments = entries.filter(({ direction, returned }) => direction === 'credit' && !returned);
  for (const entry of payments) findCredit(entry);
  const paymentsById = byIds(payments);
  for (const [entry, tell] of unnamed) {
    const credit = creditByPayment(entry);
    if (credit) pay(entry, credit);
    else tell();
  }
  // A return may stand before its payment, and decides what becomes of it.
  const uncreditedById = byIds(uncredited);
  const returnsOfOtherAmounts: ReportedEntry[] = [];
  for (const entry of entries) {
    if (entry.direction === 'debit' && entry.returned) matchReturn(entry);
    else if (entry.direction === 'debit' || entry.returned) matches.other_entries++;
  }
  for (const payment of paid) matchPayment(payment);
  const creditOf = new Map(paid.map(({ entry, credit }) => [entry, credit]));
  for (const entry of entries) {
    const isPayment = entry.direction === 'credit' && !entry.returned;
    if (isPayment && !firstOf(namedReferencesOf(entry), ledger.members)) {
      matches.no_payment_reference.push(report(entry, creditOf.get(entry) ?? null, null));
    }
  }
  matches.amount_differs.push(...returnsOfOtherAmounts);
  for (const entry of uncredited) matches.on_statement_not_credited.push(report(entry, null, null));
  for (const item of ledger.open) {
    if (!explained.has(item.itemId) && !told.has(item.itemId)) listOpen(item);
  }
  return { matches, explained };

  function findCredit(entry: BankEntry): void {
    const references = referencesOf(entry, settings.matchBy);
    const usable = references.filter(isReference);
    if (usable.length === 0) {
      unnamed.set(entry, () => matches.unusable_reference.push(report(entry, null, withoutReference(references[0]))));
      return;
    }
    if (usable.some((reference) => seen.has(reference))) {
      const text = 'an earlier entry has the same reference';
      matches.unusable_reference.push(report(entry, null, { code: 'reference_repeated', text }));
      return;
    }
    for (const reference of usable) seen.add(reference);
    const named = firstOf(usable, ledger.byReference);
    const credit = named && lastOf(named, ledger.credits);
    if (!credit) {
      const [other] = usable.flatMap((reference) => ledger.byFoldedReference.get(foldAscii(reference)) ?? []);
      if (!other) unnamed.set(entry, () => uncredited.add(entry));
      else {
        const text = `only "${other.reference}" is credited, another reference`;
        matches.case_differs.push(report(entry, other, { code: 'other_case', text }));
      }
    } else if (isOfAnother(entry, credit)) {
      const text = 'a payment on an earlier statement has the same reference, and one credit cannot be for both';
      matches.unusable_reference.push(report(entry, credit, { code: 'reference_on_earlier_statement', text }));
    } else if (paidCredits.has(credit.id)) {
      const text = 'an earlier entry pays the credit that replaced this one';
      matches.unusable_reference.push(report(entry, credit, { code: 'reference_repeated', text }));
    } else {
      pay(entry, credit);
    }
  }

  function pay(entry: BankEntry, credit: CreditRow): void {
    paid.push({ entry, credit });
    paidCredits.add(credit.id);
    if (entry.endToEndId !== null && isReference(entry.endToEndId)) {
      const linked = creditsByEndToEndId.get(entry.endToEndId) ?? new Set();
      creditsByEndToEndId.set(entry.endToEndId, linked.add(credit));
    }
  }

  /** Whether an earlier file explained the credit, or what it replaced, by another entry. */
  function isOfAnother(entry: BankEntry, credit: CreditRow): boolean {
    return [credit, ...replacedBy(credit, ledger.credits)].some(
      (each) => each.explained && !isSameEntry(entry, each.explained),
    );
  }

  /** By the end-to-end id that the partner sent with it: where one entry and one credit have it, and the amounts agree. */
  function creditByPayment(entry: BankEntry): CreditRow | undefined {
    for (const id of idsOf(entry)) {
      const sent = (ledger.byPaymentId.get(id) ?? []).map((credit) => lastOf(credit, ledger.credits));
      const [credit] = sent;
      if (!credit || sent.some((other) => other.id !== credit.id) || paymentsById.get(id)?.length !== 1) continue;
      if (paidCredits.has(credit.id) || isOfAnother(entry, credit) || amountNote(entry, credit)) continue;
      const laterMs = entry.bookedOn === null ? 0 : Date.parse(entry.bookedOn) - Date.parse(credit.bookedOn);
      if (laterMs <= BOOKED_LATER_DAYS_MAX * DAY_MS) return credit;
    }
    return undefined;
  }

  function matchPayment({ entry, credit }: Paid): void {
    const note = amountNote(entry, credit);
    const line = report(entry, credit, note);
    const agrees = note === null && !line.member_differs;
    if (agrees) explained.set(credit.id, entry);
    else told.add(credit.id);
    for (const replaced of replacedBy(credit, ledger.credits)) {
      matches.corrected.push(reportCredit(replaced, 'credit'));
      for (const id of [replaced.id, replaced.reversalId ?? '']) {
        if (agrees) explained.set(id, entry);
        else told.add(id);
      }
    }
    if (note !== null) matches.amount_differs.push(line);
    // Hours that were taken back although the money stayed: `listOpen` tells the reversal.
    else if (!credit.reversalId || isReturned(credit.reversalId, credit)) matches.matched.push(line);
  }

  function matchReturn(entry: BankEntry): void {
    const references = [...entry.entryReferences, entry.endToEndId].filter(
      (text): text is string => text !== null && isReference(text),
    );
    const own = referencesOf(entry, settings.matchBy).filter(isReference);
    const named = firstOf(references, ledger.byReversalReference) ?? firstOf(own, ledger.byReference);
    const credit = named ? lastOf(named, ledger.credits) : linkedCredit(entry);
    if (!credit) {
      const payment = uncreditedPayment(entry, references);
      if (payment) {
        uncredited.delete(payment);
        const text = `returned by ${entry.place}, never credited`;
        matches.returned_uncredited.push(report(payment, null, { code: 'returned_in_file', text }));
        return;
      }
      const text = 'no credit of this payment is known';
      matches.returned_without_credit.push(report(entry, null, { code: 'no_credit_known', text }));
      return;
    }
    if (!credit.reversalId) {
      const text = 'its credit is not reversed';
      matches.returned_without_reversal.push(report(entry, credit, { code: 'not_reversed', text }));
      return;
    }
    const note = amountNote(entry, credit);
    if (note !== null) {
      told.add(credit.reversalId);
      returnsOfOtherAmounts.push(report(entry, credit, note));
      return;
    }
    const earlier = credit.reversalExplained;
    if (explained.has(credit.reversalId) || (earlier && !isSameEntry(entry, earlier))) {
      const text = 'another entry is the return of this credit already';
      matches.returned_without_credit.push(report(entry, credit, { code: 'returned_twice', text }));
      return;
    }
    explained.set(credit.reversalId, entry);
    matches.returned.push(report(entry, credit, null));
  }

  /** By the end-to-end id that payment and return share, if only one payment has it. */
  function linkedCredit({ endToEndId }: BankEntry): CreditRow | undefined {
    if (endToEndId === null || !isReference(endToEndId) || uncreditedById.has(endToEndId)) return undefined;
    const linked = new Map<string, CreditRow>();
    for (const found of [creditsByEndToEndId, ledger.byEndToEndId, ledger.byPaymentId]) {
      for (const each of found.get(endToEndId) ?? []) {
        const credit = lastOf(each, ledger.credits);
        linked.set(credit.id, credit);
      }
    }
    return linked.size === 1 ? [...linked.values()][0] : undefined;
  }

  /** The payment of this file that came back whole and was never credited, if only one can be meant. */
  function uncreditedPayment(entry: BankEntry, references: readonly string[]): BankEntry | undefined {
    const shared = references.find((reference) => uncreditedById.has(reference));
    const [payment, another] = uncreditedById.get(shared ?? '') ?? [];
    if (!payment || another || !uncredited.has(payment)) return undefined;
    const alsoCredited = creditsByEndToEndId.has(shared ?? '') || ledger.byEndToEndId.has(shared ?? '');
    if (shared === entry.endToEndId && alsoCredited) return undefined;
    return payment.currency === entry.currency && isSameAmount(payment.amount, entry.amount) ? payment : undefined;
  }

  function listOpen(item: OpenItemRow): void {
    if (closedByCorrection(item)) return;
    const late = (day: string | null) => settings.lastDay === null || (day ?? '') > settings.lastDay;
    if (item.kind === 'credit') {
      const list = late(item.bookedOn) ? matches.waiting_for_statement : matches.credited_not_on_statement;
      list.push(reportCredit(item, 'credit'));
    } else {
      // The money is on this very file, and went back on none.
      const waits = late(item.reversedOn) && !paidCredits.has(item.id);
      const list = waits ? matches.waiting_for_statement : matches.reversed_without_return;
      list.push(reportCredit(item, 'reversal'));
    }
  }

  /** A credit that another one replaces waits for nothing; the other stands for the payment. */
  function closedByCorrection(item: OpenItemRow): boolean {
    const credit = ledger.credits.get(item.id) ?? item;
    const isReplaced = lastOf(credit, ledger.credits).id !== credit.id;
    const before = isReplaced ? credit.explained : explanationBefore(credit, ledger.credits);
    if (before && (isReplaced || item.kind === 'credit')) {
      const { entryReference, entryDay } = before;
      explained.set(item.itemId, {
        entryReferences: [entryReference ?? []].flat(),
        bookedOn: entryDay,
        endToEndId: null,
      });
    }
    if (isReplaced) matches.corrected.push(reportCredit(credit, item.kind === 'credit' ? 'credit' : 'reversal'));
    return explained.has(item.itemId) || isReplaced;
  }

  function isReturned(reversalId: string, { reversalExplained }: CreditRow): boolean {
    return reversalExplained !== null || explained.has(reversalId);
  }

  function amountNote(entry: BankEntry, credit: CreditRow): Note | null {
    const rate = settings.rates.get(entry.currency);
    if (!rate) {
      return { code: 'no_rate', text: `no rate is set for ${entry.currency}, so the amount cannot be compared` };
    }
    if (isWorth(entry.amount, rate, credit.amountSeconds)) return null;
    const text = `${hoursWorth(entry.amount, rate)} h expected, ${hoursFromSeconds(credit.amountSeconds)} h credited`;
    return { code: 'amount', text };
  }

  function withoutReference(reference: string | undefined): Note {
    if (reference !== undefined) return { code: 'not_a_reference', text: `"${reference}" names no transfer` };
    return settings.matchBy === 'entry_reference'
      ? { code: 'no_entry_reference', text: 'the bank gave no entry reference of its own' }
      : { code: 'no_end_to_end_id', text: 'the payer gave no end-to-end id' };
  }

  function report(entry: BankEntry, credit: CreditRow | null, note: Note | null): ReportedEntry {
    const named = firstOf(namedReferencesOf(entry), ledger.members);
    // A credit that was taken back is nobody's any more.
    const differs = credit !== null && named !== undefined && named.id !== credit.memberId && !credit.reversalId;
    return reportEntry(entry, settings.rates, credit, named, differs, note);
  }
}

function firstOf<T>(keys: readonly string[], map: ReadonlyMap<string, T>): T | undefined {
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** All references that name a transfer. */
function idsOf({ entryReferences, endToEndId }: BankEntry): ReadonlySet<string> {
  return new Set([...entryReferences, endToEndId ?? ''].filter(isReference));
}

/** By all references that name a transfer. */
function byIds(entries: Iterable<BankEntry>): Map<string, BankEntry[]> {
  const found = new Map<string, BankEntry[]>();
  for (const entry of entries) {
    for (const id of idsOf(entry)) {
      found.set(id, [...(found.get(id) ?? []), entry]);
    }
  }
  return found;
}

/** Whether an entry can be the one that explained a transfer, in another file or in this one again. */
function isSameEntry(entry: BankEntry, { entryReference, entryDay }: Explanation): boolean {
  const own = entry.entryReferences.filter(isReference);
  const sameReference = entryReference === null || own.length === 0 || own.includes(entryReference);
  return sameReference && (entryDay === null || entry.bookedOn === null || entryDay === entry.bookedOn);
}

function isSameAmount(a: Decimal, b: Decimal): boolean {
  return a.digits * 10n ** BigInt(b.scale) === b.digits * 10n ** BigInt(a.scale);
}
