/** DPoP (RFC 9449): proofs that the sender of a token has the key to which the token is bound. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../base/time.ts';
import type { Deps } from '../deps.ts';
import { readPublicKey } from '../partners/public-keys.ts';
import { type Claims, idIn, isOfType, lifeOf, readCompactJws, type StatementFault, verifiedClaims } from './jws.ts';
import { createOnce } from './once.ts';

/** The request that a proof must have been made for. */
export interface ProvenRequest {
  readonly method: string;
  /** Absolute; its query and fragment do not count. */
  readonly url: string;
  /** SHA-256 of the token that is sent along. */
  readonly tokenHash?: Buffer;
}

/** A valid proof that is not used yet. */
export interface DpopProof {
  readonly thumbprint: string;
  readonly id: string;
  /** When it is refused for its age. */
  readonly refusedFrom: Date;
}

export interface ProofFault {
  readonly code: 'invalid_dpop_proof' | 'use_dpop_nonce';
  readonly message: string;
}

export interface Proofs {
  /** @param proof the header as sent; two of them are joined by a comma and cannot be read */
  read(proof: string | string[] | undefined, request: ProvenRequest): Promise<DpopProof | ProofFault>;
  /** Uses the proof; true for its first use only. */
  use(partner: { readonly communityId: number; readonly partnerId: number }, proof: DpopProof): Promise<boolean>;
  /** A nonce for the header of every answer to a request with a proof. */
  nonce(): string;
}

export const DPOP_TYPE = 'dpop+jwt';

/** Makes the check of one process. */
export function createProofs(deps: Pick<Deps, 'database' | 'clock' | 'keys'>): Proofs {
  const { clock, keys } = deps;
  const nonces = createNonces(keys.dpopNonces);
  const useOnce = createOnce(deps);

  return {
    nonce: () => nonces.current(clock.now()),
    async use({ communityId, partnerId }, { thumbprint, id, refusedFrom: expiresAt }) {
      return await useOnce({ communityId, partnerId, scope: `dpop ${thumbprint}`, id, expiresAt });
    },
    async read(proof, request) {
      if (proof === undefined) return faultOf('The request has no DPoP proof.');
      const signed = readCompactJws(String(proof));
      if (!signed) return faultOf('The DPoP proof is not one JWT signed by ES256, PS256 or EdDSA.');
      if (!isOfType(signed, DPOP_TYPE)) return faultOf(`The DPoP proof has another typ than ${DPOP_TYPE}.`);
      const key = readPublicKey(signed.header.jwk);
      if ('code' in key) return faultOf(`The jwk of the DPoP proof ${key.message}.`);
      if (key.alg !== signed.alg) return faultOf('The jwk of the DPoP proof is of another kind than its alg.');
      const claims = await verifiedClaims(signed, key);
      if (!claims) return faultOf('The DPoP proof is not signed with its jwk.');
      const checked = checkClaims(claims, request, clock.now());
      if ('fault' in checked) return faultOf(`The DPoP proof ${checked.fault}.`);
      if (!nonces.isFresh(claims.nonce, clock.now())) {
        return { code: 'use_dpop_nonce', message: 'The DPoP proof needs the nonce of the DPoP-Nonce header.' };
      }
      return { ...checked, thumbprint: key.thumbprint };
    },
  };
}

/** RFC 9449 section 4.3, from the claims on; but for the nonce. */
function checkClaims(
  claims: Claims,
  { method, url, tokenHash }: ProvenRequest,
  now: Date,
): Omit<DpopProof, 'thumbprint'> | StatementFault {
  const { htm, htu, ath } = claims;
  const id = idIn(claims);
  if ('fault' in id) return id;
  if (htm !== method) return { fault: 'has an htm that is not the method of the request' };
  if (!isSameUrl(htu, url)) return { fault: 'has an htu that is not the URL of the request' };
  const life = lifeOf(claims, 'iat', now);
  if ('fault' in life) return life;
  if (tokenHash && ath !== tokenHash.toString('base64url')) {
    return { fault: 'has an ath that is not the hash of the token' };
  }
  return { ...id, ...life };
}

/**
 * Compared after normalisation by syntax and scheme (RFC 3986 sections 6.2.2 and 6.2.3), without query and fragment: the
 * case of scheme and host, dot segments, a port that is the scheme's own, an empty path, and escapes.
 */
function isSameUrl(htu: unknown, url: string): boolean {
  if (typeof htu !== 'string' || !/^[!-[\]-~]+$/.test(htu)) return false;
  const [given, wanted] = [URL.parse(htu), URL.parse(url)];
  if (!given || !wanted) return false;
  const isPlain = given.username === '' && given.password === '';
  return isPlain && given.origin === wanted.origin && pathIn(given) === pathIn(wanted);
}

/** Escapes of characters that need none are undone, all others have their digits in upper case. */
function pathIn({ pathname }: URL): string {
  return pathname.replace(/%[\dA-Fa-f]{2}/g, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
  });
}

function faultOf(message: string): ProofFault {
  return { code: 'invalid_dpop_proof', message };
}

// Nonces of DPoP proofs (RFC 9449 section 8): a minute, and its HMAC under a key that all nodes have. So a proof
// cannot be made long before it is used, and no node needs to remember which nonces it gave.

export interface Nonces {
  current(now: Date): string;
  isFresh(nonce: unknown, now: Date): boolean;
}

const VALID_MINUTES = 5;
/** A node whose clock is ahead gives nonces of the next minute. */
const AHEAD_MINUTES = 1;
const FORM = /^(\d{1,10})\.[A-Za-z0-9_-]{43}$/;

function createNonces(key: Buffer): Nonces {
  const nonceOf = (minute: number) =>
    `${minute}.${createHmac('sha256', key).update(String(minute)).digest('base64url')}`;
  const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);
  return {
    current: (now) => nonceOf(minuteOf(now)),
    isFresh(nonce, now) {
      const minute = typeof nonce === 'string' ? Number(FORM.exec(nonce)?.[1]) : Number.NaN;
      const ageMinutes = minuteOf(now) - minute;
      if (!(ageMinutes <= VALID_MINUTES && ageMinutes >= -AHEAD_MINUTES)) return false;
      const right = Buffer.from(nonceOf(minute));
      const given = Buffer.from(nonce as string);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
