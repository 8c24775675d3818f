/** Cookies of random ids, and what binds a form to one. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Keys } from '../base/keys.ts';

const ID = /^[A-Za-z0-9_-]{43}$/;

/** A new id of 256 random bits. */
export function newCookieId(): string {
  return randomBytes(32).toString('base64url');
}

/** The value that was sent under a name. */
export function sentCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at >= 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** The id that was sent under a name; undefined if there is none of ours. */
export function sentCookieId(header: string | undefined, name: string): string | undefined {
  const id = sentCookie(header, name);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** The token that belongs to a cookie. */
export function csrfToken(keys: Keys, cookieId: string): string {
  return createHmac('sha256', keys.csrf).update(cookieId).digest('base64url');
}

/**
 * The origin of the page that a request comes from, as the browser says it: text browsers do so by the page's address
 * alone. Undefined: it says nothing.
 */
const saidOrigin = ({ origin, referer }: IncomingHttpHeaders): string | undefined =>
  origin ?? (referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null'));

/** Whether a request comes from the service's own pages. @param origin the service's */
export function isOwnOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? saidOrigin(headers) === origin : site === 'same-origin';
}

/** Whether a token belongs to a cookie. */
export function isTokenOf(keys: Keys, cookieId: string | undefined, token: string): boolean {
  if (cookieId === undefined) return false;
  const [sent, expected] = [Buffer.from(token), Buffer.from(csrfToken(keys, cookieId))];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
