/** GET /webhooks/subscriptions/{id}/deliveries */
import { type Delivery, encodeId, listDeliveries } from '@timebank/contract';
import { callersAct, noSubscription } from '../../../domain/subscriptions/act.ts';
import { type DeliveryRow, selectDeliveryPage } from '../../../domain/subscriptions/delivery-queries.ts';
import { selectSubscription } from '../../../domain/subscriptions/queries.ts';
import { LAST_ID } from '../../http/cursor.ts';
import type { Handler } from '../../http/handler.ts';
import { listReply, openPage } from '../../http/list.ts';

export const listDeliveriesHandler: Handler<typeof listDeliveries> = async (call, deps) => {
  const { communityId, partnerId, subscriptionId } = callersAct(call);
  const page = openPage(call, deps, listDeliveries);
  const [subscription] = await selectSubscription(deps.database.reads, communityId, partnerId, subscriptionId);
  if (!subscription) throw noSubscription();
  const { heavy } = deps.database;
  const rows = await selectDeliveryPage.run(
    heavy,
    [communityId, subscriptionId, page.after ?? LAST_ID, page.limit],
    {},
  );
  return listReply(page, rows, (row) => row.id, presentDelivery);
};

/** A delivery as its partner and the console see it. */
export function presentDelivery(row: DeliveryRow): Delivery {
  // A retry keeps the time of an earlier end; it is over when it is over.
  const isOver = row.status === 'delivered' || row.status === 'failed';
  return {
    id: encodeId('dlv', row.id),
    event_id: encodeId('evt', row.event_id),
    event_type: row.event_type,
    status: row.status,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    finished_at: isOver ? (row.finished_at?.toISOString() ?? null) : null,
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      started_at: new Date(attempt.started_at).toISOString(),
    })),
  };
}
