/** How a client sends: with the shared token, with proofs where tokens are bound to a key, with retries. */
import { BASE_PATH, type TokenResponse } from './api.gen.ts';
import type { ClientProof, Prover } from './authentication.ts';
import { isTimebankError } from './errors.ts';
import type { TokenSource } from './token.ts';
import { type OutgoingRequest, sendOnce, type TransportSettings, withRetries } from './transport.ts';
import type { Answer, CallOptions } from './types.ts';

/** The address, the proofs and the settings that all requests of a client share. */
export interface Connection {
  /** The URL of the API, without a slash at its end. */
  readonly root: string;
  /** The service's name of itself; proofs are made out to it. */
  readonly issuer: string;
  /** Proves to the OAuth endpoints who the client is. */
  readonly prove: () => Promise<ClientProof>;
  /** Undefined where tokens are not bound to a key. */
  readonly prover: Prover | undefined;
  readonly settings: TransportSettings;
}

/** One call of an operation, its path filled in. */
interface FilledCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly isRepeatable: boolean;
}

export async function requestToken(
  connection: Connection,
  scope: string | readonly string[] | undefined,
  own: CallOptions = {},
): Promise<Answer<TokenResponse>> {
  const scopes = typeof scope === 'string' ? scope : scope?.join(' ');
  const form = { grant_type: 'client_credentials', ...(scopes === undefined ? {} : { scope: scopes }) };
  const make = () => formRequest(connection, '/oauth/token', form, own);
  return (await withRetries(connection.settings, { isRepeatable: true, signal: own.signal }, () =>
    sendProven(connection, make),
  )) as Answer<TokenResponse>;
}

/** Revoking a token twice does no harm, so it is retried. */
export async function revokeToken(connection: Connection, token: string, own: CallOptions): Promise<void> {
  const { settings } = connection;
  await withRetries(settings, { isRepeatable: true, signal: own.signal }, async () =>
    sendOnce(settings, await formRequest(connection, '/oauth/revoke', { token }, own)),
  );
}

/** Sends with the shared token; a refused token is replaced once. */
export async function sendCall(
  connection: Connection,
  tokens: TokenSource,
  call: FilledCall,
  own: CallOptions,
): Promise<unknown> {
  const { signal } = own;
  const attempt = (token: string) => sendProven(connection, () => callRequest(connection, call, token, own), token);
  let mayRenew = true;
  // The token endpoint has its own retries, hence outside.
  let token = await untilAborted(tokens.get(), signal);
  return await withRetries(connection.settings, { isRepeatable: call.isRepeatable, signal }, async () => {
    try {
      return await attempt(token);
    } catch (error) {
      if (!mayRenew || !isTimebankError(error, 'invalid_token')) throw error;
      mayRenew = false;
      token = await untilAborted(tokens.getInsteadOf(token), signal);
      return await attempt(token);
    }
  });
}

/** Sends once, with a proof if tokens are bound; and once more with the nonce that a refusal brings. */
async function sendProven(
  connection: Connection,
  make: () => OutgoingRequest | Promise<OutgoingRequest>,
  token?: string,
): Promise<unknown> {
  const { prover, settings } = connection;
  if (!prover) return await sendOnce(settings, await make());
  const attempt = async () => {
    const request = await make();
    const proof = await prover.prove(request.method, provenUrl(connection, request.url), token);
    const answer = await sendOnce(settings, { ...request, headers: { ...request.headers, DPoP: proof } });
    prover.note((answer as Answer<object>).response.headers);
    return answer;
  };
  try {
    return await attempt();
  } catch (error) {
    if (isTimebankError(error)) prover.note(error.response?.headers);
    if (!isTimebankError(error, 'use_dpop_nonce')) throw error;
    return await attempt();
  }
}

/** The URL by which the service knows the request, whatever origin the client reaches it at. */
function provenUrl({ issuer }: Connection, url: string): string {
  const { pathname } = new URL(url);
  return issuer + pathname.slice(pathname.indexOf(BASE_PATH));
}

/** A request to an OAuth endpoint. */
async function formRequest(
  { root, prove }: Connection,
  path: string,
  form: Record<string, string>,
  own: CallOptions,
): Promise<OutgoingRequest> {
  const proof = await prove();
  return {
    method: 'POST',
    url: `${root}${path}`,
    headers: { Accept: 'application/json', ...proof.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, ...proof.form }).toString(),
    ...transportOf(own),
  };
}

function callRequest(
  { root, prover }: Connection,
  { method, path, body }: FilledCall,
  token: string,
  own: CallOptions,
): OutgoingRequest {
  return {
    method,
    url: `${root}${path}`,
    headers: {
      Accept: 'application/json',
      Authorization: `${prover ? 'DPoP' : 'Bearer'} ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...transportOf(own),
  };
}

function transportOf({ signal, timeoutMs, headers }: CallOptions) {
  return { signal, timeoutMs, ownHeaders: headers };
}

/** The shared token request continues when one of the calls that wait for it is aborted. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await promise;
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
