/** Declarations of statements: each is written once, named, typed, and callable only where it is safe. */

/** SQL text under the name it is prepared by, unique over the whole server. Without one it is sent as it is. */
export interface SqlStatement {
  readonly name?: string;
  readonly text: string;
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

/** A statement as a function: `(where, ...parameters) => rows`. */
export interface Query<Parameters extends readonly unknown[], Row> {
  (on: Queryable, ...parameters: Parameters): Promise<Row[]>;
  readonly statement: SqlStatement;
}

/** Like `Query`, but only callable with an open transaction. */
export interface Write<Parameters extends readonly unknown[], Row> {
  (transaction: Transaction, ...parameters: Parameters): Promise<Row[]>;
  readonly statement: SqlStatement;
}

const CHANGES_ROWS = /\b(insert\s+into|update\s+\w+(\s+\w+)?\s+set|delete\s+from)\b/i;

/** Declares a statement that may run on a lane or in a transaction. */
export function query<Parameters extends readonly unknown[], Row>(name: string, text: string): Query<Parameters, Row> {
  const statement = { name, text, changesRows: CHANGES_ROWS.test(text) };
  return Object.assign((on: Queryable, ...parameters: Parameters) => on.run<Row>(statement, parameters), { statement });
}

/** Declares a statement that is only correct as part of a transaction. */
export function write<Parameters extends readonly unknown[], Row = never>(
  name: string,
  text: string,
): Write<Parameters, Row> {
  return query<Parameters, Row>(name, text);
}
