/**
 * Whether a change lets a person or a partner do or see more than before: then it needs a recent password. Every operation
 * that changes something says so here, in `partners/widens.ts`, or for all its changes in the contract; `widens.test.ts` has
 * the table.
 */
import type { Visibility } from '@timebank/contract';
import type { CommunityRules } from '../../../domain/communities/settings.ts';
import type { InboxChanges } from '../../../domain/inbox/settings.ts';
import type { MemberPageRules } from '../../../domain/member-access/queries.ts';
import type { SubscriptionRow } from '../../../domain/subscriptions/queries.ts';

/** From the value that shows partners least to the one that shows them most. */
const SEEN = ['hidden', 'listed', 'listed_with_email'] as const satisfies readonly Visibility[];

/** Whether members may owe or hold more, or partners see more of all members who made no choice. */
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

/** Whether an account may owe more. Null: the community's limit, which may be any, and may change. */
export function widensAccount(before: number | null, after: number | null): boolean {
  if (after === before) return false;
  return after === null || lowersLimit(before ?? 0, after);
}

/** Whether one person alone may book what they imported, or members' payment slips name another account or holder. */
export function widensInbox(before: InboxChanges, after: InboxChanges): boolean {
  const isOtherAccount = after.account !== undefined || after.accountHolder !== undefined;
  return isOtherAccount || (before.fourEyes === true && after.fourEyes === false);
}

/** Whether members read more of each other or publish by themselves, or visitors ask to take part. */
export function widensMemberPages(before: MemberPageRules, after: MemberPageRules): boolean {
  return (
    (after.namesWhole && !before.namesWhole) ||
    (after.mayJoin && !before.mayJoin) ||
    (before.lookFirst && !after.lookFirst)
  );
}

const lowersLimit = (before: number, after: number) => after < before;
