/** The naive ledger of the simulator, which predicts every answer to a story. Amounts are whole seconds. */
import { applyLedger, applyPolicy } from '../simulator/model.ts';
import { type LedgerOperation, NO_MEMBER } from '../simulator/operations.ts';
import { type Booking, finalStatements, nextDay, statementLine, testDayOf } from './day.ts';
import { changeStanding, createCommunity, sees } from './standing.ts';
import type { CreditShare, LedgerStep } from './steps.ts';

/** Accounts 0 and 1 are members, 2 is the chest. */
export interface Model {
  /** The answer that the ledger must give. */
  step(step: LedgerStep): string;
  /** Time passes. */
  wait(now: Date): void;
  readonly balances: readonly number[];
  /** The final statements of all partners, oldest first. */
  statements(): string[];
}

const CHEST = 2;
const partyOf = (account: number) => (account === CHEST ? NO_MEMBER : account);

export function createModel(start: Date): Model {
  let now = start;
  const community = createCommunity();
  const bookings: Booking[] = [];
  const locked = new Set<number>();

  function apply(operation: LedgerOperation, named = true): string {
    const { policy } = community;
    return applyLedger(community, operation, { policy, limits: policy, day: testDayOf(now), named });
  }

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
    const name = String(Object.keys(community.exchanges).length);
    const parties = { provider: partyOf(provider), receiver: partyOf(receiver) };
    return apply({ do: 'exchange', kind: 'exchange', community: 0, ...parties, seconds, name });
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
        return apply({ do: 'correct', community: 0, name: String(step.number) });
      case 'limits':
        return applyPolicy(community, { ...step, community: 0 });
      case 'caps':
        for (const [partner, { memberDay, partnerDay }] of step.caps.entries()) {
          const { credit } = community.policy.partners[partner]?.caps ?? { credit: 0 };
          applyPolicy(community, { do: 'caps', community: 0, partner, credit, memberDay, partnerDay });
        }
        return 'done';
      case 'together':
        return step.shares.map((share) => credit(step.member, share)).join(', ');
      case 'suspend':
      case 'activate':
      case 'erase':
      case 'show':
        return changeStanding(community, step);
      default:
        return asPartner(step);
    }
  }

  return {
    balances: community.balances,
    wait(until) {
      now = until;
    },
    statements: () => finalStatements(bookings, start, now),
    step: asOffice,
  };
}
