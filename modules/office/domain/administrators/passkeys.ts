/**
 * Passkeys (WebAuthn level 3): a key in a device, bound to the service's host name, that signs a challenge once its
 * person was verified there. So it is two factors in one, and signs in alone. Any authenticator will do: attestation is
 * not asked for.
 */
import { randomBytes } from 'node:crypto';
import { consoleConflict, consoleRefusal } from '../../../../console/desk/refusal.ts';
import { endSessionsOfPasskey } from '../../../../console/desk/session-queries.ts';
import { invalidField } from '../../../../core/base/refusal.ts';
import { ago, MINUTE_MS } from '../../../../core/base/time.ts';
import type { Change } from '../../../../core/change/change.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { PASSKEYS_MAX } from '../../contract/passkeys.ts';
import {
  type ChallengePurpose,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  type KnownPasskey,
  type PasskeyRow,
  selectPasskeys,
  takeChallenge,
  updatePasskeyUsed,
} from './passkey-queries.ts';
import { lockAdministrator } from './queries.ts';

/** How long a person may take to unlock the device. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;

/** The service as authenticators know it. */
export interface RelyingParty {
  readonly origin: string;
  /** The host name of the origin. */
  readonly rpId: string;
}

export function relyingPartyOf(origin: string): RelyingParty {
  return { origin, rpId: new URL(origin).hostname };
}

/** The handle under which an authenticator keeps a passkey; discloses nothing about the person. */
export function userHandleOf(administratorId: number): string {
  return Buffer.from(`administrator:${administratorId}`).toString('base64url');
}

/** A challenge for the browser of a cookie; an earlier one for the same purpose stops working. */
export async function newChallenge(
  on: Queryable,
  cookieHash: Buffer,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await insertChallenge(on, { cookieHash, purpose, challenge, at: now });
  return challenge;
}

/** The challenge of a browser, which is used up by this; undefined when there is none, or it is too old. */
export async function useChallenge(
  on: Queryable,
  cookieHash: Buffer,
  purpose: ChallengePurpose,
  now: Date,
): Promise<string | undefined> {
  const [taken] = await takeChallenge(on, { cookieHash, purpose });
  return taken && taken.createdAt > ago(now, CHALLENGE_MS) ? taken.challenge : undefined;
}

/** Answers of the authenticator, as base64url. */
export interface MadePasskey {
  readonly id: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface SignedChallenge {
  readonly id: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
}

/**
 * Verifies a passkey that was just made.
 * @throws Refusal validation_failed
 */
export async function verifyMade(
  { origin, rpId }: RelyingParty,
  challenge: string,
  { id, clientDataJson, attestationObject, transports }: MadePasskey,
): Promise<{ readonly credentialId: Buffer; readonly publicKey: Buffer; readonly counter: number }> {
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: clientDataJson, attestationObject, transports: [...transports] },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) {
    throw invalidField(
      'attestation_object',
      'not_verified',
      'attestation_object was not made for this, or not by its person.',
    );
  }
  const { credential } = result.registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

/** The counter of a passkey after it signed the challenge; undefined when it did not. */
export async function verifySigned(
  { origin, rpId }: RelyingParty,
  challenge: string,
  { administratorId, publicKey, counter }: KnownPasskey,
  { id, clientDataJson, authenticatorData, signature, userHandle }: SignedChallenge,
): Promise<number | undefined> {
  if (userHandle !== userHandleOf(administratorId)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: clientDataJson, authenticatorData, signature, userHandle },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

/** Loaded with the first passkey: the service starts without it. */
const library = () => import('@simplewebauthn/server');

/** @throws Refusal state_conflict when the person has as many as there may be, or this one is known */
export async function addPasskeyIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  administratorId: number,
  passkey: {
    readonly credentialId: Buffer;
    readonly publicKey: Buffer;
    readonly counter: number;
    readonly transports: readonly string[];
    readonly name: string;
  },
): Promise<PasskeyRow> {
  await lockAdministrator(transaction, { administratorId });
  const known = await selectPasskeys(transaction, { administratorId, limit: PASSKEYS_MAX });
  if (known.length >= PASSKEYS_MAX) throw tooMany();
  const [row] = await insertPasskey(transaction, { ...passkey, administratorId, createdAt: at });
  if (!row) throw consoleConflict('passkey_added', 'This passkey was added already.');
  audit('administrator.passkey_added', `administrator:${administratorId}`, { passkey_id: row.id });
  return row;
}

/** More than anybody has devices. */
export function tooMany() {
  return consoleConflict('passkeys_full', `There are ${PASSKEYS_MAX} passkeys already. Remove one first.`);
}

/**
 * Removes a passkey; the sessions that it has begun end.
 * @throws Refusal passkey_not_found
 */
export async function removePasskeyIn(
  { transaction, at, audit }: Pick<Change, 'transaction' | 'at' | 'audit'>,
  administratorId: number,
  id: number | undefined,
): Promise<number> {
  const [removed] = id === undefined ? [] : await deletePasskey(transaction, { administratorId, id });
  if (!removed) throw consoleRefusal('passkey_not_found', 'You have no such passkey.');
  await endSessionsOfPasskey(transaction, { administratorId, passkeyId: removed.id, at });
  audit('administrator.passkey_removed', `administrator:${administratorId}`, { passkey_id: removed.id });
  return removed.id;
}

/** Notes a use. False: the passkey was removed meanwhile, or a copy of it was used since. */
export async function notePasskeyUsedIn(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  id: number,
  counter: number,
): Promise<boolean> {
  const [used] = await updatePasskeyUsed(transaction, { id, counter, at });
  return used !== undefined;
}
