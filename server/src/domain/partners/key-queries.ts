import { rowsWrite } from '../../platform/database/named.ts';
import { query, write } from '../../platform/database/query.ts';
import type { PublicKey } from './public-keys.ts';

/** A registered key. */
export interface KeyRow {
  readonly partnerId: number;
  readonly key: PublicKey;
  readonly createdAt: Date;
}

const KEY = `select partner_id as "partnerId", public_key as key, created_at as "createdAt" from credentials`;
const LIVE = 'public_key is not null and revoked_at is null';

export const selectKeys = query<[communityId: number], KeyRow>(
  'select_keys',
  `${KEY} where community_id = $1 and ${LIVE} order by partner_id, id`,
);

export const selectPartnerKeys = query<[communityId: number, partnerId: number], KeyRow>(
  'select_partner_keys',
  `${KEY} where community_id = $1 and partner_id = $2 and ${LIVE} order by id`,
);

/** A key that is registered already stays what it is, tokens and all; only its name may be new. */
export const insertKeys = rowsWrite<
  { communityId: number; partnerId: number; thumbprint: string; key: string },
  never,
  { createdAt: Date }
>(
  'insert_keys',
  {
    columns: { communityId: 'int', partnerId: 'int', thumbprint: 'text', key: 'jsonb' },
    shared: { createdAt: 'timestamptz' },
  },
  `insert into credentials (community_id, partner_id, key_thumbprint, public_key, created_at)
   select community_id, partner_id, thumbprint, key, $createdAt from unnest($rows) as rows ($columns)
   on conflict (community_id, partner_id, key_thumbprint) where revoked_at is null
   do update set public_key = excluded.public_key`,
);

/** Ends all keys but those with these thumbprints, and with them their tokens. */
export const updateKeysRevoked = write<
  [communityId: number, partnerId: number, keptThumbprints: readonly string[], revokedAt: Date]
>(
  'update_keys_revoked',
  `update credentials set revoked_at = $4
   where community_id = $1 and partner_id = $2 and ${LIVE} and key_thumbprint <> all ($3::text[])`,
);

export const upsertKeyUrl = write<[communityId: number, partnerId: number, url: string, fetchedAt: Date]>(
  'upsert_key_url',
  `insert into key_urls (community_id, partner_id, url, tried_at, fetched_at) values ($1, $2, $3, $4, $4)
   on conflict (community_id, partner_id) do update set
     url = excluded.url, tried_at = excluded.tried_at, fetched_at = excluded.fetched_at, error = null`,
);

export const deleteKeyUrl = write<[communityId: number, partnerId: number]>(
  'delete_key_url',
  'delete from key_urls where community_id = $1 and partner_id = $2',
);

/** The caller that gets the row may ask the URL now; no node does so again soon after. */
export const claimKeyUrl = query<
  [communityId: number, partnerId: number, at: Date, triedBefore: Date],
  { url: string }
>(
  'claim_key_url',
  `update key_urls set tried_at = $3 where community_id = $1 and partner_id = $2 and tried_at <= $4 returning url`,
);

export const updateKeyUrlFailed = query<[communityId: number, partnerId: number, url: string, error: string], never>(
  'update_key_url_failed',
  'update key_urls set error = $4 where community_id = $1 and partner_id = $2 and url = $3',
);

export const updateKeyUrlFetched = query<[communityId: number, partnerId: number, url: string, fetchedAt: Date], never>(
  'update_key_url_fetched',
  `update key_urls set fetched_at = $4, error = null where community_id = $1 and partner_id = $2 and url = $3`,
);

export const updateKeyRules = write<
  [communityId: number, partnerId: number, keysOnly: boolean, boundTokensOnly: boolean, updatedAt: Date]
>(
  'update_key_rules',
  `update partners set keys_only = $3, bound_tokens_only = $4, updated_at = $5 where community_id = $1 and id = $2`,
);
