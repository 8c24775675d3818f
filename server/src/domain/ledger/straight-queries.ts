import { rowsWrite } from '../../platform/database/named.ts';
import { seenBy, VISIBLE } from '../visibility/visibility.ts';

/** A credit that nothing is known of but what was asked. */
export interface AskedRow {
  readonly communityId: number;
  readonly id: string;
  readonly partnerId: number;
  readonly memberId: string;
  readonly amountSeconds: number;
  readonly reference: string;
  readonly note: string | null;
  readonly paymentAmount: string | null;
  readonly paymentCurrency: string | null;
  readonly paymentValueDate: string | null;
  readonly paymentEndToEndId: string | null;
  readonly recordedBy: string;
  /** JSON, as it is sent. */
  readonly eventData: string;
}

/** When all of them are booked. */
export interface BookedAt {
  readonly createdAt: Date;
  /** The UTC day of it, `YYYY-MM-DD`. */
  readonly bookedOn: string;
}

export interface StraightRow {
  id: string;
  debitAccountId: number;
  creditAccountId: number;
  /** Whether events of these credits wait to be distributed: somebody in a community of theirs subscribes. */
  isQueued: boolean;
}

const COLUMNS = `community_id, id, debit_account_id, credit_account_id, amount_seconds, partner_id, reference, note,
       payment_amount, payment_currency, payment_value_date, payment_end_to_end_id, recorded_by`;

/** What was credited to the account on the day, where there is a cap to it. */
const usedOf = (account: string) => `coalesce((select d.credited_seconds from credit_days d
       where d.community_id = f.community_id and d.partner_id = f.partner_id and d.day = $bookedOn
         and d.account_id = f.${account}), 0)`;

/**
 * Books the credits that nothing stands in the way of, with their totals, totals of days and events: what `decide` would
 * post, by what is there once the accounts are locked. It leaves out whatever it would have to explain (an unknown member,
 * a reference that is known, a final day, a cap that the credits before might have reached), and answers with those that
 * it has booked. Sent right behind the locks: in a transaction that holds none it books nothing.
 */
export const bookStraight = rowsWrite<AskedRow, StraightRow, BookedAt>(
  'book_straight',
  {
    columns: {
      communityId: 'int',
      id: 'uuid',
      partnerId: 'int',
      memberId: 'uuid',
      amountSeconds: 'bigint',
      reference: 'text',
      note: 'text',
      paymentAmount: 'text',
      paymentCurrency: 'text',
      paymentValueDate: 'date',
      paymentEndToEndId: 'text',
      recordedBy: 'text',
      eventData: 'jsonb',
    },
    shared: { createdAt: 'timestamptz', bookedOn: 'date' },
  },
  `with found as materialized (
     select r.*, s.id as debit_account_id, a.id as credit_account_id,
       a.credits_seconds - a.debits_seconds + sum(r.amount_seconds) over account as balance_seconds,
       sum(r.amount_seconds) over account as member_seconds, sum(r.amount_seconds) over partner as partner_seconds,
       c.upper_balance_seconds, p.max_member_day_seconds, p.max_partner_day_seconds
     from unnest($rows) with ordinality as r ($columns, position)
     join partners p on p.community_id = r.community_id and p.id = r.partner_id
     join accounts s on s.community_id = r.community_id and s.partner_id = r.partner_id
     join members m on m.community_id = r.community_id and m.id = r.member_id
     ${seenBy('r.partner_id', 'r.member_id', 'r.community_id')}
     join accounts a on a.community_id = r.community_id and a.member_id = r.member_id
     where (select pg_current_xact_id_if_assigned() is not null)
       and ${VISIBLE} and r.amount_seconds <= p.max_credit_seconds
       and coalesce(s.closed_through < $bookedOn, true) and coalesce(a.closed_through < $bookedOn, true)
     window account as (partition by r.community_id, a.id order by r.position),
       partner as (partition by r.community_id, r.partner_id order by r.position)
   ), fitting as materialized (
     select f.* from found f
     where (f.upper_balance_seconds is null or f.balance_seconds <= f.upper_balance_seconds)
       and (f.max_member_day_seconds is null
         or f.member_seconds + ${usedOf('credit_account_id')} <= f.max_member_day_seconds)
       and (f.max_partner_day_seconds is null
         or f.partner_seconds + ${usedOf('debit_account_id')} <= f.max_partner_day_seconds)
     order by f.position
   ), moved as (
     insert into transfers (${COLUMNS}, kind, booked_on, created_at)
     select ${COLUMNS}, 'credit', $bookedOn, $createdAt from fitting
     on conflict (community_id, partner_id, kind, reference) where partner_id is not null do nothing
     returning id
   ), booked as materialized (
     select * from fitting where id = any (array(select id from moved))
   ), sides as (
     select community_id, debit_account_id as id, amount_seconds as debits, 0 as credits from booked
     union all
     select community_id, credit_account_id, 0, amount_seconds from booked
   ), sums as materialized (
     select community_id, id, sum(debits)::bigint as debits, sum(credits)::bigint as credits
     from sides group by community_id, id
   ), totals as (
     update accounts a
     set debits_seconds = a.debits_seconds + s.debits, credits_seconds = a.credits_seconds + s.credits
     from sums s
     where a.community_id = s.community_id and a.id = s.id
     returning 1
   ), days as (
     insert into credit_days as d (community_id, partner_id, day, account_id, credited_seconds)
     select community_id, partner_id, $bookedOn, account_id, sum(amount_seconds)::bigint
     from booked, unnest(array[debit_account_id, credit_account_id]) as account_id
     where max_member_day_seconds is not null or max_partner_day_seconds is not null
     group by community_id, partner_id, account_id
     on conflict (community_id, partner_id, day, account_id) do update
     set credited_seconds = d.credited_seconds + excluded.credited_seconds
   ), queued as (
     insert into event_queue (community_id, event_id)
     select community_id, id from booked
     where exists (select from subscriptions s where s.community_id = booked.community_id)
     returning 1
   ), told as (
     insert into events (community_id, id, type, partner_id, member_id, data, created_at)
     select community_id, id, 'wallet.credited', partner_id, member_id, event_data, $createdAt from booked
   )
   select id, debit_account_id as "debitAccountId", credit_account_id as "creditAccountId",
     exists (select from queued) as "isQueued",
     require_equal('running totals', (select count(*) from totals), (select count(*) from sums))
   from booked`,
);
