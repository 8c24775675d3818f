/**
 * A client secret's way to the partner's developer: a link that is opened once. Meanwhile the secret is sealed with a
 * key made from the link's token, which is stored nowhere, so that the database alone reveals nothing.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { HAND_OVER_HOURS } from '../../../console/desk/contract/routes.ts';
import { consoleConflict, consoleRefusal } from '../../../console/desk/refusal.ts';
import { plainAddress } from '../../../core/base/address.ts';
import { invalidField } from '../../../core/base/refusal.ts';
import { HOUR_MS } from '../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../core/change/change.ts';
import type { Queryable } from '../../../core/database/query.ts';
import {
  type HandOverRow,
  insertHandOver,
  lockLiveSecret,
  selectHandOver,
  selectWaitingHandOver,
  updateHandOverOpened,
  type WaitingHandOver,
} from '../../../core/partners/hand-over-queries.ts';
import type { PartnerAct } from '../../../core/partners/provision.ts';
import { sha256 } from '../../../core/partners/secrets.ts';

const PREFIX = 'tb_handover_';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface NewHandOver {
  /** The part after # in the link; stored only as a digest. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The content of a link; the only time the secret is readable again. */
export interface OpenedHandOver extends Omit<WaitingHandOver, 'sealedSecret'> {
  readonly clientSecret: string;
}

/**
 * Makes a link to a secret. An earlier one stops working.
 * @throws Refusal credential_not_found; validation_failed when the text is not that secret; state_conflict when an
 *   earlier link was opened
 */
export async function handOverSecret(
  deps: ChangeDeps,
  act: PartnerAct & { readonly administratorId: number },
  credentialId: number,
  clientSecret: string,
): Promise<NewHandOver> {
  const { communityId, partnerId, administratorId } = act;
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const [secret] = await lockLiveSecret(transaction, { communityId, partnerId, credentialId, at });
    if (!secret)
      throw consoleRefusal('credential_not_found', 'This partner has no such secret, or it no longer works.');
    if (!timingSafeEqual(sha256(clientSecret), secret.secretHash)) {
      throw invalidField('client_secret', 'unknown_value', 'client_secret is not the one that is to be handed over.');
    }
    const token = PREFIX + randomBytes(24).toString('base64url');
    const expiresAt = new Date(at.getTime() + HAND_OVER_HOURS * HOUR_MS);
    const [made] = await insertHandOver(transaction, {
      communityId,
      credentialId,
      tokenHash: sha256(token),
      sealedSecret: seal(token, bindingOf({ communityId, credentialId }), clientSecret),
      createdBy: administratorId,
      createdAt: at,
      expiresAt,
    });
    if (!made)
      throw consoleConflict('link_opened', 'A link to this secret was opened already. Issue a new secret instead.');
    const details = { partner_id: partnerId, expires_at: expiresAt.toISOString() };
    audit('hand_over.created', `credential:${credentialId}`, details);
    return { token, expiresAt };
  });
}

/** @throws Refusal hand_over_invalid when no link has the token */
export async function readHandOverLink(on: Queryable, token: string, now: Date): Promise<HandOverRow> {
  const [row] = await selectHandOver(on, { tokenHash: sha256(token), now });
  if (!row) throw linkInvalid();
  return row;
}

/**
 * Opens a link: the sealed secret is erased with it.
 * @throws Refusal hand_over_invalid
 */
export async function openHandOverLink(
  deps: ChangeDeps,
  token: string,
  from: { readonly address: string; readonly requestId: string },
): Promise<OpenedHandOver> {
  const act = { communityId: null, actor: 'anonymous', ...from };
  return await change(deps, act, async ({ transaction, at, auditAs }) => {
    const [row] = await selectWaitingHandOver(transaction, { tokenHash: sha256(token), at });
    if (!row) throw linkInvalid();
    const { sealedSecret, ...kit } = row;
    const { communityId, credentialId, partnerId } = kit;
    const clientSecret = unseal(token, bindingOf(kit), sealedSecret);
    const [opened] = await updateHandOverOpened(transaction, {
      communityId,
      credentialId,
      openedAt: at,
      address: plainAddress(from.address),
    });
    if (!opened) throw linkInvalid();
    auditAs({ ...act, communityId }, 'hand_over.opened', `credential:${credentialId}`, { partner_id: partnerId });
    return { ...kit, clientSecret };
  });
}

/**
 * The address to hand over. The token is in the fragment, which reaches no log.
 * @param slug of the community, by which a proxy knows the installation
 */
export function handOverUrl(origin: string, slug: string, token: string): string {
  return `${origin}/console/hand-over?community=${slug}#${token}`;
}

function linkInvalid() {
  return consoleRefusal(
    'hand_over_invalid',
    'The link is opened, replaced, expired or unknown, or its secret is revoked.',
  );
}

/** Another digest of the token than the one that is stored. */
function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'timebank hand-over', 32));
}

/** Bound as additional data, so that rows cannot be swapped. */
function bindingOf({ communityId, credentialId }: Pick<WaitingHandOver, 'communityId' | 'credentialId'>): Buffer {
  return Buffer.from(`hand-over ${communityId}/${credentialId}`);
}

/** Nonce, ciphertext, tag (AES-256-GCM). */
function seal(token: string, binding: Buffer, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), nonce).setAAD(binding);
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function unseal(token: string, binding: Buffer, sealed: Buffer): string {
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(binding)
    .setAuthTag(sealed.subarray(tagAt));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()]).toString('utf8');
}
