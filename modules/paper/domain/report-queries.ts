/**
 * What happened in some days, from the ledger itself. Help counts on the day it was given, a gift too, and on the day
 * of its booking where none is known; credits count on the day of booking. What was reversed never happened. All run in
 * the heavy lane: they read the days asked for once.
 */
import { query, type StatementRow } from '../../../core/database/query.ts';
import { isSecondRecord } from '../../../core/people/members/second-record.ts';

/** The name is that of the list; an exchange without a category of its own has that of its listing. */
const FILTERS = { category: 'lower(coalesce(kn.name, k.name, l.category)) = lower($category::text)' };

const HELPED = `helped as materialized (
     select t.id, t.service_date, t.amount_seconds, t.credit_account_id, t.debit_account_id, t.listing_id,
       nullif(coalesce(kn.name, k.name, l.category), '') as category
     from transfers t
     left join categories k on k.community_id = $communityId and k.id = t.category_id
     left join categories kn on kn.community_id = $communityId and kn.id = k.merged_into
     left join listings l on l.community_id = $communityId and l.id = t.listing_id
     where t.community_id = $communityId and t.service_date >= $from and t.service_date <= $to and t.kind = 'exchange'
       and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)$filters
   ), sides as materialized (
     select credit_account_id as account_id, category, amount_seconds as given, 0::bigint as received from helped
     union all
     select debit_account_id, category, 0, amount_seconds from helped
   )`;

/** People are members; organisations and the community fund count with their hours only. */
const PEOPLE = `count(distinct a.member_id) filter (where s.given > 0)::int as gave,
     count(distinct a.member_id) filter (where s.received > 0)::int as received,
     count(distinct a.member_id)::int as people`;
const OF_ACCOUNT = 'join accounts a on a.community_id = $communityId and a.id = s.account_id';

export type HelpRow = StatementRow<'select_help'>;

export const selectHelp = query(
  'select_help',
  { filters: FILTERS },
  `with ${HELPED}
   select (select count(*) from helped)::int as exchanges,
     (select coalesce(sum(amount_seconds), 0) from helped)::bigint as seconds, ${PEOPLE}
   from sides s ${OF_ACCOUNT}`,
);

/** The most hours first; null: without category. */
export const selectHelpByCategory = query(
  'select_help_by_category',
  { filters: FILTERS },
  `with ${HELPED}, named as (
     select lower(category) as folded, min(category) as category, count(*)::int as exchanges,
       sum(amount_seconds)::bigint as seconds
     from helped group by 1
   ), counted as (select lower(s.category) as folded, ${PEOPLE} from sides s ${OF_ACCOUNT} group by 1)
   select n.category, n.exchanges, n.seconds, c.people, c.gave, c.received
   from named n join counted c on c.folded is not distinct from n.folded
   order by n.seconds desc, n.category limit $limit`,
);

/** `name`: ages such as `65-74`, a place or quarter, the name of an organisation, or `members` and `fund`; null: not known. */
export type HelpOfGroupRow = StatementRow<'select_help_by_group'>;

/** Each kind of group has all hours: members by age, place and quarter (where there is one), and every account by its holder. */
export const selectHelpByGroup = query(
  'select_help_by_group',
  { filters: FILTERS },
  `with ${HELPED}, holders as materialized (
     select a.kind, a.name, a.member_id, sum(s.given) as given, sum(s.received) as received
     from sides s ${OF_ACCOUNT} group by a.id, a.kind, a.name, a.member_id
   ), persons as (
     select h.given, h.received, nullif(d.place, '') as place, d.own_values,
       extract(year from $to::date)::int - d.birth_year as age
     from holders h left join member_details d on d.community_id = $communityId and d.member_id = h.member_id
     where h.member_id is not null
   ), grouped as (
     select 'age' as kind, case when age < 18 then '0-17' when age < 30 then '18-29' when age < 50 then '30-49'
       when age < 65 then '50-64' when age < 75 then '65-74' when age < 85 then '75-84' when age >= 85 then '85-' end as name,
       count(*) as people, sum(given) as given, sum(received) as received from persons group by 2
     union all
     select 'place', place, count(*), sum(given), sum(received) from persons group by 2
     union all
     select 'quarter', own_values ->> f.number::text, count(*), sum(given), sum(received)
     from persons, member_fields f where f.community_id = $communityId and f.is_quarter group by 2
     union all
     select 'account', case kind when 'member' then 'members' when 'chest' then 'fund' else name end,
       count(member_id), sum(given), sum(received) from holders group by 2
   )
   select kind, name, people::int as people, given::bigint as "givenSeconds", received::bigint as "receivedSeconds"
   from grouped order by kind, given + received desc, name limit $limit`,
);

/** Months with help. */
export const selectHelpByMonth = query(
  'select_help_by_month',
  { filters: FILTERS },
  `with ${HELPED}
   select to_char(service_date, 'YYYY-MM') as month, count(*)::int as exchanges, sum(amount_seconds)::bigint as seconds
   from helped group by 1 order by 1 limit $limit`,
);

/** SQL: whether a transfer moves hours between the two records of one person. */
const isWithinPerson = (transfer: string) =>
  `exists (select from accounts x
     join accounts y on y.community_id = $communityId and y.id = ${transfer}.debit_account_id
     join member_pairs q on q.community_id = $communityId and q.decision = 'same'
       and ((q.member_id = x.member_id and q.other_id = y.member_id)
         or (q.member_id = y.member_id and q.other_id = x.member_id))
     where x.community_id = $communityId and x.id = ${transfer}.credit_account_id)`;

/** SQL: the day on which a member joined, else that of the record. */
const joinedOn = (member: string) => `coalesce(${member}.joined_on, (${member}.created_at at time zone 'UTC')::date)`;

export type WaitRow = StatementRow<'select_waits'>;

/**
 * Half of the requests whose first help, and of the members whose first exchange, lies in the days waited no longer.
 * Members who joined before the books begin had their first exchange elsewhere.
 */
export const selectWaits = query(
  'select_waits',
  { filters: FILTERS },
  `with ${HELPED}, requests as (
     select l.id, min(t.service_date) - (l.created_at at time zone 'UTC')::date as days
     from (select distinct listing_id from helped where listing_id is not null) h
     join listings l on l.community_id = $communityId and l.id = h.listing_id and l.type = 'request'
     join transfers t on t.community_id = $communityId and t.listing_id = l.id and t.kind = 'exchange'
       and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
     group by l.id, l.created_at having min(t.service_date) >= $from
   ), newcomers as (
     select m.id, f.first_on - ${joinedOn('m')} as days
     from (select distinct account_id from sides) s
     ${OF_ACCOUNT}
     join members m on m.community_id = $communityId and m.id = a.member_id
     cross join lateral (
       select min(t.service_date) as first_on from (
         select id, service_date from transfers where community_id = $communityId and credit_account_id = a.id and kind = 'exchange'
         union all
         select id, service_date from transfers where community_id = $communityId and debit_account_id = a.id and kind = 'exchange'
       ) t
       where not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
     ) f
     where f.first_on >= $from and not ${isSecondRecord('m')} and ${joinedOn('m')} >= (
       select least((c.created_at at time zone 'UTC')::date, (select min(service_date) from transfers
         where community_id = $communityId and service_date is not null))
       from communities c where c.id = $communityId)
   )
   select (select count(*) from requests)::int as requests,
     (select percentile_disc(0.5) within group (order by greatest(days, 0)) from requests)::int as "requestDays",
     (select count(*) from newcomers)::int as newcomers,
     (select percentile_disc(0.5) within group (order by greatest(days, 0)) from newcomers)::int as "newcomerDays"`,
);

/** SQL: whether a record is of a member on the last day. */
const isMemberAtEnd = (member: string, details: string) =>
  `${member}.undone_at is null and ${member}.status <> 'pending'
     and not ${isSecondRecord(member)} and ${joinedOn(member)} <= $to
     and (${member}.status <> 'left'
       or (coalesce(${details}.status_at, ${member}.erased_at) at time zone 'UTC')::date > $to)`;

export type MembersByFieldRow = StatementRow<'select_members_by_field'>;

/**
 * Members on the last day by what the office keeps today: by each own field with choices, in their order; null: none.
 * The quarter is what members read; others are in the office's file.
 */
export const selectMembersByField = query(
  'select_members_by_field',
  `select f.number::int, f.name as field, f.is_quarter as "isQuarter", d.own_values ->> f.number::text as name,
     count(*)::int as members
   from member_fields f
   join members m on m.community_id = f.community_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where f.community_id = $communityId and f.kind = 'choice' and f.removed_at is null
     and (f.is_quarter or $withFile) and ${isMemberAtEnd('m', 'd')}
   group by f.number, f.name, f.is_quarter, f.choices, 4
   order by f.number, array_position(f.choices, d.own_values ->> f.number::text)
   limit $limit`,
);

export type OtherFiguresRow = StatementRow<'select_other_figures'>;

/**
 * Gifts, credits less what was reversed, the fund's balance after the last day, who came and went, and who was
 * a member on the last day. The second record of a person is nobody, and its hours are no gift. `firstId` and
 * `endId` are the smallest ids of a transfer booked on the first day, and after the last one.
 */
export const selectOtherFigures = query(
  'select_other_figures',
  `with gifts as (
     select t.amount_seconds from transfers t
     where t.community_id = $communityId and t.kind = 'gift' and t.service_date >= $from and t.service_date <= $to
       and not ${isWithinPerson('t')}
       and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
     union all
     select t.amount_seconds from transfers t
     where t.community_id = $communityId and t.kind = 'gift' and t.service_date is null
       and t.id >= $firstId and t.id < $endId and not ${isWithinPerson('t')}
       and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
   ), fund as (
     select a.credits_seconds - a.debits_seconds
       - (select coalesce(sum(t.amount_seconds), 0) from transfers t
          where t.community_id = $communityId and t.credit_account_id = a.id and t.id >= $endId)
       + (select coalesce(sum(t.amount_seconds), 0) from transfers t
          where t.community_id = $communityId and t.debit_account_id = a.id and t.id >= $endId) as seconds
     from accounts a where a.community_id = $communityId and a.kind = 'chest'
   )
   select (select count(*) from gifts)::int as gifts,
     (select coalesce(sum(amount_seconds), 0) from gifts)::bigint as "giftSeconds",
     (select coalesce(sum(case kind when 'credit' then t.amount_seconds else -t.amount_seconds end), 0) from transfers t
      where t.community_id = $communityId and t.partner_id is not null and t.booked_on >= $from and t.booked_on <= $to
     )::bigint as "creditSeconds",
     (select coalesce(sum(seconds), 0) from fund)::bigint as "fundSeconds",
     (select count(*) from members m
      where m.community_id = $communityId and m.undone_at is null and not ${isSecondRecord('m')}
        and ${joinedOn('m')} between $from and $to)::int as joined,
     (select count(*) from members m
      left join member_details d on d.community_id = $communityId and d.member_id = m.id
      where m.community_id = $communityId and ${isMemberAtEnd('m', 'd')})::int as members,
     (select count(*) from members m
      left join member_details d on d.community_id = $communityId and d.member_id = m.id
      where m.community_id = $communityId and m.undone_at is null and m.status = 'left' and not ${isSecondRecord('m')}
        and (coalesce(d.status_at, m.erased_at) at time zone 'UTC')::date between $from and $to)::int as left`,
);
