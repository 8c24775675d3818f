/** What a database server must be before money is booked on it. */
import pg from 'pg';
import type { Mode } from '../config.ts';
import { DatabaseOpenError } from './open-error.ts';
import type { DatabaseLog } from './postmaster.ts';

const VERSION_MIN = 15;

interface ServerFacts {
  readonly version: number;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly role: string;
  readonly superuser: boolean;
  readonly owns_tables: boolean;
}

/**
 * Checks the migrated server as the application's role sees it.
 * @throws DatabaseOpenError when it is too old, may lose confirmed commits, or (production) the role could rewrite the ledger
 */
export async function checkServer(appConnection: pg.ClientConfig, mode: Mode, log: DatabaseLog): Promise<void> {
  const facts = await readFacts(appConnection);
  if (facts.version < VERSION_MIN) {
    throw new DatabaseOpenError(
      `The database server is PostgreSQL ${facts.version}; timebank needs ${VERSION_MIN} or newer.`,
    );
  }
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

async function readFacts(connection: pg.ClientConfig): Promise<ServerFacts> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<ServerFacts>(
      `select current_setting('server_version_num')::int / 10000 as version,
              current_setting('fsync') as fsync,
              current_setting('full_page_writes') as full_page_writes,
              current_setting('synchronous_commit') as synchronous_commit,
              current_user as role,
              (select rolsuper from pg_roles where rolname = current_user) as superuser,
              exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                        and pg_has_role(current_user, c.relowner, 'member')) as owns_tables`,
    );
    const facts = rows[0];
    if (facts === undefined) throw new Error('no row');
    return facts;
  } finally {
    await client.end().catch(() => {});
  }
}
