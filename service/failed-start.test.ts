/** A start that fails, at each of its steps, and one that is interrupted: processes of their own, which leave nothing. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readlinkSync } from 'node:fs';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newSecretKey } from '../core/installation/key-file.ts';
import { childEnvironment } from '../test-support/child-environment.ts';
import { createTestDatabase, type TestDatabase } from '../test-support/database.ts';
import { startServe } from '../test-support/serve-process.ts';
import { execute } from '../test-support/server.ts';
import { patientMs } from '../test-support/speed.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
/** From the sentence on, or from the signal on. */
const GONE_WITHIN_MS = 1000;

type Command = 'serve' | 'demo';
type Env = Readonly<Record<string, string>>;

let folder: TemporaryFolder;
/** An installation with its embedded database, as a service that ran before has left it. */
let dataDir: string;
let busy: Server;
let busyPort: string;
before(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  assert.equal(await (await startServe(dataDir)).stop(), 0);
  busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  busyPort = String((busy.address() as AddressInfo).port);
});
after(async () => {
  busy?.close();
  await folder?.remove();
});

function start(command: Command, env: Env): ChildProcess {
  return spawn(process.execPath, [MAIN, command, ...(command === 'serve' ? ['--create'] : [])], {
    env: { ...childEnvironment(), MODE: 'demo', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The processes that work in a folder: the embedded PostgreSQL does. */
const processesIn = (path: string) =>
  globSync('/proc/[0-9]*/cwd').filter((link) => {
    try {
      return readlinkSync(link).startsWith(`${path}/`);
    } catch {
      return false;
    }
  });

/** Starts it, and waits for its end. @param sentence what it says */
async function fails(command: Command, env: Env, sentence: RegExp): Promise<void> {
  const child = start(command, env);
  const [errors, lines]: [string[], string[]] = [[], []];
  let saidAtMs = Number.NaN;
  child.stdout?.on('data', (chunk) => lines.push(String(chunk)));
  child.stderr?.on('data', (chunk) => {
    errors.push(String(chunk));
    saidAtMs = performance.now();
  });
  const cut = setTimeout(() => child.kill('SIGKILL'), patientMs(30_000));
  const [code, signal] = await once(child, 'exit');
  clearTimeout(cut);
  const lingeredMs = performance.now() - saidAtMs;
  assert.equal(signal, null, `it lived on: ${errors.join('')}${lines.join('')}`);
  assert.equal(code, 1);
  assert.match(errors.join(''), sentence);
  assert.ok(lingeredMs < patientMs(GONE_WITHIN_MS), `it lived on for ${lingeredMs} ms: ${errors.join('')}`);
  assert.doesNotMatch(lines.join(''), /stopping failed/);
  assert.deepEqual(processesIn(env.DATA_DIR ?? dataDir), []);
}

/** As before its first demo. */
async function copyTo(path: string): Promise<void> {
  await cp(dataDir, path, { recursive: true });
  await rm(join(path, 'demo-receiver.json'), { force: true });
}

/** A copy of the installation, to be spoilt. */
async function spoilt(name: string, spoil: (path: string) => Promise<unknown>): Promise<{ DATA_DIR: string }> {
  const path = join(folder.path, name);
  await copyTo(path);
  await spoil(path);
  return { DATA_DIR: path };
}

describe('a start that fails leaves nothing behind, at whichever step:', () => {
  for (const command of ['serve', 'demo'] as const) {
    describe(command, () => {
      const each = (name: string, env: () => Env | Promise<Env>, sentence: RegExp) =>
        test(name, async () => fails(command, await env(), sentence));

      each('the folder of PostgreSQL', () => ({ EMBEDDED_POSTGRES_BIN: folder.path }), /EMBEDDED_POSTGRES_BIN/);
      each(
        'the server that does not come up',
        () =>
          spoilt(`${command}-server`, (path) =>
            writeFile(join(path, 'postgres/postgresql.conf'), 'no_such_setting = 1\n'),
          ),
        /PostgreSQL did not start/,
      );
      each(
        'the database that is not made',
        async () => {
          const path = join(folder.path, `${command}-unmade`);
          await mkdir(path);
          await writeFile(join(path, 'left-over'), '');
          await chmod(path, 0o500);
          return process.geteuid?.() === 0 ? { DATA_DIR: join(path, 'left-over') } : { DATA_DIR: path };
        },
        /timebank: /,
      );
      each('the folder of backups', () => ({ BACKUP_DIR: join(MAIN, 'below-a-file') }), /BACKUP_DIR/);
      each(
        'the key of the installation',
        () => spoilt(`${command}-key`, (path) => writeFile(join(path, 'secret.key'), newSecretKey())),
        /key/i,
      );
      each('the port of metrics', () => ({ METRICS_PORT: busyPort }), /METRICS_PORT/);
      each('the port', () => ({ PORT: busyPort, METRICS_PORT: '0' }), /set PORT to a free one/);
      each('the address', () => ({ HOST: '203.0.113.1' }), /HOST/);
      each(
        'the worker, which begins when all else is there',
        () => ({ WEBHOOK_CA_FILE: '/nowhere', METRICS_PORT: '0' }),
        /WEBHOOK_CA_FILE \/nowhere/,
      );
    });
  }

  test('demo: the file of its receiver', async () => {
    const { DATA_DIR } = await spoilt('receiver', (path) => mkdir(join(path, 'demo-receiver.json')));
    await fails('demo', { DATA_DIR }, /demo-receiver\.json/);
  });
});

describe('a server that gives only so many connections leaves nothing behind, whichever is refused:', () => {
  let database: TestDatabase;
  const role = () => decodeURIComponent(new URL(database.appUrl).username);
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database?.drop());

  // One for all: the start before may have got as far as setting the database up with it.
  const SECRET_KEY = newSecretKey();
  // Without any, the service waits for the server.
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    test(`${limit}`, async () => {
      const own = `limited_${limit}_${process.pid}`;
      await execute(database.ownerUrl, `create role ${own} login in role ${role()} connection limit ${limit}`);
      const url = new URL(database.appUrl);
      url.username = own;
      try {
        const env = { DATABASE_URL: url.href, MIGRATE_DATABASE_URL: database.ownerUrl, SECRET_KEY };
        await fails('demo', { ...env, WEBHOOK_CA_FILE: '/nowhere' }, /too many connections|\/nowhere/);
      } finally {
        await execute(database.ownerUrl, `drop owned by ${own}`);
        await execute(database.ownerUrl, `drop role ${own}`);
      }
    });
  }
});

describe('a start that is interrupted ends at once:', () => {
  const moments: readonly (readonly [string, NodeJS.Signals, (path: string) => boolean])[] = [
    ['as soon as the process is there', 'SIGTERM', () => true],
    ['when its server is being started', 'SIGHUP', (path) => existsSync(join(path, 'postgres/postmaster.pid'))],
    ['when its server can be used', 'SIGINT', (path) => processesIn(path).length > 3],
    ['when its receiver listens', 'SIGTERM', (path) => existsSync(join(path, 'demo-receiver.json'))],
  ];
  for (const [moment, signal, isThen] of moments) {
    test(`${moment}, by ${signal}`, async () => {
      const path = join(folder.path, moment);
      await copyTo(path);
      const child = start('demo', { DATA_DIR: path });
      const exited = once(child, 'exit');
      await waitUntil(moment, () => isThen(path));
      const sentAtMs = performance.now();
      child.kill(signal);
      await exited;
      const tookMs = performance.now() - sentAtMs;
      assert.ok(tookMs < patientMs(GONE_WITHIN_MS), `${tookMs} ms`);
      await waitUntil('its server has ended', () => processesIn(path).length === 0);
    });
  }
});
