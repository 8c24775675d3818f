/** The job that ends the holds of members whose day has come. */
import { DAY_MS, dayIn, dayOf, MINUTE_MS } from '../../../core/base/time.ts';
import type { Hooks } from '../../../core/change/hooks.ts';
import type { Job } from '../../../core/database/job.ts';
import { endHold } from '../../../core/people/holds/hold.ts';
import { selectDueHolds, selectHoldCommunities } from '../../../core/people/holds/queries.ts';

const AT_ONCE = 100;

/** @param hooks what modules add to the changes of this job */
export const holdJobs = (hooks: Hooks): readonly Job[] => [
  {
    name: 'end holds of members who are back',
    everyMs: 5 * MINUTE_MS,
    async run({ database, clock }, signal) {
      // The worker's next look at the events is within a second.
      const deps = { database, clock, hooks, wakeWorker() {} };
      const now = clock.now();
      // Where it is tomorrow already, the day has come.
      const lastDay = dayOf(new Date(now.getTime() + DAY_MS));
      for (const { communityId, timeZone } of await selectHoldCommunities(database.heavy, { lastDay })) {
        const due = { communityId, today: dayIn(now, timeZone), limit: AT_ONCE };
        for (let rows = await selectDueHolds(database.heavy, due); rows.length > 0 && !signal.aborted; ) {
          for (const { memberId } of rows)
            await endHold(deps, { communityId, memberId, actor: 'worker' }, { due: true });
          rows = rows.length < AT_ONCE ? [] : await selectDueHolds(database.heavy, due);
        }
      }
    },
  },
];
