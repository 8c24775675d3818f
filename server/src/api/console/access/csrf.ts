/** Requests that change something come from the console's own pages, and prove it twice. */
import type { IncomingHttpHeaders } from 'node:http';
import { CSRF_HEADER } from '@timebank/contract/console';
import type { Keys } from '../../../platform/base/keys.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { isOwnOrigin, isTokenOf } from '../../http/cookies.ts';

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
  if (!isOwnOrigin(headers, origin)) {
    throw refusal('csrf_failed', "The request does not come from the console's own pages.");
  }
  if (!isTokenOf(keys, cookieId, String(headers[CSRF_HEADER.toLowerCase()] ?? ''))) {
    throw refusal('csrf_failed', `${CSRF_HEADER} is missing or does not belong to this session; reload the page.`);
  }
}
