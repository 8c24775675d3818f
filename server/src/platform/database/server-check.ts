/** What a database server must be before money is booked on it. */
import type { Mode } from '../base/config.ts';
import { withClient } from './client.ts';
import type { ConnectionSettings } from './connection.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';

const VERSION_MIN = 15;

interface FirstFacts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly read_only: boolean;
}

interface ServerFacts {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly role: string;
  readonly superuser: boolean;
  readonly owns_tables: boolean;
}

/**
 * Checks what must hold before anything is written, as either role sees it.
 * @throws DatabaseOpenError when the server is too old, takes no writes, or cannot keep every letter
 */
export async function checkBeforeMigrating(connections: readonly ConnectionSettings[]): Promise<void> {
  for (const connection of connections) {
    const { version, encoding, standby, read_only } = await readRow<FirstFacts>(
      connection,
      `select current_setting('server_version_num')::int / 10000 as version,
              current_setting('server_encoding') as encoding,
              pg_is_in_recovery() as standby,
              current_setting('transaction_read_only') = 'on' as read_only`,
    );
    if (version < VERSION_MIN) {
      throw new DatabaseOpenError(
        `The database server is PostgreSQL ${version}; timebank needs ${VERSION_MIN} or newer.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new DatabaseOpenError(
        `The database's encoding is ${encoding} and timebank needs UTF8: make another one (create database … encoding 'UTF8' template template0) and name it in DATABASE_URL.`,
      );
    }
    if (standby) {
      throw new DatabaseOpenError(
        'The database server is a standby and takes no writes: name the primary in DATABASE_URL.',
      );
    }
    if (read_only) {
      throw new DatabaseOpenError(
        'The database takes no writes, since default_transaction_read_only is on: switch it off (for the server, the database and both roles).',
      );
    }
  }
}

/**
 * Checks the migrated server as the application's role sees it.
 * @throws DatabaseOpenError when it may lose confirmed commits, or (production) the role could rewrite the ledger
 */
export async function checkServer(appConnection: ConnectionSettings, mode: Mode, log: DatabaseLog): Promise<void> {
  const facts = await readRow<ServerFacts>(appConnection, FACTS);
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
    if (facts[name] === 'off') {
      throw new DatabaseOpenError(
        `The database server runs with ${name} = off, so a confirmed credit could be lost in a crash: switch it on.`,
      );
    }
  }
  if (!facts.superuser && !facts.owns_tables) return;
  const fault = facts.superuser ? 'is a superuser' : 'owns the tables';
  const advice =
    'give DATABASE_URL a role without ownership, and MIGRATE_DATABASE_URL the role that owns the tables (docs: two roles)';
  if (mode === 'production') {
    throw new DatabaseOpenError(`The role ${facts.role} ${fault} and could rewrite the ledger: ${advice}.`);
  }
  log.warn({ role: facts.role }, `the database role ${fault} and could rewrite the ledger; production refuses this`);
}

const FACTS = `select current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_user as role,
  (select rolsuper from pg_roles where rolname = current_user) as superuser,
  exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
            and pg_has_role(current_user, c.relowner, 'member')) as owns_tables`;

async function readRow<Row extends object>(connection: ConnectionSettings, sql: string): Promise<Row> {
  return withClient(connection, async (client) => {
    const [row] = (await client.query<Row>(sql)).rows;
    if (row === undefined) throw new Error('no row');
    return row;
  });
}
