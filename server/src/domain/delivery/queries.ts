import { keysWaiting, uuidV7At } from '../../platform/database/fragments.ts';
import { namedWrite, rowsWrite } from '../../platform/database/named.ts';
import { query, write } from '../../platform/database/query.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';

/** Deliveries that may wait for all subscriptions of a partner together, and for each of them in any case. */
const PARTNER_ROOM = 4000;
const SUBSCRIPTION_ROOM_MIN = 20;

export const insertEvents = rowsWrite<{
  communityId: number;
  id: string;
  type: string;
  partnerId: number | null;
  memberId: string | null;
  listingId: string | null;
  data: string;
  createdAt: Date;
  audience: string | null;
}>(
  'insert_events',
  {
    columns: {
      communityId: 'int',
      id: 'uuid',
      type: 'text',
      partnerId: 'int',
      memberId: 'uuid',
      listingId: 'uuid',
      data: 'jsonb',
      createdAt: 'timestamptz',
      audience: 'text',
    },
  },
  `with queued as (
     insert into event_queue (event_id, community_id) select * from unnest($id, $communityId)
   )
   insert into events
     (community_id, id, type, partner_id, member_id, listing_id, data, created_at, audience)
   select community_id, id, type, partner_id, member_id, listing_id, data, created_at, audience::int[]
   from unnest($rows) as e ($columns)`,
);

/**
 * How many deliveries may wait for subscription s: its part of what may wait for its partner. What does not fit is made
 * from the events when there is room again, so that a dead endpoint and a burst cost a bounded number of rows.
 */
const ROOM = `(select greatest(${SUBSCRIPTION_ROOM_MIN}, ${PARTNER_ROOM} / greatest(1, count(*)))
    from subscriptions o where o.community_id = s.community_id and o.partner_id = s.partner_id)`;

/** How many wait for subscription s; counts no further than any room reaches. */
const WAITING = `(select count(*) from (
    select from deliveries w
    where w.status = 'pending' and w.community_id = s.community_id and w.subscription_id = s.id
    limit ${PARTNER_ROOM}) waiting)`;

/** Communities with undistributed events, after the given one. */
export const selectQueuedCommunities = query<[after: number, limit: number], { communityId: number }>(
  'select_queued_communities',
  `${keysWaiting('event_queue', ['community_id'], 'true', 'community_id > $1')}
   select community_id as "communityId" from waiting limit $2`,
);

export interface FannedOut {
  readonly events: number;
  /** As many events as a batch may have: there are probably more. */
  readonly full: boolean;
  readonly deliveries: number;
  /** Subscriptions that get what they missed from the events, later. */
  readonly missed: number;
  /** Of these, such as have missed nothing until now. */
  readonly fellBehind: number;
}

/**
 * Distributes a community's oldest events: as many as make no more than `rowsMax` deliveries, at least one. Who has no
 * row of his own is marked with the first event he missed. The marks are made under the lock that `catch_up` holds, and
 * by the row as it is under the lock: whoever has caught up meanwhile is behind again.
 * Tests go to the one subscription under test: their delivery is written together with the event.
 */
export const fanOutEvents = query<[now: Date, communityId: number, eventsMax: number, rowsMax: number], FannedOut>(
  'fan_out_events',
  `with subs as materialized (
     select s.id, s.partner_id, s.event_types,
       case when s.status <> 'active' or s.missed_from is not null or ${PARTNER_OFF} then false
            else ${WAITING} < ${ROOM} end as live
     from subscriptions s
     join partners p on p.community_id = s.community_id and p.id = s.partner_id
     where s.community_id = $2
   ), size as materialized (
     select greatest(1, least($3::int, $4::int / greatest(1, count(*)))) as events from subs where live
   ), batch as materialized (
     select event_id from event_queue
     where community_id = $2
     order by event_id
     limit (select events from size)
     for update skip locked
   ), taken as (
     delete from event_queue q using batch where q.community_id = $2 and q.event_id = batch.event_id
   ), wanted as materialized (
     select e.id, e.type, p.id as partner_id
     from batch b
     cross join lateral (select * from events where community_id = $2 and id = b.event_id offset 0) e
     join partners p on p.community_id = $2 and (e.partner_id is null or p.id = e.partner_id)
     where e.type <> 'webhook.test' and exists (select from subs where subs.partner_id = p.id) and ${ENTITLED}
   ), missed as materialized (
     select s.id, min(w.id::text collate "C")::uuid as first_id
     from wanted w
     join subs s on s.partner_id = w.partner_id and not s.live and s.event_types && array[w.type, '*']
     group by s.id
   ), locked as materialized (
     select s.id, s.missed_from, m.first_id
     from missed m
     join subscriptions s on s.community_id = $2 and s.id = m.id
     order by s.id
     for no key update of s
   ), marked as (
     update subscriptions s set missed_from = l.first_id
     from locked l
     where s.community_id = $2 and s.id = l.id and (l.missed_from is null or l.missed_from > l.first_id)
     returning l.missed_from
   ), created as (
     insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
     select $2, ${uuidV7At('$1')}, w.id, s.id, 'pending', $1, $1
     from wanted w
     join subs s on s.partner_id = w.partner_id and s.live and s.event_types && array[w.type, '*']
     -- The order of a replay and of catching up, so that none waits for another that waits for it.
     order by w.id, s.id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning 1
   )
   select batch.events, batch.events = size.events as full, (select count(*) from created)::int as deliveries,
     (select count(*) from locked)::int as missed,
     (select count(*) from marked where missed_from is null)::int as "fellBehind"
   from size, (select count(*)::int as events from batch) batch`,
);

/**
 * Subscriptions that are behind, may receive again and have half of their room free. Each community's turn comes before
 * any community's second.
 */
export const selectSubscriptionsBehind = query<[limit: number], { communityId: number; subscriptionId: string }>(
  'select_subscriptions_behind',
  `select s.community_id as "communityId", s.id as "subscriptionId"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.missed_from is not null and s.status = 'active' and not ${PARTNER_OFF} and ${WAITING} <= ${ROOM} / 2
   order by row_number() over (partition by s.community_id order by s.missed_from), s.community_id
   limit $1`,
);

export interface BehindRow {
  readonly partnerId: number;
  readonly eventTypes: readonly string[];
  /** The first event it has missed. */
  readonly missedFrom: string;
  /** Deliveries that may be made for it. */
  readonly room: number;
}

/** What a distribution marks meanwhile waits for this lock, or is seen by `catchUp`, which reads after it. */
export const lockSubscriptionBehind = write<[communityId: number, subscriptionId: string], BehindRow>(
  'lock_subscription_behind',
  `select s.partner_id as "partnerId", s.event_types as "eventTypes", s.missed_from as "missedFrom",
     (${ROOM} - ${WAITING})::int as room
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $1 and s.id = $2 and s.missed_from is not null and s.status = 'active' and not ${PARTNER_OFF}
   for no key update of s skip locked`,
);

/**
 * Makes the deliveries of the next events that a subscription has missed, and moves its mark behind them; what it got
 * before stays as it is. With nothing left the mark goes.
 * @param eventsMax events to look at, at least 2
 * @param rowsMax deliveries to make, at least 2: the mark names the last one made
 */
export const catchUp = namedWrite<
  {
    now: Date;
    communityId: number;
    subscriptionId: string;
    partnerId: number;
    eventTypes: readonly string[];
    from: string;
    eventsMax: number;
    rowsMax: number;
  },
  { deliveries: number; isBehind: boolean }
>(
  'catch_up',
  {
    now: 'timestamptz',
    communityId: 'int',
    subscriptionId: 'uuid',
    partnerId: 'int',
    eventTypes: 'text[]',
    from: 'uuid',
    eventsMax: 'int',
    rowsMax: 'int',
  },
  `with scanned as materialized (
     select e.community_id, e.id, e.type, e.partner_id, e.member_id, e.audience from events e
     where e.community_id = $communityId and e.id >= $from
     order by e.id
     limit $eventsMax
   ), wanted as materialized (
     select e.id from scanned e
     join partners p on p.community_id = e.community_id and p.id = $partnerId
     where (e.partner_id is null or e.partner_id = $partnerId) and e.type <> 'webhook.test'
       and $eventTypes && array[e.type, '*'] and ${ENTITLED}
     order by e.id
     limit $rowsMax
   ), created as (
     insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
     select $communityId, ${uuidV7At('$now')}, id, $subscriptionId, 'pending', $now, $now from wanted order by id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning 1
   ), moved as (
     update subscriptions set missed_from = case
       when (select count(*) from wanted) = $rowsMax then (select id from wanted order by id desc limit 1)
       when (select count(*) from scanned) = $eventsMax then (select id from scanned order by id desc limit 1) end
     where community_id = $communityId and id = $subscriptionId
     returning missed_from
   )
   select (select count(*) from created)::int as deliveries,
     (select missed_from is not null from moved) as "isBehind"`,
);

/** Removes events past their time that are distributed and on their way to nobody. Whoever was away for longer missed them. */
export const deleteOldEvents = query<[before: Date, limit: number], { deleted: number }>(
  'delete_old_events',
  `with old as (
     select e.community_id, e.id from events e
     where e.created_at < $1
       and not exists (select from event_queue q where q.community_id = e.community_id and q.event_id = e.id)
       and not exists (
         select from deliveries d
         where d.community_id = e.community_id and d.event_id = e.id and d.status = 'pending')
     order by e.created_at
     limit $2
     for update of e skip locked
   ), deleted as (
     delete from events e using old where e.community_id = old.community_id and e.id = old.id returning 1
   )
   select count(*)::int as deleted from deleted`,
);
