import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newSecretKey } from '../core/installation/key-file.ts';
import { type CommandResult, runCommand } from '../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { runsOnServer } from '../test-support/has-tool.ts';
import { execute } from '../test-support/server.ts';
import { noSmallDisk, startSmallDisk } from '../test-support/small-disk.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';

let folder: TemporaryFolder;
/** Empty: nothing has been migrated. */
let database: TestDatabase;
before(async () => {
  folder = await createTemporaryFolder();
  database = await createTestDatabase({ migrated: false });
});
after(async () => {
  await database.drop();
  await folder.remove();
});

function withUrl(change: (url: URL) => void): { DATABASE_URL: string; MIGRATE_DATABASE_URL: string } {
  const url = new URL(database.appUrl);
  change(url);
  return { DATABASE_URL: url.href, MIGRATE_DATABASE_URL: url.href };
}

const asOwner = (sql: string) => execute(database.ownerUrl, sql);
const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Exit code 1 and one sentence, which says what to do next. */
function assertRefused({ code, stdout, stderr }: CommandResult, sentence: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^timebank: [^\n]+\.\n$/);
  assert.match(stderr, sentence);
  assert.doesNotMatch(stdout, /listening|applied/);
}

async function refused(args: readonly string[], env: Record<string, string>, sentence: RegExp): Promise<void> {
  const all = { DATA_DIR: folder.path, SECRET_KEY: newSecretKey(), PORT: '0', ...env };
  assertRefused(await runCommand(database, args, all), sentence);
}

describe('a service that cannot start says why in one sentence, with exit code 1:', () => {
  test('a bad setting', () => refused(['serve'], { PORT: '80x' }, /PORT is "80x"; it must be a whole number/));

  test('a folder of PostgreSQL that is none', () =>
    refused(
      ['serve'],
      { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', SECRET_KEY: '', EMBEDDED_POSTGRES_BIN: folder.path },
      /EMBEDDED_POSTGRES_BIN is .*, and initdb cannot be run there \(ENOENT\): name the folder that holds/,
    ));

  test('a setting that is gone', () =>
    refused(
      ['serve'],
      { PROCESSES: '2' },
      /PROCESSES is no setting any more: remove it, and run more nodes behind a proxy/,
    ));

  test('a database that is missing', () =>
    refused(
      ['serve'],
      withUrl((url) => {
        url.pathname = '/none';
      }),
      /\(database "none" does not exist\): create it, or correct the name/,
    ));

  test('a server that is not there', () =>
    refused(
      ['migrate'],
      { DATABASE_URL: 'postgresql://a@127.0.0.1:1/none', MIGRATE_DATABASE_URL: '' },
      /\(connect ECONNREFUSED 127\.0\.0\.1:1\): start it, or correct/,
    ));

  test('a wrong password', async () => {
    const role = `${nameOf(database.appUrl)}_role`;
    const [file] = await asOwner(`select current_setting('hba_file') as name`);
    const rules = process.env.TEST_DATABASE_URL ? undefined : await readFile(file?.name ?? '', 'utf8');
    await asOwner(`create role ${role} login password 'right'`);
    try {
      if (rules !== undefined) {
        // The embedded server trusts every user that reaches its socket; of this role it asks a password.
        await writeFile(file?.name ?? '', `local all ${role} scram-sha-256\n${rules}`);
        await asOwner('select pg_reload_conf()');
      }
      const env = withUrl((url) => {
        url.username = role;
        url.password = 'wrong';
      });
      await refused(['serve'], env, /\(password authentication failed for user ".*_role"\): correct user and password/);
    } finally {
      if (rules !== undefined) await writeFile(file?.name ?? '', rules);
      await asOwner('select pg_reload_conf()');
      await asOwner(`drop role ${role}`);
    }
  });

  test('a role that may not make tables', () =>
    refused(
      ['init'],
      withUrl(() => {}),
      /\(permission denied for schema public\): name the role that owns the tables in MIGRATE_DATABASE_URL/,
    ));
});

describe('a service that cannot use its database says why in one sentence, with exit code 1:', () => {
  test('another encoding, before anything is written', async () => {
    const latin = await createTestDatabase({ encoding: 'LATIN1' });
    try {
      const env = { DATABASE_URL: latin.appUrl, MIGRATE_DATABASE_URL: latin.ownerUrl };
      await refused(['serve'], env, /encoding is LATIN1 and timebank needs UTF8: make another one/);
      await refused(['init'], env, /encoding is LATIN1 and timebank needs UTF8: make another one/);
      const tables = await execute(
        latin.ownerUrl,
        `select relname as name from pg_class where relname = 'communities'`,
      );
      assert.deepEqual(tables, []);
    } finally {
      await latin.drop();
    }
  });

  test('a database that takes no writes', async () => {
    const admin = new URL('/postgres', database.ownerUrl).href;
    const set = (value: string) =>
      execute(admin, `alter database ${nameOf(database.appUrl)} set default_transaction_read_only = ${value}`);
    await set('on');
    try {
      await refused(['serve'], {}, /takes no writes: \S+ is read-only \(default_transaction_read_only is on\)/);
    } finally {
      await set('off');
    }
  });

  test('another SECRET_KEY than the one the database was set up with', async () => {
    const migrated = await createTestDatabase();
    try {
      await execute(migrated.ownerUrl, `update installation set secret_key_check = sha256('another')`);
      const env = { DATABASE_URL: migrated.appUrl, MIGRATE_DATABASE_URL: migrated.ownerUrl };
      await refused(['serve'], env, /SECRET_KEY is not the one this database was set up with: .*accept-loss"\.$/m);
    } finally {
      await migrated.drop();
    }
  });
});

test('so does an embedded database that was left as a standby', { skip: runsOnServer() }, async () => {
  const env = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', DATA_DIR: join(folder.path, 'standby') };
  const made = await runCommand(database, ['init'], env);
  assert.equal(made.code, 0, made.stderr);
  await writeFile(join(env.DATA_DIR, 'postgres', 'standby.signal'), '');
  await refused(['serve'], { ...env, SECRET_KEY: '' }, /server is a standby and takes no writes: name the primary/);
  await rm(join(env.DATA_DIR, 'postgres', 'standby.signal'), { force: true });
});

test('so does a full disk, wherever it is found to be full', { skip: runsOnServer() || noSmallDisk() }, async () => {
  const dataDir = join(folder.path, 'small');
  await mkdir(dataDir);
  // initdb's first file, its last ones, and the tables.
  for (const size of ['4k', '30m', '40m']) {
    const disk = await startSmallDisk(size, dataDir);
    const refused = await disk.run(['init'], { DATA_DIR: dataDir });
    await disk.stop();
    assertRefused(refused, /No space left|wrote only \d+ of 8192 bytes.*: make room on the disk/);
  }
});
