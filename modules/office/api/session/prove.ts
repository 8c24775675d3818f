/** Proof of identity: password, then a one-time or recovery code where the account asks for one. */

import type { OfficeDeps } from '../../../../console/desk/office-deps.ts';
import { type AttemptSource, noPlace } from '../../../../console/desk/password-places.ts';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { type CountedAttempt, countAttempt, isKnownPlace, judging } from '../../../../console/desk/throttle.ts';
import { foldAddress } from '../../../../core/base/email-address.ts';
import { Refusal } from '../../../../core/base/refusal.ts';
import { wideAddress } from '../../../../core/base/throttle.ts';
import { accountsOfAddress } from '../../domain/administrators/accounts.ts';
import { countingCode } from '../../domain/administrators/code-failures.ts';
import {
  type AdministratorRow,
  selectAdministratorAccount,
  updatePasswordHash,
  updateTotpStep,
  useRecoveryCode,
} from '../../domain/administrators/queries.ts';
import { acceptedStep, decryptTotpSecret, recoveryCodeHash } from '../../domain/administrators/totp.ts';
import { readDevice } from './device.ts';
import { auditFailure } from './failures.ts';

/** The origin of an attempt. */
interface AttemptOrigin {
  readonly address: string;
  readonly deviceCookie: string | undefined;
  readonly requestId: string;
}

/** How a person proved who they are, for the audit log. */
export type Proof = 'password' | 'password and code' | 'password and recovery code';

/** The identity to prove: a typed address, or the account that is signed in. */
export type ClaimedIdentity = { readonly email: string } | { readonly administratorId: number };

/** An attempt, counted, and the accounts it may be for. */
interface AttemptAccounts {
  readonly accounts: readonly AdministratorRow[];
  readonly attempt: CountedAttempt;
  readonly comer: AttemptSource;
}

/** An account whose password was right, and what follows if nothing else is missing. */
interface ProvedAccount {
  readonly administrator: AdministratorRow;
  readonly attempt: CountedAttempt;
  readonly succeeded: () => Promise<void>;
}

/** How an attempt is made. */
interface Way {
  /** A code comes with the password, or it is a passkey. */
  readonly withCode?: boolean;
  /** A password is to be hashed: strangers' attempts without a free place are dropped before anything is written. */
  readonly hashes?: boolean;
}

/**
 * Counts an attempt, and finds the accounts it may be for.
 * @throws Refusal rate_limited
 */
export async function countFor(
  { database, clock, keys, passwords }: OfficeDeps,
  { address, deviceCookie }: AttemptOrigin,
  claimed: ClaimedIdentity,
  { withCode = false, hashes = false }: Way = {},
): Promise<AttemptAccounts> {
  const now = clock.now();
  const accounts =
    'email' in claimed
      ? await accountsOfAddress(database.reads, foldAddress(claimed.email))
      : await selectAdministratorAccount(database.reads, { administratorId: claimed.administratorId });
  const owner = accounts.find((one) => readDevice(keys, deviceCookie, one, now) !== undefined);
  const device = readDevice(keys, deviceCookie, owner, now);
  const account = 'email' in claimed ? claimed.email : (accounts[0]?.signInAddress ?? '');
  const asked = { account, address, device, withCode, isShared: accounts.length > 1 };
  const isKnown = await isKnownPlace(database, now, asked);
  const comer = { isKnown, from: wideAddress(address) };
  if (hashes && !passwords.hasRoom(comer)) throw noPlace();
  const attempt = await countAttempt(database, now, asked, isKnown);
  // The device's account comes first, so that its person waits for no other account's hash.
  const ordered = owner ? [owner, ...accounts.filter((one) => one !== owner)] : accounts;
  return { accounts: ordered, attempt, comer };
}

/**
 * Proves the password of an account. An unknown account, one without password and a wrong password cost the same time
 * and get the same answer; an address that several accounts have costs one hash for each.
 * @throws Refusal sign_in_failed, rate_limited
 */
export async function provePassword(
  deps: OfficeDeps,
  from: AttemptOrigin,
  claimed: ClaimedIdentity,
  password: string,
  withCode = false,
): Promise<ProvedAccount> {
  const counted = await countFor(deps, from, claimed, { withCode, hashes: true });
  return await judging(counted.attempt, () => proveCounted(deps, from, counted, password));
}

async function proveCounted(
  deps: OfficeDeps,
  from: AttemptOrigin,
  { accounts, attempt, comer }: AttemptAccounts,
  password: string,
): Promise<ProvedAccount> {
  const candidates = accounts.filter(({ hasRole, passwordHash }) => hasRole && passwordHash !== null);
  let administrator: AdministratorRow | undefined;
  for (const one of candidates) {
    if (!(await deps.passwords.matches(password, one.passwordHash, comer))) continue;
    administrator = one;
    break;
  }
  if (candidates.length === 0) await deps.passwords.matches(password, undefined, comer);
  if (!administrator) {
    await auditFailure(deps, from, accounts[0]?.id, 'wrong password');
    throw attempt.heldBack ?? consoleRefusal('sign_in_failed', 'E-mail address or password is wrong.');
  }
  const { id, passwordHash } = administrator;
  return {
    administrator,
    attempt,
    async succeeded() {
      await attempt.succeeded();
      if (passwordHash && deps.passwords.needsRehash(passwordHash)) {
        const hash = await deps.passwords.hash(password);
        // The password stays the same; only its hash is renewed.
        await deps.database.transaction((transaction) =>
          updatePasswordHash(transaction, { administratorId: id, passwordHash: hash }),
        );
      }
    },
  };
}

/**
 * Proves password and, where the account is protected by codes, a code that was not used before.
 * @throws Refusal sign_in_failed, code_required, rate_limited, state_conflict
 */
export async function proveIdentity(
  deps: OfficeDeps,
  from: AttemptOrigin,
  claimed: ClaimedIdentity,
  { password, code }: { readonly password: string; readonly code?: string },
): Promise<{ readonly administrator: AdministratorRow; readonly proof: Proof }> {
  const proved = await provePassword(deps, from, claimed, password, code !== undefined);
  const { administrator, attempt, succeeded } = proved;
  const proof = await judging(attempt, async (): Promise<Proof> => {
    if (administrator.totpConfirmedAt) {
      if (code !== undefined) return await proveCountedCode(deps, from, proved, code);
      throw consoleRefusal('code_required', 'Enter the code of your authenticator app, or a recovery code.');
    }
    if (attempt.heldBack) throw attempt.heldBack;
    return 'password';
  });
  await succeeded();
  return { administrator, proof };
}

async function proveCountedCode(
  deps: OfficeDeps,
  from: AttemptOrigin,
  { administrator, attempt }: ProvedAccount,
  code: string,
): Promise<Proof> {
  const { database, clock } = deps;
  const look = () => proveCode(deps, administrator, code);
  const proof = await countingCode(database.reads, administrator.id, clock.now(), look).catch((error: unknown) => {
    // An account that has to wait does not learn whether the password was right.
    throw error instanceof Refusal ? (attempt.heldBack ?? error) : error;
  });
  if (!proof) {
    await auditFailure(deps, from, administrator.id, 'wrong code');
    const message = 'The code is wrong, or was used already.';
    throw (
      attempt.heldBack ?? consoleRefusal('sign_in_failed', message, [{ field: 'code', code: 'wrong_code', message }])
    );
  }
  return proof;
}

async function proveCode(deps: OfficeDeps, administrator: AdministratorRow, code: string): Promise<Proof | undefined> {
  const { database, keys, clock } = deps;
  const { id, totpSecretEncrypted, totpLastStep } = administrator;
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits) && totpSecretEncrypted) {
    const secret = decryptTotpSecret(keys.totp, id, totpSecretEncrypted);
    const step = acceptedStep(secret, digits, clock.now(), totpLastStep);
    if (step === undefined) return undefined;
    // The second of two requests with one code finds its time step used.
    const [row] = await updateTotpStep(database.reads, { administratorId: id, step });
    return row ? 'password and code' : undefined;
  }
  const hash = recoveryCodeHash(keys.recoveryCodes, id, code);
  const [used] = await useRecoveryCode(database.reads, { administratorId: id, codeHash: hash, at: clock.now() });
  return used ? 'password and recovery code' : undefined;
}
