/** The job that deletes the oldest reads of e-mail addresses; every other row of the audit log stays. */
import { ago, DAY_MS } from '../../../core/base/time.ts';
import { deleteOldEmailReads } from '../../../core/change/audit/queries.ts';
import { inBatches, type Job } from '../../../core/database/job.ts';

export const AUDIT_JOBS: readonly Job[] = [
  {
    name: 'delete old reads of e-mail addresses from the audit log',
    everyMs: DAY_MS,
    run({ database, clock, config }, signal) {
      const before = ago(clock.now(), config.keptDays.emailReads * DAY_MS);
      return inBatches(signal, (limit) => deleteOldEmailReads(database.heavy, { before, limit }));
    },
  },
];
