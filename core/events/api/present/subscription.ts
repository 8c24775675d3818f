/** A subscription as its partner sees it, without the secret. */
import {
  ALL_EVENT_TYPES,
  EVENT_TYPES,
  type EventType,
  encodeId,
  mayReceive,
  type Scope,
  type Subscription,
} from '@timebank/contract';
import type { SubscriptionRow } from '../../subscriptions/queries.ts';

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: encodeId('whs', row.id),
    event_types: [...row.eventTypes],
    undeliverable_event_types: undeliverable(row.eventTypes, row.partnerScopes),
    target_url: row.targetUrl,
    description: row.description,
    status: row.status,
    disabled_reason: row.disabledReason,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_success_at: row.lastSuccessAt?.toISOString() ?? null,
    consecutive_failures: row.consecutiveFailures,
  };
}

/** The kinds asked for that the partner may not receive at present; `*` asks for every kind. */
function undeliverable(eventTypes: readonly string[], scopes: readonly Scope[]): EventType[] {
  const types = eventTypes.includes(ALL_EVENT_TYPES) ? EVENT_TYPES : (eventTypes as readonly EventType[]);
  return types.filter((type) => !mayReceive(type, scopes));
}
