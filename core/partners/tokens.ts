/** A partner's access tokens, as administrators see and end them. */
import { TOKEN_LIFETIME_SECONDS } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { ago } from '../base/time.ts';
import { type ChangeDeps, change } from '../change/change.ts';
import type { Queryable } from '../database/query.ts';
import type { PartnerAct } from './provision.ts';
import { type LiveTokenRow, selectLiveTokens, updateTokenRevokedById, updateTokensRevoked } from './token-queries.ts';

/** Enough to find the token's other rows, too little to find the token. */
const ID_BYTES = 8;
const HASH_BYTES = 32;
const ID = new RegExp(`^[0-9a-f]{${2 * ID_BYTES}}$`);
/** Later than every token. */
const LAST = ['infinity', ''] as const;

export function tokenIdOf(tokenHash: Buffer): string {
  return tokenHash.toString('hex', 0, ID_BYTES);
}

/** The audit log's name of a token. */
export function tokenSubject(tokenHash: Buffer): string {
  return `token:${tokenIdOf(tokenHash)}`;
}

/** @param place of the row before in the list's order, as `placeOf` writes it */
export async function readLiveTokens(
  on: Queryable,
  { communityId, partnerId }: Pick<PartnerAct, 'communityId' | 'partnerId'>,
  now: Date,
  place: string | undefined,
  limit: number,
): Promise<LiveTokenRow[]> {
  const [at = '', id = ''] = place?.split(' ') ?? LAST;
  const before = Buffer.from(id, 'hex');
  return await selectLiveTokens(on, {
    ...{ communityId, partnerId, issuedAfter: oldest(now), now, limit },
    ...{ beforeAt: at, beforeHash: before },
  });
}

/** By the id, not by the digest: of two, the greater id has the greater digest. */
export function placeOf({ issuedAt, tokenHash }: LiveTokenRow): string {
  return `${issuedAt.toISOString()} ${tokenIdOf(tokenHash)}`;
}

/**
 * Revokes one token; it is refused from the next request on.
 * @throws Refusal token_not_found when the partner has no such live token
 */
export async function revokeAccessToken(deps: ChangeDeps, act: PartnerAct, id: string): Promise<void> {
  const { communityId, partnerId } = act;
  await change(deps, act, async ({ transaction, at, audit }) => {
    const [first, last] = ID.test(id) ? rangeOf(id) : [Buffer.alloc(0), Buffer.alloc(0)];
    const [row] = await updateTokenRevokedById(transaction, { communityId, partnerId, first, last, at });
    if (!row) throw refusal('token_not_found', 'This partner has no such access token, or it no longer works.');
    audit('token.revoked', tokenSubject(row.tokenHash), { partner_id: partnerId });
  });
}

/** Revokes all of a partner's tokens. Returns how many there were. */
export async function revokeAllAccessTokens(deps: ChangeDeps, act: PartnerAct): Promise<number> {
  const { communityId, partnerId } = act;
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const [row] = await updateTokensRevoked(transaction, { communityId, partnerId, issuedAfter: oldest(at), at });
    const count = row?.revoked ?? 0;
    audit('tokens.revoked', `partner:${partnerId}`, { count });
    return count;
  });
}

const oldest = (now: Date) => ago(now, TOKEN_LIFETIME_SECONDS * 1000);

function rangeOf(id: string): [first: Buffer, last: Buffer] {
  const rest = 2 * (HASH_BYTES - ID_BYTES);
  return [Buffer.from(id + '0'.repeat(rest), 'hex'), Buffer.from(id + 'f'.repeat(rest), 'hex')];
}
