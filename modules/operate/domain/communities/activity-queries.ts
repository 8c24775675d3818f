import { query, type StatementRow } from '../../../../core/database/query.ts';
import { tallied } from '../../../../core/people/members/tally-fragment.ts';

/**
 * A community as the operator watches it. `lastBookedAt`: when the last transfer was written; null: there is none.
 * `lastSignInAt`: of those who keep its office, wherever they signed in; null: nobody ever did. `openDay`: the oldest
 * day, `YYYY-MM-DD`, that should be final and is not; null: there is none.
 */
export type ActivityFigures = StatementRow<'select_activity_figures'>;

/**
 * All communities that are here, oldest first. Members are added up from their tallies, the last booking is one entry of
 * an index, and what waits is read from indexes of what waits.
 */
export const selectActivityFigures = query(
  'select_activity_figures',
  `with waiting_mails as (
     select community_id, count(*)::int as waiting,
       (count(*) filter (where (attempts > 0 and created_at < $triedSince!::timestamptz)
         or next_attempt_at < $untriedSince!::timestamptz))::int as late
     from mails where state = 'due' group by community_id
   ), refused_mails as (
     select community_id, count(*)::int as refused from mails
     where error in ('unreachable', 'not_accepted', 'refused', 'no_mailbox') and state <> 'due'
       and last_attempt_at > $refusedSince!::timestamptz
     group by community_id
   ), pending as (
     select community_id, count(*)::int as waiting,
       (count(*) filter (where next_attempt_at < $dueSince!::timestamptz
         and (lease_until is null or lease_until <= $now!::timestamptz)))::int as late
     from deliveries where status = 'pending' group by community_id
   ), held as (
     select community_id, count(*)::int as waiting from deliveries where status = 'held' group by community_id
   ), disabled as (
     select community_id, count(*)::int as subscriptions from subscriptions where status = 'disabled' group by community_id
   ), open_days as (
     select community_id, min(closed_through) + 1 as day from accounts
     where partner_id is not null and kind = 'settlement'
       and (closed_through + 1)::timestamp at time zone 'UTC' < $openSince!::timestamptz
     group by community_id
   ), office as (
     select r.community_id, count(*)::int as administrators, max(a.last_sign_in_at) as at
     from administrator_roles r join administrators a on a.id = r.administrator_id group by r.community_id
   )
   select c.id, c.slug, c.name, c.kind, c.created_at as "createdAt", c.members_side as "membersSide",
     c.move_state as "moveState", c.partner_api_disabled_reason as "disabledReason",
     i.partner_api_disabled_reason as "installationDisabledReason",
     ${tallied('active', 'c.id')} as "members!", coalesce(office.administrators, 0) as "administrators!",
     (select t.created_at from transfers t where t.community_id = c.id order by t.id desc limit 1) as "lastBookedAt",
     office.at as "lastSignInAt",
     coalesce(m.waiting, 0) as "mailsWaiting!", coalesce(m.late, 0) as "mailsLate!",
     coalesce(r.refused, 0) as "mailsRefused!",
     coalesce(p.waiting, 0) + coalesce(h.waiting, 0) as "deliveriesWaiting!", coalesce(p.late, 0) as "deliveriesLate!",
     coalesce(d.subscriptions, 0) as "subscriptionsDisabled!", o.day as "openDay"
   from communities c cross join installation i
   left join office on office.community_id = c.id
   left join waiting_mails m on m.community_id = c.id
   left join refused_mails r on r.community_id = c.id
   left join pending p on p.community_id = c.id
   left join held h on h.community_id = c.id
   left join disabled d on d.community_id = c.id
   left join open_days o on o.community_id = c.id
   where c.move_state is distinct from 'left' order by c.id`,
);
