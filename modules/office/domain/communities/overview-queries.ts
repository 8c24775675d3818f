/** Tasks that need attention, and the community over time. */

import { OFFICE_TASKS } from '@timebank/contract';
import { query, type StatementRow } from '../../../../core/database/query.ts';
import { calledPartner, hasOutside } from '../../../../core/partners/internal.ts';
import { tallied } from '../../../../core/people/members/tally-fragment.ts';
import { settledSeconds } from '../../../../core/statements/settled.ts';
import { countedTask } from '../../../mail/domain/office-tasks.ts';

/** `subscriptionId`: UUID. */
export type AttentionRow = StatementRow<'select_attention'>;

/**
 * The most urgent first. Refused calls are looked for since `recently`; secrets that end before `soon`. What
 * any number may wait of, such as members or bank lines, is counted up to `countLimit`.
 */
export const selectAttention = query(
  'select_attention',
  `select kind, count::int, found.partner_id as "partnerId", p.name as "partnerName",
     subscription_id as "subscriptionId",
     s.target_url as "targetUrl", s.description, day
   from (
     select 1 as place, case when status = 'disabled' then 'webhook_disabled' else 'webhook_failing' end as kind,
       1 as count, partner_id, id as subscription_id, null::date as day
     from subscriptions
     where community_id = $communityId and (status = 'disabled' or (failing_since is not null and status = 'active'))
     union all
     select 2, 'secret_expiring', 1, c.partner_id, null, (max(c.expires_at) at time zone 'UTC')::date
     from credentials c
     join partners active on active.community_id = c.community_id and active.id = c.partner_id
       and active.status = 'active'
     where c.community_id = $communityId and c.revoked_at is null and (c.expires_at is null or c.expires_at > $now)
     group by c.partner_id
     having bool_and(c.expires_at is not null) and max(c.expires_at) < $soon
     union all
     select 3, 'statement_unmatched', count(*), l.partner_id, null, max(c.last_day)
     from comparison_lines l
     join statement_comparisons c on c.community_id = l.community_id and c.id = l.comparison_id
     where l.community_id = $communityId and l.state = 'open'
     group by l.partner_id
     union all
     select 4, 'bank_lines_open', count(*), null, null, ($now at time zone 'UTC')::date - c.line_open_days
     from communities c
     cross join lateral (
       select from bank_lines l
       where l.community_id = c.id and l.state = 'open'
         and l.created_at < (($now at time zone 'UTC')::date - c.line_open_days)::timestamp at time zone 'UTC'
       order by l.id limit $countLimit) late
     where c.id = $communityId
     group by c.line_open_days
     union all
     select 5, 'cap_reached', count(*), partner_id, null, null
     from call_log
     where community_id = $communityId and at >= $recently and status >= 400 and error = 'limit_exceeded'
     group by partner_id
     union all
     select 6, 'payments_unmatched', count(*), partner_id, null, null
     from call_log
     where community_id = $communityId and at >= $recently and status >= 400 and cause = 'payment_reference'
     group by partner_id
     union all
     ${OFFICE_TASKS.map((task, at) => `select 7.${at}, kind, count, null, null, null from (${countedTask(task)}) task`).join('\n     union all ')}
     union all
     select 9, 'partner_never_called', 1, c.partner_id, null, null
     from credentials c
     join partners active on active.community_id = c.community_id and active.id = c.partner_id
       and active.status = 'active'
     where c.community_id = $communityId
     group by c.partner_id
     having bool_and(c.first_used_at is null) and max(c.created_at) < $now - interval '1 day'
       and bool_or(c.revoked_at is null and (c.expires_at is null or c.expires_at > $now))
   ) found
   left join partners p on p.community_id = $communityId and p.id = found.partner_id
   left join subscriptions s on s.community_id = $communityId and s.id = found.subscription_id
   order by place, p.name, day limit $limit`,
);

/** `begins`: the day of the first exchange, else of the community's creation. */
export const selectCounts = query(
  'select_counts',
  `select
     ${tallied('active', '$communityId')} as "activeMembers",
     exists (select from listings where community_id = $communityId and status = 'active') as "hasListings",
     exists (select from exchange_days where community_id = $communityId) as "hasExchanges",
     exists (select from exchange_days where community_id = $communityId and day <= $monthAgo) as "hasMonth",
     exists (select from audit_log where community_id = $communityId and subject = 'community:' || $communityId
       and action = 'community.updated') as "settingsChanged",
     exists (select from audit_log where community_id = $communityId and subject = 'community:' || $communityId
       and action = 'community.first_steps_ended') as "stepsEnded",
     exists (select from subscriptions where community_id = $communityId and status <> 'paused') as "hasSubscriptions",
     least((c.created_at at time zone 'UTC')::date, (select min(service_date) from transfers
       where community_id = $communityId and service_date is not null)) as begins,
     coalesce(c.partner_api_disabled_reason, i.partner_api_disabled_reason) is not null and ${hasOutside('c.id')} as "disabled!"
   from communities c cross join installation i
   where c.id = $communityId and i.id`,
);

/**
 * New is who joined since a day, which may lie long before the record; where the day is unknown, that of the record
 * counts. A record that was changed before the day before it has no such day: an index finds the others.
 *
 * Hours in circulation came from partners or opening balances: few accounts hold the sum, for any number of members.
 */
export const selectCommunityFigures = query(
  'select_community_figures',
  `select
     (select count(*) from members where community_id = $communityId and status = 'active'
        and undone_at is null
        and updated_at >= ($since::date - 1)::timestamp at time zone 'UTC'
        and coalesce(joined_on, (created_at at time zone 'UTC')::date) between $since::date and $today)::int
       as "newMembers",
     (select coalesce(sum(seconds), 0) from (
        select ${settledSeconds('a')} as seconds from accounts a
        where a.community_id = $communityId and a.partner_id is not null
        union all
        select debits_seconds - credits_seconds from accounts where community_id = $communityId and kind = 'opening'
      ) sources)::bigint as "circulatingSeconds",
     coalesce(sum(seconds) filter (where day >= $thisMonth), 0)::bigint as "exchangedSeconds",
     coalesce(sum(seconds) filter (where day <= $lastUntil), 0)::bigint as "exchangedBeforeSeconds"
   from exchange_days where community_id = $communityId and day between $lastMonth and $today`,
);

export type UnusualCreditRow = StatementRow<'select_unusual_credits'>;

/** Ten times what is usual; of a partner with fewer than five credits to tell that by, four fifths of its largest. */
export const selectUnusualCredits = query(
  'select_unusual_credits',
  `select t.booked_on as day, p.id as "partnerId", ${calledPartner('p')} as "partnerName!", m.id as "memberId", m.name as "memberName",
     t.amount_seconds as "amountSeconds", u.seconds as "usualSeconds", p.max_credit_seconds as "maxCreditSeconds"
   from partners p
   cross join lateral (
     select case when sum(credits_count) >= 5 then sum(credits_seconds) / sum(credits_count) end::bigint as seconds
     from statements s
     where s.community_id = p.community_id and s.partner_id = p.id and s.day >= $usualFrom and s.day < $recentFrom
   ) u
   cross join lateral (
     select * from transfers t
     where t.community_id = p.community_id and t.partner_id = p.id and t.booked_on between $recentFrom and $today
       and t.kind = 'credit'
       and t.amount_seconds > coalesce(u.seconds * 10, p.max_credit_seconds * 4 / 5 - 1)
       and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
     order by t.amount_seconds desc, t.id limit $limit
   ) t
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   join members m on m.community_id = a.community_id and m.id = a.member_id
   where p.community_id = $communityId
   order by t.amount_seconds desc, t.id limit $limit`,
);
