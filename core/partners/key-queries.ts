import { query, write } from '../database/query.ts';

const KEY = `select partner_id as "partnerId", public_key as key, created_at as "createdAt" from credentials`;
const LIVE = 'public_key is not null and revoked_at is null';

export const selectKeys = query(
  'select_keys',
  `${KEY} where community_id = $communityId and ${LIVE} order by partner_id, id`,
);

export const selectPartnerKeys = query(
  'select_partner_keys',
  `${KEY} where community_id = $communityId and partner_id = $partnerId and ${LIVE} order by id`,
);

/** A key that is registered already stays what it is, tokens and all; only its name may be new. */
export const insertKeys = write(
  'insert_keys',
  { rows: { communityId: 'int', partnerId: 'int', thumbprint: 'text not null', key: 'jsonb not null' } },
  `insert into credentials (community_id, partner_id, key_thumbprint, public_key, created_at)
   select community_id, partner_id, thumbprint, key, $createdAt from unnest($rows) as rows ($columns)
   on conflict (community_id, partner_id, key_thumbprint) where revoked_at is null
   do update set public_key = excluded.public_key`,
);

/** Ends all keys but those with these thumbprints, and with them their tokens. */
export const updateKeysRevoked = write(
  'update_keys_revoked',
  `update credentials set revoked_at = $revokedAt!
   where community_id = $communityId and partner_id = $partnerId and ${LIVE}
     and key_thumbprint <> all ($keptThumbprints::text[])`,
);

export const upsertKeyUrl = write(
  'upsert_key_url',
  `insert into key_urls (community_id, partner_id, url, tried_at, fetched_at)
   values ($communityId, $partnerId, $url, $fetchedAt, $fetchedAt)
   on conflict (community_id, partner_id) do update set
     url = excluded.url, tried_at = excluded.tried_at, fetched_at = excluded.fetched_at, error = null`,
);

export const deleteKeyUrl = write(
  'delete_key_url',
  'delete from key_urls where community_id = $communityId and partner_id = $partnerId',
);

/** The caller that gets the row may ask the URL now; no node does so again soon after. */
export const claimKeyUrl = query(
  'claim_key_url',
  `update key_urls set tried_at = $at
   where community_id = $communityId and partner_id = $partnerId and tried_at <= $triedBefore returning url`,
);

export const updateKeyUrlFailed = query(
  'update_key_url_failed',
  'update key_urls set error = $error! where community_id = $communityId and partner_id = $partnerId and url = $url',
);

export const updateKeyUrlFetched = query(
  'update_key_url_fetched',
  `update key_urls set fetched_at = $fetchedAt, error = null
   where community_id = $communityId and partner_id = $partnerId and url = $url`,
);

export const updateKeyRules = write(
  'update_key_rules',
  `update partners set keys_only = $keysOnly, bound_tokens_only = $boundTokensOnly, updated_at = $updatedAt
   where community_id = $communityId and id = $partnerId`,
);
