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
import type { SubscriptionRow } from '../../domain/subscriptions/queries.ts';

export function presentSubscription(row: SubscriptionRow): Subscription {
  return {
    id: encodeId('whs', row.id),
    event_types: [...row.event_types],
    undeliverable_event_types: undeliverable(row.event_types, row.partner_scopes),
    target_url: row.target_url,
    description: row.description,
    status: row.status,
    disabled_reason: row.disabled_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    consecutive_failures: row.consecutive_failures,
  };
}

/** The kinds asked for that the partner may not receive at present; `*` asks for every kind. */
function undeliverable(eventTypes: readonly string[], scopes: readonly Scope[]): EventType[] {
  const types = eventTypes.includes(ALL_EVENT_TYPES) ? EVENT_TYPES : (eventTypes as readonly EventType[]);
  return types.filter((type) => !mayReceive(type, scopes));
}
