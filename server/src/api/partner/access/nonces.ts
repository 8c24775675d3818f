/**
 * Nonces of DPoP proofs (RFC 9449 section 8): a minute, and its HMAC under a key that all nodes have. So a proof cannot
 * be made long before it is used, and no node needs to remember which nonces it gave.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../platform/base/time.ts';

export interface Nonces {
  current(now: Date): string;
  isFresh(nonce: unknown, now: Date): boolean;
}

const VALID_MINUTES = 5;
/** A node whose clock is ahead gives nonces of the next minute. */
const AHEAD_MINUTES = 1;
const FORM = /^(\d{1,10})\.[A-Za-z0-9_-]{43}$/;

export function createNonces(key: Buffer): Nonces {
  const nonceOf = (minute: number) =>
    `${minute}.${createHmac('sha256', key).update(String(minute)).digest('base64url')}`;
  const minuteOf = (now: Date) => Math.floor(now.getTime() / MINUTE_MS);
  return {
    current: (now) => nonceOf(minuteOf(now)),
    isFresh(nonce, now) {
      const minute = typeof nonce === 'string' ? Number(FORM.exec(nonce)?.[1]) : Number.NaN;
      const ageMinutes = minuteOf(now) - minute;
      if (!(ageMinutes <= VALID_MINUTES && ageMinutes >= -AHEAD_MINUTES)) return false;
      const right = Buffer.from(nonceOf(minute));
      const given = Buffer.from(nonce as string);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
