/** Removes what has served its time, in bounded batches, so that no other work waits for it. */
import type { Clock } from '../clock.ts';
import type { Database } from '../database/query.ts';
import { deleteOldEvents } from '../outbox/queries.ts';
import { deleteExpiredTokens } from './queries.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** An expired token is kept for a day, for whoever looks into a refused call. */
const TOKEN_KEPT_MS = DAY_MS;
/** As long as `GET /events` and replay reach back. */
export const EVENT_KEPT_MS = 30 * DAY_MS;
const BATCH_MAX = 1000;
const BATCHES_MAX = 200;

/** Work the worker does from time to time. Two workers may do it at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(database: Database, clock: Clock, signal: AbortSignal): Promise<void>;
}

/** Deletes batch after batch until one comes back short, or the bound is reached: the rest is for the next time. */
export async function inBatches(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<{ deleted: number }[]>,
): Promise<void> {
  for (let batch = 0; batch < BATCHES_MAX && !signal.aborted; batch++) {
    const [row] = await deleteBatch(BATCH_MAX);
    if ((row?.deleted ?? 0) < BATCH_MAX) return;
  }
}

export const CLEAN_UP_JOBS: readonly Job[] = [
  {
    name: 'delete expired access tokens',
    everyMs: HOUR_MS,
    run(database, clock, signal) {
      const before = new Date(clock.now().getTime() - TOKEN_KEPT_MS);
      return inBatches(signal, (limit) => deleteExpiredTokens(database.heavy, before, limit));
    },
  },
  {
    name: 'delete old events',
    everyMs: HOUR_MS,
    run(database, clock, signal) {
      const before = new Date(clock.now().getTime() - EVENT_KEPT_MS);
      return inBatches(signal, (limit) => deleteOldEvents(database.heavy, before, limit));
    },
  },
];
