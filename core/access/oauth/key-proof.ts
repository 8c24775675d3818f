/** `private_key_jwt`: an assertion that a client's registered key has signed (RFC 7523), for one use. */
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { KEY_ALGORITHMS, type KeyAlgorithm } from '@timebank/contract';
import { DAY_MS, MINUTE_MS } from '../../base/time.ts';
import type { Deps } from '../../deps.ts';
import { refreshKeys } from '../../partners/keys.ts';
import type { ClientRow } from '../../partners/oauth-queries.ts';
import { type PublicKey, readPublicKey } from '../../partners/public-keys.ts';
import { DPOP_TYPE } from '../dpop.ts';
import {
  type Claims,
  idIn,
  isOfType,
  lifeOf,
  type SignedStatement,
  type StatementFault,
  verifiedClaims,
} from '../jws.ts';
import { createOnce } from '../once.ts';

/** An assertion, and what it must be for. */
interface ToProve {
  readonly clientId: string;
  /** `client_id` where it is sent beside. */
  readonly clientIdBeside: string | undefined;
  readonly assertion: SignedStatement;
  /** The audience. */
  readonly issuer: string;
}

/**
 * A client's row with the key that has signed; undefined: no key of it has. Once one has, what is wrong with the
 * assertion: that helps no stranger.
 */
export type ProveByKey = (sent: ToProve) => Promise<ClientRow | StatementFault | undefined>;
type FindClient = (clientId: string) => Promise<readonly ClientRow[]>;

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

  return async (sent) => {
    const { clientId, assertion } = sent;
    const rows = await findWithKeys(clientId, assertion);
    const now = deps.clock.now();
    const candidates = rows.filter((row) => mayHaveSigned(row, assertion));
    let signed: { readonly by: ClientRow; readonly claims: Claims } | undefined;
    for (const row of candidates) {
      const claims = await verifiedClaims(assertion, row.publicKey as PublicKey);
      if (claims) signed = { by: row, claims };
    }
    // The same work where there is no such client, or no such key.
    if (candidates.length === 0) await verifiedClaims(assertion, nobodys.get(assertion.alg) as PublicKey);
    if (signed?.by.status !== 'active') return undefined;
    const { by, claims } = signed;
    const checked = checkClaims(claims, sent, now);
    if ('fault' in checked) return checked;
    // Not used up: some clients repeat a request that is answered 421 by themselves, as it is.
    if (by.movedTo !== null) return by;
    const { communityId, partnerId } = by;
    const { id, refusedFrom: expiresAt } = checked;
    const isFirst = await useOnce({ communityId, partnerId, scope: 'assertion', id, expiresAt });
    return isFirst ? by : { fault: 'has a jti that was used before; each assertion counts once' };
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

/** RFC 7523 section 3, in its order. The subject has found the key, so it is the client. */
function checkClaims(
  claims: Claims,
  { clientId, clientIdBeside = clientId, assertion, issuer }: ToProve,
  now: Date,
): { readonly id: string; readonly refusedFrom: Date } | StatementFault {
  const { iss, sub, aud } = claims;
  // RFC 8725 section 3.12: what was signed for another purpose proves no client.
  if (isOfType(assertion, DPOP_TYPE)) return { fault: `has the typ of another statement, ${DPOP_TYPE}` };
  if (sub !== clientId || iss !== sub) return { fault: 'has an iss that is not the client id, as its sub is' };
  if (clientIdBeside !== sub) return { fault: 'is of another client than the client_id that is sent beside it' };
  if ((Array.isArray(aud) && aud.length === 1 ? aud[0] : aud) !== issuer) {
    return { fault: `has another aud than the issuer, ${issuer}` };
  }
  const life = lifeOf(claims, 'exp', now);
  if ('fault' in life) return life;
  const id = idIn(claims);
  return 'fault' in id ? id : { ...id, ...life };
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
