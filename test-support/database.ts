/** A migrated database of its own for one test file. */
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import type pg from 'pg';
import { execute, inDatabase, type RunningTestServer, startTestServer, type TestServer } from './server.ts';

/** Both roles' access to a new, empty, migrated database. */
export interface TestDatabase {
  readonly ownerConnection: pg.ClientConfig;
  /** The connection of the service; tests should use it, too. */
  readonly appConnection: pg.ClientConfig;
  /** For child processes: DATABASE_URL and MIGRATE_DATABASE_URL. Valid as long as the run lasts. */
  readonly appUrl: string;
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

/** The database of a test file: it is dropped after the file's last test. */
export async function testDatabase(options: Parameters<typeof createTestDatabase>[0] = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  after(() => database.drop());
  return database;
}

/**
 * Creates a database from the run's template. Drop it in `after`.
 * A file that is run by itself, without the global set-up, starts a server of its own.
 * @param migrated false for tests of the migrations themselves: an empty database
 * @param encoding another than UTF8, and empty
 */
export async function createTestDatabase({
  migrated = true,
  encoding,
}: {
  readonly migrated?: boolean;
  readonly encoding?: string;
} = {}): Promise<TestDatabase> {
  const given = process.env.TIMEBANK_TEST_SERVER;
  const own = given ? undefined : await startTestServer(process.env.TEST_DATABASE_URL || undefined);
  const server: TestServer | RunningTestServer = own ?? JSON.parse(given ?? '');
  const name = `${server.run}_${randomBytes(4).toString('hex')}`;
  const template = migrated && encoding === undefined ? server.template : 'template0';
  const other = encoding === undefined ? '' : ` encoding '${encoding}' locale_provider libc locale 'C'`;
  await execute(server.ownerUrl, `create database ${name} template ${template}${other}`);
  const ownerUrl = inDatabase(server.ownerUrl, name);
  const appUrl = inDatabase(server.appUrl, name);
  return {
    ownerConnection: { connectionString: ownerUrl },
    appConnection: { connectionString: appUrl },
    ownerUrl,
    appUrl,
    async drop() {
      await execute(server.ownerUrl, `drop database if exists ${name} with (force)`);
      await own?.stop();
    },
  };
}

/** Creates a database for the duration of `work`. */
export async function withTestDatabase<T>(work: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}
