/**
 * The lines that the hash of a statement covers. The service, its check of the ledger and a program that recomputes a
 * hash from the API's answers use these two functions.
 *
 * A line is the form of RFC 8785 (JCS). For objects with these fixed names, strings without lone surrogates and integers
 * below 2^53, that is what JSON.stringify makes once the names are in order: section 3.2.2 defines strings and numbers
 * as ECMAScript writes them.
 */

/** The hash of the day before, for the first day with a hash. */
export const NO_PREVIOUS_HASH = '0'.repeat(64);

/** A credit, or a reversal under the id of the credit that it takes back. */
export interface StatementLine {
  readonly id: string;
  readonly kind: 'credit' | 'reversal';
  /** The credit's own reference, or that of the reversal. */
  readonly reference: string;
  readonly seconds: number;
  readonly user_id: string;
}

/** The first two lines: the hash of the day before, and the day. */
export function statementHashHead(
  previousHash: string,
  { date, opening_seconds, closing_seconds }: { date: string; opening_seconds: number; closing_seconds: number },
): string {
  return `${previousHash}\n${JSON.stringify({ closing_seconds, date, opening_seconds })}\n`;
}

/** One line; lines are ordered by their own `created_at`, then by id, then by kind. */
export function statementHashLine({ id, kind, reference, seconds, user_id }: StatementLine): string {
  return `${JSON.stringify({ id, kind, reference, seconds, user_id })}\n`;
}
