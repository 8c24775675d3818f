/**
 * The console's two cookies. One is a random id: a visitor has one too, so that the CSRF token of the sign-in form is
 * bound to something; it gets a new one at sign-in, and only the digest of a session's id is stored. The other tells a
 * device that signed in before (session/device.ts); it opens nothing.
 */
import { createHash, randomBytes } from 'node:crypto';

const SESSION = '__Host-timebank';
const DEVICE = '__Host-timebank-device';
const ID = /^[A-Za-z0-9_-]{43}$/;
const GUARDED = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** Browsers keep no cookie for longer than 400 days. */
export const DEVICE_COOKIE_DAYS = 180;

/** A new id of 256 random bits. */
export function newCookieId(): string {
  return randomBytes(32).toString('base64url');
}

/** The id that was sent; undefined if there is none of ours. */
export function readCookie(header: string | undefined): string | undefined {
  const id = sentValue(header, SESSION);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** The device cookie that was sent, not yet checked. */
export function readDeviceCookie(header: string | undefined): string | undefined {
  return sentValue(header, DEVICE);
}

function sentValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at >= 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
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
