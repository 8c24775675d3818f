/** Sends a community's pages: with its name and menu, kept by nobody, and errors as pages with a way on. */

import type { MemberLanguage } from '@timebank/contract';
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
import { againPart, hasTyped, pageOfForm, type RefusedRequest, signInFor } from '../present/again.ts';
import type { MemberCall, MemberReply, TakenFile } from '../present/call.ts';
import { deviceCookie, memberCookie } from '../present/cookie.ts';
import { memberErrorText } from '../present/error-texts.ts';
import { frameOf } from '../present/frame.ts';
import { meantAddress } from '../present/own-address.ts';

/** Origin is sent with forms only under `same-origin`: under `no-referrer` Chromium sends `null`. */
const COMMON = [
  ...['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'same-origin'],
  ...['Cache-Control', 'no-store', 'Vary', 'Cookie, Accept-Language'],
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
