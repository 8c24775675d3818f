/** A PostgreSQL of Debian's in a temporary folder, untouched but for its address: the server side of the measurements. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** @returns undefined where Debian's package postgresql is not installed */
export async function startPostgresServer(settings: readonly string[] = []): Promise<PostgresServer | undefined> {
  const versions = (await readdir(BINARIES).catch(() => [])).map(Number).filter((version) => version >= 15);
  if (versions.length === 0) return undefined;
  const version = String(Math.max(...versions));
  const program = (name: string) => join(BINARIES, version, 'bin', name);
  const folder = await mkdtemp(join(tmpdir(), 'timebank-bench-'));
  const data = join(folder, 'data');
  await asUser(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']);
  const port = await freePort();
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200'];
  const [command, args] = asUserCommand(program('postgres'), [
    ...['-D', data],
    ...[...own, ...settings].flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(command, args, { stdio: 'ignore' });
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  for (let attempt = 0; !(await answers(url('postgres'))); attempt++) {
    if (attempt > 200 || child.exitCode !== null) throw new Error(`PostgreSQL ${version} did not start`);
    await delay(50);
  }
  return {
    version,
    port,
    async database(name) {
      if (!(await answers(url(name)))) await onServer(url('postgres'), `create database ${name}`);
      return url(name);
    },
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
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
