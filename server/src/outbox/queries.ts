import { query, write } from '../database/query.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';

type Nullable<T> = readonly (T | null)[];

export const insertEvents = write<
  [
    communityIds: readonly number[],
    ids: readonly string[],
    types: readonly string[],
    partnerIds: Nullable<number>,
    memberIds: Nullable<string>,
    listingIds: Nullable<string>,
    transferIds: Nullable<string>,
    data: readonly string[],
    createdAt: readonly Date[],
    audiences: Nullable<string>,
  ]
>(
  'insert_events',
  `with queued as (
     insert into event_queue (event_id, community_id) select * from unnest($2::uuid[], $1::int[])
   )
   insert into events
     (community_id, id, type, partner_id, member_id, listing_id, transfer_id, data, created_at, audience)
   select community_id, id, type, partner_id, member_id, listing_id, transfer_id, data, created_at, audience::int[]
   from unnest($1::int[], $2::uuid[], $3::text[], $4::int[], $5::uuid[], $6::uuid[], $7::uuid[], $8::jsonb[],
     $9::timestamptz[], $10::text[])
     as e (community_id, id, type, partner_id, member_id, listing_id, transfer_id, data, created_at, audience)`,
);

/** A UUIDv7 of the time `$1`, in SQL that PostgreSQL 15 understands. */
const UUID_V7 = `(lpad(to_hex((extract(epoch from $1::timestamptz) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16))::uuid`;

/** Tests go to the one subscription under test: their delivery is written together with the event. */
export const fanOutEvents = query<[now: Date, limit: number], { events: number; deliveries: number }>(
  'fan_out_events',
  `with batch as materialized (
     select event_id, community_id from event_queue
     order by event_id
     limit $2
     for update skip locked
   ), taken as (
     delete from event_queue q using batch where q.event_id = batch.event_id
   ), created as (
     insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
     select e.community_id, ${UUID_V7}, e.id, s.id,
            case when ready then 'pending' else 'held' end, case when ready then $1::timestamptz end, $1
     from batch b
     join events e on e.community_id = b.community_id and e.id = b.event_id
     join partners p on p.community_id = e.community_id and (e.partner_id is null or p.id = e.partner_id)
     join subscriptions s on s.community_id = e.community_id and s.partner_id = p.id
     cross join lateral (select s.status = 'active' and not ${PARTNER_OFF}) as state (ready)
     where e.type <> 'webhook.test' and s.event_types && array[e.type, '*'] and ${ENTITLED}
     -- The order of a replay, so that the two cannot wait for each other.
     order by e.created_at, e.id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning 1
   )
   select (select count(*) from batch)::int as events, (select count(*) from created)::int as deliveries`,
);

/** Removes events past their time whose deliveries are done, or wait for a subscription that was given up. */
export const deleteOldEvents = query<[before: Date, limit: number], { deleted: number }>(
  'delete_old_events',
  `with old as (
     select e.community_id, e.id from events e
     where e.created_at < $1 and not exists (select from event_queue q where q.event_id = e.id) and not exists (
       select from deliveries d join subscriptions s on s.community_id = d.community_id and s.id = d.subscription_id
       where d.community_id = e.community_id and d.event_id = e.id
         and (d.status = 'pending' or (d.status = 'held' and s.status <> 'disabled')))
     order by e.created_at
     limit $2
     for update of e skip locked
   ), deleted as (
     delete from events e using old where e.community_id = old.community_id and e.id = old.id returning 1
   )
   select count(*)::int as deleted from deleted`,
);
