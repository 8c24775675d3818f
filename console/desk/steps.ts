/**
 * How people are let in. A request passes these checks, in this order: this node's clock (if the request changes something),
 * session, forgery, membership and permission, recent password, the body's form, query, the body's content.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { compileBody, createValidator, type PathParams } from '@timebank/contract';
import type { Keys } from '../../core/base/keys.ts';
import { refusal } from '../../core/base/refusal.ts';
import { ClientGone } from '../../core/http/body.ts';
import { isOwnOrigin, isTokenOf, newCookieId } from '../../core/http/cookies.ts';
import { type HttpExchange, respond, respondError, sendContinue } from '../../core/http/http-exchange.ts';
import type { Api, Kind, Step } from '../../core/http/route.ts';
import {
  checkClock,
  checkForm,
  createBodyCheck,
  type MessageContext,
  openMessage,
  readJson,
  readParameters,
} from '../../core/http/steps.ts';
import type { AnyConsoleReply, ConsoleCall } from './call.ts';
import type { ConsoleOperation } from './contract/operation.ts';
import type { ConsoleOperationId } from './contract/operations.gen.ts';
import { CONSOLE_BASE_PATH, CSRF_HEADER, PERMISSIONS, type Permission, ROLE_PERMISSIONS } from './contract/routes.ts';
import { cookieHeader, deviceCookieHeader, readCookie, readDeviceCookie } from './cookie.ts';
import { consoleRefusal } from './refusal.ts';
import { checkRecentPassword, readSession } from './session.ts';
import { type Membership, type SessionRow, selectMembership } from './session-queries.ts';

/** A person's call. */
export interface SessionContext extends MessageContext<ConsoleOperation> {
  /** The cookie that was sent. */
  readonly sent: string | undefined;
  session: SessionRow | undefined;
  membership: Membership | undefined;
  /** The cookie of a visitor who came without one. */
  readonly visitor: string | undefined;
  file: AsyncGenerator<Buffer> | undefined;
}

export type SessionKind = Kind<ConsoleOperation, SessionContext, AnyConsoleReply>;

const USER_AGENT_LENGTH_MAX = 300;
const NEVER_PROVED = new Date(0);
/** The operation that a waiting page repeats by itself. */
const POLLED: ConsoleOperationId = 'getCredentialUse';
/** The console's own time limit. */
const ANSWER_WITHIN_MS = 30_000;
/** Operations on everything that a file or a sandbox holds; their answers have no time limit. */
const LONG: ReadonlySet<string> = new Set<ConsoleOperationId>(['undoImport', 'resetCommunity']);
/** Operations by which people prove who they are, and the codes of a failed proof. */
const PROOFS: ReadonlySet<string> = new Set<ConsoleOperationId>(['signIn', 'signInWithPasskey', 'confirmPassword']);
const isUnproved = (error: unknown) => consoleRefusal.is(error, 'sign_in_failed') || refusal.is(error, 'rate_limited');

/** The kind of one application. */
export function createSessionKind(api: Api): SessionKind {
  const { deps } = api;
  const validator = createValidator();
  const checkBody = createBodyCheck((schema) => compileBody(schema, validator));

  const checkOwnClock: Step<SessionContext> = ({ operation }) => {
    if (operation.method !== 'GET') checkClock(api);
  };

  const findSession: Step<SessionContext> = async (context) => {
    const { operation, exchange, sent } = context;
    const { passwordMinutes } = operation.authentication;
    const read = { noteUse: operation.id !== POLLED, passwordMinutes };
    context.session = await readSession(deps, sent, exchange.peer.address, read);
    exchange.isKnown = context.session !== undefined;
    if (operation.authentication.access !== 'visitor' && !context.session) {
      throw consoleRefusal('not_signed_in', 'Nobody is signed in, or the session has ended.');
    }
  };

  const checkForgery: Step<SessionContext> = ({ operation, exchange, sent }) => {
    if (operation.method !== 'GET') checkCsrf(deps.keys, exchange.req.headers, exchange.peer.origin, sent);
  };

  const checkPermission: Step<SessionContext> = async (context) => {
    const { access } = context.operation.authentication;
    if (!isPermission(access)) return;
    const { administratorId } = context.session as SessionRow;
    const { slug } = context.params as PathParams<'/communities/{slug}'>;
    const [membership] = slug.includes('\0')
      ? []
      : await selectMembership(deps.database.reads, { administratorId, slug });
    if (!membership) throw consoleRefusal('community_not_found', 'You belong to no community of this name.');
    if (!ROLE_PERMISSIONS[membership.role].includes(access)) {
      throw consoleRefusal('not_permitted', `Your role in this community (${membership.role}) does not include this.`);
    }
    context.membership = membership;
  };

  const checkPassword: Step<SessionContext> = ({ operation, session }) => {
    if (operation.authentication.recentPassword) checkRecentPassword(session as SessionRow, deps.clock.now());
  };

  const readBody: Step<SessionContext> = (context) => {
    if (!context.operation.upload) return readJson(context);
    context.file = fileOf(context.exchange);
    return undefined;
  };

  return {
    basePath: CONSOLE_BASE_PATH,
    steps: [
      checkForm,
      checkOwnClock,
      findSession,
      checkForgery,
      checkPermission,
      checkPassword,
      readBody,
      readParameters,
      checkBody,
    ],
    answerWithinMs: ({ id, upload }) => (upload || LONG.has(id) ? undefined : ANSWER_WITHIN_MS),
    open(context) {
      const sent = readCookie(context.exchange.req.headers.cookie);
      const visitor = sent === undefined ? newCookieId() : undefined;
      return {
        ...openMessage(context),
        sent,
        visitor,
        session: undefined,
        membership: undefined,
        file: undefined,
      };
    },
    respond({ operation, exchange, visitor }, reply) {
      respondReply(exchange, operation.status, reply, visitor);
    },
    respondError,
    observe({ operation: { id }, exchange }, latencyMs, error) {
      const { statusCode: status } = exchange.res;
      deps.metrics?.observeConsoleCall(id, status, latencyMs / 1000);
      if (PROOFS.has(id) && isUnproved(error)) deps.metrics?.countFailedSignIn();
    },
  };
}

/** The handler's view of a request that has passed the steps. */
export function consoleCallOf(context: SessionContext): ConsoleCall {
  const { exchange, params, query, body, session, membership, file, sent, visitor } = context;
  const { req, requestId, peer } = exchange;
  return {
    params,
    query,
    body,
    actor: session ? `administrator:${session.administratorId}` : 'anonymous',
    passwordRecentUntil: session?.passwordRecentUntil ?? NEVER_PROVED,
    session,
    membership,
    file,
    cookie: sent ?? visitor,
    deviceCookie: readDeviceCookie(req.headers.cookie),
    requestId,
    address: peer.address,
    userAgent: userAgentOf(req),
    origin: peer.origin,
  } as unknown as ConsoleCall;
}

function isPermission(access: string): access is Permission {
  return (PERMISSIONS as readonly string[]).includes(access);
}

/** The body in pieces, as they arrive; the server's time limit of a request bounds the whole. */
async function* fileOf(exchange: HttpExchange): AsyncGenerator<Buffer> {
  sendContinue(exchange);
  try {
    // The answer drains the unread rest; destroying the stream would end the connection.
    for await (const chunk of exchange.req.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new ClientGone();
  }
}

function userAgentOf(req: IncomingMessage): string {
  return String(req.headers['user-agent'] ?? '')
    .slice(0, USER_AGENT_LENGTH_MAX)
    .toWellFormed()
    .replaceAll('\0', '');
}

function respondReply(
  exchange: HttpExchange,
  status: number,
  reply: AnyConsoleReply,
  visitor: string | undefined,
): void {
  const headers = ['Cache-Control', 'no-store', 'Vary', 'Cookie'];
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.push(name, value);
  const cookie = reply.cookie ?? visitor;
  if (cookie !== undefined) headers.push('Set-Cookie', cookieHeader(cookie));
  if (reply.deviceCookie !== undefined) headers.push('Set-Cookie', deviceCookieHeader(reply.deviceCookie));
  const { data, meta } = reply;
  respond(exchange, status, headers, JSON.stringify(meta === undefined ? { data } : { data, meta }));
}

// Requests that change something come from the console's own pages, and prove it twice.

/**
 * Checks where a request comes from, and that its token belongs to its cookie.
 * @param origin the service's own
 * @throws Refusal csrf_failed
 */
function checkCsrf(keys: Keys, headers: IncomingHttpHeaders, origin: string, cookieId: string | undefined): void {
  if (!isOwnOrigin(headers, origin)) {
    throw consoleRefusal('csrf_failed', "The request does not come from the console's own pages.");
  }
  if (!isTokenOf(keys, cookieId, String(headers[CSRF_HEADER.toLowerCase()] ?? ''))) {
    throw consoleRefusal(
      'csrf_failed',
      `${CSRF_HEADER} is missing or does not belong to this session; reload the page.`,
    );
  }
}
