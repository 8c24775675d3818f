/** Lists of the console that are sorted and counted. */

import { FIRST_ID } from '../../core/database/keyset.ts';
import type { SortedPage } from '../../core/database/statement-text.ts';
import { type Page, type PageOf, pageOf } from '../../core/http/paging.ts';
import type { CountedListMeta } from './contract/counted-list.ts';

/** Rows that are counted; beyond them the answer only says that there are more. */
export const COUNT_MAX = 10_000;
/** The limit of a counting statement. */
export const COUNT_LIMIT = COUNT_MAX + 1;

/** The order asked for by `name` or `-name`, and the place after which the page begins. */
export function sortedBy<Name extends string>(sort: Name | `-${Name}`, page: Page): SortedPage<Name> {
  const descending = sort.startsWith('-');
  const by = (descending ? sort.slice(1) : sort) as Name;
  // An id is written with a fixed length, so the key may hold anything.
  const after =
    page.after === undefined
      ? undefined
      : { id: page.after.slice(0, FIRST_ID.length), key: page.after.slice(FIRST_ID.length) };
  return { by, descending, after, limit: page.limit };
}

/** One page of a sorted list. */
export function sortedPageOf<Row extends { readonly id: string; readonly sortKey: string }, Item>(
  page: Page,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): PageOf<Item> {
  return pageOf(page, rows, ({ id, sortKey }) => id.padStart(FIRST_ID.length, '0') + sortKey, toItem);
}

interface CountedOptions {
  readonly countMax?: number;
  readonly sums?: Omit<NonNullable<CountedListMeta['count']>, 'rows' | 'more'> | undefined;
}

/**
 * Adds how many rows there are.
 * @param count of the first page, up to one more than `countMax`; undefined: not counted
 * @param sums of the rows counted, left out where there are more
 */
export function counted<Item>(
  list: PageOf<Item>,
  count: number | undefined,
  { countMax = COUNT_MAX, sums }: CountedOptions = {},
): PageOf<Item, CountedListMeta> {
  if (count === undefined) return { ...list, meta: { ...list.meta, count: null } };
  const more = count > countMax;
  const all = { rows: Math.min(count, countMax), more, ...(more ? {} : sums) };
  return { ...list, meta: { ...list.meta, count: all } };
}

/** A pattern of LIKE for a text at any position, in small letters. */
export const containing = (typed: string) =>
  `%${typed
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
