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

const TAG_BYTES = 16;
const CURSOR_LENGTH_MAX = 1000;

/** Seals the sort key of a page's last row. */
export function encodeCursor(keys: Keys, scope: CursorScope, last: string): string {
  return Buffer.concat([tag(keys, scope, last), Buffer.from(last)]).toString('base64url');
}

/**
 * Opens a cursor.
 * @returns the sort key of the last row seen
 * @throws Refusal `invalid_cursor` if it was altered, or belongs to another partner, operation or filter
 */
export function decodeCursor(keys: Keys, scope: CursorScope, cursor: string): string {
  const bytes = cursor.length <= CURSOR_LENGTH_MAX ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
  // Comparing the text as well refuses the spellings that decode to the same bytes.
  if (bytes.length > TAG_BYTES && bytes.toString('base64url') === cursor) {
    const last = bytes.subarray(TAG_BYTES).toString();
    if (timingSafeEqual(bytes.subarray(0, TAG_BYTES), tag(keys, scope, last))) return last;
  }
  throw refusal('invalid_cursor', 'cursor was altered or belongs to another list; start again from the first page.', [
    { field: 'cursor', code: 'invalid_cursor', message: 'cursor must be the next_cursor of the same list.' },
  ]);
}

function tag(keys: Keys, scope: CursorScope, last: string): Buffer {
  const filters = Object.entries(scope.filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const sealed = JSON.stringify([scope.partnerId, scope.operation, filters, last]);
  return createHmac('sha256', keys.cursor).update(sealed).digest().subarray(0, TAG_BYTES);
}
