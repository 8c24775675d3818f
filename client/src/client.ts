/** The client: one method per operation, made from the generated table, and the two OAuth endpoints. */
import { BASE_PATH, CALLS, type Listing, type Operations, type TokenResponse, type User } from './api.gen.ts';
import { createProver, type KeyPair, type PrivateKey, proofByKey, proofBySecret } from './authentication.ts';
import { type Connection, requestToken, revokeToken, sendCall } from './connection.ts';
import { apiRoot, checkClientId, checkSecret } from './credentials.ts';
import { checkSigningKey } from './jwt.ts';
import { type MirrorOptions, mirror } from './mirror.ts';
import { type StatementCheck, type StatementCheckOptions, verifyStatement } from './statement.ts';
import { createTokenSource, type TokenSource } from './token.ts';
import type { Answer, CallOptions, LogEntry, Page, Paged } from './types.ts';

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
  /** Receives an entry for every request, including token requests and retries. An error that it throws is ignored. */
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
  /**
   * Reads a UTC day's statement and its lines, and checks them against the statement's hash.
   * @param date `YYYY-MM-DD`, a final day
   */
  verifyStatement(date: string, options?: StatementCheckOptions): Promise<StatementCheck>;
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
  const connection = connectionOf(options);
  const tokens = createTokenSource(() => requestToken(connection, options.scope));
  const operations = Object.fromEntries(
    Object.entries(CALLS).map(([name, call]) => [name, methodOf(connection, tokens, call)]),
  ) as unknown as Operations;
  return {
    ...operations,
    mirrorUsers: (mirrored) => mirror(operations.listUsers, mirrored),
    mirrorListings: (mirrored) => mirror(operations.listListings, mirrored),
    verifyStatement: (date, checked = {}) => verifyStatement(operations, date, checked),
    accessToken: () => tokens.get(),
    issueToken: (scope = options.scope, own = {}) => requestToken(connection, scope, own),
    async revokeToken(token = tokens.take(), own = {}) {
      if (token !== undefined) await revokeToken(connection, token, own);
    },
  };
}

/** Checks the options, and completes them with the defaults. */
function connectionOf(options: ClientOptions): Connection {
  const { baseUrl, clientId, clientSecret, privateKey, dpop } = options;
  const root = apiRoot(baseUrl);
  checkClientId(clientId);
  if (privateKey === undefined) checkSecret(clientId, clientSecret);
  else if (clientSecret === undefined) checkSigningKey('privateKey.key', privateKey.key);
  else throw new TypeError('pass either clientSecret or privateKey: the service takes one of them');
  if (typeof dpop === 'object') checkSigningKey('dpop.privateKey', dpop.privateKey);
  const issuer = options.issuer?.replace(/\/+$/, '') ?? root.slice(0, -BASE_PATH.length);
  return {
    root,
    issuer,
    prove: async () =>
      privateKey ? await proofByKey(clientId, issuer, privateKey) : proofBySecret(clientId, clientSecret as string),
    prover: dpop ? createProver(dpop === true ? undefined : dpop) : undefined,
    settings: {
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
      log: options.log,
    },
  };
}

/** The method of one operation: it takes the path parameters in order, then the body or the query, then the options. */
function methodOf(connection: Connection, tokens: TokenSource, call: Call) {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([placeholder]) => placeholder);
  return (...values: unknown[]) => {
    let path = call.path;
    for (const name of names) path = path.replace(name, () => pathSegment(values.shift(), name));
    const body = call.takesBody ? values.shift() : undefined;
    const query = call.takesQuery ? (values.shift() as Query | undefined) : undefined;
    const own = (values.shift() ?? {}) as CallOptions;
    const send = (asked: Query | undefined) =>
      sendCall(connection, tokens, { ...call, path: `${path}${queryString(asked)}`, body }, own);
    if (!call.isList) return send(query);
    return paged(async (cursor) => (await send(cursor === undefined ? query : { ...query, cursor })) as Page<unknown>);
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

/** @param load fetches one page; without a cursor, the first one */
function paged<T>(load: (cursor: string | undefined) => Promise<Page<T>>): Paged<T> {
  let first: Promise<Page<T>> | undefined;

  async function* pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await load(cursor);
      yield page;
      cursor = page.meta.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page, on purpose.
    then(onPage, onError) {
      first ??= load(undefined);
      return first.then(onPage, onError);
    },
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
  };
}
