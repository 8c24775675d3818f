/** A PostgreSQL server that pgBackRest backs up as the operator's guide says, on which the guide's own commands run. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from './child-environment.ts';
import { freePort } from './free-port.ts';
import { missing, SERVERS, serversHere } from './has-tool.ts';
import { asUserCommand, noPostgresServer, onServer } from './postgres-server.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, '../docs/deploy');
const MAIN = join(import.meta.dirname, '../service/main.ts');

export interface ArchivedPostgres {
  readonly port: number;
  /** The superuser's URL of this database; it is made when it is not there. */
  database(name: string): Promise<string>;
  /**
   * Runs a block of the guide. Its programs `sudo` and `systemctl` are the test's, which know this server and user; the
   * service itself is started and stopped by the test.
   * @param env of `timebank`
   * @returns what it printed
   */
  shell(block: string, env?: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Why tests cannot start one, or false: for `skip`. */
export const noArchive = () => noPostgresServer() || missing('pgbackrest');

/** @param settings the guide's lines for postgresql.conf */
export async function startArchivedPostgres(settings: string): Promise<ArchivedPostgres> {
  const folder = await createTemporaryFolder();
  const [port, bin] = [await freePort(), join(SERVERS, String(Math.max(...serversHere())), 'bin')];
  const at = (...names: string[]) => join(folder.path, ...names);
  const [data, config, programs] = [at('data'), at('pgbackrest.conf'), at('bin')];
  const [command, args] = asUserCommand('env', []);
  const asUser = [command, ...args].join(' ');
  const control = `${asUser} ${bin}/pg_ctl -D ${data} -s -w -t 60`;
  await Promise.all([programs, at('repository'), at('log'), at('lock'), at('spool')].map((path) => mkdir(path)));
  const sample = await readFile(join(DEPLOY, 'pgbackrest.conf'), 'utf8');
  const own = sample
    .replace('/var/lib/pgbackrest', at('repository'))
    .replace('/var/lib/postgresql/15/main', data)
    .replace('choose-one', randomBytes(48).toString('base64'));
  await writeFile(config, own, { mode: 0o600 });
  await program(join(programs, 'sudo'), `if [ "$1" = -u ]; then shift 2; exec ${asUser} "$@"; fi; exec "$@"`);
  await program(
    join(programs, 'systemctl'),
    `case "$1 $2" in
stop\\ postgresql@15-main) ${control} -m fast stop ;;
start\\ postgresql@15-main) ${control} -l ${at('server.log')} start ;;
*\\ timebank) ;;
*) exit 1 ;;
esac`,
  );
  await program(join(programs, 'timebank'), `exec ${process.execPath} ${MAIN} "$@"`);
  const environment = {
    ...childEnvironment(),
    PATH: `${programs}:${process.env.PATH}`,
    ...{ PGHOST: folder.path, PGPORT: String(port), PGUSER: 'postgres' },
    ...{ PGBACKREST_CONFIG: config, PGBACKREST_LOG_PATH: at('log'), PGBACKREST_LOCK_PATH: at('lock') },
    PGBACKREST_SPOOL_PATH: at('spool'),
    ...{ PGBACKREST_PG1_SOCKET_PATH: folder.path, PGBACKREST_PG1_PORT: String(port), PGBACKREST_PG1_USER: 'postgres' },
  };
  const shell = async (block: string, env: Readonly<Record<string, string>> = {}) =>
    (await run('sh', ['-e', '-c', block], { env: { ...environment, ...env } })).stdout;
  const url = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    await shell('systemctl stop postgresql@15-main').catch(() => {});
    await folder.remove();
  };
  try {
    await run(
      ...asUserCommand(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']),
    );
    const address = `listen_addresses='127.0.0.1'\nport=${port}\nunix_socket_directories='${folder.path}'\n`;
    await writeFile(join(data, 'postgresql.conf'), address + settings, { flag: 'a' });
    await shell('systemctl start postgresql@15-main');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port,
    async database(name) {
      await onServer(url('postgres'), `create database ${name}`).catch(() => {});
      return url(name);
    },
    shell,
    stop,
  };
}

async function program(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
}
