/** /communities/{slug}/partners/{partnerId}/subscriptions */
import { encodeId, MAX_SUBSCRIPTIONS } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { unlessWidening } from '../../../../console/desk/session.ts';
import { widensSubscription } from '../../../../console/desk/widens.ts';
import { LAST_ID } from '../../../../core/database/keyset.ts';
import { addSubscription } from '../../../../core/events/subscriptions/add.ts';
import { changeSubscription, removeSubscription, sendTestEvent } from '../../../../core/events/subscriptions/change.ts';
import { selectSubscriptionPage } from '../../../../core/events/subscriptions/queries.ts';
import { rangeOf, replayEventsSince } from '../../../../core/events/subscriptions/replay.ts';
import { requireTarget } from '../../../../core/events/subscriptions/target-url.ts';
import type {
  createPartnerSubscription,
  deletePartnerSubscription,
  getPartnerSubscription,
  listPartnerSubscriptions,
  replayPartnerSubscription,
  setSubscriptionStatus,
  testPartnerSubscription,
  updatePartnerSubscription,
} from '../../contract/webhooks.ts';
import { actOn, presentSubscriptions, readSubscription } from './present.ts';

export const listPartnerSubscriptionsHandler: CommunityHandler<typeof listPartnerSubscriptions> = async (
  call,
  deps,
) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const rows = await selectSubscriptionPage(deps.database.heavy, {
    communityId,
    partnerId: id,
    beforeId: LAST_ID,
    limit: MAX_SUBSCRIPTIONS,
  });
  return {
    data: await presentSubscriptions(deps, communityId, rows),
    meta: { per_page: MAX_SUBSCRIPTIONS, has_more: false, next_cursor: null },
  };
};

export const getPartnerSubscriptionHandler: CommunityHandler<typeof getPartnerSubscription> = async (call, deps) => ({
  data: await readSubscription(deps, await actOn(deps, call)),
});

export const createPartnerSubscriptionHandler: CommunityHandler<
  typeof createPartnerSubscription,
  'webhookSecrets'
> = async (call, deps) => {
  const partner = await findPartner(deps, call.membership, call.params.partnerId);
  if (!partner.scopes.includes('webhooks.manage')) {
    throw consoleConflict('no_webhook_permission', 'The partner lacks the permission to receive events.');
  }
  const { target_url: targetUrl, event_types, description } = call.body;
  requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const wanted = { eventTypes: [...new Set(event_types)], targetUrl, description: description || null };
  const act = { ...actOf(call), partnerId: partner.id };
  const { row, secret } = await addSubscription(deps, act, wanted);
  const subscription = await readSubscription(deps, { ...act, subscriptionId: row.id });
  return { data: { subscription, secret } };
};

export const updatePartnerSubscriptionHandler: CommunityHandler<typeof updatePartnerSubscription> = async (
  call,
  deps,
) => {
  const act = await actOn(deps, call);
  const { event_types: eventTypes, target_url: targetUrl, description, status } = call.body;
  if (targetUrl !== undefined) requireTarget(targetUrl, deps.config.webhookAllowCidrs);
  const allow = unlessWidening(call, deps, widensSubscription);
  await changeSubscription(deps, act, { eventTypes, targetUrl, description, status }, allow);
  return { data: await readSubscription(deps, act) };
};

export const deletePartnerSubscriptionHandler: CommunityHandler<typeof deletePartnerSubscription> = async (
  call,
  deps,
) => {
  const act = await actOn(deps, call);
  await removeSubscription(deps, act);
  return { data: { id: encodeId('whs', act.subscriptionId), deleted: true } };
};

export const setSubscriptionStatusHandler: CommunityHandler<typeof setSubscriptionStatus> = async (call, deps) => {
  const act = await actOn(deps, call);
  await changeSubscription(deps, act, { status: call.body.status });
  return { data: await readSubscription(deps, act) };
};

export const testPartnerSubscriptionHandler: CommunityHandler<typeof testPartnerSubscription> = async (call, deps) => {
  const { eventId, deliveryId } = await sendTestEvent(deps, await actOn(deps, call));
  return { data: { event_id: encodeId('evt', eventId), delivery_id: encodeId('dlv', deliveryId) } };
};

export const replayPartnerSubscriptionHandler: CommunityHandler<typeof replayPartnerSubscription> = async (
  call,
  deps,
) => {
  const act = await actOn(deps, call);
  const range = rangeOf(call.body);
  const deliveries = await replayEventsSince(deps, act, range);
  return { data: { since: range.since.toISOString(), deliveries } };
};
