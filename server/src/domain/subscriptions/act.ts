/** Which subscription, and who acts on it: a partner on its own, or an administrator. */
import { encodeId } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import type { Transaction } from '../../platform/database/query.ts';
import type { CommunityAct } from '../change/change.ts';
import { lockSubscription, type SubscriptionRow } from './queries.ts';

export interface SubscriptionAct extends CommunityAct {
  readonly partnerId: number;
  /** UUID. */
  readonly subscriptionId: string;
}

/** Locks the subscription for a change. @throws refusal subscription_not_found */
export async function lockForChange(transaction: Transaction, act: SubscriptionAct): Promise<SubscriptionRow> {
  const [row] = await lockSubscription(transaction, {
    communityId: act.communityId,
    partnerId: act.partnerId,
    subscriptionId: act.subscriptionId,
  });
  if (!row) throw noSubscription();
  return row;
}

export function noSubscription() {
  return refusal('subscription_not_found', 'No subscription of yours has this id.');
}

/** The subscription as the audit log names it. */
export function subjectOf({ subscriptionId }: SubscriptionAct): string {
  return encodeId('whs', subscriptionId);
}
