/** POST /webhooks/subscriptions */
import { BASE_PATH, type createSubscription } from '@timebank/contract';
import { addSubscription } from '../../../domain/subscriptions/add.ts';
import { requireTarget } from '../../../domain/subscriptions/target-url.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';

export const createSubscriptionHandler: Handler<typeof createSubscription> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const { target_url: targetUrl, event_types: eventTypes, description } = call.body;
  requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const { address, requestId } = call;
  const act = { communityId, partnerId, actor: `partner:${partnerId}`, address, requestId };
  const wanted = { eventTypes: [...new Set(eventTypes)], targetUrl, description: description || null };
  const { row, secret } = await addSubscription(deps, act, wanted);
  const created = presentSubscription(row);
  return {
    data: { ...created, secret },
    headers: {
      Location: `${call.origin}${BASE_PATH}/webhooks/subscriptions/${created.id}`,
      'Cache-Control': 'no-store',
    },
  };
};
