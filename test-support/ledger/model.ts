/** The naive ledger of the simulator, which predicts every answer to a story. Amounts are whole seconds. */
import { applyLedger, applyPolicy } from '../simulator/model.ts';
import { type LedgerOperation, NO_MEMBER } from '../simulator/operations.ts';
import type { SimulatedCommunity } from '../simulator/world.ts';
import { type Booking, finalStatements, nextDay, statementLine, testDayOf } from './day.ts';
import { createModelProposals } from './model-proposals.ts';
import { changeStanding, createCommunity, sees } from './standing.ts';
import type { Caps, CreditShare, LedgerStep } from './steps.ts';

/** Accounts 0 and 1 are members, 2 is the chest. */
export interface Model {
  /** The answer that the ledger must give. */
  step(step: LedgerStep): string;
  /** Time passes; members are reminded of what waits, and what nobody answers goes to the office. */
  wait(now: Date): void;
  /** In the order in which they were made, with what was booked of them. */
  proposals(): string[];
  readonly balances: readonly number[];
  /** The final statements of all partners, oldest first. */
  statements(): string[];
}

const CHEST = 2;
const partyOf = (account: number) => (account === CHEST ? NO_MEMBER : account);

export function createModel(start: Date): Model {
  let now = start;
  const community = createCommunity();
  const [bookings, locked]: [Booking[], Set<number>] = [[], new Set()];
  /** Names of all that was booked as an exchange, in this order. */
  const exchanges: string[] = [];

  function apply(operation: LedgerOperation, named = true): string {
    const { policy } = community;
    return applyLedger(community, operation, { policy, limits: policy, day: testDayOf(now), named });
  }

  const ofTwo = createModelProposals(community, exchanges, () => now, apply);

  function book(answer: string, partner: number, kind: Booking['kind'], seconds: number): string {
    if (answer === 'posted') bookings.push({ partner, kind, seconds, day: testDayOf(now) });
    return answer;
  }

  function credit(member: number, share: CreditShare): string {
    if (locked.has(share.partner)) return 'invalid_token';
    const answer = apply({ do: 'credit', community: 0, member, ...share });
    return book(answer, share.partner, 'credit', share.seconds);
  }

  function reverse({ partner, poster, back, reference }: Extract<LedgerStep, { do: 'reverse' }>): string {
    const [of, wanted] = Object.entries(community.partners[poster]?.credits ?? {}).at(-1 - back) ?? [''];
    const answer = apply({ do: 'reverse', community: 0, partner, owner: poster, of, reference }, wanted !== undefined);
    return book(answer, partner, 'credit_reversal', wanted?.seconds ?? 0);
  }

  function exchange({ provider, receiver, seconds }: Extract<LedgerStep, { do: 'exchange' }>): string {
    const name = `x${exchanges.length}`;
    const parties = { provider: partyOf(provider), receiver: partyOf(receiver) };
    const answer = apply({ do: 'exchange', kind: 'exchange', community: 0, ...parties, seconds, name });
    if (answer === 'posted') exchanges.push(name);
    return answer;
  }

  function asPartner(step: Extract<LedgerStep, { partner: number }>): string {
    if (step.do === 'credit') return credit(step.member, step);
    if (step.do === 'renew') locked.delete(step.partner);
    else if (locked.has(step.partner) && step.do !== 'revoke') return 'invalid_token';
    if (step.do === 'reverse') return reverse(step);
    if (step.do === 'balance') {
      const isSeen = sees(community, step.partner, step.member);
      return isSeen ? `${community.balances[step.member]} s` : 'user_not_found';
    }
    if (step.do === 'statement') {
      if (step.daysAgo < 0) return 'statement_not_found';
      return statementLine(bookings, step.partner, nextDay(testDayOf(now), -step.daysAgo), now);
    }
    if (step.do === 'revoke') locked.add(step.partner);
    return 'done';
  }

  function asOffice(step: LedgerStep): string {
    switch (step.do) {
      case 'exchange':
        return exchange(step);
      case 'correct':
        return apply({ do: 'correct', community: 0, name: exchanges[step.number] ?? 'none' });
      case 'limits':
        return applyPolicy(community, { ...step, community: 0 });
      case 'caps':
        return setCaps(community, step.caps);
      case 'together':
        return step.shares.map((share) => credit(step.member, share)).join(', ');
      case 'suspend':
      case 'activate':
      case 'erase':
      case 'show':
        return changeStanding(community, step);
      case 'propose':
      case 'answer':
      case 'settle':
      case 'listing':
        return ofTwo.step(step);
      default:
        return asPartner(step);
    }
  }

  return {
    balances: community.balances,
    wait(until) {
      now = until;
      ofTwo.morning();
    },
    proposals: ofTwo.texts,
    statements: () => finalStatements(bookings, start, now),
    step: asOffice,
  };
}

function setCaps(community: SimulatedCommunity, caps: readonly Caps[]): string {
  for (const [partner, { memberDay, partnerDay }] of caps.entries()) {
    const { credit } = community.policy.partners[partner]?.caps ?? { credit: 0 };
    applyPolicy(community, { do: 'caps', community: 0, partner, credit, memberDay, partnerDay });
  }
  return 'done';
}
