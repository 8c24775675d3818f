/**
 * Requests per minute and partner: a sliding window of this minute and the weighted last one. Counted in this process
 * where it is the only one, else in the database, so that all of them share one count.
 */

import type { Clock } from '../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../base/time.ts';
import { batch } from '../database/batcher.ts';
import type { Deps } from '../deps.ts';
import { countRequests, type RequestWindow } from '../partners/access-queries.ts';

/** The rate as the partner's headers show it; `allowed` false means 429. */
export interface RateStatus {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window has moved on; for a refused request, until a repeat would be answered. */
  readonly resetSeconds: number;
}

export interface CountedPartner {
  readonly communityId: number;
  readonly partnerId: number;
}

/**
 * Counts a request of the partner; refused ones count as well.
 * @param weight the number of requests it counts as
 */
export type CountRequest<Answer = RateStatus | Promise<RateStatus>> = (
  partner: CountedPartner,
  limitPerMinute: number,
  weight?: number,
) => Answer;

/** Partners remembered; beyond it, those without a request in the last two minutes are forgotten. */
export const PARTNERS_MAX = 10_000;
/** Requests counted by one statement. */
const BATCH_MAX = 1000;

/** The embedded database has one node; a server may have many. */
export function createRateLimiter({ config, clock, database }: Pick<Deps, 'config' | 'clock' | 'database'>) {
  return config.databaseUrl === undefined ? countInProcess(clock) : countInDatabase({ clock, database });
}

/** Reading and counting happen without a pause between, so parallel calls share no count. */
export function countInProcess(clock: Clock): CountRequest<RateStatus> {
  const windows = new Map<number, RequestWindow>();

  return ({ partnerId }, limit, weight = 1) => {
    const nowMs = clock.now().getTime();
    const minute = Math.floor(nowMs / MINUTE_MS);
    const last = windows.get(partnerId);
    if (!last && windows.size >= PARTNERS_MAX) forgetIdle(minute);
    const window =
      last?.minute === minute
        ? { ...last, count: last.count + weight }
        : { minute, count: weight, previous: last?.minute === minute - 1 ? last.count : 0 };
    windows.set(partnerId, window);
    return statusOf(window, limit, nowMs);
  };

  function forgetIdle(minute: number): void {
    for (const [partnerId, window] of windows) {
      if (window.minute < minute - 1) windows.delete(partnerId);
    }
    if (windows.size >= PARTNERS_MAX) windows.clear();
  }
}

/** One upsert counts all requests that arrived while the last one was under way, each with a place of its own. */
export function countInDatabase({
  clock,
  database,
}: Pick<Deps, 'clock' | 'database'>): CountRequest<Promise<RateStatus>> {
  const count = batch<CountedPartner & { weight: number }, RequestWindow>(async (partners) => {
    const counted = new Map<number, CountedPartner & { requests: number }>();
    for (const partner of partners) {
      const entry = counted.get(partner.partnerId);
      if (entry) entry.requests += partner.weight;
      else counted.set(partner.partnerId, { ...partner, requests: partner.weight });
    }
    // In the same order on all nodes, so that two of them never deadlock.
    const entries = [...counted.values()].sort((a, b) => a.partnerId - b.partnerId);
    const rows = await countRequests(database.relaxed, {
      communityIds: entries.map((entry) => entry.communityId),
      partnerIds: entries.map((entry) => entry.partnerId),
      requests: entries.map((entry) => entry.requests),
      minute: Math.floor(clock.now().getTime() / MINUTE_MS),
    });
    const windows = new Map(rows.map((row) => [row.partnerId, row]));
    return partners.map(({ partnerId, weight }) => {
      const window = windows.get(partnerId) as RequestWindow;
      const entry = counted.get(partnerId) as { requests: number };
      entry.requests -= weight;
      return { ...window, count: window.count - entry.requests };
    });
  }, BATCH_MAX);
  return async (partner, limit, weight = 1) =>
    statusOf(await count({ ...partner, weight }), limit, clock.now().getTime());
}

/**
 * Counts in whole milliseconds, since fractions of a minute have rounding errors.
 * @param window with this request counted; its minute may be ahead where another node's clock is
 */
function statusOf(window: RequestWindow, limit: number, nowMs: number): RateStatus {
  const elapsedMs = Math.min(MINUTE_MS, Math.max(0, nowMs - window.minute * MINUTE_MS));
  const leftMs = (limit - window.count) * MINUTE_MS - window.previous * (MINUTE_MS - elapsedMs);
  const allowed = leftMs >= 0;
  const waitMs = allowed ? MINUTE_MS - elapsedMs : msUntilFree(window, limit, elapsedMs);
  return {
    allowed,
    limit,
    remaining: allowed ? Math.floor(leftMs / MINUTE_MS) : 0,
    resetSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  };
}

/** Milliseconds until one more request fits, if none comes before. */
function msUntilFree({ count, previous }: RequestWindow, limit: number, elapsedMs: number): number {
  const restOfMinuteMs = MINUTE_MS - elapsedMs;
  if (count + 1 <= limit) return restOfMinuteMs - Math.floor(((limit - 1 - count) * MINUTE_MS) / previous);
  return restOfMinuteMs + MINUTE_MS - Math.floor(((limit - 1) * MINUTE_MS) / count);
}
