/** The lines of a month, the money and the credits that they concern, and credits that no line pays for. */

import { query, type StatementRow } from '../../../../core/database/query.ts';
import { calledPartner, isOutside } from '../../../../core/partners/internal.ts';
import { IN_BATCH } from './balance-queries.ts';
import { LISTED_LINE } from './queries.ts';

/** All lines of the month in the order of booking, from its first day to the first of the next. */
export const selectMonthLines = query(
  'select_month_lines',
  `select ${LISTED_LINE}
   where l.community_id = $communityId and l.account_id = $accountId and l.booked_on >= $start::date
     and l.booked_on < $end::date and l.same_as_line_id is null
   order by l.booked_on, l.id limit $limit`,
);

/** Lines without a booking day, of files about the month, or imported in it where the file has no day at all. */
export const selectDaylessLines = query(
  'select_dayless_lines',
  `select ${LISTED_LINE}
   where l.community_id = $communityId and l.account_id = $accountId and l.booked_on is null and l.same_as_line_id is null
     and coalesce(f.first_day, (f.imported_at at time zone 'UTC')::date) < $end::date
     and coalesce(f.last_day, (f.imported_at at time zone 'UTC')::date) >= $start::date
   order by l.id limit $limit`,
);

/** The money of a line, and what it has to do with others. `inBatch`: its batch is there as a whole. */
export type MonthMoneyRow = StatementRow<'select_month_money'>;

/** These lines, those that they take back, and those that take one of them back. */
export const selectMonthMoney = query(
  'select_month_money',
  `select l.id, l.amount, l.currency, l.original_amount as "originalAmount",
     l.original_currency as "originalCurrency", l.booked_on as "bookedOn", l.state, l.credit_id as "creditId",
     l.returns_line_id as "returnsLineId", ${IN_BATCH} as "inBatch"
   from (
     select id from unnest($ids::bigint[]) as given (id)
     union select id from unnest($returnedIds::bigint[]) as returned (id)
     union select id from bank_lines where community_id = $communityId and returns_line_id = any($ids::bigint[])
   ) k
   join bank_lines l on l.community_id = $communityId and l.id = k.id
   order by l.id`,
);

/** `correctedById`: the credit that replaced it. */
export type MonthCreditRow = StatementRow<'select_month_credits'>;

const CREDIT = `t.id, t.partner_id as "partnerId", ${calledPartner('p')} as "partnerName!", p.is_internal as "isInternal",
     m.name as "memberName", m.external_id as "memberNumber", t.amount_seconds as seconds, t.booked_on as "bookedOn", t.payment_currency as currency,
     t.corrects_id as "correctsId", (
       select c.id from transfers c
       where c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id
     ) as "correctedById",
     exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id) as "isReversed"`;
const PARTIES = `join partners p on p.community_id = t.community_id and p.id = t.partner_id
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join members m on m.community_id = a.community_id and m.id = a.member_id`;

export const selectMonthCredits = query(
  'select_month_credits',
  `select ${CREDIT}
   from unnest($ids::uuid[]) as k (id)
   join transfers t on t.community_id = $communityId and t.id = k.id and t.kind = 'credit'
   ${PARTIES}`,
);

/**
 * Credits of partners on days of a month that are not reversed and that no line has; a line may have one that they correct.
 * @param partnerId whose; null: of all partners
 */
export const selectUnpaidCredits = query(
  'select_unpaid_credits',
  `select ${CREDIT}
   from transfers t
   ${PARTIES}
   where t.community_id = $communityId and t.booked_on >= $start::date and t.booked_on < $end::date
     and t.partner_id is not null and t.kind = 'credit' and ${isOutside('p')}
     and ($partnerId::int is null or t.partner_id = $partnerId)
     and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
     and not exists (select from bank_lines l where l.community_id = t.community_id and l.credit_id = t.id)
   order by t.booked_on, t.id limit $limit`,
);

/** Credits among these that some line has. */
export const selectCreditsWithLine = query(
  'select_credits_with_line',
  `select distinct credit_id as "creditId" from bank_lines
   where community_id = $communityId and credit_id = any($ids::uuid[])`,
);
