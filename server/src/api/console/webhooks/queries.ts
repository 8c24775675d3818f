import { HELD } from '../../../domain/delivery/held.ts';
import { query } from '../../../platform/database/query.ts';

export interface SubscriptionHealth {
  readonly id: string;
  readonly failingSince: Date | null;
  readonly pending: number;
  readonly held: number;
  readonly delivered: number;
  readonly failed: number;
  readonly medianLatencyMs: number | null;
}

/** How subscriptions do. `sinceId` is the smallest UUIDv7 of the time from which deliveries are counted. */
export const selectSubscriptionHealth = query<
  [communityId: number, subscriptionIds: readonly string[], sinceId: string],
  SubscriptionHealth
>(
  'select_subscription_health',
  `select s.id, s.failing_since as "failingSince", waiting.pending, waiting.held, done.delivered, done.failed,
     latency.median as "medianLatencyMs"
   from unnest($2::uuid[]) as asked (id)
   join subscriptions s on s.community_id = $1 and s.id = asked.id
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   cross join lateral (
     select
       (select count(*) from deliveries d
        where d.community_id = $1 and d.subscription_id = s.id and d.status = 'pending')::int as pending,
       ${HELD} as held) waiting
   cross join lateral (
     select count(*) filter (where d.status = 'delivered')::int as delivered,
       count(*) filter (where d.status = 'failed')::int as failed
     from deliveries d where d.community_id = $1 and d.subscription_id = s.id and d.id >= $3) done
   cross join lateral (
     select (percentile_cont(0.5) within group (order by a.latency_ms))::int as median
     from (select d.id from deliveries d where d.community_id = $1 and d.subscription_id = s.id
           order by d.id desc limit 100) latest
     join delivery_attempts a on a.community_id = $1 and a.delivery_id = latest.id) latency`,
);
