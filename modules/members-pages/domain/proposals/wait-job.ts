/** The job that reminds a member of what waits, and hands it to the office when no answer comes. */

import { Refusal } from '../../../../core/base/refusal.ts';
import { MINUTE_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import type { Hooks } from '../../../../core/change/hooks.ts';
import type { Job } from '../../../../core/database/job.ts';
import { selectUnanswered } from './queries.ts';
import { holdProposal, takeStepIn } from './write.ts';

const AT_ONCE = 100;

/** @returns whether there may be more */
async function remindAndHandOver(deps: ChangeDeps): Promise<boolean> {
  const now = deps.clock.now();
  const unanswered = await selectUnanswered(deps.database.heavy, { now, limit: AT_ONCE });
  for (const { communityId, id, act, waitsSince } of unanswered) {
    const step = { communityId, proposalId: id, actor: 'worker' };
    await change(deps, { communityId, actor: 'worker' }, async (within) => {
      const held = await holdProposal(within.transaction, step);
      // Another node was faster, or there is a new version.
      const { before } = held;
      const isOther = before.state !== 'waiting' || before.waitsSince.getTime() !== waitsSince.getTime();
      const isDone = isOther || (act === 'remind' && before.remindedAt !== null);
      if (!isDone) await takeStepIn(within, step, held, { act });
    }).catch((error: unknown) => {
      // The member has answered in this moment.
      if (!(error instanceof Refusal)) throw error;
    });
  }
  return unanswered.length === AT_ONCE;
}

/** @param hooks what modules add to the changes of these jobs */
export const proposalJobs = (hooks: Hooks): readonly Job[] => [
  {
    name: 'remind members of hours to confirm',
    everyMs: 10 * MINUTE_MS,
    async run({ database, clock }, signal) {
      while (!signal.aborted && (await remindAndHandOver({ database, clock, wakeWorker() {}, hooks })));
    },
  },
];
