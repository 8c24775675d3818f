/**
 * From an operation of the console's contract and its handler to a route. The order of checks: parser, path and method,
 * session, CSRF, membership, permission, recent password, body's form, query, body's content, handler.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { compileBody } from '@timebank/contract';
import {
  CONSOLE_BASE_PATH,
  type ConsoleOperation,
  createConsoleValidator,
  PERMISSIONS,
  type Permission,
  ROLE_PERMISSIONS,
} from '@timebank/contract/console';
import type { Membership } from '../../domain/administrators/session-queries.ts';
import { type SessionRow, selectMembership } from '../../domain/administrators/session-queries.ts';
import { refusal } from '../../platform/refusal.ts';
import {
  cookieHeader,
  deviceCookieHeader,
  newCookieId,
  readCookie,
  readDeviceCookie,
} from '../console/session/cookie.ts';
import { checkCsrf } from '../console/session/csrf.ts';
import { checkRecentPassword, readSession } from '../console/session/read.ts';
import { ClientGone, hasBody, mediaTypeOf, parseJsonObject, readBody } from './body.ts';
import type { ConsoleCall, ConsoleHandler, ConsoleReply } from './console-handler.ts';
import { checkMessage, type Exchange, respond, respondError, sendContinue } from './exchange.ts';
import { readQuery } from './query-string.ts';
import { type Api, invalidBody, openExchange, refuseMembers } from './route.ts';
import { serveUnknown } from './unknown.ts';

const USER_AGENT_LENGTH_MAX = 300;
/** Asked again and again by a page that waits, without anybody doing anything. */
const POLLED: ConsoleOperation['id'] = 'getCredentialUse';

/** Registers operations of the console. */
export interface ConsoleRoutes {
  add<O extends ConsoleOperation>(operation: O, handler: ConsoleHandler<O>): void;
}

/** Makes the registrar of one application. */
export function consoleRoutes(api: Api): ConsoleRoutes {
  const validator = createConsoleValidator();
  return {
    add: (operation, handler) =>
      register(api, operation, operation.body ? compileBody(operation.body, validator) : refuseMembers, handler),
  };
}

function register<O extends ConsoleOperation>(
  api: Api,
  operation: O,
  check: (body: unknown) => ReturnType<ReturnType<typeof compileBody>> | ReturnType<typeof refuseMembers>,
  handler: ConsoleHandler<O>,
): void {
  async function serve(exchange: Exchange, params: Readonly<Record<string, string>>): Promise<void> {
    const { req, res, requestId, peer } = exchange;
    checkMessage(req, peer);
    const sent = readCookie(req.headers.cookie);
    const session = await readSession(api.deps, sent, peer.address, operation.id !== POLLED);
    const membership = await admit(api, operation, req, sent, session, params, peer.origin);
    const object =
      !operation.upload && (hasBody(req) || operation.body) ? await readObject(api, req, res, operation) : undefined;
    const query = readQuery(operation, req.url ?? '');
    const body = object ? checkBody(check, object) : undefined;
    const cookie = sent ?? newCookieId();
    const file = operation.upload ? fileOf(req, res) : undefined;
    const call = {
      ...{
        params,
        query: query.values,
        body: operation.body ? body : undefined,
        session,
        membership,
        cookie,
        requestId,
      },
      file,
      deviceCookie: readDeviceCookie(req.headers.cookie),
      ...{ address: peer.address, origin: peer.origin, userAgent: userAgentOf(req) },
    };
    // The rest of a file that was given up is read by the answer.
    const reply = await handler(call as unknown as ConsoleCall<O>, api.deps).finally(() => file?.return(undefined));
    respondReply(exchange, operation.success.status, reply, sent === undefined ? cookie : undefined);
  }

  const hasParams = operation.path.includes('{');
  api.app.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
    url: CONSOLE_BASE_PATH + operation.path.replace(/\{(\w+)\}/g, ':$1'),
    // The third parameter, never called, tells Fastify that the answer comes by itself.
    onRequest(request, reply, _done) {
      const exchange = openExchange(api, request, reply);
      const params = request.params as Readonly<Record<string, string>>;
      if (hasParams && Object.values(params).includes('')) return void serveUnknown(api, exchange);
      const startedMs = performance.now();
      serve(exchange, params)
        .catch((error: unknown) => {
          if (!(error instanceof ClientGone)) respondError(exchange, error, api.deps.log);
        })
        .finally(() => observe(api, operation, exchange, startedMs));
    },
    handler: async () => {
      throw new Error('the onRequest hook answers');
    },
  });
}

function observe({ deps }: Api, { id }: ConsoleOperation, exchange: Exchange, startedMs: number): void {
  const { statusCode } = exchange.res;
  const latencyMs = performance.now() - startedMs;
  deps.metrics?.observeConsoleCall(id, statusCode, latencyMs / 1000);
  const line = { request_id: exchange.requestId, operation: id, status: statusCode, latency_ms: Math.round(latencyMs) };
  deps.log.debug(line, 'console call');
}

/** Session, CSRF, membership, permission and recent password, in this order. */
async function admit(
  api: Api,
  operation: ConsoleOperation,
  req: IncomingMessage,
  cookie: string | undefined,
  session: SessionRow | undefined,
  params: Readonly<Record<string, string>>,
  origin: string,
): Promise<Membership | undefined> {
  const { access } = operation;
  if (access !== 'visitor' && !session)
    throw refusal('not_signed_in', 'Nobody is signed in, or the session has ended.');
  if (operation.method !== 'GET') checkCsrf(api.deps.keys, req.headers, origin, cookie);
  const membership = isPermission(access)
    ? await membershipOf(api, session as SessionRow, params.slug ?? '', access)
    : undefined;
  if (operation.recentPassword) checkRecentPassword(session as SessionRow, api.deps.clock.now());
  return membership;
}

async function membershipOf(api: Api, session: SessionRow, slug: string, needed: Permission): Promise<Membership> {
  const [membership] = slug.includes('\0')
    ? []
    : await selectMembership(api.deps.database.reads, session.administratorId, slug);
  if (!membership) throw refusal('community_not_found', 'You belong to no community of this name.');
  if (!ROLE_PERMISSIONS[membership.role].includes(needed)) {
    throw refusal('not_permitted', `Your role in this community (${membership.role}) does not include this.`);
  }
  return membership;
}

function isPermission(access: string): access is Permission {
  return (PERMISSIONS as readonly string[]).includes(access);
}

async function readObject(api: Api, req: IncomingMessage, res: ServerResponse, operation: ConsoleOperation) {
  mediaTypeOf(req, ['json']);
  const bytes = await readBody(req, res, api.bodyTimeoutMs);
  return bytes.length === 0 && !operation.body ? {} : parseJsonObject(bytes);
}

/** The body in pieces, as they arrive; the server's time limit of a request bounds the whole. */
async function* fileOf(req: IncomingMessage, res: ServerResponse): AsyncGenerator<Buffer> {
  sendContinue(req, res);
  try {
    // What is not wanted of it is drained with the answer; destroying it would take the connection along.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new ClientGone();
  }
}

function checkBody(check: Parameters<typeof register>[2], object: Record<string, unknown>): unknown {
  const checked = check(object);
  if ('errors' in checked) throw invalidBody(checked.errors);
  return checked.value;
}

function userAgentOf(req: IncomingMessage): string {
  return String(req.headers['user-agent'] ?? '')
    .slice(0, USER_AGENT_LENGTH_MAX)
    .toWellFormed()
    .replaceAll('\0', '');
}

function respondReply(exchange: Exchange, status: number, reply: ConsoleReply, visitor: string | undefined): void {
  const headers = ['Cache-Control', 'no-store', 'Vary', 'Cookie'];
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.push(name, value);
  const cookie = reply.cookie ?? visitor;
  if (cookie !== undefined) headers.push('Set-Cookie', cookieHeader(cookie));
  if (reply.deviceCookie !== undefined) headers.push('Set-Cookie', deviceCookieHeader(reply.deviceCookie));
  const { data, meta } = reply;
  respond(exchange, status, headers, JSON.stringify(meta === undefined ? { data } : { data, meta }));
}
