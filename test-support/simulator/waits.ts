/** What workers have done to proposals that waited: seen in the facts, because no caller gets an answer to it. */
import { DAY_MS } from '../../core/base/time.ts';
import type { Facts } from './facts.ts';
import type { WaitOperation } from './operations.ts';
import type { FactProposal } from './proposal-facts.ts';

/** As short as a community may choose. */
export const REMIND_DAYS_SIMULATED = 1;
export const SILENT_DAYS_SIMULATED = 2;

const isDue = ({ proposal, waitsSince }: FactProposal, days: number, now: Date) =>
  proposal.state === 'waiting' && now.getTime() - waitsSince.getTime() > days * DAY_MS;

/** Each with the version that it was done to: the one that had waited long enough. @throws where none had */
export function waitsSeen(before: Facts, after: Facts, now: Date): WaitOperation[] {
  return after.flatMap(({ proposals }, community) =>
    [...proposals].flatMap(([name, { proposal }]): WaitOperation[] => {
      const was = before[community]?.proposals.get(name);
      const acts = [
        ...(proposal.reminded && !was?.proposal.reminded ? [['remind', REMIND_DAYS_SIMULATED] as const] : []),
        ...(proposal.reason === 'silent' && was?.proposal.reason !== 'silent'
          ? [['silence', SILENT_DAYS_SIMULATED] as const]
          : []),
      ];
      return acts.map(([act, days]) => {
        if (!was || !isDue(was, days, now)) throw new Error(`${act} of ${name} in c${community} before its time`);
        return { do: 'wait', act, community, name, revision: was.proposal.revision };
      });
    }),
  );
}

/** A proposal that the worker, done with its work, has left as it was although its time had come. */
export function forgotten(before: Facts, after: Facts, since: Date): string | undefined {
  for (const [community, { proposals }] of before.entries()) {
    for (const [name, was] of proposals) {
      const is = after[community]?.proposals.get(name)?.proposal;
      const isLeft = is?.state === 'waiting' && is.revision === was.proposal.revision;
      const isSilent = isDue(was, SILENT_DAYS_SIMULATED, since);
      if (isLeft && (isSilent || (isDue(was, REMIND_DAYS_SIMULATED, since) && !is.reminded))) {
        return `${name} in c${community} waits, and the worker has passed it over`;
      }
    }
  }
  return undefined;
}
