/** Requirements of a database server for a ledger. */

import { randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../base/clock.ts';
import type { Mode } from '../base/config.ts';
import { withClient } from './client.ts';
import { answerWithin, type ConnectionSettings } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';
import type { NoParameters, Query, SqlStatement } from './query.ts';
import {
  countProbeRows,
  deleteProbeRows,
  divideByZero,
  type FirstFacts,
  insertAndCountProbeRows,
  insertProbeRow,
  lockFreeProbeRow,
  lockProbeRow,
  type ServerFacts,
  selectFirstFacts,
  selectServerFacts,
} from './server-queries.ts';

/** The oldest major version of PostgreSQL that runs every statement. */
export const POSTGRES_VERSION_MIN = 15;

/**
 * Checks the requirements for the first write, as either role sees them.
 * @throws DatabaseOpenError when the server is too old, takes no writes, or cannot keep every letter
 */
export async function checkBeforeMigrating(connections: readonly ConnectionSettings[]): Promise<void> {
  for (const connection of connections) {
    const fault = faultOfServer(await readRow(connection, selectFirstFacts));
    if (fault !== undefined) throw new DatabaseOpenError(fault);
  }
}

/** Why nothing may be written there; undefined: it may. */
export function faultOfServer({ version, encoding, standby, readOnly }: FirstFacts): string | undefined {
  if (version < POSTGRES_VERSION_MIN) {
    return `The database server is PostgreSQL ${version}; timebank needs ${POSTGRES_VERSION_MIN} or newer.`;
  }
  if (encoding !== 'UTF8') {
    return `The database's encoding is ${encoding} and timebank needs UTF8: make another one (create database … encoding 'UTF8' template template0) and name it in DATABASE_URL.`;
  }
  if (standby) return 'The database server is a standby and takes no writes: name the primary in DATABASE_URL.';
  if (readOnly) {
    return 'The database takes no writes, since default_transaction_read_only is on: switch it off (for the server, the database and both roles).';
  }
  return undefined;
}

export interface CheckOptions {
  readonly mode: Mode;
  readonly clock: Clock;
  readonly log: DatabaseLog;
}

/**
 * Checks the migrated server as the application's role sees it.
 * @throws DatabaseOpenError when it may lose confirmed commits, is not PostgreSQL in what bookings rely on, or
 * (production) the role could rewrite the ledger
 */
export async function checkServer(
  appConnection: ConnectionSettings,
  { mode, clock, log }: CheckOptions,
): Promise<void> {
  const facts = await readRow(appConnection, selectServerFacts);
  const fault = faultOfDurability(facts) ?? faultOfTransactions(await probeServer(appConnection, clock.now()));
  if (fault !== undefined) throw new DatabaseOpenError(fault);
  const roleFault = faultOfRole(facts);
  if (roleFault === undefined) return;
  if (mode === 'production') throw new DatabaseOpenError(roleFault);
  const what = facts.superuser ? 'is a superuser' : 'owns the tables';
  log.warn({ role: facts.role }, `the database role ${what} and could rewrite the ledger; production refuses this`);
}

/** Why a confirmed commit could be lost; undefined: none can. */
export function faultOfDurability(facts: ServerFacts): string | undefined {
  const switches = [
    ['fsync', facts.fsync],
    ['full_page_writes', facts.fullPageWrites],
    ['synchronous_commit', facts.synchronousCommit],
  ] as const;
  const [name] = switches.find(([, value]) => value === 'off') ?? [];
  if (name === undefined) return undefined;
  return `The database server runs with ${name} = off, so a confirmed credit could be lost in a crash: switch it on.`;
}

/** Why bookings could go wrong without an error; undefined: they cannot. */
export function faultOfTransactions(facts: ProbedFacts): string | undefined {
  const { isOneTransaction, holdsLocks, readsOneSnapshot } = facts;
  if (isOneTransaction && holdsLocks && readsOneSnapshot) return undefined;
  const what = !isOneTransaction
    ? 'of two statements in one message, the first one stays although the second one fails'
    : !holdsLocks
      ? 'a lock that a message takes is free before the message has ended'
      : 'a part of a statement sees what another part of it writes';
  return `The database server is not PostgreSQL, or something changes what is sent to it: ${what}, so hours could be booked wrongly without an error. Name a PostgreSQL server in DATABASE_URL (docs: scaling).`;
}

/** Why the application's role has too many rights; undefined: it has not. */
export function faultOfRole({ role, superuser, ownsTables }: ServerFacts): string | undefined {
  if (!superuser && !ownsTables) return undefined;
  const what = superuser ? 'is a superuser' : 'owns the tables';
  return `The role ${role} ${what} and could rewrite the ledger: give DATABASE_URL a role without ownership, and MIGRATE_DATABASE_URL the role that owns the tables (docs: two roles).`;
}

async function readRow<Row>(connection: ConnectionSettings, { statement }: Query<NoParameters, Row>): Promise<Row> {
  return withClient(connection, async (client) => {
    const [row] = (await client.query(statement.text)).rows;
    if (row === undefined) throw new Error('no row');
    return row as Row;
  });
}

// Proves by a few statements that a server keeps what bookings rely on (docs/decisions/cells.md). Servers that speak the protocol
// of PostgreSQL and distribute rows were seen to break each of these without an error.

/** What the probe saw. */
export interface ProbedFacts {
  /** A failed statement took back the one before it in its message. */
  readonly isOneTransaction: boolean;
  /** A lock of the first statement of a message was held while the message was open. */
  readonly holdsLocks: boolean;
  /** A part of a statement did not see what another part of it wrote. */
  readonly readsOneSnapshot: boolean;
}

const COMMUNITIES_MAX = 2 ** 31;

/** Probes the migrated database in the application's role, with rows that are removed again. */
export async function probeServer(appConnection: ConnectionSettings, now: Date): Promise<ProbedFacts> {
  return await withClient(appConnection, (other) =>
    withClient(appConnection, async (client) => {
      // No community has a number below zero; each start has rows of its own.
      const id = String(-randomInt(1, COMMUNITIES_MAX));
      const insert = [id, now.toISOString()];
      try {
        const failing = openWireMessage(client);
        await failing.ask(insertProbeRow.statement, insert);
        await failing.ask(divideByZero.statement, ['0']);
        await failing.end();
        const isOneTransaction = (await askOne(other, countProbeRows.statement, [id])) === 0;
        if (!isOneTransaction) return { isOneTransaction, holdsLocks: false, readsOneSnapshot: false };
        const readsOneSnapshot = (await askOne(other, insertAndCountProbeRows.statement, insert)) === 0;
        const locking = openWireMessage(client);
        await locking.ask(lockProbeRow.statement, [id]);
        const free = await other.query(lockFreeProbeRow.statement.text, [id]);
        await locking.ask(countProbeRows.statement, [id]);
        await locking.end();
        return { isOneTransaction, holdsLocks: free.rows.length === 0, readsOneSnapshot };
      } finally {
        await other.query(deleteProbeRows.statement.text, [id]);
      }
    }),
  );
}

async function askOne(client: pg.Client, { text }: SqlStatement, values: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(text, values as string[]);
  return rows[0]?.count ?? Number.NaN;
}

// Several statements in one message: all of them before one Sync, which the driver does not do by itself.

/** The answer to one statement of a message. */
export interface MessageAnswer {
  /** The values of its first row as text; undefined: there is none. */
  readonly row: readonly (string | null)[] | undefined;
  /** Why the statement failed; undefined: it did not. */
  readonly error: Error | undefined;
}

/** A message that is on its way. */
export interface OpenMessage {
  /** Sends a statement and resolves with its answer, while the message is still open. */
  ask(statement: SqlStatement, values?: readonly string[]): Promise<MessageAnswer>;
  /** Sends the Sync: PostgreSQL commits all statements, or none where one failed. */
  end(): Promise<void>;
}

/** The part of the driver's connection that writes messages. */
interface Wire {
  parse(query: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  bind(portal: { readonly portal: string; readonly statement: string; readonly values: readonly string[] }): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: { readonly portal: string; readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

interface DataRow {
  readonly fields: readonly (string | null)[];
}

const ANSWER_TIMEOUT_MS = 10_000;

/** Begins a message on a connected client that nothing else uses until the message has ended. */
function openWireMessage(client: pg.Client): OpenMessage {
  /** After a message that failed, the client is idle only when the answer to its Sync has come. */
  const idle = Promise.withResolvers<Wire>();
  let row: MessageAnswer['row'];
  let failed = false;
  let answered = Promise.withResolvers<MessageAnswer>();
  const ended = Promise.withResolvers<void>();
  const answer = (error?: Error) => {
    if (error) failed = true;
    answered.resolve({ row, error });
  };
  const ignored = () => {};
  // Also of a server that has ended the message too early: the driver then expects no further answer.
  client.on('error', answer);
  client.query({
    submit(connection: unknown) {
      idle.resolve(connection as Wire);
    },
    handleRowDescription: ignored,
    handleDataRow({ fields }: DataRow) {
      row ??= fields;
    },
    handleCommandComplete: () => answer(),
    handleEmptyQuery: () => answer(),
    handlePortalSuspended: () => answer(),
    handleCopyInResponse: ignored,
    handleCopyData: ignored,
    handleError: answer,
    handleReadyForQuery: () => ended.resolve(),
  } as pg.Submittable);
  return {
    async ask({ text }, values = []) {
      const wire = await answerWithin(client, ANSWER_TIMEOUT_MS, () => idle.promise);
      row = undefined;
      answered = Promise.withResolvers();
      wire.parse({ text, name: '', types: [] });
      wire.bind({ portal: '', statement: '', values });
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '', rows: 0 });
      wire.flush();
      return await answerWithin(client, ANSWER_TIMEOUT_MS, () => answered.promise);
    },
    async end() {
      (await idle.promise).sync();
      // After a failure the driver hands the answer to the Sync to nobody; the next query waits for it.
      if (!failed) await answerWithin(client, ANSWER_TIMEOUT_MS, () => ended.promise);
      client.off('error', answer);
    },
  };
}
