/**
 * Signed statements of partners (JWT, RFC 7519, in compact JWS, RFC 7515): read before they are verified, since they name
 * the key that must have signed; judged by what was verified.
 */
import type { KeyAlgorithm } from '@timebank/contract';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import { keyAlgorithmOf, keyObjectOf, type PublicKey, SIGNING_ALGORITHMS } from '../partners/public-keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A statement whose signature is still to be checked. */
export interface SignedStatement {
  readonly text: string;
  readonly alg: KeyAlgorithm;
  readonly header: Readonly<Record<string, unknown>>;
  /** As they are claimed: good for finding the key that must have signed. */
  readonly claims: Claims;
}

/** What is wrong with a statement, as the end of a sentence about it: `has no jti`. */
export interface StatementFault {
  readonly fault: string;
}

const LENGTH_MAX = 8192;
const ID_LENGTH_MAX = 256;
/** A statement's longest life. */
const LIFE_SECONDS = 300;
/** Tolerated difference between the clocks of a partner and of the service, for every time of a statement. */
const LEEWAY_SECONDS = 30;
/** RFC 7515 section 2: base64url without line breaks, white space or padding. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Reads a statement in compact form, signed with one of the accepted algorithms; undefined for anything else. */
export function readCompactJws(text: string): SignedStatement | undefined {
  if (text.length > LENGTH_MAX || !COMPACT.test(text)) return undefined;
  try {
    const header = decodeProtectedHeader(text);
    const alg = keyAlgorithmOf(header.alg);
    // No extension of a header is understood, so none may be critical (RFC 7515 section 4.1.11).
    return alg && header.crit === undefined ? { text, alg, header, claims: decodeJwt(text) } : undefined;
  } catch {
    return undefined;
  }
}

/** The claims that the key has signed; undefined: it has not signed this statement. */
export async function verifiedClaims({ text }: SignedStatement, key: PublicKey): Promise<Claims | undefined> {
  try {
    const { payload } = await compactVerify(text, keyObjectOf(key), { algorithms: [...SIGNING_ALGORITHMS] });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as Claims;
  } catch {
    return undefined;
  }
}

/** Whether `typ` is this media type: in any case, and with or without `application/` (RFC 7515 section 4.1.9). */
export function isOfType({ header: { typ } }: SignedStatement, type: string): boolean {
  return typeof typ === 'string' && typ.toLowerCase().replace(/^application\//, '') === type;
}

/** The statement's own id, `jti`, as far as it can be remembered. */
export function idIn({ jti }: Claims): { readonly id: string } | StatementFault {
  const isId = typeof jti === 'string' && jti !== '' && jti.length <= ID_LENGTH_MAX;
  return isId ? { id: jti } : { fault: `has no jti of 1 to ${ID_LENGTH_MAX} characters` };
}

/**
 * Checks every time of a statement, each with the leeway for clocks: `exp`, `iat` and `nbf` (RFC 7519 section 4.1). Its
 * life is `exp` - `iat`, without `iat` from now, and at most 300 seconds.
 * @param needed the time that must be there; without `exp` a statement lives as long as it may
 * @returns when it is refused for its age: until then its id is remembered
 */
export function lifeOf(
  claims: Claims,
  needed: 'exp' | 'iat',
  now: Date,
): { readonly refusedFrom: Date } | StatementFault {
  for (const name of ['exp', 'iat', 'nbf'] as const) {
    if (claims[name] === undefined && name === needed) return { fault: `has no ${name}` };
    if (claims[name] !== undefined && !isTime(claims[name])) return { fault: `has an ${name} that is not a number` };
  }
  const { exp, iat, nbf } = claims as { readonly exp?: number; readonly iat?: number; readonly nbf?: number };
  const nowSeconds = now.getTime() / 1000;
  const ours = `our time is ${Math.floor(nowSeconds)}, ${now.toISOString()}`;
  if (iat !== undefined && iat > nowSeconds + LEEWAY_SECONDS) return { fault: `has an iat in the future; ${ours}` };
  if (nbf !== undefined && nbf > nowSeconds + LEEWAY_SECONDS) return { fault: `has an nbf in the future; ${ours}` };
  const latestEnd = iat === undefined ? nowSeconds + LEEWAY_SECONDS + LIFE_SECONDS : iat + LIFE_SECONDS;
  if (needed === 'exp' && exp !== undefined && exp > latestEnd) {
    const from = iat === undefined ? `the present; ${ours}` : 'its iat';
    return { fault: `has an exp more than ${LIFE_SECONDS} seconds after ${from}` };
  }
  const end = Math.min(exp ?? latestEnd, latestEnd) + LEEWAY_SECONDS;
  if (nowSeconds >= end) {
    const what = exp === undefined ? `has an iat more than ${LIFE_SECONDS} seconds ago` : 'is over by its exp or iat';
    return { fault: `${what}; ${ours}` };
  }
  return { refusedFrom: new Date(Math.ceil(end * 1000)) };
}

/** A NumericDate (RFC 7519 section 2). */
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
