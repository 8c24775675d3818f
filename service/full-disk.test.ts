/** The disk of the embedded database fills up under a running service, and has room again. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BASE_PATH, SCOPES } from '@timebank/contract';
import { runsOnServer } from '../test-support/has-tool.ts';
import { type ServeProcess, startServe } from '../test-support/serve-process.ts';
import { noSmallDisk, type SmallDisk, startSmallDisk } from '../test-support/small-disk.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../test-support/temporary-folder.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const skip = runsOnServer() || noSmallDisk();
/** Room for a new database, its write-ahead log and the reserve. */
const SIZE = '320m';
const PIECES = 4;
const FULL = /No space left on device/;

let folder: TemporaryFolder;
let dataDir: string;
let disk: SmallDisk;
let service: ServeProcess;
let member: string;
let token: string;
let credits = 0;

before(async () => {
  folder = await createTemporaryFolder();
  if (skip) return;
  dataDir = join(folder.path, 'data');
  await mkdir(dataDir);
  disk = await startSmallDisk(SIZE, dataDir);
  service = await startServe(dataDir, {}, ['--create'], disk.within);
  await timebank('community', 'create', '--slug', 'elm', '--name', 'Elm');
  member = (await timebank('member', 'add', '--name', 'Ada')).id;
  const bank = ['--name', 'Bank', '--scopes', SCOPES.join(' '), '--rate-limit', '0'];
  const { client_id: clientId, client_secret: secret } = await timebank('partner', 'create', ...bank);
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const answer = await fetch(`${service.origin}${BASE_PATH}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
after(async () => {
  await service?.stop();
  await disk?.stop();
  await folder?.remove();
});

/** Runs the command beside the service. @returns what it printed */
async function timebank(...args: string[]) {
  const { code, stdout, stderr } = await disk.run([...args, '--json'], { DATA_DIR: dataDir, MODE: 'demo' });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Runs it when not a byte is left, as a person does. */
async function timebankFromReserve(...args: string[]): Promise<void> {
  await fill('filler');
  const { code, stderr } = await disk.run(args, { DATA_DIR: dataDir, MODE: 'demo' });
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  assert.match(stderr, /disk of DATA_DIR is full: a part of the reserve was released for this command\. Make room/);
}

async function call(method: string, path: string, json?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const answer = await fetch(`${service.origin}${BASE_PATH}${path}`, { method, headers, ...body });
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: (await answer.json()) as Answer,
  };
}
interface Answer {
  readonly error?: string;
  readonly data?: { readonly id: string };
}

const credit = (reference = `R-${++credits}`) =>
  call('POST', '/wallet/credit', { user_id: member, hours: 1, reference });
const readiness = async () => (await fetch(`${service.origin}/health/ready`)).status;

/** Until not a byte more fits. */
async function fill(name: string): Promise<void> {
  const block = Buffer.alloc(1_000_000);
  const path = join(disk.path, name);
  for (const bytes of [block, block.subarray(0, 4096)]) {
    for (;;) {
      const refused = await writeFile(path, bytes, { flag: 'a' }).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (refused === 'ENOSPC') break;
      assert.equal(refused, undefined);
    }
  }
}

test('credits are refused and reads go on, backup and switch work from the reserve, and with room it books again', {
  skip,
}, async () => {
  await waitUntil(
    'the reserve is set aside',
    async () => (await readdir(join(disk.path, 'reserve'))).length === PIECES,
  );
  const booked = await credit();
  assert.equal(booked.status, 201, JSON.stringify(booked.body));

  await fill('filler');
  let refused = await credit();
  // Pages that are there have room for some, and the server gives back what it needs no more.
  while (refused.status === 201) {
    await fill('filler');
    refused = await credit();
  }
  assert.deepEqual([refused.status, refused.body.error], [503, 'temporarily_unavailable']);
  assert.ok(Number(refused.retryAfter) > 0);
  const reference = `R-${credits}`;
  assert.equal((await call('GET', `/wallet/credits/${booked.body.data?.id}`)).status, 200, 'reads go on');
  await waitUntil('it is not ready', async () => {
    await fill('filler');
    return (await readiness()) === 503;
  });
  const named = service.faults.find((line) => line.includes('the database refuses writes: '));
  assert.match(named ?? '', FULL);

  const file = join(folder.path, 'rescue.backup');
  await timebankFromReserve('backup', file);
  assert.ok((await stat(file)).size > 1000);
  await timebankFromReserve('api', 'off', '--reason', 'the disk is full');
  assert.ok((await readdir(join(disk.path, 'reserve'))).length <= PIECES - 2);
  assert.equal((await credit()).status, 503);

  await rm(join(disk.path, 'filler'));
  await timebank('api', 'on');
  await waitUntil('it is ready again', async () => (await readiness()) === 200);
  const again = await credit(reference);
  assert.equal(again.status, 201, 'what was refused was not booked, and is now');
  assert.deepEqual([service.child.exitCode, service.said('the database takes writes again')], [null, true]);
  assert.equal((await timebank('ledger', 'verify')).holds, true);
});
