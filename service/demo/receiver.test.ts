import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BASE_PATH, EVENT_KINDS, EVENT_TYPES, type EventType } from '@timebank/contract';
import { Agent, request } from 'undici';
import { startWorker } from '../../core/events/delivery/loop.ts';
import { signingKey } from '../../core/events/delivery/secrets.ts';
import { signedHeaders } from '../../core/events/delivery/sign.ts';
import { withTestDatabase } from '../../test-support/database.ts';
import { startTestService, type TestPartner, type TestService } from '../../test-support/harness.ts';
import { startReceiver } from '../../test-support/receiver.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { demoCertificate, describeDelivery, startDemoReceiver } from './receiver.ts';
import { readReceiverFile, subscribeReceiver } from './receiver-subscription.ts';

const MAIN = join(import.meta.dirname, '../main.ts');

let service: TestService;
let folder: TemporaryFolder;
before(async () => {
  folder = await createTemporaryFolder();
  service = await startTestService({ env: { DATA_DIR: folder.path } });
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

test('one readable line per delivery, whatever its kind', () => {
  const line = (type: EventType) => describeDelivery(EVENT_KINDS[type].example, false);
  assert.deepEqual(
    EVENT_TYPES.filter((type) => /undefined|\[object|\n/.test(line(type))),
    [],
  );
  const evt = EVENT_KINDS['wallet.credited'].example.id;
  const usr = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
  assert.equal(line('wallet.credited'), `verified wallet.credited ${evt} 1.5 h for ${usr}`);
  assert.equal(line('statement.ready'), `verified statement.ready ${evt} for 2026-11-20`);
  assert.equal(line('user.activated'), `verified user.activated ${evt} for ${usr}`);
  assert.match(line('listing.published'), /^verified listing.published evt_\w+ lst_\w+ of usr_\w+$/);
  assert.match(describeDelivery(EVENT_KINDS['webhook.test'].example, true), /to whs_\w+ \(sent again\)$/);
});

/** Starts what the demo starts beside the service, and stops it when the work is done. */
async function watching(
  partner: TestPartner,
  work: (lines: string[], receiver: Awaited<ReturnType<typeof startDemoReceiver>>) => Promise<void>,
): Promise<void> {
  const { deps, clock } = service;
  const known = await readReceiverFile(folder.path);
  const lines: string[] = [];
  const certificate = await demoCertificate(known, clock.now());
  const print = (line: string) => void lines.push(line);
  const receiver = await startDemoReceiver({ certificate, port: known.port ?? 0, clock, print });
  try {
    receiver.setSecret(await subscribeReceiver(deps, partner, receiver, known));
    const opening = { allowCidrs: [], allowTargets: [`${receiver.host}:${receiver.port}`] };
    const worker = startWorker(deps, { pollMs: 50, jobs: [], sender: { opening, extraCa: certificate.cert } });
    await work(lines, receiver).finally(() => worker.stop());
  } finally {
    await receiver.stop();
  }
}

test('events are verified and printed; the subscription, its secret and the port are kept; nothing else is opened', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner);
  const early = await service.createMember(partner);
  const subscriptions = async () => (await service.call('GET', '/webhooks/subscriptions', { token })).body.data;
  let port = 0;
  await watching(partner, async (lines, receiver) => {
    port = receiver.port;
    const member = await service.createMember(partner);
    await waitUntil('it is printed', () => lines.length === 1);
    assert.match(lines[0] ?? '', new RegExp(`^verified user.activated evt_\\w+ for ${member.id}$`));
    assert.equal(lines.join().includes(early.id), false);

    const other = await startReceiver();
    try {
      await service.ownerQuery('update subscriptions set target_url = $1', [other.url]);
      await service.createMember(partner);
      const refused = `select from deliveries where attempts -> -1 ->> 'error' = 'address_not_allowed'`;
      await waitUntil('it is refused', async () => (await service.ownerQuery(refused)).length > 0);
      assert.equal(other.connections(), 0);
    } finally {
      await other.stop();
    }
  });
  const [before] = await subscriptions();
  const file = join(folder.path, 'demo-receiver.json');
  const kept = await readFile(file, 'utf8');
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  await watching(partner, async (lines, receiver) => {
    assert.equal(receiver.port, port);
    await service.createMember(partner);
    await waitUntil('it is printed', () => lines.length > 0);
  });
  assert.equal(await readFile(file, 'utf8'), kept);
  const after = await subscriptions();
  assert.deepEqual(
    after.map(({ id }: { id: string }) => id),
    [before.id],
  );
  assert.equal(after[0].target_url, `https://127.0.0.1:${port}/webhooks`);

  await rm(file);
  await watching(partner, async (lines) => {
    await service.createMember(partner);
    await waitUntil('it is printed with a new secret', () => lines.length > 0);
  });
  const replaced = await subscriptions();
  assert.equal(replaced.length, 1);
  assert.notEqual(replaced[0].id, before.id);
});

test('a delivery without a current signature by the secret is refused, and the refusal printed', async () => {
  const { clock } = service;
  const lines: string[] = [];
  const certificate = await demoCertificate({}, clock.now());
  const print = (line: string) => void lines.push(line);
  const receiver = await startDemoReceiver({ certificate, port: 0, clock, print });
  const agent = new Agent({ connect: { ca: certificate.cert } });
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const event = EVENT_KINDS['wallet.credited'].example;
  const good = Buffer.from(JSON.stringify(event));
  const send = async (body: Buffer, headers: Readonly<Record<string, string>>) => {
    const url = `https://${receiver.host}:${receiver.port}/webhooks`;
    const { statusCode, body: answer } = await request(url, { method: 'POST', dispatcher: agent, body, headers });
    await answer.dump();
    return statusCode;
  };
  const sign = (of: string, at = clock.now()) => signedHeaders([signingKey(of)], event.id, at, good);
  try {
    assert.equal(await send(good, sign(secret)), 401);
    receiver.setSecret(secret);
    assert.equal(await send(good, sign(secret)), 200);
    assert.equal(await send(Buffer.from(`${good} `), sign(secret)), 401);
    assert.equal(await send(good, { ...sign(secret), 'webhook-id': 'evt_other' }), 401);
    assert.equal(await send(good, sign(`whsec_${Buffer.alloc(32, 2).toString('base64')}`)), 401);
    assert.equal(await send(good, sign(secret, new Date(clock.now().getTime() - 301_000))), 401);
    assert.equal(await send(good, {}), 401);
    assert.equal(await send(good, sign(secret)), 200);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('verified')),
      [describeDelivery(event, false), describeDelivery(event, true)],
    );
    assert.equal(lines.filter((line) => line.startsWith('refused')).length, 6);
  } finally {
    await agent.close();
    await receiver.stop();
  }
});

test('the demo prints the credit that the printed curl line makes, verified, also the second time', async () => {
  await withTestDatabase(async (testDatabase) => {
    const data = await createTemporaryFolder();
    try {
      for (const reference of ['first', 'second']) {
        const child = spawn(process.execPath, [MAIN, 'demo'], {
          env: {
            PATH: process.env.PATH,
            DATABASE_URL: testDatabase.appUrl,
            PORT: '0',
            DATA_DIR: data.path,
            MIGRATE_DATABASE_URL: testDatabase.ownerUrl,
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let printed = '';
        child.stdout.on('data', (chunk) => {
          printed += chunk;
        });
        try {
          await waitUntil('the demo runs', () => printed.includes('Press Ctrl-C to stop'));
          const demo = JSON.parse(await readFile(join(data.path, 'demo.json'), 'utf8'));
          const post = async (path: string, json: unknown, token?: string) => {
            const headers = {
              'content-type': 'application/json',
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            };
            const response = await fetch(demo.base_url + BASE_PATH + path, {
              method: 'POST',
              headers,
              body: JSON.stringify(json),
            });
            return (await response.json()) as { access_token: string };
          };
          const { client_id, client_secret } = demo;
          const credentials = { grant_type: 'client_credentials', client_id, client_secret };
          const { access_token } = await post('/oauth/token', credentials);
          const lookup = `${BASE_PATH}/users/lookup?payment_reference=${demo.payment_reference}`;
          assert.ok(printed.includes(lookup), 'the look-up is among the printed lines');
          const found = await fetch(demo.base_url + lookup, { headers: { authorization: `Bearer ${access_token}` } });
          assert.equal(((await found.json()) as { data: { user_id: string } }).data.user_id, demo.member_id);
          await post('/wallet/credit', { user_id: demo.member_id, hours: 1.5, reference }, access_token);
          const line = new RegExp(`^  verified wallet.credited evt_\\w+ 1.5 h for ${demo.member_id}$`, 'm');
          await waitUntil('the credit is printed', () => line.test(printed));
          assert.equal(printed.match(/^ {2}verified/gm)?.length, 1, printed);
        } finally {
          child.kill('SIGTERM');
          await once(child, 'exit');
        }
      }
    } finally {
      await data.remove();
    }
  });
});
