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
    ? 'of two statements in one transaction, the first one stays although the second one fails'
    : !holdsLocks
      ? 'a lock that a transaction takes is free before the transaction has ended'
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
  /** Of a transaction in which a statement failed, the one before it did not stay. */
  readonly isOneTransaction: boolean;
  /** A transaction's lock was held while it was open. */
  readonly holdsLocks: boolean;
  /** A part of a statement did not see what another part of it wrote. */
  readonly readsOneSnapshot: boolean;
}

const COMMUNITIES_MAX = 2 ** 31;
const ANSWER_TIMEOUT_MS = 10_000;

/** Probes the migrated database in the application's role, with rows that are removed again. */
export async function probeServer(appConnection: ConnectionSettings, now: Date): Promise<ProbedFacts> {
  return await withClient(appConnection, (other) =>
    withClient(appConnection, async (client) => {
      // No community has a number below zero; each start has rows of its own.
      const id = String(-randomInt(1, COMMUNITIES_MAX));
      const insert = [id, now.toISOString()];
      try {
        await ask(client, 'begin');
        await ask(client, insertProbeRow.statement.text, insert);
        await ask(client, divideByZero.statement.text, ['0']).catch(() => {});
        await ask(client, 'rollback');
        const isOneTransaction = (await countOf(other, countProbeRows.statement, [id])) === 0;
        if (!isOneTransaction) return { isOneTransaction, holdsLocks: false, readsOneSnapshot: false };
        const readsOneSnapshot = (await countOf(other, insertAndCountProbeRows.statement, insert)) === 0;
        await ask(client, 'begin');
        await ask(client, lockProbeRow.statement.text, [id]);
        const free = await ask(other, lockFreeProbeRow.statement.text, [id]);
        await ask(client, 'commit');
        return { isOneTransaction, holdsLocks: free.length === 0, readsOneSnapshot };
      } finally {
        await ask(other, deleteProbeRows.statement.text, [id]);
      }
    }),
  );
}

const ask = (client: pg.Client, text: string, values: readonly string[] = []) =>
  answerWithin(client, ANSWER_TIMEOUT_MS, async () => (await client.query(text, values as string[])).rows);

async function countOf(client: pg.Client, { text }: SqlStatement, values: readonly string[]): Promise<number> {
  const [row] = await ask(client, text, values);
  return row?.count ?? Number.NaN;
}
