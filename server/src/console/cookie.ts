/**
 * The console's one cookie: a random id. A visitor has one too, so that the CSRF token of the sign-in form is bound to
 * something; it gets a new one at sign-in, and only the digest of a session's id is stored.
 */
import { createHash, randomBytes } from 'node:crypto';

const NAME = '__Host-timebank';
const ID = /^[A-Za-z0-9_-]{43}$/;

/** A new id of 256 random bits. */
export function newCookieId(): string {
  return randomBytes(32).toString('base64url');
}

/** The id that was sent; undefined if there is none of ours. */
export function readCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== NAME) continue;
    const id = part.slice(at + 1).trim();
    return ID.test(id) ? id : undefined;
  }
  return undefined;
}

/** The header that sets the id for as long as the browser runs. */
export function cookieHeader(id: string): string {
  return `${NAME}=${id}; Path=/; Secure; HttpOnly; SameSite=Strict`;
}

/** What is stored of a session's id. */
export function cookieHash(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
