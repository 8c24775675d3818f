import type { Scope } from '@timebank/contract';
import { deletesRows } from '../database/fragments.ts';
import { query, write } from '../database/query.ts';

export const deleteExpiredTokens = query(
  'delete_expired_tokens',
  deletesRows('access_tokens', ['token_hash'], `expires_at < $before order by expires_at`),
);

export const deleteExpiredProofs = query(
  'delete_expired_proofs',
  deletesRows('used_proofs', ['community_id', 'partner_id', 'digest'], `expires_at < $before order by expires_at`),
);

export interface LiveTokenRow {
  readonly tokenHash: Buffer;
  readonly scopes: readonly Scope[];
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly isBound: boolean;
  readonly credentialId: number;
  readonly secretHint: string | null;
  readonly keyId: string | null;
}

/** Tokens that work now, newest first, after a place in that order. None lives longer than since `issuedAfter`. */
export const selectLiveTokens = query<
  {
    communityId: number;
    partnerId: number;
    issuedAfter: Date;
    now: Date;
    beforeAt: string;
    beforeHash: Buffer;
    limit: number;
  },
  LiveTokenRow
>(
  'select_live_tokens',
  `select t.token_hash as "tokenHash", t.scopes, t.issued_at as "issuedAt", t.expires_at as "expiresAt",
     t.key_thumbprint is not null as "isBound", t.credential_id as "credentialId", c.secret_hint as "secretHint",
     c.public_key ->> 'kid' as "keyId"
   from access_tokens t
   join credentials c on c.community_id = t.community_id and c.id = t.credential_id
   where t.community_id = $communityId and t.partner_id = $partnerId and t.issued_at > $issuedAfter
     and t.expires_at > $now and t.revoked_at is null and c.revoked_at is null
     and (t.issued_at, t.token_hash) < ($beforeAt, $beforeHash)
   order by t.issued_at desc, t.token_hash desc limit $limit`,
);

/** Revokes the partner's live token whose digest lies in the range. */
export const updateTokenRevokedById = write(
  'update_token_revoked_by_id',
  `update access_tokens set revoked_at = $at
   where token_hash between $first and $last and community_id = $communityId and partner_id = $partnerId
     and revoked_at is null and expires_at > $at
   returning token_hash as "tokenHash"`,
);

/** Revokes all live tokens of a partner. */
export const updateTokensRevoked = write(
  'update_tokens_revoked',
  `with revoked as (
     update access_tokens set revoked_at = $at
     where community_id = $communityId and partner_id = $partnerId and issued_at > $issuedAfter and revoked_at is null
       and expires_at > $at
     returning 1)
   select count(*)::int as revoked from revoked`,
);

/** Revokes all live tokens that were issued at this moment or before, of all communities. */
export const revokeTokensIssuedUntil = query(
  'revoke_tokens_issued_until',
  `with revoked as (
     update access_tokens set revoked_at = $at
     where issued_at <= $until and revoked_at is null and expires_at > $at
     returning 1)
   select count(*)::int as revoked from revoked`,
);
