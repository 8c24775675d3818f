import { rowsWrite } from '../../platform/database/named.ts';
import { query, write } from '../../platform/database/query.ts';
import { seenBy, VISIBLE } from '../visibility/visibility.ts';
import type { AccountState } from './decide.ts';
import type { Transfer } from './types.ts';

export interface CreditTargetRow {
  communityId: number;
  partnerId: number;
  memberId: string;
  /** Null: no such member, or none this partner may see. */
  accountId: number | null;
  eligible: boolean;
  settlementAccountId: number;
  maxCreditSeconds: number;
  maxMemberDaySeconds: number | null;
  maxPartnerDaySeconds: number | null;
}

/** Members to be credited as their partner sees them, with the partner's caps. */
export const selectCreditTargets = query<
  [communityIds: readonly number[], partnerIds: readonly number[], memberIds: readonly string[]],
  CreditTargetRow
>(
  'select_credit_targets',
  `select r.community_id as "communityId", r.partner_id as "partnerId", r.member_id as "memberId", a.id as "accountId",
     coalesce(${VISIBLE}, false) as eligible, s.id as "settlementAccountId", p.max_credit_seconds as "maxCreditSeconds",
     p.max_member_day_seconds as "maxMemberDaySeconds", p.max_partner_day_seconds as "maxPartnerDaySeconds"
   from unnest($1::int[], $2::int[], $3::uuid[]) as r (community_id, partner_id, member_id)
   left join members m on m.community_id = r.community_id and m.id = r.member_id
   ${seenBy('r.partner_id', 'r.member_id', 'r.community_id')}
   join partners p on p.community_id = r.community_id and p.id = r.partner_id
   join accounts s on s.community_id = r.community_id and s.partner_id = r.partner_id
   left join accounts a on a.community_id = r.community_id and a.member_id = r.member_id`,
);

/** A credit or exchange, and its reversal in columns that say so. */
export type ReversibleRow = Transfer & {
  reversalId: string | null;
  reversalReference: string | null;
  reversalReason: string | null;
  reversalBookedOn: string | null;
  reversalRecordedBy: string | null;
  reversalCreatedAt: Date | null;
};

/** The payment of a row of transfers, only with the parts that were sent; null where there was none. */
export const paymentOf = (transfer: string) =>
  `nullif(jsonb_strip_nulls(jsonb_build_object('amount', ${transfer}.payment_amount,
       'currency', ${transfer}.payment_currency, 'value_date', ${transfer}.payment_value_date,
       'end_to_end_id', ${transfer}.payment_end_to_end_id)), '{}')`;

export const REVERSIBLE = `
     t.community_id as "communityId", t.id, t.kind, t.debit_account_id as "debitAccountId",
     t.credit_account_id as "creditAccountId", t.amount_seconds as "amountSeconds", t.partner_id as "partnerId",
     a.member_id as "memberId", t.reference, t.reverses_id as "reversesId", t.reason, t.note,
     ${paymentOf('t')} as payment,
     t.corrects_id as "correctsId", t.booked_on as "bookedOn", t.service_date as "serviceDate", t.listing_id as "listingId",
     t.external_id as "externalId", t.recorded_by as "recordedBy", t.created_at as "createdAt",
     r.id as "reversalId", r.reference as "reversalReference", r.reason as "reversalReason",
     r.booked_on as "reversalBookedOn", r.recorded_by as "reversalRecordedBy", r.created_at as "reversalCreatedAt"`;

/** Credits and exchanges by id. */
export const selectTransfers = query<[communityIds: readonly number[], ids: readonly string[]], ReversibleRow>(
  'select_transfers',
  `select ${REVERSIBLE}
   from unnest($1::int[], $2::uuid[]) as k (community_id, id)
   join transfers t on t.community_id = k.community_id and t.id = k.id and t.kind in ('credit', 'exchange')
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`,
);

/** Those of these credits that another one replaces. */
export const selectCorrected = query<
  [communityIds: readonly number[], ids: readonly string[]],
  { communityId: number; id: string }
>(
  'select_corrected',
  `select k.community_id as "communityId", k.id
   from unnest($1::int[], $2::uuid[]) as k (community_id, id)
   join transfers t on t.community_id = k.community_id and t.id = k.id
   join transfers c on c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id`,
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
  communityId: number;
  id: number;
  kind: AccountState['kind'];
  balanceSeconds: number;
  lowerBalanceSeconds: number | null;
  closedThrough: string | null;
  communityUpperSeconds: number | null;
  communityLowerSeconds: number | null;
  exchangeStepMinutes: number;
}

/**
 * Locks accounts, settlement accounts first, then by id: one order everywhere, so that writers queue and never deadlock.
 * The settlement account's lock serialises all credits of a partner over all nodes.
 */
export const lockAccounts = write<[communityIds: readonly number[], accountIds: readonly number[]], LedgerAccountRow>(
  'lock_accounts',
  `select a.community_id as "communityId", a.id, a.kind, a.credits_seconds - a.debits_seconds as "balanceSeconds",
     a.lower_balance_seconds as "lowerBalanceSeconds", a.closed_through as "closedThrough",
     -- As look-ups, since a join would let a new database's plan read all accounts of a community for each one.
     (select c.upper_balance_seconds from communities c where c.id = a.community_id) as "communityUpperSeconds",
     (select c.lower_balance_seconds from communities c where c.id = a.community_id) as "communityLowerSeconds",
     (select c.exchange_step_minutes from communities c where c.id = a.community_id) as "exchangeStepMinutes"
   from unnest($1::int[], $2::bigint[]) as k (community_id, id)
   join accounts a on a.community_id = k.community_id and a.id = k.id
   order by a.kind <> 'settlement', a.community_id, a.id
   for no key update of a`,
);

export interface CreditedTodayRow {
  communityId: number;
  partnerId: number;
  creditAccountId: number;
  creditedSeconds: number;
}

/** What partners with daily caps have credited on a day, per member account. Reversals do not give the room back. */
export const selectCreditedOn = query<
  [communityIds: readonly number[], partnerIds: readonly number[], day: string],
  CreditedTodayRow
>(
  'select_credited_on',
  `select t.community_id as "communityId", t.partner_id as "partnerId", t.credit_account_id as "creditAccountId",
     sum(t.amount_seconds)::bigint as "creditedSeconds"
   from unnest($1::int[], $2::int[]) as k (community_id, partner_id)
   join transfers t on t.community_id = k.community_id and t.partner_id = k.partner_id and t.booked_on = $3::date
   where t.kind = 'credit'
   group by t.community_id, t.partner_id, t.credit_account_id`,
);

/** A transfer as the table has it. */
interface TransferRow extends Omit<Transfer, 'memberId' | 'payment'> {
  readonly paymentAmount: string | null;
  readonly paymentCurrency: string | null;
  readonly paymentValueDate: string | null;
  readonly paymentEndToEndId: string | null;
}

/** Writes transfers and moves the running totals of their accounts (I2) in one statement. */
export const insertTransfers = rowsWrite<TransferRow, { moved: number; accounts: number }>(
  'insert_transfers',
  {
    columns: {
      communityId: 'int',
      id: 'uuid',
      kind: 'text',
      debitAccountId: 'bigint',
      creditAccountId: 'bigint',
      amountSeconds: 'bigint',
      partnerId: 'int',
      reference: 'text',
      reversesId: 'uuid',
      reason: 'text',
      note: 'text',
      paymentAmount: 'text',
      paymentCurrency: 'text',
      paymentValueDate: 'date',
      paymentEndToEndId: 'text',
      correctsId: 'uuid',
      bookedOn: 'date',
      serviceDate: 'date',
      listingId: 'uuid',
      externalId: 'text',
      recordedBy: 'text',
      createdAt: 'timestamptz',
    },
  },
  `with moved as (
     insert into transfers ($columns) select * from unnest($rows)
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
