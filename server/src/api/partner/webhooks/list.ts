/** GET /webhooks/subscriptions */
import { listSubscriptions } from '@timebank/contract';
import { selectSubscriptionPage } from '../../../domain/subscriptions/queries.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { presentSubscription } from '../../present/subscription.ts';
import type { Handler } from '../access/call.ts';

export const listSubscriptionsHandler: Handler<typeof listSubscriptions> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const page = openPage(call, deps, listSubscriptions);
  const rows = await selectSubscriptionPage(deps.database.heavy, {
    communityId,
    partnerId,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
  });
  return pageOf(page, rows, (row) => row.id, presentSubscription);
};
