/** Which subscription, and who acts on it: a partner on its own, or an administrator. */
import { decodeId, encodeId, type Operation } from '@timebank/contract';
import type { Call } from '../../api/http/handler.ts';
import type { Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Actor, actorOf, appendAudit } from '../audit/append.ts';
import { lockSubscription, type SubscriptionRow } from './queries.ts';

export interface SubscriptionAct extends Actor {
  readonly communityId: number;
  readonly partnerId: number;
  /** UUID. */
  readonly subscriptionId: string;
}

/** The caller on the subscription that the path names. @throws refusal subscription_not_found for a malformed id */
export function callersAct({ caller, params, address, requestId }: Call<Operation>): SubscriptionAct {
  const subscriptionId = decodeId('whs', params.id ?? '');
  if (subscriptionId === undefined) throw noSubscription();
  const { communityId, partnerId } = caller;
  return { communityId, partnerId, subscriptionId, actor: `partner:${partnerId}`, address, requestId };
}

/** Locks the subscription for a change. @throws refusal subscription_not_found */
export async function lockForChange(transaction: Transaction, act: SubscriptionAct): Promise<SubscriptionRow> {
  const [row] = await lockSubscription(transaction, act.communityId, act.partnerId, act.subscriptionId);
  if (!row) throw noSubscription();
  return row;
}

export function noSubscription() {
  return refusal('subscription_not_found', 'No subscription of yours has this id.');
}

/** Audits what was done to the subscription. */
export function auditAct(
  transaction: Transaction,
  act: SubscriptionAct,
  at: Date,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { communityId, subscriptionId } = act;
  const subject = encodeId('whs', subscriptionId);
  return appendAudit(transaction, [{ communityId, at, ...actorOf(act), action, subject, details }]);
}
