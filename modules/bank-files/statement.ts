/** A statement as its reader found it, before its figures are compared with its entries. */
import type { Decimal } from '../../core/base/decimal.ts';
import type { BankFormat, BankLine, BankProof, BankStatement } from './types.ts';

/** A figure of a statement that its entries are counted or added up for; absent: the statement does not have it. */
export interface StatedFigures {
  readonly debits?: number | undefined;
  readonly credits?: number | undefined;
  readonly entries?: number | undefined;
  /** All sums are unsigned. */
  readonly debitSum?: Decimal | undefined;
  readonly creditSum?: Decimal | undefined;
  readonly sum?: Decimal | undefined;
  /** Credits less debits. */
  readonly net?: Decimal | undefined;
}

/** One entry of a statement, with the movements in it. */
export interface StatementEntry {
  /** Minus is money out, as the format's own standard reads it; null: unreadable. */
  readonly amount: Decimal | null;
  readonly currency: string | null;
  /** It takes an earlier entry back, so that some banks give the direction of that one. */
  readonly isReversal: boolean;
  readonly isPending: boolean;
  readonly lines: readonly BankLine[];
  /** Of its details; `account` and `statement` are filled in with those of the statement. */
  readonly proofs: readonly BankProof[];
}

/** One statement, or one page of it. */
export interface StatementPage {
  readonly format: BankFormat;
  readonly kind: BankStatement['kind'];
  /** Which file of an archive it is from; absent: of the first. */
  readonly document?: number | undefined;
  readonly account: string | null;
  readonly currency: string | null;
  /** The statement's number, without the page. */
  readonly number: string | null;
  /** As it is shown. */
  readonly title: string | null;
  /** From 1; null where it has no pages. */
  readonly page: number | null;
  /** Null where it does not say. */
  readonly isLastPage: boolean | null;
  readonly opening: Decimal | null;
  readonly closing: Decimal | null;
  /** Days that the statement itself names. */
  readonly from: string | null;
  readonly to: string | null;
  /** The day with which it begins, where it says so: of its period, or behind the day of its opening balance. */
  readonly begins: string | null;
  readonly figures: StatedFigures;
  /** The statement says that it is a copy or a duplicate, in its own word. */
  readonly copy: string | null;
  readonly entries: readonly StatementEntry[];
}

/** A statement with its pages, and the entries in the reading that was taken. */
export interface JoinedStatement {
  readonly pages: readonly [StatementPage, ...StatementPage[]];
  readonly entries: readonly StatementEntry[];
  readonly opening: Decimal | null;
  readonly closing: Decimal | null;
}

/** Of the booked entries that can be read. */
export const amountsOf = (entries: readonly StatementEntry[]): Decimal[] =>
  entries.flatMap(({ amount, isPending }) => (amount === null || isPending ? [] : [amount]));

/** What a reader of messages or documents finds in a text. */
export interface FoundPages {
  /** In the order of the file. */
  readonly pages: readonly StatementPage[];
  readonly notes: readonly string[];
}
