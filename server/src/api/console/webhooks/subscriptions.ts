/** /communities/{slug}/partners/{partnerId}/subscriptions */
import { decodeId, encodeId, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import {
  type getPartnerSubscription,
  listPartnerDeliveries,
  type listPartnerSubscriptions,
  type replayPartnerSubscription,
  type retryPartnerDelivery,
  type setSubscriptionStatus,
  type testPartnerSubscription,
} from '@timebank/contract/console';
import { changeSubscription } from '../../../domain/subscriptions/change.ts';
import { selectDeliveryPage } from '../../../domain/subscriptions/delivery-queries.ts';
import { selectSubscriptionPage } from '../../../domain/subscriptions/queries.ts';
import { rangeOf, replayEventsSince } from '../../../domain/subscriptions/replay.ts';
import { noDelivery, sendDeliveryAgain } from '../../../domain/subscriptions/retry-now.ts';
import { sendTestEvent } from '../../../domain/subscriptions/send-test-event.ts';
import { LAST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import { presentDelivery } from '../../present/delivery.ts';
import type { ConsoleHandler } from '../access/call.ts';
import { findPartner } from '../partners/present.ts';
import { actOn, presentSubscriptions, readSubscription } from './present.ts';

export const listPartnerSubscriptionsHandler: ConsoleHandler<typeof listPartnerSubscriptions> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const rows = await selectSubscriptionPage(deps.database.heavy, communityId, id, LAST_ID, MAX_SUBSCRIPTIONS);
  return {
    data: await presentSubscriptions(deps, communityId, rows),
    meta: { per_page: MAX_SUBSCRIPTIONS, has_more: false, next_cursor: null },
  };
};

export const getPartnerSubscriptionHandler: ConsoleHandler<typeof getPartnerSubscription> = async (call, deps) => ({
  data: await readSubscription(deps, await actOn(deps, call)),
});

export const setSubscriptionStatusHandler: ConsoleHandler<typeof setSubscriptionStatus> = async (call, deps) => {
  const act = await actOn(deps, call);
  await changeSubscription(deps, act, { status: call.body.status });
  return { data: await readSubscription(deps, act) };
};

export const testPartnerSubscriptionHandler: ConsoleHandler<typeof testPartnerSubscription> = async (call, deps) => {
  const eventId = await sendTestEvent(deps, await actOn(deps, call));
  return { data: { event_id: encodeId('evt', eventId) } };
};

export const replayPartnerSubscriptionHandler: ConsoleHandler<typeof replayPartnerSubscription> = async (
  call,
  deps,
) => {
  const act = await actOn(deps, call);
  const range = rangeOf(call.body);
  const deliveries = await replayEventsSince(deps, act, range);
  return { data: { since: range.since.toISOString(), deliveries } };
};

export const listPartnerDeliveriesHandler: ConsoleHandler<typeof listPartnerDeliveries> = async (call, deps) => {
  const act = await actOn(deps, call);
  const page = openPage(call, deps, listPartnerDeliveries);
  await readSubscription(deps, act);
  const fixed = [act.communityId, act.subscriptionId, page.after ?? LAST_ID, page.limit] as const;
  const { status, event_type } = call.query;
  const rows = await selectDeliveryPage.run(deps.database.heavy, [...fixed], { status, eventType: event_type });
  return pageOf(page, rows, (row) => row.id, presentDelivery);
};

export const retryPartnerDeliveryHandler: ConsoleHandler<typeof retryPartnerDelivery> = async (call, deps) => {
  const act = await actOn(deps, call);
  const deliveryId = decodeId('dlv', call.params.deliveryId ?? '');
  if (deliveryId === undefined) throw noDelivery();
  const row = await sendDeliveryAgain(deps, act, deliveryId);
  return { data: presentDelivery(row) };
};
