/**
 * From an operation of the contract and its handler to a route. The order of checks is the contract's: parser,
 * installation's switch, path and method, token, address, community's switch, rate, scope, body's form, query, body's
 * content, handler. Fastify would judge a body's type before the token, so all of it runs in the route's onRequest hook
 * and the response is written directly.
 */
import type { IncomingMessage } from 'node:http';
import {
  BASE_PATH,
  compileBody,
  createValidator,
  type FieldError,
  type Operation,
  type Scope,
} from '@timebank/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/deps.ts';
import { isAllowedAddress } from '../../domain/partners/allowed-addresses.ts';
import type { DatabaseUnavailable } from '../../platform/database/connection.ts';
import { refusal } from '../../platform/refusal.ts';
import { type Authenticator, createAuthenticator, disabled } from '../partner/access/authenticate.ts';
import { type CallLog, createCallLog } from '../partner/access/call-log.ts';
import { type CountRequest, createRateLimiter } from '../partner/access/rate-limit.ts';
import { hashToken, isWellFormedToken } from '../partner/oauth/access-token.ts';
import { clientIdOf } from '../partner/oauth/client-auth.ts';
import { ClientGone, hasBody, mediaTypeOf, parseForm, parseJsonObject, readBody } from './body.ts';
import { createDeadlines, type Deadlines } from './deadline.ts';
import { scopeChallenge } from './errors.ts';
import { checkMessage, type Exchange, respond, respondError } from './exchange.ts';
import type { Call, Caller, ClientHandler, Handler, Reply } from './handler.ts';
import { createPeerReader, type Peer } from './origin.ts';
import { readQuery } from './query-string.ts';
import { createRouteTable, type RouteTable, serveUnknown } from './unknown.ts';

/** What all routes of one application share. */
export interface Api {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly authenticator: Authenticator;
  readonly countRequest: CountRequest;
  readonly peerOf: (req: IncomingMessage) => Peer;
  readonly bodyTimeoutMs: number;
  readonly compile: typeof compileBody;
  /** The registered operations, in order. */
  readonly operations: Operation[];
  /** Every route of the application, inside and outside the base path. */
  readonly routes: RouteTable;
  readonly callLog: CallLog;
  readonly deadlines: Deadlines;
}

/** A partner's body must have arrived within this time. */
const BODY_TIMEOUT_MS = 10_000;

/** @param bodyTimeoutMs within which a body must have arrived */
export function createApi(app: FastifyInstance, deps: Deps, bodyTimeoutMs = BODY_TIMEOUT_MS): Api {
  const validator = createValidator();
  const routes = createRouteTable();
  app.addHook('onRoute', ({ url, method }) => routes.add(url, [method].flat()));
  const api: Api = {
    app,
    deps,
    authenticator: createAuthenticator(deps),
    countRequest: createRateLimiter(deps),
    peerOf: createPeerReader(deps.config),
    bodyTimeoutMs,
    compile: (schema) => compileBody(schema, validator),
    operations: [],
    routes,
    callLog: createCallLog(deps),
    deadlines: createDeadlines(),
  };
  app.addHook('onClose', () => {
    api.deadlines.close();
    return api.callLog.close();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void serveUnknown(api, openExchange(api, request, reply));
    else done();
  });
  return api;
}

/** Starts the answer to a request that Fastify has routed. */
export function openExchange(api: Api, request: FastifyRequest, reply: FastifyReply): Exchange {
  reply.hijack();
  return {
    req: request.raw,
    res: reply.raw,
    requestId: request.id,
    peer: api.peerOf(request.raw),
    rate: undefined,
    caller: undefined,
    clientId: undefined,
  };
}

/** Registers an operation that a bearer token authenticates. */
export function route<O extends Operation>(api: Api, operation: O, handler: Handler<O>): void {
  const check = operation.body ? api.compile(operation.body) : refuseMembers;
  const needed = operation.scopes;
  const scopeHeaders = { 'WWW-Authenticate': scopeChallenge(lackOf(needed), needed) };
  const cacheControl = operation.cacheControl === 'until-next-update' ? 'private, no-cache' : operation.cacheControl;

  async function serve(exchange: Exchange, params: Readonly<Record<string, string>>): Promise<void> {
    const { req, requestId, peer } = exchange;
    checkMessage(req, peer);
    const caller = await admit(api, exchange);
    if (!needed.some((scope) => caller.scopes.includes(scope))) {
      throw refusal('insufficient_scope', lackOf(needed), undefined, scopeHeaders);
    }
    const object = hasBody(req) || operation.body ? await readObject(api, exchange, operation) : undefined;
    const query = readQuery(operation, req.url ?? '');
    let body: unknown;
    if (object) {
      const checked = check(object);
      if ('errors' in checked) throw invalidBody(checked.errors);
      body = operation.body ? checked.value : undefined;
    }
    const call = { params, query: query.values, body, caller, requestId, address: peer.address, origin: peer.origin };
    const reply = await handler(call as Call<O>, api.deps);
    respondReply(exchange, reply, ['Cache-Control', cacheControl], query.ignored);
  }

  register(api, operation, serve);
}

/** Registers an OAuth endpoint: the client authenticates in its handler, by JSON or form. */
export function clientRoute(api: Api, operation: Operation, handler: ClientHandler): void {
  const headers = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];
  // A leaked token can be revoked also while the switch is on.
  const switched = operation.id !== 'revokeToken';

  async function serve(exchange: Exchange): Promise<void> {
    const { req, requestId, peer } = exchange;
    checkMessage(req, peer);
    if (switched) await api.authenticator.checkInstallation();
    const parameters = await readParameters(api, exchange);
    readQuery(operation, req.url ?? '');
    const { authorization } = req.headers;
    exchange.clientId = clientIdOf(authorization, parameters);
    const call = { parameters, authorization, requestId, address: peer.address, origin: peer.origin };
    respondReply(exchange, await handler(call, api.deps), headers, []);
  }

  register(api, operation, serve, ['Pragma', 'no-cache']);
}

function register(
  api: Api,
  operation: Operation,
  serve: (exchange: Exchange, params: Readonly<Record<string, string>>) => Promise<void>,
  errorHeaders: readonly string[] = [],
): void {
  const { deps, deadlines } = api;
  const hasParams = operation.path.includes('{');
  api.operations.push(operation);
  api.app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
    url: BASE_PATH + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    // The third parameter, never called, tells Fastify that the answer comes by itself.
    onRequest(request, reply, _done) {
      const exchange = openExchange(api, request, reply);
      const params = request.params as Readonly<Record<string, string>>;
      // An empty segment is a trailing or doubled slash: no path of ours.
      if (hasParams && Object.values(params).includes('')) return void serveUnknown(api, exchange);
      const startedMs = performance.now();
      let late: DatabaseUnavailable | undefined;
      deadlines.start(exchange, (error) => {
        late = error;
        respondError(exchange, error, deps.log, errorHeaders);
      });
      const served = serve(exchange, params).finally(() => deadlines.end(exchange));
      served.then(
        () => recordCall(api, operation, exchange, startedMs, late),
        (error: unknown) => {
          if (error instanceof ClientGone) return;
          if (!late) respondError(exchange, error, deps.log, errorHeaders);
          recordCall(api, operation, exchange, startedMs, late ?? error);
        },
      );
    },
    handler: unreachable,
  });
}

function recordCall(
  { callLog, deps }: Api,
  { id }: Operation,
  exchange: Exchange,
  startedMs: number,
  error: unknown,
): void {
  const { req, res, requestId, peer, caller, clientId } = exchange;
  const latencyMs = performance.now() - startedMs;
  deps.metrics?.observeCall(id, res.statusCode, latencyMs / 1000);
  callLog.record({
    operation: id,
    status: res.statusCode,
    error,
    latencyMs,
    requestId,
    address: peer.address,
    partner: caller,
    clientId,
    // A token that is not valid any more still tells whose it was.
    tokenHash: error !== undefined && !caller && !clientId ? tokenHashOf(req) : undefined,
  });
}

function tokenHashOf({ headers: { authorization = '' } }: IncomingMessage): Buffer | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return token !== undefined && isWellFormedToken(token) ? hashToken(token) : undefined;
}

async function unreachable(): Promise<never> {
  throw new Error('the onRequest hook answers');
}

/** Token, address, community's switch and rate, in this order. */
async function admit(api: Api, exchange: Exchange): Promise<Caller> {
  const found = await api.authenticator.authenticate(exchange.req.headers.authorization);
  const { caller, allowedAddresses, rateLimitPerMinute } = found;
  exchange.caller = caller;
  if (allowedAddresses.length > 0 && !isAllowedAddress(exchange.peer.address, allowedAddresses)) {
    throw refusal('ip_not_allowed', 'The request comes from an address that is not on the allow-list.');
  }
  if (found.communityDisabled) throw disabled('by the community');
  if (rateLimitPerMinute > 0) {
    const rate = await api.countRequest(caller, rateLimitPerMinute);
    exchange.rate = rate;
    if (!rate.allowed) {
      throw refusal('rate_limited', `More than ${rate.limit} requests in a minute.`, undefined, {
        'Retry-After': String(rate.resetSeconds),
      });
    }
  }
  return caller;
}

async function readObject(api: Api, exchange: Exchange, operation: Operation): Promise<Record<string, unknown>> {
  const { req } = exchange;
  if (operation.body || hasBody(req)) mediaTypeOf(req, ['json']);
  const bytes = await readInTime(api, exchange);
  return bytes.length === 0 && !operation.body ? {} : parseJsonObject(bytes);
}

async function readParameters(api: Api, exchange: Exchange): Promise<Record<string, unknown>> {
  const { req } = exchange;
  // Without any body there is no media type to refuse: the handler names what is missing.
  if (!hasBody(req)) return {};
  const mediaType = mediaTypeOf(req, ['json', 'form']);
  const bytes = await readInTime(api, exchange);
  return mediaType === 'form' ? parseForm(bytes) : parseJsonObject(bytes);
}

/** The body's time is the partner's own. */
function readInTime({ deadlines, bodyTimeoutMs }: Api, exchange: Exchange): Promise<Buffer> {
  return deadlines.pausedFor(exchange, () => readBody(exchange.req, exchange.res, bodyTimeoutMs));
}

function respondReply(exchange: Exchange, reply: Reply, defaults: readonly string[], ignored: readonly string[]): void {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.push(name, value);
  for (let at = 0; at < defaults.length; at += 2) {
    const name = defaults[at] as string;
    if (!reply.headers || !(name in reply.headers)) headers.push(name, defaults[at + 1] as string);
  }
  const body = ignored.length === 0 ? reply.body : withIgnored(reply.body as Record<string, unknown>, ignored);
  respond(exchange, reply.status, headers, JSON.stringify(body));
}

function withIgnored(body: Record<string, unknown>, ignored: readonly string[]): unknown {
  return { ...body, meta: { ...(body.meta as object | undefined), ignored_parameters: ignored } };
}

function lackOf(needed: readonly Scope[]): string {
  return `The token lacks the scope ${needed.join(' or ')}.`;
}

/** The refusal of a body, naming every field at fault. */
export function invalidBody(errors: readonly FieldError[]) {
  return refusal('validation_failed', errors.map(({ message }) => message).join(' '), errors);
}

/** An operation without a body accepts the empty object and nothing else. */
export function refuseMembers(
  object: unknown,
): { readonly value: undefined } | { readonly errors: readonly FieldError[] } {
  const errors = Object.keys(object as object)
    .slice(0, 100)
    .map((name) => {
      const field = [...name].slice(0, 100).join('').toWellFormed();
      return { field, code: 'unknown_field', message: `${field} is not a field of this request.` };
    });
  return errors.length > 0 ? { errors } : { value: undefined };
}
