/** The job that deletes the oldest reads of e-mail addresses; every other row of the audit log stays. */
import { ago, DAY_MS } from '../../platform/base/time.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import { deleteOldEmailReads } from './queries.ts';

/** Thirteen months: a year, and time to look back on it. The database itself deletes no younger one. */
const EMAIL_READS_KEPT_MS = 396 * DAY_MS;

export const AUDIT_JOBS: readonly Job[] = [
  {
    name: 'delete old reads of e-mail addresses from the audit log',
    everyMs: DAY_MS,
    run(database, clock, signal) {
      const before = ago(clock.now(), EMAIL_READS_KEPT_MS);
      return inBatches(signal, (limit) => deleteOldEmailReads(database.heavy, before, limit));
    },
  },
];
