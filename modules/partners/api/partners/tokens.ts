/** /communities/{slug}/partners/{partnerId}/tokens: the live access tokens, and their end. */

import { actOf, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import type { LiveTokenRow } from '../../../../core/partners/token-queries.ts';
import {
  placeOf,
  readLiveTokens,
  revokeAccessToken,
  revokeAllAccessTokens,
  tokenIdOf,
} from '../../../../core/partners/tokens.ts';
import {
  listPartnerTokens,
  type PartnerToken,
  type revokePartnerToken,
  type revokePartnerTokens,
} from '../../contract/tokens.ts';

export const listPartnerTokensHandler: ConsoleHandler<typeof listPartnerTokens> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const page = openPage(call, deps, listPartnerTokens);
  const partner = { communityId: call.membership.communityId, partnerId };
  const rows = await readLiveTokens(deps.database.reads, partner, deps.clock.now(), page.after, page.limit);
  return pageOf(page, rows, placeOf, present);
};

export const revokePartnerTokenHandler: ConsoleHandler<typeof revokePartnerToken> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const { tokenId = '' } = call.params;
  await revokeAccessToken(deps, { ...actOf(call), partnerId }, tokenId);
  return { data: { id: tokenId, deleted: true } };
};

export const revokePartnerTokensHandler: ConsoleHandler<typeof revokePartnerTokens> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  return { data: { revoked: await revokeAllAccessTokens(deps, { ...actOf(call), partnerId }) } };
};

function present(row: LiveTokenRow): PartnerToken {
  return {
    id: tokenIdOf(row.tokenHash),
    scopes: [...row.scopes],
    issued_at: row.issuedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    bound: row.isBound,
    credential_id: row.credentialId,
    secret_hint: row.secretHint,
    key_id: row.keyId,
  };
}
