/** Exchanges and accounts as their administrators see them. What an erased member wrote is not shown. */

import type { ExchangeKind, Payment } from '@timebank/contract';
import { query, type RowFrom, type StatementRow } from '../../../../core/database/query.ts';
import { paymentOf } from '../../../../core/ledger/queries.ts';
import { calledPartner, isOutside } from '../../../../core/partners/internal.ts';
import { calledAdministrator, numberIn } from '../../../../core/people/number-in.ts';

/** SQL: the name of the administrator or partner who recorded a transfer; null for others. */
const recorderOf = (transfer: string) =>
  `coalesce((select ${calledAdministrator('w')} from administrators w
       where w.id = ${numberIn(`${transfer}.recorded_by`, 'administrator')}),
     (select p.name from partners p where p.community_id = ${transfer}.community_id
       and p.id = ${numberIn(`${transfer}.recorded_by`, 'partner')}))`;

/** SQL: the category of a transfer as the list has it now. */
const categoryNameOf = (transfer: string) =>
  `(select n.name from categories c
     join categories n on n.community_id = c.community_id and n.id = coalesce(c.merged_into, c.id)
     where c.community_id = ${transfer}.community_id and c.id = ${transfer}.category_id)`;

/**
 * `signedSeconds`: positive: onto the account. `balanceSeconds`: the account's balance now. `isOwn`: a booking of the community from its bank's file. `recordedByName`: the name
 * of the administrator or partner, where it is one.
 */
export type LineRow = RowFrom<typeof selectAccountLines>;

const side = (own: string, other: string, sign: string) =>
  `(select t.*, ${sign}t.amount_seconds as signed, t.${other} as other_account_id
    from transfers t
    where t.community_id = $communityId and t.${own} = $accountId and t.id < $beforeId
    order by t.id desc limit $limit)`;

export const selectAccountLines = query<'select_account_lines', { payment: Payment | null }>(
  'select_account_lines',
  `with lines as materialized (
     select * from (
       ${side('debit_account_id', 'credit_account_id', '-')}
       union all
       ${side('credit_account_id', 'debit_account_id', '')}
     ) both_sides
     order by id desc limit $limit
   )
   select l.id, l.kind, l.signed as "signedSeconds", a.credits_seconds - a.debits_seconds as "balanceSeconds",
     o.kind as "otherKind", o.id as "otherAccountId", o.member_id as "otherMemberId", o.partner_id as "otherPartnerId",
     coalesce(om.name, ${calledPartner('p')}, o.name) as "otherName", coalesce(not ${isOutside('p')}, false) as "isOwn!", od.given_name as "otherGiven", od.family_name as "otherFamily",
     l.booked_on as "bookedOn", l.service_date as "serviceDate",
     l.reference, l.reverses_id as "reversesId", r.id as "reversedById", l.recorded_by as "recordedBy",
     ${recorderOf('l')} as "recordedByName", ${categoryNameOf('l')} as "categoryName",
     l.created_at as "createdAt",
     k.reference as "correctsReference", c.reference as "correctedByReference",
     case when m.erased_at is null and om.erased_at is null then ${paymentOf('l')} end as payment,
     case when m.erased_at is null and om.erased_at is null then l.note end as note,
     case when m.erased_at is null and om.erased_at is null then l.reason end as reason
   from lines l
   join accounts a on a.community_id = $communityId and a.id = $accountId
   left join members m on m.community_id = a.community_id and m.id = a.member_id
   join accounts o on o.community_id = l.community_id and o.id = l.other_account_id
   left join members om on om.community_id = o.community_id and om.id = o.member_id
   left join member_details od on od.community_id = o.community_id and od.member_id = o.member_id
   left join partners p on p.community_id = o.community_id and p.id = o.partner_id
   left join transfers r on r.community_id = l.community_id and r.reverses_id = l.id
   left join transfers k on k.community_id = l.community_id and k.id = l.corrects_id
   left join transfers c on c.community_id = l.community_id and c.partner_id = l.partner_id and c.corrects_id = l.id
   order by l.id desc`,
);

/** The balance of an account before a transfer: what it is now, without that one and all after it. */
export const selectBalanceBefore = query(
  'select_balance_before',
  `select (a.credits_seconds - a.debits_seconds
     - (select coalesce(sum(t.amount_seconds), 0) from transfers t
        where t.community_id = $communityId and t.credit_account_id = $accountId and t.id >= $beforeId)
     + (select coalesce(sum(t.amount_seconds), 0) from transfers t
        where t.community_id = $communityId and t.debit_account_id = $accountId and t.id >= $beforeId))::bigint as seconds
   from accounts a where a.community_id = $communityId and a.id = $accountId`,
);

/** Credits and opening balances, which have other parties and no day of service, are left out. */
interface SaidOfExchange {
  readonly providerKind: 'member' | 'organisation' | 'chest';
  readonly receiverKind: 'member' | 'organisation' | 'chest';
  readonly serviceDate: string;
}

/** `slipId`: shared by all transfers of one slip; null: a slip of its own. */
export type ExchangeRow = RowFrom<typeof selectExchange>;

const EXCHANGE = `select t.id, t.kind, p.kind as "providerKind", p.id as "providerAccountId", p.member_id as "providerMemberId",
     coalesce(pm.name, p.name) as "providerName", pm.external_id as "providerNumber",
     q.kind as "receiverKind", q.id as "receiverAccountId",
     q.member_id as "receiverMemberId", coalesce(qm.name, q.name) as "receiverName", qm.external_id as "receiverNumber",
     t.amount_seconds as "amountSeconds", t.service_date as "serviceDate", t.recorded_by as "recordedBy",
     t.created_at as "createdAt", r.id as "correctionId", r.created_at as "correctedAt", r.recorded_by as "correctedBy",
     ${recorderOf('t')} as "recordedByName", ${recorderOf('r')} as "correctedByName",
     ${categoryNameOf('t')} as "categoryName", t.slip_id as "slipId",
     case when t.slip_id is null then 1 else (select count(*)::int from transfers s
       where s.community_id = t.community_id and s.slip_id = t.slip_id and s.reverses_id is null) end as "slipSize",
     case when pm.erased_at is null and qm.erased_at is null then t.note end as note,
     case when pm.erased_at is null and qm.erased_at is null then r.reason end as "correctionReason"`;
const JOINED = `join accounts p on p.community_id = t.community_id and p.id = t.credit_account_id
   left join members pm on pm.community_id = p.community_id and pm.id = p.member_id
   join accounts q on q.community_id = t.community_id and q.id = t.debit_account_id
   left join members qm on qm.community_id = q.community_id and qm.id = q.member_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`;

const FILTERS = {
  kind: 't.kind = $kind',
  /** A pattern of LIKE in small letters. */
  note: 'lower(t.note) ~~ $note',
  from: 't.service_date >= $from',
  to: 't.service_date <= $to',
  minSeconds: 't.amount_seconds >= $minSeconds',
  maxSeconds: 't.amount_seconds <= $maxSeconds',
  recordedBy: 't.recorded_by = $recordedBy',
  slipId: 't.slip_id = $slipId',
  categoryId: `t.category_id in (select c.id from categories c
     where c.community_id = t.community_id and (c.id = $categoryId or c.merged_into = $categoryId))`,
  accountId: '(t.debit_account_id = $accountId or t.credit_account_id = $accountId)',
  isCorrected: `((select o.id from transfers o
     where o.community_id = t.community_id and o.reverses_id = t.id) is not null) = $isCorrected`,
};

/** The page is found before anything is joined to it, or all corrections are read for it. */
export const selectExchangePage = query<'select_exchange_page', SaidOfExchange>(
  'select_exchange_page',
  {
    filters: FILTERS,
    sort: {
      orders: {
        recorded: { key: 't.id', type: 'uuid' },
        day: { key: 't.service_date', type: 'date' },
        hours: { key: 't.amount_seconds', type: 'bigint' },
      },
      id: 't.id',
    },
  },
  `with page as materialized (
     select t.*, $sortKey from transfers t
     where t.community_id = $communityId and t.kind in ('exchange', 'gift')$filters
     order by $order limit $limit
   )
   ${EXCHANGE}, t."sortKey"
   from page t
   ${JOINED}
   order by $order`,
);

/** The filters that totals of days know. */
const OF_DAYS = { from: FILTERS.from, to: FILTERS.to };

/**
 * What a list of exchanges adds up to. Gifts are no help, and reversed ones no hours: each by itself. Seconds. `count`:
 * all rows: exchanges and gifts, also reversed ones. `seconds`: of exchanges that stand. `reversed`: exchanges and
 * gifts. `gifts`: gifts that stand.
 */
export type ExchangeSums = StatementRow<'sum_exchanges'>;

/** Of some days or of all. Costs the days and what is shown apart, not the exchanges. */
export const sumExchanges = query(
  'sum_exchanges',
  { filters: OF_DAYS },
  `with days as (
     select coalesce(sum(t.exchanges), 0)::bigint as exchanges, coalesce(sum(t.seconds), 0)::bigint as seconds
     from (select d.*, d.day as service_date from exchange_days d) t
     where t.community_id = $communityId$filters
   ), apart as (
     select count(*) filter (where t.kind = 'gift') as gifts,
       count(*) filter (where t.kind = 'gift_reversal') as gifts_back,
       count(*) filter (where t.kind = 'exchange_reversal') as exchanges_back,
       coalesce(sum(t.amount_seconds) filter (where t.kind = 'gift'), 0) as gift_seconds,
       coalesce(sum(t.amount_seconds) filter (where t.kind = 'gift_reversal'), 0) as gift_back_seconds,
       coalesce(sum(t.amount_seconds) filter (where t.kind <> 'gift'), 0) as back_seconds
     from transfers t
     where t.community_id = $communityId and t.kind in ('exchange_reversal', 'gift', 'gift_reversal')$filters
   )
   select d.exchanges + a.gifts as count, d.seconds, a.exchanges_back + a.gifts_back as reversed,
     a.back_seconds::bigint as "reversedSeconds", a.gifts - a.gifts_back as gifts,
     (a.gift_seconds - a.gift_back_seconds)::bigint as "giftSeconds"
   from days d, apart a`,
);

/** Up to a limit of rows. */
export const countExchanges = query(
  'count_exchanges',
  { filters: FILTERS },
  `with counted as materialized (
     select t.community_id, t.id, t.kind, t.amount_seconds from transfers t
     where t.community_id = $communityId and t.kind in ('exchange', 'gift')$filters limit $limit
   )
   select count(*)::int as count, count(r.id)::int as reversed,
     coalesce(sum(c.amount_seconds) filter (where r.id is null and c.kind = 'exchange'), 0)::bigint as seconds,
     coalesce(sum(c.amount_seconds) filter (where r.id is not null), 0)::bigint as "reversedSeconds",
     count(*) filter (where r.id is null and c.kind = 'gift')::int as gifts,
     coalesce(sum(c.amount_seconds) filter (where r.id is null and c.kind = 'gift'), 0)::bigint as "giftSeconds"
   from counted c
   left join transfers r on r.community_id = c.community_id and r.reverses_id = c.id`,
);

/** Who has recorded exchanges, by the text that says so; a step from one to the next, not all that they recorded. */
export const selectRecorders = query(
  'select_recorders',
  `with recursive recorders as (
     (select t.community_id, t.recorded_by from transfers t
      where t.community_id = $communityId and t.kind in ('exchange', 'gift') order by t.recorded_by limit 1)
     union all
     select n.community_id, n.recorded_by from recorders k cross join lateral (
       select t.community_id, t.recorded_by from transfers t
       where t.community_id = k.community_id and t.recorded_by > k.recorded_by and t.kind in ('exchange', 'gift')
       order by t.recorded_by limit 1) n
   )
   select k.recorded_by as "recordedBy", ${recorderOf('k')} as name from recorders k limit $limit`,
);

export const selectExchange = query<'select_exchange', SaidOfExchange>(
  'select_exchange',
  `${EXCHANGE}
   from transfers t
   ${JOINED}
   where t.community_id = $communityId and t.id = $id and t.kind in ('exchange', 'gift')`,
);

/** The exchange that was recorded under a key. */
export const selectExchangeByKey = query<'select_exchange_by_key', SaidOfExchange & { kind: ExchangeKind }>(
  'select_exchange_by_key',
  `${EXCHANGE}
   from transfer_external_ids x
   join transfers t on t.community_id = x.community_id and t.id = x.transfer_id
   ${JOINED}
   where x.community_id = $communityId and x.kind in ('exchange', 'gift') and x.external_id = $externalId`,
);

/** A page of the exchanges and gifts of a slip, in the order of their recording. */
export const selectExchangesOfSlip = query<'select_exchanges_of_slip', SaidOfExchange & { kind: ExchangeKind }>(
  'select_exchanges_of_slip',
  `${EXCHANGE}
   from transfers t
   ${JOINED}
   where t.community_id = $communityId and t.slip_id = $slipId and t.reverses_id is null
   order by t.id limit $limit`,
);
