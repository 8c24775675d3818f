/** A person changes the own account. */
import { invalidField, refusal } from '../../../../core/base/refusal.ts';
import { type Act, type ChangeDeps, change } from '../../../../core/change/change.ts';
import { sqlState } from '../../../../core/database/connection.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import { accountsOfAddress, handleBeside, isLive } from './accounts.ts';
import { readEmail } from './create.ts';
import { lockAdministrator, updateAddress, updateName, updateSecondFactorPutOff } from './queries.ts';

/** A field that is left out stays. */
export interface OwnAccountChanges {
  readonly name?: string;
  readonly email?: string;
}

/**
 * Changes name and address. Sessions stay: it is the same person, and the password is the same.
 * @throws Refusal validation_failed; state_conflict when another account has the address
 */
export async function changeOwnAccount(
  deps: ChangeDeps,
  act: Act,
  administratorId: number,
  changes: OwnAccountChanges,
): Promise<void> {
  const name = changes.name?.trim();
  const email = changes.email === undefined ? undefined : readEmail(changes.email);
  if (name === '') throw invalidField('name', 'too_short', 'name must not be empty.');
  try {
    await change(deps, act, async ({ transaction, audit }) => {
      const [before] = await lockAdministrator(transaction, { administratorId });
      if (!before) throw new Error('a session without an account');
      const after = { name: name ?? before.name, email: email ?? before.email };
      const fields = (['name', 'email'] as const).filter((field) => after[field] !== before[field]);
      if (fields.length === 0) return;
      if (fields.includes('name')) await updateName(transaction, { administratorId, name: after.name });
      if (fields.includes('email')) await takeAddressIn(transaction, administratorId, after.email);
      // Names of fields alone: the audit log is for ever.
      audit('administrator.account_updated', `administrator:${administratorId}`, { fields });
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? addressTaken() : error;
  }
}

/** Takes an address that no live account signs in by; one that is dead keeps it as a label. */
async function takeAddressIn(transaction: Transaction, administratorId: number, address: string): Promise<void> {
  const others = (await accountsOfAddress(transaction, address)).filter(({ id }) => id !== administratorId);
  if (others.some(isLive)) throw addressTaken();
  const isHandle = others.some(({ handle }) => handle === address);
  if (isHandle) await updateAddress(transaction, { administratorId, handle: handleBeside(address), address });
  else await updateAddress(transaction, { administratorId, handle: address, address: null });
}

function addressTaken() {
  const message = 'email cannot be used: there is an account with this address.';
  return refusal('state_conflict', message, [{ field: 'email', code: 'taken', message }]);
}

/** Notes that the person does not want to be asked for a second factor for now. */
export async function putOffAsking(deps: ChangeDeps, act: Act, administratorId: number): Promise<void> {
  await change(deps, act, async ({ transaction, at, audit }) => {
    await updateSecondFactorPutOff(transaction, { administratorId, at });
    audit('administrator.second_factor_put_off', `administrator:${administratorId}`);
  });
}
