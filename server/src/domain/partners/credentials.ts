/** A partner's secrets: at most two live ones, so that a rotation needs no downtime. Shown once, stored as a hash. */

import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/query.ts';
import { refusal } from '../../platform/refusal.ts';
import { HOUR_MS } from '../../platform/time.ts';
import { actorOf, appendAudit } from '../audit/append.ts';
import type { PartnerAct } from './provision.ts';
import {
  insertCredential,
  lockPartner,
  selectLiveCredentials,
  updateCredentialExpiry,
  updateCredentialRevoked,
} from './queries.ts';
import { type CommunityKind, newSecret, secretHint, sha256 } from './secrets.ts';

/** A new secret; the only time it is readable. */
export interface IssuedSecret {
  readonly credentialId: number;
  readonly clientSecret: string;
}

const LIVE_SECRETS_MAX = 2;
const OVERLAP_HOURS_MAX = 24 * 90;

/**
 * Issues a secret beside the live one.
 * @throws refusal not_found; validation_failed when two are live
 */
export async function issueSecret(database: Database, clock: Clock, act: PartnerAct): Promise<IssuedSecret> {
  return await database.transaction(async (transaction) => {
    const at = clock.now();
    const { kind } = await lockWithRoom(transaction, act, at);
    return await addSecretIn(transaction, act, kind, at);
  });
}

/**
 * Issues a secret and lets the older one expire.
 * @param overlapHours how long the older one still works; 0 revokes it and its tokens at once
 * @throws refusal not_found; validation_failed when two are live already, or the overlap is out of range
 */
export async function rotateSecret(
  database: Database,
  clock: Clock,
  act: PartnerAct,
  overlapHours: number,
): Promise<IssuedSecret> {
  if (!Number.isFinite(overlapHours) || overlapHours < 0 || overlapHours > OVERLAP_HOURS_MAX) {
    const message = `The overlap must be 0 to ${OVERLAP_HOURS_MAX} hours.`;
    throw refusal('validation_failed', message, [{ field: 'overlap_hours', code: 'out_of_range', message }]);
  }
  return await database.transaction(async (transaction) => {
    const at = clock.now();
    const { kind, live } = await lockWithRoom(transaction, act, at, overlapHours === 0 ? LIVE_SECRETS_MAX : 1);
    const issued = await addSecretIn(transaction, act, kind, at);
    for (const { id } of live) {
      if (overlapHours === 0) {
        await revoke(transaction, act, id, at);
        continue;
      }
      const expiresAt = new Date(at.getTime() + overlapHours * HOUR_MS);
      await updateCredentialExpiry(transaction, act.communityId, act.partnerId, id, expiresAt);
      await audit(transaction, act, at, 'credential.expiry_set', id, { expires_at: expiresAt.toISOString() });
    }
    return issued;
  });
}

/**
 * Revokes a secret; it and the tokens it issued are refused from the next request on.
 * @throws refusal not_found when there is no such secret or it is revoked already
 */
export async function revokeSecret(
  database: Database,
  clock: Clock,
  act: PartnerAct,
  credentialId: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await revoke(transaction, act, credentialId, clock.now()))) {
      throw refusal('not_found', 'There is no such secret, or it is revoked already.');
    }
  });
}

/** Adds a secret in the caller's transaction, without counting the live ones. */
export async function addSecretIn(
  transaction: Transaction,
  act: PartnerAct,
  kind: CommunityKind,
  at: Date,
): Promise<IssuedSecret> {
  const clientSecret = newSecret(kind);
  const hint = secretHint(clientSecret);
  const [row] = await insertCredential(transaction, act.communityId, act.partnerId, sha256(clientSecret), hint, at);
  const credentialId = (row as { id: number }).id;
  await audit(transaction, act, at, 'credential.issued', credentialId, { hint });
  return { credentialId, clientSecret };
}

async function lockWithRoom(transaction: Transaction, act: PartnerAct, at: Date, liveMax = LIVE_SECRETS_MAX - 1) {
  const [partner] = await lockPartner(transaction, act.communityId, act.partnerId);
  if (!partner) throw refusal('not_found', 'There is no such partner.');
  const live = await selectLiveCredentials(transaction, act.communityId, act.partnerId, at);
  if (live.length > liveMax) {
    const message = 'This partner has two live secrets already; revoke one of them first.';
    throw refusal('validation_failed', message, [{ field: 'credentials', code: 'too_many', message }]);
  }
  return { kind: partner.communityKind, live };
}

async function revoke(transaction: Transaction, act: PartnerAct, credentialId: number, at: Date): Promise<boolean> {
  const [row] = await updateCredentialRevoked(transaction, act.communityId, act.partnerId, credentialId, at);
  if (row) await audit(transaction, act, at, 'credential.revoked', credentialId);
  return row !== undefined;
}

async function audit(
  transaction: Transaction,
  act: PartnerAct,
  at: Date,
  action: string,
  credentialId: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await appendAudit(transaction, [
    {
      communityId: act.communityId,
      at,
      ...actorOf(act),
      action,
      subject: `credential:${credentialId}`,
      details: { partner_id: act.partnerId, ...details },
    },
  ]);
}
