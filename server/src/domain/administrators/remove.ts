/** Taking a role away. */

import type { Transaction } from '../../platform/database/query.ts';
import { type Act, auditAdministrator } from './create.ts';
import {
  deleteRecoveryCodes,
  deleteRole,
  deleteSetupLinks,
  lockAdministrator,
  updatePasswordHash,
  updateTotpSecret,
} from './queries.ts';
import { endSessions } from './session-queries.ts';

/**
 * Takes a person's role in a community away. With the last role the account loses its password, its sessions and its
 * one-time codes: nobody can have kept it for a later invitation.
 */
export async function removeRoleIn(
  transaction: Transaction,
  at: Date,
  act: Act,
  administratorId: number,
  roleBefore: string,
): Promise<void> {
  await lockAdministrator(transaction, administratorId);
  await deleteRole(transaction, act.communityId, administratorId);
  // Read after the role is gone.
  const [account] = await lockAdministrator(transaction, administratorId);
  if (account && !account.hasRole) {
    await updatePasswordHash(transaction, administratorId, null);
    await updateTotpSecret(transaction, administratorId, null);
    await deleteRecoveryCodes(transaction, administratorId);
    await deleteSetupLinks(transaction, administratorId);
    await endSessions(transaction, administratorId, null, at);
  }
  const details = { before: { role: roleBefore } };
  await auditAdministrator(transaction, act, at, 'administrator.removed', administratorId, details);
}
