/**
 * From an operation of the contract and its handler to a route, whichever API it belongs to. The checks and their order
 * are the list of steps of the kind of caller (`partner/access/steps.ts`, `console/access/steps.ts`). Fastify
 * would judge a body's type before the token, so all of it runs in the route's onRequest hook and the response is written
 * directly.
 */
import type { IncomingMessage } from 'node:http';
import type { Operation, QueryParameters } from '@timebank/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../domain/deps.ts';
import type { DatabaseUnavailable } from '../../platform/database/connection.ts';
import type { RequestFacts } from '../../platform/tracing/types.ts';
import { ClientGone } from './body.ts';
import { createDeadlines, type Deadlines } from './deadline.ts';
import { type HttpExchange, noteAnswer, respondError, startExchange } from './http-exchange.ts';
import { createPeerReader, type Peer } from './origin.ts';
import { httpsAddress, sendToHttps } from './plain-http.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { createRouteTable, type RouteTable, serveUnknown } from './unknown.ts';

/** What all routes of one application share. */
export interface Api {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly peerOf: (req: IncomingMessage) => Peer;
  readonly bodyTimeoutMs: number;
  /** Every route of the application, inside and outside the base paths. */
  readonly routes: RouteTable;
  readonly deadlines: Deadlines;
  readonly requestLog: RequestLog;
  /** Checks before an unknown path is answered; they refuse by throwing. */
  readonly beforeUnknown: ((path: string) => Promise<void>)[];
  /** Answers where no route is, whatever the method; the first that answers returns true. */
  readonly answerUnknown: ((exchange: HttpExchange, path: string) => boolean)[];
}

/** The part of an operation that the router uses. */
export interface RoutedOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base path of its kind. */
  readonly path: string;
  readonly query: QueryParameters;
  readonly authentication: { readonly kind: 'client' | 'bearer' | 'session' };
  readonly body: Operation['body'];
  readonly bodyBytesMax?: number;
}

/** One request on its way through the steps of its kind, which add what they find. */
export interface RequestContext<O extends RoutedOperation = RoutedOperation> {
  readonly api: Api;
  readonly operation: O;
  readonly exchange: HttpExchange;
  readonly params: Readonly<Record<string, string>>;
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
  /** Headers of its errors, names and values in turn. */
  readonly errorHeaders: readonly string[];
  /** Metrics and log, once the request is answered. @param error the error that was thrown; undefined for a success */
  observe(context: C, latencyMs: number, error: unknown): void;
}

/** A partner's body must have arrived within this time. */
const BODY_TIMEOUT_MS = 10_000;

/** @param bodyTimeoutMs within which a body must have arrived */
export function createApi(app: FastifyInstance, deps: Deps, bodyTimeoutMs = BODY_TIMEOUT_MS): Api {
  const routes = createRouteTable();
  app.addHook('onRoute', ({ url, method }) => routes.add(url, [method].flat()));
  const api: Api = {
    app,
    deps,
    peerOf: createPeerReader(deps.config),
    bodyTimeoutMs,
    routes,
    deadlines: createDeadlines(deps.load),
    requestLog: createRequestLog(deps.log, deps.config.logRequests, deps.metrics?.countFault),
    beforeUnknown: [],
    answerUnknown: [],
  };
  app.addHook('onClose', async () => {
    api.deadlines.close();
    api.requestLog.close();
  });
  app.addHook('onRequest', (request, reply, done) => {
    const address = httpsAddress(api, request.raw);
    if (address !== undefined) sendToHttps(openExchange(api, request, reply), address);
    else if (request.is404) void serveUnknown(api, openExchange(api, request, reply));
    else done();
  });
  return api;
}

/** Starts the answer to a request that Fastify has routed. @param operation its id, or the address of a page */
export function openExchange(api: Api, request: FastifyRequest, reply: FastifyReply, operation?: string): HttpExchange {
  reply.hijack();
  return startExchange(api, request.raw, reply.raw, request.id, operation);
}

/** Logs an answer of one of Fastify's plugins. Their refusals are answered and logged as all others. */
export function noteAnswerOf(api: Api, request: FastifyRequest, reply: FastifyReply, operation: string): void {
  if (!api.requestLog.wants(200)) return;
  const exchange = startExchange(api, request.raw, reply.raw, request.id, operation);
  reply.raw.once('finish', () => {
    if (reply.raw.statusCode < 400) noteAnswer(exchange, reply.raw.statusCode);
  });
}

/** Registers an operation: the steps of its kind, then the handler. HEAD answers where GET does. */
export function route<O extends RoutedOperation, C extends RequestContext<O>, Reply>(
  api: Api,
  kind: Kind<O, C, Reply>,
  operation: O,
  handle: (context: C) => Promise<Reply>,
): void {
  const { deps, deadlines } = api;
  const { steps } = kind;
  const hasParams = operation.path.includes('{');

  const giveUp = (exchange: HttpExchange, error: DatabaseUnavailable) =>
    respondError(exchange, error, kind.errorHeaders);

  /** One function for all of it: each promise that waits for another costs a request as much as a step does. */
  async function serve(context: C): Promise<void> {
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
    if (failure !== undefined && !late) respondError(exchange, failure, kind.errorHeaders);
    kind.observe(context, performance.now() - exchange.startedMs, late ?? failure);
  }

  const url = kind.basePath + operation.path;
  api.app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
    url: url.replace(/\{(\w+)\}/g, ':$1'),
    // The third parameter, never called, makes Fastify leave the answer to this function.
    onRequest(request, reply, _done) {
      const exchange = openExchange(api, request, reply, operation.id);
      const params = request.params as Readonly<Record<string, string>>;
      // An empty segment is a trailing or doubled slash: no path of ours.
      if (hasParams && Object.values(params).includes('')) return void serveUnknown(api, exchange);
      const context = kind.open({ api, operation, exchange, params });
      const withinMs = kind.answerWithinMs(operation);
      if (withinMs !== undefined) deadlines.start(exchange, withinMs, giveUp);
      const trace = deps.tracing?.request(tracedFacts(exchange, url));
      if (!trace) return void serve(context);
      void trace.run(() => serve(context)).finally(() => trace.end(exchange.res.statusCode));
    },
    handler: unreachable,
  });
}

function tracedFacts({ req, requestId, peer }: HttpExchange, route: string): RequestFacts {
  const { traceparent } = req.headers;
  return { method: req.method ?? '', route, requestId, traceparent: traceparent?.toString(), isTrusted: peer.viaProxy };
}

async function unreachable(): Promise<never> {
  throw new Error('the onRequest hook answers');
}
