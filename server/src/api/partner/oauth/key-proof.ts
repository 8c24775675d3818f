/** `private_key_jwt`: an assertion that a client's registered key has signed (RFC 7523), for one use. */
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { KEY_ALGORITHMS, type KeyAlgorithm } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import { refreshKeys } from '../../../domain/partners/keys.ts';
import type { ClientRow } from '../../../domain/partners/oauth-queries.ts';
import { type PublicKey, readPublicKey } from '../../../domain/partners/public-keys.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/base/time.ts';
import { hasBegun, idOf, isRecent, isSignedBy, isTime, type SignedStatement } from '../access/jws.ts';
import { createOnce } from '../access/once.ts';

/** A client's row with the key that has signed; undefined: not proven, whatever the reason. */
export type ProveByKey = (
  clientId: string,
  assertion: SignedStatement,
  issuer: string,
) => Promise<ClientRow | undefined>;
type FindClient = (clientId: string) => Promise<readonly ClientRow[]>;

/** An assertion may be valid this far ahead, and for as long it may have been made ago. */
const LIFETIME_SECONDS = 300;
const RSA_BYTES = 256;

/** Ages of a key set at a URL: from the first on it is read again before use; if that fails, it serves until the second. */
const FRESH_MS = 10 * MINUTE_MS;
const USABLE_MS = DAY_MS;

/** Makes the check of one process. */
export function createKeyProof(deps: Deps, findClient: FindClient): ProveByKey {
  const useOnce = createOnce(deps);
  const nobodys = new Map(KEY_ALGORITHMS.map((alg) => [alg, nobodysKey(alg)]));
  // Requests that arrive while a partner's URL is being read share the answer.
  const reading = new Map<number, Promise<void>>();

  async function readAgain(partner: ClientRow): Promise<void> {
    const { partnerId } = partner;
    let running = reading.get(partnerId);
    if (!running) {
      running = refreshKeys(deps, partner).finally(() => reading.delete(partnerId));
      reading.set(partnerId, running);
    }
    await running;
  }

  async function findWithKeys(clientId: string, assertion: SignedStatement): Promise<readonly ClientRow[]> {
    const rows = await findClient(clientId);
    const [row] = rows;
    if (!row?.keyUrl || row.status !== 'active') return rows;
    const isFresh = ageOf(row, deps.clock.now()) < FRESH_MS;
    if (isFresh && rows.some((candidate) => mayHaveSigned(candidate, assertion))) return rows;
    await readAgain(row);
    const after = await findClient(clientId);
    return after[0]?.keyUrl && ageOf(after[0], deps.clock.now()) >= USABLE_MS ? [] : after;
  }

  return async (clientId, assertion, issuer) => {
    const rows = await findWithKeys(clientId, assertion);
    const now = deps.clock.now();
    const candidates = rows.filter((row) => mayHaveSigned(row, assertion));
    let signer: ClientRow | undefined;
    for (const row of candidates) {
      if (await isSignedBy(assertion, row.publicKey as PublicKey)) signer = row;
    }
    // The same work where there is no such client, or no such key.
    if (candidates.length === 0) await isSignedBy(assertion, nobodys.get(assertion.alg) as PublicKey);
    const id = idOf(assertion);
    const { exp } = assertion.claims;
    if (!signer || id === undefined || !isTime(exp) || !isValid(assertion, exp, issuer, now)) return undefined;
    const { communityId, partnerId } = signer;
    const expiresAt = new Date(exp * 1000);
    const isFirst = await useOnce({ communityId, partnerId, scope: 'assertion', id, expiresAt });
    return isFirst ? signer : undefined;
  };
}

/** A key without a name of its own answers to its thumbprint; an assertion without a name may be from each. */
function mayHaveSigned({ publicKey }: ClientRow, { alg, header: { kid } }: SignedStatement): boolean {
  if (publicKey?.alg !== alg) return false;
  return kid === undefined || kid === (publicKey.kid ?? publicKey.thumbprint);
}

function ageOf({ keysFetchedAt }: ClientRow, now: Date): number {
  return now.getTime() - (keysFetchedAt?.getTime() ?? 0);
}

function isValid(assertion: SignedStatement, exp: number, issuer: string, now: Date): boolean {
  const { aud, iat } = assertion.claims;
  const leftSeconds = exp - now.getTime() / 1000;
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  return (
    audience === issuer &&
    leftSeconds > 0 &&
    leftSeconds <= LIFETIME_SECONDS &&
    (iat === undefined || isRecent(assertion, now, LIFETIME_SECONDS)) &&
    hasBegun(assertion, now)
  );
}

/** A public key whose private half nobody has. */
function nobodysKey(alg: KeyAlgorithm): PublicKey {
  const read = readPublicKey(alg === 'PS256' ? randomRsaKey() : randomCurveKey(alg));
  if ('code' in read) throw new Error(`a key that ${read.message}`);
  return read;
}

function randomCurveKey(alg: 'ES256' | 'EdDSA'): JsonWebKey {
  const { publicKey } =
    alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  return publicKey.export({ format: 'jwk' });
}

/** Making a real pair takes a tenth of a second; checking a signature takes as long with any odd number. */
function randomRsaKey(): JsonWebKey {
  const n = randomBytes(RSA_BYTES);
  n[0] = (n[0] as number) | 0x80;
  n[RSA_BYTES - 1] = (n[RSA_BYTES - 1] as number) | 1;
  return { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB' };
}
