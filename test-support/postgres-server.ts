/** PostgreSQL of Debian's in temporary folders, untouched but for their addresses: servers to measure on, and to be killed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { POSTGRES_VERSION_MIN } from '../core/database/server-check.ts';
import { freePort } from './free-port.ts';
import { cannot, SERVERS, serversHere } from './has-tool.ts';
import { childrenOf } from './proc.ts';
import { execute } from './server.ts';
import { patientMs } from './speed.ts';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 60_000;

export interface PostgresServer {
  /** Major version. */
  readonly version: string;
  readonly port: number;
  /** The superuser's URL of the database of this name; it is made when it is not there. */
  database(name: string): Promise<string>;
  /** The superuser's password; undefined: everybody is trusted. */
  readonly password: string | undefined;
  /** Makes a standby the primary; resolves when it takes writes. */
  promote(): Promise<void>;
  /** SIGSTOP to all of its processes: connections stand and are accepted, and nothing answers. It can only be killed. */
  freeze(): Promise<void>;
  /** SIGKILL to all of its processes at once. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Settings, as `name=value`. */
  readonly settings?: readonly string[];
  /** Called with each line of the server's log; without it there is no log. */
  readonly onLog?: (line: string) => void;
  /** The superuser's password, asked for by scram; without it everybody is trusted. */
  readonly password?: string;
}

/** Why tests cannot start one, or false: for `skip`. */
export const noPostgresServer = () =>
  cannot(serversHere().length === 0 && `needs PostgreSQL ${POSTGRES_VERSION_MIN} or newer in ${SERVERS}`);

/** @returns undefined where Debian's package postgresql is not installed */
export async function startPostgresServer(options: PostgresOptions = {}): Promise<PostgresServer | undefined> {
  const versions = serversHere();
  if (versions.length === 0) return undefined;
  const { password } = options;
  const fill = async (program: string, data: string) => {
    const file = `${data}.password`;
    if (password !== undefined) await writeFile(file, password, { mode: 0o600 });
    const access = password === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', file];
    await asUser(program, ['-D', data, '-U', 'postgres', ...access, '-E', 'UTF8', '--locale=C']);
  };
  return await start(String(Math.max(...versions)), 'initdb', fill, options);
}

/**
 * A hot standby: a copy of the primary as it is, which follows it from then on.
 * @param followPort where it connects to for that: the primary's, or of something between
 */
export async function startStandby(primary: PostgresServer, followPort: number): Promise<PostgresServer> {
  const { version, port, password } = primary;
  const at = (number: number) =>
    `host=127.0.0.1 port=${number} user=postgres${password === undefined ? '' : ` password=${password}`}`;
  const fill = (program: string, data: string) => asUser(program, ['-d', at(port), '-D', data, '-R', '-c', 'fast']);
  // It looks for the primary as often, and a promotion waits for that.
  const settings = [`primary_conninfo=${at(followPort)}`, 'wal_retrieve_retry_interval=100ms'];
  return await start(version, 'pg_basebackup', fill, password === undefined ? { settings } : { settings, password });
}

/**
 * Which standbys every commit waits for from now on: all of them (`*`), or none.
 * @returns when one is in step, if they are waited for
 */
export async function setSynchronousStandbys(primary: PostgresServer, names: '*' | ''): Promise<void> {
  const url = await primary.database('postgres');
  await onServer(url, `alter system set synchronous_standby_names = '${names}'`);
  await onServer(url, 'select pg_reload_conf()');
  if (names === '') return;
  const inStep = `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`;
  await waitUntil('a standby is in step', async () => (await execute(url, inStep)).length > 0);
}

async function start(
  version: string,
  filler: string,
  fill: (program: string, data: string) => Promise<unknown>,
  { settings = [], onLog, password }: PostgresOptions,
): Promise<PostgresServer> {
  const program = (name: string) => join(SERVERS, version, 'bin', name);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200'];
  const user = password === undefined ? 'postgres' : `postgres:${password}`;
  const url = (name: string) => `postgresql://${user}@127.0.0.1:${port}/${name}`;
  let child: ChildProcess | undefined;
  async function stop(): Promise<void> {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await fill(program(filler), data);
    const [command, args] = asUserCommand(program('postgres'), [
      ...['-D', data],
      ...[...own, ...settings].flatMap((setting) => ['-c', setting]),
    ]);
    child = spawn(command, args, { stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'ignore'] });
    if (onLog && child.stderr) createInterface(child.stderr).on('line', onLog);
    const giveUpAtMs = performance.now() + patientMs(START_TIMEOUT_MS);
    while (!(await answers(url('postgres')))) {
      if (performance.now() > giveUpAtMs || child.exitCode !== null) {
        throw new Error(`PostgreSQL ${version} did not start`);
      }
      await delay(50);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    version,
    port,
    password,
    promote: async () => void (await asUser(program('pg_ctl'), ['promote', '-w', '-s', '-D', data])),
    async freeze() {
      if (child?.pid !== undefined) await signalAll(child.pid, 'SIGSTOP');
    },
    async kill() {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      await signalAll(child.pid, 'SIGKILL');
      await gone;
    },
    async database(name) {
      if (!(await answers(url(name)))) await onServer(url('postgres'), `create database ${name}`);
      return url(name);
    },
    stop,
  };
}

/** Each of its processes is a group of its own. */
async function signalAll(postmaster: number, signal: NodeJS.Signals): Promise<void> {
  // First, so that it starts no further process.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of [...(await childrenOf(postmaster)), postmaster]) process.kill(pid, signal);
}

/** Runs statements on a connection of their own. */
export async function onServer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const answers = (url: string) =>
  onServer(url, 'select 1').then(
    () => true,
    () => false,
  );

/** PostgreSQL and pgbouncer refuse root: as root they run under a borrowed user id, in a namespace. */
export function asUserCommand(file: string, args: readonly string[]): [file: string, args: string[]] {
  if (process.getuid?.() !== 0) return [file, [...args]];
  const inNamespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];
  return ['unshare', [...inNamespace, 'setpriv', '--pdeathsig', 'INT', '--', file, ...args]];
}

const asUser = (file: string, args: readonly string[]) => run(...asUserCommand(file, args));
