/** Pages of a keyset list, of either API: the requested page, and the answer with the cursor of the next page. */
import { BASE_PATH, DEFAULT_PER_PAGE, type ListMeta } from '@timebank/contract';
import type { CursorKeys } from '../base/keys.ts';
import { type CursorScope, encodeCursor, openCursor } from './cursor.ts';

/** One requested page. */
export interface Page {
  readonly perPage: number;
  /** Rows to fetch: one more than the page holds tells whether there is a next one. */
  readonly limit: number;
  /** Sort key of the last row of the page before; undefined on the first page. */
  readonly after: string | undefined;
  /** Whether a release before 0.2 gave the cursor. */
  readonly isSigned: boolean;
  /** Seals the sort key of this page's last row. A partner is given the next page's address as well (RFC 8288). */
  seal(last: string): { readonly cursor: string; readonly link?: string };
}

/** The answer to a list. */
export interface PageOf<Item, Meta extends ListMeta = ListMeta> {
  readonly data: Item[];
  readonly meta: Meta;
  readonly headers?: { readonly Link: string };
}

interface PagedCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly origin: string;
  /** Absent: not a partner's call. */
  readonly caller?: { readonly partnerId: number };
}

interface PagedOperation {
  readonly id: string;
  readonly path: string;
  readonly authentication: { readonly kind: string };
}

const PAGING_NAMES = new Set(['per_page', 'limit', 'cursor', 'page', 'offset', 'sync_token']);

/**
 * Reads the paging parameters of a list; every other parameter is a filter the cursor is bound to, as is the path.
 * @throws Refusal `invalid_cursor`
 */
export function openPage(call: PagedCall, { keys }: { readonly keys: CursorKeys }, operation: PagedOperation): Page {
  const query = call.query as Readonly<Record<string, unknown>>;
  const filters: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || PAGING_NAMES.has(name)) continue;
    filters[name] = value instanceof Date ? value.toISOString() : String(value);
  }
  const isPartners = operation.authentication.kind === 'bearer';
  const scope: CursorScope = {
    // A partner's cursor is bound to its id; no partner has 0.
    partnerId: call.caller?.partnerId ?? 0,
    operation: isPartners ? operation.id : `console ${operation.id}`,
    filters: { ...filters, ...call.params },
  };
  const perPage = (query.per_page ?? query.limit ?? DEFAULT_PER_PAGE) as number;
  const opened = query.cursor === undefined ? undefined : openCursor(keys, scope, String(query.cursor));
  return {
    perPage,
    limit: perPage + 1,
    after: opened?.text,
    isSigned: opened?.isSigned ?? false,
    seal(last) {
      const cursor = encodeCursor(keys, scope, last);
      if (!isPartners) return { cursor };
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(call.params[name])));
      const parameters = new URLSearchParams({ ...filters, per_page: String(perPage), cursor });
      return { cursor, link: `<${call.origin}${BASE_PATH}${path}?${parameters}>; rel="next"` };
    },
  };
}

/**
 * Makes one page of up to `page.limit` rows in the list's order.
 * @param lastOf a row's sort key
 * @param toItem a row as the contract's item
 */
export function pageOf<Row, Item>(
  page: Page,
  rows: readonly Row[],
  lastOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): PageOf<Item> {
  const shown = rows.length > page.perPage ? rows.slice(0, page.perPage) : rows;
  const last = shown.at(-1);
  const next = rows.length > page.perPage && last !== undefined ? page.seal(lastOf(last)) : undefined;
  return {
    data: shown.map(toItem),
    meta: { per_page: page.perPage, has_more: next !== undefined, next_cursor: next?.cursor ?? null },
    ...(next?.link === undefined ? {} : { headers: { Link: next.link } }),
  };
}
