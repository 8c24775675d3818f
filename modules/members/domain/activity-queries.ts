import { query, type StatementRow } from '../../../core/database/query.ts';
import { isOutside } from '../../../core/partners/internal.ts';

/**
 * The activity of a period: the requested days of a day, week or month. `from`: the first day of the whole day, week or
 * month. `transfers`: exchanges and their reversals. `activeMembers`: null: they have not been counted, or exchanges
 * were added since.
 */
export type PeriodRow = StatementRow<'select_periods'>;

export type Unit = 'day' | 'week' | 'month';

/** How many listings were created on days of UTC, as SQL: from the first to the last, none when that lies before it. */
const listingsOf = (first: string, last: string) => `(select count(*) from listings l
       where l.community_id = $communityId and l.created_at >= ((${first})::timestamp at time zone 'UTC')
         and l.created_at < ((${last} + 1)::timestamp at time zone 'UTC'))`;

/**
 * One row per day, week (from Monday) or month from the first to the last, also where nothing happened. Credits of
 * final days are taken from their statements, exchanges from the totals of their days: it costs the days, not the
 * transfers. Open days are looked up one by one: to join them with a range whose ends the planner does not know, it may
 * read the credits of all days.
 */
export const selectPeriods = query<{ communityId: number; unit: Unit; first: string; last: string }, PeriodRow>(
  'select_periods',
  `with periods as (
     select point::date as day, greatest(point::date, $first::date) as first_day,
       least((point + ('1 ' || $unit::text)::interval)::date - 1, $last::date) as last_day
     from generate_series(date_trunc($unit::text, $first::date::timestamp), $last::date::timestamp,
       ('1 ' || $unit::text)::interval) as point
   ), exchanged as (
     select date_trunc($unit::text, day::timestamp)::date as day, sum(seconds) as seconds,
       sum(transfers)::int as transfers
     from exchange_days
     where community_id = $communityId::int and day between $first::date and $last::date
     group by 1
   ), partners as (
     select a.partner_id, greatest(coalesce(a.closed_through + 1, $first::date), $first::date) as open_from
     from accounts a
     join partners p on p.community_id = a.community_id and p.id = a.partner_id and ${isOutside('p')}
     where a.community_id = $communityId::int
   ), credited as (
     select date_trunc($unit::text, day::timestamp)::date as day, sum(seconds) as seconds
     from (
       select s.day, s.credits_seconds - s.reversals_seconds as seconds
       from partners p
       join statements s on s.community_id = $communityId::int and s.partner_id = p.partner_id
         and s.day between $first::date and $last::date
       union all
       select o.booked_on, case when o.kind = 'credit' then o.amount_seconds else -o.amount_seconds end
       from partners p
       cross join lateral generate_series(0, $last::date - p.open_from) as days
       cross join lateral (
         select t.booked_on, t.kind, t.amount_seconds from transfers t
         where t.community_id = $communityId::int and t.partner_id = p.partner_id
           and t.booked_on = p.open_from + days offset 0) o
     ) booked
     group by 1
   )
   select p.day as "from", p.first_day as "firstDay", p.last_day as "lastDay",
     coalesce(e.seconds, 0)::bigint as "exchangedSeconds", coalesce(c.seconds, 0)::bigint as "creditedSeconds",
     coalesce(e.transfers, 0) as transfers, a.members as "activeMembers",
     (a.new_listings + ${listingsOf('a.listings_through + 1', 'p.last_day')})::int as "newListings"
   from periods p
   left join exchanged e on e.day = p.day
   left join credited c on c.day = p.day
   left join activity_counts a on a.community_id = $communityId::int and a.first_day = p.first_day
     and a.last_day = p.last_day and a.transfers = coalesce(e.transfers, 0)
   order by p.day`,
);

export type ActivityRow = StatementRow<'count_activity'>;

/**
 * Counts the members with an uncorrected exchange, and the listings that were created, in periods that do not overlap;
 * and keeps it with the number of transfers that it was counted from, which tells whether it still holds: a day only
 * ever gets more of them. Listings are kept of the days before `final`: no more come to those.
 */
export const countActivity = query(
  'count_activity',
  `with exchanged as materialized (
     select p.first_day, t.kind = 'exchange' as is_exchange, t.debit_account_id, t.credit_account_id
     from unnest($firstDays::date[], $lastDays::date[]) as p (first_day, last_day)
     join transfers t on t.community_id = $communityId and t.service_date between p.first_day and p.last_day
       and t.kind in ('exchange', 'exchange_reversal')
   ), parties as (
     select first_day, account_id
     from (
       select first_day, is_exchange, debit_account_id as account_id from exchanged
       union all
       select first_day, is_exchange, credit_account_id from exchanged
     ) both_sides
     group by first_day, account_id
     having sum(case when is_exchange then 1 else -1 end) > 0
   ), active as (
     select q.first_day, count(*) - count(o.id) as members
     from parties q
     left join accounts o on o.community_id = $communityId and o.id = q.account_id
       and o.kind in ('chest', 'organisation')
     group by q.first_day
   ), counted as materialized (
     select p.first_day, p.last_day, coalesce(t.transfers, 0) as transfers, coalesce(a.members, 0)::int as members,
       ${listingsOf('p.first_day', 'p.through')}::int as listings,
       ${listingsOf('p.through + 1', 'p.last_day')}::int as later_listings, p.through
     from (select *, greatest(first_day - 1, least(last_day, $final::date - 1)) as through
           from unnest($firstDays::date[], $lastDays::date[]) as p (first_day, last_day)) p
     left join (select first_day, count(*) as transfers from exchanged group by 1) t on t.first_day = p.first_day
     left join active a on a.first_day = p.first_day
   ), kept as (
     insert into activity_counts as k
       (community_id, first_day, last_day, transfers, members, new_listings, listings_through, counted_at)
     select $communityId, first_day, last_day, transfers, members, listings, through, $now
     from counted order by first_day, last_day
     on conflict (community_id, first_day, last_day) do update set
       transfers = excluded.transfers, members = excluded.members, new_listings = excluded.new_listings,
       listings_through = excluded.listings_through, counted_at = excluded.counted_at
     where k.transfers <= excluded.transfers
   )
   select first_day as "firstDay", members as "activeMembers", listings + later_listings as "newListings" from counted`,
);

/** Communities with so many transfers since a day that counting them takes long, by id. */
export const selectBusyCommunities = query(
  'select_busy_communities',
  `select c.id as "communityId" from communities c
   where c.id > $afterId
     and (select sum(d.transfers)
       from exchange_days d where d.community_id = c.id and d.day >= $since::date) >= $transfers
   order by c.id limit $limit`,
);

export const deleteOldActivityCounts = query(
  'delete_old_activity_counts',
  `with old as (
     select community_id, first_day, last_day from activity_counts where counted_at < $before limit $limit
   ), deleted as (
     delete from activity_counts a using old o
     where a.community_id = o.community_id and a.first_day = o.first_day and a.last_day = o.last_day
     returning 1
   )
   select count(*)::int as deleted from deleted`,
);
