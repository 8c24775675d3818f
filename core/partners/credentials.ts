/** A partner's secrets: at most two live ones, so that a rotation needs no downtime. Shown once, stored as a hash. */
import { type CommunityKind, isInRange, PARTNER_FIELDS } from '@timebank/contract';
import { refusal } from '../base/refusal.ts';
import { HOUR_MS } from '../base/time.ts';
import { type Change, type ChangeDeps, change } from '../change/change.ts';
import type { Transaction } from '../database/query.ts';
import { eraseHandOver } from './hand-over-queries.ts';
import type { PartnerAct } from './provision.ts';
import {
  insertCredential,
  lockPartner,
  selectLiveCredentials,
  updateCredentialExpiry,
  updateCredentialRevoked,
} from './queries.ts';
import { newSecret, secretHint, sha256 } from './secrets.ts';

/** A new secret; the only time it is readable. */
export interface IssuedSecret {
  readonly credentialId: number;
  readonly clientSecret: string;
}

const LIVE_SECRETS_MAX = 2;

/**
 * Issues a secret beside the live one.
 * @throws refusal not_found; validation_failed when two are live
 */
export async function issueSecret(deps: ChangeDeps, act: PartnerAct): Promise<IssuedSecret> {
  return await change(deps, act, async (within) => {
    const { kind } = await lockWithRoom(within.transaction, act, within.at);
    return await addSecretIn(within, act, kind);
  });
}

/**
 * Issues a secret and lets the older one expire.
 * @param overlapHours how long the older one still works; 0 revokes it and its tokens at once
 * @throws refusal not_found; validation_failed when two are live already, or the overlap is out of range
 */
export async function rotateSecret(deps: ChangeDeps, act: PartnerAct, overlapHours: number): Promise<IssuedSecret> {
  if (!isInRange(PARTNER_FIELDS.overlap_hours, overlapHours)) {
    const message = `The overlap must be 0 to ${PARTNER_FIELDS.overlap_hours.max} hours.`;
    throw refusal('validation_failed', message, [{ field: 'overlap_hours', code: 'out_of_range', message }]);
  }
  return await change(deps, act, async (within) => {
    const { transaction, at } = within;
    const { kind, live } = await lockWithRoom(transaction, act, at, overlapHours === 0 ? LIVE_SECRETS_MAX : 1);
    const issued = await addSecretIn(within, act, kind);
    for (const { id } of live) {
      if (overlapHours === 0) {
        await revokeIn(within, act, id);
        continue;
      }
      const expiresAt = new Date(at.getTime() + overlapHours * HOUR_MS);
      await updateCredentialExpiry(transaction, {
        communityId: act.communityId,
        partnerId: act.partnerId,
        credentialId: id,
        expiresAt,
      });
      auditIn(within, act, 'credential.expiry_set', id, { expires_at: expiresAt.toISOString() });
    }
    return issued;
  });
}

/**
 * Revokes a secret; it and the tokens it issued are refused from the next request on.
 * @throws refusal not_found when there is no such secret or it is revoked already
 */
export async function revokeSecret(deps: ChangeDeps, act: PartnerAct, credentialId: number): Promise<void> {
  await change(deps, act, async (within) => {
    if (!(await revokeIn(within, act, credentialId))) {
      throw refusal('not_found', 'There is no such secret, or it is revoked already.');
    }
  });
}

type CredentialChange = Pick<Change, 'transaction' | 'at' | 'audit'>;
type Partner = Pick<PartnerAct, 'communityId' | 'partnerId'>;

/** Adds a secret without counting the live ones. */
export async function addSecretIn(
  within: CredentialChange,
  partner: Partner,
  kind: CommunityKind,
): Promise<IssuedSecret> {
  const { communityId, partnerId } = partner;
  const clientSecret = newSecret(kind);
  const hint = secretHint(clientSecret);
  const hash = sha256(clientSecret);
  const [row] = await insertCredential(within.transaction, {
    communityId,
    partnerId,
    secretHash: hash,
    hint,
    createdAt: within.at,
  });
  const credentialId = (row as { id: number }).id;
  auditIn(within, partner, 'credential.issued', credentialId, { hint });
  return { credentialId, clientSecret };
}

async function lockWithRoom(transaction: Transaction, act: Partner, at: Date, liveMax = LIVE_SECRETS_MAX - 1) {
  const [partner] = await lockPartner(transaction, { communityId: act.communityId, partnerId: act.partnerId });
  if (!partner) throw refusal('not_found', 'There is no such partner.');
  const live = await selectLiveCredentials(transaction, { communityId: act.communityId, partnerId: act.partnerId, at });
  if (live.length > liveMax) {
    const message = 'This partner has two live secrets already; revoke one of them first.';
    throw refusal('validation_failed', message, [{ field: 'credentials', code: 'too_many', message }]);
  }
  return { kind: partner.communityKind, live };
}

async function revokeIn(within: CredentialChange, partner: Partner, credentialId: number): Promise<boolean> {
  const { communityId, partnerId } = partner;
  const [row] = await updateCredentialRevoked(within.transaction, {
    communityId,
    partnerId,
    credentialId,
    revokedAt: within.at,
  });
  if (!row) return false;
  await eraseHandOver(within.transaction, { communityId, credentialId });
  auditIn(within, partner, 'credential.revoked', credentialId);
  return true;
}

function auditIn(
  within: CredentialChange,
  { partnerId }: Partner,
  action: string,
  credentialId: number,
  details: Readonly<Record<string, unknown>> = {},
): void {
  within.audit(action, `credential:${credentialId}`, { partner_id: partnerId, ...details });
}
