/** A bank's statement against a partner's credits. Pure: what is on both sides decides the report. */
import { encodeId, hoursFromSeconds, isReference } from '@timebank/contract';
import { hoursWorth, isWorth, type Rate } from './amount.ts';
import type { CreditRow, MatchBy, NamedMemberRow } from './queries.ts';
import { paymentReferencesIn } from './remittance.ts';
import type { BankEntry } from './types.ts';

/** What the partner's side of the comparison holds. */
export interface Ledger {
  readonly byReference: ReadonlyMap<string, CreditRow>;
  readonly byReversalReference: ReadonlyMap<string, CreditRow>;
  /** By the reference with its ASCII letters in lower case. */
  readonly byFoldedReference: ReadonlyMap<string, readonly CreditRow[]>;
  /** Credits that should be on the statement. */
  readonly ofPeriod: readonly CreditRow[];
  readonly members: ReadonlyMap<string, NamedMemberRow>;
}

export interface MatchSettings {
  readonly matchBy: MatchBy;
  readonly rates: ReadonlyMap<string, Rate>;
}

/** A credit as the report shows it. */
export interface ReportedCredit {
  readonly credit_id: string;
  readonly reference: string;
  readonly hours: number;
  readonly booked_on: string;
  readonly user_id: string;
  readonly name: string;
  readonly reversed_on: string | null;
}

/** An entry of the statement as the report shows it. */
export interface ReportedEntry {
  readonly place: string;
  readonly reference: string | null;
  readonly end_to_end_id: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly booked_on: string | null;
  /** What the money is worth; null without a rate for its currency. */
  readonly hours_worth: number | null;
  readonly credit: ReportedCredit | null;
  /** Whom the payer named by a payment reference. */
  readonly named_member: {
    readonly payment_reference: string;
    readonly user_id: string;
    readonly external_id: string | null;
    readonly name: string;
  } | null;
  /** The credit went to another member than the payer named. */
  readonly member_differs: boolean;
  readonly problem: string | null;
}

export interface Matches {
  readonly matched: ReportedEntry[];
  readonly returned: ReportedEntry[];
  readonly credited_not_on_statement: ReportedCredit[];
  readonly on_statement_not_credited: ReportedEntry[];
  readonly amount_differs: ReportedEntry[];
  readonly returned_without_reversal: ReportedEntry[];
  readonly unusable_reference: ReportedEntry[];
  readonly case_differs: ReportedEntry[];
  /** Neither payments received nor returns of such: fees, transfers of the account's owner. */
  other_entries: number;
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
  return paymentReferencesIn([...entry.remittance, entry.endToEndId ?? ''].join(' / '));
}

/** Compares, in the order of the statement. */
export function matchStatement(entries: readonly BankEntry[], ledger: Ledger, settings: MatchSettings): Matches {
  const matches: Matches = {
    matched: [],
    returned: [],
    credited_not_on_statement: [],
    on_statement_not_credited: [],
    amount_differs: [],
    returned_without_reversal: [],
    unusable_reference: [],
    case_differs: [],
    other_entries: 0,
  };
  const seen = new Set<string>();
  const found = new Set<string>();
  const creditsByEndToEndId = new Map<string, Set<CreditRow>>();
  for (const entry of entries) {
    if (entry.direction === 'credit' && !entry.returned) matchPayment(entry);
  }
  // A return may stand before its payment.
  for (const entry of entries) {
    if (entry.direction === 'debit' && entry.returned) matchReturn(entry);
    else if (entry.direction === 'debit' || entry.returned) matches.other_entries++;
  }
  for (const credit of ledger.ofPeriod) {
    if (!found.has(credit.id)) matches.credited_not_on_statement.push(reportCredit(credit));
  }
  return matches;

  function matchPayment(entry: BankEntry): void {
    const references = referencesOf(entry, settings.matchBy);
    const usable = references.filter(isReference);
    if (usable.length === 0) {
      const problem =
        references.length > 0
          ? `"${references[0]}" names no transfer`
          : settings.matchBy === 'entry_reference'
            ? 'the bank gave no entry reference of its own'
            : 'the payer gave no end-to-end id';
      matches.unusable_reference.push(report(entry, null, problem));
      return;
    }
    if (usable.some((reference) => seen.has(reference))) {
      matches.unusable_reference.push(report(entry, null, 'an earlier entry has the same reference'));
      return;
    }
    for (const reference of usable) seen.add(reference);
    const credit = firstOf(usable, ledger.byReference);
    if (!credit) {
      const [other] = usable.flatMap((reference) => ledger.byFoldedReference.get(foldAscii(reference)) ?? []);
      if (!other) matches.on_statement_not_credited.push(report(entry, null, null));
      else matches.case_differs.push(report(entry, other, `only "${other.reference}" is credited, another reference`));
      return;
    }
    found.add(credit.id);
    if (entry.endToEndId !== null && isReference(entry.endToEndId)) {
      const linked = creditsByEndToEndId.get(entry.endToEndId) ?? new Set();
      creditsByEndToEndId.set(entry.endToEndId, linked.add(credit));
    }
    const problem = amountProblem(entry, credit);
    (problem === null ? matches.matched : matches.amount_differs).push(report(entry, credit, problem));
  }

  function matchReturn(entry: BankEntry): void {
    const references = [...entry.entryReferences, entry.endToEndId].filter(
      (text) => text !== null && isReference(text),
    );
    const own = referencesOf(entry, settings.matchBy).filter(isReference);
    const linked = creditsByEndToEndId.get(entry.endToEndId ?? '');
    const credit =
      firstOf(references as string[], ledger.byReversalReference) ??
      firstOf(own, ledger.byReference) ??
      (linked?.size === 1 ? [...linked][0] : undefined);
    if (!credit?.reversalReference) {
      const problem = credit
        ? 'its credit is not reversed'
        : 'no credit of this payment is reversed, nor found by reference';
      matches.returned_without_reversal.push(report(entry, credit ?? null, problem));
      return;
    }
    const problem = amountProblem(entry, credit);
    (problem === null ? matches.returned : matches.amount_differs).push(report(entry, credit, problem));
  }

  function amountProblem(entry: BankEntry, credit: CreditRow): string | null {
    const rate = settings.rates.get(entry.currency);
    if (!rate) return `no rate is set for ${entry.currency}, so the amount cannot be compared`;
    if (isWorth(entry.amount, rate, credit.amountSeconds)) return null;
    return `${hoursWorth(entry.amount, rate)} h expected, ${hoursFromSeconds(credit.amountSeconds)} h credited`;
  }

  function report(entry: BankEntry, credit: CreditRow | null, problem: string | null): ReportedEntry {
    const rate = settings.rates.get(entry.currency);
    const named = firstOf(namedReferencesOf(entry), ledger.members);
    const wrongMember = credit !== null && named !== undefined && named.id !== credit.memberId;
    return {
      place: entry.place,
      reference: entry.entryReferences[0] ?? null,
      end_to_end_id: entry.endToEndId,
      amount: entry.amountText,
      currency: entry.currency,
      booked_on: entry.bookedOn,
      hours_worth: rate ? hoursWorth(entry.amount, rate) : null,
      credit: credit && reportCredit(credit),
      named_member: named
        ? {
            payment_reference: named.paymentReference,
            user_id: encodeId('usr', named.id),
            external_id: named.externalId,
            name: named.name,
          }
        : null,
      member_differs: wrongMember,
      problem,
    };
  }
}

function firstOf<T>(keys: readonly string[], map: ReadonlyMap<string, T>): T | undefined {
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function reportCredit(credit: CreditRow): ReportedCredit {
  return {
    credit_id: encodeId('crd', credit.id),
    reference: credit.reference,
    hours: hoursFromSeconds(credit.amountSeconds),
    booked_on: credit.bookedOn,
    user_id: encodeId('usr', credit.memberId),
    name: credit.memberName,
    reversed_on: credit.reversedOn,
  };
}
