/** Pages of a keyset list: what was asked for, and the answer with the way to the next page. */
import { BASE_PATH, DEFAULT_PER_PAGE, type Operation } from '@timebank/contract';
import type { Deps } from '../../domain/deps.ts';
import { type CursorScope, decodeCursor, encodeCursor } from './cursor.ts';
import type { Call, Reply } from './handler.ts';

/** One page that was asked for. */
export interface Page {
  readonly perPage: number;
  /** Rows to fetch: one more than the page holds tells whether there is a next one. */
  readonly limit: number;
  /** Sort key of the last row of the page before; undefined on the first page. */
  readonly after: string | undefined;
  /** Seals the sort key of this page's last row. */
  readonly seal: (last: string) => { readonly cursor: string; readonly link: string };
}

const PAGING_NAMES = new Set(['per_page', 'limit', 'cursor', 'page', 'offset']);

/**
 * Reads the paging parameters of a list; every other parameter is a filter the cursor is bound to, as is the path.
 * @throws Refusal `invalid_cursor`
 */
export function openPage<O extends Operation>(call: Call<O>, deps: Deps, operation: O): Page {
  const query = call.query as Readonly<Record<string, unknown>>;
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || PAGING_NAMES.has(name)) continue;
    filters[name] = value instanceof Date ? value.toISOString() : String(value);
  }
  const scope: CursorScope = {
    partnerId: call.caller.partnerId,
    operation: operation.id,
    filters: { ...filters, ...call.params },
  };
  const perPage = (query.per_page ?? query.limit ?? DEFAULT_PER_PAGE) as number;
  const cursor = query.cursor as string | undefined;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(call.params[name] ?? ''));
  return {
    perPage,
    limit: perPage + 1,
    after: cursor === undefined ? undefined : decodeCursor(deps.keys, scope, cursor),
    seal(last) {
      const next = encodeCursor(deps.keys, scope, last);
      const parameters = new URLSearchParams({ ...filters, per_page: String(perPage), cursor: next });
      return { cursor: next, link: `<${call.origin}${BASE_PATH}${path}?${parameters}>; rel="next"` };
    },
  };
}

/**
 * Answers one page.
 * @param rows up to `page.limit` rows in the list's order
 * @param lastOf a row's sort key
 * @param toItem a row as the contract's item
 */
export function listReply<Row>(
  page: Page,
  rows: readonly Row[],
  lastOf: (row: Row) => string,
  toItem: (row: Row) => unknown,
): Reply {
  const shown = rows.length > page.perPage ? rows.slice(0, page.perPage) : rows;
  const last = shown.at(-1);
  const next = rows.length > page.perPage && last !== undefined ? page.seal(lastOf(last)) : undefined;
  return {
    status: 200,
    body: {
      data: shown.map(toItem),
      meta: { per_page: page.perPage, has_more: next !== undefined, next_cursor: next?.cursor ?? null },
    },
    ...(next ? { headers: { Link: next.link } } : {}),
  };
}
