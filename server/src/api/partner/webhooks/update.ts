/** PATCH /webhooks/subscriptions/{id} */
import type { updateSubscription } from '@timebank/contract';
import { changeSubscription } from '../../../domain/subscriptions/change.ts';
import { requireTarget } from '../../../domain/subscriptions/target-url.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const updateSubscriptionHandler: Handler<typeof updateSubscription> = async (call, deps) => {
  const { event_types: eventTypes, target_url: targetUrl, description, status } = call.body;
  if (targetUrl !== undefined) requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const row = await changeSubscription(deps, callersAct(call), { eventTypes, targetUrl, description, status });
  return { data: presentSubscription(row) };
};
