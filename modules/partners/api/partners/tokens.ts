/** /communities/{slug}/partners/{partnerId}/tokens: the live access tokens, and their end. */

import { actOf, type ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { shownAs } from '../../../../core/base/fields/fields.ts';
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
  PartnerToken,
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
    ...shownAs(PartnerToken, row),
    id: tokenIdOf(row.tokenHash),
    bound: row.isBound,
  };
}
