/**
 * Links in mails. A token is derived from SECRET_KEY and what it is for, so that a mail that is sent twice has one link,
 * and no mail's text need be kept; the database has its digest alone (I7).
 */
import { createHash, createHmac } from 'node:crypto';
import type { Keys } from '../../../core/base/keys.ts';

const TOKEN_BYTES = 24;

/**
 * @param prefix says what the token is: `tb_reset_`
 * @param purpose all that makes it this link and no other
 */
export function mailedToken(
  { mailLinks }: Pick<Keys, 'mailLinks'>,
  prefix: string,
  purpose: readonly unknown[],
): string {
  const mac = createHmac('sha256', mailLinks)
    .update(JSON.stringify([prefix, ...purpose]))
    .digest();
  return prefix + mac.subarray(0, TOKEN_BYTES).toString('base64url');
}

/** SHA-256 of a token: 192 bits need no slow hash. */
export function mailedTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The address that ends kinds of mail. @param of the kind; a key alone ends nothing */
export function stopUrl(origin: string, slug: string, key: Buffer, of: string): string {
  return `${origin}/at/${slug}/stop?key=${key.toString('base64url')}&of=${of}`;
}
