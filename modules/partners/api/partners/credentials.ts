/** /communities/{slug}/partners/{partnerId}/credentials: issue, rotate, revoke, and whether one was used. */

import { actOf, type CommunityDeps, type CommunityHandler, type ConsoleReply } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { readNumber } from '../../../../console/desk/numbers.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Membership } from '../../../../console/desk/session-queries.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type IssuedSecret, issueSecret, revokeSecret, rotateSecret } from '../../../../core/partners/credentials.ts';
import type { getCredentialUse, issueCredential, revokeCredential, rotateCredential } from '../../contract/partners.ts';
import { selectCredentialUse } from '../../domain/partner-queries.ts';
import { readPartner } from './present.ts';

const FAILURES_SHOWN_MS = 3_600_000;

export const issueCredentialHandler: CommunityHandler<typeof issueCredential> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const issued = await issueSecret(deps, { ...actOf(call), partnerId });
  return await secretReply(deps, call.membership, partnerId, issued);
};

export const rotateCredentialHandler: CommunityHandler<typeof rotateCredential> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const act = { ...actOf(call), partnerId };
  const issued = await rotateSecret(deps, act, call.body.overlap_hours);
  return await secretReply(deps, call.membership, partnerId, issued);
};

export const revokeCredentialHandler: CommunityHandler<typeof revokeCredential> = async (call, deps) => {
  const { id: partnerId } = await findPartner(deps, call.membership, call.params.partnerId);
  const id = readNumber(call.params.credentialId);
  if (id === undefined) throw notFound();
  await revokeSecret(deps, { ...actOf(call), partnerId }, id).catch((error: unknown) => {
    throw refusal.is(error, 'not_found') ? notFound() : error;
  });
  return { data: { id, deleted: true } };
};

export const getCredentialUseHandler: CommunityHandler<typeof getCredentialUse> = async (
  { membership, params },
  deps,
) => {
  const { database, clock } = deps;
  const partnerId = readNumber(params.partnerId) ?? 0;
  const id = readNumber(params.credentialId) ?? 0;
  const failedSince = new Date(clock.now().getTime() - FAILURES_SHOWN_MS);
  const [row] = await selectCredentialUse(database.reads, {
    communityId: membership.communityId,
    partnerId,
    credentialId: id,
    failedSince,
  });
  if (!row) {
    await findPartner(deps, membership, params.partnerId);
    throw notFound();
  }
  return {
    data: {
      first_used_at: row.firstUsedAt?.toISOString() ?? null,
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
      last_used_address: row.lastUsedAddress,
      last_failure: row.failedAt && {
        at: row.failedAt.toISOString(),
        error: row.error ?? '',
        cause: row.cause,
        address: row.failedAddress,
      },
    },
  };
};

/** The only answer that holds the secret; every answer of the console is `no-store`. */
async function secretReply(
  deps: CommunityDeps,
  membership: Membership,
  partnerId: number,
  { credentialId, clientSecret }: IssuedSecret,
): Promise<ConsoleReply<typeof issueCredential>> {
  const partner = await readPartner(deps, membership, partnerId);
  return {
    data: { partner, credential_id: credentialId, client_id: partner.client_id, client_secret: clientSecret },
  };
}

function notFound() {
  return consoleRefusal('credential_not_found', 'This partner has no such secret, or it is revoked already.');
}
