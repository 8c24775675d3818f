/** A new installation is made where one is meant, and nowhere else. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newSecretKey } from '../core/installation/key-file.ts';
import { type CommandResult, runCommand } from '../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { findOtherPostgres, noOtherPostgres } from '../test-support/other-postgres.ts';
import { startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';

let folder: TemporaryFolder;
/** Empty: nothing has been migrated. */
let database: TestDatabase;
before(async () => {
  folder = await createTemporaryFolder();
  database = await createTestDatabase({ migrated: false });
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

const EMBEDDED = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '' };
const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  runCommand(database, args, { PORT: '0', ...env });

function assertRefused({ code, stdout, stderr }: CommandResult, sentence: RegExp): void {
  assert.equal(code, 1, stdout + stderr);
  assert.match(stderr, /^timebank: [^\n]+\.\n$/);
  assert.match(stderr, sentence);
}

describe('serve, and every other command, makes no embedded database by itself', () => {
  for (const args of [
    ['serve'],
    ['migrate'],
    ['community', 'list'],
    ['backup', '/none/x.backup'],
    ['ledger', 'verify'],
  ]) {
    test(args.join(' '), async () => {
      const dataDir = join(folder.path, `no ${args.join(' ').replaceAll('/', '')}`);
      assertRefused(
        await run(args, { ...EMBEDDED, DATA_DIR: dataDir }),
        /There is no folder .*: mount its disk .*init/,
      );
      await mkdir(dataDir, { mode: 0o700 });
      assertRefused(
        await run(args, { ...EMBEDDED, DATA_DIR: dataDir }),
        /folder .* is empty: mount its disk if it has one/,
      );
      assert.deepEqual(await readdir(dataDir), [], 'nothing is written where a disk may be missing');
    });
  }
});

test('init makes one, says what comes next, and changes nothing the second time', async () => {
  const env = { ...EMBEDDED, DATA_DIR: join(folder.path, 'made', 'below') };
  const made = await run(['init'], env);
  assert.equal(made.code, 0, made.stderr);
  assert.match(
    made.stdout,
    /is made\. Next, .*\n {2}timebank community create [^\n]*\n {2}timebank admin create [^\n]*\n(?:Your distribution [^\n]*\n)?$/,
  );
  const again = await run(['init', '--json'], env);
  assert.deepEqual([again.code, JSON.parse(again.stdout)], [0, { created: false, applied: [] }]);
  const serve = await startServe(env.DATA_DIR, EMBEDDED, []);
  assert.ok(serve.said('there is no community yet'));
  assert.equal(await serve.stop(), 0);
});

test('an empty database of a server is filled by init and serve --create, not by serve or migrate', async () => {
  const env = { DATA_DIR: folder.path, SECRET_KEY: newSecretKey() };
  for (const args of [['serve'], ['migrate']]) {
    assertRefused(await run(args, env), /The database of DATABASE_URL is empty: correct DATABASE_URL, or, .*init/);
  }
  const tables = await execute(database.ownerUrl, "select relname as name from pg_class where relname = 'communities'");
  assert.deepEqual(tables, []);
  const made = await run(['init', '--json'], env);
  assert.equal(JSON.parse(made.stdout).created, true, made.stderr);
  const migrated = await run(['migrate'], env);
  assert.deepEqual([migrated.code, migrated.stdout], [0, 'The schema is up to date.\n']);
});

test('a data folder that is gone is not begun again beside its backups', async () => {
  const [dataDir, backupDir] = [join(folder.path, 'gone'), join(folder.path, 'backups')];
  await mkdir(backupDir);
  await writeFile(join(backupDir, 'timebank-2026-11-20T03-00-00Z.backup'), '');
  const env = { ...EMBEDDED, DATA_DIR: dataDir, BACKUP_DIR: backupDir };
  for (const args of [['serve', '--create'], ['serve'], ['migrate'], ['init'], ['demo']]) {
    assertRefused(await run(args, env), /BACKUP_DIR has the backups of one .*: mount the disk of DATA_DIR, restore/);
  }
  await assert.rejects(readdir(dataDir));
});

test('a lost DATABASE_URL leads to no other database', async () => {
  const url = 'postgresql://u:hunter2@db.example/timebank';
  for (const [env, name] of [
    [{ MIGRATE_DATABASE_URL: url }, 'MIGRATE_DATABASE_URL'],
    [{ SECRET_KEY: newSecretKey() }, 'SECRET_KEY'],
    [{ DATABASE_PREPARE: 'off' }, 'DATABASE_PREPARE'],
  ] as const) {
    for (const args of [['serve', '--create'], ['init'], ['migrate']]) {
      const refused = await run(args, { ...EMBEDDED, DATA_DIR: join(folder.path, 'other'), ...env });
      assertRefused(refused, new RegExp(`timebank: ${name} is set without DATABASE_URL; set both, or neither`));
      assert.ok(!refused.stderr.includes('hunter2'));
    }
  }
  await assert.rejects(readdir(join(folder.path, 'other')));
});

test("a new installation runs on the system's own PostgreSQL where that is asked for", {
  skip: noOtherPostgres(findOtherPostgres()),
}, async () => {
  const dataDir = join(folder.path, 'by the system');
  const env = { ...EMBEDDED, DATA_DIR: dataDir };
  const made = await run(['init', '--system-postgres'], env);
  const [setting = ''] = /EMBEDDED_POSTGRES_BIN=\S+/.exec(made.stdout) ?? [];
  const path = setting.slice('EMBEDDED_POSTGRES_BIN='.length);
  assert.match(path, /^\/usr\/lib\/postgresql\/\d+\/bin$/, made.stderr);
  const major = (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim();
  assert.equal(path, `/usr/lib/postgresql/${major}/bin`);
  assert.equal((await run(['community', 'list'], { ...env, EMBEDDED_POSTGRES_BIN: path })).code, 0);
  assertRefused(
    await run(['init', '--system-postgres'], { ...env, EMBEDDED_POSTGRES_BIN: path }),
    /--system-postgres is given, and EMBEDDED_POSTGRES_BIN names another PostgreSQL/,
  );
  const offered = await run(['init'], { ...env, DATA_DIR: join(folder.path, 'by npm') });
  assert.match(
    offered.stdout,
    /Your distribution keeps the PostgreSQL in .* patched\. To run on it, delete .* --system-postgres/,
  );
});
