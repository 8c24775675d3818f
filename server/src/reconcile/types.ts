/** A bank's statement as the reconciliation sees it. */

/** A decimal number, exactly: `digits` / 10^`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** One booked movement on the account. */
export interface BankEntry {
  /** Where it stands in the file, for people: `entry 12`, `entry 12, detail 3`, `line 7`. */
  readonly place: string;
  /** The bank's own references that may name this movement, the entry's before the detail's. */
  readonly entryReferences: readonly string[];
  readonly endToEndId: string | null;
  readonly amount: Decimal;
  /** As written, for people. */
  readonly amountText: string;
  readonly currency: string;
  readonly direction: 'credit' | 'debit';
  /** A payment that came back. */
  readonly returned: boolean;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string | null;
  /** What the payer wrote, in pieces. */
  readonly remittance: readonly string[];
}

export interface BankStatement {
  readonly entries: readonly BankEntry[];
  /** Entries that are not booked (pending, information). */
  readonly notBooked: number;
}

/** The file cannot be reconciled; the message is one sentence for a person. */
export class UnusableFile extends Error {}

export const FILE_BYTES_MAX = 32 * 1024 * 1024;
export const ENTRIES_MAX = 50_000;
