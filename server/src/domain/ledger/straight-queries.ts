import { rowsWrite } from '../../platform/database/named.ts';
import { VISIBLE } from '../visibility/visibility.ts';
import { effectsOf } from './book-queries.ts';
import { creditedOn } from './queries.ts';

/** Whose accounts are moved. */
export interface MovedRow {
  readonly communityId: number;
  readonly partnerId: number;
  readonly memberId: string;
}

/** A credit that nothing is known of but what was asked. */
export interface AskedRow extends MovedRow {
  readonly id: string;
  readonly amountSeconds: number;
  /** What this one and those before it give the member, whoever asked for them. */
  readonly memberSeconds: number;
  /** What this one and those before it of the partner amount to. */
  readonly partnerSeconds: number;
  readonly reference: string;
  readonly note: string | null;
  readonly paymentAmount: string | null;
  readonly paymentCurrency: string | null;
  readonly paymentValueDate: string | null;
  readonly paymentEndToEndId: string | null;
  readonly recordedBy: string;
  /** As it is sent. */
  readonly eventData: object;
}

/** Until the transaction ends: the ids of the members' accounts that it holds, as the text of an array. */
const LOCKED = 'timebank.locked_accounts';

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
  /** Whether events of these credits wait to be distributed: a partner of theirs subscribes. */
  isQueued: boolean;
}

/**
 * Locks what `bookStraight` moves, in the order of `lockAccounts`, and reads nothing of it. The partners' accounts are waited
 * for; a member's that somebody else holds is left out, or all credits of a partner would wait with it.
 */
export const lockForCredits = rowsWrite<MovedRow, never>(
  'lock_for_credits',
  { columns: { communityId: 'int', partnerId: 'int', memberId: 'uuid' } },
  `with asked as materialized (
     select * from unnest($rows) as r ($columns)
   ), partner_keys as materialized (
     select k.community_id, a.id from (select distinct community_id, partner_id from asked) k
     cross join lateral (
       select id from accounts where community_id = k.community_id and partner_id = k.partner_id limit 1) a
   ), member_keys as materialized (
     select k.community_id, a.id from asked k
     cross join lateral (
       select id from accounts where community_id = k.community_id and member_id = k.member_id limit 1) a
   ), partners_locked as materialized (
     select from partner_keys k
     join accounts a on a.community_id = k.community_id and a.id = k.id
     order by a.community_id, a.id
     for no key update of a
   ), locked as materialized (
     select a.id from member_keys k
     join accounts a on a.community_id = k.community_id and a.id = k.id
     where (select count(*) from partners_locked) > 0
     order by a.community_id, a.id
     for no key update of a skip locked
   )
   select set_config('${LOCKED}', coalesce(array_agg(id), '{}')::text, true) from locked`,
);

const COLUMNS = `community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, reference, note,
       payment_amount, payment_currency, payment_value_date, payment_end_to_end_id, booked_on, recorded_by, created_at`;

/**
 * Books the credits that nothing stands in the way of, with their totals, totals of days and events: what `decide` would
 * post, by what is there once the accounts are locked. It leaves out whatever it would have to explain (an unknown member,
 * one whose account is not locked, a reference that is known, a final day, a cap that the credits before might have reached), and answers with those that
 * it has booked. The lock of a partner's account keeps its references as they are meanwhile.
 *
 * Rows are looked up one by one: the plan is kept, and one that was made while the tables were small, or full of old
 * versions that somebody's snapshot holds, would walk through all accounts of the community for each credit. What a batch
 * pays once, however small it is, is more than a third of it: each part of the plan has to be set up anew.
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
      memberSeconds: 'bigint',
      partnerSeconds: 'bigint',
      reference: 'text',
      note: 'text',
      paymentAmount: 'text',
      paymentCurrency: 'text',
      paymentValueDate: 'date',
      paymentEndToEndId: 'text',
      recordedBy: 'text',
      eventData: 'json',
    },
    shared: { createdAt: 'timestamptz', bookedOn: 'date' },
  },
  `with asked as materialized (
     select * from unnest($rows) as r ($columns)
   ), partner as materialized (
     select k.community_id, k.partner_id, c.default_visibility, c.upper_balance_seconds, p.max_credit_seconds,
       p.max_member_day_seconds, p.max_partner_day_seconds, s.id as debit_account_id,
       f.subscribed
     from (select distinct community_id, partner_id from asked) k
     cross join lateral (select * from communities where id = k.community_id limit 1) c
     cross join lateral (select * from partners where community_id = k.community_id and id = k.partner_id limit 1) p
     cross join lateral (
       select * from accounts where community_id = k.community_id and partner_id = k.partner_id limit 1) s
     left join lateral (
       select true as subscribed from subscriptions
       where community_id = k.community_id and partner_id = k.partner_id limit 1) f on true
     where coalesce(s.closed_through < $bookedOn, true)
   ), held as materialized (
     select current_setting('${LOCKED}')::bigint[] as ids
   ), booked as materialized (
     select r.*, c.debit_account_id, c.subscribed, a.id as credit_account_id,
       c.max_member_day_seconds is not null or c.max_partner_day_seconds is not null as is_capped,
       'credit' as kind, 'wallet.credited' as event_type, $bookedOn as booked_on, $createdAt as created_at
     from asked r
     join partner c on c.community_id = r.community_id and c.partner_id = r.partner_id
     cross join lateral (
       select status, visibility from members where community_id = r.community_id and id = r.member_id limit 1) m
     left join lateral (
       select visibility from member_partner_visibility
       where community_id = r.community_id and partner_id = r.partner_id and member_id = r.member_id limit 1) v on true
     cross join lateral (
       select id, debits_seconds, credits_seconds, closed_through from accounts
       where community_id = r.community_id and member_id = r.member_id limit 1) a
     cross join held
     where a.id = any (held.ids) and ${VISIBLE} and r.amount_seconds <= c.max_credit_seconds and coalesce(a.closed_through < $bookedOn, true)
       and (c.upper_balance_seconds is null
         or a.credits_seconds - a.debits_seconds + r.member_seconds <= c.upper_balance_seconds)
       and (c.max_member_day_seconds is null
         or r.member_seconds + ${creditedOn('$bookedOn', 'r', 'a.id')} <= c.max_member_day_seconds)
       and (c.max_partner_day_seconds is null
         or r.partner_seconds + ${creditedOn('$bookedOn', 'r', 'c.debit_account_id')} <= c.max_partner_day_seconds)
       and not exists (select from transfers t where t.community_id = r.community_id and t.partner_id = r.partner_id
         and t.kind = 'credit' and t.reference = r.reference)
   ), moved as (
     insert into transfers (${COLUMNS}) select ${COLUMNS} from booked
   ), ${effectsOf('booked', 'booked', 'subscribed')}
   select id, debit_account_id as "debitAccountId", credit_account_id as "creditAccountId",
     exists (select from queued) as "isQueued",
     (select require_equal('running totals', (select count(*) from totals), (select count(*) from sums)))
   from booked`,
);
