/** A partner's webhooks as the community's administrators see them. */
import { type Static, Type } from 'typebox';
import { EVENT_TYPES, EXAMPLE_SUBSCRIPTION_ID } from '../events.ts';
import { oneOf, PAGING } from '../query.ts';
import {
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  ReplayRequest,
  ReplayScheduled,
  Subscription,
  SubscriptionCreateRequest,
  SubscriptionUpdateRequest,
} from '../subscriptions.ts';
import {
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
} from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined } as const;

export const SUBSCRIPTION_HEALTHS = ['ok', 'failing', 'unused', 'paused', 'disabled'] as const;

export const PartnerSubscription = Type.Object(
  {
    subscription: ref(Subscription),
    health: wordValue(SUBSCRIPTION_HEALTHS, '`unused`: nothing has been sent yet. `failing`: the last attempt failed.'),
    failing_since: nullable(timeValue('Since when every attempt has failed, else null.')),
    deliveries: Type.Object(
      {
        pending: Type.Integer({ minimum: 0, description: 'Scheduled, in progress or waiting for the next attempt.' }),
        held: Type.Integer({
          minimum: 0,
          description: 'Waiting until the subscription, partner or community is active again.',
        }),
        delivered_24h: Type.Integer({ minimum: 0 }),
        failed_24h: Type.Integer({ minimum: 0, description: 'Failed after the last attempt.' }),
      },
      closed,
    ),
    median_latency_ms: nullable(
      Type.Integer({ description: 'Median of the last 100 attempts; null when there are none.' }),
    ),
  },
  { $id: 'PartnerSubscription', ...closed, description: 'A subscription and its health.' },
);
export type PartnerSubscription = Static<typeof PartnerSubscription>;

export const PartnerSubscriptionWithSecret = Type.Object(
  {
    subscription: ref(PartnerSubscription),
    secret: Type.String({ description: 'What deliveries are signed with. Shown only here.' }),
  },
  { $id: 'PartnerSubscriptionWithSecret', ...closed, description: 'A new subscription and its signing secret.' },
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
  member: nullable(Type.Object({ id: Type.String(), name: nullable(Type.String()) }, closed), {
    description: 'The member the event is about, else null.',
  }),
  listing_id: nullable(Type.String(), { description: 'The listing the event is about, else null.' }),
  credit: nullable(Type.Object({ reference: Type.String(), hours: hoursOut('Credited or reversed.') }, closed), {
    description: 'The credit the event is about, else null.',
  }),
  day: nullable(dayValue('Day of the statement that has the credit, or that the event is about; else null.')),
};
export const PartnerDelivery = Type.Object(
  {
    ...deliveryProperties,
    attempts: Type.Array(Type.Object(attemptProperties, closed), { description: 'The latest 100, oldest first.' }),
  },
  { $id: 'PartnerDelivery', ...closed, description: 'The delivery of one event to one subscription.' },
);
export type PartnerDelivery = Static<typeof PartnerDelivery>;

export const PartnerDeliveryDetails = Type.Object(
  {
    ...deliveryProperties,
    payload: Type.String({ description: 'The body that is sent, byte for byte. It holds ids, no personal data.' }),
    attempts: Type.Array(
      Type.Object(
        {
          ...attemptProperties,
          headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, closed), {
            description: 'Sent with the request, signatures shortened. Empty where nothing was sent.',
          }),
          answer_start: nullable(Type.String({ maxLength: 1000 }), {
            description: 'The beginning of the response as plain text; null when it has none.',
          }),
        },
        closed,
      ),
      { description: 'The latest 100, oldest first.' },
    ),
  },
  { $id: 'PartnerDeliveryDetails', ...closed, description: 'A delivery with what was sent and answered.' },
);
export type PartnerDeliveryDetails = Static<typeof PartnerDeliveryDetails>;

export const PartnerTestScheduled = Type.Object(
  {
    event_id: idValue('evt', 'The test event.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
    delivery_id: idValue('dlv', 'Its delivery.', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'),
  },
  { $id: 'PartnerTestScheduled', ...closed, description: 'A test event is scheduled.' },
);

export const listPartnerSubscriptions = consoleOperation({
  ...noBody,
  id: 'listPartnerSubscriptions',
  tag: 'Webhooks',
  summary: "List a partner's subscriptions, newest first. One page.",
  access: 'webhooks.read',
  query: {},
  success: {
    status: 200,
    description: 'All of them.',
    schema: listOf(PartnerSubscription),
  },
  errors: ['partner_not_found'],
});

export const getPartnerSubscription = consoleOperation({
  ...noBody,
  id: 'getPartnerSubscription',
  tag: 'Webhooks',
  summary: 'Fetch one subscription.',
  access: 'webhooks.read',
  query: {},
  success: {
    status: 200,
    description: 'The subscription.',
    schema: dataOf(PartnerSubscription),
  },
  errors: ['partner_not_found', 'subscription_not_found'],
});

export const createPartnerSubscription = consoleOperation({
  id: 'createPartnerSubscription',
  tag: 'Webhooks',
  summary: 'Add a subscription for a partner, by the rules of the partner API.',
  access: 'partners.write',
  recentPassword: true,
  query: {},
  body: SubscriptionCreateRequest,
  success: {
    status: 201,
    description: 'Added. The signing secret is shown only once.',
    schema: dataOf(PartnerSubscriptionWithSecret),
  },
  errors: ['partner_not_found', 'validation_failed', 'limit_exceeded', 'state_conflict'],
  example: { event_types: ['wallet.credited'], target_url: 'https://bank.example/webhooks/timebank' },
});

export const updatePartnerSubscription = consoleOperation({
  id: 'updatePartnerSubscription',
  tag: 'Webhooks',
  summary: "Change a subscription's event types, target, description or status.",
  access: 'partners.write',
  recentPassword: 'widening',
  query: {},
  body: SubscriptionUpdateRequest,
  success: { status: 200, description: 'As it is now.', schema: dataOf(PartnerSubscription) },
  errors: ['partner_not_found', 'subscription_not_found', 'validation_failed'],
  example: { description: 'Ledger import' },
});

export const deletePartnerSubscription = consoleOperation({
  ...noBody,
  id: 'deletePartnerSubscription',
  tag: 'Webhooks',
  summary: 'Delete a subscription with its deliveries.',
  access: 'partners.write',
  query: {},
  success: {
    status: 200,
    description: 'Deleted.',
    schema: deletedOf(idValue('whs', 'The subscription.', EXAMPLE_SUBSCRIPTION_ID)),
  },
  errors: ['partner_not_found', 'subscription_not_found'],
});

export const setSubscriptionStatus = consoleOperation({
  id: 'setSubscriptionStatus',
  tag: 'Webhooks',
  summary: 'Pause or resume a subscription, or reactivate a disabled one. Held events are then sent.',
  access: 'webhooks.write',
  query: {},
  body: Type.Object(
    { status: wordValue(['active', 'paused'], 'The new status.') },
    { $id: 'SubscriptionStatusChange', ...closed, description: 'The new status.' },
  ),
  success: {
    status: 200,
    description: 'As it is now.',
    schema: dataOf(PartnerSubscription),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'validation_failed'],
  example: { status: 'paused' },
});

export const testPartnerSubscription = consoleOperation({
  ...noBody,
  id: 'testPartnerSubscription',
  tag: 'Webhooks',
  summary: 'Send a test event.',
  access: 'webhooks.write',
  query: {},
  success: {
    status: 202,
    description: 'Scheduled.',
    schema: dataOf(PartnerTestScheduled),
  },
  errors: ['partner_not_found', 'subscription_not_found'],
});

export const replayPartnerSubscription = consoleOperation({
  id: 'replayPartnerSubscription',
  tag: 'Webhooks',
  summary: 'Send the events since the given time again, delivered or not, under the same ids.',
  access: 'webhooks.write',
  query: {},
  body: ReplayRequest,
  success: {
    status: 202,
    description: 'Scheduled.',
    schema: dataOf(ReplayScheduled),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'validation_failed'],
  example: { since: '2026-11-20T00:00:00Z' },
});

export const listPartnerDeliveries = consoleOperation({
  ...noBody,
  id: 'listPartnerDeliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries of a subscription, newest first, with every attempt.',
  access: 'webhooks.read',
  query: {
    status: oneOf(DELIVERY_STATUSES, 'Deliveries with this status.'),
    event_type: oneOf(EVENT_TYPES, 'Deliveries of events of this type.'),
    per_page: PAGING.per_page,
    cursor: PAGING.cursor,
  },
  success: {
    status: 200,
    description: 'A page.',
    schema: listOf(PartnerDelivery),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'invalid_cursor'],
});

export const getPartnerDelivery = consoleOperation({
  ...noBody,
  id: 'getPartnerDelivery',
  tag: 'Webhooks',
  summary: 'Fetch one delivery with what was sent and what the receiver answered.',
  access: 'webhooks.read',
  query: {},
  success: { status: 200, description: 'The delivery.', schema: dataOf(PartnerDeliveryDetails) },
  errors: ['partner_not_found', 'subscription_not_found', 'delivery_not_found'],
});

export const retryPartnerDelivery = consoleOperation({
  ...noBody,
  id: 'retryPartnerDelivery',
  tag: 'Webhooks',
  summary: 'Make one more attempt for a delivery now, even if its subscription is paused or disabled.',
  access: 'webhooks.write',
  query: {},
  success: {
    status: 202,
    description: 'Scheduled.',
    schema: dataOf(PartnerDeliveryDetails),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'delivery_not_found', 'state_conflict'],
});
