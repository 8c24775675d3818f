/**
 * Statements whose parameters have names. In a long list of parameters two of one type can change places, and everything
 * still checks; a record has no order. The text has `$communityId` instead of `$1`; the numbers are assigned once,
 * when the statement is declared.
 */
import { isoText } from '../base/time.ts';
import { type Query, type Queryable, query, type SqlStatement, type Write } from './query.ts';

/** The SQL type of each parameter. */
export type SqlTypes<Parameters> = { readonly [Name in keyof Parameters]-?: string };

/** The rows, then the record that they share, if there is one. */
type Shared<Parameters> = keyof Parameters extends never ? [] : [shared: Parameters];
type None = Readonly<Record<never, never>>;

/**
 * Declares a statement that takes one record. `$name` in the text is the parameter of that name, cast to its type.
 * @throws when the text names a parameter that is not declared, or leaves one out
 */
export function namedQuery<Parameters, Row>(
  name: string,
  types: SqlTypes<Parameters>,
  text: string,
): Query<[Parameters], Row> {
  const { statement } = query<unknown[], Row>(name, numbered(name, { shared: types, columns: {} }, text));
  return taking(types, statement);
}

/**
 * Like `namedQuery`, planned at every call: for a statement whose best plan depends on its values, such as how far back
 * one of them lies. The plan that is kept for a name has to suit all of them.
 */
export function plannedQuery<Parameters, Row>(
  name: string,
  types: SqlTypes<Parameters>,
  text: string,
): Query<[Parameters], Row> {
  const { name: _, ...statement } = namedQuery<Parameters, Row>(name, types, text).statement;
  return taking(types, statement);
}

/** The statement as a function of one record. */
function taking<Parameters, Row>(types: SqlTypes<Parameters>, statement: SqlStatement): Query<[Parameters], Row> {
  const names = Object.keys(types) as (keyof Parameters & string)[];
  const run = (on: Queryable, parameters: Parameters) =>
    on.run<Row>(
      statement,
      names.map((key) => parameters[key]),
    );
  return Object.assign(run, { statement });
}

/** Like `namedQuery`, for a statement that is only correct as part of a transaction. */
export function namedWrite<Parameters, Row = never>(
  name: string,
  types: SqlTypes<Parameters>,
  text: string,
): Write<[Parameters], Row> {
  return namedQuery<Parameters, Row>(name, types, text);
}

/**
 * Declares a statement that takes any number of records. Each property becomes an array, its column is the property's
 * name in small letters with `_`. In the text `unnest($rows) as r ($columns)` are all of them, in one order; `$name` is
 * the array of one column, or a parameter that all rows share.
 * @throws like `namedQuery`
 */
export function rowsQuery<Item, Row, Parameters = None>(
  name: string,
  types: { readonly columns: SqlTypes<Item>; readonly shared?: SqlTypes<Parameters> },
  text: string,
): Query<[items: readonly Item[], ...Shared<Parameters>], Row> {
  const shared = Object.keys(types.shared ?? {}) as (keyof Parameters & string)[];
  const columns = Object.keys(types.columns) as (keyof Item & string)[];
  const run = query<unknown[], Row>(name, numbered(name, types, text));
  const named = (on: Queryable, items: readonly Item[], ...[parameters]: Shared<Parameters>) => {
    const values: unknown[] = shared.map((key) => (parameters as Parameters)[key]);
    for (const key of columns) values.push(arrayLiteral(items, key));
    return run(on, ...values);
  };
  return Object.assign(named, { statement: run.statement });
}

/** Like `rowsQuery`, for a statement that is only correct as part of a transaction. */
export function rowsWrite<Item, Row = never, Parameters = None>(
  name: string,
  types: { readonly columns: SqlTypes<Item>; readonly shared?: SqlTypes<Parameters> },
  text: string,
): Write<[items: readonly Item[], ...Shared<Parameters>], Row> {
  return rowsQuery<Item, Row, Parameters>(name, types, text);
}

/**
 * One property of all items as PostgreSQL writes an array. The driver would look at the kind of each value several times
 * over, which cost a batch of credits more than its decisions did.
 */
function arrayLiteral<Item>(items: readonly Item[], key: keyof Item): string {
  let text = '{';
  for (const item of items) text += `${text.length > 1 ? ',' : ''}${elementOf(item[key])}`;
  return `${text}}`;
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return quoted(isoText(value));
  if (Buffer.isBuffer(value)) return quoted(`\\x${value.toString('hex')}`);
  // Twice: JSON quotes a JSON text as PostgreSQL does, and faster than a search for special characters.
  return JSON.stringify(JSON.stringify(value));
}

const SPECIAL = /["\\]/;
const quoted = (text: string) => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

interface Types {
  readonly shared?: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
}

/** The text with numbers for names, those of the shared parameters first. */
function numbered(name: string, { shared = {}, columns }: Types, text: string): string {
  const types: Record<string, string> = { ...shared };
  for (const [column, type] of Object.entries(columns)) types[column] = `${type}[]`;
  const numbers = Object.keys(types);
  const unused = new Set(numbers);
  const hasColumns = Object.keys(columns).length > 0;
  const parameter = (key: string) => {
    unused.delete(key);
    return `$${numbers.indexOf(key) + 1}::${types[key]}`;
  };
  const result = text.replace(/\$(\w+)/g, (_, key: string) => {
    if (key in types) return parameter(key);
    if (key === 'rows' && hasColumns) return Object.keys(columns).map(parameter).join(', ');
    if (key === 'columns' && hasColumns) return Object.keys(columns).map(columnOf).join(', ');
    throw new Error(`statement ${name}: there is no parameter ${key}`);
  });
  if (unused.size > 0) throw new Error(`statement ${name}: the text leaves out ${[...unused].join(', ')}`);
  return result;
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
