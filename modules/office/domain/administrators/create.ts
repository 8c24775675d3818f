/** Administrators: accounts of people, with a role in each of their communities. */
import { ADMINISTRATOR_FIELDS, type AdministratorRole } from '@timebank/contract';
import { checkNewPassword, type Passwords } from '../../../../console/desk/password.ts';
import { addressFault, foldAddress } from '../../../../core/base/email-address.ts';
import { readFields } from '../../../../core/base/fields/fields.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { accountsOfAddress, insertAccountIn, isLive } from './accounts.ts';
import { insertAdministratorRole } from './queries.ts';

export interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: AdministratorRole;
}

/**
 * Creates an administrator with a role in one community.
 * @throws Refusal validation_failed naming the field
 */
export async function addAdministrator(
  deps: ChangeDeps & { readonly passwords: Passwords },
  act: CommunityAct,
  administrator: NewAdministrator,
): Promise<{ id: number }> {
  const { password, role } = administrator;
  const email = readEmail(administrator.email);
  const { name } = readFields({ name: administrator.name }, ADMINISTRATOR_FIELDS);
  checkNewPassword(password, [email, name]);
  const passwordHash = await deps.passwords.hash(password);
  return await change(deps, act, async ({ transaction, at, audit }) => {
    const known = await accountsOfAddress(transaction, email);
    if (known.some(isLive))
      throw invalidField('email', 'taken', `An administrator with the address ${email} exists already.`);
    const id = await insertAccountIn(transaction, at, { address: email, name, passwordHash });
    await insertAdministratorRole(transaction, { communityId: act.communityId, administratorId: id, role });
    audit('administrator.created', `administrator:${id}`, { after: { role } });
    return { id };
  });
}

/** @throws Refusal validation_failed */
export function readEmail(text: string): string {
  const email = foldAddress(text);
  const fault = addressFault(email);
  if (fault) throw invalidField('email', 'invalid_format', `email ${fault}`);
  return email;
}
