/** Members whom the office might call, why, and when it did. */
import type { CallReason } from '@timebank/contract';
import { query, type RowFrom, type StatementRow, write } from '../../../core/database/query.ts';

/** `lastExchangeOn`: the last day of help, given or received, up to a year before the first day that counts. */
export type MemberToCallRow = RowFrom<typeof selectMembersToCall>;

/**
 * Who takes part and has a reason, in the heavy lane: it reads the exchanges since a day once, and every active member.
 * An exchange that was reversed never happened; a balance is long below zero where no booking since found it at zero.
 * Help since `since` counts as recent; `sinceId` is the smallest id of a transfer booked since that day; checks that end
 * until `checksUntil` are named.
 */
const FOUND = `recent as materialized (
     select t.credit_account_id as gave, t.debit_account_id as took, t.service_date
     from transfers t
     where t.community_id = $communityId and t.service_date >= $since and t.kind = 'exchange'
       and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
   ), given as materialized (select gave as account_id, max(service_date) as last_on from recent group by 1),
   taken as materialized (select took as account_id, max(service_date) as last_on from recent group by 1),
   ending as materialized (
     select member_id, max(expires_on) as ends_on from member_checks
     where community_id = $communityId and expires_on is not null group by member_id, kind
   ), members_found as materialized (
     select m.id, m.name, m.search_name, m.external_id, m.email, a.credits_seconds - a.debits_seconds as balance_seconds,
       greatest(g.last_on, k.last_on) as last_exchange_on, e.ends_on as check_ends_on,
       array_remove(array[
         case when m.leave_asked_at is not null then 'leaving' end,
         case when g.last_on is null and k.last_on is null
           and coalesce(m.joined_on, (m.created_at at time zone 'UTC')::date) < $since then 'no_exchange' end,
         case when not exists (
           select from listings l where l.community_id = $communityId and l.member_id = m.id
             and l.type = 'service' and l.status = 'active') then 'no_offer' end,
         case when g.last_on is not null and k.last_on is null then 'only_given' end,
         case when a.credits_seconds < a.debits_seconds and not exists (
           select from (
             select a.credits_seconds - a.debits_seconds - sum(s.signed) over (order by s.id desc) as balance_before
             from (
               select t.id, t.amount_seconds as signed from transfers t
               where t.community_id = $communityId and t.credit_account_id = a.id and t.id >= $sinceId
               union all
               select t.id, -t.amount_seconds from transfers t
               where t.community_id = $communityId and t.debit_account_id = a.id and t.id >= $sinceId
             ) s
           ) b where b.balance_before >= 0) then 'below_zero' end,
         case when e.ends_on <= $checksUntil then 'check_ending' end
       ], null) as reasons
     from members m
     join accounts a on a.community_id = $communityId and a.member_id = m.id
     left join given g on g.account_id = a.id
     left join taken k on k.account_id = a.id
     left join (select member_id, min(ends_on) as ends_on from ending group by 1) e on e.member_id = m.id
     where m.community_id = $communityId and m.status = 'active' and m.undone_at is null
       and not exists (
         select from member_calls c
         where c.community_id = $communityId and c.member_id = m.id and c.again_on > $today)
   )`;

const FILTERS = { reason: 'f.reasons @> array[$reason::text]' };

export const selectMembersToCall = query<'select_members_to_call', { reasons: readonly CallReason[] }>(
  'select_members_to_call',
  { filters: FILTERS, sort: { orders: { name: { key: 'f.search_name', type: 'text' } }, id: 'f.id' } },
  `with ${FOUND}
   select f.id, f.name, f.external_id as "externalId", d.phone, d.second_phone as "secondPhone", f.email,
     f.balance_seconds as "balanceSeconds", f.reasons, f.last_exchange_on as "lastExchangeOn",
     f.check_ends_on as "checkEndsOn", c.called_on as "calledOn", c.called_by as "calledBy", c.note, $sortKey
   from members_found f
   left join member_details d on d.community_id = $communityId and d.member_id = f.id
   left join lateral (
     select called_on, coalesce(nullif(p.name, ''), p.email, c.called_by) as called_by, note
     from member_calls c
     left join administrators p on 'administrator:' || p.id = c.called_by
     where c.community_id = $communityId and c.member_id = f.id
     order by c.id desc limit 1
   ) c on true
   where cardinality(f.reasons) > 0$filters
   order by $order limit $limit`,
);

/** How many there are, up to a limit. */
export const countMembersToCall = query(
  'count_members_to_call',
  { filters: FILTERS },
  `with ${FOUND}
   select count(*)::int as count from (
     select from members_found f where cardinality(f.reasons) > 0$filters limit $limit) as counted`,
);

export const insertMemberCall = write(
  'insert_member_call',
  `insert into member_calls (community_id, member_id, called_on, called_by, note, again_on, recorded_at)
   values ($communityId, $memberId, $calledOn, $calledBy, $note, $againOn, $recordedAt)`,
);

export type MemberCallRow = StatementRow<'select_member_calls'>;

/** The calls of a member, newest first. */
export const selectMemberCalls = query(
  'select_member_calls',
  `select c.called_on as "calledOn", coalesce(nullif(p.name, ''), p.email, c.called_by) as "calledBy", c.note,
     c.again_on as "againOn"
   from member_calls c
   left join administrators p on 'administrator:' || p.id = c.called_by
   where c.community_id = $communityId and c.member_id = $memberId
   order by c.id desc limit $limit`,
);
