/** PATCH /webhooks/subscriptions/{id} */
import type { updateSubscription } from '@timebank/contract';
import { changeSubscription } from '../../../domain/subscriptions/change.ts';
import { targetHostFault } from '../../../domain/subscriptions/target-url.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const updateSubscriptionHandler: Handler<typeof updateSubscription> = async (call, deps) => {
  const { event_types: eventTypes, target_url: targetUrl, description, status } = call.body;
  if (targetUrl !== undefined) {
    const fault = targetHostFault(targetUrl, deps.config.webhookAllowCidrs);
    if (fault) throw refusal('validation_failed', fault.message, [fault]);
  }
  const row = await changeSubscription(deps, callersAct(call), { eventTypes, targetUrl, description, status });
  return { data: presentSubscription(row) };
};
