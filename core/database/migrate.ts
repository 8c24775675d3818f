/** Brings a database to this program's schema, and gives the application's role its privileges. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Clock } from '../base/clock.ts';
import { serviceBuild } from '../base/version.ts';
import { onClient, withClient } from './client.ts';
import type { ConnectionSettings } from './connection.ts';
import {
  type AppliedMigration,
  selectAppliedMigrations,
  selectNodeNames,
  selectNodesTable,
} from './migration-queries.ts';
import { DatabaseOpenError } from './open-error.ts';
import type { Queryable } from './query.ts';

// After a restore from a dump, rows name transactions that this server has not reached: they get numbers of this
// server.

const NOTED: readonly (readonly [table: string, column: string])[] = [
  ['members', 'changed_xid'],
  ['listings', 'changed_xid'],
  ['events', 'xid'],
];

/**
 * Renumbers rows that this server cannot have written; otherwise they would count as changed until the server's own
 * numbers have passed theirs (docs/decisions/copies-in-step.md). Does nothing on any other start.
 * @returns how many rows it was
 */
export async function adoptRestoredRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('sync_marks') is not null as found");
  if (!rows[0]?.found) return 0;
  let count = 0;
  for (const [table, column] of NOTED) {
    // Community by community, since each has its part of the index.
    const { rowCount } = await client.query(
      `update ${table} t set ${column} = pg_current_xact_id()
       from communities c
       where t.community_id = c.id and t.${column} >= pg_snapshot_xmax(pg_current_snapshot())
         and t.${column} <> pg_current_xact_id()`,
    );
    count += rowCount ?? 0;
  }
  return count;
}

// The privileges of the application's role: I3 (append-only) by privilege, in addition to the trigger.

/** Tables whose rows are added and never changed. */
const APPEND_ONLY = new Set([
  'transfers',
  'audit_log',
  'statements',
  'statement_comparisons',
  'explained_transfers',
  'statement_hashes',
  'audit_seals',
]);
/** Tables that only the owner's role writes. */
const READ_ONLY = new Set(['schema_migrations', 'restored_days']);
/** Tables whose rows expire, are withdrawn, or are recounted. Rows of all others are never deleted. */
const DELETABLE = new Set([
  'access_tokens',
  'credit_days',
  'activity_counts',
  'subscriptions',
  'events',
  'event_queue',
  'nodes',
  'deliveries',
  'flights',
  'member_partner_visibility',
  'member_words',
  'member_details',
  'member_calls',
  'member_checks',
  'member_holds',
  'member_pairs',
  'member_grams',
  'member_tallies',
  'snapshots',
  'sync_marks',
  'administrator_roles',
  'credentials',
  'key_urls',
  'used_proofs',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'administrator_identities',
  'provider_requests',
  'sessions',
  'letter_texts',
  'answers',
  'answer_turns',
  'listing_forms',
  'member_sessions',
  'sign_in_requests',
  'setup_links',
  'invitations',
  'sign_in_attempts',
  'call_log',
  'call_counts',
  'comparison_lines',
  'transfer_external_ids',
  'import_rows',
  'exchange_rates',
  'bank_statements',
  'bank_lines',
  'bank_line_files',
  'payer_choices',
  'mails',
  'messages',
  'password_requests',
  'password_links',
]);

function privilegesOn(table: string): string[] {
  if (READ_ONLY.has(table)) return ['SELECT'];
  if (APPEND_ONLY.has(table)) return ['INSERT', 'SELECT'];
  return DELETABLE.has(table) ? ['DELETE', 'INSERT', 'SELECT', 'UPDATE'] : ['INSERT', 'SELECT', 'UPDATE'];
}

/** Grants the role its privileges on every table, and revokes any others. Does nothing for the tables' owner. */
async function grantPrivileges(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ table: string; owner: string; held: string[] }>(
    `select c.relname as table, pg_get_userbyid(c.relowner) as owner,
            array(select a.privilege_type from aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
                  where r.rolname = $1 order by 1) as held
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      order by c.relname`,
    [role],
  );
  const quotedRole = pg.escapeIdentifier(role);
  for (const { table, owner, held } of rows) {
    const wanted = privilegesOn(table);
    if (owner === role || held.join() === wanted.join()) continue;
    const quotedTable = `public.${pg.escapeIdentifier(table)}`;
    await client.query(`revoke all on ${quotedTable} from ${quotedRole}`);
    await client.query(`grant ${wanted.join(', ')} on ${quotedTable} to ${quotedRole}`);
  }
}
const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Two nodes may migrate at once: one waits for the other here. */
const LOCK_KEYS = [0x7462, 3];
/** A node without a heartbeat for so long counts as ended; it sends one every two seconds. */
export const NODE_ALIVE_SECONDS = 15;
/** The first line of a file whose schema the version before can use. */
const COMPATIBLE = /^-- compatible: \S/;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  readonly compatible: boolean;
}

/** The database to migrate, and the application's role. */
export interface MigrateOptions {
  readonly ownerConnection: ConnectionSettings;
  readonly appConnection: ConnectionSettings;
  readonly clock: Clock;
  readonly migrationsDir?: string;
  /** The last one to apply: the schema of a backup that is filled in before the rest. */
  readonly through?: string | undefined;
}

/** The names of this program's migrations. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrations(MIGRATIONS_DIR)).map(({ name }) => name);
}

/**
 * The first migration of a schema that is not this program's.
 * @returns whether this program has one of its name, with another content; undefined: all of them are its own
 */
export async function foreignMigration(
  applied: readonly Pick<AppliedMigration, 'name' | 'sha256'>[],
): Promise<{ readonly name: string; readonly isKnown: boolean } | undefined> {
  const known = await readMigrations(MIGRATIONS_DIR);
  const unknown = applied.find(({ name }, index) => name !== known[index]?.name);
  const changed = applied.find(({ sha256 }, index) => sha256 !== known[index]?.sha256);
  const foreign = unknown ?? changed;
  return foreign && { name: foreign.name, isKnown: unknown === undefined };
}

/**
 * Applies what is missing, each file in a transaction of its own, then sets the application role's privileges.
 * @returns the names of the files applied now
 * @throws DatabaseOpenError when an applied file was changed, the database is newer than this program, or nodes run on it
 * that could not live with what is missing
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { through, migrationsDir = MIGRATIONS_DIR } = options;
  const all = await readMigrations(migrationsDir);
  const migrations = through === undefined ? all : all.filter(({ name }) => name <= through);
  const appRole = await currentRole(options.appConnection);
  return withClient(options.ownerConnection, async (client) => {
    const applied: string[] = [];
    for (;;) {
      const name = await beyondDeadlocks(() => applyNext(client, migrations, options.clock));
      if (name === undefined) break;
      applied.push(name);
    }
    await inTransaction(client, () => grantPrivileges(client, appRole));
    await inTransaction(client, () => adoptRestoredRows(client));
    return applied;
  });
}

/** What a schema lacks of this program's; `fault`: why the two do not go together, in one sentence. */
export type SchemaComparison =
  | { readonly missing: readonly Pick<Migration, 'name' | 'compatible'>[] }
  | { readonly fault: string; readonly isNewer: boolean };

/**
 * Compares what was applied with this program's files.
 * @param applied in the order of names
 */
export async function compareSchema(applied: readonly AppliedMigration[]): Promise<SchemaComparison> {
  return compare(applied, await readMigrations(MIGRATIONS_DIR));
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => FILE_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(dir, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, compatible: COMPATIBLE.test(text) };
    }),
  );
}

const ATTEMPTS_MAX = 10;

/**
 * A migration locks its tables one after the other while nodes of the release before read them in their own order: where
 * both wait, PostgreSQL may end the migration, which has left no trace and is applied again.
 */
async function beyondDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || (error as { code?: unknown }).code !== '40P01') throw error;
    }
  }
}

async function applyNext(client: pg.Client, migrations: Migration[], clock: Clock): Promise<string | undefined> {
  return inTransaction(client, async () => {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         sha256 text not null,
         applied_at timestamptz not null,
         -- Versions that do not know it can work with the schema it makes.
         compatible boolean not null,
         -- The build that applied it; null: 0.1.0+f844f4bd or an earlier one.
         build text
       )`,
    );
    const pending = await pendingMigrations(client, migrations);
    const [next] = pending;
    if (next === undefined) return undefined;
    await refuseBesideNodes(client, pending);
    await client.query(next.text);
    await client.query('alter table schema_migrations add column if not exists build text');
    await client.query(
      'insert into schema_migrations (name, sha256, applied_at, compatible, build) values ($1, $2, $3, $4, $5)',
      [next.name, next.sha256, clock.now(), next.compatible, serviceBuild()],
    );
    return next.name;
  });
}

/** A node that does not know the new schema would answer, and leave out what the new one relies on. */
async function refuseBesideNodes(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const fault = await faultBesideNodes(onClient(client), pending);
  if (fault !== undefined) throw new DatabaseOpenError(fault);
}

/**
 * Why what is missing cannot be applied now; undefined: no node runs that could not live with it.
 * @param on as any role that reads the tables
 */
export async function faultBesideNodes(
  on: Queryable,
  missing: readonly Pick<Migration, 'name' | 'compatible'>[],
): Promise<string | undefined> {
  const breaking = missing.find(({ compatible }) => !compatible);
  if (!breaking || !(await selectNodesTable(on))[0]?.found) return undefined;
  const nodes = await selectNodeNames(on, { withinSeconds: NODE_ALIVE_SECONDS });
  if (nodes.length === 0) return undefined;
  return `The migration ${breaking.name} cannot be applied while other nodes run on this database (${nodes.map(({ name }) => name).join(', ')}): stop them first. A node that was killed counts for ${NODE_ALIVE_SECONDS} seconds.`;
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<readonly Migration[]> {
  const compared = compare(await selectAppliedMigrations(onClient(client)), migrations);
  if ('fault' in compared) throw new DatabaseOpenError(compared.fault);
  return compared.missing;
}

/**
 * Compares what was applied with the files: they must agree from the beginning. Migrations of a newer version follow at
 * the end, and are accepted if they are compatible.
 */
function compare(
  applied: readonly AppliedMigration[],
  migrations: Migration[],
): { readonly missing: readonly Migration[] } | { readonly fault: string; readonly isNewer: boolean } {
  const known = new Set(migrations.map(({ name }) => name));
  const rows = applied.filter(({ name, compatible }) => known.has(name) || !compatible);
  for (const [index, row] of rows.entries()) {
    const file = migrations[index];
    if (file?.name === row.name && file.sha256 === row.sha256) continue;
    return { fault: whyNot(row, file, known), isNewer: !known.has(row.name) };
  }
  return { missing: migrations.slice(rows.length) };
}

/** The sentence for a database that has a migration of a later version. */
export function describeNewer({ name, build }: Pick<AppliedMigration, 'name' | 'build'>): string {
  const newer = build === null ? 'the timebank that migrated it' : `timebank ${build}`;
  return `The database is newer than this program (it has ${name}, which timebank ${serviceBuild()} does not know): run ${newer}, or a newer one.`;
}

/** The sentence that names the program for a database that this one cannot open. */
function whyNot({ name, build }: AppliedMigration, file: Migration | undefined, known: ReadonlySet<string>): string {
  if (!known.has(name)) return describeNewer({ name, build });
  const own = `timebank ${serviceBuild()}`;
  const maker = build === null ? 'a build before 0.1.0+f844f4bd' : `timebank ${build}`;
  if (file?.name !== name) {
    return `The database has ${name} without ${file?.name} (${maker} migrated it, this is ${own}): run the program that migrated it.`;
  }
  return `The schema of the database is not that of a release (${maker} applied another ${name} than that of ${own}): run the program that made the database, which holds all it held.`;
}

async function currentRole(connection: ConnectionSettings): Promise<string> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user as role');
    return rows[0]?.role ?? '';
  });
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', LOCK_KEYS);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
