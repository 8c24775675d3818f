/** `timebank community move` between two services on databases of their own, killed at every step, under load. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { BASE_PATH, SCOPES } from '@timebank/contract';
import { Webhook } from 'standardwebhooks';
import { childEnvironment } from '../../../test-support/child-environment.ts';
import { runHere, spawnCommand } from '../../../test-support/command.ts';
import { runsOnServer } from '../../../test-support/has-tool.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { type ServeProcess, startServe } from '../../../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../test-support/temporary-folder.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const skip = runsOnServer();
const WORKERS = 4;
/** What the command says as each step begins. */
const STEPS = ['stopping', 'waiting', 'copying', 'leaving', 'answering', 'deleting'];

let folder: TemporaryFolder;
let receiver: Receiver;
let here: ServeProcess;
let there: ServeProcess;
let settings: string;
before(async () => {
  if (skip) return;
  [folder, receiver] = await Promise.all([createTemporaryFolder(), startReceiver()]);
  const env = { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8', WEBHOOK_CA_FILE: receiver.caFile };
  [here, there] = (await Promise.all(['one', 'two'].map((name) => startServe(join(folder.path, name), env)))) as [
    ServeProcess,
    ServeProcess,
  ];
  settings = join(folder.path, 'two.env');
  await writeFile(settings, `MODE=demo\nDATA_DIR=${join(folder.path, 'two')}\nPUBLIC_URL=${there.origin}\n`);
});
after(async () => {
  await Promise.all([here?.stop(), there?.stop()]);
  await receiver?.stop();
  await folder?.remove();
});

const ofInstallation = (name: string) => ({ ...childEnvironment(), MODE: 'demo', DATA_DIR: join(folder.path, name) });

async function timebank(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await runHere([...args, '--json'], ofInstallation(name));
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

const MOVE = ['community', 'move', 'elm', '--to-settings'];

/** Kills the command as soon as it says that the step begins. */
async function moveKilledAt(step: string): Promise<void> {
  const none = { appUrl: '', ownerUrl: '' } as Parameters<typeof spawnCommand>[0];
  const { child, result } = spawnCommand(none, [...MOVE, settings], {
    ...ofInstallation('one'),
    DATABASE_URL: '',
    MIGRATE_DATABASE_URL: '',
  });
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.includes(step)) child.kill('SIGKILL');
  });
  await result;
  assert.equal(child.signalCode, 'SIGKILL', `it was not killed at ${step}`);
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any operation
  readonly body: any;
}

async function ask(origin: string, path: string, json: object, token?: string): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}${BASE_PATH}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(json),
  });
  return { status: answer.status, body: await answer.json() };
}

test('killed at every step and repeated under load, a move loses no credit and no event, and books none twice', {
  skip,
}, async () => {
  await timebank('two', 'community', 'create', '--slug', 'oak', '--name', 'Oak');
  await timebank('one', 'community', 'create', '--slug', 'elm', '--name', 'Elm');
  const member: string = (await timebank('one', 'member', 'add', '--name', 'Ada', '--community', 'elm')).id;
  const bank = ['--community', 'elm', '--name', 'Bank', '--scopes', SCOPES.join(' '), '--rate-limit', '0'];
  const client = await timebank('one', 'partner', 'create', ...bank);
  const credentials = {
    grant_type: 'client_credentials',
    client_id: client.client_id,
    client_secret: client.client_secret,
  };
  const tokenAt = async (origin: string): Promise<string> =>
    (await ask(origin, '/oauth/token', credentials)).body.access_token ?? 'none';
  const first = await tokenAt(here.origin);
  const hook = { event_types: ['wallet.credited'], target_url: receiver.url };
  const { secret } = (await ask(here.origin, '/webhooks/subscriptions', hook, first)).body.data;

  let isMoved = false;
  const credits = new Set<string>();
  async function work(worker: number): Promise<void> {
    let [origin, token] = [here.origin, first];
    for (let n = 0; !isMoved || origin === here.origin; n++) {
      const json = { user_id: member, hours: 1, reference: `${worker}-${n}` };
      for (let isBooked = false; !isBooked; ) {
        const { status, body } = await ask(origin, '/wallet/credit', json, token);
        if (status === 201 || status === 200) credits.add(body.data.id);
        isBooked = status === 201 || status === 200;
        if (status === 421) origin = body.moved_to;
        if (status === 421 || status === 401) token = await tokenAt(origin);
        else assert.ok([200, 201, 503].includes(status), JSON.stringify(body));
      }
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  working.catch(() => {});
  for (const step of STEPS) await moveKilledAt(step);
  const moved = await timebank('one', ...MOVE, settings);
  assert.deepEqual([moved.community, moved.moved_to], ['elm', there.origin]);
  isMoved = true;
  await working;

  const [{ balance_hours: balance }] = (await timebank('two', 'member', 'list', '--community', 'elm')).data;
  assert.equal(balance, credits.size);
  for (const name of ['one', 'two']) assert.equal((await timebank(name, 'ledger', 'verify')).holds, true);
  const delivered = () => new Set(receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.credit_id));
  await waitUntil('every credit has arrived as an event', () => [...credits].every((id) => delivered().has(id)));
  for (const { body, headers } of receiver.requests)
    new Webhook(secret).verify(body, headers as Record<string, string>);
});
