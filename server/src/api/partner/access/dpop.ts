/** DPoP (RFC 9449): proofs that the sender of a token has the key to which the token is bound. */
import type { Deps } from '../../../domain/deps.ts';
import { readPublicKey } from '../../../domain/partners/public-keys.ts';
import { MINUTE_MS } from '../../../platform/base/time.ts';
import { idOf, isRecent, isSignedBy, readSigned } from './jws.ts';
import { createNonces } from './nonces.ts';
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

const TYPE = 'dpop+jwt';
const AGE_MAX_SECONDS = 300;
/** Longer than a nonce and `iat` leave a proof any time, whichever node's clock is behind. */
const REMEMBERED_MS = 15 * MINUTE_MS;

/** Makes the check of one process. */
export function createProofs(deps: Pick<Deps, 'database' | 'clock' | 'keys'>): Proofs {
  const { clock, keys } = deps;
  const nonces = createNonces(keys.dpopNonces);
  const useOnce = createOnce(deps);

  return {
    nonce: () => nonces.current(clock.now()),
    async use({ communityId, partnerId }, { thumbprint, id }) {
      const expiresAt = new Date(clock.now().getTime() + REMEMBERED_MS);
      return await useOnce({ communityId, partnerId, scope: `dpop ${thumbprint}`, id, expiresAt });
    },
    async read(proof, request) {
      if (proof === undefined) return fault('The request has no DPoP proof.');
      const signed = readSigned(String(proof));
      if (!signed) return fault('The DPoP proof is not one JWT signed by ES256, PS256 or EdDSA.');
      const { header, claims, alg } = signed;
      if (header.typ !== TYPE) return fault(`The DPoP proof has another typ than ${TYPE}.`);
      const key = readPublicKey(header.jwk);
      if ('code' in key) return fault(`The jwk of the DPoP proof ${key.message}.`);
      if (key.alg !== alg) return fault('The jwk of the DPoP proof is of another kind than its alg.');
      const id = idOf(signed);
      if (id === undefined) return fault('The DPoP proof has no jti of 1 to 256 characters.');
      if (claims.htm !== request.method) return fault('The htm of the DPoP proof is not the method of the request.');
      if (!isSameUrl(claims.htu, request.url)) return fault('The htu of the DPoP proof is not the URL of the request.');
      if (!isRecent(signed, clock.now(), AGE_MAX_SECONDS)) return fault('The iat of the DPoP proof is not recent.');
      if (request.tokenHash && claims.ath !== request.tokenHash.toString('base64url')) {
        return fault('The ath of the DPoP proof is not the hash of the token.');
      }
      if (!(await isSignedBy(signed, key))) return fault('The DPoP proof is not signed with its jwk.');
      if (!nonces.isFresh(claims.nonce, clock.now())) {
        return { code: 'use_dpop_nonce', message: 'The DPoP proof needs the nonce of the DPoP-Nonce header.' };
      }
      return { thumbprint: key.thumbprint, id };
    },
  };
}

/** Compared as URLs (RFC 3986 section 6.2): the case of the host, a port that is the scheme's own. */
function isSameUrl(htu: unknown, url: string): boolean {
  const [given, wanted] = [URL.parse(String(htu)), URL.parse(url)];
  if (typeof htu !== 'string' || !given || !wanted) return false;
  const isPlain = given.username === '' && given.password === '';
  return isPlain && given.origin === wanted.origin && given.pathname === wanted.pathname;
}

function fault(message: string): ProofFault {
  return { code: 'invalid_dpop_proof', message };
}
