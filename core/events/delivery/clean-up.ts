/** How long events are shown, and the job that deletes those that are kept no longer. */
import { DAY_MS, HOUR_MS } from '../../base/time.ts';
import { deletion, type Job } from '../../database/job.ts';
import { deleteOldEvents } from './queries.ts';

/** The time that `GET /events` and replay reach back. */
export const EVENT_SHOWN_MS = 30 * DAY_MS;

export const DELIVERY_JOBS: readonly Job[] = [
  deletion('delete old events', HOUR_MS, [deleteOldEvents, ({ events }) => events * DAY_MS]),
];
