/** One-time links by which a person who lost access sets a new name and password. */

import { randomBytes } from 'node:crypto';
import { SETUP_LINK_HOURS } from '../../../../console/desk/contract/routes.ts';
import { checkNewPassword, type Passwords } from '../../../../console/desk/password.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { endSessions } from '../../../../console/desk/session-queries.ts';
import { HOUR_MS } from '../../../../core/base/time.ts';
import type { Change } from '../../../../core/change/change.ts';
import { sha256 } from '../../../../core/partners/secrets.ts';
import { deleteLinkedIdentities } from './identity-queries.ts';
import { deletePasskeys } from './passkey-queries.ts';
import {
  deleteRecoveryCodes,
  deleteSetupLinks,
  insertSetupLink,
  lockAdministrator,
  lockSetupLink,
  type SetupLinkRow,
  selectSetupLink,
  updateAdministratorAccount,
  updateSetupLinkUsed,
  updateTotpSecret,
} from './queries.ts';

const PREFIX = 'tb_setup_';

export interface NewSetupLink {
  /** The part after # in the link; stored only as a digest. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link; earlier ones of the person stop working.
 * @param byOperator it works although the person administers other communities, too
 */
export async function addSetupLinkIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  communityId: number,
  administratorId: number,
  byOperator = false,
): Promise<NewSetupLink> {
  const token = PREFIX + randomBytes(24).toString('base64url');
  const expiresAt = new Date(at.getTime() + SETUP_LINK_HOURS * HOUR_MS);
  await deleteSetupLinks(transaction, { administratorId });
  await insertSetupLink(transaction, {
    tokenHash: sha256(token),
    administratorId,
    communityId,
    byOperator,
    createdAt: at,
    expiresAt,
  });
  audit('administrator.setup_link_created', `administrator:${administratorId}`);
  return { token, expiresAt };
}

/**
 * The address to hand over. The token is in the fragment, which reaches no log.
 * @param slug of the community, by which a proxy knows the installation
 */
export function setupUrl(origin: string, slug: string, token: string): string {
  return `${origin}/console/set-up?community=${slug}#${token}`;
}

/** The refusal of a link that does not work, whatever the reason. */
export function linkInvalid() {
  return consoleRefusal('setup_link_invalid', 'The set-up link is used, replaced, expired or unknown.');
}

/**
 * Hashes the password of a person who uses a link; outside the transaction, since it takes its time.
 * @throws Refusal validation_failed
 */
export async function hashSetupPassword(
  passwords: Passwords,
  link: Pick<SetupLinkRow, 'email' | 'community'>,
  name: string,
  password: string,
): Promise<string> {
  checkNewPassword(password, [link.email, name, link.community]);
  return await passwords.hash(password);
}

/**
 * Uses a link up: sets name and password, ends all sessions, disables one-time codes and removes passkeys and links
 * with the identity provider.
 * @throws Refusal setup_link_invalid when it was used meanwhile
 */
export async function useSetupLinkIn(
  { transaction, at, auditAs }: Pick<Change, 'transaction' | 'at' | 'auditAs'>,
  token: string,
  person: {
    readonly name: string;
    readonly passwordHash: string;
    readonly address: string;
    readonly requestId: string;
  },
): Promise<SetupLinkRow> {
  const hash = sha256(token);
  const [found] = await selectSetupLink(transaction, { tokenHash: hash, now: at });
  if (!found) throw linkInvalid();
  // Before the link: under this lock the account gets no other community's role while the link is looked at.
  await lockAdministrator(transaction, { administratorId: found.administratorId });
  const [link] = await lockSetupLink(transaction, { tokenHash: hash, now: at });
  if (!link) throw linkInvalid();
  const { administratorId: id, communityId } = link;
  await updateSetupLinkUsed(transaction, { tokenHash: hash, at });
  await updateAdministratorAccount(transaction, {
    administratorId: id,
    name: person.name,
    passwordHash: person.passwordHash,
  });
  await updateTotpSecret(transaction, { administratorId: id, secretEncrypted: null });
  await deleteRecoveryCodes(transaction, { administratorId: id });
  // Before the sessions: one that is just being opened with a passkey is seen then.
  await deletePasskeys(transaction, { administratorId: id });
  await deleteLinkedIdentities(transaction, { administratorId: id });
  await endSessions(transaction, { administratorId: id, butSessionId: null, at });
  const { address, requestId } = person;
  const actor = `administrator:${id}`;
  auditAs({ communityId, actor, address, requestId }, 'administrator.set_up', actor);
  return link;
}
