/** JWTs that a key of WebCrypto signs, by the algorithms the service takes. */
import { base64urlOf, utf8 } from './base64.ts';

/** A key of WebCrypto. */
export type Key = InstanceType<typeof CryptoKey>;

const ALGORITHMS = {
  ECDSA: { alg: 'ES256', parameters: { name: 'ECDSA', hash: 'SHA-256' } },
  'RSA-PSS': { alg: 'PS256', parameters: { name: 'RSA-PSS', saltLength: 32 } },
  Ed25519: { alg: 'EdDSA', parameters: { name: 'Ed25519' } },
} as const;

function algorithmOf(key: Key) {
  const { name, namedCurve, hash } = key.algorithm as { name: string; namedCurve?: string; hash?: { name: string } };
  const found = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name as keyof typeof ALGORITHMS] : undefined;
  const isOdd = (namedCurve ?? 'P-256') !== 'P-256' || (hash?.name ?? 'SHA-256') !== 'SHA-256';
  return isOdd ? undefined : found;
}

/** @param name what the key is called in the error. @throws TypeError */
export function checkSigningKey(name: string, key: Key | undefined): void {
  if (key?.type !== 'private' || !key.usages.includes('sign') || !algorithmOf(key)) {
    throw new TypeError(
      `${name} must be a private CryptoKey with the usage sign: ECDSA P-256, RSA-PSS SHA-256 or Ed25519`,
    );
  }
}

/** Signs; the header gets the key's algorithm. */
export async function signJwt(header: object, claims: object, key: Key): Promise<string> {
  const algorithm = algorithmOf(key);
  if (!algorithm) throw new TypeError('the key is of no algorithm that the service takes');
  const { alg, parameters } = algorithm;
  const content = [{ ...header, alg }, claims].map((part) => base64urlOf(utf8(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign(parameters, key, utf8(content));
  return `${content}.${base64urlOf(new Uint8Array(signature))}`;
}
