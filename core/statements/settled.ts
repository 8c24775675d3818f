/** The balance of a settlement account, which has no running totals: each credit would change its row (0066). */

/**
 * What a partner has credited less what it took back, in seconds, as SQL: the closing of its last final day, and what
 * is booked on its open days. The balance of its settlement account is the negative of it.
 * @param account a row of accounts that has a partner
 */
export const settledSeconds = (account: string) => `(
     select coalesce(f.closing_seconds, 0) + coalesce((
       select sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end) from transfers t
       where t.community_id = ${account}.community_id and t.partner_id = ${account}.partner_id
         and t.booked_on > coalesce(f.day, '-infinity')), 0)
     from (select) one
     left join lateral (
       select day, closing_seconds from statements
       where community_id = ${account}.community_id and partner_id = ${account}.partner_id
       order by day desc limit 1) f on true)::bigint`;
