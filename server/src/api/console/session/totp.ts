/** /totp: one-time codes of the person signed in. */
import type { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '@timebank/contract/console';
import { auditAdministrator } from '../../../domain/administrators/create.ts';
import {
  type AdministratorRow,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  lockAdministrator,
  updateTotpConfirmed,
  updateTotpSecret,
} from '../../../domain/administrators/queries.ts';
import { endSessions, type SessionRow } from '../../../domain/administrators/session-queries.ts';
import {
  acceptedStep,
  decryptTotpSecret,
  encryptTotpSecret,
  newRecoveryCodes,
  newTotpSecret,
  recoveryCodeHash,
  totpUri,
} from '../../../domain/administrators/totp.ts';
import type { Deps } from '../../../domain/deps.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import type { Transaction } from '../../../platform/database/query.ts';
import type { ConsoleCall, ConsoleHandler } from '../access/call.ts';
import { countFor } from './prove.ts';

type Own = Pick<ConsoleCall, 'address' | 'requestId'> & { readonly session: SessionRow };

export const beginTotpHandler: ConsoleHandler<typeof beginTotp> = async ({ session }, { database, keys }) => {
  const secret = newTotpSecret();
  await database.transaction(async (transaction) => {
    const administrator = await lockOwn(transaction, session);
    if (administrator.totpConfirmedAt) throw refusal('state_conflict', 'One-time codes are enabled already.');
    const encrypted = encryptTotpSecret(keys.totp, administrator.id, secret);
    await updateTotpSecret(transaction, administrator.id, encrypted);
  });
  return { data: { secret, otpauth_uri: totpUri(secret, session.email) } };
};

export const confirmTotpHandler: ConsoleHandler<typeof confirmTotp> = async (call, deps) => {
  const { session, body } = call;
  const { database, keys, clock } = deps;
  const { attempt } = await countFor(deps, call, session.email);
  const codes = newRecoveryCodes();
  await database.transaction(async (transaction) => {
    const administrator = await lockOwn(transaction, session);
    const { id, totpSecretEncrypted } = administrator;
    if (administrator.totpConfirmedAt || !totpSecretEncrypted) {
      throw refusal('state_conflict', 'There is no enrolment to confirm; begin again.');
    }
    const at = clock.now();
    const step = acceptedStep(decryptTotpSecret(keys.totp, id, totpSecretEncrypted), body.code, at, null);
    if (step === undefined) {
      const message = 'code does not fit: check the time of the device and enter the current code.';
      throw refusal('validation_failed', message, [{ field: 'code', code: 'wrong_code', message }]);
    }
    await updateTotpConfirmed(transaction, id, at, step);
    await replaceCodes(transaction, deps, id, codes, at);
    await endSessions(transaction, id, session.id, at);
    await audit(transaction, call, at, 'administrator.totp_enabled');
  });
  await attempt.succeeded();
  return { data: { recovery_codes: codes } };
};

export const disableTotpHandler: ConsoleHandler<typeof disableTotp> = async (call, { database, clock }) => {
  await database.transaction(async (transaction) => {
    const { id } = await lockEnabled(transaction, call.session);
    await updateTotpSecret(transaction, id, null);
    await deleteRecoveryCodes(transaction, id);
    await audit(transaction, call, clock.now(), 'administrator.totp_disabled');
  });
  return { data: { totp_enabled: false } };
};

export const renewRecoveryCodesHandler: ConsoleHandler<typeof renewRecoveryCodes> = async (call, deps) => {
  const codes = newRecoveryCodes();
  await deps.database.transaction(async (transaction) => {
    const { id } = await lockEnabled(transaction, call.session);
    const at = deps.clock.now();
    await replaceCodes(transaction, deps, id, codes, at);
    await audit(transaction, call, at, 'administrator.recovery_codes_renewed');
  });
  return { data: { recovery_codes: codes } };
};

async function replaceCodes(
  transaction: Transaction,
  { keys }: Deps,
  id: number,
  codes: readonly string[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(transaction, id);
  const hashes = codes.map((code) => recoveryCodeHash(keys.recoveryCodes, id, code));
  await insertRecoveryCodes(transaction, id, hashes, at);
}

async function lockOwn(transaction: Transaction, session: SessionRow): Promise<AdministratorRow> {
  const [administrator] = await lockAdministrator(transaction, session.administratorId);
  if (!administrator) throw new Error('a session without an account');
  return administrator;
}

async function lockEnabled(transaction: Transaction, session: SessionRow): Promise<AdministratorRow> {
  const administrator = await lockOwn(transaction, session);
  if (!administrator.totpConfirmedAt) throw refusal('state_conflict', 'One-time codes are not enabled.');
  return administrator;
}

async function audit(transaction: Transaction, { session, address, requestId }: Own, at: Date, action: string) {
  const act = { communityId: null, actor: `administrator:${session.administratorId}`, address, requestId };
  await auditAdministrator(transaction, act, at, action, session.administratorId);
}
