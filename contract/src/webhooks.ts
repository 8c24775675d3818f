/** `/webhooks`: subscriptions to events, their secrets and their deliveries. */
import { type Static, Type } from 'typebox';
import { ALL_EVENT_TYPES, EVENT_KINDS, EVENT_TYPES, EventTypeDescription, eventTypeCatalogue } from './events.ts';
import { operation } from './operation.ts';
import { PAGING } from './query.ts';
import { dataOf, deletedOf, idValue, listOf, nullable, textValue, timeValue, word } from './values.ts';

const EXAMPLE_ID = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';

/** Subscriptions one partner may have. */
export const MAX_SUBSCRIPTIONS = 200;

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'disabled'] as const;
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

const eventTypesIn = () =>
  Type.Array(word([...EVENT_TYPES, ALL_EVENT_TYPES], 'An event kind, or `*` for all kinds, later ones too.'), {
    description: 'The kinds to send, at least one. Duplicates collapse, the order is kept.',
    minItems: 1,
    maxItems: 100,
    examples: [['wallet.credited']],
  });
const targetUrlIn = () =>
  Type.String({
    description:
      'Where events are sent: an absolute https URL of at most 2048 characters, any port, without user name, password and fragment. Stored as sent. Addresses that are not public are refused, at creation when they are literal and at every attempt otherwise.',
    maxLength: 2048,
    httpsUrl: true,
    examples: ['https://bank.example/webhooks/timebank'],
  });
const descriptionIn = () => textValue(0, 200, 'Your own note, at most 200 characters. An empty text clears it.');

export const SubscriptionCreateRequest = Type.Object(
  {
    event_types: eventTypesIn(),
    target_url: targetUrlIn(),
    description: Type.Optional(descriptionIn()),
  },
  { $id: 'SubscriptionCreateRequest', additionalProperties: false, description: 'A new subscription.' },
);
export type SubscriptionCreateRequest = Static<typeof SubscriptionCreateRequest>;

export const SubscriptionUpdateRequest = Type.Object(
  {
    event_types: Type.Optional(eventTypesIn()),
    target_url: Type.Optional(targetUrlIn()),
    description: Type.Optional(descriptionIn()),
    status: Type.Optional(
      word(
        ['active', 'paused'],
        '`paused` holds events until `active`; `active` also revives a disabled subscription.',
      ),
    ),
  },
  { $id: 'SubscriptionUpdateRequest', additionalProperties: false, description: 'Only what is sent changes.' },
);
export type SubscriptionUpdateRequest = Static<typeof SubscriptionUpdateRequest>;

export const ReplayRequest = Type.Object(
  {
    since: Type.String({
      description: 'Events at or after this time are sent again, RFC 3339; at most 30 days back.',
      time: true,
      examples: ['2026-11-20T00:00:00Z'],
    }),
  },
  { $id: 'ReplayRequest', additionalProperties: false, description: 'From when events are sent again.' },
);
export type ReplayRequest = Static<typeof ReplayRequest>;

const subscriptionProperties = {
  id: idValue('whs', 'The subscription.', EXAMPLE_ID),
  event_types: Type.Array(Type.String(), { description: 'The kinds that are sent, as asked; `*` is all.' }),
  undeliverable_event_types: Type.Array(Type.String(), {
    description: 'Kinds of `event_types` that the partner may not receive at present, for lack of a scope.',
  }),
  target_url: Type.String({ description: 'Where events are sent, exactly as it was given.' }),
  description: nullable(Type.String(), { description: 'Your own note.' }),
  status: word(SUBSCRIPTION_STATUSES, 'Events of a paused or disabled subscription are held, not lost.'),
  disabled_reason: nullable(Type.String(), { description: 'Why the service disabled it, else null.' }),
  created_at: timeValue('When it was created.'),
  updated_at: timeValue('When it last changed.'),
  last_success_at: nullable(timeValue('When a delivery last succeeded, else null.')),
  consecutive_failures: Type.Integer({ description: 'Failed attempts since the last success.', minimum: 0 }),
};
export const Subscription = Type.Object(subscriptionProperties, {
  $id: 'Subscription',
  additionalProperties: false,
  description: 'A subscription to events.',
});
export type Subscription = Static<typeof Subscription>;

export const SubscriptionWithSecret = Type.Object(
  {
    ...subscriptionProperties,
    secret: Type.String({
      description: 'Signing secret (Standard Webhooks): whsec_ and standard base64 of 32 bytes. Shown only here.',
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    }),
  },
  { $id: 'SubscriptionWithSecret', additionalProperties: false, description: 'A subscription and its new secret.' },
);
export type SubscriptionWithSecret = Static<typeof SubscriptionWithSecret>;

export const SubscriptionList = listOf(Subscription);
export type SubscriptionList = Static<typeof SubscriptionList>;
export const SubscriptionResponse = dataOf(Subscription);
export type SubscriptionResponse = Static<typeof SubscriptionResponse>;
export const SubscriptionSecretResponse = dataOf(SubscriptionWithSecret);
export type SubscriptionSecretResponse = Static<typeof SubscriptionSecretResponse>;
export const SubscriptionDeleted = deletedOf(subscriptionProperties.id);
export const EventTypeList = listOf(EventTypeDescription);
export type EventTypeList = Static<typeof EventTypeList>;

const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ description: 'Counts from 1.', minimum: 1 }),
    started_at: timeValue('When it began.'),
    latency_ms: Type.Integer({ description: 'How long it took, in milliseconds.', minimum: 0 }),
    status_code: nullable(Type.Integer(), { description: "The receiver's HTTP status, null when none arrived." }),
    error: nullable(Type.String(), { description: 'Why the attempt failed, else null.' }),
  },
  { additionalProperties: false },
);
export const Delivery = Type.Object(
  {
    id: idValue('dlv', 'The delivery.', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'),
    event_id: idValue('evt', 'The event.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
    event_type: Type.String({ description: 'Its kind.' }),
    status: word(DELIVERY_STATUSES, '`held`: waits for the subscription, partner or community to be switched on.'),
    created_at: timeValue('When it was scheduled.'),
    next_attempt_at: nullable(timeValue('When the next attempt is due, else null.')),
    finished_at: nullable(timeValue('When it succeeded or was given up, else null.')),
    attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first.' }),
  },
  { $id: 'Delivery', additionalProperties: false, description: 'One event on its way to one subscription.' },
);
export type Delivery = Static<typeof Delivery>;
export const DeliveryList = listOf(Delivery);
export type DeliveryList = Static<typeof DeliveryList>;

export const TestScheduled = Type.Object(
  { event_id: idValue('evt', 'The test event that will arrive.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae') },
  { $id: 'TestScheduled', additionalProperties: false, description: 'A test event is on its way.' },
);
export type TestScheduled = Static<typeof TestScheduled>;
export const TestScheduledResponse = dataOf(TestScheduled);

export const ReplayScheduled = Type.Object(
  {
    since: timeValue('Events at or after this time are sent again.'),
    deliveries: Type.Integer({ description: 'How many deliveries were scheduled.', minimum: 0 }),
  },
  { $id: 'ReplayScheduled', additionalProperties: false, description: 'Deliveries are on their way.' },
);
export type ReplayScheduled = Static<typeof ReplayScheduled>;
export const ReplayScheduledResponse = dataOf(ReplayScheduled);

const EXAMPLE_SUBSCRIPTION = {
  id: EXAMPLE_ID,
  event_types: ['wallet.credited'],
  undeliverable_event_types: [],
  target_url: 'https://bank.example/webhooks/timebank',
  description: null,
  status: 'active',
  disabled_reason: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  last_success_at: null,
  consecutive_failures: 0,
} satisfies Subscription;
const EXAMPLE_WITH_SECRET = {
  ...EXAMPLE_SUBSCRIPTION,
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
} satisfies SubscriptionWithSecret;

// What the operations on subscriptions have in common.
const shared = {
  tag: 'Webhooks',
  authentication: 'bearer',
  scopes: ['webhooks.manage'],
  cacheControl: 'private, no-store',
} as const;
const noBody = { body: undefined } as const;
const SIGNING =
  'Deliveries follow Standard Webhooks 1.0.0: verify `webhook-signature` over the raw body with the secret, and drop repeats by `webhook-id`.';

/** `GET /webhooks/event-types` */
export const listEventTypes = operation({
  ...shared,
  ...noBody,
  id: 'listEventTypes',
  summary: 'List the event kinds',
  description: 'Every kind with its JSON Schema, a complete example and the scopes that entitle to it. One page.',
  method: 'GET',
  path: '/webhooks/event-types',
  query: {},
  unknownQuery: 'ignore',
  responses: {
    200: {
      description: 'The catalogue.',
      schema: EventTypeList,
      example: {
        data: eventTypeCatalogue().slice(0, 1),
        meta: { per_page: 100, has_more: false, next_cursor: null },
      },
    },
  },
  errors: [],
  cacheControl: 'private, no-cache',
});

/** `GET /webhooks/subscriptions` */
export const listSubscriptions = operation({
  ...shared,
  ...noBody,
  id: 'listSubscriptions',
  summary: 'List your subscriptions',
  description: "The caller's subscriptions, newest first, without their secrets.",
  method: 'GET',
  path: '/webhooks/subscriptions',
  query: { ...PAGING },
  unknownQuery: 'ignore',
  responses: {
    200: {
      description: 'A page of subscriptions.',
      schema: SubscriptionList,
      headers: ['Link'],
      example: { data: [EXAMPLE_SUBSCRIPTION], meta: { per_page: 100, has_more: false, next_cursor: null } },
    },
  },
  errors: ['invalid_cursor'],
});

/** `POST /webhooks/subscriptions` */
export const createSubscription = operation({
  ...shared,
  id: 'createSubscription',
  summary: 'Subscribe to events',
  description: `Creates a subscription, at most ${MAX_SUBSCRIPTIONS} per partner. Needs no scope but \`webhooks.manage\`; what the partner may receive is decided when an event is sent, and kinds it may not receive yet are named in \`undeliverable_event_types\`. The secret is shown only in this answer. ${SIGNING}`,
  method: 'POST',
  path: '/webhooks/subscriptions',
  query: {},
  unknownQuery: 'refuse',
  body: SubscriptionCreateRequest,
  responses: {
    201: {
      description: 'Created; keep the secret.',
      schema: SubscriptionSecretResponse,
      headers: ['Location'],
      example: { data: EXAMPLE_WITH_SECRET },
    },
  },
  errors: ['validation_failed', 'limit_exceeded'],
  example: { event_types: ['wallet.credited'], target_url: 'https://bank.example/webhooks/timebank' },
});

/** `GET /webhooks/subscriptions/{id}` */
export const getSubscription = operation({
  ...shared,
  ...noBody,
  id: 'getSubscription',
  summary: 'Fetch one subscription',
  description: "One of the caller's subscriptions, without its secret.",
  method: 'GET',
  path: '/webhooks/subscriptions/{id}',
  query: {},
  unknownQuery: 'ignore',
  responses: {
    200: { description: 'The subscription.', schema: SubscriptionResponse, example: { data: EXAMPLE_SUBSCRIPTION } },
  },
  errors: ['subscription_not_found'],
});

/** `PATCH /webhooks/subscriptions/{id}` */
export const updateSubscription = operation({
  ...shared,
  id: 'updateSubscription',
  summary: 'Change a subscription',
  description:
    'Only what is sent changes. `status: paused` holds events, `status: active` sends what was held and revives a disabled subscription.',
  method: 'PATCH',
  path: '/webhooks/subscriptions/{id}',
  query: {},
  unknownQuery: 'refuse',
  body: SubscriptionUpdateRequest,
  responses: {
    200: {
      description: 'The subscription as it is now.',
      schema: SubscriptionResponse,
      example: { data: { ...EXAMPLE_SUBSCRIPTION, status: 'paused' } },
    },
  },
  errors: ['subscription_not_found', 'validation_failed'],
  example: { status: 'paused' },
});

/** `DELETE /webhooks/subscriptions/{id}` */
export const deleteSubscription = operation({
  ...shared,
  ...noBody,
  id: 'deleteSubscription',
  summary: 'Delete a subscription',
  description: 'Nothing more is sent to it. Events stay readable by `GET /events`.',
  method: 'DELETE',
  path: '/webhooks/subscriptions/{id}',
  query: {},
  unknownQuery: 'refuse',
  responses: {
    200: {
      description: 'Deleted.',
      schema: SubscriptionDeleted,
      example: { data: { id: EXAMPLE_ID, deleted: true } },
    },
  },
  errors: ['subscription_not_found'],
});

/** `POST /webhooks/subscriptions/{id}/rotate-secret` */
export const rotateSubscriptionSecret = operation({
  ...shared,
  ...noBody,
  id: 'rotateSubscriptionSecret',
  summary: 'Replace the signing secret',
  description: 'The new secret is shown only in this answer. For 24 hours deliveries are signed with both.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/rotate-secret',
  query: {},
  unknownQuery: 'refuse',
  responses: {
    200: {
      description: 'The subscription with its new secret.',
      schema: SubscriptionSecretResponse,
      example: { data: EXAMPLE_WITH_SECRET },
    },
  },
  errors: ['subscription_not_found'],
});

/** `POST /webhooks/subscriptions/{id}/test` */
export const testSubscription = operation({
  ...shared,
  ...noBody,
  id: 'testSubscription',
  summary: 'Send a test event',
  description: 'Sends `webhook.test` to this subscription, whatever its `event_types`.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/test',
  query: {},
  unknownQuery: 'refuse',
  responses: {
    202: {
      description: 'On its way.',
      schema: TestScheduledResponse,
      example: { data: { event_id: EVENT_KINDS['webhook.test'].example.id } },
    },
  },
  errors: ['subscription_not_found'],
});

/** `POST /webhooks/subscriptions/{id}/replay` */
export const replaySubscription = operation({
  ...shared,
  id: 'replaySubscription',
  summary: 'Send events again',
  description:
    'Sends every event of the subscription since a time again, delivered or not, under the same ids. Receivers drop repeats by `webhook-id`.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/replay',
  query: {},
  unknownQuery: 'refuse',
  body: ReplayRequest,
  responses: {
    202: {
      description: 'On their way.',
      schema: ReplayScheduledResponse,
      example: { data: { since: '2026-11-20T00:00:00.000Z', deliveries: 3 } },
    },
  },
  errors: ['subscription_not_found', 'validation_failed'],
  example: { since: '2026-11-20T00:00:00Z' },
});

/** `GET /webhooks/subscriptions/{id}/deliveries` */
export const listDeliveries = operation({
  ...shared,
  ...noBody,
  id: 'listDeliveries',
  summary: 'List the deliveries of a subscription',
  description: 'Newest first, with every attempt: its status, latency and error.',
  method: 'GET',
  path: '/webhooks/subscriptions/{id}/deliveries',
  query: { ...PAGING },
  unknownQuery: 'ignore',
  responses: {
    200: {
      description: 'A page of deliveries.',
      schema: DeliveryList,
      headers: ['Link'],
      example: {
        data: [
          {
            id: 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag',
            event_id: EVENT_KINDS['wallet.credited'].example.id,
            event_type: 'wallet.credited',
            status: 'delivered',
            created_at: '2026-11-20T09:30:00.010Z',
            next_attempt_at: null,
            finished_at: '2026-11-20T09:30:00.150Z',
            attempts: [
              { number: 1, started_at: '2026-11-20T09:30:00.030Z', latency_ms: 120, status_code: 200, error: null },
            ],
          },
        ],
        meta: { per_page: 100, has_more: false, next_cursor: null },
      },
    },
  },
  errors: ['subscription_not_found', 'invalid_cursor'],
});
