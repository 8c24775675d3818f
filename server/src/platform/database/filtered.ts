/** Lists with optional filters: one statement per combination, so that each is prepared and planned for what it asks. */
import { type Query, type Queryable, query } from './query.ts';

/** The statements of a filtered list, and the way to run the one that fits. */
export interface FilteredQuery<Fixed extends readonly unknown[], Filter extends string, Row> {
  /** All combinations, for the test that prepares every statement. */
  readonly statements: readonly Query<[...Fixed, ...unknown[]], Row>[];
  /** Runs the statement for the filters that are set. */
  run(on: Queryable, fixed: Fixed, filters: Readonly<Partial<Record<Filter, unknown>>>): Promise<Row[]>;
}

/**
 * Declares a filtered list.
 * @param conditions per filter the SQL before its parameter, such as `t.booked_on = `
 * @param fixedCount how many parameters every combination has; the filters' values follow them
 * @param text the statement around the conditions, which begin with ` and ` or are empty
 */
export function filteredQuery<Fixed extends readonly unknown[], Filter extends string, Row>(
  name: string,
  conditions: Readonly<Record<Filter, string>>,
  fixedCount: Fixed['length'],
  text: (conditions: string) => string,
): FilteredQuery<Fixed, Filter, Row> {
  const filters = Object.keys(conditions) as Filter[];
  const statements = Array.from({ length: 2 ** filters.length }, (_, combination) => {
    const used = filters.filter((_filter, bit) => combination & (1 << bit));
    const where = used.map((filter, at) => ` and ${conditions[filter]}$${fixedCount + at + 1}`).join('');
    return query<[...Fixed, ...unknown[]], Row>(`${name}_${combination}`, text(where));
  });
  return {
    statements,
    run(on, fixed, values) {
      const used = filters.filter((filter) => values[filter] !== undefined);
      const combination = used.reduce((bits, filter) => bits | (1 << filters.indexOf(filter)), 0);
      const statement = statements[combination] as Query<[...Fixed, ...unknown[]], Row>;
      return statement(on, ...fixed, ...used.map((filter) => values[filter]));
    },
  };
}
