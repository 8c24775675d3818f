/** Proof of identity: password, then a one-time or recovery code where the account asks for one. */
import {
  type AdministratorRow,
  selectAdministratorByEmail,
  updatePasswordHash,
  updateTotpStep,
  useRecoveryCode,
} from '../../../domain/administrators/queries.ts';
import { type CountedAttempt, countAttempt, countCodeTry } from '../../../domain/administrators/throttle.ts';
import { acceptedStep, decryptTotpSecret, recoveryCodeHash } from '../../../domain/administrators/totp.ts';
import { appendAudit } from '../../../domain/audit/append.ts';
import type { Deps } from '../../../domain/deps.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { readDevice } from './device.ts';

/** Where an attempt comes from. */
interface From {
  readonly address: string;
  readonly deviceCookie: string | undefined;
  readonly requestId: string;
}

/** How somebody proved who they are, for the audit log. */
export type Proof = 'password' | 'password and code' | 'password and recovery code';

/** An account whose password was right, and what follows if nothing else is missing. */
interface Proved {
  readonly administrator: AdministratorRow;
  readonly attempt: CountedAttempt;
  readonly succeeded: () => Promise<void>;
}

/**
 * The account of an e-mail address, and the attempt at it, counted.
 * @throws Refusal rate_limited
 */
export async function countFor(
  { database, clock, keys }: Deps,
  { address, deviceCookie }: From,
  email: string,
  withCode = false,
): Promise<{ readonly administrator: AdministratorRow | undefined; readonly attempt: CountedAttempt }> {
  const now = clock.now();
  const [administrator] = await selectAdministratorByEmail(database.reads, email.trim().toLowerCase());
  const device = readDevice(keys, deviceCookie, administrator, now);
  return { administrator, attempt: await countAttempt(database, now, { account: email, address, device, withCode }) };
}

/**
 * Proves the password of an account. An unknown account, one without password and a wrong password cost the same time
 * and get the same answer.
 * @throws Refusal sign_in_failed, rate_limited
 */
export async function provePassword(
  deps: Deps,
  from: From,
  email: string,
  password: string,
  withCode = false,
): Promise<Proved> {
  const { administrator, attempt } = await countFor(deps, from, email, withCode);
  const right = await deps.passwords.matches(password, administrator?.passwordHash);
  if (!administrator?.hasRole || !right) {
    await auditFailure(deps, from, administrator?.id, 'wrong password');
    throw attempt.heldBack ?? refusal('sign_in_failed', 'E-mail address or password is wrong.');
  }
  return {
    administrator,
    attempt,
    async succeeded() {
      await attempt.succeeded();
      if (administrator.passwordHash && deps.passwords.needsRehash(administrator.passwordHash)) {
        const hash = await deps.passwords.hash(password);
        // No change: the same password, hashed as it is today.
        await deps.database.transaction((transaction) => updatePasswordHash(transaction, administrator.id, hash));
      }
    },
  };
}

/**
 * Proves password and, where the account is protected by codes, a code that was not used before.
 * @throws Refusal sign_in_failed, code_required, rate_limited
 */
export async function proveIdentity(
  deps: Deps,
  from: From,
  { email, password, code }: { readonly email: string; readonly password: string; readonly code?: string },
): Promise<{ readonly administrator: AdministratorRow; readonly proof: Proof }> {
  const proved = await provePassword(deps, from, email, password, code !== undefined);
  const { administrator, attempt, succeeded } = proved;
  let proof: Proof = 'password';
  if (administrator.totpConfirmedAt) {
    if (code === undefined) {
      await attempt.takenBack();
      throw refusal('code_required', 'Enter the code of your authenticator app, or a recovery code.');
    }
    proof = await proveCountedCode(deps, from, proved, code);
  } else if (attempt.heldBack) throw attempt.heldBack;
  await succeeded();
  return { administrator, proof };
}

async function proveCountedCode(
  deps: Deps,
  from: From,
  { administrator, attempt }: Proved,
  code: string,
): Promise<Proof> {
  const { database, clock } = deps;
  const tried = attempt.heldBack && (await countCodeTry(database, clock.now(), administrator.email));
  const proof = await proveCode(deps, administrator, code);
  if (!proof) {
    await auditFailure(deps, from, administrator.id, 'wrong code');
    const message = 'The code is wrong, or was used already.';
    throw attempt.heldBack ?? refusal('sign_in_failed', message, [{ field: 'code', code: 'wrong_code', message }]);
  }
  await tried?.succeeded();
  return proof;
}

async function proveCode(deps: Deps, administrator: AdministratorRow, code: string): Promise<Proof | undefined> {
  const { database, keys, clock } = deps;
  const { id, totpSecretEncrypted, totpLastStep } = administrator;
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits) && totpSecretEncrypted) {
    const secret = decryptTotpSecret(keys.totp, id, totpSecretEncrypted);
    const step = acceptedStep(secret, digits, clock.now(), totpLastStep);
    if (step === undefined) return undefined;
    // Of two requests with one code the second finds the step taken.
    const [row] = await updateTotpStep(database.reads, id, step);
    return row ? 'password and code' : undefined;
  }
  const hash = recoveryCodeHash(keys.recoveryCodes, id, code);
  const [used] = await useRecoveryCode(database.reads, id, hash, clock.now());
  return used ? 'password and recovery code' : undefined;
}

/** Notes an attempt that failed. */
export async function auditFailure(
  { database, clock }: Deps,
  { address, requestId }: From,
  administratorId: number | undefined,
  reason: string,
): Promise<void> {
  // What was typed is not kept: passwords are typed into the wrong field.
  const subject = administratorId === undefined ? {} : { subject: `administrator:${administratorId}` };
  await appendAudit(database.reads, [
    {
      communityId: null,
      at: clock.now(),
      actor: 'anonymous',
      action: 'sign_in.failed',
      ...subject,
      ...{ address, requestId, details: { reason: administratorId === undefined ? 'unknown account' : reason } },
    },
  ]);
}
