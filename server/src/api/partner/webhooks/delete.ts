/** DELETE /webhooks/subscriptions/{id} */
import { type deleteSubscription, encodeId } from '@timebank/contract';
import { removeSubscription } from '../../../domain/subscriptions/remove.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const deleteSubscriptionHandler: Handler<typeof deleteSubscription> = async (call, deps) => {
  const act = callersAct(call);
  await removeSubscription(deps, act);
  return { data: { id: encodeId('whs', act.subscriptionId), deleted: true } };
};
