/** The jobs that close listings whose last day has passed, and tell their owners 14 days before. */
import { ago, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { Hooks } from '../../../../core/change/hooks.ts';
import type { Job } from '../../../../core/database/job.ts';
import { ENDING_SOON_DAYS, endingReason } from '../../../../core/people/listings/ending-days.ts';
import {
  selectCommunitiesToTell,
  selectEndingCommunities,
  selectListingsToTell,
  selectWrittenReasons,
} from '../../../../core/people/listings/ending-queries.ts';
import { closeEnded } from '../../../../core/people/listings/renew.ts';

/** The owner gets the notice so long before, and up to two days later where the worker was away. */
const NOTICE_DAYS = { from: ENDING_SOON_DAYS - 2, to: ENDING_SOON_DAYS } as const;
const MAILS_AT_ONCE = 1000;

/** The worker's next look at the events is within a second. */
const depsOf = (deps: Omit<ChangeDeps, 'wakeWorker'>): ChangeDeps => ({ ...deps, wakeWorker() {} });

/** Notes for the owners of listings that end soon that they do, once for each listing and last day. */
async function tellOfEndings(deps: ChangeDeps, communityId: number): Promise<void> {
  // Where no module reads reasons, nothing would be known as written: the same again each hour.
  if (deps.hooks.onDue.length === 0) return;
  const { database, clock } = deps;
  const listings = await selectListingsToTell(database.heavy, {
    communityId,
    ...noticeDays(clock.now()),
    limit: MAILS_AT_ONCE,
  });
  const reasons = listings.map(endingReason);
  const reasonKeys = reasons.map(({ reasonKey }) => reasonKey);
  const written = await selectWrittenReasons(database.heavy, { communityId, reasonKeys });
  const known = new Set(written.map(({ reasonKey }) => reasonKey));
  const fresh = reasons.filter(({ reasonKey }) => !known.has(reasonKey));
  if (fresh.length === 0) return;
  await change(deps, { communityId, actor: 'worker' }, async (within) => {
    within.due(fresh);
    within.audit('listings.ending_told', `community:${communityId}`, { mails: fresh.length });
  });
}

function noticeDays(now: Date) {
  const inDays = (days: number) => dayOf(ago(now, -days * DAY_MS));
  return { firstDay: inDays(NOTICE_DAYS.from), lastDay: inDays(NOTICE_DAYS.to) };
}

/** @param hooks what modules add to the changes of these jobs */
export const listingJobs = (hooks: Hooks): readonly Job[] => [
  {
    name: 'close listings that have ended',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }, signal) {
      const deps = depsOf({ database, clock, hooks });
      for (const { communityId } of await selectEndingCommunities(database.heavy, { today: dayOf(clock.now()) })) {
        while (!signal.aborted && (await closeEnded(deps, communityId)));
      }
    },
  },
  {
    name: 'tell owners of listings that end',
    everyMs: HOUR_MS,
    async run({ database, clock }, signal) {
      const deps = depsOf({ database, clock, hooks });
      for (const { communityId } of await selectCommunitiesToTell(database.heavy, noticeDays(clock.now()))) {
        if (!signal.aborted) await tellOfEndings(deps, communityId);
      }
    },
  },
];
