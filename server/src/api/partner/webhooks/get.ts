/** GET /webhooks/subscriptions/{id} */
import type { getSubscription } from '@timebank/contract';
import { noSubscription } from '../../../domain/subscriptions/act.ts';
import { selectSubscription } from '../../../domain/subscriptions/queries.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const getSubscriptionHandler: Handler<typeof getSubscription> = async (call, { database }) => {
  const { communityId, partnerId, subscriptionId } = callersAct(call);
  const [row] = await selectSubscription(database.reads, { communityId, partnerId, subscriptionId });
  if (!row) throw noSubscription();
  return { data: presentSubscription(row) };
};
