/** A bank's statement against a partner's credits. Pure: what is on both sides decides the report. */
import { hoursFromSeconds, isReference } from '@timebank/contract';
import { hoursWorth, isWorth, type Rate } from './amount.ts';
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
  readonly explained: ReadonlyMap<string, BankEntry>;
}

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
  const explained = new Map<string, BankEntry>();
  /** Transfers that an entry of this file names and does not explain: that entry is told instead. */
  const told = new Set<string>();
  const seen = new Set<string>();
  const paid: Paid[] = [];
  const uncredited = new Set<BankEntry>();
  const creditsByEndToEndId = new Map<string, Set<CreditRow>>();

  for (const entry of entries) {
    if (entry.direction === 'credit' && !entry.returned) findCredit(entry);
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
  const paidCredits = new Set(paid.map(({ credit }) => credit.id));
  for (const item of ledger.open) {
    if (!explained.has(item.itemId) && !told.has(item.itemId)) listOpen(item);
  }
  return { matches, explained };

  function findCredit(entry: BankEntry): void {
    const references = referencesOf(entry, settings.matchBy);
    const usable = references.filter(isReference);
    if (usable.length === 0) {
      matches.unusable_reference.push(report(entry, null, withoutReference(references[0])));
      return;
    }
    if (usable.some((reference) => seen.has(reference))) {
      const text = 'an earlier entry has the same reference';
      matches.unusable_reference.push(report(entry, null, { code: 'reference_repeated', text }));
      return;
    }
    for (const reference of usable) seen.add(reference);
    const credit = firstOf(usable, ledger.byReference);
    if (!credit) {
      const [other] = usable.flatMap((reference) => ledger.byFoldedReference.get(foldAscii(reference)) ?? []);
      if (!other) uncredited.add(entry);
      else {
        const text = `only "${other.reference}" is credited, another reference`;
        matches.case_differs.push(report(entry, other, { code: 'other_case', text }));
      }
    } else if (credit.explained && !isSameEntry(entry, credit.explained)) {
      const text = 'a payment on an earlier statement has the same reference, and one credit cannot be for both';
      matches.unusable_reference.push(report(entry, credit, { code: 'reference_on_earlier_statement', text }));
    } else {
      paid.push({ entry, credit });
      if (entry.endToEndId !== null && isReference(entry.endToEndId)) {
        const linked = creditsByEndToEndId.get(entry.endToEndId) ?? new Set();
        creditsByEndToEndId.set(entry.endToEndId, linked.add(credit));
      }
    }
  }

  function matchPayment({ entry, credit }: Paid): void {
    const note = amountNote(entry, credit);
    const line = report(entry, credit, note);
    if (note === null && !line.member_differs) explained.set(credit.id, entry);
    else told.add(credit.id);
    if (note !== null) matches.amount_differs.push(line);
    // Hours that were taken back although the money stayed: `listOpen` tells the reversal.
    else if (!credit.reversalId || isReturned(credit.reversalId, credit)) matches.matched.push(line);
  }

  function matchReturn(entry: BankEntry): void {
    const references = [...entry.entryReferences, entry.endToEndId].filter(
      (text): text is string => text !== null && isReference(text),
    );
    const own = referencesOf(entry, settings.matchBy).filter(isReference);
    const credit =
      firstOf(references, ledger.byReversalReference) ?? firstOf(own, ledger.byReference) ?? linkedCredit(entry);
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
    for (const credit of creditsByEndToEndId.get(endToEndId) ?? []) linked.set(credit.id, credit);
    for (const credit of ledger.byEndToEndId.get(endToEndId) ?? []) linked.set(credit.id, credit);
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

/** By all references that name a transfer. */
function byIds(entries: Iterable<BankEntry>): Map<string, BankEntry[]> {
  const found = new Map<string, BankEntry[]>();
  for (const entry of entries) {
    for (const id of new Set([...entry.entryReferences, entry.endToEndId ?? ''].filter(isReference))) {
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
