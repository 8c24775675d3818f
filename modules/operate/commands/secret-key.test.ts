import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { systemClock } from '../../../core/base/clock.ts';
import { readConfig } from '../../../core/base/config.ts';
import { deriveKeys } from '../../../core/base/keys.ts';
import { connectAlone, connectDatabase } from '../../../core/database/connect.ts';
import { startWorker, type Worker } from '../../../core/events/delivery/loop.ts';
import { createKeyFile, newSecretKey, nextKeyFileOf } from '../../../core/installation/key-file.ts';
import { openKeys } from '../../../core/installation/secret-key.ts';
import { runCommand, spawnCommand } from '../../../test-support/command.ts';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { startTestService, type TestService } from '../../../test-support/harness.ts';
import { runsOnServer } from '../../../test-support/has-tool.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { startServe } from '../../../test-support/serve-process.ts';
import { silentLog } from '../../../test-support/server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { decryptTotpSecret, encryptTotpSecret } from '../../office/domain/administrators/totp.ts';
import { rotateKey } from '../domain/installation/change-key.ts';

const TOTP = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const COMMAND_STARTS_MS = 60_000;
const EMAIL = 'ada@example.org';

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

interface Installation {
  readonly env: Readonly<Record<string, string>>;
  readonly keyFile: string;
  readonly run: (args: readonly string[]) => ReturnType<typeof runCommand>;
  readonly json: (args: readonly string[]) => Promise<Record<string, unknown>>;
  readonly files: () => Promise<string[]>;
  /** As the service does at its start; closes again. */
  readonly open: () => Promise<void>;
}

let folder: TemporaryFolder;
let testDatabase: TestDatabase;
let owner: pg.Client;
let at: Installation;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  testDatabase = await createTestDatabase();
  owner = new pg.Client(testDatabase.ownerConnection);
  await owner.connect();
  at = installation({ MODE: 'demo', DATA_DIR: folder.path });
});
afterEach(async () => {
  await owner.end();
  await testDatabase.drop();
  await folder.remove();
});

function installation(env: Record<string, string>): Installation {
  const all = { DATABASE_URL: testDatabase.appUrl, MIGRATE_DATABASE_URL: testDatabase.ownerUrl, ...env };
  const run = (args: readonly string[]) => runCommand(testDatabase, ['secret-key', ...args], all);
  return {
    env: all,
    keyFile: join(folder.path, 'secret.key'),
    run,
    async json(args) {
      const { code, stdout, stderr } = await run([...args, '--json']);
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    },
    files: async () => (await readdir(folder.path)).sort(),
    async open() {
      const database = await connectDatabase(testDatabase.appConnection);
      try {
        await openKeys(readConfig(all, 'production'), database, systemClock, silentLog);
      } finally {
        await database.close();
      }
    },
  };
}

const keyOf = async (path: string) => (await readFile(path, 'utf8')).trim();

/** The service under a key, with a worker, for as long as the work takes. */
async function serving<T>(key: string, work: (service: TestService) => Promise<T>): Promise<T> {
  const env = { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8', SECRET_KEY: key };
  const service = await startTestService({ database: testDatabase, clock: systemClock, env });
  let worker: Worker | undefined;
  try {
    worker = startWorker(service.deps, { pollMs: 50, jobs: [], sender: { extraCa: receiver.ca } });
    return await work(service);
  } finally {
    await worker?.stop();
    await service.stop();
  }
}

/** A subscription in the middle of a secret's overlap, and an administrator with one-time codes. */
async function fill(key: string) {
  const filled = await serving(key, async (service) => {
    const partner = await service.createPartner({ name: 'Harbour Bank' });
    const token = await service.token(partner);
    const json = { event_types: ['*'], target_url: receiver.url };
    const created = (await service.call('POST', '/webhooks/subscriptions', { token, json })).body.data;
    const path = `/webhooks/subscriptions/${created.id}`;
    const { secret } = (await service.call('POST', `${path}/rotate-secret`, { token })).body.data;
    return { partner, path, id: created.id as string, secrets: [secret as string, created.secret as string] };
  });
  const { rows } = await owner.query(
    `insert into administrators (email, name, created_at) values ($1, 'Ada', now()) returning id`,
    [EMAIL],
  );
  const administratorId: number = rows[0].id;
  await owner.query('update administrators set totp_secret_encrypted = $2, totp_confirmed_at = now() where id = $1', [
    administratorId,
    encryptTotpSecret(deriveKeys(key).totp, administratorId, TOTP),
  ]);
  await owner.query('insert into recovery_codes (administrator_id, code_hash, created_at) values ($1, $2, now())', [
    administratorId,
    randomBytes(32),
  ]);
  return { ...filled, administratorId };
}

type FilledInstallation = Awaited<ReturnType<typeof fill>>;

/** An event of now arrives and verifies with each of the secrets. */
async function delivers(
  service: TestService,
  { partner }: FilledInstallation,
  secrets: readonly string[],
): Promise<void> {
  const before = receiver.requests.length;
  await service.createMember({ communityId: partner.communityId });
  await waitUntil('the event arrives', () => receiver.requests.length > before);
  const { body, headers } = receiver.requests.at(-1) ?? assert.fail();
  for (const secret of secrets) new Webhook(secret).verify(body, headers as Record<string, string>);
}

async function firstKey(): Promise<string> {
  await at.open();
  return keyOf(at.keyFile);
}

async function totp(filled: FilledInstallation, key: string): Promise<string> {
  const { rows } = await owner.query('select totp_secret_encrypted as secret from administrators where id = $1', [
    filled.administratorId,
  ]);
  return decryptTotpSecret(deriveKeys(key).totp, filled.administratorId, rows[0].secret);
}

async function audited(action: string): Promise<{ subject: string; details: Record<string, unknown> }[]> {
  return (await owner.query('select subject, details from audit_log where action = $1', [action])).rows;
}

test('after a rotation every secret is under the new key, signatures verify, and the old key is kept aside', async () => {
  const old = await firstKey();
  const filled = await fill(old);
  const { old_key_file, ...result } = await at.json(['rotate']);
  assert.deepEqual(result, {
    ...{ key_file: at.keyFile, secret_key_to_be_set: false, was_done_before: false },
    ...{ subscriptions: 1, totp_secrets: 1, recovery_codes_void: [EMAIL] },
  });
  const key = await keyOf(at.keyFile);
  assert.notEqual(key, old);
  assert.equal(await keyOf(String(old_key_file)), old);
  for (const name of await at.files()) {
    assert.match(name, /^secret\.key(\.[-\dTZ]+\.old)?$/);
    assert.equal((await stat(join(folder.path, name))).mode & 0o777, 0o600, name);
  }
  assert.equal(await totp(filled, key), TOTP);
  assert.deepEqual((await audited('secret_key.rotated'))[0], {
    subject: 'installation',
    details: { subscriptions: 1, totp_secrets: 1, recovery_codes_void: 1 },
  });
  await at.open();
  await serving(key, (service) => delivers(service, filled, filled.secrets));
});

test('a key in SECRET_KEY changes to the one of a file; asked again with the old one, the command says what to set', async () => {
  const old = newSecretKey();
  const newKeyFile = join(folder.path, 'new.key');
  const inSetting = installation({ SECRET_KEY: old });
  await inSetting.open();
  const filled = await fill(old);
  assert.match((await inSetting.run(['rotate'])).stderr, /pass it with --new-key-file\.\n$/);
  assert.match((await inSetting.run(['rotate', '--new-key-file', newKeyFile])).stderr, /There is no file/);
  const key = newSecretKey();
  await writeFile(newKeyFile, `${key}\n`);
  const { code, stdout } = await inSetting.run(['rotate', '--new-key-file', newKeyFile]);
  assert.equal(code, 0);
  assert.match(stdout, /Set SECRET_KEY to the content of .*new\.key on every node/);
  assert.equal((await inSetting.json(['rotate', '--new-key-file', newKeyFile])).was_done_before, true);
  await assert.rejects(inSetting.open(), { message: /^SECRET_KEY is not the one this database was set up with: / });
  await installation({ SECRET_KEY: key }).open();
  assert.deepEqual(await at.files(), ['new.key']);
  await serving(key, (service) => delivers(service, filled, filled.secrets));
});

test('a rotation is refused while a service is connected, and changes nothing', async () => {
  const key = await firstKey();
  await serving(key, async () => {
    for (const args of [['rotate'], ['accept-loss', '--yes']]) {
      const { code, stderr } = await at.run(args);
      assert.equal(code, 1);
      assert.match(stderr, /^timebank: Something is still connected .*\d+ by timebank.*: stop every node[^\n]*\n$/);
    }
  });
  assert.deepEqual(await at.files(), ['secret.key']);
  assert.equal(await keyOf(at.keyFile), key);
});

test('a rotation killed before the database has changed over leaves the old key in force, and is repeated', async () => {
  const old = await firstKey();
  const filled = await fill(old);
  await owner.query('begin');
  await owner.query('select from subscriptions for update');
  const { child, result } = spawnCommand(testDatabase, ['secret-key', 'rotate'], at.env);
  const blocked = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))';
  await waitUntil(
    'it waits in the middle',
    async () => (await owner.query(blocked)).rows.length > 0,
    COMMAND_STARTS_MS,
  );
  child.kill('SIGKILL');
  assert.equal((await result).code, null);
  await owner.query('rollback');
  const next = await keyOf(nextKeyFileOf(folder.path));
  await at.open();
  assert.equal(await totp(filled, old), TOTP);
  assert.equal((await at.json(['rotate'])).subscriptions, 1);
  assert.equal(await keyOf(at.keyFile), next);
  assert.equal(await totp(filled, next), TOTP);
});

describe('a rotation killed after the database has changed over', () => {
  let old: string;
  let next: string;
  let filled: FilledInstallation;
  beforeEach(async () => {
    old = await firstKey();
    filled = await fill(old);
    next = await createKeyFile(nextKeyFileOf(folder.path), newSecretKey());
    const connection = connectAlone(testDatabase.appConnection);
    const act = { actor: 'test', at: new Date() };
    await connection.transaction((open) => rotateKey(open, act, deriveKeys(old), deriveKeys(next)));
    await connection.close();
    assert.equal(await keyOf(at.keyFile), old);
  });
  async function assertFinished() {
    const [current, aside, ...rest] = await at.files();
    assert.deepEqual([current, rest], ['secret.key', []]);
    assert.equal(await keyOf(at.keyFile), next);
    assert.equal(await keyOf(join(folder.path, aside ?? '')), old);
    assert.equal(await totp(filled, next), TOTP);
  }

  test('is finished by the next start', async () => {
    await at.open();
    await assertFinished();
    await serving(next, (service) => delivers(service, filled, filled.secrets));
  });

  test('is finished by the command, which does not rotate once more', async () => {
    assert.equal((await at.json(['rotate'])).was_done_before, true);
    await assertFinished();
  });
});

test('without its key a database is not opened, no file appears, and the sentence names both ways out', async () => {
  await firstKey();
  await rm(at.keyFile);
  const missing =
    /The key file \S+secret\.key is missing: restore the file from a backup .*, or .* "timebank secret-key accept-loss"\.$/;
  await assert.rejects(at.open(), { message: missing });
  for (const args of [['serve'], ['demo'], ['secret-key', 'rotate']]) {
    const { code, stderr } = await runCommand(testDatabase, args, { ...at.env, PORT: '0' });
    assert.equal(code, 1);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
    assert.match(stderr.trim(), missing);
  }
  assert.deepEqual(await at.files(), []);
});

test('wrong and damaged key files are refused in one sentence and left alone', async () => {
  await firstKey();
  for (const [text, message] of [
    [newSecretKey(), /secret\.key is not the one this database was set up with: restore .* accept-loss/],
    ['', /does not hold a key of 32 bytes in base64: restore .* accept-loss/],
    [`${randomBytes(31).toString('base64')}`, /does not hold a key of 32 bytes/],
    [`!${newSecretKey()}`, /does not hold a key of 32 bytes/],
    [`${newSecretKey()}\n${newSecretKey()}`, /does not hold a key of 32 bytes/],
  ] as const) {
    await writeFile(at.keyFile, text);
    await assert.rejects(at.open(), { message });
    assert.equal(await readFile(at.keyFile, 'utf8'), text);
  }
  assert.deepEqual(await at.files(), ['secret.key']);
});

test('a loss is accepted only with --yes; then partners make other secrets and deliveries go again', async () => {
  const filled = await fill(await firstKey());
  await rm(at.keyFile);
  await serving(newSecretKey(), (service) => service.createMember({ communityId: filled.partner.communityId }));
  receiver.requests.length = 0;

  const asked = await at.run(['accept-loss']);
  assert.equal(asked.code, 1);
  for (const part of [filled.id, 'Harbour Bank', EMAIL, 'repeat the command with --yes'])
    assert.ok(asked.stderr.includes(part), part);
  assert.deepEqual(await at.files(), []);

  const { subscriptions, ...rest } = await at.json(['accept-loss', '--yes']);
  assert.deepEqual(rest, { key_file: at.keyFile, totp_removed: [EMAIL], recovery_codes_void: [EMAIL] });
  const [lost] = subscriptions as { id: string; partner: string; target_url: string }[];
  assert.deepEqual([lost?.id, lost?.partner, lost?.target_url], [filled.id, 'Harbour Bank', receiver.url]);
  const { rows } = await owner.query(
    `select totp_secret_encrypted, totp_confirmed_at, (select count(*)::int from recovery_codes) as codes from administrators`,
  );
  assert.deepEqual(rows, [{ totp_secret_encrypted: null, totp_confirmed_at: null, codes: 0 }]);
  assert.equal((await audited('secret_key.loss_accepted')).length, 1);
  assert.equal((await audited('subscription.disabled'))[0]?.subject, filled.id);
  assert.equal((await audited('administrator.totp_disabled'))[0]?.subject, `administrator:${filled.administratorId}`);

  await at.open();
  assert.match((await at.run(['accept-loss', '--yes'])).stderr, /^timebank: Nothing is lost: /);
  await serving(await keyOf(at.keyFile), async (service) => {
    const token = await service.token(filled.partner);
    const get = async () => (await service.call('GET', filled.path, { token })).body.data;
    const activate = () => service.call('PATCH', filled.path, { token, json: { status: 'active' } });
    const { status, disabled_reason } = await get();
    assert.equal(status, 'disabled');
    assert.match(disabled_reason, /^The signing secret was lost on \d{4}-\d\d-\d\d: make another .*rotate-secret/);
    const refused = await activate();
    assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'secret_lost']);
    const { secret } = (await service.call('POST', `${filled.path}/rotate-secret`, { token })).body.data;
    assert.equal((await activate()).body.data.status, 'active');
    await delivers(service, filled, [secret]);
    const signature = String(receiver.requests.at(-1)?.headers['webhook-signature']);
    assert.equal(signature.split(' ').length, 1, 'nothing is left to sign with but the new secret');
  });
});

test('with the right key, accept-loss gives up only what cannot be read', async () => {
  const key = await firstKey();
  const filled = await fill(key);
  await owner.query(`update subscriptions set previous_secret_encrypted = '\\x00'`);
  await owner.query('update administrators set totp_secret_encrypted = $1', [randomBytes(60)]);
  const stuck = await at.run(['rotate']);
  assert.match(stuck.stderr, /^timebank: The one-time-code secret of ada@example\.org cannot be read [^\n]*\n$/);
  assert.equal(await keyOf(at.keyFile), key);
  const lost = await at.json(['accept-loss', '--yes']);
  assert.deepEqual([lost.subscriptions, lost.totp_removed], [[], [EMAIL]]);
  assert.equal(await keyOf(at.keyFile), key);
  await serving(key, (service) => delivers(service, filled, filled.secrets.slice(0, 1)));
});

test('files open to others are made private where they are ours', async () => {
  const key = await firstKey();
  await chmod(at.keyFile, 0o644);
  await chmod(folder.path, 0o755);
  const warnings: string[] = [];
  const database = await connectDatabase(testDatabase.appConnection);
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  await openKeys(readConfig(at.env, 'production'), database, systemClock, log);
  await database.close();
  assert.equal((await stat(at.keyFile)).mode & 0o777, 0o600);
  assert.equal((await stat(folder.path)).mode & 0o777, 0o700);
  assert.deepEqual(
    warnings.map((text) => text.replace(/ was open to other users; only its owner may use it now$/, '')),
    [folder.path, at.keyFile],
  );
  assert.equal(await keyOf(at.keyFile), key);
});

test('the embedded database: refused beside its service, rotated without it, started after a loss', {
  skip: runsOnServer(),
}, async () => {
  const dataDir = join(folder.path, 'embedded');
  const env = { DATABASE_URL: '', MIGRATE_DATABASE_URL: '', DATA_DIR: dataDir, MODE: 'demo', PORT: '0' };
  const keyFile = join(dataDir, 'secret.key');
  const run = (...args: string[]) => runCommand(testDatabase, args, env);
  const first = await startServe(dataDir);
  const refused = await run('secret-key', 'rotate');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^timebank: The data folder .* is in use by timebank serve \(pid \d+/);
  assert.equal(await first.stop(), 0);

  const old = await keyOf(keyFile);
  assert.equal((await run('secret-key', 'rotate')).code, 0);
  assert.notEqual(await keyOf(keyFile), old);
  await (await startServe(dataDir)).stop();

  await rm(keyFile);
  for (const command of ['serve', 'demo']) {
    const { code, stderr } = await run(command);
    assert.equal(code, 1);
    assert.match(stderr, /^timebank: The key file .* is missing: restore [^\n]*accept-loss"\.\n$/);
    assert.ok(!(await readdir(dataDir)).includes('secret.key'));
  }
  const accepted = await run('secret-key', 'accept-loss', '--yes');
  assert.equal(accepted.code, 0, accepted.stderr);
  assert.equal(await (await startServe(dataDir)).stop(), 0);
});
