import { keysWaiting, uuidV7At } from '../../database/fragments.ts';
import { query, type StatementRow, write } from '../../database/query.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';

/** Deliveries that may wait for all subscriptions of a partner together, and for each of them in any case. */
const PARTNER_ROOM = 4000;
const SUBSCRIPTION_ROOM_MIN = 20;
/** With so many waiting, the next ones are made from the events as they are claimed: that saves the write of a claim. */
const LIVE_MAX = 200;

export const insertEvents = write(
  'insert_events',
  {
    rows: {
      communityId: 'int',
      id: 'uuid',
      type: 'text',
      partnerId: 'int',
      memberId: 'uuid',
      listingId: 'uuid',
      data: 'json',
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
export const ROOM = `(select greatest(${SUBSCRIPTION_ROOM_MIN}, ${PARTNER_ROOM} / greatest(1, count(*)))
    from subscriptions o where o.community_id = s.community_id and o.partner_id = s.partner_id)`;

/** How many wait for subscription s; counts no further than any room reaches. */
export const WAITING = `(select count(*) from (
    select from deliveries w
    where w.status = 'pending' and w.community_id = s.community_id and w.subscription_id = s.id
    limit ${PARTNER_ROOM}) waiting)`;

/** Communities with undistributed events, after the given one. */
export const selectQueuedCommunities = query(
  'select_queued_communities',
  `${keysWaiting('event_queue', ['community_id'], 'true', 'community_id > $after')}
   select community_id as "communityId" from waiting limit $limit`,
);

/**
 * `full`: as many events as a batch may have: there are probably more. `fellBehind`: subscriptions that had missed
 * nothing until now, and get it from the events later.
 */
export type FannedOut = StatementRow<'fan_out_events'>;

/**
 * Distributes a community's oldest events: as many as make no more than `rowsMax` deliveries, at least one. A
 * subscription without a row of its own is marked with the first event it missed. The marks are made under the lock
 * that `take_missed` holds, and by the row as it is under the lock: a subscription that caught up in the meantime is
 * behind again. One that is marked with an earlier event gets all later ones from it, so no event is read for it: in a
 * burst, or beside subscriptions that are off for long, most of them leave the queue unread. Tests go to the one
 * subscription under test: their delivery is written together with the event.
 */
export const fanOutEvents = query(
  'fan_out_events',
  `with subs as materialized (
     select s.id, s.partner_id, s.event_types,
       case when s.status <> 'active' or s.missed_from is not null or ${PARTNER_OFF} then false
            else ${WAITING} < least(${ROOM}, ${LIVE_MAX}) end as live
     from subscriptions s
     join partners p on p.community_id = s.community_id and p.id = s.partner_id
     where s.community_id = $communityId
   ), size as materialized (
     select greatest(1, least($eventsMax::int, $rowsMax::int / greatest(1, count(*)))) as events from subs where live
   ), batch as materialized (
     select event_id from event_queue
     where community_id = $communityId
     order by event_id
     limit (select events from size)
     for update skip locked
   ), taken as (
     delete from event_queue q using batch where q.community_id = $communityId and q.event_id = batch.event_id
   ), locked as materialized (
     select id, missed_from from subscriptions
     where community_id = $communityId and id in (select id from subs where not live)
     order by id
     for no key update
   ), asking as materialized (
     select subs.* from subs
     left join locked l on l.id = subs.id
     where l.missed_from is null or l.missed_from > (select event_id from batch order by event_id limit 1)
   ), wanted as materialized (
     select e.id, e.type, p.id as partner_id
     from batch b
     cross join lateral (select * from events where community_id = $communityId and id = b.event_id offset 0) e
     join partners p on p.community_id = $communityId and (e.partner_id is null or p.id = e.partner_id)
     where exists (select from asking)
       and e.type <> 'webhook.test' and exists (select from asking where asking.partner_id = p.id) and ${ENTITLED}
   ), missed as materialized (
     select s.id, min(w.id::text collate "C")::uuid as first_id
     from wanted w
     join asking s on s.partner_id = w.partner_id and not s.live and s.event_types && array[w.type, '*']
     group by s.id
   ), marked as (
     update subscriptions s set missed_from = m.first_id
     from missed m
     join locked l on l.id = m.id
     where s.community_id = $communityId and s.id = m.id and (l.missed_from is null or l.missed_from > m.first_id)
     returning l.missed_from
   ), created as (
     insert into deliveries (community_id, id, event_id, subscription_id, status, next_attempt_at, created_at)
     select $communityId, ${uuidV7At('$now!')}, w.id, s.id, 'pending', $now, $now
     from wanted w
     join asking s on s.partner_id = w.partner_id and s.live and s.event_types && array[w.type, '*']
     -- The order of a replay and of catching up, so that none waits for another that waits for it.
     order by w.id, s.id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning 1
   )
   select batch.events, batch.events = size.events as full, (select count(*) from created)::int as deliveries,
     (select count(*) from marked where missed_from is null)::int as "fellBehind"
   from size, (select count(*)::int as events from batch) batch`,
);

/**
 * Removes events past their time that are distributed and on their way to nobody. A subscription that was off for
 * longer missed them.
 */
export const deleteOldEvents = query(
  'delete_old_events',
  `with old as (
     select e.community_id, e.id from events e
     where e.created_at < $before
       and not exists (select from event_queue q where q.community_id = e.community_id and q.event_id = e.id)
       and not exists (
         select from deliveries d
         where d.community_id = e.community_id and d.event_id = e.id and d.status = 'pending')
     order by e.created_at
     limit $limit
     for update of e skip locked
   ), deleted as (
     delete from events e using old where e.community_id = old.community_id and e.id = old.id returning 1
   )
   select count(*)::int as deleted from deleted`,
);
