/** One PostgreSQL connection: how values are read, and which errors mean that the database is away. */
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Refusal } from '../base/refusal.ts';

/** Several servers with the same database, of which one takes writes, in the order in which they are preferred. */
export interface SeveralHosts {
  readonly hosts: readonly pg.ClientConfig[];
}

/** Where and as whom to connect; a role's connection as `openDatabaseServer` hands it out. */
export type ConnectionSettings = pg.ClientConfig | SeveralHosts;

/** The database is away, overloaded, or too slow: 503, and a repeat is safe where the contract says so. */
export class DatabaseUnavailable extends Error {}

const INT8 = 20;
const DATE = 1082;

/** BIGINT becomes a number (amounts stay far below 2^53, and it is checked); a date stays the text `YYYY-MM-DD`. */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a number`);
  return value;
}

/**
 * Statements of request paths find rows by key. Prepared while a table is small or unanalysed, they would be planned as
 * scans and hash joins and keep that plan while the table grows (measured: a tenth of the throughput after a minute).
 */
const BY_KEY = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';
/**
 * By key there is one way, so a plan for the very values gains nothing, and costs its planning each time: 0.27 ms for the
 * locks of a batch, which take 0.16 (measured). Lists are planned for what is asked.
 */
const KEEP_PLAN = '-c plan_cache_mode=force_generic_plan';
/** What a statement gives as the text of a time ends in `+00`: `utcText` has least to do. */
const UTC = '-c TimeZone=UTC';
/**
 * A plan without a usable index costs ten thousand millions once scans are switched off, which is far above what makes
 * PostgreSQL compile it: 0.3 s of work for a statement that reads three rows (measured at each heartbeat).
 */
const NO_JIT = '-c jit=off';
/**
 * Of pages: what is prepared for all rows of a large table, although a page reads a hundred of them, costs more than the
 * page: a cache of joined rows 10 ms with a million members, the start of workers as much (measured).
 */
const NO_PREPARATION = '-c enable_memoize=off -c max_parallel_workers_per_gather=0';
const RELAXED = '-c synchronous_commit=off';
/** A node that froze or was cut off in mid-transaction must not keep its locks from the others. */
const IDLE_TRANSACTION = '-c idle_in_transaction_session_timeout=10s';

/** What a connection is for. */
export interface ConnectionPurpose {
  /** Enforced by the server, so that one statement fails and not the connection. */
  readonly statementTimeoutMs: number;
  /** Commits without waiting for the disk. */
  readonly relaxed?: boolean;
  /** For totals over many rows: sorts and hashes of this size stay in memory. */
  readonly workMemMb?: number;
  /** Runs transactions, pipelined, one at a time; the server ends them when nothing more comes. */
  readonly transactions?: boolean;
  /** Plans look-ups by index, whatever the table's size is thought to be. */
  readonly byKey?: boolean;
}

/** Settings of one connection. */
export function connectionOptions(settings: pg.ClientConfig, purpose: ConnectionPurpose): pg.ClientConfig {
  const { statementTimeoutMs, workMemMb, relaxed = false, byKey = false, transactions = false } = purpose;
  const workMem = workMemMb !== undefined && `-c work_mem=${workMemMb}MB`;
  const options = [
    settings.options,
    UTC,
    NO_JIT,
    relaxed && RELAXED,
    byKey ? `${BY_KEY} ${KEEP_PLAN}` : NO_PREPARATION,
    transactions && IDLE_TRANSACTION,
    workMem,
  ].filter(Boolean);
  return {
    ...settings,
    application_name: 'timebank',
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    types: valueTypes,
    ...(transactions ? { pipeline: true } : {}),
    options: options.join(' '),
  };
}

const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;

/** Cuts a connection without a goodbye; what waits on it fails. */
export function abandon(client: pg.ClientBase): void {
  streamOf(client).destroy();
}

/** The driver reads `query_timeout` of each query, although its types do not say so. */
export function withTimeout(query: pg.QueryConfig, timeoutMs: number): pg.QueryConfig {
  return { ...query, query_timeout: timeoutMs } as pg.QueryConfig;
}

/**
 * What is sent from now to the end of this turn's work leaves in one write. Each write wakes the server, which costs both
 * sides more than a short statement does (measured: 60 µs).
 */
export function sendTogether(client: pg.ClientBase): void {
  const stream = streamOf(client);
  stream.cork();
  // Behind what promises that are settled now still send.
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}

/** Each SQLSTATE has a digit; EPIPE, of the same length, is the system's. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** SQLSTATE classes and codes of a server that is going away, starting, full, or takes no writes. */
const UNAVAILABLE = /^(08...|57P0[1-5]|53[0-4]..|57014|25006|25P0[34]|58030)$/;
/** A server that answers and takes no writes: read-only or a standby, its disk full or broken. */
const WRITE_REFUSED = /^(25006|53100|58030)$/;

/** Whether the error means "the database cannot answer now" rather than "the statement is wrong". */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  // A refusal thrown inside a transaction is an answer, whatever its code and its words.
  if (!(error instanceof Error) || error instanceof Refusal) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && SQLSTATE.test(code)) return UNAVAILABLE.test(code);
  // The driver reports a broken connection without an SQLSTATE.
  return (
    /connection|not queryable|timeout|ECONN|ENOENT|EPIPE|socket/i.test(error.message) ||
    (typeof code === 'string' && /^E(?!RR_)[A-Z_]+$/.test(code))
  );
}

/** Whether the server answered that it takes no writes now. */
export function isWriteRefused(error: unknown): boolean {
  const reason = error instanceof DatabaseUnavailable ? error.cause : error;
  return WRITE_REFUSED.test(sqlState(reason) ?? '');
}

/** What a caller is told of an error for which `isUnavailable` holds. */
export function unavailable(error: Error): DatabaseUnavailable {
  const what = isWriteRefused(error) ? 'write refused' : 'database away';
  return new DatabaseUnavailable(`${what}: ${error.message}`, { cause: error });
}

/** Codes of a prepared statement that a pooler, a migration or a failed first parse has lost; it did not run. */
const NAME_LOST = new Set(['26000', '0A000']);

/** Whether the connection's prepared statement is gone or stale, though the statement itself may be right. */
export function isNameLost(error: unknown): boolean {
  return NAME_LOST.has(sqlState(error) ?? '');
}

/** SQLSTATE of a database error, if it has one. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && SQLSTATE.test(code) ? code : undefined;
}
