/** POST /webhooks/subscriptions/{id}/test */
import { encodeId, type testSubscription } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { Handler } from '../../api/http/handler.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { auditAct, callersAct, lockForChange, type SubscriptionAct } from './act.ts';
import { insertTestEvent } from './delivery-queries.ts';

export const testSubscriptionHandler: Handler<typeof testSubscription> = async (call, deps) => {
  const eventId = await sendTestEvent(deps.database, deps.clock, callersAct(call));
  deps.wakeWorker();
  return { status: 202, body: { data: { event_id: encodeId('evt', eventId) } } };
};

/**
 * Writes a test event and its delivery to the one subscription, whatever its kinds. One that is paused or disabled is
 * tried once. Wake the worker afterwards.
 * @returns the event's UUID
 * @throws refusal subscription_not_found
 */
export async function sendTestEvent(database: Database, clock: Clock, act: SubscriptionAct): Promise<string> {
  const { communityId, partnerId, subscriptionId } = act;
  const at = clock.now();
  const eventId = uuidv7();
  await database.transaction(async (transaction) => {
    const { status } = await lockForChange(transaction, act);
    const data = JSON.stringify({ subscription_id: encodeId('whs', subscriptionId) });
    const manual = status !== 'active';
    await insertTestEvent(transaction, communityId, eventId, partnerId, data, uuidv7(), subscriptionId, manual, at);
    await auditAct(transaction, act, at, 'subscription.tested');
  });
  return eventId;
}
