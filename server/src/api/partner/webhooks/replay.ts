/** POST /webhooks/subscriptions/{id}/replay */
import type { replaySubscription } from '@timebank/contract';
import { replayEventsSince, sinceOf } from '../../../domain/subscriptions/replay.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const replaySubscriptionHandler: Handler<typeof replaySubscription> = async (call, deps) => {
  const since = sinceOf(call.body.since);
  const deliveries = await replayEventsSince(deps, callersAct(call), since);
  return { data: { since: since.toISOString(), deliveries } };
};
