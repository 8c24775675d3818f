/** All lines of an account between two ids, read a page at a time. */
import { FIRST_ID, LAST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { type LineRow, selectAccountLines } from './console-queries.ts';

const LINES_AT_ONCE = 500;

/**
 * Newest first. It ends with the page in which there are more than `most`.
 * @param firstId of the oldest line; absent: from the first on
 * @param endId of the line after the newest; absent: to the last
 */
export async function readAccountLines(
  on: Queryable,
  account: { readonly communityId: number; readonly accountId: number },
  {
    firstId = FIRST_ID,
    endId = LAST_ID,
    most,
  }: { readonly firstId?: string; readonly endId?: string; readonly most: number },
): Promise<LineRow[]> {
  const found: LineRow[] = [];
  for (;;) {
    const beforeId = found.at(-1)?.id ?? endId;
    const page = await selectAccountLines(on, { ...account, beforeId, limit: LINES_AT_ONCE });
    const within = page.filter(({ id }) => id >= firstId);
    found.push(...within);
    if (found.length > most || within.length < LINES_AT_ONCE) return found;
  }
}
