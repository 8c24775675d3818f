/** What follows from an attempt to send a mail: sent, again later, a letter, or nothing. Pure. */
import type { MailError, MailState } from '@timebank/contract';
import { HOUR_MS, MINUTE_MS } from '../../../core/base/time.ts';
import type { MailRule } from './kinds.ts';

/** Waits after the first, second, … failed attempt: 45 hours in all. */
export const MAIL_RETRY_DELAYS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];

/** Failures that another attempt may cure: the network, a busy server, a sign-in that the server refuses. */
const PASSING: ReadonlySet<MailError> = new Set(['unreachable', 'not_accepted']);

/** How an attempt failed. */
export interface MailFailure {
  readonly error: MailError;
  /** What the server said, for the office and the operator; null: nothing. */
  readonly answer: string | null;
}

export interface MailOutcome {
  readonly state: MailState;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
}

/**
 * @param attempts with the one that has just failed
 * @param createdAt when the reason came about
 */
export function outcomeOfFailure(
  failure: MailFailure,
  { printable, lastsMs }: MailRule,
  {
    attempts,
    createdAt,
    toMember,
  }: { readonly attempts: number; readonly createdAt: Date; readonly toMember: boolean },
  now: Date,
): MailOutcome {
  const waitMs = MAIL_RETRY_DELAYS_MS[attempts - 1];
  if (PASSING.has(failure.error) && waitMs !== undefined) {
    const next = now.getTime() + waitMs;
    const isUseful = lastsMs === undefined || next < createdAt.getTime() + lastsMs;
    if (isUseful) return { state: 'due', nextAttemptAt: new Date(next), finishedAt: null };
  }
  if (printable && toMember) return { state: 'print', nextAttemptAt: null, finishedAt: null };
  return { state: 'failed', nextAttemptAt: null, finishedAt: now };
}
