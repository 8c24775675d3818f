/** The outcome of an attempt: the retry table, Retry-After, 410, and when a subscription is given up. Pure. */
import type { AttemptError } from '@timebank/contract';
import { readHttpDate } from '../../base/http-date.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time.ts';

/** Wait before attempt 1, 2, … 10: about 75 hours in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Each wait is longer or shorter by up to this part, so that events which failed together do not return together. */
const JITTER = 0.1;
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;
/** A subscription with nothing but failures for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** The result of one attempt: either a status or an error. */
export interface AttemptResult {
  readonly statusCode: number | null;
  readonly error: AttemptError | null;
  /** The answer's Retry-After header. */
  readonly retryAfter: string | null;
  readonly latencyMs: number;
  /** How the answer's text begins; null when it has none. */
  readonly answerStart?: string | null;
}

export type AttemptOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly nextAttemptAt: Date }
  | { readonly kind: 'failed' }
  /** The receiver answered 410 Gone: it wants no event any more. */
  | { readonly kind: 'gone' };

/** 2xx and nothing else: a redirect is a failure and is not followed. */
export function isSuccess(result: AttemptResult): boolean {
  return result.statusCode !== null && result.statusCode >= 200 && result.statusCode <= 299;
}

/** The receiver, or a proxy before it, asks for fewer requests. */
export function asksToSlowDown(result: AttemptResult): boolean {
  return result.statusCode === 429 || result.statusCode === 502 || result.statusCode === 504;
}

/**
 * Decides what becomes of a delivery.
 * @param attemptNumber the attempt just made, from 1
 * @param random uniform in [0, 1)
 */
export function decideOutcome(
  attemptNumber: number,
  result: AttemptResult,
  endedAt: Date,
  random: () => number,
): AttemptOutcome {
  if (isSuccess(result)) return { kind: 'delivered' };
  if (result.statusCode === 410) return { kind: 'gone' };
  const tableMs = RETRY_DELAYS_MS[attemptNumber];
  if (tableMs === undefined) return { kind: 'failed' };
  const jitteredMs = tableMs * (1 - JITTER + 2 * JITTER * random());
  const waitMs = Math.max(jitteredMs, retryAfterMs(result.retryAfter, endedAt) ?? 0);
  return { kind: 'retry', nextAttemptAt: new Date(endedAt.getTime() + Math.round(waitMs)) };
}

/** Reads Retry-After: seconds or an HTTP date (RFC 9110 section 10.2.3), at most 24 hours; undefined if unreadable. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  // However many digits: seconds beyond all numbers are the longest wait, too.
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, RETRY_AFTER_MAX_MS);
  const at = readHttpDate(text, now);
  return at === undefined ? undefined : Math.min(Math.max(at - now.getTime(), 0), RETRY_AFTER_MAX_MS);
}

/** Whether a subscription that has seen only failures since then is given up. */
export function isGivenUp(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS;
}

export const GONE_REASON = 'The receiver answered 410 Gone.';

/** @param last what the last attempt came to */
export function givenUpReason(failingSince: Date, last: Pick<AttemptResult, 'statusCode' | 'error'>): string {
  const cause = last.statusCode === null ? last.error : `HTTP status ${last.statusCode}`;
  return `Every attempt since ${failingSince.toISOString()} failed, for more than 5 days; the last one with ${cause}.`;
}
