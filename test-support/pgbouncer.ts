/** A pooler in transaction mode in front of a PostgreSQL server, where Debian's package pgbouncer is installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { missing } from './has-tool.ts';
import { asUserCommand } from './postgres-server.ts';
import { waitUntil } from './wait-until.ts';

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

const PROGRAM = '/usr/sbin/pgbouncer';
/** Fewer than the clients of three nodes: connections are shared. */
const SERVER_CONNECTIONS = 20;

/** Why tests cannot start one, or false: for `skip`. */
export const noPooler = () => missing(PROGRAM);

/** @param url as whom and to which database its clients connect; of the server itself */
export async function startPooler(url: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'timebank-pooler-'));
  const port = await freePort();
  const { username, password, port: serverPort, pathname } = new URL(url);
  const database = pathname.slice(1);
  const users = join(folder, 'users');
  const settings = join(folder, 'settings');
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o600 });
  await writeFile(
    settings,
    `[databases]
${database} = host=127.0.0.1 port=${serverPort} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 500
ignore_startup_parameters = options,statement_timeout
`,
  );
  const [command, args] = asUserCommand(PROGRAM, ['-q', settings]);
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  };
  const through = new URL(url);
  through.port = String(port);
  try {
    await waitUntil('the pooler answers', () => child.exitCode !== null || answers(through.href));
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with code ${child.exitCode}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
  return true;
}
