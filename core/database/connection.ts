/** One PostgreSQL connection: how values are read, and which errors mean that the database is away. */
import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Refusal } from '../base/refusal.ts';

/**
 * Servers with the same database, of which one takes writes, in the order in which they are preferred. Behind the name of one
 * may be several, too: a proxy, a moving address.
 */
export interface SeveralHosts {
  readonly hosts: readonly HostSettings[];
}

/** One server. */
export interface HostSettings extends pg.ClientConfig {
  /** Nobody is signed in without channel binding. */
  readonly demandsBinding?: boolean;
}

/** The server and role to connect to, as `openDatabaseServer` returns them. */
export type ConnectionSettings = pg.ClientConfig | SeveralHosts;

/** The same server and role, on another database. */
export function databaseOf(settings: ConnectionSettings, database: string): ConnectionSettings {
  if ('hosts' in settings) return { hosts: settings.hosts.map((one) => databaseOf(one, database) as pg.ClientConfig) };
  if (settings.connectionString === undefined) return { ...settings, database };
  const url = new URL(settings.connectionString);
  url.pathname = `/${database}`;
  return { ...settings, connectionString: url.href };
}

/** The database is away, overloaded, or too slow: 503, and a repeat is safe where the contract says so. */
export class DatabaseUnavailable extends Error {}

/** The database is there; this piece of work waited too long, for a lock or for its turn. Nothing else is refused for it. */
export class DatabaseBusy extends DatabaseUnavailable {}

/** No connection could be made, or the one in use is lost. */
export class ConnectionLost extends DatabaseUnavailable {}

/** Of several servers none takes writes. */
export class NoPrimary extends DatabaseUnavailable {}

/** No standby, and takes no writes: a person has said so, and waiting changes nothing. */
export class WritesOff extends NoPrimary {}

/** The server was reached, and the driver cannot sign in: TLS, or a missing password. */
export class SignInImpossible extends Error {}

const INT8 = 20;
const DATE = 1082;

/** BIGINT becomes a number (amounts stay far below 2^53, and it is checked); a date stays the text `YYYY-MM-DD`. */
export const valueTypes: pg.CustomTypesConfig = {
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
 * A look-up by key has one plan, so planning for the actual values gains nothing, and costs each time: 0.27 ms for the
 * locks of a batch, which take 0.16 (measured). Lists are planned for their values.
 */
const KEEP_PLAN = '-c plan_cache_mode=force_generic_plan';
/** The text of a time ends in `+00`, which is the least work for `utcText`. */
const UTC = '-c TimeZone=UTC';
/**
 * A plan without a usable index costs ten thousand millions once scans are switched off, which is far above what makes
 * PostgreSQL compile it: 0.3 s of work for a statement that reads three rows (measured at each heartbeat).
 */
const NO_JIT = '-c jit=off';
/**
 * For pages. Preparations for all rows of a large table, of which a page reads a hundred, cost more than the page: a cache
 * of joined rows 10 ms with a million members, the start of workers as much (measured).
 */
const NO_PREPARATION = '-c enable_memoize=off -c max_parallel_workers_per_gather=0';
const RELAXED = '-c synchronous_commit=off';
/** A node that froze or was cut off in mid-transaction must not keep its locks from the others. */
const IDLE_TRANSACTION = '-c idle_in_transaction_session_timeout=10s';

/** The purpose of a connection. */
export interface ConnectionPurpose {
  /** Enforced by the server, so that one statement fails and not the connection. */
  readonly statementTimeoutMs: number;
  /** Commits without waiting for the disk. */
  readonly relaxed?: boolean;
  /** For totals over many rows: sorts and hashes of this size stay in memory. */
  readonly workMemMb?: number;
  /** Runs transactions, one at a time; the server ends one that stays idle. */
  readonly transactions?: boolean;
  /**
   * False behind a pooler: it breaks named statements, and gives the server away between two messages that were sent
   * together. Then nothing is named, and a statement is sent when the one before is answered.
   */
  readonly prepare?: boolean;
  /** Plans look-ups by index, whatever the table's size is thought to be. */
  readonly byKey?: boolean;
}

/** Settings of one connection. */
export function connectionOptions(settings: pg.ClientConfig, purpose: ConnectionPurpose): pg.ClientConfig {
  const {
    statementTimeoutMs,
    workMemMb,
    relaxed = false,
    byKey = false,
    transactions = false,
    prepare = true,
  } = purpose;
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
    ...(transactions && prepare ? { pipeline: true } : {}),
    options: options.join(' '),
  };
}

const BOUND = 'SCRAM-SHA-256-PLUS';

/** Clients whose server has ended the session, or whose socket has failed, though it may not be known to be closed yet. */
const ended = new WeakSet<pg.ClientBase>();

/** A client that is not yet connected. The driver binds where the server offers it, and signs in without it elsewhere. */
export function createDatabaseClient(settings: HostSettings): pg.Client {
  const client = new pg.Client(settings);
  client.on('error', () => ended.add(client));
  if (settings.demandsBinding !== true) return client;
  const { connection } = client as unknown as { readonly connection: EventEmitter & { readonly stream: Duplex } };
  const refuse = () => {
    connection.stream.destroy();
    // At once: the rest of what has arrived already may say that the connection is ready.
    connection.emit('error', new SignInImpossible('the server signs in without channel binding'));
  };
  let isBound = false;
  connection.prependListener('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
    isBound = mechanisms.includes(BOUND);
    if (!isBound) refuse();
  });
  connection.prependListener('authenticationCleartextPassword', refuse);
  connection.prependListener('authenticationMD5Password', refuse);
  connection.prependListener('authenticationOk', () => {
    if (!isBound) refuse();
  });
  return client;
}

const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;

/** Cuts a connection without closing it properly; waiting statements fail. */
export function abandon(client: pg.ClientBase): void {
  streamOf(client).destroy();
}

/**
 * Sends a query and cuts the connection when no answer comes in time.
 * @throws as `answerFault`
 */
export async function answerWithin<Answer>(
  client: pg.ClientBase,
  timeoutMs: number,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const timer = setTimeout(() => abandon(client), timeoutMs);
  try {
    return await send();
  } catch (error) {
    throw answerFault(client, error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Classifies the failure of a query. Most errors of the driver have no code: the state of the connection distinguishes
 * them. Errors of the server have a SQLSTATE.
 * @returns DatabaseUnavailable when the connection is lost or the server cannot answer now, else the error as it is
 */
export function answerFault(client: pg.ClientBase, error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || sqlState(error) !== undefined) return ifUnavailable(error);
  if (isCut(client)) {
    abandon(client);
    return isOfDriver(error) ? lost(error) : error;
  }
  if (isOfSocket(error)) {
    // The write fails before the socket is known to be closed.
    abandon(client);
    return lost(error);
  }
  // A value or a row that the driver could not handle: it is unknown what it has sent, and whose the next answer is.
  abandon(client);
  return error;
}

/**
 * Connects.
 * @throws ConnectionLost, SignInImpossible, DatabaseUnavailable, or the server's own refusal, such as of a password
 */
export async function connectClient(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    if (sqlState(error) !== undefined || !isOfDriver(error)) throw ifUnavailable(error);
    if (codeOf(error) !== undefined || isCut(client)) throw lost(error);
    throw new SignInImpossible(error.message, { cause: error });
  }
}

/** The driver and the system below it make plain errors; a fault of a program has a class of its own. */
export function isOfDriver(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return Object.getPrototypeOf(error) === Error.prototype || error instanceof AggregateError || 'syscall' in error;
}

/** An error of the system on reading from or writing to a connection. */
function isOfSocket(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'read');
}

/** @param error for which `isOfDriver` holds, or an error of the server */
export function lost(error: Error): ConnectionLost {
  // Several addresses were tried; the error of the first is shown.
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  return new ConnectionLost(`database away: ${first.message}`, { cause: first });
}

/** Whether the connection can run no further statement. */
export const isCut = (client: pg.ClientBase) => ended.has(client) || streamOf(client).destroyed;

/** Each SQLSTATE has a digit; EPIPE, of the same length, is the system's. */
const SQLSTATE = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** SQLSTATE classes and codes of a server that is going away, starting, full, or takes no writes. */
const AWAY = /^(08...|57P0[1-5]|53[0-4]..|25006|25P0[34]|58030)$/;
/** query_canceled, by the time limit of a statement, and lock_not_available. */
const WAITED_TOO_LONG = /^(57014|55P03)$/;
/** A server that answers and takes no writes: read-only or a standby, its disk full or broken. */
const WRITE_REFUSED = /^(25006|53100|58030)$/;

/** Whether the error means "the database cannot answer now", and not "the statement is wrong": by its class or SQLSTATE. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const state = sqlState(error) ?? '';
  return AWAY.test(state) || WAITED_TOO_LONG.test(state);
}

/** Whether the database is away for all, so that further attempts are useless. */
export function isAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy);
}

/** Whether the server answered that it takes no writes now. */
export function isWriteRefused(error: unknown): boolean {
  const reason = error instanceof DatabaseUnavailable ? error.cause : error;
  return WRITE_REFUSED.test(sqlState(reason) ?? '');
}

/** The error for the caller. */
export function ifUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isUnavailable(error)) return error;
  const { message } = error as Error;
  if (WAITED_TOO_LONG.test(sqlState(error) ?? ''))
    return new DatabaseBusy(`waited too long: ${message}`, { cause: error });
  const what = isWriteRefused(error) ? 'write refused' : 'database away';
  return new DatabaseUnavailable(`${what}: ${message}`, { cause: error });
}

/** Codes of a prepared statement that a pooler, a migration or a failed first parse has lost; it did not run. */
const NAME_LOST = new Set(['26000', '0A000']);

/** Whether the connection's prepared statement is gone or stale, though the statement itself may be right. */
export function isNameLost(error: unknown): boolean {
  return NAME_LOST.has(sqlState(error) ?? '');
}

/** SQLSTATE of a database error, if it has one. */
export function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && !(error instanceof Refusal) ? codeOf(error) : undefined;
  return code !== undefined && SQLSTATE.test(code) ? code : undefined;
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
