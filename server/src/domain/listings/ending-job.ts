/** The jobs that close listings whose last day has passed, and tell their owners 14 days before. */
import { encodeId } from '@timebank/contract';
import { ago, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../../platform/base/time.ts';
import type { Job } from '../../platform/database/job.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { dueMailsIn } from '../mail/due.ts';
import {
  selectCommunitiesToTell,
  selectEndingCommunities,
  selectListingsToTell,
  selectWrittenReasons,
} from './ending-queries.ts';
import { closeEnded } from './renew.ts';

/** The owner gets the notice so long before, and up to two days later where the worker was away. */
const TOLD_DAYS = { from: 12, to: 14 } as const;
const MAILS_AT_ONCE = 1000;

/** The worker's next look at the events is within a second. */
const depsOf = (deps: Pick<ChangeDeps, 'database' | 'clock'>): ChangeDeps => ({ ...deps, wakeWorker() {} });

/**
 * Writes the mails to owners of listings that end soon, one for each listing and last day.
 * @returns how many were written
 */
async function tellOfEndings(deps: ChangeDeps, communityId: number): Promise<number> {
  const { database, clock } = deps;
  const listings = await selectListingsToTell(database.heavy, {
    ...{ communityId, ...toldDays(clock.now()) },
    limit: MAILS_AT_ONCE,
  });
  const mails = listings.map(({ id, memberId, endsOn }) => ({
    reasonKey: `listing.ending:${encodeId('lst', id)}:${endsOn}`,
    memberId,
  }));
  const reasonKeys = mails.map(({ reasonKey }) => reasonKey);
  const written = await selectWrittenReasons(database.heavy, { communityId, reasonKeys });
  const known = new Set(written.map(({ reasonKey }) => reasonKey));
  const fresh = mails.filter(({ reasonKey }) => !known.has(reasonKey));
  if (fresh.length === 0) return 0;
  return await change(deps, { communityId, actor: 'worker' }, async (within) => {
    const count = await dueMailsIn(within, communityId, fresh);
    within.audit('listings.ending_told', `community:${communityId}`, { mails: count });
    return count;
  });
}

function toldDays(now: Date) {
  const inDays = (days: number) => dayOf(ago(now, -days * DAY_MS));
  return { firstDay: inDays(TOLD_DAYS.from), lastDay: inDays(TOLD_DAYS.to) };
}

export const LISTING_JOBS: readonly Job[] = [
  {
    name: 'close listings that have ended',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }, signal) {
      const deps = depsOf({ database, clock });
      for (const { communityId } of await selectEndingCommunities(database.heavy, { today: dayOf(clock.now()) })) {
        while (!signal.aborted && (await closeEnded(deps, communityId)));
      }
    },
  },
  {
    name: 'tell owners of listings that end',
    everyMs: HOUR_MS,
    async run({ database, clock }, signal) {
      const deps = depsOf({ database, clock });
      for (const { communityId } of await selectCommunitiesToTell(database.heavy, toldDays(clock.now()))) {
        if (!signal.aborted) await tellOfEndings(deps, communityId);
      }
    },
  },
];
