/**
 * The roles of an embedded database: one that administers the server and is used at its start alone, one that owns the
 * tables, and the application's. Only the first is a superuser, so that neither a migration nor a restored file can write
 * catalogues or run programs.
 */
import pg from 'pg';
import { connectClient } from './connection.ts';
import type { Folder } from './data-folder.ts';
import { ADMIN_ROLE, connectionAs, isNoSuchRole } from './postmaster.ts';

export const OWNER_ROLE = 'timebank_owner';
export const APP_ROLE = 'timebank_app';
export const DATABASE = 'timebank';

/** A temporary superuser that renames the one of an older folder, which no role can do to itself. */
const UPGRADE_ROLE = 'timebank_upgrade';
const MAINTENANCE = 'postgres';

/**
 * Makes the missing roles and the missing database; runs at every start, so that an interruption heals. In a folder of
 * 0.1.0+f844f4bd the owner is the superuser that initdb made: that one is renamed, and another owner gets everything it
 * had, in one transaction. The program of that version goes on with such a folder.
 */
export async function settleRoles(folder: Folder): Promise<void> {
  if (!(await hasAdmin(folder))) await separateOwner(folder);
  const isNew = await asRole(folder, ADMIN_ROLE, MAINTENANCE, async (client) => {
    // A server that was left as a standby takes no writes: the start refuses it with its own sentence.
    const { rows: states } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (states[0]?.standby) return true;
    await client.query(`drop role if exists ${UPGRADE_ROLE}`);
    const { rows } = await client.query<{ owner: boolean; app: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as owner,
              exists (select from pg_roles where rolname = $2) as app,
              exists (select from pg_database where datname = $3) as database`,
      [OWNER_ROLE, APP_ROLE, DATABASE],
    );
    const found = rows[0];
    if (!found?.owner) await createOwner(client);
    if (!found?.app) await client.query(`create role ${APP_ROLE} login`);
    if (!found?.database) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
    return !found?.database;
  });
  if (isNew) return;
  // Objects that a person made as the superuser by hand since.
  await asRole(folder, ADMIN_ROLE, DATABASE, (client) => inTransaction(client, () => giveToOwner(client)));
}

async function hasAdmin(folder: Folder): Promise<boolean> {
  try {
    return await asRole(folder, ADMIN_ROLE, MAINTENANCE, async () => true);
  } catch (error) {
    if (isNoSuchRole(error)) return false;
    throw error;
  }
}

async function separateOwner(folder: Folder): Promise<void> {
  const database = await asRole(folder, OWNER_ROLE, MAINTENANCE, async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $2) as database`,
      [UPGRADE_ROLE, DATABASE],
    );
    if (!rows[0]?.role) await client.query(`create role ${UPGRADE_ROLE} superuser login`);
    return rows[0]?.database ? DATABASE : MAINTENANCE;
  });
  await asRole(folder, UPGRADE_ROLE, database, (client) =>
    inTransaction(client, async () => {
      await client.query(`alter role ${OWNER_ROLE} rename to ${ADMIN_ROLE}`);
      await createOwner(client);
      if (database === DATABASE) await giveToOwner(client);
    }),
  );
}

/** The owner may make databases, to restore a backup on trial, and see the activity of other roles, to report blockers. */
async function createOwner(client: pg.Client): Promise<void> {
  await client.query(`create role ${OWNER_ROLE} login createdb`);
  await client.query(`grant pg_monitor to ${OWNER_ROLE}`);
}

/** All objects of the superuser in the database, except parts of an extension. */
async function giveToOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ thing: string }>(
    `with extension as (select classid, objid from pg_depend where deptype = 'e'),
          admin as (select oid from pg_roles where rolname = $1),
          owned_sequence as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')
                                                           and refobjsubid > 0)
     select format('database %I', datname) as thing from pg_database
      where datname = current_database() and datdba = (select oid from admin)
     union all
     select format('schema %I', nspname) from pg_namespace
      where nspname = 'public' and nspowner = (select oid from admin)
     union all
     select format('%s %s', case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view'
                                         else 'table' end, oid::regclass)
       from pg_class
      where relnamespace = 'public'::regnamespace and relowner = (select oid from admin)
        and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and oid not in (select objid from owned_sequence))
        and ('pg_class'::regclass, oid) not in (select classid, objid from extension)
     union all
     select format('routine %s', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = (select oid from admin)
        and ('pg_proc'::regclass, oid) not in (select classid, objid from extension)
     union all
     select format('type %s', oid::regtype) from pg_type
      where typnamespace = 'public'::regnamespace and typowner = (select oid from admin) and typtype in ('d', 'e')
        and ('pg_type'::regclass, oid) not in (select classid, objid from extension)`,
    [ADMIN_ROLE],
  );
  // The search path holds public, so that names come out as they are written.
  for (const { thing } of rows) await client.query(`alter ${thing} owner to ${OWNER_ROLE}`);
}

async function asRole<T>(folder: Folder, role: string, database: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(await connectionAs(folder, role, database));
  client.on('error', () => {});
  await connectClient(client);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
}
