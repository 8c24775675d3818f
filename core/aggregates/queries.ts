import { query, type StatementRow } from '../database/query.ts';

/**
 * A snapshot of a later day, taken by a node whose clock is ahead, is not shown yet. Before the first, the community's
 * creation takes its place, without a day and totals.
 */
export const selectLatestSnapshot = query(
  'select_latest_snapshot',
  `select coalesce(s.as_of, c.created_at) as "asOf", s.day, s.totals
   from communities c
   left join lateral (
     select as_of, day, totals from snapshots
     where community_id = c.id and day <= $day::date order by day desc limit 1
   ) as s on true
   where c.id = $communityId`,
);

/** The totals that were published for a day. */
export const selectSnapshot = query(
  'select_snapshot',
  `select as_of as "asOf", totals from snapshots where community_id = $communityId and day = $day::date`,
);

/** Those before a day. */
export const deleteSnapshots = query(
  'delete_snapshots',
  `delete from snapshots where community_id = $communityId and day < $before::date`,
);

/** `previous`: the totals published before. */
export type DueCommunityRow = StatementRow<'select_due_communities'>;

/** Communities without a snapshot of the day, by id. */
export const selectDueCommunities = query(
  'select_due_communities',
  `select c.id as "communityId", (
     select totals from snapshots s where s.community_id = c.id and s.day < $day::date order by s.day desc limit 1
   ) as previous
   from communities c
   where c.id > $afterId and coalesce(c.move_state, '') not in ('left', 'copy')
     and not exists (select from snapshots s where s.community_id = c.id and s.day = $day::date)
   order by c.id
   limit $limit`,
);

/** The first of a day stays. */
export const insertSnapshot = query(
  'insert_snapshot',
  `insert into snapshots (community_id, day, as_of, totals) values ($communityId, $day::date, $asOf, $totals::jsonb)
   on conflict (community_id, day) do nothing`,
);

export type FiguresRow = StatementRow<'select_figures'>;

/**
 * Exact figures of a community; exchanges by day of service, credits by day of booking, first and last day inclusive.
 * What was reversed does not count. A contributor is a member: one account each, so nobody counts twice. Both sides of
 * an exchange contribute its hours: either could be recognised in them.
 */
export const selectFigures = query(
  'select_figures',
  `with exchanges as (
     select t.amount_seconds, giver.member_id as giver_id, receiver.member_id as receiver_id
     from transfers t
     join accounts giver on giver.community_id = t.community_id and giver.id = t.credit_account_id
     join accounts receiver on receiver.community_id = t.community_id and receiver.id = t.debit_account_id
     where t.community_id = $communityId and t.kind = 'exchange' and t.service_date between $firstDay::date
       and $lastDay::date
       and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
   ), exchange_parts as (
     select member_id, sum(amount_seconds) as seconds
     from (
       select giver_id as member_id, amount_seconds from exchanges
       union all
       select receiver_id, amount_seconds from exchanges
     ) as sides
     where member_id is not null
     group by member_id
   ), credit_parts as (
     select a.member_id, sum(t.amount_seconds) as seconds
     from partners p
     join transfers t on t.community_id = p.community_id and t.partner_id = p.id
     join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
     where p.community_id = $communityId and t.kind = 'credit' and t.booked_on between $firstDay::date
       and $lastDay::date
       and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
     group by a.member_id
   ), active_listings as (
     select l.type
     from listings l
     join members m on m.community_id = l.community_id and m.id = l.member_id
     where l.community_id = $communityId and l.status = 'active' and m.status = 'active'
   )
   select
     (select count(*) from members where community_id = $communityId and status = 'active') as "activeUsers",
     (select count(*) from active_listings where type = 'service') as "activeServices",
     (select count(*) from active_listings where type = 'request') as "activeRequests",
     (select count(*) from exchanges) as exchanges,
     (select coalesce(sum(amount_seconds), 0)::bigint from exchanges) as "exchangedSeconds",
     (select count(*) from exchange_parts) as "exchangeMembers",
     (select coalesce(max(seconds), 0)::bigint from exchange_parts) as "exchangeLargestSeconds",
     (select coalesce(sum(seconds), 0)::bigint from credit_parts) as "creditedSeconds",
     (select count(*) from credit_parts) as "creditMembers",
     (select coalesce(max(seconds), 0)::bigint from credit_parts) as "creditLargestSeconds"`,
);
