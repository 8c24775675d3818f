import { query, type StatementRow, write } from '../database/query.ts';

/** A live secret, which is not revoked until the link to it is there. */
export const lockLiveSecret = write(
  'lock_live_secret',
  `select secret_hash as "secretHash" from credentials
   where community_id = $communityId and partner_id = $partnerId and id = $credentialId and secret_hash is not null
     and revoked_at is null and (expires_at is null or expires_at > $at)
   for no key update`,
);

/** A new link to the same secret replaces the earlier one, unless that was opened: then no row is returned. */
export const insertHandOver = write(
  'insert_hand_over',
  `insert into hand_overs as h (community_id, credential_id, token_hash, sealed_secret, created_by, created_at,
     expires_at)
   values ($communityId, $credentialId, $tokenHash, $sealedSecret!, $createdBy, $createdAt, $expiresAt)
   on conflict (community_id, credential_id) do update set
     token_hash = excluded.token_hash, sealed_secret = excluded.sealed_secret, created_by = excluded.created_by,
     created_at = excluded.created_at, expires_at = excluded.expires_at
   where h.opened_at is null
   returning credential_id as "credentialId"`,
);

/** `isLive`: the secret works, now. */
export type HandOverRow = StatementRow<'select_hand_over'>;

/** Directory look-up: the token's digest tells the link. */
export const selectHandOver = query(
  'select_hand_over',
  `select m.name as community, p.name as partner, a.name as "createdBy", h.expires_at as "expiresAt",
     h.opened_at as "openedAt", c.revoked_at is null and (c.expires_at is null or c.expires_at > $now) as "isLive!"
   from hand_overs h
   join credentials c on c.community_id = h.community_id and c.id = h.credential_id
   join partners p on p.community_id = c.community_id and p.id = c.partner_id
   join communities m on m.id = h.community_id
   join administrators a on a.id = h.created_by
   where h.token_hash = $tokenHash`,
);

export type WaitingHandOver = StatementRow<'select_waiting_hand_over'>;

/** A link that can be opened. */
export const selectWaitingHandOver = query(
  'select_waiting_hand_over',
  `select h.community_id as "communityId", h.credential_id as "credentialId", c.partner_id as "partnerId",
     h.sealed_secret as "sealedSecret", c.expires_at as "secretExpiresAt", m.name as community, m.kind as environment,
     p.name as partner, p.status as "partnerStatus", p.client_id as "clientId", p.scopes,
     p.allowed_addresses::text[] as "allowedAddresses", p.rate_limit_per_minute as "rateLimitPerMinute"
   from hand_overs h
   join credentials c on c.community_id = h.community_id and c.id = h.credential_id
   join partners p on p.community_id = c.community_id and p.id = c.partner_id
   join communities m on m.id = h.community_id
   where h.token_hash = $tokenHash and h.sealed_secret is not null and h.expires_at > $at
     and c.revoked_at is null and (c.expires_at is null or c.expires_at > $at)`,
);

/** Returns no row when it was opened or ended meanwhile. */
export const updateHandOverOpened = write(
  'update_hand_over_opened',
  `update hand_overs set sealed_secret = null, opened_at = $openedAt!, opened_address = $address::inet
   where community_id = $communityId and credential_id = $credentialId and sealed_secret is not null
   returning credential_id as "credentialId"`,
);

/** With the secret's revocation. */
export const eraseHandOver = write(
  'erase_hand_over',
  `update hand_overs set sealed_secret = null
   where community_id = $communityId and credential_id = $credentialId and sealed_secret is not null`,
);

export const eraseEndedHandOvers = query(
  'erase_ended_hand_overs',
  `with erased as (
     update hand_overs h set sealed_secret = null
     from credentials c
     where c.community_id = h.community_id and c.id = h.credential_id and h.sealed_secret is not null
       and (h.expires_at <= $now or c.expires_at <= $now)
     returning 1)
   select count(*)::int as erased from erased`,
);
