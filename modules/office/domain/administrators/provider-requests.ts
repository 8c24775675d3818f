/**
 * Ways to the identity provider and back. The state is random and known to the browser; the nonce and the verifier of
 * PKCE follow from it under a key of the service. So a row is no more than a digest, bound to a browser and used once.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '../../../../core/base/keys.ts';
import { ago, MINUTE_MS } from '../../../../core/base/time.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import type { ProviderRequest } from '../../oidc/provider.ts';
import { insertProviderRequest, type ProviderPurpose, takeProviderRequest } from './identity-queries.ts';

/** How long a person may take at the provider. */
export const PROVIDER_REQUEST_MS = 10 * MINUTE_MS;

/** A request that was begun by the browser that now brings the answer. */
export interface TakenRequest {
  readonly request: ProviderRequest;
  readonly purpose: ProviderPurpose;
  readonly begunAt: Date;
}

/** Begins one, for the browser of a cookie. */
export async function beginProviderRequest(
  on: Queryable,
  keys: Keys,
  begun: { readonly cookieHash: Buffer; readonly purpose: ProviderPurpose; readonly redirectUri: string },
  now: Date,
): Promise<ProviderRequest> {
  const state = randomBytes(32).toString('base64url');
  await insertProviderRequest(on, {
    stateHash: stateHash(state),
    cookieHash: begun.cookieHash,
    purpose: begun.purpose,
    at: now,
  });
  return requestOf(keys, state, begun.redirectUri);
}

/** The request that an answer belongs to, used up by this; undefined when there is none, or it is too old. */
export async function takeRequest(
  on: Queryable,
  keys: Keys,
  answer: { readonly cookieHash: Buffer; readonly response: string; readonly redirectUri: string },
  now: Date,
): Promise<TakenRequest | undefined> {
  const state = new URLSearchParams(answer.response).get('state') ?? '';
  const [taken] = await takeProviderRequest(on, { stateHash: stateHash(state), cookieHash: answer.cookieHash });
  if (!taken || taken.createdAt <= ago(now, PROVIDER_REQUEST_MS)) return undefined;
  return { request: requestOf(keys, state, answer.redirectUri), purpose: taken.purpose, begunAt: taken.createdAt };
}

function requestOf(keys: Keys, state: string, redirectUri: string): ProviderRequest {
  const derive = (purpose: string) =>
    createHmac('sha256', keys.provider)
      .update(JSON.stringify([purpose, state]))
      .digest('base64url');
  return { redirectUri, state, nonce: derive('nonce'), verifier: derive('verifier') };
}

const stateHash = (state: string) => createHash('sha256').update(state).digest();
