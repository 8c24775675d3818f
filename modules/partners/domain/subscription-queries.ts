import type { DELIVERY_STATUSES, EventType } from '@timebank/contract';
import { query, type StatementRow } from '../../../core/database/query.ts';
import type { Filters } from '../../../core/database/statement-text.ts';
import type { KeptAttempt } from '../../../core/events/delivery/delivery-queries.ts';
import { PARTNER_OFF } from '../../../core/events/delivery/entitlement.ts';
import { HELD, ON_ITS_WAY } from '../../../core/events/delivery/held.ts';
import { SHOWN_ATTEMPTS, type ShownAttempt } from '../../../core/events/subscriptions/delivery-queries.ts';

export type SubscriptionHealth = StatementRow<'select_subscription_health'>;

/** How subscriptions do. `sinceId` is the smallest UUIDv7 of the time from which deliveries are counted. */
export const selectSubscriptionHealth = query(
  'select_subscription_health',
  `select s.id, s.failing_since as "failingSince", waiting.pending, waiting.held, done.delivered, done.failed,
     latency.median as "medianLatencyMs"
   from unnest($subscriptionIds::uuid[]) as asked (id)
   join subscriptions s on s.community_id = $communityId and s.id = asked.id
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   cross join lateral (
     select ${ON_ITS_WAY} as pending, ${HELD} as held) waiting
   cross join lateral (
     select count(*) filter (where d.status = 'delivered')::int as delivered,
       count(*) filter (where d.status = 'failed')::int as failed
     from deliveries d where d.community_id = $communityId and d.subscription_id = s.id and d.id >= $sinceId) done
   cross join lateral (
     select (percentile_cont(0.5) within group (order by (attempt ->> 'latencyMs')::int))::int as median
     from (select d.attempts from deliveries d where d.community_id = $communityId and d.subscription_id = s.id
           order by d.id desc limit 100) latest
     cross join lateral jsonb_array_elements(latest.attempts) as kept (attempt)) latency`,
);

/** Which deliveries wait, whatever they are scheduled for: those that a person asked for only when the partner is off. */
export type HeldDeliveries = 'all' | 'automatic' | 'none';

export const selectHeld = query(
  'select_held',
  `select case when ${PARTNER_OFF} then 'all' when s.status <> 'active' then 'automatic' else 'none' end as held
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $communityId and s.partner_id = $partnerId and s.id = $subscriptionId`,
);

export interface ShownDelivery<Attempt = ShownAttempt> {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly eventAt: Date;
  readonly eventData: Readonly<Record<string, unknown>>;
  readonly status: (typeof DELIVERY_STATUSES)[number];
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly attemptCount: number;
  readonly manual: boolean;
  /** The latest 100, oldest first. */
  readonly attempts: readonly Attempt[];
}

/**
 * Deliveries as they stand. One that is scheduled, but held as soon as it is due, is held; `held` says which are.
 */
const deliveriesWith = (attempts: string) => `select d.id, d.event_id as "eventId", e.type as "eventType",
     e.created_at as "eventAt", e.data as "eventData", shown.status, d.created_at as "createdAt",
     case when shown.status = 'pending' then d.next_attempt_at end as "nextAttemptAt",
     d.attempt_count as "attemptCount", d.manual,
     ${attempts} as attempts
   from deliveries d
   cross join lateral (
     select case when d.status = 'pending' and ($held = 'all' or $held = 'automatic' and not d.manual) then 'held'
       else d.status end as status) shown
   join events e on e.community_id = d.community_id and e.id = d.event_id
   where d.community_id = $communityId and d.subscription_id = $subscriptionId`;

/** A page of a subscription's deliveries, newest first. */
export const selectShownDeliveries = query<
  { communityId: number; subscriptionId: string; held: HeldDeliveries; beforeId: string; limit: number } & Filters<
    'status' | 'eventType'
  >,
  ShownDelivery
>(
  'select_shown_deliveries',
  {
    filters: {
      // Named twice: the status that is stored has an index.
      status: `shown.status = $status and d.status in ($status, 'pending')`,
      eventType: 'e.type = $eventType',
    },
  },
  `${deliveriesWith(SHOWN_ATTEMPTS)} and d.id < $beforeId$filters order by d.id desc limit $limit`,
);

export const selectShownDelivery = query<
  { communityId: number; subscriptionId: string; held: HeldDeliveries; deliveryId: string },
  ShownDelivery<KeptAttempt>
>('select_shown_delivery', `${deliveriesWith('d.attempts')} and d.id = $deliveryId`);
