/** A test event that goes to one subscription. */
import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { type ChangeDeps, change } from '../change/change.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { insertTestEvent } from './delivery-queries.ts';

/**
 * Writes a test event and its delivery to the subscription, whatever kinds it asks for. A paused or disabled one gets a
 * single attempt.
 * @returns the UUIDs of the event and of its delivery
 * @throws refusal subscription_not_found
 */
export async function sendTestEvent(
  deps: ChangeDeps,
  act: SubscriptionAct,
): Promise<{ readonly eventId: string; readonly deliveryId: string }> {
  const { communityId, partnerId, subscriptionId } = act;
  const [eventId, deliveryId] = [uuidv7(), uuidv7()];
  await change(deps, act, async ({ transaction, at, audit, wake }) => {
    const { status } = await lockForChange(transaction, act);
    const data = JSON.stringify({ subscription_id: encodeId('whs', subscriptionId) });
    const manual = status !== 'active';
    await insertTestEvent(transaction, {
      ...{ communityId, eventId, partnerId, data, deliveryId, subscriptionId, manual, at },
    });
    audit('subscription.tested', subjectOf(act));
    wake();
  });
  return { eventId, deliveryId };
}
