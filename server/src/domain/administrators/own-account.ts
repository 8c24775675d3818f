/** A person changes the own account. */
import { refusal } from '../../platform/base/refusal.ts';
import { sqlState } from '../../platform/database/connection.ts';
import { type Act, type ChangeDeps, change } from '../change/change.ts';
import { invalid, readEmail } from './create.ts';
import { lockAdministrator, updateNameAndEmail, updateSecondFactorPutOff } from './queries.ts';

/** What is left out stays. */
export interface OwnAccountChanges {
  readonly name?: string;
  readonly email?: string;
}

/**
 * Changes name and address. Sessions stay: it is the same person, and the password is the same.
 * @throws Refusal validation_failed; state_conflict when somebody else has the address
 */
export async function changeOwnAccount(
  deps: ChangeDeps,
  act: Act,
  administratorId: number,
  changes: OwnAccountChanges,
): Promise<void> {
  const name = changes.name?.trim();
  const email = changes.email === undefined ? undefined : readEmail(changes.email);
  if (name === '') throw invalid('name', 'too_short', 'name must not be empty.');
  try {
    await change(deps, act, async ({ transaction, audit }) => {
      const [before] = await lockAdministrator(transaction, administratorId);
      if (!before) throw new Error('a session without an account');
      const after = { name: name ?? before.name, email: email ?? before.email };
      const fields = (['name', 'email'] as const).filter((field) => after[field] !== before[field]);
      if (fields.length === 0) return;
      await updateNameAndEmail(transaction, administratorId, after.name, after.email);
      // Names of fields alone: the audit log is for ever.
      audit('administrator.account_updated', `administrator:${administratorId}`, { fields });
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? addressTaken() : error;
  }
}

function addressTaken() {
  const message = 'email cannot be used: there is an account with this address.';
  return refusal('state_conflict', message, [{ field: 'email', code: 'taken', message }]);
}

/** Notes that the person does not want to be asked for a second factor for now. */
export async function putOffAsking(deps: ChangeDeps, act: Act, administratorId: number): Promise<void> {
  await change(deps, act, async ({ transaction, at, audit }) => {
    await updateSecondFactorPutOff(transaction, administratorId, at);
    audit('administrator.second_factor_put_off', `administrator:${administratorId}`);
  });
}
