/** One PostgreSQL server as a child of this process: start, wait until it answers, restart when it dies, stop. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { clearLeftovers, type Folder, SOCKET_PORT, sendSignal } from './data-folder.ts';
import type { Binaries } from './embedded-binaries.ts';
import type { DatabaseLog } from './log.ts';
import { DatabaseOpenError } from './open-error.ts';

const run = promisify(execFile);

const READY_POLL_MS = 20;
/** Recovery after a crash replays at most `max_wal_size`; this is far more time than it needs. */
const READY_TIMEOUT_MS = 300_000;
const RESTART_DELAY_MIN_MS = 100;
const RESTART_DELAY_MAX_MS = 5000;
/** SIGINT disconnects everybody and writes a checkpoint; SIGQUIT leaves that to the next start's recovery. */
const STOP_STEPS: readonly (readonly [signal: NodeJS.Signals, waitMs: number])[] = [
  ['SIGINT', 5000],
  ['SIGQUIT', 1500],
  ['SIGKILL', 1500],
];
const LOG_NAME = 'postgres.log';
const LOG_BYTES_MAX = 10_000_000;

/** The superuser that initdb makes. */
export const ADMIN_ROLE = 'timebank_admin';

/** The socket lies in a folder of this user's alone, and nothing else listens: no network, no replication. */
const ACCESS = '# Written by timebank at each start.\nlocal all all trust\n';
/** Durable and modest: few forced writes (large, recycled WAL), all safety settings at their defaults. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  // Its process would only wait: nothing is replicated by rows.
  max_logical_replication_workers: 0,
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

/**
 * A new database grows fast from nothing: statistics, and with them the cached plans, follow within seconds. In an older one
 * each look at what there is to clean up would be a quarter of what the whole installation does at rest.
 */
const naptime = (ageMs: number) => (ageMs < NEW_FOR_MS ? '5s' : '1min');
const NEW_FOR_MS = 24 * 60 * 60 * 1000;

/** The first major version whose reads go through processes of their own, of which a service on one disk has no use. */
const IO_METHOD_FROM = 18;

/** The first major version that knows letters without a library of the system. */
const BUILTIN_LOCALE_FROM = 17;

/**
 * Fills a new data folder: UTF-8, byte order that no system library can change, one superuser. Before 17, upper and
 * lower case are then distinguished in ASCII only.
 */
export async function initialise(binaries: Binaries, dataDir: string, name: string): Promise<void> {
  const [command = '', ...args] = [
    ...binaries.prefix,
    join(binaries.folder, 'initdb'),
    '-D',
    name,
    '-U',
    ADMIN_ROLE,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    ...(binaries.majorVersion >= BUILTIN_LOCALE_FROM
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale-provider=libc']),
  ];
  await run(command, args, { cwd: dataDir, env: environment() }).catch((error: Error & { stderr?: string }) => {
    const lines = (error.stderr || error.message).trim().split('\n');
    const reason = (lines.find((line) => /(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? '').trim();
    throw new DatabaseOpenError(
      `The database could not be created in ${dataDir} (${reason}): ${adviceOn(reason)}, then start again.`,
    );
  });
}

/** A supervised server. */
export interface Postmaster {
  /** Ends the server, gently first; resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a server in the folder and keeps it running until `stop`.
 * @throws DatabaseOpenError when the first start fails
 */
export async function startPostmaster(
  binaries: Binaries,
  folder: Folder,
  log: DatabaseLog,
  maxConnections: number,
): Promise<Postmaster> {
  let stopping = false;
  let child = await spawnServer(binaries, folder, maxConnections);
  await waitUntilReady(folder, child).catch(async (error) => {
    await endServer(child);
    throw error;
  });
  let restarting: Promise<void> | undefined;

  const watch = (server: ChildProcess) => {
    whenGone(server).then(() => {
      if (!stopping) restarting = restart();
    });
  };
  async function restart(): Promise<void> {
    log.error({ exit_code: child.exitCode, signal: child.signalCode }, 'PostgreSQL ended; starting it again');
    for (let delayMs = RESTART_DELAY_MIN_MS; !stopping; delayMs = Math.min(2 * delayMs, RESTART_DELAY_MAX_MS)) {
      try {
        await clearLeftovers(folder);
        child = await spawnServer(binaries, folder, maxConnections);
        await waitUntilReady(folder, child);
        log.info({}, 'PostgreSQL runs again');
        return watch(child);
      } catch (error) {
        if (!stopping) log.error({ err: error }, 'PostgreSQL did not start; trying again');
        await delay(delayMs, undefined, { ref: false });
      }
    }
  }

  watch(child);
  return {
    async stop() {
      stopping = true;
      await endServer(child);
      await restarting;
      await endServer(child);
      await clearLeftovers(folder);
    },
  };
}

/** Detached, or Ctrl-C would end it before the service; the kernel signals it to stop when this process is killed. */
async function spawnServer(binaries: Binaries, folder: Folder, maxConnections: number): Promise<ChildProcess> {
  await limitAccess(folder);
  const logPath = join(folder.path, LOG_NAME);
  const size = (await stat(logPath).catch(() => undefined))?.size ?? 0;
  if (size > LOG_BYTES_MAX) await rename(logPath, `${logPath}.1`);
  const socketFolder = process.platform === 'linux' ? '.' : await mkdtemp('/tmp/timebank-');
  const { mtimeMs } = await stat(join(folder.path, 'PG_VERSION'));
  const all = {
    ...SETTINGS,
    max_connections: maxConnections,
    autovacuum_naptime: naptime(Date.now() - mtimeMs),
    ...(binaries.majorVersion >= IO_METHOD_FROM && { io_method: 'sync' }),
  };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [
    ...binaries.prefix,
    join(binaries.folder, 'postgres'),
    '-D',
    '.',
    '-k',
    socketFolder,
    '-p',
    String(SOCKET_PORT),
    ...settings,
  ];
  const logFile = openSync(logPath, 'a', 0o600);
  const stdio = ['ignore', logFile, logFile] as const;
  const child = spawn(command, args, { cwd: folder.path, env: environment(), detached: true, stdio: [...stdio] });
  closeSync(logFile);
  child.on('error', () => {});
  child.unref();
  if (socketFolder !== '.') whenGone(child).then(() => rm(socketFolder, { recursive: true, force: true }));
  return child;
}

/** Replaced as a whole and only where it differs: a full disk must not leave half of it. */
async function limitAccess(folder: Folder): Promise<void> {
  const path = join(folder.path, 'pg_hba.conf');
  if ((await readFile(path, 'utf8').catch(() => '')) === ACCESS) return;
  await writeFile(`${path}.new`, ACCESS, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

const isGone = (child: ChildProcess) => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

function whenGone(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (isGone(child)) return resolve();
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

async function endServer(child: ChildProcess): Promise<void> {
  child.ref();
  for (const [signal, waitMs] of STOP_STEPS) {
    if (isGone(child) || child.pid === undefined) return;
    sendSignal(child.pid, signal);
    const timer = new AbortController();
    await Promise.race([whenGone(child), delay(waitMs, undefined, { signal: timer.signal })]);
    timer.abort();
  }
}

/** Whether a ready server refused a role because it does not exist: the folder is of an older version. */
export const isNoSuchRole = (error: unknown) => (error as pg.DatabaseError).code === '28000';

/** Connection settings of a role to a database of the folder. */
export async function connectionAs(folder: Folder, user: string, database: string): Promise<pg.ClientConfig> {
  // All settings are explicit, so that PG* variables of the environment have no effect.
  const host = await folder.socketHost();
  return { host, port: SOCKET_PORT, user, password: '', database, ssl: false };
}

/**
 * Waits until the folder's server answers a query.
 * @param child its process, whose end ends the wait
 * @throws DatabaseOpenError
 */
async function waitUntilReady(folder: Folder, child: ChildProcess) {
  const giveUpAt = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      const client = new pg.Client({
        ...(await connectionAs(folder, ADMIN_ROLE, 'postgres')),
        connectionTimeoutMillis: 2000,
      });
      client.on('error', () => {});
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (isNoSuchRole(error)) return;
      if (isGone(child)) {
        const reason = await lastLogLine(folder);
        throw new DatabaseOpenError(
          `PostgreSQL did not start in ${folder.path} (${reason}): ${adviceOn(reason)}, then start again; its log is ${LOG_NAME} there.`,
        );
      }
      if (Date.now() >= giveUpAt) {
        throw new DatabaseOpenError(`PostgreSQL in ${folder.path} does not answer: ${(error as Error).message}.`);
      }
      await delay(READY_POLL_MS);
    }
  }
}

async function lastLogLine(folder: Folder): Promise<string> {
  const text = await readFile(join(folder.path, LOG_NAME), 'utf8').catch(() => '');
  const lines = text.trim().split('\n').slice(-200);
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(?=FATAL|PANIC)/, '').trim();
}

function adviceOn(reason: string): string {
  return /No space left|ENOSPC|quota/i.test(reason) ? 'make room on the disk' : 'remove the cause';
}
