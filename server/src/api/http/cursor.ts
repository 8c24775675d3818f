/** Cursors of keyset lists: opaque, tamper-checked, without expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../platform/base/keys.ts';
import { refusal } from '../../platform/base/refusal.ts';

/** What a cursor is bound to: not to the token, which is renewed hourly, nor to the page size. */
export interface CursorScope {
  readonly partnerId: number;
  /** The operationId. */
  readonly operation: string;
  /** Filters and path parameters by name, as text. */
  readonly filters: Readonly<Record<string, string>>;
}

const KEY_BYTES = 4;
const TAG_BYTES = 16;
const SEAL_BYTES = KEY_BYTES + TAG_BYTES;
/** The longest filters, in UTF-8 and base64, fit. */
const CURSOR_LENGTH_MAX = 4000;

/** Seals a text, such as the sort key of a page's last row. */
export function encodeCursor(keys: Keys, scope: CursorScope, text: string): string {
  return Buffer.concat([keyName(keys), tag(keys, scope, text), Buffer.from(text)]).toString('base64url');
}

/**
 * Opens a cursor.
 * @returns the sort key of the last row seen
 * @throws Refusal `invalid_cursor` if it was altered, or belongs to another partner, operation or filter
 */
export function decodeCursor(keys: Keys, scope: CursorScope, cursor: string): string {
  const { text } = openSealed(keys, scope, cursor);
  if (text !== undefined) return text;
  throw refusal('invalid_cursor', 'cursor was altered or belongs to another list; start again from the first page.', [
    { field: 'cursor', code: 'invalid_cursor', message: 'cursor must be the next_cursor of the same list.' },
  ]);
}

/** What was sealed, if the seal fits; otherwise whether it may have been made under a key that was replaced. */
export function openSealed(
  keys: Keys,
  scope: CursorScope,
  sealed: string,
): { readonly text?: string; readonly isOfOtherKey: boolean } {
  const bytes = sealed.length <= CURSOR_LENGTH_MAX ? Buffer.from(sealed, 'base64url') : Buffer.alloc(0);
  // Comparing the text as well refuses the spellings that decode to the same bytes.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== sealed) return { isOfOtherKey: false };
  if (!bytes.subarray(0, KEY_BYTES).equals(keyName(keys))) return { isOfOtherKey: true };
  const text = bytes.subarray(SEAL_BYTES).toString();
  const fits = timingSafeEqual(bytes.subarray(KEY_BYTES, SEAL_BYTES), tag(keys, scope, text));
  return { ...(fits ? { text } : {}), isOfOtherKey: false };
}

const keyName = (keys: Keys) => keys.check.subarray(0, KEY_BYTES);

function tag(keys: Keys, scope: CursorScope, last: string): Buffer {
  const filters = Object.entries(scope.filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const sealed = JSON.stringify([scope.partnerId, scope.operation, filters, last]);
  return createHmac('sha256', keys.cursor).update(sealed).digest().subarray(0, TAG_BYTES);
}
