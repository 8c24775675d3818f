/** DELETE /webhooks/subscriptions/{id} */
import { type deleteSubscription, encodeId } from '@timebank/contract';
import type { Handler } from '../../api/http/handler.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/query.ts';
import { auditAct, callersAct, lockForChange, type SubscriptionAct } from './act.ts';
import { deleteSubscriptionDeliveries, deleteSubscriptionRow } from './queries.ts';

/** Deliveries of one transaction: deleting a month of them at once could pass the time limit of a statement. */
const BATCH = 5000;

export const deleteSubscriptionHandler: Handler<typeof deleteSubscription> = async (call, { database, clock }) => {
  const act = callersAct(call);
  await removeSubscription(database, clock, act);
  return { status: 200, body: { data: { id: encodeId('whs', act.subscriptionId), deleted: true } } };
};

/**
 * Deletes a subscription with its deliveries; an attempt on its way ends unrecorded.
 * @throws refusal subscription_not_found
 */
export async function removeSubscription(database: Database, clock: Clock, act: SubscriptionAct): Promise<void> {
  const { communityId, subscriptionId } = act;
  await database.transaction((transaction) => lockForChange(transaction, act));
  for (let left = true; left; ) {
    const [batch] = await database.transaction((transaction) =>
      deleteSubscriptionDeliveries(transaction, communityId, subscriptionId, BATCH),
    );
    left = batch?.deleted === BATCH;
  }
  await database.transaction(async (transaction) => {
    const { target_url: targetUrl } = await lockForChange(transaction, act);
    await deleteSubscriptionRow(transaction, communityId, subscriptionId);
    await auditAct(transaction, act, clock.now(), 'subscription.deleted', { host: new URL(targetUrl).host });
  });
}
