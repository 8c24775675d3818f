/** Signed statements of partners (JWS, RFC 7515): read before they are verified, since they name the key that must have signed. */

import type { KeyAlgorithm } from '@timebank/contract';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import {
  keyAlgorithmOf,
  keyObjectOf,
  type PublicKey,
  SIGNING_ALGORITHMS,
} from '../../../domain/partners/public-keys.ts';

/** A statement whose signature is still to be checked. */
export interface SignedStatement {
  readonly text: string;
  readonly alg: KeyAlgorithm;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

const LENGTH_MAX = 8192;
const ID_LENGTH_MAX = 256;
/** Tolerated difference between the clocks of a partner and of the service. */
const LEEWAY_SECONDS = 30;

/** Reads a statement in compact form, signed with one of the accepted algorithms; undefined for anything else. */
export function readSigned(text: string): SignedStatement | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  try {
    const header = decodeProtectedHeader(text);
    const alg = keyAlgorithmOf(header.alg);
    return alg && { text, alg, header, claims: decodeJwt(text) };
  } catch {
    return undefined;
  }
}

export async function isSignedBy({ text }: SignedStatement, key: PublicKey): Promise<boolean> {
  try {
    await compactVerify(text, keyObjectOf(key), { algorithms: [...SIGNING_ALGORITHMS] });
    return true;
  } catch {
    return false;
  }
}

/** The statement's own id, `jti`; undefined when it has none that could be remembered. */
export function idOf({ claims: { jti } }: SignedStatement): string | undefined {
  return typeof jti === 'string' && jti !== '' && jti.length <= ID_LENGTH_MAX ? jti : undefined;
}

/** Whether `iat` is a time between so many seconds ago and now. */
export function isRecent({ claims: { iat } }: SignedStatement, now: Date, seconds: number): boolean {
  if (!isTime(iat)) return false;
  const ageSeconds = now.getTime() / 1000 - iat;
  return ageSeconds <= seconds + LEEWAY_SECONDS && ageSeconds >= -LEEWAY_SECONDS;
}

/** Whether `nbf`, if there is one, has come. */
export function hasBegun({ claims: { nbf } }: SignedStatement, now: Date): boolean {
  return nbf === undefined || (isTime(nbf) && nbf <= now.getTime() / 1000 + LEEWAY_SECONDS);
}

/** A NumericDate (RFC 7519 section 2). */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
