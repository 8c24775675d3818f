/** /totp: one-time codes of the person signed in. */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { consoleConflict } from '../../../../console/desk/refusal.ts';
import { endSessions, type SessionRow } from '../../../../console/desk/session-queries.ts';
import { judging } from '../../../../console/desk/throttle.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { change } from '../../../../core/change/change.ts';
import type { Transaction } from '../../../../core/database/query.ts';
import type { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '../../contract/one-time-codes.ts';
import {
  type AdministratorRow,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  lockAdministrator,
  updateTotpConfirmed,
  updateTotpSecret,
} from '../../domain/administrators/queries.ts';
import {
  acceptedStep,
  decryptTotpSecret,
  encryptTotpSecret,
  newRecoveryCodes,
  newTotpSecret,
  recoveryCodeHash,
  totpUri,
} from '../../domain/administrators/totp.ts';
import { ownActOf } from './own-act.ts';
import { countFor } from './prove.ts';

export const beginTotpHandler: ConsoleHandler<typeof beginTotp> = async (call, deps) => {
  const { session } = call;
  const secret = newTotpSecret();
  const act = ownActOf(call);
  await change(deps, act, async ({ transaction, audit }) => {
    const administrator = await lockOwn(transaction, session);
    if (administrator.totpConfirmedAt) throw consoleConflict('codes_enabled', 'One-time codes are enabled already.');
    const encrypted = encryptTotpSecret(deps.keys.totp, administrator.id, secret);
    await updateTotpSecret(transaction, { administratorId: administrator.id, secretEncrypted: encrypted });
    audit('administrator.totp_begun', act.actor);
  });
  return { data: { secret, otpauth_uri: totpUri(secret, session.email) } };
};

export const confirmTotpHandler: ConsoleHandler<typeof confirmTotp> = async (call, deps) => {
  const { session, body } = call;
  const act = ownActOf(call);
  const { attempt } = await countFor(deps, call, session);
  const codes = newRecoveryCodes();
  const confirm = () =>
    change(deps, act, async ({ transaction, at, audit }) => {
      const administrator = await lockOwn(transaction, session);
      const { id, totpSecretEncrypted } = administrator;
      if (administrator.totpConfirmedAt || !totpSecretEncrypted) {
        throw consoleConflict('codes_not_begun', 'There is no enrolment to confirm; begin again.');
      }
      const step = acceptedStep(decryptTotpSecret(deps.keys.totp, id, totpSecretEncrypted), body.code, at, null);
      if (step === undefined) {
        const message = 'code does not fit: check the time of the device and enter the current code.';
        throw refusal('validation_failed', message, [{ field: 'code', code: 'wrong_code', message }]);
      }
      await updateTotpConfirmed(transaction, { administratorId: id, at, step });
      await replaceCodes(transaction, deps, id, codes, at);
      await endSessions(transaction, { administratorId: id, butSessionId: session.id, at });
      audit('administrator.totp_enabled', act.actor);
    });
  await judging(attempt, confirm);
  await attempt.succeeded();
  return { data: { recovery_codes: codes } };
};

export const disableTotpHandler: ConsoleHandler<typeof disableTotp> = async (call, deps) => {
  const act = ownActOf(call);
  await change(deps, act, async ({ transaction, audit }) => {
    const { id } = await lockEnabled(transaction, call.session);
    await updateTotpSecret(transaction, { administratorId: id, secretEncrypted: null });
    await deleteRecoveryCodes(transaction, { administratorId: id });
    audit('administrator.totp_disabled', act.actor);
  });
  return { data: { totp_enabled: false } };
};

export const renewRecoveryCodesHandler: ConsoleHandler<typeof renewRecoveryCodes> = async (call, deps) => {
  const codes = newRecoveryCodes();
  const act = ownActOf(call);
  await change(deps, act, async ({ transaction, at, audit }) => {
    const { id } = await lockEnabled(transaction, call.session);
    await replaceCodes(transaction, deps, id, codes, at);
    audit('administrator.recovery_codes_renewed', act.actor);
  });
  return { data: { recovery_codes: codes } };
};

async function replaceCodes(
  transaction: Transaction,
  { keys }: OfficeDeps,
  id: number,
  codes: readonly string[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(transaction, { administratorId: id });
  const hashes = codes.map((code) => recoveryCodeHash(keys.recoveryCodes, id, code));
  await insertRecoveryCodes(transaction, { administratorId: id, hashes, at });
}

async function lockOwn(transaction: Transaction, session: SessionRow): Promise<AdministratorRow> {
  const [administrator] = await lockAdministrator(transaction, { administratorId: session.administratorId });
  if (!administrator) throw new Error('a session without an account');
  return administrator;
}

async function lockEnabled(transaction: Transaction, session: SessionRow): Promise<AdministratorRow> {
  const administrator = await lockOwn(transaction, session);
  if (!administrator.totpConfirmedAt) throw consoleConflict('codes_not_enabled', 'One-time codes are not enabled.');
  return administrator;
}
