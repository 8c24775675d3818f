/** `/webhooks`: subscriptions of a partner, what was sent to them, and the types of events. */
import {
  BASE_PATH,
  type createSubscription,
  DEFAULT_PER_PAGE,
  Delivery,
  decodeId,
  type deleteSubscription,
  encodeId,
  eventTypeCatalogue,
  type getSubscription,
  listDeliveries,
  type listEventTypes,
  listSubscriptions,
  type replaySubscription,
  type retryDelivery,
  type rotateSubscriptionSecret,
  type testSubscription,
  type updateSubscription,
} from '@timebank/contract';
import type { Call, Handler } from '../../../access/call.ts';
import { shownAs } from '../../../base/fields/fields.ts';
import { LAST_ID } from '../../../database/keyset.ts';
import { openPage, pageOf } from '../../../http/paging.ts';
import { addSubscription } from '../../subscriptions/add.ts';
import {
  changeSubscription,
  noDelivery,
  noSubscription,
  removeSubscription,
  renewSubscriptionSecret,
  type SubscriptionAct,
  sendDeliveryAgain,
  sendTestEvent,
} from '../../subscriptions/change.ts';
import { type DeliveryRow, selectDeliveryPage } from '../../subscriptions/delivery-queries.ts';
import { selectSubscription, selectSubscriptionPage } from '../../subscriptions/queries.ts';
import { rangeOf, replayEventsSince } from '../../subscriptions/replay.ts';
import { requireTarget } from '../../subscriptions/target-url.ts';
import { presentAttempt, presentSubscription } from '../present/subscription.ts';

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

/** PATCH /webhooks/subscriptions/{id} */
export const updateSubscriptionHandler: Handler<typeof updateSubscription> = async (call, deps) => {
  const { event_types: eventTypes, target_url: targetUrl, description, status } = call.body;
  if (targetUrl !== undefined) requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const row = await changeSubscription(deps, callersAct(call), { eventTypes, targetUrl, description, status });
  return { data: presentSubscription(row) };
};

/** POST /webhooks/subscriptions/{id}/test */
export const testSubscriptionHandler: Handler<typeof testSubscription> = async (call, deps) => {
  const { eventId } = await sendTestEvent(deps, callersAct(call));
  return { data: { event_id: encodeId('evt', eventId) } };
};

/** POST /webhooks/subscriptions/{id}/rotate-secret */
export const rotateSubscriptionSecretHandler: Handler<typeof rotateSubscriptionSecret> = async (call, deps) => {
  const { row, secret } = await renewSubscriptionSecret(deps, callersAct(call));
  return {
    data: { ...presentSubscription(row), secret },
    headers: { 'Cache-Control': 'no-store' },
  };
};

/** POST /webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry */
export const retryDeliveryHandler: Handler<typeof retryDelivery> = async (call, deps) => {
  const act = callersAct(call);
  const deliveryId = decodeId('dlv', call.params.delivery_id);
  if (deliveryId === undefined) {
    // An unknown subscription is reported first, as with a well-formed id.
    const { communityId, partnerId, subscriptionId } = act;
    const [subscription] = await selectSubscription(deps.database.reads, { communityId, partnerId, subscriptionId });
    throw subscription ? noDelivery() : noSubscription();
  }
  return { data: presentDelivery(await sendDeliveryAgain(deps, act, deliveryId, 'accept')) };
};

/** POST /webhooks/subscriptions/{id}/replay */
export const replaySubscriptionHandler: Handler<typeof replaySubscription> = async (call, deps) => {
  const range = rangeOf(call.body);
  const deliveries = await replayEventsSince(deps, callersAct(call), range);
  return { data: { since: range.since.toISOString(), deliveries } };
};

/** GET /webhooks/subscriptions/{id} */
export const getSubscriptionHandler: Handler<typeof getSubscription> = async (call, { database }) => {
  const { communityId, partnerId, subscriptionId } = callersAct(call);
  const [row] = await selectSubscription(database.reads, { communityId, partnerId, subscriptionId });
  if (!row) throw noSubscription();
  return { data: presentSubscription(row) };
};

/** GET /webhooks/event-types */
export const listEventTypesHandler: Handler<typeof listEventTypes> = async () => ({
  data: eventTypeCatalogue(),
  meta: { per_page: DEFAULT_PER_PAGE, has_more: false, next_cursor: null },
});

/** GET /webhooks/subscriptions/{id}/deliveries */
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

/** DELETE /webhooks/subscriptions/{id} */
export const deleteSubscriptionHandler: Handler<typeof deleteSubscription> = async (call, deps) => {
  const act = callersAct(call);
  await removeSubscription(deps, act);
  return { data: { id: encodeId('whs', act.subscriptionId), deleted: true } };
};

/** POST /webhooks/subscriptions */
export const createSubscriptionHandler: Handler<typeof createSubscription> = async (call, deps) => {
  const { communityId, partnerId } = call.caller;
  const { target_url: targetUrl, event_types: eventTypes, description } = call.body;
  requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const { address, requestId } = call;
  const act = { communityId, partnerId, actor: `partner:${partnerId}`, address, requestId };
  const wanted = { eventTypes: [...new Set(eventTypes)], targetUrl, description: description || null };
  const { row, secret } = await addSubscription(deps, act, wanted);
  const created = presentSubscription(row);
  return {
    data: { ...created, secret },
    headers: {
      Location: `${call.origin}${BASE_PATH}/webhooks/subscriptions/${created.id}`,
      'Cache-Control': 'no-store',
    },
  };
};

// The calling partner on the subscription that the path names.

interface SubscriptionCall extends Pick<Call, 'caller' | 'address' | 'requestId'> {
  readonly params: { readonly id: string };
}

/** @throws refusal subscription_not_found for a malformed id */
function callersAct({ caller, params, address, requestId }: SubscriptionCall): SubscriptionAct {
  const subscriptionId = decodeId('whs', params.id);
  if (subscriptionId === undefined) throw noSubscription();
  const { communityId, partnerId } = caller;
  return { communityId, partnerId, subscriptionId, actor: `partner:${partnerId}`, address, requestId };
}

/** A delivery as its partner and the console see it. */
function presentDelivery(row: DeliveryRow): Delivery {
  // A retry keeps the time of an earlier end; it is over when it is over.
  const isOver = row.status === 'delivered' || row.status === 'failed';
  return {
    ...shownAs(Delivery, row),
    id: encodeId('dlv', row.id),
    event_id: encodeId('evt', row.eventId),
    finished_at: isOver ? (row.finishedAt?.toISOString() ?? null) : null,
    attempts: row.attempts.map(presentAttempt),
  };
}
