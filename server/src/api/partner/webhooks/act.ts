/** The calling partner on the subscription that the path names. */
import { decodeId } from '@timebank/contract';
import { noSubscription, type SubscriptionAct } from '../../../domain/subscriptions/act.ts';
import type { Call } from '../access/call.ts';

interface SubscriptionCall extends Pick<Call, 'caller' | 'address' | 'requestId'> {
  readonly params: { readonly id: string };
}

/** @throws refusal subscription_not_found for a malformed id */
export function callersAct({ caller, params, address, requestId }: SubscriptionCall): SubscriptionAct {
  const subscriptionId = decodeId('whs', params.id);
  if (subscriptionId === undefined) throw noSubscription();
  const { communityId, partnerId } = caller;
  return { communityId, partnerId, subscriptionId, actor: `partner:${partnerId}`, address, requestId };
}
