/** `/webhooks`: the operations on subscriptions, their secrets and their deliveries. */
import { EVENT_KINDS, EVENT_TYPES, EXAMPLE_SUBSCRIPTION_ID, eventTypeCatalogue } from './events.ts';
import { operation } from './operation.ts';
import { oneOf, PAGING } from './query.ts';
import {
  DELIVERY_STATUSES,
  type Delivery,
  DeliveryList,
  DeliveryResponse,
  EventTypeList,
  MAX_SUBSCRIPTIONS,
  ReplayRequest,
  ReplayScheduledResponse,
  type Subscription,
  SubscriptionCreateRequest,
  SubscriptionDeleted,
  SubscriptionList,
  SubscriptionResponse,
  SubscriptionSecretResponse,
  SubscriptionUpdateRequest,
  type SubscriptionWithSecret,
  TestScheduledResponse,
} from './subscriptions.ts';

const EXAMPLE_SUBSCRIPTION = {
  id: EXAMPLE_SUBSCRIPTION_ID,
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

export const EXAMPLE_DELIVERY = {
  id: 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag',
  event_id: EVENT_KINDS['wallet.credited'].example.id,
  event_type: 'wallet.credited',
  status: 'delivered',
  created_at: '2026-11-20T09:30:00.010Z',
  next_attempt_at: null,
  finished_at: '2026-11-20T09:30:00.150Z',
  attempts: [{ number: 1, started_at: '2026-11-20T09:30:00.030Z', latency_ms: 120, status_code: 200, error: null }],
} satisfies Delivery;

// The common part of the operations on subscriptions.
const shared = {
  tag: 'Webhooks',
  authentication: { kind: 'bearer', scopes: ['webhooks.manage'] },
  cacheControl: 'private, no-store',
} as const;
const noBody = { body: undefined } as const;
const SIGNING =
  'Deliveries follow Standard Webhooks 1.0.0: verify `webhook-signature` over the raw body with the secret, and discard duplicates by `webhook-id`.';

/** `GET /webhooks/event-types` */
export const listEventTypes = operation({
  ...shared,
  ...noBody,
  id: 'listEventTypes',
  summary: 'List the event types',
  description:
    'Every event type with its JSON Schema, a complete example and the scopes that entitle a partner to it. Always one page.',
  method: 'GET',
  path: '/webhooks/event-types',
  query: {},
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
  description: `Creates a subscription; a partner may have at most ${MAX_SUBSCRIPTIONS}. The scope \`webhooks.manage\` is enough. Whether the partner may receive an event is decided when the event is sent; event types it may not receive yet are listed in \`undeliverable_event_types\`. The secret is shown only in this response. ${SIGNING}`,
  method: 'POST',
  path: '/webhooks/subscriptions',
  query: {},
  body: SubscriptionCreateRequest,
  responses: {
    201: {
      description: 'Created. Store the secret.',
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
    'A merge patch (RFC 7396), as `application/json` or `application/merge-patch+json`: only the fields you send are changed, null clears `description` and is refused on any other field. `status: paused` holds events. `status: active` sends the held events and reactivates a disabled subscription; deliveries that have already failed are sent again only by a replay. New `event_types` apply to events from now on.',
  method: 'PATCH',
  path: '/webhooks/subscriptions/{id}',
  query: {},
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
  description:
    'Nothing more is sent to it, except for an attempt that is already in progress. Events can still be read with `GET /events`.',
  method: 'DELETE',
  path: '/webhooks/subscriptions/{id}',
  query: {},
  responses: {
    200: {
      description: 'Deleted.',
      schema: SubscriptionDeleted,
      example: { data: { id: EXAMPLE_SUBSCRIPTION_ID, deleted: true } },
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
  description:
    'The new secret is shown only in this response. For 24 hours, deliveries are signed with both secrets; if you rotate again within that time, the older one stops signing at once.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/rotate-secret',
  query: {},
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
  description:
    'Sends `webhook.test` to this subscription regardless of its `event_types`, in the same way as any other event. For a paused or disabled subscription, one attempt is made.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/test',
  query: {},
  responses: {
    202: {
      description: 'Scheduled.',
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
    'Sends every event of the subscribed types since the given time again, delivered or not, under the same ids; `until` and `event_types` narrow it. What waits for its next attempt goes at once. This includes events the subscription missed while it was disabled and events from before it was created. It excludes events the partner may no longer receive, and test events. Receivers discard duplicates by `webhook-id`. A paused subscription gets the events when it is resumed; for a disabled one, one attempt is made per event.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/replay',
  query: {},
  body: ReplayRequest,
  responses: {
    202: {
      description: 'Scheduled.',
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
  description: 'Newest first, with the latest 100 attempts of each: status, latency and error.',
  method: 'GET',
  path: '/webhooks/subscriptions/{id}/deliveries',
  query: {
    status: oneOf(DELIVERY_STATUSES, 'Only deliveries with this status.'),
    event_type: oneOf(EVENT_TYPES, 'Only deliveries of events of this type.'),
    ...PAGING,
  },
  responses: {
    200: {
      description: 'A page of deliveries.',
      schema: DeliveryList,
      headers: ['Link'],
      example: {
        data: [EXAMPLE_DELIVERY],
        meta: { per_page: 100, has_more: false, next_cursor: null },
      },
    },
  },
  errors: ['subscription_not_found', 'invalid_cursor'],
});

/** `POST /webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry` */
export const retryDelivery = operation({
  ...shared,
  ...noBody,
  id: 'retryDelivery',
  summary: 'Send a delivery again now',
  description:
    'Whatever its status. If the delivery waits for its next attempt on an active subscription, that attempt comes now; any other delivery gets a single attempt, also on a paused or disabled subscription, and a failure does not count against the subscription. While an attempt is under way nothing is added: wait for its outcome.',
  method: 'POST',
  path: '/webhooks/subscriptions/{id}/deliveries/{delivery_id}/retry',
  query: {},
  responses: {
    202: {
      description: 'An attempt is scheduled or under way.',
      schema: DeliveryResponse,
      example: {
        data: {
          ...EXAMPLE_DELIVERY,
          status: 'pending',
          next_attempt_at: '2026-11-20T10:00:00.000Z',
          finished_at: null,
        } satisfies Delivery,
      },
    },
  },
  errors: ['subscription_not_found', 'delivery_not_found'],
});
