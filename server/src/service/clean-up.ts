/** Removes what has served its time, in bounded batches, so that no other work waits for it. */

import { deleteOldEmailReads } from '../domain/audit/queries.ts';
import { deleteOldEvents } from '../domain/delivery/queries.ts';
import { deleteExpiredTokens } from '../domain/partners/token-queries.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/query.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** An expired token is kept for a day, for whoever looks into a refused call. */
const TOKEN_KEPT_MS = DAY_MS;
/** As long as `GET /events` and replay reach back. */
export const EVENT_KEPT_MS = 30 * DAY_MS;
/** Thirteen months: a year, and time to look back on it. The database itself deletes no younger one. */
const EMAIL_READS_KEPT_MS = 396 * DAY_MS;
const BATCH_MAX = 1000;

/** Work the worker does from time to time. Two workers may do it at once. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(database: Database, clock: Clock, signal: AbortSignal): Promise<void>;
}

/** Deletes batch after batch until nothing is left; each is a statement of its own, so that no other work waits. */
export async function inBatches(
  signal: AbortSignal,
  deleteBatch: (limit: number) => Promise<{ deleted: number }[]>,
): Promise<void> {
  while (!signal.aborted) {
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
  {
    name: 'delete old reads of e-mail addresses from the audit log',
    everyMs: DAY_MS,
    run(database, clock, signal) {
      const before = new Date(clock.now().getTime() - EMAIL_READS_KEPT_MS);
      return inBatches(signal, (limit) => deleteOldEmailReads(database.heavy, before, limit));
    },
  },
];
