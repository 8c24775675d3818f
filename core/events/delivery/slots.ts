/**
 * Congestion control of each subscription, so that a slow or dead receiver delays no other. The window starts with a few
 * attempts at once, doubles with each success up to the cap, and halves with each failure. Each process has windows of its
 * own.
 */
import { type AttemptResult, asksToSlowDown, isSuccess, retryAfterMs } from './retry.ts';

export interface SlotLimits {
  /** Attempts of one subscription at once. */
  readonly perSubscriptionMax: number;
  /** Claims of all subscriptions at once, on the wire or waiting for it. */
  readonly totalMax: number;
}

export const SLOT_LIMITS: SlotLimits = { perSubscriptionMax: 32, totalMax: 4096 };

const INITIAL_WINDOW = 4;
/**
 * While a receiver that answers well has a backlog, its next deliveries are claimed ahead, twice as many each time, up to
 * so many times what it may have on the wire, and half as many when there was less: claims come in worthwhile batches.
 * A slow one gets fewer: none may wait so long that its lease comes near its end.
 */
const PREFETCH_MAX = 32;
const PREFETCH_MAX_MS = 4000;
/** Weight of each answer in the moving average of the latency. */
const LATENCY_WEIGHT = 1 / 8;
const DEAD_AFTER_FAILURES = 10;
const DEAD_PAUSE_MS = 100;
const SLOW_DOWN_MS = 5000;
/** Single deliveries heed a longer Retry-After; the subscription as a whole is tried again. */
const SLOW_DOWN_MAX_MS = 5 * 60_000;

/** One subscription as this worker sees it. */
export interface Congestion {
  /** Claimed and not yet recorded. */
  claimed: number;
  /** Claims whose attempt has ended. */
  ended: number;
  /** On the wire. */
  sending: number;
  /** Attempts that may be on the wire at once. */
  window: number;
  failures: number;
  pausedUntil: number;
  /** There are probably more due deliveries: a claim got all it asked for, or could ask for none. */
  more: boolean;
  /** How many times `window` may be claimed. */
  prefetch: number;
  /** About how long a success takes. */
  latencyMs: number;
}

export function newCongestion(): Congestion {
  return {
    claimed: 0,
    ended: 0,
    sending: 0,
    window: INITIAL_WINDOW,
    failures: 0,
    pausedUntil: 0,
    more: false,
    prefetch: 1,
    latencyMs: 0,
  };
}

/** How many deliveries may be claimed for it now. */
export function freeSlots(congestion: Congestion | undefined, limits: SlotLimits, now: Date): number {
  if (!congestion) return Math.min(INITIAL_WINDOW, limits.perSubscriptionMax);
  if (congestion.pausedUntil > now.getTime()) return 0;
  const wished = Math.min(congestion.window, limits.perSubscriptionMax) * congestion.prefetch;
  // A receiver that answers well is sent the next ones while the last ones are recorded, up to as many again.
  const waiting = congestion.claimed - (congestion.failures === 0 ? Math.min(congestion.ended, wished) : 0);
  const free = Math.max(0, wished - waiting);
  // Claims taken ahead keep the receiver busy: a claim waits until it may bring as many again.
  return congestion.prefetch > 1 && free < waiting ? 0 : free;
}

/** Adjusts the prefetch to a claim. @param usedUp whether the claim got all deliveries that it asked for */
export function onClaim(congestion: Congestion, usedUp: boolean, limits: SlotLimits): void {
  const isHealthy = congestion.failures === 0 && congestion.window >= limits.perSubscriptionMax;
  const most = Math.min(PREFETCH_MAX, Math.floor(PREFETCH_MAX_MS / Math.max(1, congestion.latencyMs)));
  const wished = usedUp ? congestion.prefetch * 2 : Math.floor(congestion.prefetch / 2);
  congestion.prefetch = isHealthy ? Math.max(1, Math.min(wished, most)) : 1;
}

/** Whether the next claimed delivery may go on the wire. */
export function maySend(congestion: Congestion, limits: SlotLimits): boolean {
  return congestion.sending < Math.min(Math.max(congestion.window, 1), limits.perSubscriptionMax);
}

/** Adjusts the window to the result of an attempt. */
export function onResult(congestion: Congestion, result: AttemptResult, limits: SlotLimits, now: Date): void {
  if (isSuccess(result)) onSuccess(congestion, result.latencyMs, limits);
  else onFailure(congestion, result, now);
}

function onSuccess(congestion: Congestion, latencyMs: number, limits: SlotLimits): void {
  congestion.failures = 0;
  congestion.latencyMs += (latencyMs - congestion.latencyMs) * LATENCY_WEIGHT;
  congestion.window = Math.min(congestion.window * 2, limits.perSubscriptionMax);
}

function onFailure(congestion: Congestion, result: AttemptResult, now: Date): void {
  congestion.failures++;
  congestion.prefetch = 1;
  congestion.window = Math.max(1, Math.floor(congestion.window / 2));
  const pauseMs = asksToSlowDown(result)
    ? Math.min(retryAfterMs(result.retryAfter, now) ?? SLOW_DOWN_MS, SLOW_DOWN_MAX_MS)
    : congestion.failures >= DEAD_AFTER_FAILURES
      ? DEAD_PAUSE_MS
      : 0;
  congestion.pausedUntil = Math.max(congestion.pausedUntil, now.getTime() + pauseMs);
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
