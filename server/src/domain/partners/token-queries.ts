import { query } from '../../platform/database/query.ts';

export const deleteExpiredTokens = query<[before: Date, limit: number], { deleted: number }>(
  'delete_expired_tokens',
  `with expired as (
     select token_hash from access_tokens where expires_at < $1 order by expires_at limit $2 for update skip locked
   ), deleted as (
     delete from access_tokens t using expired where t.token_hash = expired.token_hash returning 1
   )
   select count(*)::int as deleted from deleted`,
);

export const deleteExpiredProofs = query<[before: Date, limit: number], { deleted: number }>(
  'delete_expired_proofs',
  `with expired as (
     select community_id, partner_id, digest from used_proofs
     where expires_at < $1 order by expires_at limit $2 for update skip locked
   ), deleted as (
     delete from used_proofs p using expired e
     where p.community_id = e.community_id and p.partner_id = e.partner_id and p.digest = e.digest returning 1
   )
   select count(*)::int as deleted from deleted`,
);
