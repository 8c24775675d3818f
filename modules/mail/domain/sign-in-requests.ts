/**
 * Members' requests for a way in by mail. A request is stored, whether the address is known or not, so that the answer
 * is alike and takes alike; the mailer finds the mailbox. A mail has two ways in: a link that counts anywhere, and a
 * number that counts in the browser that asked. Each is used up alone, so that a scanner of mails that presses buttons
 * does not lock the reader out.
 */
import { createHmac } from 'node:crypto';
import type { PlatformDeps } from '../../../core/base/deps.ts';
import type { Keys } from '../../../core/base/keys.ts';
import { ago, HOUR_MS } from '../../../core/base/time.ts';
import { SIGN_IN_LINK_MS } from './kinds.ts';
import { type SignInRequestRow, writeSignInMails } from './sign-in-queries.ts';

/** Links for one mailbox within an hour; the next go out one by one, once those before are dead. */
const LINKS_AN_HOUR = 6;
/** Also of those that wait for that, one of a mailbox. */
const LINKS_AT_ONCE = 500;
const NUMBER_DIGITS = 8;

/** Writes the mails for requests that wait. */
export async function handleSignInRequests({
  database,
  clock,
}: Pick<PlatformDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const since = ago(now, HOUR_MS);
  const expiresAt = new Date(now.getTime() + SIGN_IN_LINK_MS);
  await writeSignInMails(database.outbox, { now, since, expiresAt, perHour: LINKS_AN_HOUR, limit: LINKS_AT_ONCE });
}

/**
 * What the mail of a request says: derived from SECRET_KEY, so that a mail that is sent twice says the same and none of
 * it need be kept.
 */
export function signInSecrets(
  { mailLinks }: Pick<Keys, 'mailLinks'>,
  communityId: number,
  requestId: number,
  { mailbox, cookieHash, createdAt }: SignInRequestRow,
): { readonly key: string; readonly number: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', mailLinks)
      .update(JSON.stringify([purpose, communityId, requestId, mailbox, cookieHash.toString('hex'), createdAt]))
      .digest();
  const number = derive('sign-in number').readBigUInt64BE() % 10n ** BigInt(NUMBER_DIGITS);
  return { key: derive('sign-in key').toString('base64url'), number: String(number).padStart(NUMBER_DIGITS, '0') };
}

/** The number as it was typed, without what people add; undefined: it is none. */
export function readSignInNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s\p{Pd}]/gu, '');
  return /^\d{8}$/.test(digits) ? digits : undefined;
}

/** What is stored of a number (I7): bound to the browser that asked. */
export function signInNumberHmac({ letters }: Pick<Keys, 'letters'>, cookieHash: Buffer, number: string): Buffer {
  return createHmac('sha256', letters)
    .update(JSON.stringify(['sign-in number', cookieHash.toString('hex'), number]))
    .digest();
}
