/** A bank's statement as the reconciliation sees it. */

import type { Decimal } from '../../../../core/base/decimal.ts';
import type { BankLine, BankProof } from '../../../bank-files/types.ts';
import type { UNREADABLE_PARTS } from '../../contract/reconciliation.ts';

/** One booked movement of an account, whose amount and currency can be read. */
export interface BankEntry extends Omit<BankLine, 'amount' | 'currency' | 'entryReference' | 'reference'> {
  /** The account of its statement; null where the file has none. */
  readonly account: string | null;
  /** The bank's own references that may name this movement, the entry's before the detail's. */
  readonly entryReferences: readonly string[];
  /** Without its sign. */
  readonly amount: Decimal;
  /** The amount as written, for people. */
  readonly amountText: string;
  readonly currency: string;
  readonly direction: 'credit' | 'debit';
  /** The payment without charges, where it differs from what moved; null also in another currency. */
  readonly original: Decimal | null;
}

/** The part of a movement that cannot be read; the first in this order. */
export type UnreadablePart = (typeof UNREADABLE_PARTS)[number];

/** A movement that cannot be read. It is reported, and never ends the file. */
export interface NotUnderstoodEntry {
  readonly place: string;
  readonly what: UnreadablePart;
  /** The amount as written, with its currency if that is known; null where there is none. */
  readonly amount: string | null;
  /** The amount of the whole entry, where the movement is one of several in it. */
  readonly entry_amount: string | null;
  /** Not plainly a debit that is no return. */
  readonly could_be_credit: boolean;
}

export interface Days {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
}

/** A figure of the file that its entries do not give. */
export interface FailedProof {
  readonly proof: BankProof['kind'];
  /** As the file says. */
  readonly expected: string | null;
  /** As its entries give. */
  readonly found: string | null;
  readonly account: string | null;
  readonly statement: string | null;
  /** Of the entry whose details are counted or added up. */
  readonly reference: string | null;
}

/** What a comparison looks at in a bank's file. */
export interface ComparedFile {
  readonly entries: readonly BankEntry[];
  readonly notUnderstood: readonly NotUnderstoodEntry[];
  /** Entries that are not booked (pending, information). */
  readonly notBooked: number;
  /** The bank's days: of the entries, else as the statement says. */
  readonly days: Days | null;
  readonly failedProofs: readonly FailedProof[];
}

/** First and last of some days. */
export function daysOf(days: readonly (string | null)[]): Days | null {
  let from: string | null = null;
  let to: string | null = null;
  for (const day of days) {
    if (day !== null && (from === null || day < from)) from = day;
    if (day !== null && (to === null || day > to)) to = day;
  }
  return from === null || to === null ? null : { from, to };
}
