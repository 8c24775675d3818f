/** The job that deletes the oldest reads of e-mail addresses; every other row of the audit log stays. */
import { DAY_MS } from '../../../core/base/time.ts';
import { deleteOldEmailReads } from '../../../core/change/audit/queries.ts';
import { deletion, type Job } from '../../../core/database/job.ts';

export const AUDIT_JOBS: readonly Job[] = [
  deletion('delete old reads of e-mail addresses from the audit log', DAY_MS, [
    deleteOldEmailReads,
    ({ emailReads }) => emailReads * DAY_MS,
  ]),
];
