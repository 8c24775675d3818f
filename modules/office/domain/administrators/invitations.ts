/**
 * Invitations: a community, an address, a role and a one-time link. Nothing is granted until a person accepts through
 * the link, signed in to an account or by making one. The link is what counts: its address is a label, whatever
 * accounts have it. Inviting tells nobody whether there is an account.
 */

import { randomBytes } from 'node:crypto';
import type { AdministratorRole } from '@timebank/contract';
import { SETUP_LINK_HOURS } from '../../../../console/desk/contract/routes.ts';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { HOUR_MS } from '../../../../core/base/time.ts';
import type { Change } from '../../../../core/change/change.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { sha256 } from '../../../../core/partners/secrets.ts';
import { dueInvitationMailIn } from '../../../mail/domain/due.ts';
import { insertAccountIn } from './accounts.ts';
import { readEmail } from './create.ts';
import {
  deleteInvitation,
  hasProvedAddress,
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  selectInvitation,
} from './invitation-queries.ts';
import { deleteSetupLinks, insertAdministratorRole, lockAdministrator } from './queries.ts';
import { linkInvalid } from './setup-links.ts';

const PREFIX = 'tb_invite_';

export interface NewInvitation {
  readonly id: number;
  /** The part after # in the link; stored only as a digest. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The person who accepts, and from where. */
export interface Acceptance {
  readonly address: string;
  readonly requestId: string;
}

type AcceptanceChange = Pick<Change, 'transaction' | 'at' | 'auditAs'>;

/** Whether the token is an invitation's, by its form. */
export function isInvitation(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * Invites an address; an earlier invitation of it to this community stops working.
 * @throws Refusal validation_failed when the address is none, or who has proved it administers this community already
 */
export async function inviteIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  communityId: number,
  person: { readonly email: string; readonly role: AdministratorRole },
): Promise<NewInvitation> {
  const email = readEmail(person.email);
  const [known] = await hasProvedAddress(transaction, { communityId, email });
  if (known) throw invalidField('email', 'taken', `${email} is an administrator of this community already.`);
  const token = PREFIX + randomBytes(24).toString('base64url');
  const expiresAt = new Date(at.getTime() + SETUP_LINK_HOURS * HOUR_MS);
  const [row] = await insertInvitation(transaction, {
    communityId,
    email,
    role: person.role,
    tokenHash: sha256(token),
    createdAt: at,
    expiresAt,
  });
  if (!row) throw new Error('an invitation without a row');
  await dueInvitationMailIn({ transaction, at }, communityId, row.id);
  audit('administrator.invited', `invitation:${row.id}`, { after: { role: person.role } });
  return { id: row.id, token, expiresAt };
}

/** @throws Refusal setup_link_invalid */
export async function readInvitation(on: Queryable, token: string, now: Date): Promise<InvitationRow> {
  const [row] = await selectInvitation(on, { tokenHash: sha256(token), now });
  if (!row) throw linkInvalid();
  return row;
}

/** @throws Refusal invitation_not_found */
export async function removeInvitationIn(
  { transaction, audit }: Pick<Change, 'transaction' | 'audit'>,
  communityId: number,
  id: number,
): Promise<void> {
  const [row] = await deleteInvitation(transaction, { communityId, id });
  if (!row) throw consoleRefusal('invitation_not_found', 'This community has no such invitation.');
  audit('administrator.invitation_withdrawn', `invitation:${id}`, { before: { role: row.role } });
}

/**
 * Accepts for the account of the session, whatever its address.
 * @throws Refusal setup_link_invalid; state_conflict when the account has a role there already, and the invitation
 * stays
 */
export async function acceptWithAccountIn(
  within: AcceptanceChange,
  token: string,
  administratorId: number,
  from: Acceptance,
): Promise<void> {
  const { transaction, at } = within;
  const [invitation] = await lockInvitation(transaction, { tokenHash: sha256(token), now: at });
  const [account] = await lockAdministrator(transaction, { administratorId });
  if (!account || !invitation) throw linkInvalid();
  if (!(await grantInvitedRoleIn(within, invitation, administratorId, from))) {
    throw consoleConflict(
      'has_role',
      `You administer ${invitation.community} already: the invitation is for another person.`,
    );
  }
}

/**
 * Accepts by making an account, always a new one: who has had the address before is another person, for all we know.
 * @returns the account
 * @throws Refusal setup_link_invalid
 */
export async function acceptWithNewAccountIn(
  within: AcceptanceChange,
  token: string,
  person: Acceptance & { readonly name: string; readonly passwordHash: string },
): Promise<number> {
  const { transaction, at } = within;
  const { name, passwordHash } = person;
  const [invitation] = await lockInvitation(transaction, { tokenHash: sha256(token), now: at });
  if (!invitation) throw linkInvalid();
  const id = await insertAccountIn(transaction, at, { address: invitation.email, name, passwordHash });
  await grantInvitedRoleIn(within, invitation, id, person);
  return id;
}

/** Gives what the invitation promised, and uses it up. False: the account has a role there already, which stays. */
export async function grantInvitedRoleIn(
  { transaction, auditAs }: AcceptanceChange,
  { id, communityId, role }: InvitationRow,
  administratorId: number,
  { address, requestId }: Acceptance,
): Promise<boolean> {
  const [given] = await insertAdministratorRole(transaction, { communityId, administratorId, role });
  if (!given) return false;
  await deleteInvitation(transaction, { communityId, id });
  // A link that another community made for this account would open this one, too.
  await deleteSetupLinks(transaction, { administratorId });
  const actor = `administrator:${administratorId}`;
  const by = { communityId, actor, address, requestId };
  auditAs(by, 'administrator.invitation_accepted', actor, { after: { role } });
  return true;
}
