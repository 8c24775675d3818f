/** The job that keeps mails, messages and requests for passwords bounded. */
import { DAY_MS, HOUR_MS } from '../../../core/base/time.ts';
import { deletion, type Job } from '../../../core/database/job.ts';
import { deleteOldPasswordLinks, deleteOldPasswordRequests } from './password-queries.ts';
import { deleteOldMails, deleteOldMessages } from './queries.ts';
import { deleteOldSignInRequests } from './sign-in-queries.ts';

const REQUESTS_KEPT_MS = DAY_MS;

export const MAIL_JOBS: readonly Job[] = [
  deletion(
    'delete old mails and requests for passwords',
    HOUR_MS,
    [deleteOldMails, ({ mails }) => mails * DAY_MS],
    [deleteOldMessages, ({ mails }) => mails * DAY_MS],
    [deleteOldPasswordRequests, REQUESTS_KEPT_MS],
    [deleteOldSignInRequests, REQUESTS_KEPT_MS],
    [deleteOldPasswordLinks, REQUESTS_KEPT_MS],
  ),
];
