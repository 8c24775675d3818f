/** How long events are shown, and the job that deletes those that are kept no longer. */
import { ago, DAY_MS, HOUR_MS } from '../../base/time.ts';
import { inBatches, type Job } from '../../database/job.ts';
import { deleteOldEvents } from './queries.ts';

/** The time that `GET /events` and replay reach back. */
export const EVENT_SHOWN_MS = 30 * DAY_MS;

export const DELIVERY_JOBS: readonly Job[] = [
  {
    name: 'delete old events',
    everyMs: HOUR_MS,
    run({ database, clock, config }, signal) {
      const before = ago(clock.now(), config.keptDays.events * DAY_MS);
      return inBatches(signal, (limit) => deleteOldEvents(database.heavy, { before, limit }));
    },
  },
];
