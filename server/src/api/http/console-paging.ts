/** Pages of the console's keyset lists. */
import { DEFAULT_PER_PAGE } from '@timebank/contract';
import type { ConsoleOperation } from '@timebank/contract/console';
import type { Deps } from '../../domain/deps.ts';
import type { ConsoleReply } from './console-handler.ts';
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts';

export interface ConsolePage {
  readonly perPage: number;
  /** Rows to fetch: one more than the page holds tells whether there is a next one. */
  readonly limit: number;
  /** Sort key of the last row of the page before; undefined on the first page. */
  readonly after: string | undefined;
  readonly seal: (last: string) => string;
}

interface PagedCall {
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Reads the paging parameters; every other parameter is a filter the cursor is bound to, as is the path.
 * @throws Refusal invalid_cursor
 */
export function openPage(call: PagedCall, { keys }: Pick<Deps, 'keys'>, operation: ConsoleOperation): ConsolePage {
  const { per_page, cursor, ...rest } = call.query;
  const filters: Record<string, string> = { ...call.params };
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) filters[name] = value instanceof Date ? value.toISOString() : String(value);
  }
  // No partner's: what a partner is given is bound to its id.
  const scope: CursorScope = { partnerId: 0, operation: `console ${operation.id}`, filters };
  const perPage = (per_page ?? DEFAULT_PER_PAGE) as number;
  return {
    perPage,
    limit: perPage + 1,
    after: cursor === undefined ? undefined : decodeCursor(keys, scope, String(cursor)),
    seal: (last) => encodeCursor(keys, scope, last),
  };
}

/** Answers one page of up to `page.limit` rows. */
export function pageReply<Row>(
  page: ConsolePage,
  rows: readonly Row[],
  lastOf: (row: Row) => string,
  toItem: (row: Row) => unknown,
): ConsoleReply {
  const shown = rows.slice(0, page.perPage);
  const last = shown.at(-1);
  const hasMore = rows.length > page.perPage && last !== undefined;
  return {
    data: shown.map(toItem),
    meta: { per_page: page.perPage, has_more: hasMore, next_cursor: hasMore ? page.seal(lastOf(last)) : null },
  };
}
