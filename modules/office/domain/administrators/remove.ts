/** Taking a role away. */

import { endSessions } from '../../../../console/desk/session-queries.ts';
import type { Change } from '../../../../core/change/change.ts';
import { deleteLinkedIdentities } from './identity-queries.ts';
import { deletePasskeys } from './passkey-queries.ts';
import {
  deleteRecoveryCodes,
  deleteRole,
  deleteSetupLinks,
  lockAdministrator,
  updatePasswordHash,
  updateTotpSecret,
} from './queries.ts';

/**
 * Takes a person's role in a community away. With the last role the account loses its password, its sessions, its
 * one-time codes, its passkeys and the links with the identity provider: nobody can have kept it for a later invitation.
 */
export async function removeRoleIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  communityId: number,
  administratorId: number,
  roleBefore: string,
): Promise<void> {
  await lockAdministrator(transaction, { administratorId });
  await deleteRole(transaction, { communityId, administratorId });
  // Read after the role is gone.
  const [account] = await lockAdministrator(transaction, { administratorId });
  if (account && !account.hasRole) {
    await updatePasswordHash(transaction, { administratorId, passwordHash: null });
    await updateTotpSecret(transaction, { administratorId, secretEncrypted: null });
    await deleteRecoveryCodes(transaction, { administratorId });
    await deletePasskeys(transaction, { administratorId });
    await deleteLinkedIdentities(transaction, { administratorId });
    await deleteSetupLinks(transaction, { administratorId });
    await endSessions(transaction, { administratorId, butSessionId: null, at });
  }
  audit('administrator.removed', `administrator:${administratorId}`, { before: { role: roleBefore } });
}
