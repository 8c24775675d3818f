/** The job that keeps the lines of comparisons bounded. The comparisons themselves stay. */
import { ago, DAY_MS } from '../../platform/base/time.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import { deleteOldLines } from './line-queries.ts';

/** Three years: the books of a year are audited in the next one. A difference that stands is on a later report too. */
const LINES_KEPT_MS = 3 * 366 * DAY_MS;

export const RECONCILE_JOBS: readonly Job[] = [
  {
    name: 'delete old lines of comparisons',
    everyMs: DAY_MS,
    run: (database, clock, signal) =>
      inBatches(signal, (limit) => deleteOldLines(database.heavy, ago(clock.now(), LINES_KEPT_MS), limit)),
  },
];
