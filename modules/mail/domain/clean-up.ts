/** The job that keeps mails, messages and requests for passwords bounded. */
import { ago, DAY_MS, HOUR_MS } from '../../../core/base/time.ts';
import { inBatches, type Job } from '../../../core/database/job.ts';
import { deleteOldPasswordLinks, deleteOldPasswordRequests } from './password-queries.ts';
import { deleteOldMails, deleteOldMessages } from './queries.ts';
import { deleteOldSignInRequests } from './sign-in-queries.ts';

const REQUESTS_KEPT_MS = DAY_MS;

export const MAIL_JOBS: readonly Job[] = [
  {
    name: 'delete old mails and requests for passwords',
    everyMs: HOUR_MS,
    async run({ database, clock, config }, signal) {
      const now = clock.now();
      const before = ago(now, config.keptDays.mails * DAY_MS);
      await inBatches(signal, (limit) => deleteOldMails(database.heavy, { before, limit }));
      await deleteOldMessages(database.heavy, { before });
      const requestedBefore = ago(now, REQUESTS_KEPT_MS);
      await inBatches(signal, (limit) => deleteOldPasswordRequests(database.heavy, { before: requestedBefore, limit }));
      await inBatches(signal, (limit) => deleteOldSignInRequests(database.heavy, { before: requestedBefore, limit }));
      await inBatches(signal, (limit) => deleteOldPasswordLinks(database.heavy, { before: requestedBefore, limit }));
    },
  },
];
