/**
 * How much each subscription may have on its way, so that a slow or dead receiver delays no other. A subscription starts
 * with a few attempts at once, doubles with each success up to the cap, and halves with each failure. In this process
 * only: other workers learn the same for themselves.
 */
import { type AttemptResult, asksToSlowDown, isSuccess, retryAfterMs } from './retry.ts';

export interface SlotLimits {
  /** Attempts of one subscription at once. */
  readonly perSubscriptionMax: number;
  /** Claims of all subscriptions at once, on the wire or waiting for it. */
  readonly totalMax: number;
}

export const SLOT_LIMITS: SlotLimits = { perSubscriptionMax: 32, totalMax: 4096 };

const START_AT_ONCE = 4;
/**
 * While a receiver that answers well has a backlog, its next deliveries are claimed ahead, twice as many each time, up to
 * so many times what it may have on the wire, and half as many when there was less: claims come in worthwhile batches.
 * A slow one gets fewer: none may wait so long that its lease comes near its end.
 */
const AHEAD_MAX = 32;
const AHEAD_MAX_MS = 4000;
/** Of the latency that is known, the part by which each answer moves it. */
const LATENCY_WEIGHT = 1 / 8;
const DEAD_AFTER_FAILURES = 10;
const DEAD_PAUSE_MS = 100;
const SLOW_DOWN_MS = 5000;
/** Single deliveries heed a longer Retry-After; the subscription as a whole is tried again. */
const SLOW_DOWN_MAX_MS = 5 * 60_000;

/** One subscription as this worker sees it. */
export interface Share {
  /** Claimed and not yet recorded. */
  claimed: number;
  /** Of these, attempts that have ended. */
  ended: number;
  /** On the wire. */
  sending: number;
  atOnce: number;
  failures: number;
  pausedUntil: number;
  /** A claim got all it asked for, or asked for nothing: there is probably more. */
  more: boolean;
  /** How many times `atOnce` may be claimed. */
  ahead: number;
  /** About how long a success takes. */
  latencyMs: number;
}

export function newShare(): Share {
  return {
    claimed: 0,
    ended: 0,
    sending: 0,
    atOnce: START_AT_ONCE,
    failures: 0,
    pausedUntil: 0,
    more: false,
    ahead: 1,
    latencyMs: 0,
  };
}

/** How many deliveries may be claimed for it now. */
export function freeSlots(share: Share | undefined, limits: SlotLimits, now: Date): number {
  if (!share) return Math.min(START_AT_ONCE, limits.perSubscriptionMax);
  if (share.pausedUntil > now.getTime()) return 0;
  const wished = Math.min(share.atOnce, limits.perSubscriptionMax) * share.ahead;
  // A receiver that answers well is sent the next ones while the last ones are recorded, up to as many again.
  const waiting = share.claimed - (share.failures === 0 ? Math.min(share.ended, wished) : 0);
  const free = Math.max(0, wished - waiting);
  // What is claimed ahead keeps the receiver busy: a claim waits until it may bring as many again.
  return share.ahead > 1 && free < waiting ? 0 : free;
}

/** Learns from a claim. @param usedUp it got all it asked for */
export function learnBacklog(share: Share, usedUp: boolean, limits: SlotLimits): void {
  const isHealthy = share.failures === 0 && share.atOnce >= limits.perSubscriptionMax;
  const most = Math.min(AHEAD_MAX, Math.floor(AHEAD_MAX_MS / Math.max(1, share.latencyMs)));
  const wished = usedUp ? share.ahead * 2 : Math.floor(share.ahead / 2);
  share.ahead = isHealthy ? Math.max(1, Math.min(wished, most)) : 1;
}

/** Whether the next claimed delivery may go on the wire. */
export function maySend(share: Share, limits: SlotLimits): boolean {
  return share.sending < Math.min(Math.max(share.atOnce, 1), limits.perSubscriptionMax);
}

/** Learns from an attempt. */
export function learn(share: Share, result: AttemptResult, limits: SlotLimits, now: Date): void {
  if (isSuccess(result)) {
    share.failures = 0;
    share.latencyMs += (result.latencyMs - share.latencyMs) * LATENCY_WEIGHT;
    share.atOnce = Math.min(share.atOnce * 2, limits.perSubscriptionMax);
    return;
  }
  share.failures++;
  share.ahead = 1;
  share.atOnce = Math.max(1, Math.floor(share.atOnce / 2));
  const pauseMs = asksToSlowDown(result)
    ? Math.min(retryAfterMs(result.retryAfter, now) ?? SLOW_DOWN_MS, SLOW_DOWN_MAX_MS)
    : share.failures >= DEAD_AFTER_FAILURES
      ? DEAD_PAUSE_MS
      : 0;
  share.pausedUntil = Math.max(share.pausedUntil, now.getTime() + pauseMs);
}

/**
 * Shares free slots among subscriptions: in turns, one each, until the slots or the wishes are used up.
 * @param wishes how many each could use; the result has the same order
 */
export function shareSlots(wishes: readonly number[], slots: number): number[] {
  const granted = wishes.map(() => 0);
  let left = slots;
  let open = wishes.map((_, index) => index).filter((index) => (wishes[index] ?? 0) > 0);
  while (left > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(left / open.length));
    for (const index of open) {
      const grant = Math.min(each, (wishes[index] ?? 0) - (granted[index] ?? 0), left);
      granted[index] = (granted[index] ?? 0) + grant;
      left -= grant;
    }
    open = open.filter((index) => (granted[index] ?? 0) < (wishes[index] ?? 0));
  }
  return granted;
}
