/** People's pages that a proxy passes on from plain http lead to https; what programs ask for is refused (`checkMessage`). */
import type { IncomingMessage } from 'node:http';
import { acceptsHtml } from './accept.ts';
import { type HttpExchange, respondWith } from './http-exchange.ts';
import type { Api } from './route.ts';
import { pathOf } from './unknown.ts';

/** What programs ask for, whatever they accept; a health check asks in whatever scheme. */
const FOR_PROGRAMS = /^\/(?:api|health)(?:\/|$)/;
const HEADERS = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer'];
/** Not for ever: a browser that keeps it would not notice a new PUBLIC_URL. */
const KEPT = 'public, max-age=300';

/**
 * Where a page that was asked for over plain http is; undefined: the request is none of these. The origin is PUBLIC_URL
 * and no other, since a forwarded host is the client's word.
 */
export function httpsAddress({ deps, peerOf }: Api, req: IncomingMessage): string | undefined {
  const { method, headers, url = '/' } = req;
  const { publicUrl, trustProxy } = deps.config;
  if (trustProxy.length === 0 || !publicUrl?.startsWith('https://')) return undefined;
  if ((method !== 'GET' && method !== 'HEAD') || FOR_PROGRAMS.test(pathOf(url))) return undefined;
  if (!acceptsHtml(headers.accept) || !peerOf(req).plainHttp) return undefined;
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split('#', 1)[0] ?? '';
  return publicUrl + (target.startsWith('/') ? target : `/${target}`);
}

/** A redirect, since a page was asked for without a secret. */
export function sendToHttps(exchange: HttpExchange, address: string): void {
  respondWith(exchange, 301, HEADERS, ['Location', address, 'Cache-Control', KEPT, 'Vary', 'Accept'], '');
}
