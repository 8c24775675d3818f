/** POST /webhooks/subscriptions/{id}/replay */
import type { replaySubscription } from '@timebank/contract';
import { rangeOf, replayEventsSince } from '../../../domain/subscriptions/replay.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const replaySubscriptionHandler: Handler<typeof replaySubscription> = async (call, deps) => {
  const range = rangeOf(call.body);
  const deliveries = await replayEventsSince(deps, callersAct(call), range);
  return { data: { since: range.since.toISOString(), deliveries } };
};
