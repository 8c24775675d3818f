/** Requirements of a database server for a ledger. */
import type { Clock } from '../base/clock.ts';
import type { Mode } from '../base/config.ts';
import { withClient } from './client.ts';
import type { ConnectionSettings } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';
import type { NoParameters, Query } from './query.ts';
import { type ProbedFacts, probeServer } from './server-probe.ts';
import { type FirstFacts, type ServerFacts, selectFirstFacts, selectServerFacts } from './server-queries.ts';

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
