/** PostgreSQL of Debian's in temporary folders, untouched but for their addresses: the server side of the measurements. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const BINARIES = '/usr/lib/postgresql';

export interface PostgresServer {
  /** Major version. */
  readonly version: string;
  readonly port: number;
  /** As the superuser, to the database of this name; it is made when it is not there. */
  database(name: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * @param onLog told of each line of the server's log; without it there is none
 * @returns undefined where Debian's package postgresql is not installed
 */
export async function startPostgresServer(
  settings: readonly string[] = [],
  onLog?: (line: string) => void,
): Promise<PostgresServer | undefined> {
  const versions = (await readdir(BINARIES).catch(() => [])).map(Number).filter((version) => version >= 15);
  if (versions.length === 0) return undefined;
  const fill = (program: string, data: string) =>
    asUser(program, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  return await start(String(Math.max(...versions)), 'initdb', fill, settings, onLog);
}

/**
 * A hot standby: a copy of the primary as it is, which follows it from then on.
 * @param followPort where it connects to for that: the primary's, or of something between
 */
export async function startStandby(primary: PostgresServer, followPort: number): Promise<PostgresServer> {
  const fill = (program: string, data: string) =>
    asUser(program, ['-d', `host=127.0.0.1 port=${primary.port} user=postgres`, '-D', data, '-R', '-c', 'fast']);
  const follow = `primary_conninfo=host=127.0.0.1 port=${followPort} user=postgres`;
  return await start(primary.version, 'pg_basebackup', fill, [follow]);
}

async function start(
  version: string,
  filler: string,
  fill: (program: string, data: string) => Promise<unknown>,
  settings: readonly string[],
  onLog?: (line: string) => void,
): Promise<PostgresServer> {
  const program = (name: string) => join(BINARIES, version, 'bin', name);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200'];
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
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
    for (let attempt = 0; !(await answers(url('postgres'))); attempt++) {
      if (attempt > 200 || child.exitCode !== null) throw new Error(`PostgreSQL ${version} did not start`);
      await delay(50);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    version,
    port,
    async database(name) {
      if (!(await answers(url(name)))) await onServer(url('postgres'), `create database ${name}`);
      return url(name);
    },
    stop,
  };
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

/** PostgreSQL refuses root: as root it runs under a borrowed user id, in a namespace. */
function asUserCommand(file: string, args: readonly string[]): [file: string, args: string[]] {
  if (process.getuid?.() !== 0) return [file, [...args]];
  const inNamespace = ['--user', '--map-user=1000', '--map-group=1000', '--'];
  return ['unshare', [...inNamespace, 'setpriv', '--pdeathsig', 'INT', '--', file, ...args]];
}

const asUser = (file: string, args: readonly string[]) => run(...asUserCommand(file, args));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
