/** Hours of two in the naive ledger of a story. */
import { NO_MEMBER, type ProposalOperation } from '../simulator/operations.ts';
import type { SimulatedCommunity } from '../simulator/world.ts';
import { nextDay, testDayOf } from './day.ts';
import { dueAct, proposalName, proposalText } from './proposals.ts';
import type { TwoStep } from './steps.ts';

export interface ModelProposals {
  step(step: TwoStep): string;
  /** The worker's work. */
  morning(): void;
  texts(): string[];
}

const CHEST = 2;

/** @param exchanges names of all that was booked as an exchange, in this order */
export function createModelProposals(
  { proposals, exchanges: booked }: SimulatedCommunity,
  exchanges: string[],
  now: () => Date,
  apply: (operation: ProposalOperation) => string,
): ModelProposals {
  /** When the version of each began to wait. */
  const waitsSince = new Map<string, Date>();
  /** Names of those that name the listing. */
  const ofListing = new Set<string>();

  function propose(step: Extract<TwoStep, { do: 'propose' }>): string {
    const { by, form, daysAgo, listed } = step;
    const name = proposalName(by, form);
    const other = step.other === CHEST ? NO_MEMBER : step.other;
    const answer = apply({ ...step, community: 0, other, name, day: nextDay(testDayOf(now()), -daysAgo) });
    if (answer !== 'made') return answer;
    waitsSince.set(name, now());
    if (listed) ofListing.add(name);
    return answer;
  }

  return {
    step(step) {
      if (step.do === 'listing') return 'done';
      if (step.do === 'propose') return propose(step);
      const name = Object.keys(proposals).at(-1 - step.back) ?? 'none';
      const before = proposals[name]?.revision;
      const answer = apply({ ...step, seen: step.seen ?? before ?? 1, community: 0, name });
      if (proposals[name]?.revision !== before) waitsSince.set(name, now());
      if (booked[name] && !exchanges.includes(name)) exchanges.push(name);
      return answer;
    },
    morning() {
      for (const [name, proposal] of Object.entries(proposals)) {
        const act = dueAct(proposal, waitsSince.get(name) ?? now(), now());
        if (act === undefined || proposal.state !== 'waiting') continue;
        apply({ do: 'wait', community: 0, act, revision: proposal.revision, name });
      }
    },
    texts: () =>
      Object.entries(proposals).map(([name, proposal]) => {
        const { seconds } = booked[name] ?? {};
        return proposalText(name, proposal, seconds === undefined ? [] : [{ seconds, listed: ofListing.has(name) }]);
      }),
  };
}
