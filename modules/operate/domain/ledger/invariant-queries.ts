import { query } from '../../../../core/database/query.ts';
import { KEPT, NO_SEAL, sealOver } from '../../../office/domain/seal-queries.ts';

/**
 * Finds all offenders before it cuts them: a limit inside would make the planner expect the first ones soon and walk
 * millions of rows in index order, ten times slower.
 */
const allOf = (offenders: string) =>
  `with offenders as materialized (${offenders})
   select community_id as "communityId", subject, problem from offenders order by community_id, subject limit $limit`;

/** Until the end of the transaction. */
export const allowMemory = query('allow_memory', `select set_config('work_mem', $workMemory, true) as "workMemory!"`);

export const countLedger = query(
  'count_ledger',
  `select (select count(*) from transfers) as transfers, (select count(*) from accounts) as accounts,
     (select count(*) from events where type in ('wallet.credited', 'wallet.credit_reversed')) as events`,
);

/** A settlement account's balance is what its credits and reversals add up to. */
export const selectUnbalancedCommunities = query(
  'select_unbalanced_communities',
  `select community_id as "communityId", 'community ' || community_id as subject,
     'the balances add up to ' || sum(seconds) || ' s' as problem
   from (
     select community_id, credits_seconds - debits_seconds as seconds from accounts where kind <> 'settlement'
     union all
     select community_id, sum(case kind when 'credit' then -amount_seconds else amount_seconds end)
     from transfers where partner_id is not null group by community_id
   ) balances
   group by community_id having sum(seconds) <> 0
   order by community_id limit $limit`,
);

export const selectAccountsWithWrongTotals = query(
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
   where a.kind <> 'settlement'
     and (a.debits_seconds <> coalesce(d.seconds, 0) or a.credits_seconds <> coalesce(c.seconds, 0))`,
  ),
);

/** A credit leaves its partner's settlement account for a member's, a reversal comes back. */
export const selectWrongPartners = query(
  'select_wrong_partners',
  allOf(
    `select t.community_id, 'transfer ' || t.id as subject,
       'its settlement account is not that of partner ' || t.partner_id as problem
   from transfers t
   join accounts s on s.community_id = t.community_id
     and s.id = case t.kind when 'credit' then t.debit_account_id else t.credit_account_id end
   where t.partner_id is not null and s.partner_id is distinct from t.partner_id
   union all
   select t.community_id, 'transfer ' || t.id, 'its other account is of no member'
   from transfers t
   join accounts a on a.community_id = t.community_id
     and a.id = case t.kind when 'credit' then t.credit_account_id else t.debit_account_id end
   where t.partner_id is not null and a.kind <> 'member'`,
  ),
);

/** How many members are active, and how many of those follow the default: the rows of one community add up to it. */
export const selectWrongTallies = query(
  'select_wrong_tallies',
  allOf(
    `select community_id, 'members of community ' || community_id as "subject!",
     format('the tallies add up to %s active members, %s of them by default; there are %s
       and %s', coalesce(t.active, 0),
       coalesce(t.on_default, 0), coalesce(m.active, 0), coalesce(m.on_default, 0)) as problem
   from (
     select community_id, sum(active) as active, sum(on_default) as on_default from member_tallies group by 1) t
   full join (
     select community_id, count(*) as active, count(*) filter (where visibility is null) as on_default
     from members where status = 'active' group by 1) m using (community_id)
   where coalesce(t.active, 0) <> coalesce(m.active, 0) or coalesce(t.on_default, 0) <> coalesce(m.on_default, 0)`,
  ),
);

/** Counts that are kept of as many transfers as there are; another number is counted again before it is shown. */
export const selectWrongActivity = query(
  'select_wrong_activity',
  allOf(
    `select k.community_id, format('activity from %s to %s', k.first_day, k.last_day) as subject,
     format('%s active members and %s new listings are kept; there were %s and %s', k.members, k.new_listings,
       coalesce(a.members, 0), l.listings) as problem
   from activity_counts k
   cross join lateral (
     select coalesce(sum(d.transfers), 0) as transfers from exchange_days d
     where d.community_id = k.community_id and d.day between k.first_day and k.last_day) d
   cross join lateral (
     select count(*) filter (where exchanges > 0 and o.id is null) as members
     from (
       select account_id, sum(case when t.kind = 'exchange' then 1 else -1 end) as exchanges
       from transfers t, unnest(array[t.debit_account_id, t.credit_account_id]) as account_id
       where t.community_id = k.community_id and t.service_date between k.first_day and k.last_day
         and t.kind in ('exchange', 'exchange_reversal')
       group by account_id
     ) sides
     left join accounts o on o.community_id = k.community_id and o.id = sides.account_id
       and o.kind in ('chest', 'organisation')
   ) a
   cross join lateral (
     select count(*) as listings from listings i
     where i.community_id = k.community_id and i.created_at >= (k.first_day::timestamp at time zone 'UTC')
       and i.created_at < ((k.listings_through + 1)::timestamp at time zone 'UTC')) l
   where k.transfers = d.transfers and (k.members <> a.members or k.new_listings <> l.listings)`,
  ),
);

/** Those days are final from the beginning, without a statement that could be compared. */
export const selectBookedBeforePartners = query(
  'select_booked_before_partners',
  allOf(
    `select t.community_id, 'transfer ' || t.id as subject,
     format('it is booked on %s, and partner %s exists since %s', t.booked_on, t.partner_id,
       (a.created_at at time zone 'UTC')::date) as problem
   from accounts a
   join transfers t on t.community_id = a.community_id and t.partner_id = a.partner_id
     and t.booked_on < (a.created_at at time zone 'UTC')::date
   where a.kind = 'settlement'`,
  ),
);

/** Credits of open days, for partners with a cap per day: to each account, and in all under the settlement account. */
export const selectWrongCreditDays = query(
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
  ),
);

export const selectWrongExchangeDays = query(
  'select_wrong_exchange_days',
  allOf(
    `select community_id, format('exchanges of %s', day) as subject,
     format('the total of the day is %s s of %s transfers, %s of them exchanges; they add up to %s s of %s,
       %s of them exchanges',
       coalesce(d.seconds, 0), coalesce(d.transfers, 0), coalesce(d.exchanges, 0), coalesce(b.seconds, 0),
       coalesce(b.transfers, 0), coalesce(b.exchanges, 0)) as problem
   from exchange_days d
   full join (
     select community_id, service_date as day, count(*) as transfers,
       count(*) filter (where kind = 'exchange') as exchanges,
       sum(case kind when 'exchange' then amount_seconds else -amount_seconds end) as seconds
     from transfers where service_date is not null and kind in ('exchange', 'exchange_reversal') group by 1, 2
   ) b using (community_id, day)
   where (d.transfers, d.exchanges, d.seconds) is distinct from (b.transfers, b.exchanges, b.seconds)`,
  ),
);

export const selectUnfaithfulReversals = query(
  'select_unfaithful_reversals',
  allOf(
    `select r.community_id, 'transfer ' || r.id as subject,
     'reverses ' || r.reverses_id || ' with other accounts, amount, kind or partner' as problem
   from transfers r join transfers t on t.community_id = r.community_id and t.id = r.reverses_id
   where r.amount_seconds <> t.amount_seconds or r.debit_account_id <> t.credit_account_id
     or r.credit_account_id <> t.debit_account_id or r.kind <> t.kind || '_reversal'
     or r.partner_id is distinct from t.partner_id`,
  ),
);

/** A transfer that nobody finds by its external id any more is reversed: its import was undone. */
export const selectUnfaithfulExternalIds = query(
  'select_unfaithful_external_ids',
  allOf(
    `select coalesce(x.community_id, t.community_id) as community_id,
     'external id ' || coalesce(x.external_id, t.external_id) as "subject!",
     case when t.id is null then 'names no such transfer' else 'does not name its transfer, which stands' end as problem
   from transfer_external_ids x
   full join (select * from transfers where external_id is not null) t
     on t.community_id = x.community_id and t.id = x.transfer_id and t.kind = x.kind and t.external_id = x.external_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where t.id is null or (x.transfer_id is null and r.id is null)`,
  ),
);

export const selectUnfaithfulCorrections = query(
  'select_unfaithful_corrections',
  allOf(
    `select c.community_id, 'transfer ' || c.id as subject,
     'corrects ' || c.corrects_id || ', which is no reversed credit of its partner' as problem
   from transfers c
   left join transfers t on t.community_id = c.community_id and t.id = c.corrects_id
     and t.kind = 'credit' and t.partner_id = c.partner_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where c.corrects_id is not null and r.id is null`,
  ),
);

export const selectWrongBookingDays = query(
  'select_wrong_booking_days',
  allOf(
    `select community_id, 'transfer ' || id as subject,
     format('is booked on %s, its time is %s', booked_on, created_at) as problem
   from transfers where booked_on <> (created_at at time zone 'UTC')::date`,
  ),
);

/** Credits are listed by time through their ids: one of another time would be missing there. */
export const selectIdsOfOtherTimes = query(
  'select_ids_of_other_times',
  allOf(
    `select community_id, 'transfer ' || id as subject, 'its id is not of its time, ' || created_at as problem
   from transfers
   where ('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint <> floor(extract(epoch
     from created_at) * 1000)`,
  ),
);

export const selectDuplicateReferences = query(
  'select_duplicate_references',
  allOf(
    `select community_id, 'partner ' || partner_id as subject,
     format('%s transfers of kind %s have the reference %L', count(*), kind, reference) as problem
   from transfers where partner_id is not null
   group by community_id, partner_id, kind, reference having count(*) > 1`,
  ),
);

export const selectDuplicateDeliveries = query(
  'select_duplicate_deliveries',
  `select community_id as "communityId", 'event ' || event_id as subject,
     count(*) || ' deliveries to subscription ' || subscription_id as problem
   from deliveries group by community_id, event_id, subscription_id having count(*) > 1
   order by community_id limit $limit`,
);

export const selectReadableSecrets = query(
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
   limit $limit`,
);

const brokenSeals = (whose: string, sealed: string, rows: string) => `
   select s.community_id, 'audit log of ' || ${whose} || ', sealed through row ' || s.through_id as subject,
     case when s.previous_hash <> s.before then 'does not build on the seal before it'
       else format('%s rows were sealed; what is there now, %s rows, has another hash', s.row_count,
         r.found) end as problem
   from (
     select *, coalesce(lag(hash) over chain, ${NO_SEAL}) as before, coalesce(lag(through_id) over chain, 0) as from_id
     from audit_seals where ${sealed} window chain as (partition by community_id order by through_id)
   ) s
   cross join lateral (
     select count(*) as found, ${sealOver('s.previous_hash')} as hash
     from audit_log a where ${rows} and ${KEPT} and a.id > s.from_id and a.id <= s.through_id
   ) r
   where s.previous_hash <> s.before or r.found <> s.row_count or r.hash is distinct from s.hash`;

/** Each seal against the rows that it covers, and the seal before. */
export const selectBrokenSeals = query(
  'select_broken_seals',
  allOf(
    `${brokenSeals("'community ' || s.community_id", 'community_id is not null', 'a.community_id = s.community_id')}
   union all
   ${brokenSeals("'the installation'", 'community_id is null', 'a.community_id is null')}`,
  ),
);

/** The public id of a proposal, as the external id of its transfer has it (RFC 9562 bits in Crockford's base32). */
const PROPOSAL_ID = `'prp_' || (
     select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
       substring(b.bits from at * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by at)
     from (select B'00' || ('x' || translate(p.id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25) as at)`;

/** I9: what two have agreed on, and what was booked of it. */
export const selectUnfaithfulProposals = query(
  'select_unfaithful_proposals',
  allOf(
    `select community_id, subject, problem from (
     select p.community_id, 'proposal ' || p.id as subject, 'is confirmed, and its transfer is another' as problem
     from proposals p
     left join transfers t on t.community_id = p.community_id and t.id = p.transfer_id
     where p.state = 'confirmed' and (t.kind, t.credit_account_id, t.debit_account_id, t.amount_seconds, t.service_date,
       t.external_id) is distinct from ('exchange', p.provider_account_id, p.receiver_account_id, p.amount_seconds::bigint,
       p.service_date, ${PROPOSAL_ID})
     union all
     select t.community_id, 'transfer ' || t.id, 'is of a proposal that is not confirmed'
     from transfers t
     left join proposals p on p.community_id = t.community_id and p.transfer_id = t.id and p.state = 'confirmed'
     where t.external_id ~ '^prp_[0-7][0-9a-hjkmnp-tv-z]{25}$' and t.kind = 'exchange' and p.id is null
     ) f`,
  ),
);

/** I9: the worker hands what is not answered to the office; a day is for a worker that was away. */
export const selectForgottenProposals = query(
  'select_forgotten_proposals',
  `select p.community_id as "communityId", 'proposal ' || p.id as subject,
     'has waited since ' || p.waits_since || ' and is not at the office' as problem
   from proposals p join communities c on c.id = p.community_id
   where p.state = 'waiting' and c.move_state is null
     and p.waits_since < $now::timestamptz - make_interval(days => c.silent_days + 1)
   order by p.community_id, p.id limit $limit`,
);
