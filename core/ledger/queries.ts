import type { Payment } from '@timebank/contract';
import { query, type RowFrom, type StatementParameters, type StatementRow, write } from '../database/query.ts';
import { seenBy, VISIBLE } from '../people/visibility.ts';

/**
 * `accountId`: null: no such member, or none this partner may see. `partnerDaySeconds`: credited on the day, where
 * there is a cap to it.
 */
export type CreditTargetRow = StatementRow<'select_credit_targets'>;

/** The seconds that the partner of a row has credited on a day: to a member's account, or in all by the settlement account. */
const creditedOn = (day: string, row: string, account: string) =>
  `coalesce((select d.credited_seconds from credit_days d
       where d.community_id = ${row}.community_id and d.partner_id = ${row}.partner_id and d.day = ${day}
         and d.account_id = ${account}), 0)`;

/**
 * Members to be credited as their partner sees them, with the partner's caps and, where there is a cap per day, what is used
 * of it on that day.
 */
export const selectCreditTargets = query(
  'select_credit_targets',
  `select r.community_id as "communityId", r.partner_id as "partnerId", r.member_id as "memberId", a.id as "accountId",
     coalesce(case when p.is_internal then m.status = 'active' else ${VISIBLE} end, false) as eligible, s.id as "settlementAccountId", p.max_credit_seconds as "maxCreditSeconds",
     p.max_member_day_seconds as "maxMemberDaySeconds", p.max_partner_day_seconds as "maxPartnerDaySeconds",
     case when p.max_partner_day_seconds is not null then ${creditedOn('$day', 'r', 's.id')}
       else 0 end as "partnerDaySeconds",
     case when p.max_member_day_seconds is not null then ${creditedOn('$day', 'r', 'a.id')}
       else 0 end as "memberDaySeconds"
   from unnest($communityIds::int[], $partnerIds::int[], $memberIds::uuid[]) as r (community_id, partner_id, member_id)
   cross join lateral (select * from partners where community_id = r.community_id and id = r.partner_id limit 1) p
   cross join lateral (
     select id from accounts where community_id = r.community_id and partner_id = r.partner_id limit 1) s
   left join lateral (
     select status, visibility from members where community_id = r.community_id and id = r.member_id limit 1) m on true
   ${seenBy('r.partner_id', 'r.member_id', 'r.community_id')}
   left join lateral (
     select id from accounts where community_id = r.community_id and member_id = r.member_id limit 1) a on true`,
);

/** A credit, exchange or opening balance, and its reversal in columns that say so. */
export type ReversibleRow = RowFrom<typeof selectCreditsByReference>;

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
     t.corrects_id as "correctsId", t.booked_on as "bookedOn", t.service_date as "serviceDate",
       t.listing_id as "listingId", t.category_id as "categoryId", t.slip_id as "slipId",
     t.external_id as "externalId", t.recorded_by as "recordedBy", t.created_at as "createdAt",
     r.id as "reversalId", r.reference as "reversalReference", r.reason as "reversalReason",
     r.booked_on as "reversalBookedOn", r.recorded_by as "reversalRecordedBy", r.created_at as "reversalCreatedAt"`;

/** Credits, exchanges and opening balances by id. */
export const selectTransfers = query<'select_transfers', { payment: Payment | null }>(
  'select_transfers',
  `select ${REVERSIBLE}
   from unnest($communityIds::int[], $ids::uuid[]) as k (community_id, id)
   join transfers t on t.community_id = k.community_id and t.id = k.id and t.kind in ('credit', 'exchange', 'gift', 'opening')
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`,
);

/** Those of these credits that another one replaces. */
export const selectCorrected = query(
  'select_corrected',
  `select k.community_id as "communityId", k.id
   from unnest($communityIds::int[], $ids::uuid[]) as k (community_id, id)
   join transfers t on t.community_id = k.community_id and t.id = k.id
   join transfers c on c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id`,
);

/** Credits whose own reference, or whose reversal's, is among those given. */
export const selectCreditsByReference = query<'select_credits_by_reference', { payment: Payment | null }>(
  'select_credits_by_reference',
  `select ${REVERSIBLE}
   from unnest($communityIds::int[], $partnerIds::int[], $kinds::text[], $references::text[]) as k (community_id,
     partner_id, kind, reference)
   join transfers f on f.community_id = k.community_id and f.partner_id = k.partner_id and f.kind = k.kind
     and f.reference = k.reference
   join transfers t on t.community_id = f.community_id and t.id = coalesce(f.reverses_id, f.id)
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`,
);

/** Which of these references the community's inbox has booked from its bank's files, as a partner's or as everybody's. */
export const selectBookedReferences = query(
  'select_booked_references',
  `select k.community_id as "communityId", k.partner_id as "partnerId", k.kind, k.reference
   from unnest($communityIds::int[], $partnerIds::int[], $kinds::text[], $references::text[]) as k (community_id, partner_id, kind, reference)
   join booked_references b on b.community_id = k.community_id and b.kind = k.kind and b.reference = k.reference
     and (b.partner_id is null or b.partner_id = k.partner_id)`,
);

export type LedgerAccountRow = StatementRow<'lock_accounts'>;

/**
 * Whose accounts are locked: by their own ids, or by what they belong to: a partner's settlement account, both accounts of
 * a transfer. Each pair of arrays is of one length.
 */
export type LockKeys = StatementParameters<'lock_accounts'>;

export const NO_KEYS: LockKeys = {
  accountCommunityIds: [],
  accountIds: [],
  partnerCommunityIds: [],
  partnerIds: [],
  memberCommunityIds: [],
  memberIds: [],
  transferCommunityIds: [],
  transferIds: [],
};

/**
 * Locks accounts, settlement accounts first, then by id: one order everywhere, so that writers queue and never deadlock.
 * The settlement account's lock serialises all credits of a partner over all nodes. Whose account is whose never changes,
 * so the keys may be read before the locks are held; the rows are those of after the wait. The keys are materialized: out
 * of a plain sub-query, rows that had to be waited for would be missing. They are looked up one by one: the plan is kept,
 * and one that was made while the tables were small, or full of old versions that a snapshot holds, would walk through all
 * accounts of the community for each key.
 * @param others what becomes of an account that another transaction holds, and is no partner's
 */
const lockStatement = (name: string, others: '' | 'skip locked') =>
  write<LockKeys, LedgerAccountRow>(
    name,
    `with keys as materialized (
     select community_id, id from unnest($accountCommunityIds::int[], $accountIds::bigint[]) as k (community_id, id)
     union
     select k.community_id, a.id
       from unnest($partnerCommunityIds::int[], $partnerIds::int[]) as k (community_id, partner_id)
     cross join lateral (
       select id from accounts where community_id = k.community_id and partner_id = k.partner_id limit 1) a
     union
     select k.community_id, a.id
       from unnest($memberCommunityIds::int[], $memberIds::uuid[]) as k (community_id, member_id)
     cross join lateral (
       select id from accounts where community_id = k.community_id and member_id = k.member_id limit 1) a
     union
     select t.community_id, unnest(array[t.debit_account_id, t.credit_account_id])
     from unnest($transferCommunityIds::int[], $transferIds::uuid[]) as k (community_id, id)
     join transfers t on t.community_id = k.community_id and t.id = k.id and t.kind in ('credit', 'exchange', 'gift', 'opening')
   ), settlements as materialized (
     select a.* from keys k
     join accounts a on a.community_id = k.community_id and a.id = k.id
     where a.kind = 'settlement'
     order by a.community_id, a.id
     for no key update of a
   ), others as materialized (
     select a.* from keys k
     join accounts a on a.community_id = k.community_id and a.id = k.id
     where a.kind <> 'settlement' and (select count(*) from settlements) >= 0
     order by a.community_id, a.id
     for no key update of a ${others}
   )
   select a.community_id as "communityId", a.id, a.kind, a.credits_seconds - a.debits_seconds as "balanceSeconds",
     a.lower_balance_seconds as "lowerBalanceSeconds", a.closed_through as "closedThrough",
     c.kind = 'sandbox' as "isSandbox", c.move_state is not null as "isMoving", c.upper_balance_seconds as "communityUpperSeconds",
     c.lower_balance_seconds as "communityLowerSeconds", c.exchange_step_minutes as "exchangeStepMinutes"
   from (select * from settlements union all select * from others) a
   cross join lateral (select * from communities where id = a.community_id limit 1) c`,
  );

/** Waits for all of them. */
export const lockAccounts = lockStatement('lock_accounts', '');

/** Waits for those of partners, and leaves out others that another transaction holds. */
export const lockFreeAccounts = lockStatement('lock_free_accounts', 'skip locked');

/**
 * Makes the totals of a partner's open days what its credits add up to: for a partner that gets a cap per day. Under the
 * lock of the settlement account. Reversals do not give the room back.
 */
export const fillCreditDays = write(
  'fill_credit_days',
  `with settlement as (
     select id, coalesce(closed_through, '-infinity') as closed_through from accounts
     where community_id = $communityId and partner_id = $partnerId
   ), booked as (
     select t.booked_on as day, t.credit_account_id as account_id, sum(t.amount_seconds)::bigint as seconds
     from transfers t
     where t.community_id = $communityId and t.partner_id = $partnerId and t.kind = 'credit'
       and t.booked_on > (select closed_through from settlement)
     group by t.booked_on, t.credit_account_id
   )
   insert into credit_days (community_id, partner_id, day, account_id, credited_seconds)
   select $communityId, $partnerId, day, account_id, seconds from booked
   union all
   select $communityId, $partnerId, day, (select id from settlement), sum(seconds)::bigint from booked group by day
   on conflict (community_id, partner_id, day, account_id) do update set credited_seconds = excluded.credited_seconds`,
);

/** An exchange that an import which was undone has recorded, or its reversal: both stay, and count for nothing. */
export const isUndone = (transfer: string) =>
  `exists (select from transfers o
     where o.community_id = ${transfer}.community_id and o.id = coalesce(${transfer}.reverses_id, ${transfer}.id)
       and o.kind in ('exchange', 'gift') and o.external_id is not null
       and not exists (select from transfer_external_ids x where x.community_id = o.community_id and x.kind = o.kind
         and x.external_id = o.external_id and x.transfer_id = o.id))`;

/** The external ids of these transfers may be used again. */
export const freeExternalIds = write(
  'free_external_ids',
  `delete from transfer_external_ids x using transfers t
   where t.community_id = $communityId and t.id = any($transferIds::uuid[]) and x.community_id = t.community_id
     and x.kind = t.kind
     and x.external_id = t.external_id and x.transfer_id = t.id`,
);
