/**
 * From an operation of the contract and its handler to a route, whichever API it belongs to. The checks and their order
 * are the list of steps of the kind of caller (`core/access/steps.ts`, `console/desk/steps.ts`).
 */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, QueryParameters } from '@timebank/contract';
import findMyWay from 'find-my-way';
import type { RequestFacts } from '../base/tracing/types.ts';
import type { DatabaseUnavailable } from '../database/connection.ts';
import type { Deps } from '../deps.ts';
import { acceptsHtml } from './accept.ts';
import { ClientGone } from './body.ts';
import { createDeadlines, type Deadlines } from './deadline.ts';
import { type HttpExchange, respondWith, startExchange } from './http-exchange.ts';
import { createPeerReader, type Peer } from './origin.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { settleTarget } from './target.ts';
import { hasEmptySegment, pathOf, serveUnknown } from './unknown.ts';

/** What all routes of one application share. */
export interface Api {
  readonly deps: Deps;
  readonly peerOf: (req: IncomingMessage) => Peer;
  readonly nextRequestId: () => string;
  readonly bodyTimeoutMs: number;
  /** Every route of the application, inside and outside the base paths. */
  readonly router: findMyWay.Instance<findMyWay.HTTPVersion.V1>;
  readonly deadlines: Deadlines;
  readonly requestLog: RequestLog;
  /** Checks before an unknown path is answered; they refuse by throwing. */
  readonly beforeUnknown: ((path: string) => Promise<void>)[];
  /** Answers where no route is, whatever the method; the first that answers returns true. */
  readonly answerUnknown: ((exchange: HttpExchange, path: string) => boolean | Promise<boolean>)[];
  /** Base paths of the other APIs: what is sought below them is no path of the partner API. */
  readonly otherBasePaths: string[];
  /** What is to be done once the last request is answered. */
  readonly onClose: (() => void | Promise<void>)[];
}

/** Parts of the path by name, decoded once; `*` is the rest of the path. */
export type PathParameters = Readonly<Record<string, string>>;

/** The part of an operation that the router uses. */
export interface RoutedOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base path of its kind. */
  readonly path: string;
  readonly query: QueryParameters;
  readonly authentication: { readonly kind: 'client' | 'bearer' | 'session' | 'member' };
  readonly body: Operation['body'];
  readonly bodyBytesMax?: number;
}

/** One request on its way through the steps of its kind, which add what they find. */
export interface RequestContext<O extends RoutedOperation = RoutedOperation> {
  readonly api: Api;
  readonly operation: O;
  readonly exchange: HttpExchange;
  readonly params: PathParameters;
}

/** One check. It throws a refusal, or notes what the next ones and the handler need. */
export type Step<C> = (context: C) => void | Promise<void>;

/** A kind of caller: how it is let in, answered and accounted for. */
export interface Kind<O extends RoutedOperation, C extends RequestContext<O>, Reply> {
  readonly basePath: string;
  /** In this order. */
  readonly steps: readonly Step<C>[];
  /** The time limit of the answer; undefined: none. */
  answerWithinMs(operation: O): number | undefined;
  open(context: RequestContext<O>): C;
  respond(context: C, reply: Reply): void;
  /** Answers with an error. */
  respondError(exchange: HttpExchange, error: unknown): void;
  /** Metrics and log, once the request is answered. @param error the error that was thrown; undefined for a success */
  observe(context: C, latencyMs: number, error: unknown): void;
}

/** A partner's body must have arrived within this time. */
const BODY_TIMEOUT_MS = 10_000;

/** @param bodyTimeoutMs within which a body must have arrived */
export function createApi(deps: Deps, bodyTimeoutMs = BODY_TIMEOUT_MS): Api {
  const deadlines = createDeadlines(deps.load);
  const requestLog = createRequestLog(deps.log, deps.config.logRequests, deps.metrics?.countFault);
  const api: Api = {
    deps,
    peerOf: createPeerReader(deps.config),
    nextRequestId: requestIds(),
    bodyTimeoutMs,
    router: findMyWay({
      defaultRoute: (req, res) => void serveUnknown(api, openExchange(api, req, res)),
      // The operations read the query themselves, and no id is too long to be an unknown one.
      querystringParser: () => ({}),
      maxParamLength: Number.MAX_SAFE_INTEGER,
    }),
    deadlines,
    requestLog,
    beforeUnknown: [],
    answerUnknown: [],
    otherBasePaths: [],
    onClose: [deadlines.close, requestLog.close],
  };
  return api;
}

/** Answers a request, by its route if it has one. */
export function serve(api: Api, req: IncomingMessage, res: ServerResponse): void {
  settleTarget(req);
  const address = httpsAddress(api, req);
  if (address === undefined) api.router.lookup(req, res);
  else sendToHttps(openExchange(api, req, res), address);
}

/** Starts the answer to a request. @param operation its id, or the address of a page */
export function openExchange(api: Api, req: IncomingMessage, res: ServerResponse, operation?: string): HttpExchange {
  return startExchange(api, req, res, api.nextRequestId(), operation);
}

/** Registers a route in the router's notation (`/users/:id`, `/console/*`). HEAD answers where GET does. */
export function addRoute(
  api: Api,
  method: RoutedOperation['method'],
  url: string,
  operation: string,
  answer: (exchange: HttpExchange, params: PathParameters) => void,
): void {
  api.router.on(method === 'GET' ? ['GET', 'HEAD'] : method, url, (req, res, params) => {
    const exchange = openExchange(api, req, res, operation);
    if (hasEmptySegment(params)) void serveUnknown(api, exchange);
    else answer(exchange, params as PathParameters);
  });
}

/** Registers an operation: the steps of its kind, then the handler. */
export function route<O extends RoutedOperation, C extends RequestContext<O>, Reply>(
  api: Api,
  kind: Kind<O, C, Reply>,
  operation: O,
  handle: (context: C) => Promise<Reply>,
): void {
  const { deps, deadlines } = api;
  const { steps } = kind;

  const giveUp = (exchange: HttpExchange, error: DatabaseUnavailable) => kind.respondError(exchange, error);

  /** One function for all of it: each promise that waits for another costs a request as much as a step does. */
  async function run(context: C): Promise<void> {
    const { exchange } = context;
    let failure: unknown;
    try {
      for (const step of steps) {
        const pending = step(context);
        if (pending) await pending;
      }
      kind.respond(context, await handle(context));
    } catch (error) {
      failure = error;
    }
    deadlines.end(exchange);
    if (failure instanceof ClientGone) return;
    const late = exchange.deadline?.late;
    if (failure !== undefined && !late) kind.respondError(exchange, failure);
    kind.observe(context, performance.now() - exchange.startedMs, late ?? failure);
  }

  const url = kind.basePath + operation.path;
  addRoute(api, operation.method, url.replace(/\{(\w+)\}/g, ':$1'), operation.id, (exchange, params) => {
    const context = kind.open({ api, operation, exchange, params });
    const withinMs = kind.answerWithinMs(operation);
    if (withinMs !== undefined) deadlines.start(exchange, withinMs, giveUp);
    const trace = deps.tracing?.request(tracedFacts(exchange, url));
    if (!trace) return void run(context);
    void trace.run(() => run(context)).finally(() => trace.end(exchange.res.statusCode));
  });
}

function tracedFacts({ req, requestId, peer }: HttpExchange, route: string): RequestFacts {
  const { traceparent } = req.headers;
  return { method: req.method ?? '', route, requestId, traceparent: traceparent?.toString(), isTrusted: peer.viaProxy };
}
/** Returns a function that makes request ids: unique over processes, in the order of arrival within one. */
function requestIds(): () => string {
  const prefix = `req_${randomBytes(6).toString('hex')}`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36).padStart(6, '0')}`;
  };
}

// Requests that a proxy passes on from plain http: pages redirect to https; `checkMessage` refuses requests of
// programs.

/** Addresses for programs, whatever they accept; a health check may use either scheme. */
const FOR_PROGRAMS = /^\/(?:api|health)(?:\/|$)/;
const HEADERS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
/** Not permanent: a browser that keeps the redirect would not notice a new PUBLIC_URL. */
const KEPT = 'public, max-age=300';

/**
 * The https address of a page that was requested over plain http; undefined: it is another request. The origin is
 * PUBLIC_URL and no other, since a forwarded host is the client's claim.
 */
function httpsAddress({ deps, peerOf }: Api, req: IncomingMessage): string | undefined {
  const { method, headers, url = '/' } = req;
  const { publicUrl, trustProxy } = deps.config;
  if (trustProxy.length === 0 || !publicUrl?.startsWith('https://')) return undefined;
  if ((method !== 'GET' && method !== 'HEAD') || FOR_PROGRAMS.test(pathOf(url))) return undefined;
  if (!acceptsHtml(headers.accept) || !peerOf(req).plainHttp) return undefined;
  return publicUrl + url.split('#', 1)[0];
}

/** Redirects, since the request for a page holds no secret. */
function sendToHttps(exchange: HttpExchange, address: string): void {
  respondWith(exchange, 301, HEADERS, ['Location', address, 'Cache-Control', KEPT, 'Vary', 'Accept'], '');
}
