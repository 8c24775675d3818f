import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, withTestDatabase } from '../../test-support/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { systemClock } from '../base/clock.ts';
import { judgeReached } from '../installation/state.ts';
import { withClient } from './client.ts';
import type { ConnectionSettings } from './connection.ts';
import { knownMigrations, migrate } from './migrate.ts';
import { DatabaseOpenError } from './open-error.ts';

let count = 0;
async function migrations(files: Record<string, string>): Promise<string> {
  const dir = join(folder.path, String(++count));
  await mkdir(dir);
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
}

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());

describe('migrations', () => {
  test('are applied once, in order, by two nodes at once, and recorded', async () => {
    const dir = await migrations({
      '0001_one.sql': 'create table one (id int)',
      '0002_two.sql': 'alter table one rename to two',
    });
    await onEmptyDatabase(dir, async (options) => {
      const both = await Promise.all([migrate(options), migrate(options)]);
      assert.deepEqual(both.flat().sort(), ['0001_one.sql', '0002_two.sql']);
      assert.deepEqual(await migrate(options), []);
      const rows = await run(
        options.ownerConnection,
        'select name, length(sha256) as n from schema_migrations order by 1',
      );
      assert.deepEqual(rows, [
        { name: '0001_one.sql', n: 64 },
        { name: '0002_two.sql', n: 64 },
      ]);
    });
  });

  test("this program's own are numbered one by one from 0001, each number once", async () => {
    const numbers = (await knownMigrations()).map((name) => Number(name.slice(0, 4)));
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    const files = await readdir(join(import.meta.dirname, 'migrations'));
    assert.deepEqual(files.sort(), await knownMigrations(), 'no file that the runner would pass by');
  });
});

describe('a database that the files do not fit', () => {
  test('a file changed after it was applied is refused', async () => {
    const dir = await migrations({ '0001_one.sql': 'create table one (id int)' });
    await onEmptyDatabase(dir, async (options) => {
      await migrate(options);
      await writeFile(join(dir, '0001_one.sql'), 'create table one (id bigint)');
      await assert.rejects(
        migrate(options),
        refusal(
          /not that of a release \(timebank \S+ applied another 0001_one\.sql .*\): run the program that made the database/,
        ),
      );
    });
  });

  test('a database newer than the program is refused', async () => {
    const newer = await migrations({ '0001_one.sql': 'create table one (id int)', '0002_two.sql': 'select 1' });
    const older = await migrations({ '0001_one.sql': 'create table one (id int)' });
    await onEmptyDatabase(newer, async (options) => {
      await migrate(options);
      await assert.rejects(
        migrate({ ...options, migrationsDir: older }),
        refusal(/newer than this program .*0002_two.*: run timebank \d+\.\d+\.\d+\+[0-9a-f]{8}, or/),
      );
    });
  });

  test('a file numbered below an applied one is refused', async () => {
    const first = await migrations({ '0002_two.sql': 'select 1' });
    const later = await migrations({ '0001_one.sql': 'select 1', '0002_two.sql': 'select 1' });
    await onEmptyDatabase(first, async (options) => {
      await migrate(options);
      await assert.rejects(
        migrate({ ...options, migrationsDir: later }),
        refusal(/has 0002_two\.sql without 0001_one\.sql .*: run the program that migrated it/),
      );
    });
  });
});

describe('a migration', () => {
  test('a failing file leaves nothing of itself and keeps those before it', async () => {
    const dir = await migrations({
      '0001_one.sql': 'create table one (id int)',
      '0002_two.sql': 'create table two (id int); select 1 / 0',
    });
    await onEmptyDatabase(dir, async (options) => {
      await assert.rejects(migrate(options), { code: '22012' });
      const [row] = await run(options.ownerConnection, `select to_regclass('one') as one, to_regclass('two') as two`);
      assert.deepEqual(row, { one: 'one', two: null });
    });
  });

  test('whether a database is up to date can be asked as the application role', async () => {
    const place = { databaseUrl: undefined, dataDir: '/none' };
    await withTestDatabase(async ({ appConnection }) =>
      assert.deepEqual(await judgeReached(place, appConnection), { name: 'current', missing: [], fault: undefined }),
    );
    const empty = await createTestDatabase({ migrated: false });
    const { name, missing } = await judgeReached(place, empty.appConnection);
    assert.deepEqual([name, missing], ['empty', await knownMigrations()]);
    await empty.drop();
  });
});

const refusal = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DatabaseOpenError);
  assert.match(error.message, message);
  return true;
};

async function onEmptyDatabase(dir: string, work: (options: Parameters<typeof migrate>[0]) => Promise<void>) {
  const { ownerConnection, appConnection, drop } = await createTestDatabase({ migrated: false });
  try {
    await work({ ownerConnection, appConnection, clock: systemClock, migrationsDir: dir });
  } finally {
    await drop();
  }
}

function run(connection: ConnectionSettings, sql: string): Promise<Record<string, unknown>[]> {
  return withClient(connection, async (client) => (await client.query(sql)).rows);
}
