/** GET /webhooks/subscriptions/{id}/deliveries */
import { listDeliveries } from '@timebank/contract';
import { noSubscription } from '../../../domain/subscriptions/act.ts';
import { selectDeliveryPage } from '../../../domain/subscriptions/delivery-queries.ts';
import { selectSubscription } from '../../../domain/subscriptions/queries.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { presentDelivery } from '../../present/delivery.ts';
import type { Handler } from '../access/call.ts';
import { callersAct } from './act.ts';

export const listDeliveriesHandler: Handler<typeof listDeliveries> = async (call, deps) => {
  const { communityId, partnerId, subscriptionId } = callersAct(call);
  const page = openPage(call, deps, listDeliveries);
  const [subscription] = await selectSubscription(deps.database.reads, { communityId, partnerId, subscriptionId });
  if (!subscription) throw noSubscription();
  const { status, event_type } = call.query;
  const rows = await selectDeliveryPage(deps.database.heavy, {
    communityId,
    subscriptionId,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
    status,
    eventType: event_type,
  });
  return pageOf(page, rows, (row) => row.id, presentDelivery);
};
