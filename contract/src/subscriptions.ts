/** The bodies and answers of `/webhooks`: subscriptions, their secrets, and deliveries with their attempts. */
import { type Static, Type } from 'typebox';
import { ALL_EVENT_TYPES, EVENT_TYPES, EventTypeDescription, EXAMPLE_SUBSCRIPTION_ID } from './events.ts';
import {
  closedObject,
  component,
  dataOf,
  deletedOf,
  idValue,
  listOf,
  nullable,
  textValue,
  timeValue,
  wordValue,
} from './values.ts';

/** Subscriptions one partner may have. */
export const MAX_SUBSCRIPTIONS = 200;

export const SUBSCRIPTION_STATUSES = ['active', 'paused', 'disabled'] as const;
export const DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const;

/** Why no HTTP status arrived. These words are kept with the delivery and shown to the partner. */
export const ATTEMPT_ERRORS = [
  'invalid_target',
  'dns_error',
  'address_not_allowed',
  'connection_refused',
  'connection_failed',
  'connect_timeout',
  'tls_error',
  'timeout',
  'invalid_response',
  'secret_unreadable',
  'forced_by_sandbox',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

const SUBSCRIBED = [...EVENT_TYPES, ALL_EVENT_TYPES];
/** Words as they stand in the database. */
const knownText = (words: readonly string[], description?: string) => wordValue<string>(words, description);

const eventTypesIn = (
  description = 'The event types to send, at least one. Duplicates are removed; the order is preserved.',
) =>
  Type.Array(wordValue(SUBSCRIBED, 'An event type, or `*` for all types, including ones added later.'), {
    description,
    minItems: 1,
    maxItems: 100,
    examples: [['wallet.credited']],
  });
const targetUrlIn = () =>
  Type.String({
    description:
      'Where events are sent: an absolute https URL of at most 2048 characters, on any port but 0, without a user name, password or fragment. Stored exactly as sent. Addresses that are not public are refused: literal ones when they are set, resolved ones at every attempt.',
    maxLength: 2048,
    httpsUrl: true,
    examples: ['https://bank.example/webhooks/timebank'],
  });
const descriptionIn = (ending = '') =>
  textValue(0, 200, `Your own note, at most 200 characters, no control characters but LF and tab.${ending}`);

export const SubscriptionCreateRequest = component('SubscriptionCreateRequest', 'A new subscription.', {
  event_types: eventTypesIn(),
  target_url: targetUrlIn(),
  description: Type.Optional(descriptionIn()),
});
export type SubscriptionCreateRequest = Static<typeof SubscriptionCreateRequest>;

export const SubscriptionUpdateRequest = component(
  'SubscriptionUpdateRequest',
  'A merge patch (RFC 7396): only the fields you send are changed. Null clears `description`, and is refused on any other field.',
  {
    event_types: Type.Optional(eventTypesIn()),
    target_url: Type.Optional(targetUrlIn()),
    description: Type.Optional(nullable(descriptionIn(' Null or an empty string clears it.'))),
    status: Type.Optional(
      wordValue(
        ['active', 'paused'],
        '`paused` holds events until the status is `active` again; `active` also reactivates a disabled subscription.',
      ),
    ),
  },
);
export type SubscriptionUpdateRequest = Static<typeof SubscriptionUpdateRequest>;

export const ReplayRequest = component('ReplayRequest', 'Which events are sent again.', {
  since: Type.String({
    description:
      'Events at or after this time are sent again. RFC 3339; within the last 30 days, and at most 50,000 events.',
    time: true,
    examples: ['2026-11-20T00:00:00Z'],
  }),
  until: Type.Optional(
    Type.String({
      description: 'Only events at or before this time, which is not before `since`. RFC 3339.',
      time: true,
      examples: ['2026-11-20T12:00:00Z'],
    }),
  ),
  event_types: Type.Optional(eventTypesIn('Only events of these types, of those the subscription has.')),
});
export type ReplayRequest = Static<typeof ReplayRequest>;

const subscriptionProperties = {
  id: idValue('whs', 'The subscription.', EXAMPLE_SUBSCRIPTION_ID),
  event_types: Type.Array(knownText(SUBSCRIBED), {
    description: 'The event types that are sent, as requested; `*` means all.',
  }),
  undeliverable_event_types: Type.Array(knownText(SUBSCRIBED), {
    description: 'Those of `event_types` that the partner may not currently receive because it lacks a scope.',
  }),
  target_url: Type.String({ description: 'Where events are sent, exactly as you set it.' }),
  description: nullable(Type.String(), { description: 'Your own note.' }),
  status: wordValue(SUBSCRIPTION_STATUSES, 'Events of a paused or disabled subscription are held, not lost.'),
  disabled_reason: nullable(Type.String(), { description: 'Why the service disabled it, else null.' }),
  created_at: timeValue('When it was created.'),
  updated_at: timeValue('When it last changed.'),
  last_success_at: nullable(timeValue('When a delivery last succeeded, else null.')),
  consecutive_failures: Type.Integer({
    description:
      'Failed attempts since the last success, or since the subscription was reactivated or its target was changed.',
    minimum: 0,
  }),
};
export const Subscription = component('Subscription', 'A subscription to events.', subscriptionProperties);
export type Subscription = Static<typeof Subscription>;

export const SubscriptionWithSecret = component('SubscriptionWithSecret', 'A subscription and its new secret.', {
  ...subscriptionProperties,
  secret: Type.String({
    description: 'Signing secret (Standard Webhooks): `whsec_` and 32 bytes in standard base64. Shown only here.',
    pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  }),
});
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

const DeliveryAttempt = closedObject({
  number: Type.Integer({ description: 'Counts from 1.', minimum: 1 }),
  started_at: timeValue('When it began.'),
  latency_ms: Type.Integer({ description: 'How long it took, in milliseconds.', minimum: 0 }),
  status_code: nullable(Type.Integer(), {
    description: "The receiver's HTTP status; null when there was no response.",
  }),
  error: nullable(knownText(ATTEMPT_ERRORS), { description: 'Why the attempt failed, else null.' }),
});
export const Delivery = component('Delivery', 'The delivery of one event to one subscription.', {
  id: idValue('dlv', 'The delivery.', 'dlv_01jd3h6m8nfdwtv0k2x9q4z7ag'),
  event_id: idValue('evt', 'The event.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
  event_type: knownText(EVENT_TYPES, 'Type of the event.'),
  status: wordValue(DELIVERY_STATUSES, '`held`: waiting until the subscription, partner or community is active again.'),
  created_at: timeValue('When it was scheduled.'),
  next_attempt_at: nullable(timeValue('When the next attempt is due, else null.')),
  finished_at: nullable(timeValue('When it succeeded or failed for good, else null.')),
  attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first.' }),
});
export type Delivery = Static<typeof Delivery>;
export const DeliveryResponse = dataOf(Delivery);
export type DeliveryResponse = Static<typeof DeliveryResponse>;
export const DeliveryList = listOf(Delivery);
export type DeliveryList = Static<typeof DeliveryList>;

export const TestScheduled = component('TestScheduled', 'A test event is scheduled.', {
  event_id: idValue('evt', 'The test event that will arrive.', 'evt_01jd3h6m8nfdwtv0k2x9q4z7ae'),
});
export type TestScheduled = Static<typeof TestScheduled>;
export const TestScheduledResponse = dataOf(TestScheduled);

export const ReplayScheduled = component('ReplayScheduled', 'Deliveries are scheduled.', {
  since: timeValue('Events from this time on are sent again.'),
  deliveries: Type.Integer({
    description: 'How many deliveries are scheduled, including those that already were.',
    minimum: 0,
  }),
});
export type ReplayScheduled = Static<typeof ReplayScheduled>;
export const ReplayScheduledResponse = dataOf(ReplayScheduled);
