/** How the client proves who it is: by its secret or its key, and for bound tokens by a proof with each request. */
import { base64urlOf, utf8 } from './base64.ts';
import { type Key, signJwt } from './jwt.ts';

/** The key that the community has registered for you (`private_key_jwt`, RFC 7523). */
export interface PrivateKey {
  /** ECDSA P-256 (ES256), RSA-PSS SHA-256 (PS256) or Ed25519 (EdDSA). */
  readonly key: Key;
  /** The `kid` of its public half, if that has one. */
  readonly kid?: string | undefined;
}

/** The key that tokens are bound to (DPoP, RFC 9449). */
export interface KeyPair {
  readonly publicKey: Key;
  readonly privateKey: Key;
}

/** The proof that a request to the OAuth endpoints carries. */
export interface ClientProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** The service allows 300; so much a clock may be off, in either direction. */
const ASSERTION_SECONDS = 150;

/** HTTP Basic, its halves encoded as a form's (RFC 6749 section 2.3.1). */
export function proofBySecret(clientId: string, clientSecret: string): ClientProof {
  const credentials = [clientId, clientSecret].map((part) => encodeURIComponent(part)).join(':');
  return { headers: { Authorization: `Basic ${btoa(credentials)}` }, form: {} };
}

/** The service accepts an assertion once, so each request has its own. */
export async function proofByKey(clientId: string, issuer: string, { key, kid }: PrivateKey): Promise<ClientProof> {
  const exp = nowSeconds() + ASSERTION_SECONDS;
  const claims = { iss: clientId, sub: clientId, aud: issuer, exp, jti: crypto.randomUUID() };
  const assertion = await signJwt(kid === undefined ? {} : { kid }, claims, key);
  return { headers: {}, form: { client_assertion_type: JWT_BEARER, client_assertion: assertion } };
}

export interface Prover {
  /** Makes the proof for one request. @param url without its query. @param token the token that is sent with it */
  prove(method: string, url: string, token?: string): Promise<string>;
  /** Remembers the nonce of a response for the next proofs. */
  note(headers: Headers | undefined): void;
}

/** @param given the key pair; without one, one is made that lives as long as the client */
export function createProver(given: KeyPair | undefined): Prover {
  let nonce: string | undefined;
  let prepared: Promise<{ key: Key; jwk: object }> | undefined;

  return {
    async prove(method, url, token) {
      prepared ??= prepare(given);
      const { key, jwk } = await prepared;
      const ath =
        token === undefined
          ? undefined
          : base64urlOf(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(token))));
      const claims = { jti: crypto.randomUUID(), htm: method, htu: url, iat: nowSeconds(), ath, nonce };
      return await signJwt({ typ: 'dpop+jwt', jwk }, claims, key);
    },
    note(headers) {
      nonce = headers?.get('dpop-nonce') ?? nonce;
    },
  };
}

async function prepare(given: KeyPair | undefined): Promise<{ key: Key; jwk: object }> {
  const pair =
    given ?? (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']));
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { key: pair.privateKey, jwk: { kty, crv, x, y, n, e } };
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
