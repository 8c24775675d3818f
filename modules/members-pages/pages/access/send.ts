/** Sends a community's pages: with its name and menu, kept by nobody, and errors as pages with a way on. */
import { type MemberLanguage, type MemberOperation, memberOperations } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { PAGE_POLICY, renderPage } from '../../../../console/pages/frame.ts';
import { type Html, html, spokenPage } from '../../../../console/pages/html.ts';
import { PLAIN_ADDRESS_STYLE } from '../../../../console/pages/voice/voice.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { serviceVersion } from '../../../../core/base/version.ts';
import { memberLanguageAsked } from '../../../../core/communities/language.ts';
import { isOwnOrigin } from '../../../../core/http/cookies.ts';
import { errorAnswer, errorCodeOf } from '../../../../core/http/errors.ts';
import { type HttpExchange, respondError, respondWith } from '../../../../core/http/http-exchange.ts';
import type { Api } from '../../../../core/http/route.ts';
import { isAnswered, pathOf } from '../../../../core/http/unknown.ts';
import { ACT_TEXTS } from '../present/act-texts.ts';
import type { MemberCall, MemberReply, TakenFile } from '../present/call.ts';
import { deviceCookie, memberCookie } from '../present/cookie.ts';
import { AGAIN_TEXTS, memberErrorText } from '../present/error-texts.ts';
import { frameOf, hidden } from '../present/frame.ts';
import { meantAddress } from '../present/own-address.ts';

/**
 * Origin is sent with forms only under `same-origin`: under `no-referrer` Chromium sends `null`. Lynx shows what is `no-store` from
 * its memory, as it was before signing in: there the last directive counts.
 */
const COMMON = [
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'same-origin'],
  ...['Cache-Control', 'no-store, no-cache', 'Vary', 'Cookie, Accept-Language'],
];
const PAGE = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', PAGE_POLICY, ...COMMON];

export interface PageSender {
  /** @param visitor the cookie of a visitor who came without one */
  reply(exchange: HttpExchange, call: MemberCall, reply: MemberReply, visitor: string | undefined): void;
  /** @param of a community with pages; undefined: there is none, or it could not be read */
  error(exchange: HttpExchange, error: unknown, of: RefusedRequest | undefined): void;
}

export function createPageSender(api: Api): PageSender {
  const version = serviceVersion();
  return {
    reply(exchange, call, reply, visitor) {
      const { slug } = call.community;
      if ('to' in reply) {
        const { id, isKept, device } = reply.cookie ?? {};
        const cookies = id === undefined ? [] : [memberCookie(slug, id, isKept === true)];
        sendOn(exchange, reply.to, device === undefined ? cookies : [...cookies, deviceCookie(slug, device)]);
      } else {
        const cookie = visitor === undefined ? [] : ['Set-Cookie', memberCookie(slug, visitor, false)];
        const { community, lang } = call;
        if ('file' in reply) sendFile(exchange, reply, cookie);
        else {
          const text = renderPage({ ...frameOf(call, reply), indexed: reply.indexed ?? false }, version);
          respondWith(exchange, reply.status ?? 200, PAGE, cookie, spokenPage(text, community, lang));
        }
      }
    },
    error(exchange, error, of) {
      const { method, url = '/' } = exchange.req;
      const path = pathOf(url);
      const home = `/at/${encodeURIComponent(path.split('/', 3)[2] ?? '')}`;
      const isMissing = refusal.is(error, 'not_found');
      const meant = isMissing && method !== 'POST' ? meantAddress(url) : url;
      const isOwn = isOwnOrigin(exchange.req.headers, exchange.peer.origin);
      const place = { of, home, path, isOwn };
      if (isMissing && !of) sendUnknown(api, exchange, path, error);
      else if (meant !== url) sendOn(exchange, meant);
      else if (consoleRefusal.is(error, 'not_signed_in') && !(of && hasTyped(of))) sendToSignIn(exchange, place);
      else sendErrorPage(exchange, error, place, version);
    },
  };
}

/** 303: the way on is a GET. A header that cannot be sent would hide what was done: none holds more than ASCII. */
function sendOn(exchange: HttpExchange, to: string, cookies: readonly string[] = []): void {
  respondWith(
    exchange,
    303,
    COMMON,
    [
      'Location',
      to.replace(/[^\x21-\x7e]/gu, encodeURIComponent),
      ...cookies.flatMap((cookie) => ['Set-Cookie', cookie]),
    ],
    '',
  );
}

function sendFile(exchange: HttpExchange, { file, name, type }: TakenFile, cookie: readonly string[]): void {
  const kind = ['Content-Type', `${type ?? 'text/csv'}; charset=utf-8`, ...COMMON];
  respondWith(exchange, 200, kind, ['Content-Disposition', `attachment; filename="${name}"`, ...cookie], file);
}

/** As where no route is: a community without pages is none to find. */
function sendUnknown(api: Api, exchange: HttpExchange, path: string, error: unknown): void {
  isAnswered(api, exchange, path).then(
    (done) => done || respondError(exchange, error),
    (fault: unknown) => respondError(exchange, fault),
  );
}

/** After a form that held nothing typed, signing in leads to its page. */
function sendToSignIn(exchange: HttpExchange, { of, home }: RefusedPlace): void {
  const { method, url = home } = exchange.req;
  sendOn(exchange, signInFor(home, of && method === 'POST' ? pageOfForm(of) : url));
}

/** A page that is the member's alone says so to a deputy. */
function errorText(error: unknown, { of, home, path, isOwn }: RefusedPlace, lang: MemberLanguage, status: number) {
  const { isMoving = false, movedTo = null } = of?.call.community ?? {};
  const text = memberErrorText(lang, status, error, { path, home, movedTo, isMoving, isOwn });
  const { selfOnly, selfOnlyText } = ACT_TEXTS[lang];
  return of?.operation.authentication.standing === 'self' && consoleRefusal.is(error, 'not_permitted')
    ? { ...text, title: selfOnly, text: selfOnlyText }
    : text;
}

/** A request that was refused, the community's first page, and the path that was asked for. */
interface RefusedPlace {
  readonly of: RefusedRequest | undefined;
  readonly home: string;
  readonly path: string;
  /** The request comes from the service's own pages. */
  readonly isOwn: boolean;
}

function sendErrorPage(exchange: HttpExchange, error: unknown, place: RefusedPlace, version: string): void {
  const { of, home } = place;
  const { requestId, peer, req } = exchange;
  const { status, headers } = errorAnswer(error, { requestId, origin: peer.origin });
  const lang = of?.call.lang ?? memberLanguageAsked(req.headers['accept-language']);
  const { title, text, back, to } = errorText(error, place, lang, status);
  const again = of && formAgain(error, of, place.isOwn);
  const main = html`<h1>${title}</h1>
<p>${text}</p>
${again ?? html`<p><a class="button main" href="${to}">${back}</a></p>`}`;
  const retry = headers.flatMap((name, at) => (name === 'Retry-After' ? [name, headers[at + 1] as string] : []));
  const cookie = again && of.visitor ? ['Set-Cookie', memberCookie(of.call.community.slug, of.visitor, false)] : [];
  exchange.error = errorCodeOf(error);
  exchange.thrown = error;
  const page = of
    ? frameOf(of.call, { page: 'error', state: String(status), title, main })
    : { lang, title, main, of: { top: html`<a class="brand" href="${home}">${back}</a>`, foot: html`` } };
  const whole = renderPage({ ...page, indexed: false }, version);
  const spoken = spokenPage(whole, of?.call.community ?? PLAIN_ADDRESS_STYLE, lang);
  // 401 would ask the browser for a password of its own.
  respondWith(exchange, status === 401 ? 403 : status, PAGE, [...retry, ...cookie], spoken);
}

/** What is sent from a page of our own, and was refused for the sign-in that it belongs to. */
function formAgain(error: unknown, of: RefusedRequest, isOwn: boolean): Html | undefined {
  const isSignedOut = consoleRefusal.is(error, 'not_signed_in');
  const isOld = consoleRefusal.is(error, 'csrf_failed') && isOwn;
  return isSignedOut || isOld ? againPart(of, isSignedOut) : undefined;
}

/** A request to a community with pages. */
interface RefusedRequest {
  readonly call: MemberCall;
  readonly operation: MemberOperation;
  /** The cookie of a visitor who came without one: the form that goes back is bound to it. */
  readonly visitor: string | undefined;
}

/** What people write themselves; the rest of a form is chosen. */
const TYPED = ['name', 'email', 'phone', 'who', 'title', 'description', 'time_other', 'note', 'message', 'words'];

const typedIn = ({ call: { fields } }: RefusedRequest): readonly string[] =>
  TYPED.flatMap((name) => fields[name]?.trim() || []);

/** Whether the form held words that would be lost. */
const hasTyped = (of: RefusedRequest): boolean => typedIn(of).length > 0;

const addressOf = ({ call: { home, params }, operation: { path } }: RefusedRequest): string =>
  home + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The page that the form is on, or the community's first one. */
const pageOfForm = (of: RefusedRequest): string =>
  Object.values(memberOperations).some(({ method, path }) => method === 'GET' && path === of.operation.path)
    ? addressOf(of)
    : of.call.home;

/** Where signing in leads on to the page. */
const signInFor = (home: string, next: string): string =>
  `${home}/sign-in${next === home ? '' : `?next=${encodeURIComponent(next)}`}`;

/** What was typed, to be copied, and the form once more, bound to the cookie of now. */
function againPart(of: RefusedRequest, isSignedOut: boolean): Html {
  const { call } = of;
  const text = AGAIN_TEXTS[call.lang];
  const typed = typedIn(of);
  const next = pageOfForm(of);
  const { csrf: _, ...fields } = call.fields;
  return html`${
    typed.length > 0 &&
    html`<label for="typed">${text.typed}</label>
<textarea id="typed" rows="6" readonly>
${typed.join('\n\n')}</textarea>`
  }
${isSignedOut && html`<p><a class="button main" href="${signInFor(call.home, next)}" target="_blank" rel="noopener">${text.signIn}</a></p>`}
<form id="again" method="post" action="${addressOf(of)}">
${hidden(call)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button${!isSignedOut && html` class="main"`}>${text.send}</button>
</form>
<p><a class="button" href="${next}">${text.page}</a></p>`;
}
