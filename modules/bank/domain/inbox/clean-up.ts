/** The job that keeps the payers of bank lines no longer than the community's retention; the amounts stay. */
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { inBatches, type Job } from '../../../../core/database/job.ts';
import { forgetPayers } from './queries.ts';

export const INBOX_JOBS: readonly Job[] = [
  {
    name: 'delete old payers of bank lines',
    everyMs: DAY_MS,
    run({ database, clock, config }, signal) {
      const before = ago(clock.now(), config.keptDays.statementLines * DAY_MS);
      return inBatches(signal, (limit) => forgetPayers(database.heavy, { before, limit }));
    },
  },
];
