/** Checking that a final statement and its lines are those that its hash was computed of. */
import type { Credit, Operations, Statement } from './api.gen.ts';
import { utf8 } from './base64.ts';
import type { CallOptions } from './types.ts';

/** The reason why a statement proves nothing, or is not the one you have kept. */
export type StatementFault =
  /** The day is open, or was closed before statements had hashes. */
  | 'no_hash'
  /** `previous_hash` is not the hash that you have kept of the day before. */
  | 'previous_hash_differs'
  /** The lines and totals of the day do not give its hash, or that is not the one you have kept. */
  | 'hash_differs';

export interface StatementCheck {
  /** Undefined: the day is as its hash says. */
  readonly fault: StatementFault | undefined;
  readonly statement: Statement;
}

/** Hashes prove something only if you have kept them yourself, from the statement or the event `statement.ready`. */
export interface StatementCheckOptions extends CallOptions {
  /** The hash that you have kept of the day before. */
  readonly previousHash?: string | undefined;
  /** The hash that you have kept of this day. */
  readonly hash?: string | undefined;
}

const PER_PAGE = 500;

/** Reads a day's statement and all its lines, and computes the hash again. */
export async function verifyStatement(
  operations: Pick<Operations, 'getStatement' | 'listCredits'>,
  date: string,
  { previousHash, hash, ...options }: StatementCheckOptions,
): Promise<StatementCheck> {
  const { data: statement } = await operations.getStatement(date, options);
  if (statement.hash === null || statement.previous_hash === null) return { fault: 'no_hash', statement };
  if (previousHash !== undefined && statement.previous_hash !== previousHash) {
    return { fault: 'previous_hash_differs', statement };
  }
  const lines: (readonly [order: string, line: string])[] = [];
  for await (const credit of operations.listCredits({ booked_on: date, per_page: PER_PAGE }, options)) {
    lines.push(lineOf(credit, 'credit', credit));
  }
  for await (const credit of operations.listCredits({ reversed_on: date, per_page: PER_PAGE }, options)) {
    if (credit.reversal) lines.push(lineOf(credit, 'reversal', credit.reversal));
  }
  lines.sort(([a], [b]) => (a < b ? -1 : 1));
  const { closing_seconds, opening_seconds } = statement;
  const day = JSON.stringify({ closing_seconds, date: statement.date, opening_seconds });
  const text = [statement.previous_hash, day, ...lines.map(([, line]) => line)].map((line) => `${line}\n`).join('');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)));
  const computed = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const isKept = hash === undefined || hash === statement.hash;
  return { fault: computed === statement.hash && isKept ? undefined : 'hash_differs', statement };
}

/** With what orders it: times and ids are ASCII of one length each, so that texts compare like their bytes. */
function lineOf(
  { id, seconds, user_id }: Credit,
  kind: 'credit' | 'reversal',
  { reference, created_at }: { readonly reference: string; readonly created_at: string },
): readonly [order: string, line: string] {
  return [`${created_at} ${id} ${kind}`, JSON.stringify({ id, kind, reference, seconds, user_id })];
}
