import { query } from '../../platform/database/query.ts';
import type { Offender } from './invariants.ts';

/**
 * Finds all offenders before it cuts them: a limit inside would make the planner expect the first ones soon and walk
 * millions of rows in index order, ten times slower.
 */
const allOf = (offenders: string, limitParameter: number) =>
  `with offenders as materialized (${offenders})
   select community_id as "communityId", subject, problem from offenders order by community_id, subject limit $${limitParameter}`;

/** Until the end of the transaction. */
export const allowMemory = query<[workMemory: string], { workMemory: string }>(
  'allow_memory',
  `select set_config('work_mem', $1, true) as "workMemory"`,
);

export const countLedger = query<[], { transfers: number; accounts: number; events: number }>(
  'count_ledger',
  `select (select count(*) from transfers) as transfers, (select count(*) from accounts) as accounts,
     (select count(*) from events where type in ('wallet.credited', 'wallet.credit_reversed')) as events`,
);

export const selectUnbalancedCommunities = query<[limit: number], Offender>(
  'select_unbalanced_communities',
  `select community_id as "communityId", 'community ' || community_id as subject,
     'the balances add up to ' || sum(credits_seconds - debits_seconds) || ' s' as problem
   from accounts group by community_id having sum(credits_seconds - debits_seconds) <> 0
   order by community_id limit $1`,
);

export const selectAccountsWithWrongTotals = query<[limit: number], Offender>(
  'select_accounts_with_wrong_totals',
  allOf(
    `select a.community_id, 'account ' || a.id as subject,
     format('totals are -%s +%s s, its transfers add up to -%s +%s s', a.debits_seconds, a.credits_seconds,
       coalesce(d.seconds, 0), coalesce(c.seconds, 0)) as problem
   from accounts a
   left join (select community_id, debit_account_id as id, sum(amount_seconds) as seconds
              from transfers group by 1, 2) d using (community_id, id)
   left join (select community_id, credit_account_id as id, sum(amount_seconds) as seconds
              from transfers group by 1, 2) c using (community_id, id)
   where a.debits_seconds <> coalesce(d.seconds, 0) or a.credits_seconds <> coalesce(c.seconds, 0)`,
    1,
  ),
);

/** A credit leaves its partner's settlement account for a member's, a reversal comes back. */
export const selectWrongPartners = query<[limit: number], Offender>(
  'select_wrong_partners',
  allOf(
    `select t.community_id, 'transfer ' || t.id as subject, 'its settlement account is not that of partner ' || t.partner_id as problem
   from transfers t
   join accounts s on s.community_id = t.community_id
     and s.id = case t.kind when 'credit' then t.debit_account_id else t.credit_account_id end
   where t.partner_id is not null and s.partner_id is distinct from t.partner_id`,
    1,
  ),
);

/** Those days are final from the beginning, without a statement that could be compared. */
export const selectBookedBeforePartners = query<[limit: number], Offender>(
  'select_booked_before_partners',
  allOf(
    `select t.community_id, 'transfer ' || t.id as subject,
     format('it is booked on %s, and partner %s exists since %s', t.booked_on, t.partner_id,
       (a.created_at at time zone 'UTC')::date) as problem
   from accounts a
   join transfers t on t.community_id = a.community_id and t.partner_id = a.partner_id
     and t.booked_on < (a.created_at at time zone 'UTC')::date
   where a.kind = 'settlement'`,
    1,
  ),
);

/** Of days that are open and partners with a cap per day: to each account, and in all under the settlement account. */
export const selectWrongCreditDays = query<[limit: number], Offender>(
  'select_wrong_credit_days',
  allOf(
    `select community_id, format('partner %s on %s, account %s', partner_id, day, account_id) as subject,
     format('the total of the day is %s s, its credits add up to %s s', coalesce(d.credited_seconds, 0),
       coalesce(b.seconds, 0)) as problem
   from (
     select t.community_id, t.partner_id, t.booked_on as day, a.id as account_id, sum(t.amount_seconds) as seconds
     from partners p
     join accounts s on s.community_id = p.community_id and s.partner_id = p.id
     join transfers t on t.community_id = p.community_id and t.partner_id = p.id and t.kind = 'credit'
       and t.booked_on > coalesce(s.closed_through, '-infinity')
     join accounts a on a.community_id = t.community_id and a.id in (t.credit_account_id, t.debit_account_id)
     where num_nonnulls(p.max_member_day_seconds, p.max_partner_day_seconds) > 0
     group by 1, 2, 3, 4
   ) b
   full join (
     select d.* from credit_days d
     join partners p on p.community_id = d.community_id and p.id = d.partner_id
     join accounts s on s.community_id = p.community_id and s.partner_id = p.id
     where num_nonnulls(p.max_member_day_seconds, p.max_partner_day_seconds) > 0
       and d.day > coalesce(s.closed_through, '-infinity')
   ) d using (community_id, partner_id, day, account_id)
   where b.seconds is distinct from d.credited_seconds`,
    1,
  ),
);

export const selectWrongExchangeDays = query<[limit: number], Offender>(
  'select_wrong_exchange_days',
  allOf(
    `select community_id, format('exchanges of %s', day) as subject,
     format('the total of the day is %s s of %s transfers, %s of them exchanges; they add up to %s s of %s, %s of them exchanges',
       coalesce(d.seconds, 0), coalesce(d.transfers, 0), coalesce(d.exchanges, 0), coalesce(b.seconds, 0),
       coalesce(b.transfers, 0), coalesce(b.exchanges, 0)) as problem
   from exchange_days d
   full join (
     select community_id, service_date as day, count(*) as transfers, count(*) filter (where kind = 'exchange') as exchanges,
       sum(case kind when 'exchange' then amount_seconds else -amount_seconds end) as seconds
     from transfers where service_date is not null group by 1, 2
   ) b using (community_id, day)
   where (d.transfers, d.exchanges, d.seconds) is distinct from (b.transfers, b.exchanges, b.seconds)`,
    1,
  ),
);

export const selectUnfaithfulReversals = query<[limit: number], Offender>(
  'select_unfaithful_reversals',
  allOf(
    `select r.community_id, 'transfer ' || r.id as subject,
     'reverses ' || r.reverses_id || ' with other accounts, amount, kind or partner' as problem
   from transfers r join transfers t on t.community_id = r.community_id and t.id = r.reverses_id
   where r.amount_seconds <> t.amount_seconds or r.debit_account_id <> t.credit_account_id
     or r.credit_account_id <> t.debit_account_id or r.kind <> t.kind || '_reversal'
     or r.partner_id is distinct from t.partner_id`,
    1,
  ),
);

/** A transfer that nobody finds by its external id any more is reversed: its import was undone. */
export const selectUnfaithfulExternalIds = query<[limit: number], Offender>(
  'select_unfaithful_external_ids',
  allOf(
    `select coalesce(x.community_id, t.community_id) as community_id,
     'external id ' || coalesce(x.external_id, t.external_id) as subject,
     case when t.id is null then 'names no such transfer' else 'does not name its transfer, which stands' end as problem
   from transfer_external_ids x
   full join (select * from transfers where external_id is not null) t
     on t.community_id = x.community_id and t.id = x.transfer_id and t.kind = x.kind and t.external_id = x.external_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where t.id is null or (x.transfer_id is null and r.id is null)`,
    1,
  ),
);

export const selectUnfaithfulCorrections = query<[limit: number], Offender>(
  'select_unfaithful_corrections',
  allOf(
    `select c.community_id, 'transfer ' || c.id as subject,
     'corrects ' || c.corrects_id || ', which is no reversed credit of its partner' as problem
   from transfers c
   left join transfers t on t.community_id = c.community_id and t.id = c.corrects_id
     and t.kind = 'credit' and t.partner_id = c.partner_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where c.corrects_id is not null and r.id is null`,
    1,
  ),
);

export const selectWrongBookingDays = query<[limit: number], Offender>(
  'select_wrong_booking_days',
  allOf(
    `select community_id, 'transfer ' || id as subject,
     format('is booked on %s, its time is %s', booked_on, created_at) as problem
   from transfers where booked_on <> (created_at at time zone 'UTC')::date`,
    1,
  ),
);

/** Credits are listed by time through their ids: one of another time would be missing there. */
export const selectIdsOfOtherTimes = query<[limit: number], Offender>(
  'select_ids_of_other_times',
  allOf(
    `select community_id, 'transfer ' || id as subject, 'its id is not of its time, ' || created_at as problem
   from transfers
   where ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint <> floor(extract(epoch from created_at) * 1000)`,
    1,
  ),
);

export const selectUnfaithfulStatements = query<[limit: number], Offender>(
  'select_unfaithful_statements',
  `with booked as (
     select community_id, partner_id, booked_on as day,
       count(*) filter (where kind = 'credit') as credits_count,
       coalesce(sum(amount_seconds) filter (where kind = 'credit'), 0) as credits_seconds,
       count(*) filter (where kind = 'credit_reversal') as reversals_count,
       coalesce(sum(amount_seconds) filter (where kind = 'credit_reversal'), 0) as reversals_seconds
     from transfers where partner_id is not null group by 1, 2, 3
   ), chained as (
     select s.*, coalesce(
       lag(closing_seconds) over (partition by community_id, partner_id order by day),
       (select sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end) from transfers t
        where t.community_id = s.community_id and t.partner_id = s.partner_id and t.booked_on < s.day),
       0) as before
     from statements s
   )
   select s.community_id as "communityId", format('statement of partner %s for %s', s.partner_id, s.day) as subject,
     format('opens with %s s after %s s, holds %s credits (%s s) and %s reversals (%s s); booked are %s (%s s) and %s (%s s)',
       s.opening_seconds, s.before, s.credits_count, s.credits_seconds, s.reversals_count, s.reversals_seconds,
       coalesce(b.credits_count, 0), coalesce(b.credits_seconds, 0),
       coalesce(b.reversals_count, 0), coalesce(b.reversals_seconds, 0)) as problem
   from chained s left join booked b using (community_id, partner_id, day)
   where s.opening_seconds <> s.before
     or s.credits_count <> coalesce(b.credits_count, 0) or s.credits_seconds <> coalesce(b.credits_seconds, 0)
     or s.reversals_count <> coalesce(b.reversals_count, 0) or s.reversals_seconds <> coalesce(b.reversals_seconds, 0)
   order by s.community_id, s.partner_id, s.day limit $1`,
);

export const selectAppendOnlyGaps = query<[limit: number], Offender>(
  'select_append_only_gaps',
  `select null::int as "communityId", expected.name as subject, 'the trigger is missing or switched off' as problem
   from unnest(array['transfers_append_only', 'transfers_never_truncated', 'audit_log_append_only',
     'audit_log_never_truncated', 'statements_append_only', 'statements_never_truncated',
     'statement_comparisons_append_only', 'statement_comparisons_never_truncated',
     'explained_transfers_append_only', 'explained_transfers_never_truncated',
     'communities_kind_stays']) as expected (name)
   where not exists (select from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = expected.name and t.tgenabled in ('O', 'A')
       and c.relnamespace = current_schema()::regnamespace)
   order by 2 limit $1`,
);

export const selectDuplicateReferences = query<[limit: number], Offender>(
  'select_duplicate_references',
  allOf(
    `select community_id, 'partner ' || partner_id as subject,
     format('%s transfers of kind %s have the reference %L', count(*), kind, reference) as problem
   from transfers where partner_id is not null
   group by community_id, partner_id, kind, reference having count(*) > 1`,
    1,
  ),
);

export const selectTransfersWithoutOneEvent = query<[createdSince: Date, limit: number], Offender>(
  'select_transfers_without_one_event',
  allOf(
    `select t.community_id, 'transfer ' || t.id as subject, count(e.id) || ' events instead of one' as problem
   from transfers t
   left join events e on e.community_id = t.community_id and e.id = t.id
     and e.type = case t.kind when 'credit' then 'wallet.credited' else 'wallet.credit_reversed' end
   where t.kind in ('credit', 'credit_reversal')
     and t.created_at >= $1
   group by t.community_id, t.id having count(e.id) <> 1`,
    2,
  ),
);

export const selectUnfaithfulEvents = query<[limit: number], Offender>(
  'select_unfaithful_events',
  allOf(
    `select e.community_id, 'event ' || e.id as subject, 'differs from its transfer' as problem
   from events e left join transfers t on t.community_id = e.community_id and t.id = e.id
   left join transfers o on o.community_id = t.community_id and o.id = t.reverses_id
   where e.type in ('wallet.credited', 'wallet.credit_reversed') and (
     e.partner_id is distinct from t.partner_id
     or e.type <> case t.kind when 'credit' then 'wallet.credited' else 'wallet.credit_reversed' end
     or e.data ->> 'reference' is distinct from case when o.id is null then t.reference else o.reference end
     or e.data ->> 'reversal_reference' is distinct from case when o.id is not null then t.reference end
     or (e.data ->> 'hours')::numeric is distinct from round(t.amount_seconds / 3600.0, 4)
     or (e.data ->> 'seconds')::numeric is distinct from t.amount_seconds
     or e.data ->> 'booked_on' is distinct from t.booked_on::text)`,
    1,
  ),
);

export const selectDuplicateDeliveries = query<[limit: number], Offender>(
  'select_duplicate_deliveries',
  `select community_id as "communityId", 'event ' || event_id as subject,
     count(*) || ' deliveries to subscription ' || subscription_id as problem
   from deliveries group by community_id, event_id, subscription_id having count(*) > 1
   order by community_id limit $1`,
);

export const selectReadableSecrets = query<[limit: number], Offender>(
  'select_readable_secrets',
  `select community_id as "communityId", 'subscription ' || id as subject, 'its secret is not encrypted' as problem
   from subscriptions
   where encode(secret_encrypted, 'escape') like 'whsec%' or encode(previous_secret_encrypted, 'escape') like 'whsec%'
   union all
   select community_id, 'partner ' || id, 'the client id looks like a secret'
   from partners where client_id like 'tb\\_cs\\_%'
   union all
   select community_id, 'audit row ' || id, 'holds something that looks like a secret or token'
   from audit_log where details::text ~ '(tb_(cs|at)_|whsec_)[0-9A-Za-z]{20}'
   limit $1`,
);
