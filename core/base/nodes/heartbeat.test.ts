import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { startServe } from '../../../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { connectDatabase } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { DatabaseOpenError } from '../../database/open-error.ts';
import type { Database } from '../../database/query.ts';
import { systemClock } from '../clock.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';

const log = pino({ level: 'silent' });
const MIGRATIONS = join(import.meta.dirname, '../../database/migrations');

let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => folder.remove());

/** This program's migrations and one more, as the next version would have them. */
async function nextVersion(name: string, text: string): Promise<string> {
  const dir = join(folder.path, name);
  await cp(MIGRATIONS, dir, { recursive: true });
  await writeFile(join(dir, '9999_next.sql'), text);
  return dir;
}

async function asOwner<Row extends pg.QueryResultRow>(of: TestDatabase, sql: string): Promise<Row[]> {
  const client = new pg.Client(of.ownerConnection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a schema is not changed under a node', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let heartbeat: Heartbeat;
  let reasons: string[];
  before(async () => {
    testDatabase = await createTestDatabase();
    database = await connectDatabase(testDatabase.appConnection);
  });
  beforeEach(() => {
    reasons = [];
  });
  after(async () => {
    await database.close();
    await testDatabase.drop();
  });
  const start = async () => {
    heartbeat = await startHeartbeat(
      database,
      log,
      (reason) => reasons.push(reason),
      () => 0,
      20,
    );
  };
  const migrateTo = (migrationsDir: string) => migrate({ ...testDatabase, clock: systemClock, migrationsDir });

  test('a migration that is not marked compatible is refused while a node runs, and passes when it has stopped', async () => {
    const breaking = await nextVersion('breaking', 'alter table communities add column gone integer');
    await start();
    await assert.rejects(migrateTo(breaking), (error: Error) => {
      assert.ok(error instanceof DatabaseOpenError);
      assert.match(error.message, new RegExp(`9999_next\\.sql .*\\(.*:${process.pid}\\): stop them first`));
      return true;
    });
    await heartbeat.stop();
    assert.deepEqual(await migrateTo(breaking), ['9999_next.sql']);
    await assert.rejects(
      start(),
      /is newer than this program \(it has 9999_next\.sql, .*: run timebank \S+\+[0-9a-f]{8}, or/,
    );
    await asOwner(testDatabase, `delete from schema_migrations where name like '9999%'`);
  });

  test('a node that was killed is forgotten after a while', async () => {
    const breaking = await nextVersion('killed', 'select 1');
    await asOwner(testDatabase, `insert into nodes (id, name) values (gen_random_uuid(), 'lost:1')`);
    await assert.rejects(migrateTo(breaking), /lost:1/);
    await asOwner(testDatabase, `update nodes set seen_at = now() - interval '16 seconds'`);
    assert.deepEqual(await migrateTo(breaking), ['9999_next.sql']);
    await asOwner(testDatabase, `delete from schema_migrations where name like '9999%'`);
  });

  test('a compatible one is applied beside nodes, which go on and can restart on it', async () => {
    const compatible = await nextVersion('compatible', '-- compatible: adds an index only\nselect 1');
    await start();
    assert.deepEqual(await migrateTo(compatible), ['9999_next.sql']);
    const first = heartbeat;
    await start();
    await first.stop();
    assert.deepEqual(await migrateTo(MIGRATIONS), [], 'the version before may start on it, too');
    assert.deepEqual(reasons, []);
    await heartbeat.stop();
    await asOwner(testDatabase, `delete from schema_migrations where name like '9999%'`);
  });

  test('a node notices a schema it does not know', async () => {
    await start();
    await asOwner(
      testDatabase,
      `insert into schema_migrations (name, sha256, applied_at, compatible) values ('9999_next.sql', '', now(), false)`,
    );
    await waitUntil('it notices', () => reasons.length === 1);
    assert.match(reasons[0] ?? '', /is newer than this program \(it has 9999_next\.sql, /);
    await heartbeat.stop();
    await asOwner(testDatabase, `delete from schema_migrations where name like '9999%'`);
  });
});

test('a service under which the schema has become newer answers that it is not ready, and ends with one sentence', async () => {
  const testDatabase = await createTestDatabase();
  const serve = await startServe(folder.path, {
    DATABASE_URL: testDatabase.appUrl,
    MIGRATE_DATABASE_URL: testDatabase.ownerUrl,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  try {
    const nodes = await asOwner<{ name: string }>(testDatabase, 'select distinct name from nodes');
    assert.deepEqual(
      nodes,
      [{ name: `${hostname()}:${serve.pid}` }],
      'it is named by the process that is to be stopped',
    );
    await asOwner(
      testDatabase,
      `insert into schema_migrations (name, sha256, applied_at, compatible) values ('9999_next.sql', '', now(), false)`,
    );
    await waitUntil('it ends', () => serve.child.exitCode !== null);
    assert.equal(serve.child.exitCode, 1);
    assert.match(serve.faults.join(), /is newer than this program \(it has 9999_next\.sql, /);
    assert.deepEqual(await asOwner(testDatabase, 'select from nodes'), [], 'it has taken itself out of the list');
  } finally {
    await serve.stop();
    await testDatabase.drop();
  }
});
