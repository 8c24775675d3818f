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
