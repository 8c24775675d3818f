/**
 * Invitations: a community, an address, a role and a one-time link. Nothing is granted until somebody accepts through the
 * link, signed in to the account of that address or by creating it. Inviting tells nobody whether there is an account.
 */
import { randomBytes } from 'node:crypto';
import type { AdministratorRole } from '@timebank/contract';
import { SETUP_LINK_HOURS } from '@timebank/contract/console';
import { refusal, stateConflict } from '../../platform/base/refusal.ts';
import { HOUR_MS } from '../../platform/base/time.ts';
import type { Queryable } from '../../platform/database/query.ts';
import type { Change } from '../change/change.ts';
import { invalid, readEmail } from './create.ts';
import {
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  isAdministrator,
  lockInvitation,
  selectInvitation,
} from './invitation-queries.ts';
import {
  deleteSetupLinks,
  insertAdministrator,
  insertAdministratorRole,
  lockAdministrator,
  lockAdministratorByEmail,
  updateAdministratorAccount,
} from './queries.ts';
import { linkInvalid, setupLinkHash } from './setup-links.ts';

const PREFIX = 'tb_invite_';

export interface NewInvitation {
  readonly id: number;
  /** The part after # in the link; stored only as a digest. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Somebody who accepts, and from where. */
export interface Acceptance {
  readonly address: string;
  readonly requestId: string;
}

type Accepting = Pick<Change, 'transaction' | 'at' | 'auditAs'>;

/** Whether the token is an invitation's, by its form. */
export function isInvitation(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * Invites an address; an earlier invitation of it to this community stops working.
 * @throws Refusal validation_failed when the address is none, or its person administers this community already
 */
export async function inviteIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  communityId: number,
  person: { readonly email: string; readonly role: AdministratorRole },
): Promise<NewInvitation> {
  const email = readEmail(person.email);
  const [known] = await isAdministrator(transaction, communityId, email);
  if (known) throw invalid('email', 'taken', `${email} is an administrator of this community already.`);
  const token = PREFIX + randomBytes(24).toString('base64url');
  const expiresAt = new Date(at.getTime() + SETUP_LINK_HOURS * HOUR_MS);
  const [row] = await insertInvitation(transaction, {
    communityId,
    email,
    role: person.role,
    tokenHash: setupLinkHash(token),
    createdAt: at,
    expiresAt,
  });
  if (!row) throw new Error('an invitation without a row');
  audit('administrator.invited', `invitation:${row.id}`, { after: { role: person.role } });
  return { id: row.id, token, expiresAt };
}

/** @throws Refusal setup_link_invalid */
export async function readInvitation(on: Queryable, token: string, now: Date): Promise<InvitationRow> {
  const [row] = await selectInvitation(on, setupLinkHash(token), now);
  if (!row) throw linkInvalid();
  return row;
}

/** @throws Refusal invitation_not_found */
export async function removeInvitationIn(
  { transaction, audit }: Pick<Change, 'transaction' | 'audit'>,
  communityId: number,
  id: number,
): Promise<void> {
  const [row] = await deleteInvitation(transaction, communityId, id);
  if (!row) throw refusal('invitation_not_found', 'This community has no such invitation.');
  audit('administrator.invitation_withdrawn', `invitation:${id}`, { before: { role: row.role } });
}

/**
 * Accepts for the account somebody is signed in to.
 * @throws Refusal setup_link_invalid; state_conflict when the invitation is for another address
 */
export async function acceptWithAccountIn(
  within: Accepting,
  token: string,
  administratorId: number,
  from: Acceptance,
): Promise<void> {
  const { transaction, at } = within;
  const [invitation] = await lockInvitation(transaction, setupLinkHash(token), at);
  const [account] = await lockAdministrator(transaction, administratorId);
  if (!account || !invitation) throw linkInvalid();
  if (invitation.email !== account.email) {
    throw stateConflict(
      'other_account',
      `The invitation is for ${invitation.email}, and you are signed in as ${account.email}. Sign out first.`,
    );
  }
  await grantInvitedRoleIn(within, invitation, administratorId, from);
}

/**
 * Accepts by creating the account. An account that lost its last role has no password, and begins anew.
 * @returns the account
 * @throws Refusal setup_link_invalid; state_conflict when there is an account already: its person signs in
 */
export async function acceptWithNewAccountIn(
  within: Accepting,
  token: string,
  person: Acceptance & { readonly name: string; readonly passwordHash: string },
): Promise<number> {
  const { transaction, at } = within;
  const { name, passwordHash } = person;
  const [invitation] = await lockInvitation(transaction, setupLinkHash(token), at);
  if (!invitation) throw linkInvalid();
  const [created] = await insertAdministrator(transaction, invitation.email, name, passwordHash, at);
  const [known] = created ? [] : await lockAdministratorByEmail(transaction, invitation.email);
  const id = created?.id ?? known?.id;
  if (id === undefined) throw new Error('an account that is neither new nor there');
  if (known) {
    if (known.passwordHash !== null || known.hasRole) {
      throw stateConflict('account_exists', 'There is an account with this address: sign in to accept the invitation.');
    }
    await updateAdministratorAccount(transaction, id, name, passwordHash);
  }
  await grantInvitedRoleIn(within, invitation, id, person);
  return id;
}

/** Gives what the invitation promised, and uses it up. */
export async function grantInvitedRoleIn(
  { transaction, auditAs }: Accepting,
  { id, communityId, role }: InvitationRow,
  administratorId: number,
  { address, requestId }: Acceptance,
): Promise<void> {
  await deleteInvitation(transaction, communityId, id);
  await insertAdministratorRole(transaction, communityId, administratorId, role);
  // A link that another community made for this account would open this one, too.
  await deleteSetupLinks(transaction, administratorId);
  const actor = `administrator:${administratorId}`;
  const by = { communityId, actor, address, requestId };
  auditAs(by, 'administrator.invitation_accepted', actor, { after: { role } });
}
