/** A partner's webhooks as the community's administrators see them. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { EVENT_TYPES, EXAMPLE_SUBSCRIPTION_ID } from '../../../contract/src/events.ts';
import { oneOf, PAGED } from '../../../contract/src/query.ts';
import {
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  ReplayRequest,
  ReplayScheduled,
  Subscription,
  SubscriptionCreateRequest,
  SubscriptionUpdateRequest,
} from '../../../contract/src/subscriptions.ts';
import {
  closedObject,
  component,
  dataOf,
  dayValue,
  deletedOf,
  hoursOut,
  idValue,
  listOf,
  nullable,
  ref,
  timeValue,
  wordValue,
} from '../../../contract/src/values.ts';

export const SUBSCRIPTION_HEALTHS = ['ok', 'failing', 'unused', 'paused', 'disabled'] as const;

export const PartnerSubscription = component('PartnerSubscription', 'A subscription and its health.', {
  subscription: ref(Subscription),
  health: wordValue(SUBSCRIPTION_HEALTHS, '`unused`: nothing has been sent yet. `failing`: the last attempt failed.'),
  failing_since: nullable(timeValue('Since when every attempt has failed, else null.')),
  deliveries: closedObject({
    pending: Type.Integer({ minimum: 0, description: 'Scheduled, in progress or waiting for the next attempt.' }),
    held: Type.Integer({
      minimum: 0,
      description: 'Waiting until the subscription, partner or community is active again.',
    }),
    delivered_24h: Type.Integer({ minimum: 0 }),
    failed_24h: Type.Integer({ minimum: 0, description: 'Failed after the last attempt.' }),
  }),
  median_latency_ms: nullable(
    Type.Integer({ description: 'Median of the last 100 attempts; null when there are none.' }),
  ),
});
export type PartnerSubscription = Static<typeof PartnerSubscription>;

export const PartnerSubscriptionWithSecret = component(
  'PartnerSubscriptionWithSecret',
  'A new subscription and its signing secret.',
  {
    subscription: ref(PartnerSubscription),
    secret: Type.String({ description: 'What deliveries are signed with. Shown only here.' }),
  },
);
export type PartnerSubscriptionWithSecret = Static<typeof PartnerSubscriptionWithSecret>;

const attemptProperties = {
  number: Type.Integer({ description: 'Counts from 1.', minimum: 1 }),
  started_at: timeValue('When it began.'),
  latency_ms: Type.Integer({ description: 'How long it took, in milliseconds.', minimum: 0 }),
  status_code: nullable(Type.Integer(), {
    description: "The receiver's HTTP status; null when there was no response.",
  }),
  error: nullable(wordValue<string>(ATTEMPT_ERRORS), { description: 'Why there was no response, else null.' }),
};
const deliveryProperties = {
  id: idValue('dlv', 'The delivery.', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'),
  event_id: idValue('evt', 'The event.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
  event_type: wordValue<string>(EVENT_TYPES, 'Type of the event.'),
  status: wordValue(
    DELIVERY_STATUSES,
    '`held`: waiting until the subscription, partner or community is active again, also where an attempt was scheduled.',
  ),
  created_at: timeValue('When it was scheduled.'),
  next_attempt_at: nullable(timeValue('When the next attempt is due; null when none is.')),
  next_attempt: nullable(Type.Integer({ minimum: 1 }), {
    description: 'Number of the next attempt in the schedule; null when none is due, or when a person asked for it.',
  }),
  attempts_max: Type.Integer({ description: 'Attempts after which a delivery fails.', minimum: 1 }),
  member: nullable(closedObject({ id: Type.String(), name: nullable(Type.String()) }), {
    description: 'The member the event is about, else null.',
  }),
  listing_id: nullable(Type.String(), { description: 'The listing the event is about, else null.' }),
  credit: nullable(closedObject({ reference: Type.String(), hours: hoursOut('Credited or reversed.') }), {
    description: 'The credit the event is about, else null.',
  }),
  day: nullable(dayValue('Day of the statement that has the credit, or that the event is about; else null.')),
};
export const PartnerDelivery = component('PartnerDelivery', 'The delivery of one event to one subscription.', {
  ...deliveryProperties,
  attempts: Type.Array(closedObject(attemptProperties), { description: 'The latest 100, oldest first.' }),
});
export type PartnerDelivery = Static<typeof PartnerDelivery>;

export const PartnerDeliveryDetails = component(
  'PartnerDeliveryDetails',
  'A delivery with what was sent and answered.',
  {
    ...deliveryProperties,
    payload: Type.String({ description: 'The body that is sent, byte for byte. It holds ids, no personal data.' }),
    attempts: Type.Array(
      closedObject({
        ...attemptProperties,
        headers: Type.Array(closedObject({ name: Type.String(), value: Type.String() }), {
          description: 'Sent with the request, signatures shortened. Empty where nothing was sent.',
        }),
        answer_start: nullable(Type.String({ maxLength: 1000 }), {
          description: 'The beginning of the response as plain text; null when it has none.',
        }),
      }),
      { description: 'The latest 100, oldest first.' },
    ),
  },
);
export type PartnerDeliveryDetails = Static<typeof PartnerDeliveryDetails>;

export const PartnerTestScheduled = component('PartnerTestScheduled', 'A test event is scheduled.', {
  event_id: idValue('evt', 'The test event.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
  delivery_id: idValue('dlv', 'Its delivery.', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'),
});

export const listPartnerSubscriptions = consoleOperation('listPartnerSubscriptions', {
  route: 'GET /communities/{slug}/partners/{partnerId}/subscriptions',
  access: 'webhooks.read',
  answer: listOf(PartnerSubscription),
});

export const getPartnerSubscription = consoleOperation('getPartnerSubscription', {
  route: 'GET /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}',
  access: 'webhooks.read',
  answer: dataOf(PartnerSubscription),
});

export const createPartnerSubscription = consoleOperation('createPartnerSubscription', {
  route: 'POST /communities/{slug}/partners/{partnerId}/subscriptions',
  access: 'partners.write',
  recentPassword: true,
  isWayIn: true,
  body: SubscriptionCreateRequest,
  status: 201,
  answer: dataOf(PartnerSubscriptionWithSecret),
  errors: ['limit_exceeded', 'state_conflict'],
  example: { event_types: ['wallet.credited'], target_url: 'https://bank.example/webhooks/timebank' },
});

export const updatePartnerSubscription = consoleOperation('updatePartnerSubscription', {
  route: 'PATCH /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}',
  access: 'partners.write',
  recentPassword: 'widening',
  isWayIn: true,
  body: SubscriptionUpdateRequest,
  answer: dataOf(PartnerSubscription),
  example: { description: 'Ledger import' },
});

export const deletePartnerSubscription = consoleOperation('deletePartnerSubscription', {
  route: 'DELETE /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}',
  access: 'partners.write',
  answer: deletedOf(idValue('whs', 'The subscription.', EXAMPLE_SUBSCRIPTION_ID)),
});

export const setSubscriptionStatus = consoleOperation('setSubscriptionStatus', {
  route: 'POST /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/status',
  access: 'webhooks.write',
  body: component('SubscriptionStatusChange', 'The new status.', {
    status: wordValue(['active', 'paused'], 'The new status.'),
  }),
  answer: dataOf(PartnerSubscription),
  example: { status: 'paused' },
});

export const testPartnerSubscription = consoleOperation('testPartnerSubscription', {
  route: 'POST /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/test',
  access: 'webhooks.write',
  status: 202,
  answer: dataOf(PartnerTestScheduled),
});

export const replayPartnerSubscription = consoleOperation('replayPartnerSubscription', {
  route: 'POST /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/replay',
  access: 'webhooks.write',
  body: ReplayRequest,
  status: 202,
  answer: dataOf(ReplayScheduled),
  example: { since: '2026-11-20T00:00:00Z' },
});

export const listPartnerDeliveries = consoleOperation('listPartnerDeliveries', {
  route: 'GET /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries',
  access: 'webhooks.read',
  query: {
    status: oneOf(DELIVERY_STATUSES, 'Deliveries with this status.'),
    event_type: oneOf(EVENT_TYPES, 'Deliveries of events of this type.'),
    ...PAGED,
  },
  answer: listOf(PartnerDelivery),
});

export const getPartnerDelivery = consoleOperation('getPartnerDelivery', {
  route: 'GET /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries/{deliveryId}',
  access: 'webhooks.read',
  answer: dataOf(PartnerDeliveryDetails),
});

export const retryPartnerDelivery = consoleOperation('retryPartnerDelivery', {
  route: 'POST /communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries/{deliveryId}/retry',
  access: 'webhooks.write',
  status: 202,
  answer: dataOf(PartnerDeliveryDetails),
  errors: ['state_conflict'],
});
