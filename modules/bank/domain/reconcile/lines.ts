/** The lines of a report that are kept: its differences, and what is only to be known. */
import { createHash } from 'node:crypto';
import { decodeId } from '@timebank/contract';
import { eachInTurns } from '../../../../core/base/turns.ts';
import { RECONCILED_LISTED_MAX, RECONCILIATION_LINE_KINDS } from '../../contract/reconciliation.ts';
import { type EntryProblem, type Matches, membersDiffer, type ReportedCredit, type ReportedEntry } from './report.ts';
import type { FailedProof, NotUnderstoodEntry, UnreadablePart } from './types.ts';

export type LineKind = (typeof RECONCILIATION_LINE_KINDS)[number];

/** The kind as the table has it. */
type StoredKind = Exclude<LineKind, 'not_compared'>;

/** What is not compared for want of a rate is stored as an amount that differs, with this problem. */
export const lineKind = ({ kind, problem }: { kind: StoredKind; problem: EntryProblem | null }): LineKind =>
  kind === 'amount_differs' && problem === 'no_rate' ? 'not_compared' : kind;

export interface Line {
  readonly kind: StoredKind;
  /**
   * The digest that identifies the difference, equal in every comparison that finds it; null where there is nothing to
   * settle.
   */
  readonly difference: Buffer | null;
  readonly place: string | null;
  readonly entryReference: string | null;
  readonly endToEndId: string | null;
  readonly amount: string | null;
  readonly entryAmount: string | null;
  readonly currency: string | null;
  readonly bookedOn: string | null;
  readonly worthHours: number | null;
  readonly payerText: string | null;
  readonly problem: EntryProblem | null;
  readonly unreadable: UnreadablePart | null;
  readonly isReversal: boolean;
  readonly creditId: string | null;
  readonly memberId: string | null;
  readonly namedMemberId: string | null;
}

/** Kinds that are booked or paid as they should be, or wait. */
const NOTHING_TO_SETTLE: ReadonlySet<StoredKind> = new Set([
  'waiting_for_statement',
  'corrected',
  'returned_uncredited',
  'no_payment_reference',
]);
const TEXT_MAX = 500;
const REFERENCE_MAX = 140;
const AMOUNT_MAX = 40;

/** Every line of a report, in its order. */
export async function linesOf(matches: Matches, fileSha256: string): Promise<Line[]> {
  const lines: Line[] = [];
  for (const kind of RECONCILIATION_LINE_KINDS) {
    const stored = kind === 'not_compared' ? 'amount_differs' : kind;
    await eachInTurns(listOf(matches, kind), (item) => lines.push(lineOf(stored, item, fileSha256)));
  }
  return lines;
}

/** As many of each kind as are kept. */
export function keptOf(lines: readonly Line[]): Line[] {
  const found = new Map<LineKind, number>();
  return lines.filter((line) => {
    const kind = lineKind(line);
    const before = found.get(kind) ?? 0;
    found.set(kind, before + 1);
    return before < RECONCILED_LISTED_MAX;
  });
}

type Item = ReportedEntry | ReportedCredit | NotUnderstoodEntry | FailedProof;

function listOf(matches: Matches, kind: LineKind): readonly Item[] {
  return kind === 'member_differs' ? membersDiffer(matches) : matches[kind];
}

function lineOf(kind: StoredKind, item: Item, fileSha256: string): Line {
  if ('what' in item) return unreadLine(kind, item, fileSha256);
  if ('proof' in item) return proofLine(kind, item, fileSha256);
  if ('place' in item) return entryLine(kind, item, fileSha256);
  return {
    ...EMPTY,
    ...creditPart(item),
    kind,
    // Whichever file is compared: the booking is looked for on all of them.
    difference: NOTHING_TO_SETTLE.has(kind) ? null : differenceOf(kind, item.kind, item.credit_id),
  };
}

function entryLine(kind: StoredKind, item: ReportedEntry, fileSha256: string): Line {
  const { place, credit, named_member, problem_code } = item;
  return {
    ...EMPTY,
    ...(credit ? creditPart(credit) : {}),
    kind,
    difference: NOTHING_TO_SETTLE.has(kind)
      ? null
      : differenceOf(kind, fileSha256, place, problem_code, credit?.credit_id, named_member?.user_id),
    place,
    entryReference: cut(item.reference, REFERENCE_MAX),
    endToEndId: cut(item.end_to_end_id, REFERENCE_MAX),
    amount: cut(item.amount, AMOUNT_MAX),
    currency: item.currency,
    bookedOn: item.booked_on,
    worthHours: item.hours_worth,
    payerText: cut(item.payer_text, TEXT_MAX),
    problem: problem_code,
    namedMemberId: named_member ? (decodeId('usr', named_member.user_id) ?? null) : null,
  };
}

function unreadLine(kind: StoredKind, item: NotUnderstoodEntry, fileSha256: string): Line {
  return {
    ...EMPTY,
    kind,
    difference: item.could_be_credit ? differenceOf(kind, fileSha256, item.place, item.what) : null,
    place: item.place,
    amount: cut(item.amount, AMOUNT_MAX),
    entryAmount: cut(item.entry_amount, AMOUNT_MAX),
    unreadable: item.what,
  };
}

/** Which figure it is, as the file says it, and as the entries give it. */
function proofLine(kind: StoredKind, item: FailedProof, fileSha256: string): Line {
  const { proof, expected, found, account, statement, reference } = item;
  const of = [
    ...(account === null ? [] : [`account ${account}`]),
    ...(statement === null ? [] : [`statement ${statement}`]),
    ...(reference === null ? [] : [`entry ${reference}`]),
  ];
  const place = cut([proof, ...of].join(', '), REFERENCE_MAX);
  return {
    ...EMPTY,
    kind,
    difference: differenceOf(kind, fileSha256, place),
    place,
    amount: cut(expected, AMOUNT_MAX),
    entryAmount: cut(found, AMOUNT_MAX),
  };
}

const EMPTY = {
  ...{ place: null, entryReference: null, endToEndId: null, amount: null, entryAmount: null, currency: null },
  ...{ bookedOn: null, worthHours: null, payerText: null, problem: null, unreadable: null, isReversal: false },
  ...{ creditId: null, memberId: null, namedMemberId: null },
} as const;

function creditPart({ kind, credit_id, user_id }: ReportedCredit) {
  return {
    isReversal: kind === 'reversal',
    creditId: decodeId('crd', credit_id) ?? null,
    memberId: decodeId('usr', user_id) ?? null,
  };
}

function differenceOf(kind: StoredKind, ...parts: readonly (string | null | undefined)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest();
}

/** Cuts a text of the file, without the characters that the database cannot hold. */
function cut(text: string | null, charactersMax: number): string | null {
  if (text === null) return null;
  return [...text.replaceAll(/\p{C}/gu, '\ufffd')].slice(0, charactersMax).join('');
}
