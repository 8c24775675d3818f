/**
 * Makes the fixture of a release: a filled database as SQL, a backup of it, and what its users kept. Written by the release
 * itself, on the oldest PostgreSQL that it supports, so that every later version can load it.
 */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readConfig } from '../../core/base/config.ts';
import { migrate } from '../../core/database/migrate.ts';
import { backUp } from '../../modules/operate/domain/installation/backup.ts';
import { createTestClock, startTestService } from '../harness.ts';
import { startPostgresServer } from '../postgres-server.ts';
import { createTwoRoles } from '../two-roles.ts';
import { fillRelease } from './fill.ts';

const BYTES_MAX = 64 * 1024 * 1024;
/** Commands of psql, and the one setting that versions before 17 do not know. */
const NOT_SQL = /^(\\(un)?restrict .*|SET transaction_timeout .*)\n/gm;

/** @param folder a new one @param build which the backup names */
export async function makeFixture(folder: string, build: string): Promise<void> {
  const server = await startPostgresServer();
  if (!server) throw new Error("the fixture needs PostgreSQL 15 or newer: install Debian's package postgresql");
  try {
    const roles = await createTwoRoles(server);
    const [ownerUrl, appUrl] = [roles.url('owner', server.port), roles.url('app', server.port)];
    const connections = {
      ownerConnection: { connectionString: ownerUrl },
      appConnection: { connectionString: appUrl },
    };
    const clock = createTestClock();
    await migrate({ ...connections, clock });
    const service = await startTestService({ database: { ...connections, ownerUrl, appUrl, drop: async () => {} } });
    const held = await fillRelease(service).finally(() => service.stop());

    await mkdir(folder, { recursive: true });
    const write = (name: string, data: Buffer | string) => writeFile(join(folder, name), data);
    await write('held.json', `${JSON.stringify({ build, ...held }, null, 2)}\n`);
    await write('database.sql.gz', gzipSync(await dump(server.version, ownerUrl), { level: 9 }));
    clock.set(held.left_at);
    const config = readConfig({ SECRET_KEY: held.secret_key, DATABASE_URL: appUrl }, 'test');
    const sink = createWriteStream(join(folder, 'whole.timebank-backup'));
    await backUp({ config, server: connections, clock }, sink, { build, withKey: true });
  } finally {
    await server.stop();
  }
}

async function dump(version: string, url: string): Promise<string> {
  const how = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', `--dbname=${url}`];
  const program = join('/usr/lib/postgresql', version, 'bin/pg_dump');
  const { stdout } = await promisify(execFile)(program, how, { maxBuffer: BYTES_MAX });
  return stdout.replace(NOT_SQL, '');
}

if (import.meta.main) {
  const [, , folder = '', build = ''] = process.argv;
  await makeFixture(folder, build);
  console.log((await readdir(folder)).join('\n'));
}
