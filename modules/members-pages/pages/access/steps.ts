/**
 * How members are let in. A request passes these checks, in this order: form of the message, community and its switch,
 * this node's clock (if it changes something), session, where it comes from, the form, standing, its token, how many were sent, the query.
 */
import type { MemberOperation } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { misdirected, moving, rateLimited, refusal } from '../../../../core/base/refusal.ts';
import { createThrottle } from '../../../../core/base/throttle.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { personLanguage } from '../../../../core/communities/language.ts';
import { parseForm } from '../../../../core/http/body.ts';
import { csrfToken, isOwnOrigin, isTokenOf, newCookieId, sentCookieId } from '../../../../core/http/cookies.ts';
import type { HttpExchange } from '../../../../core/http/http-exchange.ts';
import type { Api, Kind, Step } from '../../../../core/http/route.ts';
import {
  checkClock,
  checkForm,
  type MessageContext,
  openMessage,
  readInTime,
  readParameters,
} from '../../../../core/http/steps.ts';
import {
  type MemberSession,
  type MembersCommunity,
  selectMemberSession,
  selectMembersCommunity,
  touchMemberSession,
} from '../../domain/member-access/queries.ts';
import { memberSessionBounds, memberTokenHash } from '../../domain/member-access/sign-in.ts';
import type { MemberCall, MemberReply } from '../present/call.ts';
import { deviceCookieName, memberCookieName } from '../present/cookie.ts';
import { createPageSender, type PageSender } from './send.ts';

/** A member's or visitor's request. */
export interface MemberContext extends MessageContext<MemberOperation> {
  readonly slug: string;
  /** The cookie that was sent. */
  readonly sent: string | undefined;
  /** The cookie of a visitor who came without one. */
  readonly visitor: string | undefined;
  community: MembersCommunity | undefined;
  session: MemberSession | undefined;
  fields: Readonly<Record<string, string>>;
}

export type MemberKind = Kind<MemberOperation, MemberContext, MemberReply>;

const USER_AGENT_LENGTH_MAX = 300;
const ANSWER_WITHIN_MS = 10_000;
const TOUCH_EVERY_MS = HOUR_MS;
/** Forms that one browser sends within so long. */
const POSTS_MAX = 60;
const POSTS_WITHIN_MS = 10 * MINUTE_MS;

/** The kind of one application. @param basePath of every page */
export function createMemberKind(api: Api, basePath: string): MemberKind {
  const { deps } = api;
  const { reads, relaxed } = deps.database;
  const sender: PageSender = createPageSender(api);
  /** Of requests to communities with pages: what is refused is said in their frame, too. */
  const known = new WeakMap<HttpExchange, MemberContext>();

  const findCommunity: Step<MemberContext> = async (context) => {
    const { slug } = context;
    const [community] = slug.includes('\0') ? [] : await selectMembersCommunity(reads, { slug });
    if (!community) throw refusal('not_found', 'There is nothing at this path.');
    context.community = community;
    known.set(context.exchange, context);
    if (community.movedTo !== null) throw misdirected(community.movedTo, context.exchange.peer.origin);
    if (community.isMoving) throw moving();
  };

  const checkOwnClock: Step<MemberContext> = ({ operation }) => {
    if (operation.method !== 'GET') checkClock(api);
  };

  const findSession: Step<MemberContext> = async (context) => {
    const { sent, exchange } = context;
    if (sent === undefined) return;
    const now = deps.clock.now();
    const { id: communityId } = context.community as MembersCommunity;
    const bounds = memberSessionBounds(now);
    const [session] = await selectMemberSession(reads, { communityId, tokenHash: memberTokenHash(sent), ...bounds });
    context.session = session;
    exchange.isKnown = session !== undefined;
    if (!session || now.getTime() - session.lastSeenAt.getTime() < TOUCH_EVERY_MS) return;
    await touchMemberSession(relaxed, { communityId, sessionId: session.id, at: now }).catch((err: unknown) =>
      deps.log.warn({ err }, 'use of a session not noted'),
    );
  };

  const checkOrigin: Step<MemberContext> = ({ operation, exchange: { req, peer } }) => {
    if (operation.method === 'GET' || isOwnOrigin(req.headers, peer.origin)) return;
    throw consoleRefusal('csrf_failed', "The form does not come from the community's own pages.");
  };

  const checkStanding: Step<MemberContext> = ({ operation, session }) => {
    const { standing } = operation.authentication;
    if (standing === 'visitor') return;
    if (!session) throw consoleRefusal('not_signed_in', 'Nobody is signed in, or the session has ended.');
    if (standing === 'self' && session.deputyId !== null)
      throw consoleRefusal('not_permitted', 'This page is for the member in person, and not for a deputy.');
  };

  const posts = createThrottle(POSTS_MAX, POSTS_WITHIN_MS);
  /** By the browser and never by its network; what was refused as forged is not counted. */
  const countPost: Step<MemberContext> = ({ operation, sent }) => {
    if (operation.method === 'GET' || sent === undefined) return;
    const waitSeconds = posts.count(sent, deps.clock.now().getTime());
    if (waitSeconds > 0) throw rateLimited('Too many forms were sent.', waitSeconds);
  };

  return {
    basePath,
    steps: [
      checkForm,
      findCommunity,
      checkOwnClock,
      findSession,
      checkOrigin,
      readFields,
      checkStanding,
      (context) => checkToken(api, context),
      countPost,
      readParameters,
    ],
    answerWithinMs: () => ANSWER_WITHIN_MS,
    open(context) {
      const { community: slug = '' } = context.params;
      const sent = sentCookieId(context.exchange.req.headers.cookie, memberCookieName(slug));
      const visitor = sent === undefined ? newCookieId() : undefined;
      const found = { community: undefined, session: undefined, fields: {} };
      return { ...openMessage(context), slug, sent, visitor, ...found };
    },
    respond: (context, reply) => sender.reply(context.exchange, memberCallOf(api, context), reply, context.visitor),
    respondError(exchange, error) {
      const context = known.get(exchange);
      if (!context) return sender.error(exchange, error, undefined);
      const { operation, visitor } = context;
      sender.error(exchange, error, { call: memberCallOf(api, context), operation, visitor });
    },
    observe({ operation: { id }, exchange }, latencyMs) {
      deps.metrics?.observeConsoleCall(id, exchange.res.statusCode, latencyMs / 1000);
    },
  };
}

/** The handler's view of a request that has passed the steps. */
export function memberCallOf({ deps }: Api, context: MemberContext): MemberCall {
  const { exchange, community, session, query, fields, sent, visitor } = context;
  const found = community as MembersCommunity;
  return {
    community: found,
    home: `/at/${found.slug}`,
    lang: personLanguage(found.languages, session?.language, exchange.req.headers['accept-language']),
    params: context.params,
    query: query as MemberCall['query'],
    fields,
    session,
    csrf: csrfToken(deps.keys, (sent ?? visitor) as string),
    requestId: exchange.requestId,
    address: exchange.peer.address,
    origin: exchange.peer.origin,
    userAgent: (exchange.req.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX),
    browser: sent === undefined ? undefined : memberTokenHash(sent),
    device: sentCookieId(exchange.req.headers.cookie, deviceCookieName(found.slug)),
  };
}

const readFields: Step<MemberContext> = async (context) => {
  const { operation } = context;
  if (operation.method === 'GET') return;
  const { bytes } = await readInTime(context, ['form']);
  const fields = parseForm(bytes, operation.lists) as Record<string, string>;
  const known = ['csrf', 'form', ...operation.fields];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) throw refusal('invalid_request', 'The form has a field that it does not know.');
  context.fields = fields;
};

function checkToken({ deps }: Api, { operation, sent, fields }: MemberContext): void {
  if (operation.method === 'GET' || isTokenOf(deps.keys, sent, fields.csrf ?? '')) return;
  throw consoleRefusal('csrf_failed', 'The form does not belong to this session; open the page again.');
}
