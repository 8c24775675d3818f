/** Declarations of statements: each is written once, named, typed, and callable only where it is safe. */

import { isoText } from '../base/time.ts';
import {
  allVariants,
  numbered,
  type Sort,
  type SortedPage,
  type SqlTypes,
  type StatementText,
  textOf,
  type Variant,
  type Variants,
  variantFor,
} from './statement-text.ts';

/** SQL text under the name it is prepared by, unique over the whole server. Without one it is sent as it is. */
export interface SqlStatement {
  readonly name?: string;
  readonly text: string;
  /** The names of the parameters `$1`, `$2` and so on. */
  readonly names?: readonly string[];
  /** The names of which its author says whether they may be null; only for what makes its types. */
  readonly marks?: readonly string[];
  /** Whether it inserts, updates or deletes rows; a lock changes none. */
  readonly changesRows?: boolean;
}

/** A lane or a transaction: anything that can run one statement. */
export interface Queryable {
  run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]>;
}

/** A pipelined connection for single, self-contained statements, each its own transaction. Never sees BEGIN. */
export interface Lane extends Queryable {
  readonly kind: 'lane';
}

/** An open transaction on a connection of its own. Only queries happen inside; `Database.transaction` ends it. */
export interface Transaction extends Queryable {
  readonly kind: 'transaction';
}

export interface TransactionOptions {
  /** Use the connections that are kept for bookings, so that slow other work never delays credits. */
  readonly isBooking?: boolean;
  /** A lock that is not given within this time fails its statement (55P03). */
  readonly lockWaitMs?: number;
}

/** The database as the rest of the server sees it. */
export interface Database {
  /** Short statements of request paths. */
  readonly reads: Lane;
  /** Lists, totals and other statements that may take longer than a few milliseconds. */
  readonly heavy: Lane;
  /**
   * Rows whose loss in a crash costs only a repeat: access tokens, audit rows of reads (synchronous_commit off). The
   * numbers of their transactions are assigned again after a crash, so no client may see one.
   */
  readonly relaxed: Lane;
  /** The worker's own statements (synchronous_commit off): work that a crash loses is done again, or sent again. */
  readonly outbox: Lane;
  /**
   * Runs the work in one transaction; resolves only after a confirmed COMMIT. The one place that opens transactions.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs reads that must agree with each other: one repeatable-read, read-only transaction without a short time limit.
   * @param signal ends it at once, by the loss of its connection
   */
  snapshot<T>(work: (snapshot: Queryable) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

/** One record of parameters; nothing for a statement without any. */
export type GivenParameters<Parameters> = keyof Parameters extends never ? [] : [parameters: Parameters];

/** The parameters of a statement without any. */
export type NoParameters = Readonly<Record<never, never>>;

/**
 * The parameters and the row of each statement by its name, as PostgreSQL describes them: the `statements.gen.ts` of the
 * rooms add to it (`npm run generate:statements`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled elsewhere
export interface StatementTypes {}
export type StatementName = keyof StatementTypes;
export type StatementParameters<Name extends StatementName> = StatementTypes[Name] extends {
  readonly parameters: infer Parameters extends object;
}
  ? Parameters
  : never;
export type StatementRow<Name extends StatementName> = StatementTypes[Name] extends { readonly row: infer Row }
  ? Row
  : never;

/** All columns are as PostgreSQL describes them. */
type NothingSaid = Readonly<Record<never, never>>;

/** A row with what its author says of some columns, such as what a JSON holds. */
type RowAsSaid<Row, Said> = [Row] extends [never]
  ? never
  : keyof Said extends never
    ? Row
    : Omit<Row, keyof Said> & Said;

/** What each statement has, as a query and as a write. */
interface Declared {
  /** Without filters, in the first order. */
  readonly statement: SqlStatement;
  /** Without a filter, with each alone, every two and all; each order, both ways, at the beginning and later. */
  readonly statements: readonly SqlStatement[];
  readonly declaration: Declaration;
}

/** As it was declared. */
export interface Declaration {
  readonly name: string;
  readonly options: LooseOptions;
}

/** A statement as a function: `(where, parameters) => rows`. */
export interface Query<Parameters extends object, Row> extends Declared {
  (on: Queryable, ...given: GivenParameters<Parameters>): Promise<Row[]>;
}

/** What a statement answers with, where its author says some of it. */
export type RowFrom<Statement extends Query<never, unknown> | Write<never, unknown>> =
  Awaited<ReturnType<Statement>> extends (infer Row)[] ? Row : never;

/** Like `Query`, but only callable with an open transaction. */
export interface Write<Parameters extends object, Row> extends Declared {
  (transaction: Transaction, ...given: GivenParameters<Parameters>): Promise<Row[]>;
}

/** What a statement may have besides its name and text. */
export interface StatementOptions<Parameters> {
  /**
   * The SQL type of each property of an item of the parameter `rows`. `unnest($rows) as r ($columns)` in the text are
   * all items in their order, each column named like its property in small letters with `_`; `$property` is the array
   * of one column.
   */
  readonly rows?: Parameters extends { readonly rows: readonly (infer Item)[] } ? SqlTypes<Item> : never;
  /**
   * Conditions by the parameter that switches them on: the text has ` and ` and the condition in the place of
   * `$filters` for those that are given, so that it is planned for them. Null: the text is a function and has it itself.
   */
  readonly filters?: { readonly [Name in keyof Parameters]?: string | null };
  /** Orders to choose from. */
  readonly sort?: Parameters extends SortedPage<infer Name> ? Sort<Name> : never;
  /**
   * A text is planned once and kept under its name, for all values. `each time` is for a statement whose best plan
   * depends on its values, such as how far back one of them lies. With filters or orders there are too many texts to
   * keep; `once unfiltered` keeps that without a filter.
   */
  readonly plan?: 'each time' | 'once unfiltered';
}

type StatementDeclaration<Parameters> = [text: string] | [options: StatementOptions<Parameters>, text: StatementText];
type Values = Readonly<Record<string, unknown>>;

const CHANGES_ROWS = /\b(insert\s+into|update\s+\w+(\s+\w+)?\s+set|delete\s+from)\b/i;

/** Neither a name that is known nor types were given. */
interface Unknown {
  readonly unknown: never;
}
type UnlessUnknown<Parameters> = Parameters extends Unknown ? never : string;

/**
 * Declares a statement that may run on a lane or in a transaction. `$name` in the text is the parameter of that name.
 * In a long list of parameters two of one type could change places, and everything would still check. Its types are those
 * of its name in `StatementTypes`; `Said` is what only its author knows of columns. A statement whose types say more than
 * that has them written out.
 */
export function query<
  Name extends StatementName,
  Said extends { readonly [Column in keyof StatementRow<Name>]?: unknown } = NothingSaid,
>(
  name: Name,
  ...declared: StatementDeclaration<StatementParameters<Name>>
): Query<StatementParameters<Name>, RowAsSaid<StatementRow<Name>, Said>>;
export function query<Parameters extends object = Unknown, Row = never>(
  name: UnlessUnknown<Parameters>,
  ...declared: StatementDeclaration<NoInfer<Parameters>>
): Query<Parameters, Row>;
export function query(name: string, ...declared: StatementDeclaration<object>): Query<object, unknown> {
  const [options, text] = (declared.length === 1 ? [{}, declared[0]] : declared) as [LooseOptions, StatementText];
  const { plan, rows: columns = {}, ...variants } = options;
  const isOne = !variants.filters && !variants.sort;
  const prepare = (variant: Variant) => {
    const filled = numbered(name, columns, textOf(text, variants, variant));
    const isKept = isOne ? plan === undefined : plan === 'once unfiltered' && variant.filters.length === 0;
    const changesRows = CHANGES_ROWS.test(filled.text);
    return { ...(isKept ? { name } : {}), ...filled, changesRows };
  };
  const all = allVariants(variants).map(prepare);
  const [first] = all as [(typeof all)[number]];
  const run = (on: Queryable, ...[parameters = {}]: [parameters?: object]) => {
    const given = parameters as Values;
    const statement = isOne ? first : prepare(variantFor(variants, given));
    return on.run<unknown>(statement, valuesOf(statement.names, columns, variants.sort ? withPlace(given) : given));
  };
  return Object.assign(run, { statement: first, statements: all, declaration: { name, options } });
}

/** The options, whatever the parameters are. */
export interface LooseOptions extends Variants, Pick<StatementOptions<never>, 'plan'> {
  readonly rows?: Readonly<Record<string, string>>;
}

function valuesOf(names: readonly string[], columns: object, given: Values): unknown[] {
  const items = given.rows as readonly Values[];
  return names.map((name) => (name in columns ? arrayLiteral(items, name) : given[name]));
}

const withPlace = (given: Values) => {
  const after = given.after as SortedPage<string>['after'];
  return { ...given, afterKey: after?.key, afterId: after?.id };
};

/** Declares a statement that is only correct as part of a transaction. */
export function write<
  Name extends StatementName,
  Said extends { readonly [Column in keyof StatementRow<Name>]?: unknown } = NothingSaid,
>(
  name: Name,
  ...declared: StatementDeclaration<StatementParameters<Name>>
): Write<StatementParameters<Name>, RowAsSaid<StatementRow<Name>, Said>>;
export function write<Parameters extends object = Unknown, Row = never>(
  name: UnlessUnknown<Parameters>,
  ...declared: StatementDeclaration<NoInfer<Parameters>>
): Write<Parameters, Row>;
export function write(name: string, ...declared: StatementDeclaration<object>): Write<object, unknown> {
  return query<object, unknown>(name, ...declared);
}

// Many values of one column as one parameter.

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
