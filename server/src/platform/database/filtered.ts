/** Lists with optional filters: the text has only the filters that are set, so that it is planned for them. */
import type { Queryable, SqlStatement } from './query.ts';

/** A filtered list, and the way to run it. */
export interface FilteredQuery<Fixed extends readonly unknown[], Filter extends string, Row> {
  /** Without a filter, with each alone, every two and all together: for the tests of every statement. */
  readonly statements: readonly SqlStatement[];
  /** Runs the statement for the filters that are set. */
  run(on: Queryable, fixed: Fixed, filters: Readonly<Partial<Record<Filter, unknown>>>): Promise<Row[]>;
}

/**
 * Declares a filtered list. Its statements are sent without a name: with eight filters there are 256, of which each
 * connection would keep a plan. That without a filter may have one, and is then planned once.
 * @param conditions per filter the SQL before its parameter, such as `t.booked_on = `, or with `$` in its place; null:
 * the text itself has the condition
 * @param fixedCount how many parameters every combination has; the filters' values follow them
 * @param text the statement around the conditions, which begin with ` and ` or are empty; called with the filters that are set
 * and their parameters (`$5`), so that it can begin with the rows that they leave
 * @param nameOfAll of the statement without a filter, if that is the most frequent one
 */
export function filteredQuery<Fixed extends readonly unknown[], Filter extends string, Row>(
  conditions: Readonly<Record<Filter, string | null>>,
  fixedCount: Fixed['length'],
  text: (conditions: string, used: ReadonlyMap<Filter, string>) => string,
  nameOfAll?: string,
): FilteredQuery<Fixed, Filter, Row> {
  const filters = Object.keys(conditions) as Filter[];
  const statementWith = (used: readonly Filter[]): SqlStatement => ({
    ...(used.length === 0 && nameOfAll !== undefined ? { name: nameOfAll } : {}),
    text: text(
      used.map((filter, at) => conditionOf(conditions[filter], fixedCount + at + 1)).join(''),
      new Map(used.map((filter, at) => [filter, `$${fixedCount + at + 1}`])),
    ),
  });
  return {
    statements: [[], ...filters.map((filter) => [filter]), ...pairs(filters), filters].map(statementWith),
    async run(on, fixed, values) {
      const used = filters.filter((filter) => values[filter] !== undefined);
      return await on.run<Row>(statementWith(used), [...fixed, ...used.map((filter) => values[filter])]);
    },
  };
}

/** An order that a list can be asked for. */
export interface Order {
  /** The expression that the rows are sorted by, never null; the id decides between equals. */
  readonly key: string;
  /** Its type. */
  readonly type: string;
}

/** The parameters of a sorted list. */
export interface Sorted<Name extends string> {
  readonly by: Name;
  readonly descending: boolean;
  /** The last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** A list in one of several orders, and the way to run it. */
export interface SortedQuery<Name extends string, Filter extends string, Row> {
  /** Each order, both ways, at the beginning and later, and the first one with every filter: for the tests of all. */
  readonly statements: readonly SqlStatement[];
  run(
    on: Queryable,
    communityId: number,
    sorted: Sorted<Name>,
    filters: Readonly<Partial<Record<Filter, unknown>>>,
  ): Promise<(Row & { sortKey: string })[]>;
}

/**
 * Declares a list of a community in several orders, each by keyset.
 * @param orders by their names
 * @param id the column of the rows' id
 * @param text the statement around the conditions (which begin with ` and ` or are empty) and the order; it selects
 * `sortKey`, limits by `$2`, and has the community as `$1`
 */
export function sortedQuery<Name extends string, Filter extends string, Row>(
  orders: Readonly<Record<Name, Order>>,
  id: string,
  conditions: Readonly<Record<Filter, string | null>>,
  text: (
    conditions: string,
    order: { readonly sortKey: string; readonly by: string },
    used: ReadonlyMap<Filter, string>,
  ) => string,
  idType: 'uuid' | 'bigint' = 'uuid',
): SortedQuery<Name, Filter, Row> {
  const listOf = (name: Name, descending: boolean, later: boolean) => {
    const { key, type } = orders[name];
    const way = descending ? ' desc' : '';
    const order = { sortKey: `${key}::text as "sortKey"`, by: `${key}${way}, ${id}${way}` };
    const place = later ? ` and (${key}, ${id}) ${descending ? '<' : '>'} ($3::${type}, $4::${idType})` : '';
    const fixed = later ? 4 : 2;
    return filteredQuery<readonly unknown[], Filter, Row & { sortKey: string }>(conditions, fixed, (filters, used) =>
      text(place + filters, order, used),
    );
  };
  const ways = (Object.keys(orders) as Name[]).flatMap((name) =>
    [false, true].flatMap((descending) =>
      [false, true].map((later) => ({ id: `${name} ${descending} ${later}`, list: listOf(name, descending, later) })),
    ),
  );
  const lists = new Map(ways.map(({ id: way, list }) => [way, list]));
  return {
    statements: ways.flatMap(({ list }, at) => (at === 0 ? list.statements : list.statements.slice(0, 1))),
    async run(on, communityId, { by, descending, after, limit }, filters) {
      const list = lists.get(`${by} ${descending} ${after !== undefined}`);
      if (!list) throw new Error(`no order ${by}`);
      const fixed = after === undefined ? [communityId, limit] : [communityId, limit, after.key, after.id];
      return await list.run(on, fixed, filters);
    },
  };
}

const pairs = <T>(all: readonly T[]) => all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));

/** `$1` and the like are the parameters of all combinations. */
function conditionOf(condition: string | null, number: number): string {
  if (condition === null) return '';
  return ` and ${/\$(?!\d)/.test(condition) ? condition.replace(/\$(?!\d)/g, `$$${number}`) : `${condition}$${number}`}`;
}
