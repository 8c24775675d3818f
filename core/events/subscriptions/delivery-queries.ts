/** Deliveries as people use them: tests, replays, retries, and how they went. */
import { uuidV7At } from '../../database/fragments.ts';
import { query, type RowFrom, type StatementRow, write } from '../../database/query.ts';
import type { KeptAttempt } from '../delivery/delivery-queries.ts';
import { ENTITLED } from '../delivery/entitlement.ts';
import { HELD, ON_ITS_WAY } from '../delivery/held.ts';

/** The event and its one delivery. It counts as distributed: no other subscription gets it. */
export const insertTestEvent = write(
  'insert_test_event',
  `with event as (
     insert into events (community_id, id, type, partner_id, data, created_at)
     values ($communityId, $eventId, 'webhook.test', $partnerId!, $data, $at!)
   )
   insert into deliveries (community_id, id, event_id, subscription_id, manual, next_attempt_at, created_at)
   values ($communityId, $deliveryId, $eventId, $subscriptionId, $manual, $at, $at)`,
);

// The events that may be replayed to a subscription, without the check of entitlement.
const REPLAYABLE = `e.community_id = $communityId and (e.partner_id is null or e.partner_id = $partnerId)
       and e.type <> 'webhook.test' and $eventTypes && array[e.type, '*'] and e.created_at >= $since
       and ($until::timestamptz is null or e.created_at <= $until)`;

export const countReplayableEvents = query(
  'count_replayable_events',
  `select count(*)::int as count from (select from events e where ${REPLAYABLE} limit $limit) e`,
);

/**
 * Schedules the next events after the given one. Deliveries that are pending are due now, unless an attempt is under
 * way, and keep the count of their attempts; those of a paused subscription stay as they are. Held are only deliveries
 * that are there: of the other events a mark is kept, from which they are delivered later. Rows are written in the
 * order of the fan-out, so that the two cannot wait for each other.
 */
export const replayEvents = write<
  {
    communityId: number;
    partnerId: number;
    eventTypes: readonly string[];
    since: Date;
    until: Date | null;
    afterId: string;
    limit: number;
    subscriptionId: string;
    now: Date;
    status: 'pending' | 'held';
    manual: boolean;
  },
  { readonly events: number; readonly deliveries: number; readonly lastAt: Date | null; readonly lastId: string | null }
>(
  'replay_events',
  `with batch as materialized (
     select e.community_id, e.id, e.type, e.partner_id, e.member_id, e.audience, e.created_at from events e
     where ${REPLAYABLE} and (e.created_at, e.id) > ($since, $afterId)
     order by e.created_at, e.id
     limit $limit
   ), wanted as materialized (
     select e.community_id, e.id from batch e
     join partners p on p.community_id = e.community_id and p.id = $partnerId
     where ${ENTITLED}
   ), scheduled as (
     insert into deliveries as d
       (community_id, id, event_id, subscription_id, status, manual, next_attempt_at, created_at)
     select community_id, ${uuidV7At('$now')}, id, $subscriptionId, $status, $manual,
       case when $status = 'pending' then $now end, $now
     from wanted
     where $status = 'pending' or exists (
       select from deliveries o
         where o.community_id = $communityId and o.event_id = wanted.id and o.subscription_id = $subscriptionId)
     order by id
     on conflict (community_id, event_id, subscription_id) do update set
       status = excluded.status, manual = excluded.manual or d.status = 'pending' and d.manual,
       next_attempt_at = least(d.next_attempt_at, excluded.next_attempt_at), lease_until = null,
       attempt_count = case d.status when 'pending' then d.attempt_count else 0 end, finished_at = null
     where d.status <> 'pending' or $status = 'pending' and (d.lease_until is null or d.lease_until <= $now)
   ), marked as (
     update subscriptions s set missed_from = first.id
     from (select min(id::text collate "C")::uuid as id from wanted) first
     where $status = 'held' and s.community_id = $communityId and s.id = $subscriptionId
       and (s.missed_from is null or s.missed_from > first.id)
   )
   select (select count(*) from batch)::int as events, (select count(*) from wanted)::int as deliveries,
     last.created_at as "lastAt", last.id as "lastId"
   from (select) as always
   left join (select created_at, id from batch order by created_at desc, id desc limit 1) as last on true`,
);

/** Without what only the community's administrators see. */
export type ShownAttempt = Omit<KeptAttempt, 'signatureStart' | 'answerStart'>;

/** Those of delivery d as SQL, without the texts that make up most of them. */
export const SHOWN_ATTEMPTS = `(
     select coalesce(jsonb_agg(attempt - '{signatureStart,answerStart}'::text[] order by position), '[]')
     from jsonb_array_elements(d.attempts) with ordinality as kept (attempt, position))`;

/** `attempts`: the latest 100, oldest first. */
export type DeliveryRow = RowFrom<typeof selectDeliveryPage>;

const DELIVERY = `select d.id, d.event_id as "eventId", e.type as "eventType", d.status, d.created_at as "createdAt",
     d.next_attempt_at as "nextAttemptAt", d.finished_at as "finishedAt",
     ${SHOWN_ATTEMPTS} as attempts
   from deliveries d
   join events e on e.community_id = d.community_id and e.id = d.event_id`;

/** A page of a subscription's deliveries, newest first. */
export const selectDeliveryPage = query<'select_delivery_page', { attempts: readonly ShownAttempt[] }>(
  'select_delivery_page',
  { filters: { status: 'd.status = $status', eventType: 'e.type = $eventType' } },
  `${DELIVERY}
   where d.community_id = $communityId and d.subscription_id = $subscriptionId and d.id < $beforeId$filters
   order by d.id desc
   limit $limit`,
);

export const selectDelivery = query<'select_delivery', { attempts: readonly ShownAttempt[] }>(
  'select_delivery',
  `${DELIVERY} where d.community_id = $communityId and d.subscription_id = $subscriptionId and d.id = $deliveryId`,
);

/** The subscription of a delivery in any community: for the operator, who knows only the delivery's id. */
export const selectDeliveryOwner = query(
  'select_delivery_owner',
  `select d.community_id as "communityId", s.partner_id as "partnerId", d.subscription_id as "subscriptionId"
   from communities c
   join subscriptions s on s.community_id = c.id
   cross join lateral (
     select community_id, subscription_id from deliveries
     where community_id = s.community_id and subscription_id = s.id and id = $deliveryId offset 0) d`,
);

/** Likewise of a subscription. */
export const selectSubscriptionOwner = query(
  'select_subscription_owner',
  `select s.community_id as "communityId", s.partner_id as "partnerId"
   from communities c join subscriptions s on s.community_id = c.id and s.id = $subscriptionId`,
);

/**
 * Makes a delivery due now unless an attempt is under way. What is scheduled on an active subscription stays scheduled.
 */
export const retryDeliveryNow = write(
  'retry_delivery_now',
  `update deliveries d set status = 'pending', next_attempt_at = $now, lease_until = null,
     manual = d.status <> 'pending' or s.status <> 'active'
   from subscriptions s
   where d.community_id = $communityId and d.subscription_id = $subscriptionId and d.id = $deliveryId
     and s.community_id = d.community_id and s.id = d.subscription_id
     and (d.lease_until is null or d.lease_until <= $now)
   returning d.id`,
);

export type SubscriptionOverviewRow = StatementRow<'select_subscription_overview'>;

/** A community's subscriptions, newest first, with what waits for each. */
export const selectSubscriptionOverview = query(
  'select_subscription_overview',
  `select s.id, p.client_id as "clientId", p.name as "partnerName", s.target_url as "targetUrl",
     s.event_types as "eventTypes", s.status, s.disabled_reason as "disabledReason",
     s.failing_since as "failingSince", s.last_success_at as "lastSuccessAt",
     ${ON_ITS_WAY} as pending, ${HELD} as held
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $communityId
   order by s.id desc
   limit $limit`,
);
