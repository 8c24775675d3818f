/** Deleting a subscription with its deliveries. */
import { type ChangeDeps, change } from '../change/change.ts';
import { lockForChange, type SubscriptionAct, subjectOf } from './act.ts';
import { deleteSubscriptionDeliveries, deleteSubscriptionRow, switchSubscriptionOff } from './queries.ts';

/** Deliveries of one transaction: deleting a month of them at once could pass the time limit of a statement. */
const BATCH = 5000;
const REASON = 'It is being deleted.';

/**
 * Deletes a subscription. An attempt on its way ends unrecorded. It is switched off first: a worker that went on making
 * and sending deliveries would be in a race with their deletion. If that is interrupted it stays off until it is repeated.
 * @throws refusal subscription_not_found
 */
export async function removeSubscription(deps: ChangeDeps, act: SubscriptionAct): Promise<void> {
  const { communityId, subscriptionId } = act;
  const { database, clock } = deps;
  await database.transaction(async (transaction) => {
    await lockForChange(transaction, act);
    await switchSubscriptionOff(transaction, { communityId, id: subscriptionId, reason: REASON, now: clock.now() });
  });
  for (let left = true; left; ) {
    const [batch] = await database.transaction((transaction) =>
      deleteSubscriptionDeliveries(transaction, { communityId, subscriptionId, limit: BATCH }),
    );
    left = batch?.deleted === BATCH;
  }
  await change(deps, act, async ({ transaction, audit }) => {
    const { targetUrl } = await lockForChange(transaction, act);
    await deleteSubscriptionRow(transaction, { communityId, id: subscriptionId });
    audit('subscription.deleted', subjectOf(act), { host: new URL(targetUrl).host });
  });
}
