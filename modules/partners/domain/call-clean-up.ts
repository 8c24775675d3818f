/** The jobs that keep the log of partners' calls bounded. */

import { deleteOldCallCounts, deleteOldCalls } from '../../../core/access/call-queries.ts';
import { ago, DAY_MS, MINUTE_MS } from '../../../core/base/time.ts';
import { deletion, inBatches, type Job } from '../../../core/database/job.ts';

/** Logged calls of all communities together. */
const CALLS_KEPT = 2_000_000;
const CALL_COUNTS_KEPT_MS = 800 * DAY_MS;

export const CALL_JOBS: readonly Job[] = [
  {
    name: 'delete old calls',
    everyMs: 5 * MINUTE_MS,
    run({ database, clock, config }, signal) {
      const before = ago(clock.now(), config.keptDays.calls * DAY_MS);
      return inBatches(signal, (limit) => deleteOldCalls(database.heavy, { before, rowsKept: CALLS_KEPT, limit }));
    },
  },
  deletion('delete old counts of calls', DAY_MS, [deleteOldCallCounts, CALL_COUNTS_KEPT_MS]),
];
