/** How long events are kept, and the job that deletes older ones. */
import { ago, DAY_MS, HOUR_MS } from '../../platform/base/time.ts';
import { inBatches, type Job } from '../../platform/database/job.ts';
import { deleteOldEvents } from './queries.ts';

/** As long as `GET /events` and replay reach back. */
export const EVENT_SHOWN_MS = 30 * DAY_MS;
/** Longer, since a sync token of 31 days finds by them what went out of sight. */
const EVENT_KEPT_MS = 32 * DAY_MS;

export const DELIVERY_JOBS: readonly Job[] = [
  {
    name: 'delete old events',
    everyMs: HOUR_MS,
    run(database, clock, signal) {
      const before = ago(clock.now(), EVENT_KEPT_MS);
      return inBatches(signal, (limit) => deleteOldEvents(database.heavy, before, limit));
    },
  },
];
