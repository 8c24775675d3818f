/** The report of a comparison: its lists, and how entries, credits and reversals are shown in them. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { RECONCILIATION_PROBLEMS, ReconciledCredit } from '../../contract/reconciliation.ts';
import type { NamedMemberRow } from '../matching/queries.ts';
import type { CreditRow } from './queries.ts';
import type { BankEntry, FailedProof, NotUnderstoodEntry } from './types.ts';

/** A credit, or the reversal of one. */
export type ReportedCredit = ReconciledCredit;

/** Why an entry is where it is. */
export type EntryProblem = (typeof RECONCILIATION_PROBLEMS)[number];

/** An entry of the statement. */
export interface ReportedEntry {
  readonly place: string;
  readonly reference: string | null;
  readonly end_to_end_id: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly booked_on: string | null;
  /** The payer's text; null where there is none. */
  readonly payer_text: string | null;
  /** The other party's name. */
  readonly payer: string | null;
  /** The account on whose statement it is. */
  readonly account: string | null;
  /** The hours that the money is worth, rounded down to two decimals; null without a rate for its currency. */
  readonly hours_worth: number | null;
  readonly credit: ReportedCredit | null;
  /** The member whom the payer named by a payment reference. */
  readonly named_member: {
    readonly payment_reference: string;
    readonly user_id: string;
    readonly external_id: string | null;
    readonly name: string;
  } | null;
  /** The credit went to another member than the payer named. */
  readonly member_differs: boolean;
  readonly problem_code: EntryProblem | null;
  readonly problem: string | null;
}

export interface Matches {
  readonly matched: ReportedEntry[];
  readonly returned: ReportedEntry[];
  /** Paid and returned in this file, never credited: nothing to do. */
  readonly returned_uncredited: ReportedEntry[];
  /** Credits that a correction replaced: nothing to do. */
  readonly corrected: ReportedCredit[];
  readonly credited_not_on_statement: ReportedCredit[];
  /** Reversals that no return explains. */
  readonly reversed_without_return: ReportedCredit[];
  readonly on_statement_not_credited: ReportedEntry[];
  readonly amount_differs: ReportedEntry[];
  /** No rate for the currency, and the partner sent no amount with the credit: nothing says whether it is right. */
  readonly not_compared: ReportedEntry[];
  /** Entries whose credit is still booked. */
  readonly returned_without_reversal: ReportedEntry[];
  /** No credit of the payment is known. */
  readonly returned_without_credit: ReportedEntry[];
  readonly unusable_reference: ReportedEntry[];
  readonly case_differs: ReportedEntry[];
  readonly not_understood: NotUnderstoodEntry[];
  /** Credits and reversals booked after the bank's last day, which a later file has to explain. */
  readonly waiting_for_statement: ReportedCredit[];
  /** Payments in which no member is named by a payment reference, so nothing says whose they are. */
  readonly no_payment_reference: ReportedEntry[];
  /** Figures of the file that its own entries do not give. */
  readonly proof_fails: FailedProof[];
  /** Neither payments received nor returns of such: fees, transfers of the account's owner. */
  readonly other_movements: ReportedEntry[];
  other_entries: number;
}

export type Counts = Readonly<
  Record<
    | Exclude<keyof Matches, 'other_movements'>
    | 'matched_without_rate'
    | 'member_differs'
    | 'not_understood_could_be_credit'
    | 'not_booked',
    number
  >
>;

export const noMatches = (): Matches => ({
  matched: [],
  returned: [],
  returned_uncredited: [],
  corrected: [],
  credited_not_on_statement: [],
  reversed_without_return: [],
  on_statement_not_credited: [],
  amount_differs: [],
  not_compared: [],
  returned_without_reversal: [],
  returned_without_credit: [],
  unusable_reference: [],
  case_differs: [],
  not_understood: [],
  proof_fails: [],
  other_movements: [],
  waiting_for_statement: [],
  no_payment_reference: [],
  other_entries: 0,
});

export function countsOf(matches: Matches, notBooked: number): Counts {
  const { other_entries, other_movements: _, ...lists } = matches;
  const lengths = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  const agreed = [...matches.matched, ...matches.returned];
  return {
    ...(lengths as Counts),
    // By the money alone: how many hours are right, nobody has agreed on.
    matched_without_rate: agreed.filter(({ hours_worth }) => hours_worth === null).length,
    member_differs: membersDiffer(matches).length,
    not_understood_could_be_credit: matches.not_understood.filter(({ could_be_credit }) => could_be_credit).length,
    other_entries,
    not_booked: notBooked,
  };
}

/** Entries whose credit went to another member than the payer named. */
export const membersDiffer = ({ matched, returned, amount_differs, not_compared }: Matches): ReportedEntry[] =>
  [...matched, ...returned, ...amount_differs, ...not_compared].filter((entry) => entry.member_differs);

/** Where an entry is listed whose amount is not known to be right. */
export const listOfAmount = (
  { amount_differs, not_compared }: Matches,
  { code }: { readonly code: EntryProblem | null },
): ReportedEntry[] => (code === 'no_rate' ? not_compared : amount_differs);

/** What is no difference, and keeps a comparison from being whole. */
export const leftIn = ({ not_compared, waiting_for_statement }: Counts): number => not_compared + waiting_for_statement;

/** Counts the differences. */
export function differencesIn(counts: Counts): number {
  return (
    counts.credited_not_on_statement +
    counts.reversed_without_return +
    counts.on_statement_not_credited +
    counts.amount_differs +
    counts.returned_without_reversal +
    counts.returned_without_credit +
    counts.unusable_reference +
    counts.case_differs +
    counts.proof_fails +
    counts.member_differs +
    counts.not_understood_could_be_credit
  );
}

export interface Note {
  readonly code: EntryProblem;
  readonly text: string;
}

export function reportEntry(
  entry: BankEntry,
  worthSeconds: number | undefined,
  credit: CreditRow | null,
  named: NamedMemberRow | undefined,
  memberDiffers: boolean,
  note: Note | null,
): ReportedEntry {
  return {
    place: entry.place,
    reference: entry.entryReferences[0] ?? null,
    end_to_end_id: entry.endToEndId,
    amount: entry.amountText,
    currency: entry.currency,
    booked_on: entry.bookedOn,
    payer_text: entry.texts.join(' ').trim() || null,
    payer: entry.payer,
    account: entry.account,
    hours_worth: worthSeconds === undefined ? null : hoursFromSeconds(worthSeconds),
    credit: credit && reportCredit(credit, 'credit'),
    named_member: named
      ? {
          payment_reference: named.paymentReference,
          user_id: encodeId('usr', named.id),
          external_id: named.externalId,
          name: named.name,
        }
      : null,
    member_differs: memberDiffers,
    problem_code: note?.code ?? null,
    problem: note?.text ?? null,
  };
}

export function reportCredit(credit: CreditRow, kind: ReportedCredit['kind']): ReportedCredit {
  return {
    kind,
    credit_id: encodeId('crd', credit.id),
    reference: credit.reference,
    hours: hoursFromSeconds(credit.amountSeconds),
    booked_on: credit.bookedOn,
    user_id: encodeId('usr', credit.memberId),
    name: credit.memberName,
    number: credit.memberNumber,
    reversed_on: credit.reversedOn,
    reversal_reference: credit.reversalReference,
    payment: credit.payment,
    corrects_reference: credit.correctsReference,
    corrected_by_reference: credit.correctedByReference,
  };
}
