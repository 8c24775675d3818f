/** The balance of a settlement account, which has no running totals: each credit would change its row (0066). */

/**
 * SQL: what the ledger holds at the end of a final day, for a row of `statements`: what it closes with, unless its
 * community was put back to an earlier state behind it (docs/decisions/backups.md).
 */
export const heldAtClose = (statement: string) => `(${statement}.closing_seconds + coalesce((
       select r.differs_seconds from restored_days r
       where r.community_id = ${statement}.community_id and r.partner_id = ${statement}.partner_id
         and r.last_day = ${statement}.day), 0))`;

/**
 * What a partner has credited less what it took back, in seconds, as SQL: the closing of its last final day, and what
 * is booked on its open days. The balance of its settlement account is the negative of it.
 * @param account a row of accounts that has a partner
 */
export const settledSeconds = (account: string) => `(
     select coalesce(f.seconds, 0) + coalesce((
       select sum(case t.kind when 'credit' then t.amount_seconds else -t.amount_seconds end) from transfers t
       where t.community_id = ${account}.community_id and t.partner_id = ${account}.partner_id
         and t.booked_on > coalesce(f.day, '-infinity')), 0)
     from (select) one
     left join lateral (
       select s.day, ${heldAtClose('s')} as seconds from statements s
       where s.community_id = ${account}.community_id and s.partner_id = ${account}.partner_id
       order by s.day desc limit 1) f on true)::bigint`;
