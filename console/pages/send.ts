/** Sends pages and files: own headers instead of those of JSON, the same checks and the same shape of errors. */
import { checkMessage, type HttpExchange, respondError, respondWith } from '../../core/http/http-exchange.ts';
import { type Api, addRoute, type PathParameters } from '../../core/http/route.ts';
import { PAGE_POLICY } from './frame.ts';

/** Pages change with a release only; five minutes are what a rolling upgrade may show the old one. */
const PAGE_CACHE = 'public, max-age=300';
const COMMON = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];

export interface FileAnswer {
  readonly type: string;
  readonly cacheControl: string;
  readonly body: string | Uint8Array;
}

/** @param vary the request's headers that the page depends on */
export function sendPage(
  exchange: HttpExchange,
  status: number,
  html: string,
  vary?: string,
  cache = status === 200 ? PAGE_CACHE : 'no-store',
): void {
  const headers = ['Cache-Control', cache, ...(vary ? ['Vary', vary] : [])];
  const kind = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', PAGE_POLICY, ...COMMON];
  respondWith(exchange, status, kind, headers, html);
}

/** A file; an image opened by itself is a page, too, with the same restrictions. */
export function sendFile(exchange: HttpExchange, { type, cacheControl, body }: FileAnswer): void {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  const kind = ['Content-Type', type, 'Content-Security-Policy', policy, ...COMMON];
  respondWith(exchange, 200, kind, ['Cache-Control', cacheControl], body);
}

/** For an address that has moved for good. */
export function sendRedirect(exchange: HttpExchange, location: string): void {
  respondWith(exchange, 301, COMMON, ['Location', location, 'Cache-Control', PAGE_CACHE], '');
}

/**
 * Registers an address that answers GET and HEAD.
 * @param answer throws a refusal or sends
 * @param check what is asked of the request before
 */
export function registerAddress(
  api: Api,
  url: string,
  answer: (exchange: HttpExchange, params: PathParameters) => void | Promise<void>,
  check = checkMessage,
): void {
  addRoute(api, 'GET', url, url, async (exchange, params) => {
    try {
      check(exchange.req, exchange.peer);
      await answer(exchange, params);
    } catch (error) {
      respondError(exchange, error);
    }
  });
}
