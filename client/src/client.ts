/** The client: one method per operation, made from the generated table, and the two OAuth endpoints. */
import { BASE_PATH, CALLS, type Listing, type Operations, type TokenResponse, type User } from './api.gen.ts';
import { TimebankError } from './errors.ts';
import { type MirrorOptions, mirror } from './mirror.ts';
import { paged } from './paged.ts';
import { createTokenSource } from './token.ts';
import { sendOnce, type TransportSettings, withRetries } from './transport.ts';
import type { CallOptions, Page } from './types.ts';

export interface ClientOptions {
  /** Origin of the service, without the path prefix: `https://timebank.example.org`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes of the token. Default: all scopes of the partner. */
  readonly scope?: string | readonly string[] | undefined;
  /** Used instead of the global `fetch`: for proxies, tests, logs. */
  readonly fetch?: typeof fetch | undefined;
  /** Timeout of one attempt, including the whole response. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Retries after a failed attempt. Default 4; 0 for none. */
  readonly maxRetries?: number | undefined;
}

/** Every operation by its operationId, and the token. */
export interface TimebankClient extends Operations {
  /** Returns the access token that the calls share; requests or renews it if necessary. */
  accessToken(): Promise<string>;
  /** Requests a separate token; the calls do not use it. @param scope default: the client's `scope` */
  issueToken(scope?: string | readonly string[], options?: CallOptions): Promise<TokenResponse>;
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

/** Creates a client. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): TimebankClient {
  const { baseUrl, clientId, clientSecret } = options;
  const root = `${new URL(baseUrl).href.replace(/\/+$/, '')}${BASE_PATH}`;
  const settings: TransportSettings = {
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
  };

  /** The OAuth endpoints: a form and HTTP Basic. Requesting a token twice, or revoking one twice, does no harm. */
  async function callOAuth(path: string, form: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
    const credentials = [clientId, clientSecret].map((part) => encodeURIComponent(part)).join(':');
    const request = {
      method: 'POST',
      url: `${root}${path}`,
      headers: {
        Accept: 'application/json',
        Authorization: `Basic ${btoa(credentials)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
      signal,
    };
    return await withRetries(settings, { isRepeatable: true, signal }, () => sendOnce(settings, request));
  }

  async function issue(scope = options.scope, signal?: AbortSignal): Promise<TokenResponse> {
    const scopes = typeof scope === 'string' ? scope : scope?.join(' ');
    const form = { grant_type: 'client_credentials', ...(scopes === undefined ? {} : { scope: scopes }) };
    return (await callOAuth('/oauth/token', form, signal)) as TokenResponse;
  }
  const tokens = createTokenSource(() => issue());

  /** Sends with the shared token; a refused token is replaced once. */
  async function send(call: Call, path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const attempt = async (token: string) =>
      await sendOnce(settings, {
        method: call.method,
        url: `${root}${path}`,
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    let mayRenew = true;
    // The token endpoint has its own retries, hence outside.
    let token = await untilAborted(tokens.get(), signal);
    return await withRetries(settings, { isRepeatable: call.isRepeatable, signal }, async () => {
      try {
        return await attempt(token);
      } catch (error) {
        if (!mayRenew || !(error instanceof TimebankError) || error.code !== 'invalid_token') throw error;
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
      const { signal } = (values.shift() ?? {}) as CallOptions;
      if (!call.isList) return send(call, `${path}${queryString(query)}`, body, signal);
      return paged(async (cursor) => {
        const page = await send(
          call,
          `${path}${queryString(cursor === undefined ? query : { ...query, cursor })}`,
          body,
          signal,
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
    issueToken: (scope, { signal } = {}) => issue(scope, signal),
    async revokeToken(token = tokens.take(), { signal } = {}) {
      if (token !== undefined) await callOAuth('/oauth/revoke', { token }, signal);
    },
  };
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
