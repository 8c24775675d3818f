/** A partner's webhooks as the community's administrators see them. */
import { type Static, Type } from 'typebox';
import { EVENT_TYPES } from '../events.ts';
import { oneOf, PAGING } from '../query.ts';
import {
  DELIVERY_STATUSES,
  Delivery,
  ReplayRequest,
  ReplayScheduled,
  Subscription,
  TestScheduled,
} from '../subscriptions.ts';
import { dataOf, listOf, nullable, ref, timeValue, wordValue } from '../values.ts';
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
    schema: dataOf(TestScheduled),
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
    schema: listOf(Delivery),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'invalid_cursor'],
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
    schema: dataOf(Delivery),
  },
  errors: ['partner_not_found', 'subscription_not_found', 'delivery_not_found', 'state_conflict'],
});
