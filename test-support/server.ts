/** The PostgreSQL server a run of the suite works on, with its migrated template database. */
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../core/base/clock.ts';
import { SOCKET_PORT } from '../core/database/data-folder.ts';
import { openEmbedded } from '../core/database/embedded.ts';
import { migrate } from '../core/database/migrate.ts';
import { ADMIN_ROLE } from '../core/database/postmaster.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const STALE_AFTER_MS = 6 * 3600_000;
/** Test files at once, some with several services; connections of those that just ended stand for a moment. */
const SERVICES_AT_ONCE = 8;
const NAME_PREFIX = 'timebank_test_';

/** The server of a test run; reaches the test processes as JSON in the environment. */
export interface TestServer {
  /** The owner's role on the maintenance database. */
  readonly ownerUrl: string;
  /** The application's role, likewise. */
  readonly appUrl: string;
  /** Begins the name of everything this run creates, so that two runs at once do not meet. */
  readonly run: string;
  readonly template: string;
}

/** A server as the process that started it sees it. */
export interface RunningTestServer extends TestServer {
  stop(): Promise<void>;
}

export const silentLog = { info() {}, warn() {}, error() {} };

/**
 * Starts an embedded PostgreSQL in a temporary folder, or uses the server of the given URL, and makes the template.
 * @param serverUrl a role that may create databases and roles; everything created is dropped at the end
 */
export async function startTestServer(serverUrl: string | undefined): Promise<RunningTestServer> {
  const run = `${NAME_PREFIX}${Math.floor(Date.now() / 1000).toString(36)}_${randomBytes(4).toString('hex')}`;
  const server = serverUrl === undefined ? await startEmbedded() : await useServer(serverUrl, run);
  try {
    const template = `${run}_template`;
    await execute(server.ownerUrl, `create database ${template}`);
    await migrate({
      ownerConnection: { connectionString: inDatabase(server.ownerUrl, template) },
      appConnection: { connectionString: inDatabase(server.appUrl, template) },
      clock: systemClock,
    });
    return { ...server, run, template };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startEmbedded() {
  const folder = await createTemporaryFolder();
  try {
    const dataDir = join(folder.path, 'data');
    const database = await openEmbedded({
      ...{ dataDir, exclusive: true, create: true, command: 'the test suite', address: undefined, log: silentLog },
      services: SERVICES_AT_ONCE,
    });
    // Through this process's descriptor the socket has a short path for every process of the run.
    const path = join(dataDir, 'postgres');
    const host = process.platform === 'linux' ? `/proc/${process.pid}/fd/${openSync(path, 'r')}` : undefined;
    const url = (role: string) =>
      `postgresql://${role}@${encodeURIComponent(host ?? database.ownerConnection.host ?? '')}:${SOCKET_PORT}/postgres`;
    return {
      // The suite breaks things that no owner may.
      ownerUrl: url(ADMIN_ROLE),
      appUrl: url(database.appConnection.user ?? ''),
      async stop() {
        await database.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

async function useServer(serverUrl: string, run: string) {
  await dropStale(serverUrl);
  const appRole = `${run}_app`;
  const password = randomBytes(16).toString('hex');
  await execute(serverUrl, `create role ${appRole} login password '${password}'`);
  const appUrl = new URL(serverUrl);
  appUrl.username = appRole;
  appUrl.password = password;
  return { ownerUrl: serverUrl, appUrl: appUrl.href, stop: () => dropAll(serverUrl, (name) => name.startsWith(run)) };
}

/** Removes what runs that were killed hours ago have left on a shared server. */
function dropStale(serverUrl: string): Promise<void> {
  return dropAll(serverUrl, (name) => {
    const startedAt = Number.parseInt(name.slice(NAME_PREFIX.length).split('_')[0] ?? '', 36) * 1000;
    return Date.now() - startedAt > STALE_AFTER_MS;
  });
}

async function dropAll(serverUrl: string, isMeant: (name: string) => boolean): Promise<void> {
  const names = `where starts_with(name, '${NAME_PREFIX}') order by name`;
  const databases = await execute(serverUrl, `select name from (select datname as name from pg_database) d ${names}`);
  for (const { name } of databases.filter((row) => isMeant(row.name))) {
    await execute(serverUrl, `drop database if exists ${name} with (force)`);
  }
  const roles = await execute(serverUrl, `select name from (select rolname as name from pg_roles) r ${names}`);
  for (const { name } of roles.filter((row) => isMeant(row.name)))
    await execute(serverUrl, `drop role if exists ${name}`);
}

/** The same URL for another database. */
export function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, sql: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
