/** Requests that change something come from the console's own pages, and prove it twice. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { CSRF_HEADER } from '@timebank/contract/console';
import type { Keys } from '../../../platform/base/keys.ts';
import { refusal } from '../../../platform/base/refusal.ts';

/** The token that belongs to a cookie. */
export function csrfToken(keys: Keys, cookieId: string): string {
  return createHmac('sha256', keys.csrf).update(cookieId).digest('base64url');
}

/**
 * Checks where a request comes from, and that its token belongs to its cookie.
 * @param origin the service's own
 * @throws Refusal csrf_failed
 */
export function checkCsrf(
  keys: Keys,
  headers: IncomingHttpHeaders,
  origin: string,
  cookieId: string | undefined,
): void {
  const site = headers['sec-fetch-site'];
  const sameOrigin = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!sameOrigin) throw refusal('csrf_failed', "The request does not come from the console's own pages.");
  const sent = Buffer.from(String(headers[CSRF_HEADER.toLowerCase()] ?? ''));
  const expected = Buffer.from(cookieId === undefined ? '' : csrfToken(keys, cookieId));
  if (cookieId === undefined || sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw refusal('csrf_failed', `${CSRF_HEADER} is missing or does not belong to this session; reload the page.`);
  }
}
