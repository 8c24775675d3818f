/** Lists with optional filters: the text says what is asked, and no more, so that it is planned for that. */
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
 * @param conditions per filter the SQL before its parameter, such as `t.booked_on = `, or with `$` wherever it stands
 * @param fixedCount how many parameters every combination has; the filters' values follow them
 * @param text the statement around the conditions, which begin with ` and ` or are empty; told which filters are set, so
 * that it begins with the rows that they leave
 * @param nameOfAll of the statement without a filter, where it is the one that is asked most
 */
export function filteredQuery<Fixed extends readonly unknown[], Filter extends string, Row>(
  conditions: Readonly<Record<Filter, string>>,
  fixedCount: Fixed['length'],
  text: (conditions: string, used: ReadonlySet<Filter>) => string,
  nameOfAll?: string,
): FilteredQuery<Fixed, Filter, Row> {
  const filters = Object.keys(conditions) as Filter[];
  const statementWith = (used: readonly Filter[]): SqlStatement => ({
    ...(used.length === 0 && nameOfAll !== undefined ? { name: nameOfAll } : {}),
    text: text(
      used.map((filter, at) => ` and ${withParameter(conditions[filter], fixedCount + at + 1)}`).join(''),
      new Set(used),
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

const pairs = <T>(all: readonly T[]) => all.flatMap((one, at) => all.slice(at + 1).map((other) => [one, other]));

/** `$1` and the like stand for what all combinations have. */
const withParameter = (condition: string, number: number) =>
  /\$(?!\d)/.test(condition) ? condition.replace(/\$(?!\d)/g, `$$${number}`) : `${condition}$${number}`;
