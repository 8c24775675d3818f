import { uuidV7At } from '../../database/fragments.ts';
import { query, type StatementRow, write } from '../../database/query.ts';
import { ENTITLED, PARTNER_OFF } from './entitlement.ts';
import { ROOM, WAITING } from './queries.ts';

/** Whether the events that subscription s of partner p has missed may be sent to it. */
const MAY_CATCH_UP = `s.missed_from is not null and s.status = 'active' and not ${PARTNER_OFF}`;

/** `hasRoom`: half of its room is free. */
export type SubscriptionBehind = StatementRow<'select_subscriptions_behind'>;

/** Subscriptions that are behind and may receive again, after the given one. */
export const selectSubscriptionsBehind = query(
  'select_subscriptions_behind',
  `select s.community_id as "communityId", s.id as "subscriptionId", ${WAITING} <= ${ROOM} / 2 as "hasRoom"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where (s.community_id, s.id) > ($afterCommunityId, $afterSubscriptionId::uuid) and ${MAY_CATCH_UP}
   order by s.community_id, s.id
   limit $limit`,
);

/**
 * A mark that a distribution sets meanwhile waits for this lock, or is seen by `takeMissed`, which reads after it.
 * `missedFrom`: the first event it has missed. `room`: deliveries that may wait for it besides those that do.
 */
export const lockSubscriptionBehind = write(
  'lock_subscription_behind',
  `select s.partner_id as "partnerId", s.event_types as "eventTypes", s.missed_from as "missedFrom",
     (${ROOM} - ${WAITING})::int as room, s.target_url as "targetUrl",
     starts_with(p.client_id, 'tb_ci_test_') as "isSandbox", s.secret_encrypted as "secretEncrypted",
     case when s.previous_secret_until > $now then s.previous_secret_encrypted end as "previousSecretEncrypted"
   from subscriptions s
   join partners p on p.community_id = s.community_id and p.id = s.partner_id
   where s.community_id = $communityId and s.id = $subscriptionId and ${MAY_CATCH_UP}
   for no key update of s skip locked`,
);

/**
 * Makes claimed deliveries of the next events that a subscription has missed, and moves its mark to the last of them;
 * what it got before is passed. With nothing left the mark goes. Returns at least one row: `eventId` is null, like all of
 * its delivery and of the event, where there was none; `eventData` is JSON, as it is sent; `isBehind`: whether there may
 * be more.
 * @param eventsMax events to look at, at least 2
 * @param limit events to take, at least 1
 */
export const takeMissed = write(
  'take_missed',
  `with wanted as materialized (
     select e.id, e.type, e.created_at, e.data
     from (select * from events where community_id = $communityId and id >= $from order by id limit $eventsMax::int) e
     join partners p on p.community_id = e.community_id and p.id = $partnerId
     where (e.partner_id is null or e.partner_id = $partnerId) and e.type <> 'webhook.test'
       and $eventTypes::text[] && array[e.type, '*'] and ${ENTITLED}
       -- Looked up for each: the offset keeps it from being joined with all there are.
       and not exists (
         select from deliveries d
         where d.community_id = e.community_id and d.event_id = e.id and d.subscription_id = $subscriptionId offset 0)
     order by e.id
     limit $limit::int
   ), taken as (
     insert into deliveries
       (community_id, id, event_id, subscription_id, status, next_attempt_at, lease_until, created_at)
     select $communityId, ${uuidV7At('$now!')}, id, $subscriptionId, 'pending', $now, $leaseUntil!, $now
     from wanted
     order by id
     on conflict (community_id, event_id, subscription_id) do nothing
     returning id, event_id
   ), moved as (
     update subscriptions set missed_from = case
       when (select count(*) from wanted) = $limit::int then (select id from wanted order by id desc limit 1)
       else (select id from events where community_id = $communityId and id >= $from
             order by id offset $eventsMax::int - 1 limit 1) end
     where community_id = $communityId and id = $subscriptionId
     returning missed_from is not null as is_behind
   )
   select taken.id as "deliveryId!", w.id as "eventId", w.type as "eventType!", w.created_at as "eventCreatedAt!",
     w.data::text as "eventData!", moved.is_behind as "isBehind"
   from moved left join (wanted w join taken on taken.event_id = w.id) on true
   order by w.id`,
);
