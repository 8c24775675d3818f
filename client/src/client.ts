/** The client: one method per operation, made from the generated table, and the two OAuth endpoints. */
import { BASE_PATH, CALLS, type Listing, type Operations, type TokenResponse, type User } from './api.gen.ts';
import { createProver, type KeyPair, type PrivateKey, proofByKey, proofBySecret } from './authentication.ts';
import { apiRoot, checkClientId, checkSecret } from './credentials.ts';
import { isTimebankError } from './errors.ts';
import { checkSigningKey } from './jwt.ts';
import { type MirrorOptions, mirror } from './mirror.ts';
import { paged } from './paged.ts';
import { createTokenSource } from './token.ts';
import { type OutgoingRequest, sendOnce, type TransportSettings, withRetries } from './transport.ts';
import type { Answer, CallOptions, LogEntry, Page } from './types.ts';

export interface ClientOptions {
  /** The service's origin, `https://timebank.example.org`, or the URL of its API. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Or a `privateKey`. Id and secret are checked at once, as far as that goes without the service. */
  readonly clientSecret?: string | undefined;
  /** Instead of a secret: the key that the community has registered for you (`private_key_jwt`, RFC 7523). */
  readonly privateKey?: PrivateKey | undefined;
  /** Binds tokens to a key (DPoP, RFC 9449): to one that the client makes, or to yours. Default: they are not bound. */
  readonly dpop?: boolean | KeyPair | undefined;
  /** What the service calls itself (`issuer` in its metadata), if you reach it at another origin than that. */
  readonly issuer?: string | undefined;
  /** Scopes of the token. Default: all scopes of the partner. */
  readonly scope?: string | readonly string[] | undefined;
  /** Used instead of the global `fetch`: for proxies and tests. */
  readonly fetch?: typeof fetch | undefined;
  /** Timeout of one attempt, including the whole response. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Retries after a failed attempt. Default 4; 0 for none. */
  readonly maxRetries?: number | undefined;
  /** Told of every request, those for tokens and those that are retried as well. What it throws is ignored. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** Every operation by its operationId, and the token. */
export interface TimebankClient extends Operations {
  /** Returns the access token that the calls share; requests or renews it if necessary. */
  accessToken(): Promise<string>;
  /** Requests a separate token; the calls do not use it. @param scope default: the client's `scope` */
  issueToken(scope?: string | readonly string[], options?: CallOptions): Promise<Answer<TokenResponse>>;
  /**
   * Brings a copy of the members in step with the service: the whole list at first, then what has changed.
   * @returns the token for the next call
   */
  mirrorUsers(options: MirrorOptions<User>): Promise<string | null>;
  /** The same for the listings. */
  mirrorListings(options: MirrorOptions<Listing>): Promise<string | null>;
  /** Revokes a token. Default: the token that the calls share (the next call requests a new one). */
  revokeToken(token?: string, options?: CallOptions): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  readonly takesQuery: boolean;
  readonly isList: boolean;
  readonly isRepeatable: boolean;
}
type Query = Readonly<Record<string, unknown>>;

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 4;

/**
 * Creates a client. Nothing is sent before the first call.
 * @throws TypeError which says what is wrong with the URL, the credentials or the keys
 */
export function createClient(options: ClientOptions): TimebankClient {
  const { baseUrl, clientId, clientSecret, privateKey, dpop } = options;
  const root = apiRoot(baseUrl);
  checkClientId(clientId);
  if (privateKey === undefined) checkSecret(clientId, clientSecret);
  else if (clientSecret === undefined) checkSigningKey('privateKey.key', privateKey.key);
  else throw new TypeError('pass either clientSecret or privateKey: the service takes one of them');
  if (typeof dpop === 'object') checkSigningKey('dpop.privateKey', dpop.privateKey);
  const issuer = options.issuer?.replace(/\/+$/, '') ?? root.slice(0, -BASE_PATH.length);
  const prover = dpop ? createProver(dpop === true ? undefined : dpop) : undefined;
  const scheme = prover ? 'DPoP' : 'Bearer';
  const settings: TransportSettings = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    log: options.log,
  };

  /** Sends once, with a proof if tokens are bound; and once more with the nonce that a refusal brings. */
  async function sendProven(make: () => OutgoingRequest | Promise<OutgoingRequest>, token?: string): Promise<unknown> {
    if (!prover) return await sendOnce(settings, await make());
    const attempt = async () => {
      const request = await make();
      const url = new URL(request.url);
      const proof = await prover.prove(
        request.method,
        issuer + url.pathname.slice(url.pathname.indexOf(BASE_PATH)),
        token,
      );
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

  /** The OAuth endpoints: a form. Requesting a token twice, or revoking one twice, does no harm. */
  async function callOAuth(
    path: string,
    form: Record<string, string>,
    own: CallOptions,
    isProven: boolean,
  ): Promise<unknown> {
    const make = async (): Promise<OutgoingRequest> => {
      const proof = privateKey
        ? await proofByKey(clientId, issuer, privateKey)
        : proofBySecret(clientId, clientSecret as string);
      return {
        method: 'POST',
        url: `${root}${path}`,
        headers: { Accept: 'application/json', ...proof.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, ...proof.form }).toString(),
        ...transportOf(own),
      };
    };
    return await withRetries(settings, { isRepeatable: true, signal: own.signal }, async () =>
      isProven ? await sendProven(make) : await sendOnce(settings, await make()),
    );
  }

  async function issue(scope = options.scope, own: CallOptions = {}): Promise<Answer<TokenResponse>> {
    const scopes = typeof scope === 'string' ? scope : scope?.join(' ');
    const form = { grant_type: 'client_credentials', ...(scopes === undefined ? {} : { scope: scopes }) };
    return (await callOAuth('/oauth/token', form, own, true)) as Answer<TokenResponse>;
  }
  const tokens = createTokenSource(() => issue());

  /** Sends with the shared token; a refused token is replaced once. */
  async function send(call: Call, path: string, body: unknown, own: CallOptions): Promise<unknown> {
    const { signal } = own;
    const attempt = async (token: string) => {
      const make = () => ({
        method: call.method,
        url: `${root}${path}`,
        headers: {
          Accept: 'application/json',
          Authorization: `${scheme} ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        ...transportOf(own),
      });
      return await sendProven(make, token);
    };
    let mayRenew = true;
    // The token endpoint has its own retries, hence outside.
    let token = await untilAborted(tokens.get(), signal);
    return await withRetries(settings, { isRepeatable: call.isRepeatable, signal }, async () => {
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

  /** Arguments are: path parameters in order, then the body or the query, then the options. */
  function method(call: Call) {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([placeholder]) => placeholder);
    return (...values: unknown[]) => {
      let path = call.path;
      for (const name of names) path = path.replace(name, () => pathSegment(values.shift(), name));
      const body = call.takesBody ? values.shift() : undefined;
      const query = call.takesQuery ? (values.shift() as Query | undefined) : undefined;
      const own = (values.shift() ?? {}) as CallOptions;
      if (!call.isList) return send(call, `${path}${queryString(query)}`, body, own);
      return paged(async (cursor) => {
        const page = await send(
          call,
          `${path}${queryString(cursor === undefined ? query : { ...query, cursor })}`,
          body,
          own,
        );
        return page as Page<unknown>;
      });
    };
  }

  const operations = Object.fromEntries(
    Object.entries(CALLS).map(([name, call]) => [name, method(call)]),
  ) as unknown as Operations;
  return {
    ...operations,
    mirrorUsers: (mirrored) => mirror(operations.listUsers, mirrored),
    mirrorListings: (mirrored) => mirror(operations.listListings, mirrored),
    accessToken: () => tokens.get(),
    issueToken: (scope, own) => issue(scope, own),
    async revokeToken(token = tokens.take(), own = {}) {
      if (token !== undefined) await callOAuth('/oauth/revoke', { token }, own, false);
    },
  };
}

function transportOf({ signal, timeoutMs, headers }: CallOptions) {
  return { signal, timeoutMs, ownHeaders: headers };
}

function pathSegment(value: unknown, name: string): string {
  // An empty segment, or one of dots, would be another path.
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} must be an id, not "${value}"`);
  return encodeURIComponent(value);
}

function queryString(query: Query = {}): string {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, value instanceof Date ? value.toISOString() : String(value)]);
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
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
