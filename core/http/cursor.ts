/** Cursors of keyset lists, and sync tokens: unreadable to their holder, tamper-checked, without expiry. */
import { createCipheriv, createDecipheriv, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { CursorKeys } from '../base/keys.ts';
import { refusal } from '../base/refusal.ts';

/** The context that a cursor is bound to: neither the token, which is renewed hourly, nor the page size. */
export interface CursorScope {
  readonly partnerId: number;
  /** The operationId. */
  readonly operation: string;
  /** Filters and path parameters by name, as text. */
  readonly filters: Readonly<Record<string, string>>;
}

interface SealedText {
  readonly text: string;
  /** Whether a release before 0.2 gave it. */
  readonly isSigned: boolean;
}

interface UnopenedSeal {
  readonly text?: never;
  /** Whether it may have been made under a key that was replaced. */
  readonly isOfOtherKey: boolean;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 4;
/** Bytes of a UUID: 122 random bits, which Node keeps in store, while 12 random bytes cost half of a seal. */
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
/** Digits of the highest transaction number. */
const NUMBER_LENGTH = 20;
/** Enough for the longest filters, in UTF-8 and base64. */
const CURSOR_LENGTH_MAX = 4000;
const WRONG: UnopenedSeal = { isOfOtherKey: false };

/** A transaction number for a sealed text, whose length shows: it would tell how much the installation writes. */
export const atOneLength = (xid: string) => xid.padStart(NUMBER_LENGTH);

/** Seals a text, such as the sort key of a page's last row. */
export function encodeCursor(keys: CursorKeys, scope: CursorScope, text: string): string {
  const nonce = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  const cipher = createCipheriv(CIPHER, keys.cursors, nonce).setAAD(bindingOf(scope));
  const sealed = [keyName(keys), nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/**
 * Opens a cursor: the sort key of the last row seen, and who gave it.
 * @throws Refusal `invalid_cursor` if it was altered, or belongs to another partner, operation or filter
 */
export function openCursor(keys: CursorKeys, scope: CursorScope, cursor: string): SealedText {
  const opened = openSealed(keys, scope, cursor);
  if (opened.text !== undefined) return opened;
  throw refusal('invalid_cursor', 'cursor was altered or belongs to another list; start again from the first page.', [
    { field: 'cursor', code: 'invalid_cursor', message: 'cursor must be the next_cursor of the same list.' },
  ]);
}

/** Opens what `encodeCursor` made, if it fits. */
export function openSealed(keys: CursorKeys, scope: CursorScope, sealed: string): SealedText | UnopenedSeal {
  const bytes = sealed.length <= CURSOR_LENGTH_MAX ? Buffer.from(sealed, 'base64url') : Buffer.alloc(0);
  // Comparing the text as well refuses the spellings that decode to the same bytes.
  if (bytes.length <= KEY_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return WRONG;
  const name = bytes.subarray(0, KEY_BYTES);
  const rest = bytes.subarray(KEY_BYTES);
  if (name.equals(keyName(keys))) return openEncrypted(keys, scope, rest);
  if (name.equals(signedKeyName(keys))) return openSigned(keys, scope, rest);
  return { isOfOtherKey: true };
}

function openEncrypted(keys: CursorKeys, scope: CursorScope, bytes: Buffer): SealedText | UnopenedSeal {
  const tagAt = bytes.length - TAG_BYTES;
  if (tagAt <= NONCE_BYTES) return WRONG;
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, keys.cursors, bytes.subarray(0, NONCE_BYTES), options)
    .setAAD(bindingOf(scope))
    .setAuthTag(bytes.subarray(tagAt));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, tagAt)).toString();
  try {
    decipher.final();
  } catch {
    return WRONG;
  }
  return { text, isSigned: false };
}

/** Until 31 days after the upgrade of every installation from 0.1: their tokens and places in the feed live so long. */
function openSigned(keys: CursorKeys, scope: CursorScope, bytes: Buffer): SealedText | UnopenedSeal {
  const text = bytes.subarray(TAG_BYTES).toString();
  const tag = createHmac('sha256', keys.signedCursors).update(bindingOf(scope, text)).digest();
  const fits = timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag.subarray(0, TAG_BYTES));
  return fits ? { text, isSigned: true } : WRONG;
}

// Two names, so that a node of 0.1 takes this node's cursors for another key's, not for altered ones.
const keyName = (keys: CursorKeys) => keys.check.subarray(KEY_BYTES, 2 * KEY_BYTES);
const signedKeyName = (keys: CursorKeys) => keys.check.subarray(0, KEY_BYTES);

function bindingOf({ partnerId, operation, filters }: CursorScope, ...more: readonly string[]): Buffer {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([partnerId, operation, sorted, ...more]));
}
