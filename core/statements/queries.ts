import { query, type RowFrom, type StatementRow, write } from '../database/query.ts';
import { isOutside } from '../partners/internal.ts';
import { heldAtClose } from './settled.ts';

export type DayRow = StatementRow<'select_statement_day'>;

/** The columns of a frozen statement. */
const DAY = `opening_seconds as "openingSeconds", credits_count as "creditsCount", credits_seconds as "creditsSeconds",
     reversals_count as "reversalsCount", reversals_seconds as "reversalsSeconds"`;

/**
 * One UTC day of a partner's settlement: what was there before it, and what was booked on it. Starts from the last
 * frozen statement, so that the work does not grow with the history.
 */
export const selectStatementDay = query(
  'select_statement_day',
  `with base as (
     select s.day, ${heldAtClose('s')} as seconds from statements s
     where s.community_id = $communityId and s.partner_id = $partnerId and s.day < $day::date order by s.day desc limit 1
   ), since as (
     select kind, amount_seconds, booked_on from transfers
     where community_id = $communityId and partner_id = $partnerId and booked_on <= $day::date
       and booked_on > coalesce((select day from base), '-infinity')
   )
   select
     (coalesce((select seconds from base), 0) +
       coalesce(sum(case kind when 'credit' then amount_seconds else -amount_seconds end)
         filter (where booked_on < $day::date), 0))::bigint as "openingSeconds",
     count(*) filter (where booked_on = $day::date and kind = 'credit')::int as "creditsCount",
     coalesce(sum(amount_seconds) filter (where booked_on = $day::date and kind = 'credit'), 0)::bigint
       as "creditsSeconds",
     count(*) filter (where booked_on = $day::date and kind = 'credit_reversal')::int as "reversalsCount",
     coalesce(sum(amount_seconds) filter (where booked_on = $day::date and kind = 'credit_reversal'), 0)::bigint
       as "reversalsSeconds"
   from since`,
);

/** A frozen statement with its hashes; null where it has none. */
export type FrozenRow = StatementRow<'select_frozen_statement'>;

/** Frozen statements s with their hashes. */
export const FROZEN = `select s.day, ${DAY}, encode(h.hash, 'hex') as hash, encode(h.previous_hash, 'hex') as "previousHash"
   from statements s left join statement_hashes h using (community_id, partner_id, day)`;

export const selectFrozenStatement = query(
  'select_frozen_statement',
  `${FROZEN}
   where s.community_id = $communityId and s.partner_id = $partnerId and s.day = $day::date`,
);

/**
 * `closedThrough`: the last day that is final; from the beginning those before the partner existed are.
 * `unhashedThrough`: the last day that was closed before statements had hashes.
 */
export type SettlementRow = RowFrom<typeof selectSettlement>;

const SETTLEMENT = `select id, closed_through as "closedThrough", unhashed_through as "unhashedThrough"
   from accounts where community_id = $communityId and partner_id = $partnerId`;

export const selectSettlement = query<'select_settlement', { closedThrough: string }>('select_settlement', SETTLEMENT);

/** The day up to which a partner's days are final, under the lock that postings take first. */
export const lockSettlement = write<'lock_settlement', { closedThrough: string }>(
  'lock_settlement',
  `${SETTLEMENT} for no key update`,
);

/** Nothing is booked into the day or before it any more: postings see the mark under the same lock. */
export const updateClosedThrough = write(
  'update_closed_through',
  'update accounts set closed_through = $day!::date where community_id = $communityId and id = $accountId',
);

/** The days from `first`, the oldest that is open, to `last`, oldest first, whether or not something was booked on them. */
export const selectDaysToClose = query(
  'select_days_to_close',
  `with base as materialized (
     select s.day, ${heldAtClose('s')} as seconds from statements s
     where s.community_id = $communityId and s.partner_id = $partnerId and s.day < $first::date order by s.day desc limit 1
   ), booked as materialized (
     select booked_on as day, count(*) filter (where kind = 'credit') as credits,
       coalesce(sum(amount_seconds) filter (where kind = 'credit'), 0) as credited,
       count(*) filter (where kind <> 'credit') as reversals,
       coalesce(sum(amount_seconds) filter (where kind <> 'credit'), 0) as reversed
     from transfers
     where community_id = $communityId and partner_id = $partnerId and booked_on <= $last::date
       and booked_on > coalesce((select day from base), '-infinity')
     group by 1
   ), opened as (
     select point::date as day, coalesce((select seconds from base), 0) +
       coalesce((select sum(credited - reversed) from booked b where b.day < point::date), 0) as opening
     from generate_series($first::date::timestamp, $last::date::timestamp, '1 day') as point
   )
   select o.day, o.opening::bigint as "openingSeconds", coalesce(b.credits, 0)::int as "creditsCount",
     coalesce(b.credited, 0)::bigint as "creditsSeconds", coalesce(b.reversals, 0)::int as "reversalsCount",
     coalesce(b.reversed, 0)::bigint as "reversalsSeconds",
     (o.opening + coalesce(b.credited - b.reversed, 0))::bigint as "closingSeconds"
   from opened o left join booked b using (day)
   order by o.day`,
);

export const insertStatements = write(
  'insert_statements',
  {
    rows: {
      communityId: 'int',
      partnerId: 'int',
      day: 'date',
      openingSeconds: 'bigint',
      creditsCount: 'int',
      creditsSeconds: 'bigint',
      reversalsCount: 'int',
      reversalsSeconds: 'bigint',
      closedAt: 'timestamptz',
    },
  },
  'insert into statements ($columns) select $columns from unnest($rows) as r ($columns)',
);

/** Partners with a day to close, or a closed one that should have a hash and has none, oldest first. */
export const selectPartnersToClose = query(
  'select_partners_to_close',
  `select community_id as "communityId", partner_id as "partnerId" from accounts a
   where partner_id is not null and kind = 'settlement'
     and not exists (select from communities c where c.id = a.community_id and c.move_state = 'copy')
     and (closed_through < $through::date
     or exists (select from statements s
       where s.community_id = a.community_id and s.partner_id = a.partner_id and s.day > coalesce(
         (select max(h.day) from statement_hashes h
          where h.community_id = a.community_id and h.partner_id = a.partner_id), a.unhashed_through, '-infinity')))
   order by community_id, partner_id limit $limit`,
);

/**
 * `creditId`: the credit itself, or the one that was reversed. `text`: the note of a credit, the reason of a reversal.
 */
export type StatementLineRow = RowFrom<typeof selectStatementLines>;

/** The bookings of a partner's day, oldest first, a page at a time. */
export const selectStatementLines = query<
  'select_statement_lines',
  { kind: 'credit' | 'credit_reversal'; reference: string }
>(
  'select_statement_lines',
  `select t.kind, t.id, coalesce(t.reverses_id, t.id) as "creditId", m.id as "memberId",
     m.external_id as "externalId", m.name, t.amount_seconds as "amountSeconds", t.reference,
     coalesce(t.note, t.reason) as text, t.created_at as "createdAt"
   from transfers t
   join accounts a on a.community_id = t.community_id
     and a.id = case t.kind when 'credit' then t.credit_account_id else t.debit_account_id end
   join members m on m.community_id = a.community_id and m.id = a.member_id
   where t.community_id = $communityId and t.partner_id = $partnerId and t.booked_on = $day::date and t.id > $afterId
   order by t.id limit $limit`,
);

export type CreditSumRow = StatementRow<'select_credit_sums'>;

/** Sums of final days from their statements, and of the open days from what was booked on them. @param partnerId null: of all that people know */
export const selectCreditSums = query(
  'select_credit_sums',
  { plan: 'each time' },
  `with asked as (
     select a.partner_id, greatest(coalesce(a.closed_through + 1, $lastMonth), $lastMonth) as open_from
     from accounts a
     join partners p on p.community_id = a.community_id and p.id = a.partner_id
     where a.community_id = $communityId
       and (p.id = $partnerId::bigint or ($partnerId is null and ${isOutside('p')}))
   ), days as (
     select s.day, s.credits_count as credits, s.credits_seconds as credited, s.reversals_seconds as reversed
     from asked a
     join statements s on s.community_id = $communityId and s.partner_id = a.partner_id
       and s.day between $lastMonth and $today
     union all
     select t.booked_on, (t.kind = 'credit')::int, case when t.kind = 'credit' then t.amount_seconds else 0 end,
       case when t.kind = 'credit' then 0 else t.amount_seconds end
     from asked a
     join transfers t on t.community_id = $communityId and t.partner_id = a.partner_id
       and t.booked_on between a.open_from and $today
   )
   select p.period, sum(d.credits)::int as credits, sum(d.credited)::bigint as "creditedSeconds",
     sum(d.reversed)::bigint as "reversedSeconds"
   from (values ('today', $today, $today), ('thisMonth', $thisMonth, $today), ('lastMonth', $lastMonth, $lastUntil))
     as p (period, first, last)
   join days d on d.day between p.first and p.last
   group by p.period`,
);

/** Deletes totals of days that are final: nothing is booked into them any more, so nothing asks how much is left. */
export const deleteCreditDays = query(
  'delete_credit_days',
  `with final as (
     select d.community_id, d.partner_id, d.day, d.account_id
     from accounts s
     join credit_days d on d.community_id = s.community_id and d.partner_id = s.partner_id and d.day <= s.closed_through
     where s.partner_id is not null
     limit $limit
   ), deleted as (
     delete from credit_days d using final f
     where d.community_id = f.community_id and d.partner_id = f.partner_id and d.day = f.day
       and d.account_id = f.account_id
     returning 1
   )
   select count(*)::int as deleted from deleted`,
);
