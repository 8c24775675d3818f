/** /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries */
import { decodeId, encodeId } from '@timebank/contract';
import type { CommunityDeps, CommunityHandler } from '../../../../console/desk/call.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
import { LAST_ID } from '../../../../core/database/keyset.ts';
import { presentAttempt } from '../../../../core/events/api/present/subscription.ts';
import type { KeptAttempt } from '../../../../core/events/delivery/delivery-queries.ts';
import { RETRY_DELAYS_MS } from '../../../../core/events/delivery/retry.ts';
import { presentEvent, shownHeaders } from '../../../../core/events/delivery/sign.ts';
import {
  noDelivery,
  noSubscription,
  type SubscriptionAct,
  sendDeliveryAgain,
} from '../../../../core/events/subscriptions/change.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { selectMemberNames } from '../../../bank/domain/reconcile/console-queries.ts';
import {
  type getPartnerDelivery,
  listPartnerDeliveries,
  PartnerDelivery,
  type PartnerDeliveryDetails,
  type retryPartnerDelivery,
} from '../../contract/webhooks.ts';
import {
  type ShownDelivery,
  selectHeld,
  selectShownDeliveries,
  selectShownDelivery,
} from '../../domain/subscription-queries.ts';
import { actOn } from './present.ts';

export const listPartnerDeliveriesHandler: CommunityHandler<typeof listPartnerDeliveries> = async (call, deps) => {
  const act = await actOn(deps, call);
  const page = openPage(call, deps, listPartnerDeliveries);
  const { communityId, subscriptionId } = act;
  const held = await heldOf(deps, act);
  const { status, event_type } = call.query;
  const rows = await selectShownDeliveries(deps.database.heavy, {
    communityId,
    subscriptionId,
    held,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
    status,
    eventType: event_type,
  });
  const names = await namesIn(deps, communityId, rows);
  return pageOf(
    page,
    rows,
    (row) => row.id,
    (row): PartnerDelivery => ({ ...presentShown(row, names), attempts: row.attempts.map(presentAttempt) }),
  );
};

export const getPartnerDeliveryHandler: CommunityHandler<typeof getPartnerDelivery> = async (call, deps) => {
  const act = await actOn(deps, call);
  return { data: await readDelivery(deps, act, decodeId('dlv', call.params.deliveryId)) };
};

export const retryPartnerDeliveryHandler: CommunityHandler<typeof retryPartnerDelivery> = async (call, deps) => {
  const act = await actOn(deps, call);
  const deliveryId = decodeId('dlv', call.params.deliveryId);
  if (deliveryId === undefined) throw noDelivery();
  await sendDeliveryAgain(deps, act, deliveryId);
  return { data: await readDelivery(deps, act, deliveryId) };
};

/** @throws refusal subscription_not_found */
async function heldOf({ database }: CommunityDeps, { communityId, partnerId, subscriptionId }: SubscriptionAct) {
  const [row] = await selectHeld(database.reads, { communityId, partnerId, subscriptionId });
  if (!row) throw noSubscription();
  return row.held;
}

/** @throws refusal subscription_not_found, delivery_not_found */
async function readDelivery(
  deps: CommunityDeps,
  act: SubscriptionAct,
  deliveryId: string | undefined,
): Promise<PartnerDeliveryDetails> {
  const { communityId, subscriptionId } = act;
  const held = await heldOf(deps, act);
  if (deliveryId === undefined) throw noDelivery();
  const { reads } = deps.database;
  const [row] = await selectShownDelivery(reads, { communityId, subscriptionId, held, deliveryId });
  if (!row) throw noDelivery();
  const names = await namesIn(deps, communityId, [row]);
  const event = { id: row.eventId, type: row.eventType, createdAt: row.eventAt, data: row.eventData };
  return {
    ...presentShown(row, names),
    payload: JSON.stringify(presentEvent(event)),
    attempts: row.attempts.map((attempt) => ({
      ...presentAttempt(attempt),
      headers: headersOf(encodeId('evt', row.eventId), attempt),
      answer_start: attempt.answerStart,
    })),
  };
}

function headersOf(eventId: string, { startedAt, signatureStart }: KeptAttempt) {
  if (signatureStart === null) return [];
  const headers = shownHeaders(eventId, new Date(startedAt), signatureStart);
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

type Names = ReadonlyMap<string, string>;

function presentShown(row: ShownDelivery<unknown>, names: Names): Omit<PartnerDelivery, 'attempts'> {
  const { id, eventId, status, attemptCount, manual } = row;
  return {
    ...shownAs(PartnerDelivery, row),
    id: encodeId('dlv', id),
    event_id: encodeId('evt', eventId),
    next_attempt: status === 'pending' && !manual ? attemptCount + 1 : null,
    attempts_max: RETRY_DELAYS_MS.length,
    ...aboutOf(row, names),
  };
}

/** The subject of the event. Its data holds ids, the partner's references and hours, by its type. */
function aboutOf({ eventData: data }: ShownDelivery<unknown>, names: Names) {
  const member = textOf(data.user_id);
  const reference = textOf(data.reference);
  return {
    member: member === null ? null : { id: member, name: names.get(member) ?? null },
    listing_id: textOf(data.listing_id),
    credit: reference === null ? null : { reference, hours: Number(data.hours) },
    day: textOf(data.booked_on) ?? textOf(data.date),
  };
}

async function namesIn({ database }: CommunityDeps, communityId: number, rows: readonly ShownDelivery<unknown>[]) {
  const ids = new Set(rows.map(({ eventData }) => decodeId('usr', textOf(eventData.user_id) ?? '')));
  ids.delete(undefined);
  const found =
    ids.size === 0 ? [] : await selectMemberNames(database.heavy, { communityId, memberIds: [...ids] as string[] });
  return new Map(found.map(({ id, name }) => [encodeId('usr', id), name]));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
