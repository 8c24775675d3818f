/**
 * Whether a change lets somebody do or see more than before: then it needs a recent password. Every operation that
 * changes something says so here, in `partners/widens.ts`, or for all its changes in the contract; `widens.test.ts` has
 * the table.
 */
import type { Visibility } from '@timebank/contract';
import type { CommunityRules } from '../../../domain/communities/settings.ts';
import type { SubscriptionRow } from '../../../domain/subscriptions/queries.ts';

/** From what partners see least of to what they see most of. */
const SEEN = ['hidden', 'listed', 'listed_with_email'] as const satisfies readonly Visibility[];

/** Members may owe or hold more, or partners see more of all who made no choice. */
export function widensCommunity(before: CommunityRules, after: CommunityRules): boolean {
  return (
    lowersLimit(
      before.lowerBalanceSeconds ?? Number.NEGATIVE_INFINITY,
      after.lowerBalanceSeconds ?? Number.NEGATIVE_INFINITY,
    ) ||
    (after.upperBalanceSeconds ?? Number.POSITIVE_INFINITY) >
      (before.upperBalanceSeconds ?? Number.POSITIVE_INFINITY) ||
    widensVisibility(before.defaultVisibility, after.defaultVisibility)
  );
}

/** Events go to another place, or more of them. */
export function widensSubscription(
  before: Pick<SubscriptionRow, 'targetUrl' | 'eventTypes'>,
  after: Pick<SubscriptionRow, 'targetUrl' | 'eventTypes'>,
): boolean {
  return (
    after.targetUrl !== before.targetUrl ||
    (!before.eventTypes.includes('*') && after.eventTypes.some((type) => !before.eventTypes.includes(type)))
  );
}

/** Partners may see more of a member. Null is the community's choice, which may be any one, and change. */
export function widensVisibility(before: Visibility | null, after: Visibility | null): boolean {
  if (after === before) return false;
  const least = before === null ? 0 : SEEN.indexOf(before);
  const most = after === null ? SEEN.length - 1 : SEEN.indexOf(after);
  return most > least;
}

/** An account may owe more. Null is the community's limit, which may be any one, and change. */
export function widensAccount(before: number | null, after: number | null): boolean {
  if (after === before) return false;
  return after === null || lowersLimit(before ?? 0, after);
}

const lowersLimit = (before: number, after: number) => after < before;
