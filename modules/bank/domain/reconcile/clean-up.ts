/**
 * The job that keeps the lines of comparisons bounded. The comparisons themselves stay, and a difference
 * that remains is on a later report, too.
 */
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { inBatches, type Job } from '../../../../core/database/job.ts';
import { deleteOldLines } from './line-queries.ts';

export const RECONCILE_JOBS: readonly Job[] = [
  {
    name: 'delete old lines of comparisons',
    everyMs: DAY_MS,
    run({ database, clock, config }, signal) {
      const before = ago(clock.now(), config.keptDays.statementLines * DAY_MS);
      return inBatches(signal, (limit) => deleteOldLines(database.heavy, { before, limit }));
    },
  },
];
