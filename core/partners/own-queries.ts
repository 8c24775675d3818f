import { query, type StatementRow } from '../database/query.ts';

/** `day`: the day that it is booked on now, and what it has credited on it. */
export type OwnRow = StatementRow<'select_own'>;

/**
 * The partner itself, its caps, and, where there is a cap per day, what it has credited on its current day: gross, as the
 * caps count. That day is today, or the first one that is open where today is final already.
 */
export const selectOwn = query(
  'select_own',
  `select p.name, p.status, p.client_id as "clientId", c.name as "communityName", c.slug, c.kind, p.scopes,
     p.rate_limit_per_minute as "rateLimitPerMinute", p.max_credit_seconds as "maxCreditSeconds",
     p.max_member_day_seconds as "maxMemberDaySeconds", p.max_partner_day_seconds as "maxPartnerDaySeconds",
     c.upper_balance_seconds as "upperBalanceSeconds",
     s.day, coalesce((select d.credited_seconds from credit_days d
       where d.community_id = p.community_id and d.partner_id = p.id and d.day = s.day and d.account_id = s.id), 0)
       as "creditedTodaySeconds",
     p.keys_only as "keysOnly", p.bound_tokens_only as "boundTokensOnly", u.url as "keyUrl",
     u.fetched_at as "keysFetchedAt", u.error as "keysError"
   from partners p join communities c on c.id = p.community_id
   cross join lateral (
     select id, greatest($today::date, closed_through + 1) as day from accounts
     where community_id = p.community_id and partner_id = p.id limit 1) s
   left join key_urls u on u.community_id = p.community_id and u.partner_id = p.id
   where p.community_id = $communityId and p.id = $partnerId`,
);

export const selectOwnSecrets = query(
  'select_own_secrets',
  `select secret_hint as "hint!", created_at as "createdAt", expires_at as "expiresAt" from credentials
   where community_id = $communityId and partner_id = $partnerId and secret_hash is not null and revoked_at is null
     and (expires_at is null or expires_at > $at)
   order by id`,
);
