/** A subscription as its partner sees it, without the secret, and the attempts at a delivery. */
import {
  ALL_EVENT_TYPES,
  EVENT_TYPES,
  type EventType,
  encodeId,
  mayReceive,
  type Scope,
  Subscription,
} from '@timebank/contract';
import { shownAs } from '../../../base/fields/fields.ts';
import type { DeliveryRow } from '../../subscriptions/delivery-queries.ts';
import type { SubscriptionRow } from '../../subscriptions/queries.ts';

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    ...shownAs(Subscription, row),
    id: encodeId('whs', row.id),
    undeliverable_event_types: undeliverable(row.eventTypes, row.partnerScopes),
  };
}

/** The kinds asked for that the partner may not receive at present; `*` asks for every kind. */
function undeliverable(eventTypes: readonly string[], scopes: readonly Scope[]): EventType[] {
  const types = eventTypes.includes(ALL_EVENT_TYPES) ? EVENT_TYPES : (eventTypes as readonly EventType[]);
  return types.filter((type) => !mayReceive(type, scopes));
}

export const presentAttempt = ({
  number,
  startedAt,
  latencyMs,
  statusCode,
  error,
}: DeliveryRow['attempts'][number]) => ({
  ...{ number, started_at: new Date(startedAt).toISOString(), latency_ms: latencyMs, status_code: statusCode, error },
});
