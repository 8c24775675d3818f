import { query, type StatementRow } from '../database/query.ts';

/**
 * One row per requested token that is valid now; a row with `position` null when there is none. `position`: from 1, in
 * the order of the hashes. `tokenScopes`: space-separated. `keyThumbprint`: thumbprint of the key it is bound to; null:
 * it is a bearer token. `allowedAddresses`: space-separated CIDRs; empty allows every address. `isMoving`: it is on its
 * way to another installation, or from one. `movedTo`: the origin it has moved to; null: it is here.
 */
export type TokenRow = StatementRow<'select_tokens'>;

/**
 * A directory look-up: the row gives the community that every further statement filters by. Suspending the partner,
 * revoking the secret, key or token, taking scopes
 * away, and refusing secrets or unbound tokens show in the next call, on every node.
 */
export const selectTokens = query(
  'select_tokens',
  `select t.position, i.partner_api_disabled_reason is not null as "installationDisabled",
     t.community_id as "communityId!", t.partner_id as "partnerId!", t.client_id as "clientId!",
     t.credential_id as "credentialId!", t.token_scopes as "tokenScopes!", t.partner_scopes as "partnerScopes!",
       t.key_thumbprint as "keyThumbprint",
     t.allowed_addresses as "allowedAddresses!", t.rate_limit_per_minute as "rateLimitPerMinute!",
     t.community_disabled as "communityDisabled!", t.is_sandbox as "isSandbox!",
     t.resets as "resets!", t.is_moving as "isMoving!", t.moved_to as "movedTo"
   from installation i
   left join (
     select k.position::int, a.community_id, a.partner_id, p.client_id, a.credential_id,
       array_to_string(a.scopes, ' ') as token_scopes, a.key_thumbprint, array_to_string(p.scopes,
         ' ') as partner_scopes,
       array_to_string(p.allowed_addresses, ' ') as allowed_addresses, p.rate_limit_per_minute,
       c.partner_api_disabled_reason is not null as community_disabled, c.kind = 'sandbox' as is_sandbox,
       c.resets, c.move_state is not null as is_moving, c.moved_to
     -- In a select the planner does not count the hashes: it would make a plan for each number of them.
     from unnest((select $hashes::bytea[])) with ordinality as k (hash, position)
     -- "offset 0" keeps each look-up by its key, also in a new database whose statistics are still to come.
     cross join lateral (select * from access_tokens where token_hash = k.hash offset 0) a
     cross join lateral (
       select * from partners where community_id = a.community_id and id = a.partner_id offset 0
     ) p
     cross join lateral (
       select * from credentials where community_id = a.community_id and id = a.credential_id offset 0
     ) s
     join communities c on c.id = a.community_id
     where a.revoked_at is null and a.expires_at > $now and p.status = 'active' and s.revoked_at is null
       and (s.secret_hash is null or not p.keys_only) and (a.key_thumbprint is not null or not p.bound_tokens_only)
   ) t on true
   -- By key: a scan, switched off for request paths, would drown the cost of everything else before PostgreSQL 18.
   where i.id`,
);

/** Whether the operator has switched the partner API off for all communities. */
export const selectInstallationSwitch = query(
  'select_installation_switch',
  'select partner_api_disabled_reason is not null as "installationDisabled" from installation where id',
);

/** Requests of a partner: in the minute (counted from 1970), and in the one before. */
export interface RequestWindow {
  readonly minute: number;
  readonly count: number;
  readonly previous: number;
}

/**
 * Adds requests to the windows of partners. A node whose clock lags counts into the minute that has begun elsewhere.
 */
export const countRequests = query(
  'count_requests',
  `insert into request_windows as w (community_id, partner_id, minute, count, previous)
   select counted.*, 0 from (
     select community_id, partner_id, $minute::bigint, requests
     from unnest($communityIds::int[], $partnerIds::int[], $requests::int[]) as row (community_id, partner_id, requests)
   ) counted
   on conflict (community_id, partner_id) do update set
     minute = greatest(w.minute, excluded.minute),
     count = case when w.minute >= excluded.minute then w.count else 0 end + excluded.count,
     previous = case when w.minute >= excluded.minute then w.previous
       when w.minute = excluded.minute - 1 then w.count else 0 end
   returning partner_id as "partnerId", minute, count, previous`,
);

/** Answers those that nobody had used before. In one order, so that nodes do not block each other. */
export const insertUsedProofs = query(
  'insert_used_proofs',
  { rows: { communityId: 'int', partnerId: 'int', digest: 'bytea', expiresAt: 'timestamptz' } },
  `insert into used_proofs (community_id, partner_id, digest, expires_at)
   select community_id, partner_id, digest, expires_at from unnest($rows) as rows ($columns) order by 1, 2, 3
   on conflict do nothing
   returning partner_id as "partnerId", digest`,
);
