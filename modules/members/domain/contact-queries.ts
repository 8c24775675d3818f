/** Members whom the office might call, why, and when it did. */
import type { CallReason } from '@timebank/contract';
import { query, type RowFrom, type StatementRow, write } from '../../../core/database/query.ts';
import { isOnHold } from '../../../core/people/holds/queries.ts';
import { listOrder } from '../../../core/people/members/list-order.ts';

/** `lastExchangeOn`: the last day of help, given or received, as the newest bookings say. */
export type MemberToCallRow = RowFrom<typeof selectMembersToCall>;

/**
 * Who takes part, is not on hold and has a reason, in the heavy lane: it reads the exchanges since a day once, and every active member.
 * An exchange that was reversed never happened; a balance is long below zero where no booking since found it at zero.
 * Who came by an import since `settledBefore` has no history here, so that silence says nothing yet. Help since `since`
 * counts as recent; `sinceId` is the smallest id of a transfer booked since that day; checks that end
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
     select m.id, m.name, ${listOrder('m', 'd')} as surname, d.family_name, d.phone, d.second_phone, m.external_id,
       m.email, a.id as account_id, coalesce(m.joined_on, (m.created_at at time zone 'UTC')::date) as since_on,
       a.credits_seconds - a.debits_seconds as balance_seconds,
       greatest(g.last_on, k.last_on) as last_exchange_on, e.ends_on as check_ends_on,
       array_remove(array[
         case when m.leave_asked_at is not null then 'leaving' end,
         case when not i.is_new and g.last_on is null and k.last_on is null
           and coalesce(m.joined_on, (m.created_at at time zone 'UTC')::date) < $since then 'no_exchange' end,
         case when not i.is_new and not exists (
           select from listings l where l.community_id = $communityId and l.member_id = m.id
             and l.type = 'service' and l.status = 'active') then 'no_offer' end,
         case when not i.is_new and g.last_on is not null and k.last_on is null then 'only_given' end,
         case when not i.is_new and a.credits_seconds < a.debits_seconds and not exists (
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
     left join member_details d on d.community_id = $communityId and d.member_id = m.id
     cross join lateral (select exists (
       select from imports p
       join import_rows r on r.community_id = $communityId and r.import_id = p.id and r.created_id = m.id
       where p.community_id = $communityId and p.kind = 'members' and p.imported_at >= $settledBefore::date) as is_new) i
     left join given g on g.account_id = a.id
     left join taken k on k.account_id = a.id
     left join (select member_id, min(ends_on) as ends_on from ending group by 1) e on e.member_id = m.id
     where m.community_id = $communityId and m.status = 'active' and m.undone_at is null
       and not ${isOnHold('m.id')}
       and not exists (
         select from member_calls c
         where c.community_id = $communityId and c.member_id = m.id and c.again_on > $today)
   )`;

/** SQL: the day of the newest help on one side of an account; what was reversed does not count. */
const newestOn = (side: string) =>
  `(select t.service_date from transfers t
    where t.community_id = $communityId and t.${side} = w.account_id and t.kind = 'exchange'
      and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id = t.id)
    order by t.id desc limit 1)`;

const WANTED = 'w.reasons && $reasons::text[]';

/** By family name, or those first who have not helped or been helped for longest. */
export const selectMembersToCall = query<'select_members_to_call', { reasons: readonly CallReason[] }>(
  'select_members_to_call',
  {
    sort: {
      orders: {
        surname: { key: 'f.surname', type: 'text' },
        silent: { key: `coalesce(f.last_on, f.since_on)`, type: 'date' },
      },
      id: 'f.id',
    },
  },
  `with ${FOUND}, wanted as materialized (
     select w.*, coalesce(w.last_exchange_on,
       greatest(${newestOn('credit_account_id')}, ${newestOn('debit_account_id')})) as last_on
     from members_found w where ${WANTED}
   )
   select f.id, f.name, f.family_name as "familyName", f.external_id as "externalId", f.phone,
     f.second_phone as "secondPhone", f.email, f.balance_seconds as "balanceSeconds", f.reasons,
     f.last_on as "lastExchangeOn", f.check_ends_on as "checkEndsOn", c.called_on as "calledOn",
     c.called_by as "calledBy", c.note, $sortKey
   from wanted f
   left join lateral (
     select called_on, coalesce(nullif(p.name, ''), p.email, c.called_by) as called_by, note
     from member_calls c
     left join administrators p on 'administrator:' || p.id = c.called_by
     where c.community_id = $communityId and c.member_id = f.id
     order by c.id desc limit 1
   ) c on true
   where true$filters
   order by $order limit $limit`,
);

/** How many there are, up to a limit. */
export const countMembersToCall = query(
  'count_members_to_call',
  `with ${FOUND}
   select count(*)::int as count from (select from members_found w where ${WANTED} limit $limit) as counted`,
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
