/**
 * How partners are let in. A call with a token passes these checks, in this order: this node's clock, the installation's
 * switch, token, address, the community's switch, rate, scope, Idempotency-Key, the body's form, query, the body's content. At the two OAuth
 * endpoints the handler authenticates the client.
 */
import type { IncomingMessage } from 'node:http';
import {
  BASE_PATH,
  compileBody,
  createValidator,
  nullMeaningOf,
  type Operation,
  type Scope,
  scopesOf,
} from '@timebank/contract';
import { moving, type Refusal, rateLimited, refusal } from '../base/refusal.ts';
import { parseForm, parseJsonObject } from '../http/body.ts';
import { ANSWER_WITHIN_MS } from '../http/deadline.ts';
import { scopeChallenge } from '../http/errors.ts';
import { respond, respondError } from '../http/http-exchange.ts';
import type { Api, Kind, Step } from '../http/route.ts';
import {
  checkClock,
  checkForm,
  createBodyCheck,
  type MessageContext,
  openMessage,
  readInTime,
  readJson,
  readParameters,
} from '../http/steps.ts';
import { hashToken, isWellFormedToken } from '../partners/access-token.ts';
import { isAllowedAddress } from '../partners/allowed-addresses.ts';
import { type Authenticator, createAuthenticator, disabled, type TokenHolder, unlessAway } from './authenticate.ts';
import type { AnyReply, Call, Caller, ClientCall, ClientReply } from './call.ts';
import { aboutOf } from './call-about.ts';
import { type AnsweredCall, type CallLog, createCallLog } from './call-log.ts';
import { clientIdOf } from './client-credentials.ts';
import { createProofs, type Proofs } from './dpop.ts';
import { type CountRequest, createRateLimiter, type RateStatus } from './rate-limit.ts';

/** A call with a token. */
export interface BearerContext extends MessageContext<Operation> {
  authenticated: TokenHolder | undefined;
  noted: Refusal | undefined;
  /** `data` of the answer. */
  answered: unknown;
}

/** A call to an OAuth endpoint. */
export interface ClientContext extends MessageContext<Operation> {
  /** Fields of the JSON object or parameters of the form. */
  parameters: Readonly<Record<string, unknown>>;
  /** The client id that was presented; the call log attributes the call by it. */
  clientId: string | undefined;
}

export interface PartnerKinds {
  readonly bearer: Kind<Operation, BearerContext, AnyReply>;
  readonly client: Kind<Operation, ClientContext, ClientReply>;
}

const REVOKE: Operation['id'] = 'revokeToken';
const CREDIT_MANY: Operation['id'] = 'creditMany';
/** Credits of one request that count as one request of the rate limit; a remainder counts as one more. */
const ITEMS_OF_A_REQUEST = 50;
const NO_STORE = ['Cache-Control', 'no-store', 'Pragma', 'no-cache'];

/** What the requests of one application share. */
interface Access {
  readonly api: Api;
  readonly proofs: Proofs;
  readonly authenticator: Authenticator;
  readonly countRequest: CountRequest;
  readonly callLog: CallLog;
}

/** The kinds of one application; they hold its token look-ups, its request counts and its call log. */
export function createPartnerKinds(api: Api): PartnerKinds {
  const { deps } = api;
  const proofs = createProofs(deps);
  const authenticator = createAuthenticator(deps, proofs);
  const access: Access = {
    api,
    proofs,
    authenticator,
    countRequest: createRateLimiter(deps),
    callLog: createCallLog(deps),
  };
  api.onClose.push(() => access.callLog.close());
  api.beforeUnknown.push((path) => checkUnknown(access, path));
  return { bearer: bearerKind(access), client: clientKind(access) };
}

/** An unknown path is 404 also while the database is away. A leaked token can be revoked also while the switch is on. */
async function checkUnknown({ api, authenticator }: Access, path: string): Promise<void> {
  const isInside = path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);
  if (!isInside) return;
  checkClock(api);
  if (path !== `${BASE_PATH}/oauth/revoke`) await unlessAway(authenticator.checkInstallation());
}

function bearerKind(access: Access): PartnerKinds['bearer'] {
  const validator = createValidator();
  const checkBody = createBodyCheck((schema, { method }) => compileBody(schema, validator, nullMeaningOf({ method })));
  return {
    basePath: BASE_PATH,
    steps: [
      checkForm,
      checkOwnClock,
      (context) => authenticate(access, context),
      checkAddress,
      checkCommunitySwitch,
      (context) => checkRate(access, context),
      checkScope,
      refuseIdempotencyKey,
      readJson,
      readParameters,
      checkBody,
      (context) => chargeItems(access, context),
    ],
    answerWithinMs: () => ANSWER_WITHIN_MS,
    open: (context) => ({ ...openMessage(context), authenticated: undefined, noted: undefined, answered: undefined }),
    respond: respondToBearer,
    respondError,
    observe(context, latencyMs, error) {
      const { operation, exchange, authenticated, noted } = context;
      const caller = authenticated?.caller;
      // A token that is not valid any more still identifies its partner.
      const tokenHash = error !== undefined && !caller ? tokenHashOf(exchange.req) : undefined;
      recordCall(access, context, latencyMs, error ?? noted, {
        partner: caller,
        tokenHash,
        about: () => aboutOf({ ...context, operation: operation.id, error }),
      });
    },
  };
}

function clientKind(access: Access): PartnerKinds['client'] {
  const { proofs, authenticator } = access;
  return {
    basePath: BASE_PATH,
    steps: [
      checkForm,
      checkOwnClock,
      (context) => offerNonce(proofs, context),
      ({ operation }) => (operation.id === REVOKE ? undefined : authenticator.checkInstallation()),
      readClientParameters,
      readParameters,
    ],
    answerWithinMs: () => ANSWER_WITHIN_MS,
    open: (context) => ({ ...openMessage(context), parameters: {}, clientId: undefined }),
    respond: ({ exchange }, { body }) => respond(exchange, 200, NO_STORE, JSON.stringify(body)),
    respondError: (exchange, error) => respondError(exchange, error, ['Pragma', 'no-cache']),
    observe(context, latencyMs, error) {
      const { exchange, clientId } = context;
      const tokenHash = error !== undefined && !clientId ? tokenHashOf(exchange.req) : undefined;
      recordCall(access, context, latencyMs, error, { clientId, tokenHash });
    },
  };
}

const checkOwnClock: Step<MessageContext> = ({ api }) => checkClock(api);

async function authenticate({ authenticator }: Access, context: BearerContext): Promise<void> {
  const { exchange } = context;
  context.authenticated = await authenticator.authenticate(exchange);
  exchange.partner = context.authenticated.caller.clientId;
  exchange.isKnown = true;
}

const checkAddress: Step<BearerContext> = ({ exchange, authenticated }) => {
  const { allowedAddresses } = authenticated as TokenHolder;
  if (allowedAddresses.length > 0 && !isAllowedAddress(exchange.peer.address, allowedAddresses)) {
    throw refusal('ip_not_allowed', 'The request comes from an address that is not on the allow-list.');
  }
};

const checkCommunitySwitch: Step<BearerContext> = ({ authenticated }) => {
  const { isMoving, communityDisabled } = authenticated as TokenHolder;
  if (isMoving) throw moving();
  if (communityDisabled) throw disabled('by the community');
};

async function checkRate({ countRequest }: Access, { exchange, authenticated }: BearerContext): Promise<void> {
  const { caller, rateLimitPerMinute } = authenticated as TokenHolder;
  if (rateLimitPerMinute === 0) return;
  const rate = await countRequest(caller, rateLimitPerMinute);
  exchange.headers = [...(exchange.headers ?? []), ...rateHeaders(rate)];
  if (!rate.allowed) {
    throw rateLimited(`More than ${rate.limit} requests in a minute.`, rate.resetSeconds);
  }
}

/** Charges what a body asks for beyond one request. It is known only after the rate was checked, so it limits later requests. */
function chargeItems(access: Access, { exchange, authenticated, operation, body }: BearerContext) {
  const { caller, rateLimitPerMinute } = authenticated as TokenHolder;
  const rest = weightOf(operation, body) - 1;
  if (rateLimitPerMinute === 0 || rest === 0) return undefined;
  return charge(access, exchange, caller, rateLimitPerMinute, rest);
}

async function charge(
  { countRequest }: Access,
  exchange: BearerContext['exchange'],
  caller: Caller,
  limit: number,
  requests: number,
): Promise<void> {
  const rate = await countRequest(caller, limit, requests);
  const headers = (exchange.headers ?? []).filter((_, at, all) => !isRateHeader(all[at - (at % 2)]));
  exchange.headers = [...headers, ...rateHeaders(rate)];
}

const checkScope: Step<BearerContext> = ({ operation, authenticated }) => {
  const needed = scopesOf(operation);
  const { scopes } = (authenticated as TokenHolder).caller;
  if (!needed.some((scope) => scopes.includes(scope))) {
    const description = lackOf(needed, scopes);
    const challenge = scopeChallenge(description, needed);
    throw refusal('insufficient_scope', description, undefined, { 'WWW-Authenticate': challenge });
  }
};

/** Ignored, two references under one key would be booked twice. */
const refuseIdempotencyKey: Step<BearerContext> = ({ operation: { method, path }, exchange }) => {
  if (exchange.req.headers['idempotency-key'] === undefined || method !== 'POST' || !path.startsWith('/wallet/'))
    return;
  throw refusal('invalid_request', 'The reference is the key of a booking: leave the header Idempotency-Key out.');
};

/** Sends a nonce with every answer to a proof, also with the refusal of a proof that has none. */
function offerNonce(proofs: Proofs, { exchange }: ClientContext): void {
  if (exchange.req.headers.dpop !== undefined) exchange.headers = ['DPoP-Nonce', proofs.nonce()];
}

function respondToBearer(context: BearerContext, reply: AnyReply): void {
  const { operation, exchange } = context;
  context.noted = reply.noted;
  exchange.error = reply.noted?.code;
  context.answered = reply.data;
  if (reply.isLost) {
    loseAnswer(exchange, reply);
    return;
  }
  const { cacheControl } = operation;
  const caching = cacheControl === 'until-next-update' ? 'private, no-cache' : cacheControl;
  respondData(exchange, reply.status ?? successOf(operation), reply, caching);
}

/** Counts an answered call in the metrics and notes it in the log of calls. */
function recordCall(
  { api, callLog }: Access,
  { operation: { id }, exchange: { res, requestId, peer } }: MessageContext<Operation>,
  latencyMs: number,
  error: unknown,
  whose: Pick<AnsweredCall, 'partner' | 'clientId' | 'tokenHash' | 'about'>,
): void {
  const status = res.statusCode;
  api.deps.metrics?.observeCall(id, status, latencyMs / 1000);
  callLog.record({ operation: id, status, error, latencyMs, requestId, address: peer.address, ...whose });
}

const rateHeaders = ({ limit, remaining, resetSeconds }: RateStatus): string[] => [
  ...['X-RateLimit-Limit', String(limit)],
  ...['X-RateLimit-Remaining', String(remaining)],
  ...['X-RateLimit-Reset', String(resetSeconds)],
];
const isRateHeader = (name: string | undefined) => name?.startsWith('X-RateLimit-');

/** How many requests of the rate limit a request counts as; its body must be known. */
function weightOf({ id }: Operation, body: unknown): number {
  if (id !== CREDIT_MANY) return 1;
  return Math.ceil((body as { readonly credits: readonly unknown[] }).credits.length / ITEMS_OF_A_REQUEST);
}

/** The handler's view of a request that has passed the steps. */
export function bearerCallOf({ exchange, params, query, body, authenticated }: BearerContext): Call {
  const { requestId, peer } = exchange;
  const { caller } = authenticated as TokenHolder;
  return { params, query, body, caller, requestId, address: peer.address, origin: peer.origin } as Call;
}

/** The view of a request for the handler of an OAuth endpoint. */
export function clientCallOf({ exchange, parameters }: ClientContext): ClientCall {
  const { req, requestId, peer } = exchange;
  const { authorization, dpop } = req.headers;
  const url = peer.origin + (req.url ?? '');
  return { parameters, authorization, dpop, url, requestId, address: peer.address, origin: peer.origin };
}

/** Drops the connection instead of answering; the log of calls shows the status that the answer would have had. */
function loseAnswer({ req, res }: MessageContext['exchange'], { status = 200 }: AnyReply): void {
  res.statusCode = status;
  req.socket.destroy();
}

/** The status of the operation's first success. */
function successOf({ responses }: Operation): number {
  return Number(Object.keys(responses)[0]);
}

/** JSON or a form (RFC 6749 section 3.2). Without a body there is no media type to refuse: the handler names what is missing. */
const readClientParameters: Step<ClientContext> = async (context) => {
  const { req } = context.exchange;
  const { mediaType, bytes } = await readInTime(context, ['json', 'form']);
  if (mediaType) context.parameters = mediaType === 'form' ? parseForm(bytes) : parseJsonObject(bytes);
  context.clientId = clientIdOf(req.headers.authorization, context.parameters);
  context.exchange.partner = context.clientId;
};

function tokenHashOf({ headers: { authorization = '' } }: IncomingMessage): Buffer | undefined {
  const token = /^(?:bearer|dpop) +(\S+)$/i.exec(authorization)?.[1];
  return token !== undefined && isWellFormedToken(token) ? hashToken(token) : undefined;
}

function lackOf(needed: readonly Scope[], held: readonly Scope[]): string {
  const lack = `The token lacks the scope ${needed.join(' or ')}.`;
  if (!needed.includes('users.read') || !held.includes('users.pii')) return lack;
  return `${lack} users.pii only adds e-mail addresses to users.read: request both.`;
}

function respondData(
  exchange: MessageContext['exchange'],
  status: number,
  { data, meta, headers: own = {} }: AnyReply,
  cacheControl: string,
): void {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(own)) headers.push(name, value);
  if (!('Cache-Control' in own)) headers.push('Cache-Control', cacheControl);
  respond(exchange, status, headers, JSON.stringify(meta === undefined ? { data } : { data, meta }));
}
