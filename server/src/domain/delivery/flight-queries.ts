import type { EventType } from '@timebank/contract';
import { uuidV7At } from '../../platform/database/fragments.ts';
import { namedWrite, rowsQuery, rowsWrite, type SqlTypes } from '../../platform/database/named.ts';
import { query, write } from '../../platform/database/query.ts';
import { healthyBy, type KeptAttempt, lockedOf, type SubscriptionKey } from './delivery-queries.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';
import { ROOM, WAITING } from './queries.ts';

/** Whether the events that subscription s of partner p has missed may be sent to it. */
const MAY_CATCH_UP = `s.missed_from is not null and s.status = 'active' and not ${PARTNER_OFF}`;

export interface SubscriptionBehind extends SubscriptionKey {
  /** Half of its room is free. */
  readonly hasRoom: boolean;
}

/** Subscriptions that are behind and may receive again, after the given one. */
export const selectSubscriptionsBehind = query<
  [afterCommunityId: number, afterSubscriptionId: string, limit: number],
  SubscriptionBehind
>(
  'select_subscriptions_behind',
  `select s.community_id as "communityId", s.id as "subscriptionId", ${WAITING} <= ${ROOM} / 2 as "hasRoom"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where (s.community_id, s.id) > ($1, $2::uuid) and ${MAY_CATCH_UP}
   order by s.community_id, s.id
   limit $3`,
);

export interface BehindRow {
  readonly partnerId: number;
  readonly eventTypes: readonly string[];
  /** The first event it has missed. */
  readonly missedFrom: string;
  /** Deliveries that may wait for it besides those that do. */
  readonly room: number;
  readonly targetUrl: string;
  readonly isSandbox: boolean;
  readonly secretEncrypted: Buffer | null;
  readonly previousSecretEncrypted: Buffer | null;
}

/** A mark that a distribution sets meanwhile waits for this lock, or is seen by `takeFlight`, which reads after it. */
export const lockSubscriptionBehind = write<[communityId: number, subscriptionId: string, now: Date], BehindRow>(
  'lock_subscription_behind',
  `select s.partner_id as "partnerId", s.event_types as "eventTypes", s.missed_from as "missedFrom",
     (${ROOM} - ${WAITING})::int as room, s.target_url as "targetUrl",
     starts_with(p.client_id, 'tb_ci_test_') as "isSandbox", s.secret_encrypted as "secretEncrypted",
     case when s.previous_secret_until > $3 then s.previous_secret_encrypted end as "previousSecretEncrypted"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $1 and s.id = $2 and ${MAY_CATCH_UP}
   for no key update of s skip locked`,
);

export interface TakenRow {
  /** Null, like all of the event: there was none. */
  readonly eventId: string | null;
  readonly eventType: EventType;
  readonly eventCreatedAt: Date;
  /** JSON, as it is sent. */
  readonly eventData: string;
  /** Whether there may be more. */
  readonly isBehind: boolean;
}

/**
 * Takes the next events that a subscription has missed, in one batch, and moves its mark to the last of them; what it
 * got before is passed. With nothing left the mark goes. Returns at least one row.
 * @param eventsMax events to look at, at least 2
 * @param limit events to take, at least 1
 */
export const takeFlight = namedWrite<
  {
    communityId: number;
    subscriptionId: string;
    flightId: string;
    partnerId: number;
    eventTypes: readonly string[];
    from: string;
    leaseUntil: Date;
    eventsMax: number;
    limit: number;
  },
  TakenRow
>(
  'take_flight',
  {
    communityId: 'int',
    subscriptionId: 'uuid',
    flightId: 'uuid',
    partnerId: 'int',
    eventTypes: 'text[]',
    from: 'uuid',
    leaseUntil: 'timestamptz',
    eventsMax: 'int',
    limit: 'int',
  },
  `with flying as materialized (
     select member.id from flights f cross join lateral unnest(f.event_ids) as member (id)
     where f.community_id = $communityId and f.subscription_id = $subscriptionId and member.id >= $from
   ), wanted as materialized (
     select e.id, e.type, e.created_at, e.data
     from (select * from events where community_id = $communityId and id >= $from order by id limit $eventsMax) e
     join partners p on p.community_id = e.community_id and p.id = $partnerId
     where (e.partner_id is null or e.partner_id = $partnerId) and e.type <> 'webhook.test'
       and $eventTypes && array[e.type, '*'] and ${ENTITLED}
       and e.id not in (select id from flying)
       -- Looked up for each: the offset keeps it from being joined with all there are.
       and not exists (
         select from deliveries d
         where d.community_id = e.community_id and d.event_id = e.id and d.subscription_id = $subscriptionId offset 0)
     order by e.id
     limit $limit
   ), taken as (
     insert into flights (community_id, subscription_id, id, event_ids, lease_until)
     select $communityId, $subscriptionId, $flightId, array_agg(id), $leaseUntil from wanted having count(*) > 0
   ), moved as (
     update subscriptions set missed_from = case
       when (select count(*) from wanted) = $limit then (select id from wanted order by id desc limit 1)
       else (select id from events where community_id = $communityId and id >= $from
             order by id offset $eventsMax - 1 limit 1) end
     where community_id = $communityId and id = $subscriptionId
     returning missed_from is not null as is_behind
   )
   select w.id as "eventId", w.type as "eventType", w.created_at as "eventCreatedAt", w.data::text as "eventData",
     moved.is_behind as "isBehind"
   from moved left join wanted w on true
   order by w.id`,
);

/** An event of a batch. */
interface Member {
  readonly communityId: number;
  readonly subscriptionId: string;
  readonly flightId: string;
  readonly eventId: string;
}

const MEMBER: SqlTypes<Member> = { communityId: 'int', subscriptionId: 'uuid', flightId: 'uuid', eventId: 'uuid' };

/** An attempt of an event in a batch, as the delivery that it becomes. */
export interface FlownRow extends Member {
  readonly deliveryId: string;
  readonly takenAt: Date;
  readonly endedAt: Date;
  readonly attempts: readonly KeptAttempt[];
  /** No other event of its batch is left. */
  readonly isLast: boolean;
}

/**
 * Like `recordDelivered`: the deliveries are made as they end. Those of a batch that is over belong to another worker.
 */
export const recordFlown = rowsQuery<FlownRow, { deliveryId: string }>(
  'record_flown',
  {
    columns: {
      ...MEMBER,
      deliveryId: 'uuid',
      takenAt: 'timestamptz',
      endedAt: 'timestamptz',
      attempts: 'jsonb',
      isLast: 'bool',
    },
  },
  `with made as materialized (
     select * from unnest($rows) as made ($columns)
   ), ${lockedOf('made')}, flown as materialized (
     select f.community_id, f.subscription_id, f.id from locked s
     join flights f on f.community_id = s.community_id and f.subscription_id = s.id
     where f.id in (select flight_id from made)
     for no key update of f
   ), created as (
     insert into deliveries
       (community_id, id, event_id, subscription_id, status, attempt_count, created_at, finished_at, attempts)
     select made.community_id, made.delivery_id, made.event_id, made.subscription_id, 'delivered', 1, made.taken_at,
       made.ended_at, made.attempts
     from flown f
     join made on made.community_id = f.community_id and made.subscription_id = f.subscription_id and made.flight_id = f.id
     -- The order of the fan-out and of a replay, so that none waits for another that waits for it.
     order by made.event_id, made.subscription_id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning community_id, subscription_id, id, finished_at
   ), ${healthyBy('created', 'finished_at')}, over as (
     delete from flights f using made
     where made.is_last and f.community_id = made.community_id and f.subscription_id = made.subscription_id
       and f.id = made.flight_id
   )
   select id as "deliveryId" from created`,
);

/** Makes claimed deliveries of events in a batch, so that their attempts can be recorded like any other's. */
export const landClaims = rowsWrite<Member & { deliveryId: string; takenAt: Date; leaseUntil: Date }, never>(
  'land_claims',
  { columns: { ...MEMBER, deliveryId: 'uuid', takenAt: 'timestamptz', leaseUntil: 'timestamptz' } },
  `with made as materialized (
     select * from unnest($rows) as made ($columns)
   ), flown as materialized (
     select f.community_id, f.subscription_id, f.id from flights f
     where (f.community_id, f.subscription_id, f.id) in (select community_id, subscription_id, flight_id from made)
     for no key update
   )
   insert into deliveries
     (community_id, id, event_id, subscription_id, status, next_attempt_at, lease_until, created_at)
   select made.community_id, made.delivery_id, made.event_id, made.subscription_id, 'pending', made.taken_at,
     made.lease_until, made.taken_at
   from flown f
   join made on made.community_id = f.community_id and made.subscription_id = f.subscription_id and made.flight_id = f.id
   order by made.event_id, made.subscription_id
   on conflict (community_id, event_id, subscription_id) do nothing`,
);

/** Ends batches of which every event has its delivery, or was given back. */
export const endFlights = query<
  [communityIds: readonly number[], subscriptionIds: readonly string[], flightIds: readonly string[]],
  never
>(
  'end_flights',
  `delete from flights f using unnest($1::int[], $2::uuid[], $3::uuid[]) as over (community_id, subscription_id, id)
   where f.community_id = over.community_id and f.subscription_id = over.subscription_id and f.id = over.id`,
);

/** Gives events back that were not attempted: they are missed again. */
export const returnToEvents = rowsQuery<Member, never>(
  'return_to_events',
  { columns: MEMBER },
  `with given as materialized (
     select * from unnest($rows) as given ($columns)
   ), ${lockedOf('given')}, left_over as (
     update flights f set event_ids = array(
       select member.id from unnest(f.event_ids) as member (id)
       where member.id not in (select event_id from given where given.flight_id = f.id))
     from locked s
     where f.community_id = s.community_id and f.subscription_id = s.id and f.id in (select flight_id from given)
     returning f.community_id, f.subscription_id, f.id
   )
   update subscriptions s set missed_from = least(s.missed_from, first.event_id)
   from (
     select given.community_id, given.subscription_id, min(given.event_id::text collate "C")::uuid as event_id
     from given
     join left_over f on f.community_id = given.community_id and f.subscription_id = given.subscription_id
       and f.id = given.flight_id
     group by 1, 2) first
   where s.community_id = first.community_id and s.id = first.subscription_id`,
);

/** Makes deliveries, due now, of the remaining events of batches whose worker died. */
export const landOverdueFlights = query<[now: Date, limit: number], { flights: number }>(
  'land_overdue_flights',
  `with overdue as materialized (
     select community_id, subscription_id, id from flights where lease_until <= $1
     order by lease_until
     limit $2
     for update skip locked
   ), over as (
     delete from flights f using overdue o
     where f.community_id = o.community_id and f.subscription_id = o.subscription_id and f.id = o.id
     returning f.*
   ), landed as (
     insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
     select e.community_id, ${uuidV7At('$1')}, e.id, o.subscription_id, 'pending', $1, $1
     from over o
     cross join lateral unnest(o.event_ids) as member (id)
     join events e on e.community_id = o.community_id and e.id = member.id
     order by e.id, o.subscription_id
     on conflict (community_id, event_id, subscription_id) do nothing
   )
   select count(*)::int as flights from over`,
);
