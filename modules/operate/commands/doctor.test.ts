import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { stampOf } from '../../../core/base/files.ts';
import { ago, DAY_MS, MINUTE_MS } from '../../../core/base/time.ts';
import { withClient } from '../../../core/database/client.ts';
import { connectDatabase } from '../../../core/database/connect.ts';
import { newSecretKey } from '../../../core/installation/key-file.ts';
import { runCommand } from '../../../test-support/command.ts';
import { startCuttingProxy } from '../../../test-support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { type SetUp, setUpDelivery } from '../../../test-support/delivery.ts';
import { assertFound, type DoctorOptions, type Env, runDoctor } from '../../../test-support/doctor.ts';
import { freePort } from '../../../test-support/free-port.ts';
import { startTestService } from '../../../test-support/harness.ts';
import { type OwnPostgres, startOwnPostgres } from '../../../test-support/own-postgres.ts';
import { type ServeProcess, startServe } from '../../../test-support/serve-process.ts';
import { execute } from '../../../test-support/server.ts';
import { patientMs } from '../../../test-support/speed.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { selectOldestTransaction } from '../domain/doctor/queries.ts';

let folder: TemporaryFolder;
let database: TestDatabase;
before(async () => {
  [folder, database] = await Promise.all([createTemporaryFolder(), createTestDatabase()]);
});
after(async () => {
  await database?.drop();
  await folder?.remove();
});

/** On this file's server and folder, unless others are named. */
const doctor = (env: Env = {}, options: DoctorOptions = {}) =>
  runDoctor(
    {
      ...{ DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl },
      ...{ DATA_DIR: folder.path, MODE: 'demo', PORT: '1', ...env },
    },
    options,
  );

describe('an installation of its own', () => {
  let home: TemporaryFolder;
  let env: Env;
  let port: number;
  let serve: ServeProcess;
  let keyFile: string;
  before(async () => {
    home = await createTemporaryFolder();
    port = await freePort();
    const [dataDir, backupDir] = [join(home.path, 'data'), join(home.path, 'backups')];
    keyFile = join(dataDir, 'secret.key');
    env = {
      ...{ MODE: 'production', DATABASE_URL: '', MIGRATE_DATABASE_URL: '', PORT: String(port) },
      ...{ DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_READABLE: 'yes', PUBLIC_URL: `http://127.0.0.1:${port}` },
    };
    serve = await startServe(dataDir, env);
    await waitUntil('its backup is made', async () =>
      (await readdir(backupDir)).some((name) => name.endsWith('.backup')),
    );
  });
  after(async () => {
    await serve?.stop();
    await home?.remove();
  });

  test('that is well has no problem, for a script and for a person', async () => {
    const { problems, of, checks } = await doctor(env, { args: ['--ledger'] });
    assert.deepEqual(problems, [], JSON.stringify(checks, null, 2));
    for (const name of ['service', 'public_url', 'issuer', 'last_backup', 'secret_key', 'schema', 'ledger']) {
      assert.equal(of(name).result, 'ok', `${name}: ${of(name).finding}`);
    }
    assertFound(of('nodes'), 'ok', new RegExp(`:${serve.pid} \\(\\d+\\.\\d+\\.\\d+\\+[0-9a-f]{8}\\) since `));
    assertFound(of('certificate'), 'not_checked', /PUBLIC_URL is not https/);

    const { code, stdout } = await runCommand(database, ['doctor'], env);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ok {7}settings {8}production, embedded database in /);
    assert.match(stdout, /\n- {8}certificate {5}not checked: PUBLIC_URL is not https\n/);
    assert.match(stdout, /\n\nNo problem found\.\n$/);
  });

  test('is not taken for stopped by settings of another port, and tells that it has another name', async () => {
    const elsewhere = await doctor({ ...env, PORT: '1', PUBLIC_URL: '' });
    assertFound(elsewhere.of('service'), 'note', /a node runs on this machine/, /the HOST and PORT of the service/);
    const otherName = await doctor({ ...env, PUBLIC_URL: `http://localhost:${port}` });
    assertFound(otherName.of('issuer'), 'problem', /calls itself http:\/\/127/, /PUBLIC_URL=http:\/\/localhost/);
  });

  test('whose key file is lost has a problem and gets no other; what a rotation has left is a note', async () => {
    const key = await readFile(keyFile, 'utf8');
    await rm(keyFile);
    assertFound((await doctor(env)).of('secret_key'), 'problem', /secret\.key is missing/, /accept-loss/);
    await assert.rejects(stat(keyFile));
    await writeFile(`${keyFile}.new`, key, { mode: 0o600 });
    assertFound((await doctor(env)).of('secret_key'), 'note', /the key is in .*\.new/, /^Start the service/);
    await writeFile(keyFile, key, { mode: 0o600 });
    await writeFile(`${keyFile}.new`, newSecretKey(), { mode: 0o600 });
    assertFound((await doctor(env)).of('secret_key'), 'note', /left of a rotation/);
    await rm(`${keyFile}.new`);
    await chmod(keyFile, 0o644);
    assertFound((await doctor(env)).of('secret_key'), 'problem', /open to other users/);
    await chmod(keyFile, 0o600);
    assert.equal((await doctor(env)).of('secret_key').result, 'ok');
  });

  test('that is stopped says so, and its database is looked at all the same', async () => {
    const dataDir = join(home.path, 'stopped');
    await (await startServe(dataDir, { ...env, DATA_DIR: dataDir, PORT: '0', BACKUP_DIR: '' })).stop();
    const own = { DATA_DIR: dataDir, BACKUP_DIR: '', PORT: '1', PUBLIC_URL: 'http://127.0.0.1:1' };
    const stopped = await doctor({ ...env, ...own });
    assert.deepEqual(stopped.problems, ['nodes', 'service', 'public_url']);
    assertFound(stopped.of('database'), 'ok', /started for these checks/);
    assertFound(stopped.of('service'), 'problem', /nothing listens on http:\/\/127/, /Start the service/);
    assertFound(stopped.of('public_url'), 'problem', /ECONNREFUSED/);
  });
});

describe('settings', () => {
  test('that are wrong are all named, and what does not rely on them is checked', async () => {
    const { of } = await doctor({ PORT: '80x', BACKUP_KEEP: '0' });
    assertFound(
      of('settings'),
      'problem',
      /PORT is "80x"; BACKUP_KEEP is "0"|BACKUP_KEEP is "0"; PORT is "80x"/,
      /65535/,
    );
    assertFound(of('service'), 'not_checked', /^PORT cannot be used$/);
    assert.equal(of('database').result, 'ok');
  });
  test('are named once: a rule without an advice of its own is not repeated as one', async () => {
    const { of } = await doctor({ SECRET_KEY: 'c2hvcnQ=' });
    assertFound(
      of('settings'),
      'problem',
      /^SECRET_KEY must be 32 bytes in base64 /,
      /^"timebank settings" explains it\.$/,
    );
  });
  test('with a wrong DATABASE_URL do not lead to another database', async () => {
    const { of } = await doctor({ DATABASE_URL: 'mysql://x' });
    assertFound(of('settings'), 'problem', /^DATABASE_URL must be a URL/);
    for (const name of ['database', 'schema', 'secret_key', 'data_folder']) {
      assertFound(of(name), 'not_checked', /^DATABASE_URL cannot be used$/);
    }
  });
  test('that serve would refuse are a problem', async () => {
    const { of } = await doctor({ MODE: 'production', HOST: '0.0.0.0' });
    assertFound(of('settings'), 'problem', /PUBLIC_URL must be the https origin/);
  });
  test('that name two databases are a problem', async () => {
    const other = await createTestDatabase();
    const { of } = await doctor({ MIGRATE_DATABASE_URL: other.ownerUrl });
    await other.drop();
    assertFound(of('schema_owner'), 'problem', /name different databases/);
  });
});

describe('folders', () => {
  test('a DATA_DIR that others may read is a problem, and stays as it is', async () => {
    const dir = join(folder.path, 'open');
    await mkdir(dir);
    await chmod(dir, 0o755);
    assertFound((await doctor({ DATA_DIR: dir })).of('data_folder'), 'problem', /mode 755/, /chmod go= /);
    assert.equal((await stat(dir)).mode & 0o777, 0o755);
    await chmod(dir, 0o700);
    assert.equal((await doctor({ DATA_DIR: dir })).of('data_folder').result, 'ok');
  });
  test('a DATA_DIR that is not there is a problem', async () => {
    const { of } = await doctor({ DATA_DIR: join(folder.path, 'none') });
    assertFound(of('data_folder'), 'problem', /none does not exist/, /Mount its disk/);
  });
  test('backups that are old or missing are a problem, none at all worth a note', async () => {
    assertFound((await doctor()).of('last_backup'), 'note', /BACKUP_DIR is not set/);
    const dir = join(folder.path, 'backups');
    const told = async () => (await doctor({ BACKUP_DIR: dir })).of('last_backup');
    assertFound(await told(), 'problem', /^There is no folder .*, which BACKUP_DIR names$/, /^Mount its disk/);
    await mkdir(dir);
    assertFound(await told(), 'problem', /there is none in /);
    await writeFile(join(dir, `timebank-${stampOf(ago(new Date(), 3 * DAY_MS))}.backup`), '');
    assertFound(await told(), 'problem', /3 days old/, /the backup failed/);
    await writeFile(join(dir, `timebank-${stampOf(ago(new Date(), DAY_MS))}.backup`), '');
    assertFound(await told(), 'ok', /24 hours old/);
    const empty = join(folder.path, 'mount point');
    await mkdir(empty);
    await execute(database.ownerUrl, `update installation set backup_folder = '${empty}'`);
    const { of } = await doctor({ BACKUP_DIR: empty });
    assertFound(
      of('backup_folder'),
      'problem',
      /is empty, and backups .* were made there, so none is made$/,
      /^Mount its/,
    );
    assertFound(of('last_backup'), 'not_checked', /^there is none in .*; see the line "backup folder"$/);
    await execute(database.ownerUrl, 'update installation set backup_folder = null');
  });
});

describe('the database', () => {
  const IN_IT = ['server', 'role', 'durability', 'schema', 'clock', 'connections', 'vacuum', 'secret_key', 'events'];

  test('that refuses is one problem with the cause; what is in it is not checked', async () => {
    const { of, problems } = await doctor({ DATABASE_URL: 'postgresql://a@127.0.0.1:1/b' });
    assertFound(of('database'), 'problem', /connect ECONNREFUSED 127\.0\.0\.1:1/, /^Start it, or correct DATABASE_URL/);
    for (const name of IN_IT) assertFound(of(name), 'not_checked', /^the database does not answer$/);
    assert.deepEqual(problems, ['database']);
    assertFound(of('service'), 'not_checked', /^nothing listens on .*; see the line "database"$/);
  });

  test('that hangs is one problem, within the time of a check', async () => {
    const proxy = await startCuttingProxy(database);
    proxy.silence();
    const { of, tookMs } = await doctor({ DATABASE_URL: proxy.database.appUrl });
    await proxy.stop();
    assertFound(of('database'), 'problem', /timeout expired/);
    for (const name of IN_IT) assertFound(of(name), 'not_checked', /^the database does not answer$/);
    assert.ok(tookMs < patientMs(9000), `${tookMs} ms`);
  });

  test('that falls silent in the middle ends that check and those that follow', async () => {
    const proxy = await startCuttingProxy(database);
    proxy.arm('clock_timestamp() as at', 'silence-before');
    const { of, tookMs } = await doctor({ DATABASE_URL: proxy.database.appUrl });
    await proxy.stop();
    assert.equal(of('schema').result, 'ok');
    assertFound(of('clock'), 'not_checked', /no longer answers/);
    for (const name of ['vacuum', 'secret_key', 'events']) assertFound(of(name), 'not_checked', /does not answer/);
    assert.ok(tookMs < patientMs(9000), `${tookMs} ms`);
  });

  test('without a schema, or with that of a newer version, says which command or version helps', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const { of } = await doctor({ DATABASE_URL: empty.appUrl, MIGRATE_DATABASE_URL: empty.ownerUrl });
    assertFound(
      of('schema'),
      'problem',
      /^The database of DATABASE_URL is empty$/,
      /^Correct DATABASE_URL, or, .*init/,
    );
    assertFound(of('events'), 'not_checked', /^see the line "schema"$/);
    await empty.drop();

    const newer = await createTestDatabase();
    const settings = { DATABASE_URL: newer.appUrl, MIGRATE_DATABASE_URL: newer.ownerUrl };
    await execute(newer.ownerUrl, `insert into schema_migrations values ('9999_next.sql', '', now(), false)`);
    assertFound(
      (await doctor(settings)).of('schema'),
      'problem',
      /newer than this program/,
      /^Run the timebank that migrated it/,
    );
    await newer.drop();
  });
});

describe('the database, once it is reached,', () => {
  test('as a role that owns the tables is a problem in production, and a note elsewhere', async () => {
    const role = `${new URL(database.appUrl).pathname.slice(1)}_role`;
    const owner = new URL(database.ownerUrl).username;
    await execute(database.ownerUrl, `create role ${role} login password 'right' in role "${owner}"`);
    const url = new URL(database.appUrl);
    url.username = role;
    url.password = 'right';
    const env = { DATABASE_URL: url.href, SECRET_KEY: newSecretKey() };
    const told = await doctor({ ...env, MODE: 'production' });
    assertFound(told.of('role'), 'problem', /owns the tables/, /^Give DATABASE_URL a role without ownership/);
    assert.equal((await doctor(env)).of('role').result, 'note');
    await execute(database.ownerUrl, `drop role ${role}`);
  });

  test('whose clock is not that of this machine is a problem', async () => {
    const clock = { now: () => new Date(Date.now() + 5000) };
    assertFound(
      (await doctor({}, { clock })).of('clock'),
      'problem',
      /^this machine is [45]\.\d s ahead of the database/,
      /time server/,
    );
    assert.equal((await doctor()).of('clock').result, 'ok');
  });

  test('of another SECRET_KEY is a problem', async () => {
    const own = await createTestDatabase();
    const right = newSecretKey();
    const env = { DATABASE_URL: own.appUrl, MIGRATE_DATABASE_URL: own.ownerUrl };
    await (await startServe(folder.path, { ...env, SECRET_KEY: right })).stop();
    assert.equal((await doctor({ ...env, SECRET_KEY: right })).of('secret_key').result, 'ok');
    const { of } = await doctor({ ...env, SECRET_KEY: newSecretKey() });
    assertFound(of('secret_key'), 'problem', /not the one this database was set up with/, /restore --show-key/);
    await own.drop();
  });
});

describe('a server of its own', () => {
  let postgres: OwnPostgres;
  let env: Env;
  before(async () => {
    postgres = await startOwnPostgres();
    const { user, host, port, database: name } = postgres.database.appConnection;
    const url = `postgresql://${user}@${encodeURIComponent(host ?? '')}:${port}/${name}`;
    env = { DATABASE_URL: url, MIGRATE_DATABASE_URL: url.replace(user ?? '', 'timebank_owner') };
  });
  after(() => postgres?.stop());

  test('that is frozen is one problem, within the time of a check', async () => {
    await postgres.freeze();
    const { of, tookMs } = await doctor(env);
    postgres.thaw();
    assertFound(of('database'), 'problem', /timeout expired/);
    assert.ok(tookMs < patientMs(9000), `${tookMs} ms`);
  });

  test('that may lose commits, or waits for a standby that is away, has a problem', async () => {
    const owner = new pg.Client(postgres.database.ownerConnection);
    await owner.connect();
    await postgres.administer(
      'grant pg_read_all_stats to timebank_app',
      'alter system set fsync = off',
      `alter system set synchronous_standby_names = 'away'`,
    );
    await waitUntil('they hold', async () => {
      const { rows } = await owner.query(`select current_setting('synchronous_standby_names') as names`);
      return rows[0].names === 'away';
    });
    await owner.end();
    const { of } = await doctor(env);
    assertFound(of('durability'), 'problem', /fsync = off/, /^Switch it on/);
    assertFound(of('standby'), 'problem', /none of synchronous_standby_names \(away\)/, /empty synchronous/);
  });
});

describe('work that is not done', () => {
  let setUp: SetUp;
  let env: Env;
  before(async () => {
    setUp = await setUpDelivery(ago(new Date(), 10 * MINUTE_MS));
    env = { DATABASE_URL: setUp.testDatabase.appUrl, MIGRATE_DATABASE_URL: setUp.testDatabase.ownerUrl };
  });
  after(() => setUp?.stop());

  test('an event or a delivery that waits for more than a minute is a problem', async () => {
    const subscriber = await setUp.subscriber('https://bank.example/hook');
    const { communityId, subscriptionId } = subscriber;
    assert.deepEqual((await doctor(env)).problems, ['nodes', 'service']);
    await setUp.append(subscriber);
    assertFound((await doctor(env)).of('events'), 'problem', /^1 waiting to be distributed, the oldest for 10 minutes/);
    await setUp.sql('delete from event_queue');
    const insert = `insert into deliveries (community_id, id, event_id, subscription_id, next_attempt_at, created_at, lease_until)
      select community_id, $1, id, $2, $3, created_at, $4 from events where community_id = $5`;
    const due = (at: Date, lease: Date | null) => setUp.sql(insert, [uuidv7(), subscriptionId, at, lease, communityId]);
    await due(ago(new Date(), 10 * MINUTE_MS), new Date(Date.now() + MINUTE_MS));
    assertFound((await doctor(env)).of('deliveries'), 'ok', /none is overdue/);
    await setUp.sql('update deliveries set lease_until = null');
    assertFound((await doctor(env)).of('deliveries'), 'problem', /^one to Bank \(c\w+\) is due for 10 minutes/);
    await setUp.sql('delete from deliveries');
  });

  test('a disabled subscription and a switch that is off are worth a note', async () => {
    const communityId = await setUp.community();
    const partnerId = await setUp.partner(communityId);
    await setUp.subscribe(communityId, partnerId, 'https://bank.example/hook', { status: 'disabled' });
    await setUp.sql(`update installation set partner_api_disabled_reason = 'the bank asks'`);
    const { of } = await doctor(env);
    assertFound(of('subscriptions'), 'note', /^disabled: Bank \(c\w+\) 1$/);
    assertFound(of('switches'), 'note', /off for the whole installation \(the bank asks\)/, /api on/);
    await setUp.sql(`update installation set partner_api_disabled_reason = null`);
  });

  test('a day that is not final after a day and a half is a problem', async () => {
    const communityId = await setUp.community();
    const partnerId = await setUp.partner(communityId);
    await setUp.sql(
      `insert into accounts (community_id, kind, partner_id, created_at) values ($1, 'settlement', $2, $3)`,
      [communityId, partnerId, ago(new Date(), 3 * DAY_MS)],
    );
    const day = ago(new Date(), 3 * DAY_MS)
      .toISOString()
      .slice(0, 10);
    assertFound((await doctor(env)).of('statements'), 'problem', new RegExp(`^${day} of Bank .* not final yet`));
    await setUp.sql('update accounts set closed_through = $1', [ago(new Date(), DAY_MS)]);
    assert.equal((await doctor(env)).of('statements').result, 'ok');
  });
});

test('the oldest open transaction is found, with who began it', async () => {
  const stuck = { ...database.appConnection, application_name: 'stuck' };
  const lane = await connectDatabase(database.appConnection);
  try {
    await withClient(stuck, async (client) => {
      await client.query('begin');
      const { rows } = await client.query('select pg_backend_pid() as pid');
      const [seen] = await selectOldestTransaction(lane.heavy);
      assert.deepEqual([seen?.oldest?.name, seen?.oldest?.pid], ['stuck', rows[0].pid]);
    });
  } finally {
    await lane.close();
  }
});

test('a service that answers and is not ready is a problem', async () => {
  const service = await startTestService({ app: { whyNotReady: () => 'The service is starting.' } });
  const { of } = await doctor({ PORT: new URL(service.origin).port });
  await service.stop();
  assertFound(of('service'), 'problem', /is not ready: The service is starting/);
});
