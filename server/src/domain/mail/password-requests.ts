/**
 * Requests for a new password. The request is stored, whether the address is known or not, so that the answer is alike
 * and takes alike; the mailer finds the accounts. A person who asks often gets no more mails, silently.
 */
import { ago, HOUR_MS } from '../../platform/base/time.ts';
import type { ChangeDeps } from '../change/change.ts';
import { writePasswordMails } from './password-queries.ts';

/** Links for one mailbox within an hour. */
const REQUESTS_AN_HOUR = 6;
const REQUESTS_AT_ONCE = 50;

/** Writes the mails for requests that wait. */
export async function handlePasswordRequests({
  database,
  clock,
}: Pick<ChangeDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const since = ago(now, HOUR_MS);
  await writePasswordMails(database.outbox, { now, since, perHour: REQUESTS_AN_HOUR, limit: REQUESTS_AT_ONCE });
}
