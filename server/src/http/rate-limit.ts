/** Requests per minute and partner, in this process: a sliding window of this minute and the weighted last one. */
import type { Clock } from '../clock.ts';

/** What is told to the partner; `allowed` false means 429. */
export interface RateStatus {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window has moved on; for a refused request, until a repeat would be answered. */
  readonly resetSeconds: number;
}

/** Counts a request of the partner; refused ones count as well. */
export type CountRequest = (partnerId: number, limitPerMinute: number) => RateStatus;

interface Window {
  minute: number;
  count: number;
  previous: number;
}

const MINUTE_MS = 60_000;
/** Partners remembered; beyond it, those without a request in the last two minutes are forgotten. */
const PARTNERS_MAX = 10_000;

/** Returns the counter of one process. Reading and counting happen without a pause between, so parallel calls share no count. */
export function createRateLimiter(clock: Clock): CountRequest {
  const windows = new Map<number, Window>();

  return (partnerId, limit) => {
    const now = clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const window = windowOf(partnerId, minute);
    const elapsed = (now - minute * MINUTE_MS) / MINUTE_MS;
    const used = window.previous * (1 - elapsed) + window.count;
    window.count += 1;
    const allowed = used + 1 <= limit;
    const secondsLeft = (1 - elapsed) * 60;
    return {
      allowed,
      limit,
      remaining: allowed ? Math.floor(limit - used - 1) : 0,
      resetSeconds: Math.max(1, Math.ceil(allowed ? secondsLeft : secondsUntilFree(window, limit, elapsed))),
    };
  };

  function windowOf(partnerId: number, minute: number): Window {
    let window = windows.get(partnerId);
    if (!window) {
      if (windows.size >= PARTNERS_MAX) forgetIdle(minute);
      window = { minute, count: 0, previous: 0 };
      windows.set(partnerId, window);
    } else if (window.minute !== minute) {
      window.previous = window.minute === minute - 1 ? window.count : 0;
      window.count = 0;
      window.minute = minute;
    }
    return window;
  }

  function forgetIdle(minute: number): void {
    for (const [partnerId, window] of windows) {
      if (window.minute < minute - 1) windows.delete(partnerId);
    }
    if (windows.size >= PARTNERS_MAX) windows.clear();
  }
}

/** Seconds until one more request fits, if none comes before. */
function secondsUntilFree({ count, previous }: Window, limit: number, elapsed: number): number {
  if (count + 1 <= limit) return (1 - (limit - 1 - count) / previous - elapsed) * 60;
  return (1 - elapsed + 1 - (limit - 1) / count) * 60;
}
