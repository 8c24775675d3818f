import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { runsOnServer } from '../../test-support/has-tool.ts';
import { silentLog } from '../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { findPostmaster, openFolder, serverProcesses } from './data-folder.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';
import { DatabaseOpenError } from './open-error.ts';

const skip = runsOnServer();
let folder: TemporaryFolder;
/** One folder for all: every test leaves it stopped, and starting it again is what they are about. */
let dataDir: string;
const opened: EmbeddedDatabase[] = [];
const services: ChildProcess[] = [];

before(async () => {
  if (skip) return;
  folder = await createTemporaryFolder();
  // A path with spaces, quotes and a comma, longer than a socket's may be.
  dataDir = join(folder.path, `it's "a" long, path`.repeat(8));
  const database = await open(dataDir, { create: true });
  await run(database.ownerConnection, 'create table kept (id int); insert into kept values (42)');
  await run(database.ownerConnection, 'grant select on kept to timebank_app');
  await database.stop();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  for (const service of services.splice(0)) service.kill('SIGKILL');
});
after(() => folder?.remove());

async function open(path: string, { exclusive = true, create = false, command = 'timebank serve' } = {}) {
  const address = 'http://127.0.0.1:8080';
  const database = await openEmbedded({ dataDir: path, exclusive, create, command, address, log: silentLog });
  opened.push(database);
  return database;
}

async function startService(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../test-support/embedded-service.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  services.push(child);
  await once(child.stdout, 'data');
  return child;
}

describe('the roles of the embedded database', { skip }, () => {
  test('neither the owner nor the application is a superuser, and the owner has everything', async () => {
    const { ownerConnection, appConnection } = await open(dataDir);
    for (const [connection, role] of [
      [ownerConnection, 'timebank_owner'],
      [appConnection, 'timebank_app'],
    ] as const) {
      const rows = await run(
        connection,
        'select current_user as role, rolsuper from pg_roles where rolname = current_user',
      );
      assert.deepEqual(rows, [{ role, rolsuper: false }]);
      await assert.rejects(run(connection, `copy (select 1) to program 'true'`), /permission denied/);
      await assert.rejects(run(connection, 'copy pg_proc from stdin'), /permission denied/);
    }
    const owners = `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace`;
    assert.deepEqual(await run(ownerConnection, owners), [{ owner: 'timebank_owner' }]);
  });

  test('a new database is analysed within seconds, one of before yesterday once a minute', async () => {
    const naptimes: unknown[] = [];
    for (const ageDays of [0, 2]) {
      const at = new Date(Date.now() - ageDays * 24 * 60 * 60 * 1000);
      await utimes(join(dataDir, 'postgres', 'PG_VERSION'), at, at);
      const database = await open(dataDir);
      naptimes.push(...(await run(database.ownerConnection, 'show autovacuum_naptime')));
      await database.stop();
    }
    assert.deepEqual(naptimes, [{ autovacuum_naptime: '5s' }, { autovacuum_naptime: '1min' }]);
  });

  test('only the socket in the folder is let in, also where a file of before let in more', async () => {
    const path = join(dataDir, 'postgres', 'pg_hba.conf');
    await writeFile(path, 'local all all trust\nhost all all 127.0.0.1/32 trust\nlocal replication all trust\n');
    const { ownerConnection } = await open(dataDir);
    const rules = await readFile(path, 'utf8');
    assert.deepEqual(
      rules.split('\n').filter((line) => line && !line.startsWith('#')),
      ['local all all trust'],
    );
    assert.deepEqual(await run(ownerConnection, 'select 1 as one'), [{ one: 1 }]);
  });

  for (const stage of ['before', 'after the first step', 'with what a person made since']) {
    test(`a folder whose owner is the superuser gets another owner, which has everything: ${stage}`, async () => {
      const path = join(folder.path, `older ${stage}`);
      const made = await open(path, { create: true });
      await makeOlder(made.ownerConnection, stage);
      await made.stop();
      const older = await open(path);
      const { ownerConnection, appConnection } = older;
      assert.deepEqual(
        await run(ownerConnection, 'select current_user as role, id from kept join kept_too using (id)'),
        [{ role: 'timebank_owner', id: 1 }],
      );
      assert.deepEqual(await run(appConnection, 'select twice(id) as id from kept'), [{ id: 2 }]);
      const others = await run(
        ownerConnection,
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'timebank_owner'::regrole
         union all select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'timebank_owner'::regrole
         union all select typname from pg_type where typnamespace = 'public'::regnamespace and typowner <> 'timebank_owner'::regrole
         union all select datname from pg_database where datname = current_database() and datdba <> 'timebank_owner'::regrole`,
      );
      assert.deepEqual(others, []);
      const supers = await run(ownerConnection, 'select rolname from pg_roles where rolsuper');
      assert.deepEqual(supers, [{ rolname: 'timebank_admin' }]);
      // Imitates a migration; the older program goes on.
      await run(ownerConnection, 'alter table kept add column later int; create index on kept (later); drop view seen');
      await older.stop();
    });
  }
});

describe('the embedded database, when it starts,', { skip }, () => {
  test('keeps its data over a restart, under any path, and is reached as the role without ownership', async () => {
    assert.ok(dataDir.length > 107);
    const database = await open(dataDir);
    const rows = await run(database.appConnection, 'select id, current_user as role from kept');
    assert.deepEqual(rows, [{ id: 42, role: 'timebank_app' }]);
  });

  test('a killed service takes its PostgreSQL with it, and the next start works', async () => {
    const service = await startService();
    const postgres = await openFolder(join(dataDir, 'postgres'));
    assert.notDeepEqual(await serverProcesses(postgres), []);
    service.kill('SIGKILL');
    await waitUntil('no process is left', async () => (await serverProcesses(postgres)).length === 0);
    postgres.close();
    await open(dataDir);
  });

  test('a postmaster.pid whose pid is another process by now does not block the start', async () => {
    // Not this process: PostgreSQL itself disregards the pid of its parent.
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    services.push(other);
    const stale = `${other.pid}\n/gone\n0\n5432\n.\n\n  0  0\nready\n`;
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
    await writeFile(join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), stale);
    await open(dataDir);
  });

  test('backends that outlived a killed postmaster do not block the start', async () => {
    const service = await startService();
    const postgres = await openFolder(join(dataDir, 'postgres'));
    const host = await postgres.socketHost();
    const busy = run({ host, port: 5432, user: 'timebank_owner', database: 'timebank' }, 'select pg_sleep(600)');
    busy.catch(() => {});
    await waitUntil('it runs', async () => (await serverProcesses(postgres)).length > 6);
    const postmaster = await findPostmaster(postgres);
    service.kill('SIGSTOP');
    process.kill(postmaster?.pid ?? 0, 'SIGKILL');
    service.kill('SIGKILL');
    await once(service, 'exit');
    const database = await open(dataDir);
    assert.deepEqual(await run(database.appConnection, 'select id from kept'), [{ id: 42 }]);
    await assert.rejects(busy);
    postgres.close();
  });
});

describe('two programs with one folder', { skip }, () => {
  test('a second service is refused in one sentence that names the first', async () => {
    const service = await startService();
    const error = await open(dataDir).catch((reason: unknown) => reason);
    assert.ok(error instanceof DatabaseOpenError);
    assert.match(
      error.message,
      new RegExp(`in use by timebank serve \\(pid ${service.pid}, http://127.0.0.1:8080, since`),
    );
  });

  test('exactly one of two services started at once runs', async () => {
    const results = await Promise.allSettled([open(dataDir), open(dataDir)]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  test('a command joins the service that runs; the service stays when the command ends', async () => {
    const service = await open(dataDir);
    const command = await open(dataDir, { exclusive: false, command: 'timebank import' });
    assert.deepEqual(await run(command.appConnection, 'select id from kept'), [{ id: 42 }]);
    await command.stop();
    assert.deepEqual(await run(service.appConnection, 'select id from kept'), [{ id: 42 }]);
  });

  test('a command that started the server stays until the command that joined it is done', async () => {
    const first = await open(dataDir, { exclusive: false, command: 'timebank import' });
    const second = await open(dataDir, { exclusive: false, command: 'timebank ledger verify' });
    const stopped = first.stop();
    assert.deepEqual(await run(second.appConnection, 'select id from kept'), [{ id: 42 }]);
    await second.stop();
    await stopped;
  });
});

describe('the embedded database, while a service runs,', { skip }, () => {
  test('a PostgreSQL killed under a running service is started again, and stays locked for it', async () => {
    const database = await open(dataDir);
    const postgres = await openFolder(join(dataDir, 'postgres'));
    const before = await findPostmaster(postgres);
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await waitUntil('another one answers', async () => {
      const [row] = await run(database.appConnection, 'select id from kept');
      return row?.id === 42 && (await findPostmaster(postgres))?.pid !== before?.pid;
    });
    await waitUntil('the lock is taken again', async () => {
      const [row] = await run(
        database.ownerConnection,
        `select count(*)::int as n from pg_locks where locktype = 'advisory'`,
      );
      return row?.n === 1;
    });
    await database.stop();
    assert.deepEqual(await serverProcesses(postgres), []);
    postgres.close();
  });
});

describe('a folder that holds no database of this version', { skip }, () => {
  test('a folder of another major version is refused in one sentence', async () => {
    const path = join(folder.path, 'older');
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '15\n');
    await assert.rejects(open(path), {
      message:
        /was written by PostgreSQL 15 and the PostgreSQL of this timebank is 18[.0-9]+: name the folder of a PostgreSQL 15 in EMBEDDED_POSTGRES_BIN, or /,
    });
  });

  test('a folder that holds something else is refused and left alone', async () => {
    const path = join(folder.path, 'other');
    await mkdir(join(path, 'postgres'), { recursive: true });
    await writeFile(join(path, 'postgres', 'precious'), 'text');
    await assert.rejects(open(path, { create: true }), { message: /is not empty and holds no database/ });
    assert.equal(await readFile(join(path, 'postgres', 'precious'), 'utf8'), 'text');
  });

  test('a command that may not create a database says that there is none', async () => {
    const path = join(folder.path, 'nothing');
    await assert.rejects(open(path, { exclusive: false }), { message: /^There is no folder .*timebank init/ });
    await assert.rejects(readFile(path), { code: 'ENOENT' });
  });
});

async function run(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes the folder what 0.1.0+f844f4bd made: the owner is initdb's superuser, and owns everything. */
async function makeOlder(owner: pg.ClientConfig, stage: string): Promise<void> {
  const admin = { ...owner, user: 'timebank_admin' };
  await run(admin, 'create role helper superuser login');
  const helper = { ...owner, user: 'helper' };
  await run(helper, 'alter database timebank owner to timebank_admin');
  await run(helper, 'drop role timebank_owner; alter role timebank_admin rename to timebank_owner');
  await run(
    owner,
    `drop role helper;
     create domain short as text check (length(value) < 9);
     create type mood as enum ('good');
     create table kept (id int generated always as identity primary key, words short, how mood);
     create sequence numbers;
     create table kept_too (id int) partition by hash (id);
     create table kept_too_0 partition of kept_too for values with (modulus 1, remainder 0);
     create view seen as select id from kept;
     create function twice(int) returns int language sql as 'select 2 * $1';
     insert into kept default values; insert into kept_too values (1);
     grant select on kept, kept_too to timebank_app`,
  );
  if (stage === 'after the first step') await run(owner, 'create role timebank_upgrade superuser login');
  if (stage === 'with what a person made since')
    await run(owner, 'create schema others; create table others.theirs ()');
}
