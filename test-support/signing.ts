/** Keys of partners in tests, and what is signed with them. */
import { createHash, randomUUID } from 'node:crypto';
import { BASE_PATH } from '@timebank/contract';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Clock } from '../core/base/clock.ts';
import { changeKeys, type KeyChanges } from '../core/partners/keys.ts';
import type { TestPartner, TestService } from './harness.ts';

export interface TestKey {
  readonly alg: string;
  readonly kid: string;
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export async function createKey(alg: 'ES256' | 'PS256' | 'EdDSA' | 'ES384' = 'ES256', bits = 2048): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: bits });
  const kid = randomUUID();
  const named = { kid, alg };
  return {
    alg,
    kid,
    publicKey,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), ...named },
    privateJwk: { ...(await exportJWK(privateKey)), ...named },
  };
}

/** Registers keys, or what else is given. */
export async function setKeys(service: TestService, partner: TestPartner, changes: KeyChanges): Promise<void> {
  await changeKeys(service.deps, { ...partner, actor: 'test' }, changes);
}

/** A new partner with a pasted key. */
export async function createPartnerWithKey(service: TestService, key: TestKey, rules: KeyChanges = {}) {
  const partner = await service.createPartner();
  await setKeys(service, partner, { ...rules, keys: { jwks: { keys: [key.publicJwk] } } });
  return partner;
}

/** @param claims stand in the place of the right ones; undefined leaves one out */
export async function assertionOf(
  service: Pick<TestService, 'origin'> & { readonly clock: Clock },
  { clientId }: Pick<TestPartner, 'clientId'>,
  { alg, kid, privateKey }: TestKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const now = Math.floor(service.clock.now().getTime() / 1000);
  const right = { iss: clientId, sub: clientId, aud: service.origin, exp: now + 60, iat: now, jti: randomUUID() };
  return await new SignJWT({ ...right, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
}

/** The form of a token request that an assertion proves. */
export function tokenForm(assertion: string): Record<string, string> {
  return { grant_type: 'client_credentials', client_assertion_type: JWT_BEARER, client_assertion: assertion };
}

/** The request a proof is made for, and claims that replace the right ones; undefined leaves one out. */
export interface ProofOptions {
  readonly method?: string;
  /** Below the base path. */
  readonly path?: string;
  readonly token?: string;
  readonly nonce?: string | undefined;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** A DPoP proof; for the token endpoint unless said otherwise. */
export async function proofOf(service: TestService, key: TestKey, options: ProofOptions = {}): Promise<string> {
  const { method = 'POST', path = '/oauth/token', token, nonce, claims, header } = options;
  const { kid: _, alg: __, ...jwk } = key.publicJwk;
  const right = {
    jti: randomUUID(),
    htm: method,
    htu: `${service.config.publicUrl ?? service.origin}${BASE_PATH}${path}`,
    iat: Math.floor(service.clock.now().getTime() / 1000),
    nonce,
    ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
  };
  return await new SignJWT({ ...right, ...claims })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: key.alg, jwk, ...header })
    .sign(key.privateKey);
}
