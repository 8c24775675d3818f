/** A person's retry of one delivery: also of one that succeeded, was given up, or waits for its subscription. */
import { encodeId } from '@timebank/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { auditAct, lockForChange, type SubscriptionAct } from './act.ts';
import { type DeliveryRow, retryDeliveryNow, selectDelivery } from './delivery-queries.ts';

/**
 * Makes a delivery due now. Of one that waits for its next attempt on an active subscription the attempt comes earlier;
 * any other is tried once, and a failure does not count against the subscription. Wake the worker afterwards.
 * @throws refusal subscription_not_found, delivery_not_found; state_conflict while an attempt is under way
 */
export async function retryDelivery(
  database: Database,
  clock: Clock,
  act: SubscriptionAct,
  deliveryId: string,
): Promise<DeliveryRow> {
  const { communityId, subscriptionId } = act;
  const at = clock.now();
  return await database.transaction(async (transaction) => {
    await lockForChange(transaction, act);
    const retried = await retryDeliveryNow(transaction, communityId, subscriptionId, deliveryId, at);
    const [row] = await selectDelivery(transaction, communityId, subscriptionId, deliveryId);
    if (!row) throw refusal('delivery_not_found', 'This subscription has no such delivery.');
    if (retried.length === 0) throw refusal('state_conflict', 'An attempt is under way; wait for its outcome.');
    await auditAct(transaction, act, at, 'delivery.retried', { delivery: encodeId('dlv', deliveryId) });
    return row;
  });
}
