/** The embedded database: one PostgreSQL per data folder, run by a service or used by a command. */

import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectClient } from './connection.ts';
import {
  checkDataDir,
  clearLeftovers,
  createDatabase,
  createDataDir,
  describeHolder,
  describeMissing,
  describeRefusal,
  type Folder,
  findPostmaster,
  hasDatabase,
  openFolder,
  readHolder,
  removeHolder,
  sendSignal,
  writeHolder,
} from './data-folder.ts';
import { type Binaries, findBinaries } from './embedded-binaries.ts';
import { APP_ROLE, DATABASE, OWNER_ROLE, settleRoles } from './embedded-roles.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';
import { connectionAs, initialise, startPostmaster } from './postmaster.ts';
import { isDiskFull, makeRoom, RESERVE_RELEASED, releaseReserve } from './reserve.ts';

/** How long a service waits for a command, or for a killed service's server, to release the folder. */
const SERVICE_WAIT_MS = 10_000;
/** How long a command waits for a service that is starting or stopping. */
const ATTACH_WAIT_MS = 60_000;
const POLL_MS = 50;

/** A process needs 28 at most (docs/scaling.md); commands and the service's own locks need the rest. */
const CONNECTIONS_BASE = 72;
const CONNECTIONS_PER_SERVICE = 28;

/** Session locks, held on a connection of their own. First key: the project's. */
const LOCK_SPACE = 0x7462;
const SERVICE_LOCK = 1;
const COMMANDS_LOCK = 2;

/** Options of opening the embedded database. */
export interface EmbeddedOptions {
  /** Absolute path; the database lives in its sub-folder `postgres`. */
  readonly dataDir: string;
  /** A service: refuses to share the folder with another one. */
  readonly exclusive: boolean;
  /** Whether a missing database may be created. */
  readonly create: boolean;
  /** What is running, such as "timebank serve"; for the message to a process that finds the folder in use. */
  readonly command: string;
  /** A command of the operator: on a full disk it may use what is held in reserve. */
  readonly makeRoom?: boolean;
  /** Where the service listens, for the same purpose. */
  readonly address: string | undefined;
  readonly log: DatabaseLog;
  /** Folder of the operator's own PostgreSQL; undefined: the one that npm installed. */
  readonly postgresBin?: string | undefined;
  /** How long to wait for another process that is starting or stopping the database. */
  readonly waitMs?: number;
  /** How many services will connect at the same time; 1 by default. */
  readonly services?: number;
}

/** A running embedded database. */
export interface EmbeddedDatabase {
  readonly ownerConnection: pg.ClientConfig;
  readonly appConnection: pg.ClientConfig;
  stop(): Promise<void>;
}

/**
 * Starts the folder's PostgreSQL, or attaches to the one that runs there.
 * @throws DatabaseOpenError with one sentence for the operator
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries(options.postgresBin);
  if (!binaries.endsWithUs && options.exclusive) {
    options.log.warn({}, 'PostgreSQL will outlive this process if it is killed: setpriv (util-linux) is missing');
  }
  const path = join(options.dataDir, 'postgres');
  await checkDataDir(options.dataDir);
  if (!(await hasDatabase(path, binaries))) {
    if (!options.create) {
      throw new DatabaseOpenError(await describeMissing(options.dataDir));
    }
    await createDataDir(options.dataDir);
  }
  if (options.makeRoom && (await makeRoom(options.dataDir))) options.log.warn({}, RESERVE_RELEASED);
  const giveUpAt = Date.now() + (options.waitMs ?? (options.exclusive ? SERVICE_WAIT_MS : ATTACH_WAIT_MS));
  let isReported = false;
  let refused: unknown;
  for (;;) {
    const lock = await takeFolderLock(options.dataDir);
    const folder = (await hasDatabase(path, binaries)) ? await openFolder(path) : undefined;
    const running = folder && (await findPostmaster(folder));
    const holder = await readHolder(options.dataDir);
    const isTheirs = lock === undefined || (running && (holder !== undefined || running.pid === undefined));
    if (!isTheirs && !running) {
      folder?.close();
      return await start(options, binaries, lock);
    }
    await lock?.release();
    if (isTheirs && running && !options.exclusive) {
      const attached = await attach(folder);
      if (!(attached instanceof Error)) return attached;
      refused = attached;
      // A new connection writes little: a piece of the reserve is enough.
      if (options.makeRoom && isDiskFull(refused) && (await releaseReserve(options.dataDir))) {
        options.log.warn({}, RESERVE_RELEASED);
        folder.close();
        continue;
      }
    }
    if (!isTheirs && running?.pid !== undefined && !isReported) {
      // Left behind by a killed process; usually it is ending by itself already.
      sendSignal(running.pid, 'SIGINT');
      isReported = true;
    }
    folder?.close();
    if ((options.exclusive && holder?.exclusive) || Date.now() >= giveUpAt) {
      if (refused === undefined) throw new DatabaseOpenError(describeHolder(options.dataDir, holder));
      throw new DatabaseOpenError(describeRefusal(options.dataDir, holder, refused), { cause: refused });
    }
    await delay(POLL_MS);
  }
}

/** Holds the folder's lock from before the server's start until after its end. */
async function start(options: EmbeddedOptions, binaries: Binaries, folderLock: FolderLock): Promise<EmbeddedDatabase> {
  const { dataDir, exclusive, command, log } = options;
  const path = join(dataDir, 'postgres');
  const undo: (() => Promise<void> | void)[] = [() => folderLock.release()];
  const undoAll = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await writeHolder(dataDir, { command, address: options.address ?? null, exclusive });
    undo.push(() => removeHolder(dataDir));
    if (!(await hasDatabase(path, binaries))) {
      log.info({ data_dir: dataDir }, 'creating the database');
      await createDatabase(dataDir, (name) => initialise(binaries, dataDir, name));
    }
    const folder = await openFolder(path);
    undo.push(() => folder.close());
    await clearLeftovers(folder);
    const maxConnections = CONNECTIONS_BASE + CONNECTIONS_PER_SERVICE * (options.services ?? 1);
    const server = await startPostmaster(binaries, folder, log, maxConnections);
    undo.push(() => server.stop());
    log.info({ version: binaries.version, folder: binaries.folder }, 'the embedded PostgreSQL runs');
    await settleRoles(folder);
    const connections = await connectionsTo(folder);
    if (!exclusive) undo.push(() => waitForCommands(connections.ownerConnection, log));
    const lock = holdLock(connections.ownerConnection, exclusive ? SERVICE_LOCK : COMMANDS_LOCK, exclusive, log);
    undo.push(() => lock.release());
    if (!(await lock.taken)) throw new DatabaseOpenError(describeHolder(dataDir, undefined));
    return { ...connections, stop: undoAll };
  } catch (error) {
    await undoAll();
    throw error;
  }
}

/** @returns an error if it cannot be joined: the server there may be starting or ending */
async function attach(folder: Folder): Promise<EmbeddedDatabase | Error> {
  const connections = await connectionsTo(folder);
  const silent = { info() {}, warn() {}, error() {} };
  const lock = holdLock(connections.ownerConnection, COMMANDS_LOCK, false, silent);
  const taken = await lock.taken.catch((error: Error) => error);
  if (taken !== true) {
    await lock.release();
    return taken === false ? new Error('the lock of commands is held by another process') : taken;
  }
  let stopped = false;
  return {
    ...connections,
    async stop() {
      if (stopped) return;
      stopped = true;
      await lock.release();
      folder.close();
    },
  };
}

async function connectionsTo(folder: Folder) {
  const owner = await connectionAs(folder, OWNER_ROLE, DATABASE);
  return { ownerConnection: owner, appConnection: { ...owner, user: APP_ROLE } };
}

/**
 * Holds a session lock for as long as the database is open, and takes it again after a restart of the server.
 * `taken` is false when an exclusive lock is another's.
 */
function holdLock(connection: pg.ClientConfig, key: number, exclusive: boolean, log: DatabaseLog) {
  const sql = exclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
  let released = false;
  let client: pg.Client;

  async function take(): Promise<boolean> {
    client = new pg.Client({ ...connection, application_name: 'timebank lock', connectionTimeoutMillis: 3000 });
    const lost = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
      client.once('end', () => resolve());
    });
    client.on('error', () => {});
    await connectClient(client);
    const { rows } = await client.query<{ taken: boolean }>(`select ${sql}($1, $2) as taken`, [LOCK_SPACE, key]);
    if (!rows[0]?.taken) {
      await client.end();
      return false;
    }
    lost.then(() => {
      if (!released) void retake();
    });
    return true;
  }
  async function retake(): Promise<void> {
    while (!released) {
      try {
        if (await take()) return;
        log.error({}, 'the lock of the data folder is held by another process');
      } catch {
        // The server is still down; its restart is under way.
      }
      await delay(200, undefined, { ref: false });
    }
    await client.end().catch(() => {});
  }
  return {
    taken: take(),
    async release() {
      released = true;
      await client.end().catch(() => {});
    },
  };
}

/** A command that started the server stays until the commands that joined it are done. */
async function waitForCommands(connection: pg.ClientConfig, log: DatabaseLog): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    const keys = [LOCK_SPACE, COMMANDS_LOCK];
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as free', keys);
    if (rows[0].free) return;
    log.info({}, 'waiting for another timebank command that uses the same database');
    await client.query('select pg_advisory_lock($1, $2)', keys);
  } catch {
    // Without a server no command can be using it.
  } finally {
    await client.end().catch(() => {});
  }
}

// One process at a time starts and runs PostgreSQL in a data folder.

/** A held lock; it ends with the process at the latest. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the folder's lock: a name in Linux's abstract socket space, which the kernel frees when its process dies, so
 * that no stale lock can exist. It does not reach over network namespaces or to other systems; there the lock in the
 * database and the holder's note keep two services apart.
 * @returns undefined when another process holds it
 */
async function takeFolderLock(path: string): Promise<FolderLock | undefined> {
  if (process.platform !== 'linux') return { release: async () => {} };
  const { dev, ino } = await stat(path, { bigint: true });
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('listening', () => resolve(true));
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ path: `\0timebank-${dev}-${ino}` });
  });
  if (!taken) return undefined;
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
