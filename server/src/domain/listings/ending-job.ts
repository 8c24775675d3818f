/** The job that closes listings whose last day has passed. */
import { dayOf, MINUTE_MS } from '../../platform/base/time.ts';
import type { Job } from '../../platform/database/job.ts';
import { selectEndingCommunities } from './ending-queries.ts';
import { closeEnded } from './renew.ts';

export const LISTING_JOBS: readonly Job[] = [
  {
    name: 'close listings that have ended',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }, signal) {
      // The worker's next look at the events is within a second.
      const deps = { database, clock, wakeWorker() {} };
      for (const { communityId } of await selectEndingCommunities(database.heavy, { today: dayOf(clock.now()) })) {
        while (!signal.aborted && (await closeEnded(deps, communityId)));
      }
    },
  },
];
