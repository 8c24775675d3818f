/** A bank's statement as the reconciliation sees it. */
import type { UNREADABLE_PARTS } from '@timebank/contract/console';
import type { Decimal } from '../../platform/base/decimal.ts';

/** One booked movement on the account. */
export interface BankEntry {
  /** The entry's place in the file, for people: `entry 12`, `entry 12, detail 3`, `line 7`. */
  readonly place: string;
  /** The bank's own references that may name this movement, the entry's before the detail's. */
  readonly entryReferences: readonly string[];
  readonly endToEndId: string | null;
  readonly amount: Decimal;
  /** The amount as written, for people. */
  readonly amountText: string;
  readonly currency: string;
  readonly direction: 'credit' | 'debit';
  /** A payment that came back. */
  readonly returned: boolean;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string | null;
  /** The payer's text, in pieces. */
  readonly remittance: readonly string[];
}

/** The part of a movement that cannot be read; the first in this order. */
export type Unreadable = (typeof UNREADABLE_PARTS)[number];

/** A movement that cannot be read. It is reported, and never ends the file. */
export interface NotUnderstoodEntry {
  readonly place: string;
  readonly what: Unreadable;
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

export interface BankStatement {
  readonly entries: readonly BankEntry[];
  readonly notUnderstood: readonly NotUnderstoodEntry[];
  /** Entries that are not booked (pending, information). */
  readonly notBooked: number;
  /** The bank's days: of the entries, else as the statement says. */
  readonly days: Days | null;
}

/** The file cannot be reconciled; the message is one sentence for a person. */
export class UnusableFile extends Error {}

/** All of Unicode's control characters but line breaks and tab. */
const CONTROL = /[^\P{Cc}\n\r\t]/u;

/**
 * For every text that is kept: people read them, also on a terminal, where a control character is a command.
 * @throws UnusableFile naming the line and the character
 */
export function refuseControlCharacters(text: string, line: number): void {
  const found = CONTROL.exec(text)?.[0];
  if (found === undefined) return;
  const name = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new UnusableFile(`Line ${line} has the control character ${name}, which no bank's statement has; remove it.`);
}

export const STATEMENT_BYTES_MAX = 32 * 1024 * 1024;
export const ENTRIES_MAX = 50_000;

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
