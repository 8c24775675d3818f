/** A person's retry of one delivery: also of one that was delivered, failed, or waits for its subscription. */
import { encodeId } from '@timebank/contract';
import { refusal, stateConflict } from '../../platform/base/refusal.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { type DeliveryRow, retryDeliveryNow, selectDelivery } from './delivery-queries.ts';

/**
 * Makes a delivery due now. If it waits for its next attempt on an active subscription, that attempt comes earlier. Any
 * other delivery gets a single attempt, and a failure does not count against the subscription.
 * @param underWay what an attempt that is under way means: for people a refusal, for programs the attempt they asked for
 * @throws refusal subscription_not_found, delivery_not_found; state_conflict while an attempt is under way
 */
export async function sendDeliveryAgain(
  deps: ChangeDeps,
  act: SubscriptionAct,
  deliveryId: string,
  underWay: 'refuse' | 'accept' = 'refuse',
): Promise<DeliveryRow> {
  const { communityId, subscriptionId } = act;
  return await change(deps, act, async ({ transaction, at, audit, wake }) => {
    await lockForChange(transaction, act);
    const retried = await retryDeliveryNow(transaction, { communityId, subscriptionId, deliveryId, now: at });
    const [row] = await selectDelivery(transaction, { communityId, subscriptionId, deliveryId });
    if (!row) throw noDelivery();
    if (retried.length === 0 && underWay === 'refuse')
      throw stateConflict('attempt_under_way', 'An attempt is under way; wait for its outcome.');
    audit('delivery.retried', subjectOf(act), { delivery: encodeId('dlv', deliveryId) });
    wake();
    return row;
  });
}

export function noDelivery() {
  return refusal('delivery_not_found', 'This subscription has no such delivery.');
}
