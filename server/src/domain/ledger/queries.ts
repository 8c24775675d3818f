import { query, write } from '../../platform/database/query.ts';
import type { AccountState } from './decide.ts';
import type { Transfer } from './types.ts';

export interface CreditTargetRow {
  community_id: number;
  partner_id: number;
  member_id: string;
  /** Null: no such member, or none this partner may see. */
  account_id: number | null;
  eligible: boolean;
  settlement_account_id: number;
  max_credit_seconds: number;
  max_member_day_seconds: number | null;
  max_partner_day_seconds: number | null;
}

/** Members to be credited as their partner sees them, with the partner's caps. */
export const selectCreditTargets = query<
  [communityIds: readonly number[], partnerIds: readonly number[], memberIds: readonly string[]],
  CreditTargetRow
>(
  'select_credit_targets',
  `select r.community_id, r.partner_id, r.member_id, a.id as account_id,
     coalesce(m.status = 'active' and coalesce(v.visibility, m.visibility, c.default_visibility) <> 'hidden', false)
       as eligible,
     s.id as settlement_account_id, p.max_credit_seconds, p.max_member_day_seconds, p.max_partner_day_seconds
   from unnest($1::int[], $2::int[], $3::uuid[]) as r (community_id, partner_id, member_id)
   join communities c on c.id = r.community_id
   join partners p on p.community_id = r.community_id and p.id = r.partner_id
   join accounts s on s.community_id = r.community_id and s.partner_id = r.partner_id
   left join members m on m.community_id = r.community_id and m.id = r.member_id
   left join accounts a on a.community_id = r.community_id and a.member_id = r.member_id
   left join member_partner_visibility v
     on v.community_id = r.community_id and v.partner_id = r.partner_id and v.member_id = r.member_id`,
);

export interface TransferRow {
  community_id: number;
  id: string;
  kind: Transfer['kind'];
  debit_account_id: number;
  credit_account_id: number;
  amount_seconds: number;
  partner_id: number | null;
  member_id: string | null;
  reference: string | null;
  reverses_id: string | null;
  reason: string | null;
  note: string | null;
  booked_on: string;
  service_date: string | null;
  listing_id: string | null;
  external_id: string | null;
  recorded_by: string;
  created_at: Date;
}

/** A credit or exchange, and its reversal in columns of the same names with `r_` before them. */
export type ReversibleRow = TransferRow & {
  r_id: string | null;
  r_reference: string | null;
  r_reason: string | null;
  r_booked_on: string | null;
  r_recorded_by: string | null;
  r_created_at: Date | null;
};

export const REVERSIBLE = `
  t.community_id, t.id, t.kind, t.debit_account_id, t.credit_account_id, t.amount_seconds, t.partner_id, a.member_id,
  t.reference, t.reverses_id, t.reason, t.note, t.booked_on, t.service_date, t.listing_id, t.external_id, t.recorded_by,
  t.created_at, r.id as r_id, r.reference as r_reference, r.reason as r_reason, r.booked_on as r_booked_on,
  r.recorded_by as r_recorded_by, r.created_at as r_created_at`;

/** Credits and exchanges by id. */
export const selectTransfers = query<[communityIds: readonly number[], ids: readonly string[]], ReversibleRow>(
  'select_transfers',
  `select ${REVERSIBLE}
   from unnest($1::int[], $2::uuid[]) as k (community_id, id)
   join transfers t on t.community_id = k.community_id and t.id = k.id and t.kind in ('credit', 'exchange')
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`,
);

/** Credits whose own reference, or whose reversal's, is among those given. */
export const selectCreditsByReference = query<
  [
    communityIds: readonly number[],
    partnerIds: readonly number[],
    kinds: readonly string[],
    references: readonly string[],
  ],
  ReversibleRow
>(
  'select_credits_by_reference',
  `select ${REVERSIBLE}
   from unnest($1::int[], $2::int[], $3::text[], $4::text[]) as k (community_id, partner_id, kind, reference)
   join transfers f on f.community_id = k.community_id and f.partner_id = k.partner_id and f.kind = k.kind
     and f.reference = k.reference
   join transfers t on t.community_id = f.community_id and t.id = coalesce(f.reverses_id, f.id)
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`,
);

export interface LedgerAccountRow {
  community_id: number;
  id: number;
  kind: AccountState['kind'];
  balance_seconds: number;
  lower_balance_seconds: number | null;
  closed_through: string | null;
  community_upper_seconds: number | null;
  community_lower_seconds: number | null;
  exchange_step_minutes: number;
}

/**
 * Locks accounts, settlement accounts first, then by id: one order everywhere, so that writers queue and never deadlock.
 * The settlement account's lock serialises all credits of a partner over all nodes.
 */
export const lockAccounts = write<[communityIds: readonly number[], accountIds: readonly number[]], LedgerAccountRow>(
  'lock_accounts',
  `select a.community_id, a.id, a.kind, a.credits_seconds - a.debits_seconds as balance_seconds,
     a.lower_balance_seconds, a.closed_through,
     -- As look-ups, since a join would let a new database's plan read all accounts of a community for each one.
     (select c.upper_balance_seconds from communities c where c.id = a.community_id) as community_upper_seconds,
     (select c.lower_balance_seconds from communities c where c.id = a.community_id) as community_lower_seconds,
     (select c.exchange_step_minutes from communities c where c.id = a.community_id) as exchange_step_minutes
   from unnest($1::int[], $2::bigint[]) as k (community_id, id)
   join accounts a on a.community_id = k.community_id and a.id = k.id
   order by a.kind <> 'settlement', a.community_id, a.id
   for no key update of a`,
);

export interface CreditedTodayRow {
  community_id: number;
  partner_id: number;
  credit_account_id: number;
  credited_seconds: number;
}

/** What partners with daily caps have credited on a day, per member account. Reversals do not give the room back. */
export const selectCreditedOn = query<
  [communityIds: readonly number[], partnerIds: readonly number[], day: string],
  CreditedTodayRow
>(
  'select_credited_on',
  `select t.community_id, t.partner_id, t.credit_account_id, sum(t.amount_seconds)::bigint as credited_seconds
   from unnest($1::int[], $2::int[]) as k (community_id, partner_id)
   join transfers t on t.community_id = k.community_id and t.partner_id = k.partner_id and t.booked_on = $3::date
   where t.kind = 'credit'
   group by t.community_id, t.partner_id, t.credit_account_id`,
);

type Column<T> = readonly T[];
type Nullable<T> = readonly (T | null)[];

/** Writes transfers and moves the running totals of their accounts (I2) in one statement. */
export const insertTransfers = write<
  [
    communityIds: Column<number>,
    ids: Column<string>,
    kinds: Column<string>,
    debitAccountIds: Column<number>,
    creditAccountIds: Column<number>,
    amountsSeconds: Column<number>,
    partnerIds: Nullable<number>,
    references: Nullable<string>,
    reversesIds: Nullable<string>,
    reasons: Nullable<string>,
    notes: Nullable<string>,
    bookedOn: Column<string>,
    serviceDates: Nullable<string>,
    listingIds: Nullable<string>,
    externalIds: Nullable<string>,
    recordedBy: Column<string>,
    createdAt: Column<Date>,
  ],
  { moved: number; accounts: number }
>(
  'insert_transfers',
  `with moved as (
     insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
       reference, reverses_id, reason, note, booked_on, service_date, listing_id, external_id, recorded_by, created_at)
     select * from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::int[],
       $8::text[], $9::uuid[], $10::text[], $11::text[], $12::date[], $13::date[], $14::uuid[], $15::text[],
       $16::text[], $17::timestamptz[])
     returning community_id, debit_account_id, credit_account_id, amount_seconds
   ), sides as (
     select community_id, debit_account_id as id, amount_seconds as debits, 0 as credits from moved
     union all
     select community_id, credit_account_id, 0, amount_seconds from moved
   ), totals as (
     update accounts a
     set debits_seconds = a.debits_seconds + s.debits, credits_seconds = a.credits_seconds + s.credits
     from (select community_id, id, sum(debits)::bigint as debits, sum(credits)::bigint as credits
           from sides group by community_id, id) s
     where a.community_id = s.community_id and a.id = s.id
     returning 1
   )
   select (select count(*) from moved)::int as moved, (select count(*) from totals)::int as accounts`,
);
