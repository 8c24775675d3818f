import { query, type StatementRow, write } from '../database/query.ts';

/**
 * A client with one of its live secrets or keys; a client without any has one row with nulls. `rateLimitPerMinute`: 0:
 * none. `keyUrl`: where the keys are published; null: they were pasted, or there are none.
 */
export type ClientRow = StatementRow<'select_clients'>;

/** Directory look-up: the client id tells the community. Secrets and keys revoked or expired are left out. */
export const selectClients = query(
  'select_clients',
  `select p.client_id as "clientId", p.community_id as "communityId", m.kind as "communityKind",
     m.tag as "communityTag",
     m.partner_api_disabled_reason as "communityDisabledReason", m.move_state is not null as "isMoving",
     m.moved_to as "movedTo", p.id as "partnerId", p.status, p.scopes,
     p.allowed_addresses::text[] as "allowedAddresses",
     p.rate_limit_per_minute as "rateLimitPerMinute", c.id as "credentialId", c.secret_hash as "secretHash",
       c.last_used_at as "lastUsedAt",
     c.public_key as "publicKey", p.keys_only as "keysOnly", p.bound_tokens_only as "boundTokensOnly",
     u.url as "keyUrl", u.fetched_at as "keysFetchedAt"
   from unnest($clientIds::text[]) as wanted (client_id)
   join partners p on p.client_id = wanted.client_id
   join communities m on m.id = p.community_id
   left join key_urls u on u.community_id = p.community_id and u.partner_id = p.id
   left join credentials c on c.community_id = p.community_id and c.partner_id = p.id
     and c.revoked_at is null and (c.expires_at is null or c.expires_at > $at)`,
);

/** `scopes` are space-separated. */
export const insertAccessTokens = query(
  'insert_access_tokens',
  {
    rows: {
      tokenHash: 'bytea',
      communityId: 'int',
      partnerId: 'int',
      credentialId: 'int',
      scopes: 'text',
      keyThumbprint: 'text',
      issuedAt: 'timestamptz',
      expiresAt: 'timestamptz',
    },
  },
  `insert into access_tokens (token_hash, community_id, partner_id, credential_id, scopes, key_thumbprint, issued_at,
     expires_at)
   select token_hash, community_id, partner_id, credential_id, string_to_array(scopes, ' '), key_thumbprint, issued_at,
     expires_at
   from unnest($rows) as rows ($columns)`,
);

/** Notes the use of secrets, at most once a minute each. */
export const touchCredentials = query(
  'touch_credentials',
  `update credentials c set
     first_used_at = coalesce(c.first_used_at, $usedAt!), last_used_at = $usedAt, last_used_address = used.address::inet
   from unnest($communityIds::int[], $credentialIds::int[], $addresses::text[]) as used (community_id, id, address)
   where c.community_id = used.community_id and c.id = used.id
     and (c.last_used_at is null or c.last_used_at <= $unlessUsedSince)`,
);

/** Directory look-up: any client's token, and whether it still works; locked until it is revoked. */
export const lockToken = write(
  'lock_token',
  `select community_id as "communityId", partner_id as "partnerId",
     revoked_at is null and expires_at > $at as "isLive"
   from access_tokens where token_hash = $tokenHash for no key update`,
);

export const updateTokenRevoked = write(
  'update_token_revoked',
  'update access_tokens set revoked_at = $at where token_hash = $tokenHash and revoked_at is null and expires_at > $at',
);
