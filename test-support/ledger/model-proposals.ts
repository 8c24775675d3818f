/** Hours of two in the naive ledger of a story. */
import { DAY_MS } from '../../core/base/time.ts';
import type { ProposalOperation } from '../simulator/operations.ts';
import type { SimulatedCommunity } from '../simulator/world.ts';
import { operationOf, proposalText, REMIND_DAYS, SILENT_DAYS } from './proposals.ts';
import type { TwoStep } from './steps.ts';

export interface ModelProposals {
  step(step: TwoStep): string;
  /** The worker's work. */
  morning(): void;
  texts(): string[];
}

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

  return {
    step(step) {
      if (step.do === 'listing') return 'done';
      const made = Object.entries(proposals).map(([name, { revision }]) => [name, revision] as const);
      const operation = operationOf(step, made, now());
      const { name } = operation;
      const before = proposals[name]?.revision;
      const answer = apply(operation);
      if (proposals[name]?.revision !== before) waitsSince.set(name, now());
      if (answer === 'made' && step.do === 'propose' && step.listed) ofListing.add(name);
      if (booked[name] && !exchanges.includes(name)) exchanges.push(name);
      return answer;
    },
    morning() {
      for (const [name, { state, revision, reminded }] of Object.entries(proposals)) {
        const waitedMs = now().getTime() - (waitsSince.get(name) ?? now()).getTime();
        const isSilent = waitedMs > SILENT_DAYS * DAY_MS;
        if (state !== 'waiting' || (!isSilent && (reminded || waitedMs <= REMIND_DAYS * DAY_MS))) continue;
        apply({ do: 'wait', community: 0, act: isSilent ? 'silence' : 'remind', revision, name });
      }
    },
    texts: () =>
      Object.entries(proposals).map(([name, proposal]) => {
        const { seconds } = booked[name] ?? {};
        return proposalText(name, proposal, seconds === undefined ? [] : [{ seconds, listed: ofListing.has(name) }]);
      }),
  };
}
