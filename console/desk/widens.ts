/**
 * Whether a change lets a person or a partner do or see more than before: then it needs a recent password. Every operation
 * that changes something says so here, in a `widens.ts` of its module, or for all its changes in the contract; `widens.test.ts` has
 * the table.
 */
import type { Visibility } from '@timebank/contract';
import type { SubscriptionRow } from '../../core/events/subscriptions/queries.ts';
import type { Rate } from '../../core/partners/rates/rate.ts';
import type { ProvenParts } from '../../core/people/members/update.ts';

/** From the value that shows partners least to the one that shows them most. */
const SEEN = ['hidden', 'listed', 'listed_with_email'] as const satisfies readonly Visibility[];

/** Whether events go to another place, or more of them do. */
export function widensSubscription(
  before: Pick<SubscriptionRow, 'targetUrl' | 'eventTypes'>,
  after: Pick<SubscriptionRow, 'targetUrl' | 'eventTypes'>,
): boolean {
  return (
    after.targetUrl !== before.targetUrl ||
    (!before.eventTypes.includes('*') && after.eventTypes.some((type) => !before.eventTypes.includes(type)))
  );
}

/** Whether partners may see more of a member. Null: the community's choice, which may be any, and may change. */
export function widensVisibility(before: Visibility | null, after: Visibility | null): boolean {
  if (after === before) return false;
  const least = before === null ? 0 : SEEN.indexOf(before);
  const most = after === null ? SEEN.length - 1 : SEEN.indexOf(after);
  return most > least;
}

/** Whether another address signs in to the member's pages, or partners may see more of the member. */
export function widensMember(before: ProvenParts, after: ProvenParts): boolean {
  return (
    (after.email !== null && after.email !== before.email) || widensVisibility(before.visibility, after.visibility)
  );
}

/** Money may become worth so many times as much, or as little, at once: beyond it a slip or a stranger books too much. */
const RATE_FACTOR = 2n;

/** Whether a rate is new, or is another than before by more than that factor. Null: there is none. */
export function widensRate(before: Rate | null, after: Rate | null): boolean {
  if (after === null) return false;
  if (before === null) return true;
  const [old, now] = [before.numerator * after.denominator, after.numerator * before.denominator];
  return now > RATE_FACTOR * old || old > RATE_FACTOR * now;
}

/** Whether an account may owe more. Null: the community's limit, which may be any, and may change. */
export function widensAccount(before: number | null, after: number | null): boolean {
  if (after === before) return false;
  return after === null || lowersLimit(before ?? 0, after);
}

/** Whether a limit goes down. */
export const lowersLimit = (before: number, after: number) => after < before;
