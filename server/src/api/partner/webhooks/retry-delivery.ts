/** POST /webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry */
import { decodeId, type retryDelivery } from '@timebank/contract';
import { noSubscription } from '../../../domain/subscriptions/act.ts';
import { selectSubscription } from '../../../domain/subscriptions/queries.ts';
import { noDelivery, sendDeliveryAgain } from '../../../domain/subscriptions/retry-now.ts';
import { presentDelivery } from '../../present/delivery.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const retryDeliveryHandler: Handler<typeof retryDelivery> = async (call, deps) => {
  const act = callersAct(call);
  const deliveryId = decodeId('dlv', call.params.delivery_id);
  if (deliveryId === undefined) {
    // An unknown subscription is reported first, as with a well-formed id.
    const { communityId, partnerId, subscriptionId } = act;
    const [subscription] = await selectSubscription(deps.database.reads, { communityId, partnerId, subscriptionId });
    throw subscription ? noDelivery() : noSubscription();
  }
  return { data: presentDelivery(await sendDeliveryAgain(deps, act, deliveryId, 'accept')) };
};
