/** Requests that a proxy passes on from plain http: pages redirect to https; `checkMessage` refuses requests of programs. */
import type { IncomingMessage } from 'node:http';
import { acceptsHtml } from './accept.ts';
import { type HttpExchange, respondWith } from './http-exchange.ts';
import type { Api } from './route.ts';
import { pathOf } from './unknown.ts';

/** Addresses for programs, whatever they accept; a health check may use either scheme. */
const FOR_PROGRAMS = /^\/(?:api|health)(?:\/|$)/;
const HEADERS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
/** Not permanent: a browser that keeps the redirect would not notice a new PUBLIC_URL. */
const KEPT = 'public, max-age=300';

/**
 * The https address of a page that was requested over plain http; undefined: it is another request. The origin is
 * PUBLIC_URL and no other, since a forwarded host is the client's claim.
 */
export function httpsAddress({ deps, peerOf }: Api, req: IncomingMessage): string | undefined {
  const { method, headers, url = '/' } = req;
  const { publicUrl, trustProxy } = deps.config;
  if (trustProxy.length === 0 || !publicUrl?.startsWith('https://')) return undefined;
  if ((method !== 'GET' && method !== 'HEAD') || FOR_PROGRAMS.test(pathOf(url))) return undefined;
  if (!acceptsHtml(headers.accept) || !peerOf(req).plainHttp) return undefined;
  return publicUrl + url.split('#', 1)[0];
}

/** Redirects, since the request for a page holds no secret. */
export function sendToHttps(exchange: HttpExchange, address: string): void {
  respondWith(exchange, 301, HEADERS, ['Location', address, 'Cache-Control', KEPT, 'Vary', 'Accept'], '');
}
