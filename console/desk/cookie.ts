/**
 * The console's two cookies. One is a random id: a visitor has one too, so that the CSRF token of the sign-in form is
 * bound to something; it gets a new one at sign-in, and only the digest of a session's id is stored. The other tells a
 * device that signed in before (session/device.ts); it opens nothing.
 */
import { createHash } from 'node:crypto';
import { sentCookie, sentCookieId } from '../../core/http/cookies.ts';

const SESSION = '__Host-timebank';
const DEVICE = '__Host-timebank-device';
const GUARDED = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** Browsers keep no cookie for longer than 400 days. */
export const DEVICE_COOKIE_DAYS = 180;

/** The id that was sent; undefined if there is none of ours. */
export function readCookie(header: string | undefined): string | undefined {
  return sentCookieId(header, SESSION);
}

/** The device cookie that was sent, not yet checked. */
export function readDeviceCookie(header: string | undefined): string | undefined {
  return sentCookie(header, DEVICE);
}

/** The header that sets the id for as long as the browser runs. */
export function cookieHeader(id: string): string {
  return `${SESSION}=${id}; ${GUARDED}`;
}

/** The header that sets the device cookie, which outlives the session. */
export function deviceCookieHeader(value: string): string {
  return `${DEVICE}=${value}; ${GUARDED}; Max-Age=${DEVICE_COOKIE_DAYS * 86_400}`;
}

/** What is stored of a session's id. */
export function cookieHash(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
