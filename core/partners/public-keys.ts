/** Public keys as partners give them (RFC 7517): which are accepted, and how they are kept. */
import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { FieldError, KeyAlgorithm } from '@timebank/contract';

/** A key that may sign: EC P-256, RSA from 2048 bits on, or Ed25519. */
export interface PublicKey {
  /** The name its owner gave it. */
  readonly kid: string | null;
  readonly alg: KeyAlgorithm;
  /** RFC 7638, SHA-256. */
  readonly thumbprint: string;
  /** Only what makes the key, in its one canonical form. */
  readonly jwk: JsonWebKey;
}

export type ReadKeySet = { readonly keys: readonly PublicKey[] } | { readonly errors: readonly FieldError[] };

const KEYS_MAX = 10;
const KID_LENGTH_MAX = 200;
const PRIVATE_PARTS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];
const RSA_BITS_MIN = 2048;
/** Checking a signature with a larger one costs too much. */
const RSA_BITS_MAX = 4096;
/** Every library makes 65537; the largest costs of a signature's check come from a large exponent. */
const RSA_EXPONENT = 65_537n;
/** Names of EdDSA in a header: RFC 9864 retires the first, libraries send both. */
const EDDSA_NAMES = ['EdDSA', 'Ed25519'];

/** The algorithms a header may name. */
export const SIGNING_ALGORITHMS = ['ES256', 'PS256', ...EDDSA_NAMES] as const;

/** The kind of key a header's `alg` needs; undefined: none of ours. */
export function keyAlgorithmOf(alg: unknown): KeyAlgorithm | undefined {
  if (alg === 'ES256' || alg === 'PS256') return alg;
  return EDDSA_NAMES.includes(alg as string) ? 'EdDSA' : undefined;
}

/** A fault of a key that is published in error, and not merely of another kind. */
const SECRET = 'private_key';

interface Fault {
  readonly code: typeof SECRET | 'unsupported_key' | 'invalid_key';
  readonly message: string;
}

/** Reads one JWK, or says what is wrong with it. */
export function readPublicKey(value: unknown): PublicKey | Fault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid('is not a JSON Web Key');
  const { kty, crv, use, alg, kid } = value as Readonly<Record<string, unknown>>;
  if (kty === 'oct') return { code: SECRET, message: 'is a symmetric key (oct); only public keys are accepted' };
  const secret = PRIVATE_PARTS.find((part) => Object.hasOwn(value, part));
  if (secret !== undefined) {
    return { code: SECRET, message: `holds a private part (${secret}); only public keys are accepted` };
  }
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > KID_LENGTH_MAX)) {
    return invalid(`has a kid that is not a text of 1 to ${KID_LENGTH_MAX} characters`);
  }
  // The contract leaves what a key holds to its standard, so this is where it is looked at.
  if (kid !== undefined && (!kid.isWellFormed() || /\p{Cc}/u.test(kid))) {
    return invalid('has a kid with control characters or lone surrogates');
  }
  const kind = kty === 'RSA' ? 'PS256' : kty === 'EC' ? 'ES256' : 'EdDSA';
  const isKnown = kty === 'RSA' || (kty === 'EC' && crv === 'P-256') || (kty === 'OKP' && crv === 'Ed25519');
  if (!isKnown || (alg !== undefined && keyAlgorithmOf(alg) !== kind) || (use !== undefined && use !== 'sig')) {
    return {
      code: 'unsupported_key',
      message: 'is none of: EC P-256 for ES256, RSA for PS256, OKP Ed25519 for EdDSA, each for signatures (use: sig)',
    };
  }
  const jwk = canonicalJwk(value as JsonWebKey);
  if (!jwk) return invalid('is not a valid public key');
  if (kty === 'RSA') {
    const bits = bitsOf(jwk.n);
    if (bits < RSA_BITS_MIN || bits > RSA_BITS_MAX) {
      return invalid(`has ${bits} bits; an RSA key has ${RSA_BITS_MIN} to ${RSA_BITS_MAX}`);
    }
    if (numberOf(jwk.e) !== RSA_EXPONENT) return invalid(`has an exponent other than ${RSA_EXPONENT}`);
  }
  return { kid: kid ?? null, alg: kind, thumbprint: thumbprintOf(jwk), jwk };
}

/**
 * Reads a JWK Set with 1 to 10 keys.
 * @param others what to do with keys of another kind: a form refuses them, a set at a URL may hold them beside the
 * right ones
 */
export function readKeySet(value: unknown, others: 'refuse' | 'skip'): ReadKeySet {
  const entries = (value as { keys?: unknown } | null | undefined)?.keys;
  if (!Array.isArray(entries)) return { errors: [error('keys', 'invalid_key_set', 'This is not a JSON Web Key Set.')] };
  const keys: PublicKey[] = [];
  const errors: FieldError[] = [];
  // A set that is published for others as well may be long; the number of keys read is bounded.
  for (const [index, entry] of entries.slice(0, 100).entries()) {
    const read = readPublicKey(entry);
    const field = `keys.${index}`;
    const name = `The key ${nameOf(entry, index)}`;
    if ('code' in read) {
      if (others === 'refuse' || read.code !== 'unsupported_key') {
        errors.push(error(field, read.code, `${name} ${read.message}.`));
      }
    } else if (keys.some(({ thumbprint }) => thumbprint === read.thumbprint)) {
      if (others === 'refuse') errors.push(error(field, 'repeated', `${name} stands there twice.`));
    } else if (read.kid !== null && keys.some(({ kid }) => kid === read.kid)) {
      errors.push(error(field, 'repeated', `${name} has the kid of another.`));
    } else keys.push(read);
  }
  if (errors.length > 0) return { errors };
  if (keys.length === 0) return { errors: [error('keys', 'too_few_items', 'The key set has no key that can sign.')] };
  if (keys.length > KEYS_MAX || entries.length > 100) {
    return { errors: [error('keys', 'too_many_items', `A key set has at most ${KEYS_MAX} keys.`)] };
  }
  return { keys };
}

/** The key for checking signatures. */
export function keyObjectOf({ jwk }: Pick<PublicKey, 'jwk'>): KeyObject {
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** Only the members that make the key, each in one spelling: base64url can be written in several. */
function canonicalJwk({ kty, crv, x, y, n, e }: JsonWebKey): JsonWebKey | undefined {
  const parts = kty === 'RSA' ? { kty, n, e } : kty === 'EC' ? { kty, crv, x, y } : { kty, crv, x };
  // Long enough for 4096 bits, and short enough to be read at once.
  if (Object.values(parts).some((part) => typeof part !== 'string' || part.length > 800)) return undefined;
  try {
    return createPublicKey({ key: parts as JsonWebKey, format: 'jwk' }).export({ format: 'jwk' });
  } catch {
    return undefined;
  }
}

function thumbprintOf({ kty, crv, x, y, n, e }: JsonWebKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : kty === 'EC' ? { crv, kty, x, y } : { crv, kty, x };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

function numberOf(text: string | undefined): bigint {
  return BigInt(`0x0${Buffer.from(text ?? '', 'base64url').toString('hex')}`);
}

function bitsOf(text: string | undefined): number {
  return numberOf(text).toString(2).length;
}

function nameOf(entry: unknown, index: number): string {
  const kid = (entry as { kid?: unknown } | null)?.kid;
  return typeof kid === 'string' && kid !== '' ? `"${kid.slice(0, KID_LENGTH_MAX)}"` : `number ${index + 1}`;
}

function invalid(message: string): Fault {
  return { code: 'invalid_key', message };
}

function error(field: string, code: string, message: string): FieldError {
  return { field, code, message };
}
