/** What the inbox and the comparison both read: members whom texts name, and credits beside what the inbox has booked. */
import { query, type StatementRow } from '../../../../core/database/query.ts';

/** `lineId`: the inbox's line. */
export type TwiceBookedRow = StatementRow<'select_twice_booked'>;

/**
 * Credits that may be of a transfer which the inbox has booked: from a line without a reference of the bank, or with one
 * that came in a later report, so that no request could conflict with it, for the same member and hours, at most ten days apart, with no other end-to-end id. A
 * credit that pays for a line of its own is none of them, nor one that a person knew who chose the line's member.
 */
export const selectTwiceBooked = query(
  'select_twice_booked',
  `select t.id as "creditId", l.id as "lineId"
   from unnest($ids::uuid[]) as given (id)
   cross join lateral (select * from transfers where community_id = $communityId and id = given.id and kind = 'credit' limit 1) t
   join bank_accounts a on a.community_id = $communityId
   cross join lateral (
     select o.* from bank_lines o
     where o.community_id = $communityId and o.account_id = a.id
       and o.booked_on between t.booked_on - 10 and t.booked_on + 10
       and o.state = 'booked' and (o.reference is null or not o.is_bank_wide or o.format !~ '^(camt|mt)' or o.reference = t.reference)
       and (o.end_to_end_id is null or t.payment_end_to_end_id is null or o.end_to_end_id = t.payment_end_to_end_id)
       and not (o.names = 'chosen' and o.decided_at >= t.created_at)
     offset 0) l
   join transfers u on u.community_id = $communityId and u.id = l.credit_id and u.kind = 'credit' and u.id <> t.id
     and u.credit_account_id = t.credit_account_id and u.amount_seconds = t.amount_seconds
   where (a.partner_id = t.partner_id or not exists (
       select from bank_accounts s where s.community_id = $communityId and s.partner_id is not null))
     and not exists (select from transfers r where r.community_id = $communityId and r.reverses_id in (t.id, u.id))
     and not exists (select from bank_lines o where o.community_id = $communityId and o.credit_id = t.id)
   order by t.booked_on, t.id, l.id`,
);

/** One line for each credit: it can be booked twice only once. */
export function pairsOf(rows: readonly TwiceBookedRow[]): Map<string, number> {
  const pairs = new Map<string, number>();
  const taken = new Set<number>();
  for (const { creditId, lineId } of rows) {
    if (pairs.has(creditId) || taken.has(lineId)) continue;
    pairs.set(creditId, lineId);
    taken.add(lineId);
  }
  return pairs;
}

/** `formerPaymentReference`: the one it had before; null: none. */
export type NamedMemberRow = StatementRow<'select_members_by_payment_reference'>;

export const selectMembersByPaymentReference = query(
  'select_members_by_payment_reference',
  `select m.id, m.external_id as "externalId", m.name, k.payment_reference as "paymentReference",
     k.former_payment_reference as "formerPaymentReference"
   from (
     select id, payment_reference, former_payment_reference
     from members where community_id = $communityId and payment_reference = any($paymentReferences::text[])
     union
     select id, payment_reference, former_payment_reference
     from members where community_id = $communityId and former_payment_reference = any($paymentReferences::text[])
   ) k
   join members m on m.community_id = $communityId and m.id = who_stays($communityId, k.id)`,
);
