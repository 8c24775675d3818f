/**
 * Nothing acknowledged is lost and nothing is booked twice, whatever is killed: the service, a PostgreSQL backend, the
 * postmaster, at random moments under load. `CRASH_ROUNDS` sets how often, `CRASH_SEED` when.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { BASE_PATH } from '@timebank/contract';
import { attached } from '../../test-support/attached.ts';
import { createBank } from '../../test-support/bank.ts';
import { runCommand } from '../../test-support/command.ts';
import {
  assertLedgerIsJournal,
  type CrashingClient,
  createClient,
  killVictim,
  VICTIMS,
} from '../../test-support/ledger/crash.ts';
import { type Receiver, startReceiver } from '../../test-support/receiver.ts';
import { type ServeProcess, startServe } from '../../test-support/serve-process.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';
import { waitUntil } from '../../test-support/wait-until.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4);
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const DELIVERED_MAX_MS = 120_000;

let folder: TemporaryFolder;
let dataDir: string;
let receiver: Receiver;
let service: ServeProcess;
let client: CrashingClient;

before(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  receiver = await startReceiver();
  service = await serve();
  client = createClient(await attached(dataDir, (database) => createBank(database, 'crash')));
  client.useOrigin(service.origin);
});
after(async () => {
  await service?.stop();
  await receiver?.stop();
  await folder?.remove();
});

const serve = () =>
  startServe(dataDir, { WEBHOOK_ALLOW_CIDR: '127.0.0.0/8,::1/128', WEBHOOK_CA_FILE: receiver.caFile });

/** mulberry32 */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('a second service on the same data folder is refused in one sentence that names the holder', async () => {
  const { code, stderr } = await runCommand(
    { appUrl: '', ownerUrl: '' } as Parameters<typeof runCommand>[0],
    ['serve'],
    { MODE: 'demo', DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', MIGRATE_DATABASE_URL: '' },
  );
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^timebank: [^\\n]*timebank serve \\(pid ${service.pid}[^\\n]*\\n$`));
});

test(`${ROUNDS} rounds of SIGKILL under load lose and double nothing (CRASH_SEED=${seed})`, async () => {
  assert.equal(await subscribe(), 201);
  const random = randomNumbers(seed);
  for (let round = 0; round < ROUNDS; round++) {
    const victim = VICTIMS[round % VICTIMS.length] ?? 'service';
    const first = client.journal.length;
    client.start();
    await delay(50 + random() * 400);
    const acknowledged = client.journal.filter(({ creditId }) => creditId !== undefined);
    if (victim === 'backend')
      await attached(dataDir, (_, server) => killVictim(victim, service, dataDir, server.ownerConnection));
    else await killVictim(victim, service, dataDir, {});
    if (victim === 'service') {
      await client.stop();
      service = await serve();
      client.useOrigin(service.origin);
    } else {
      // It recovers by itself: a credit that is asked for now is posted, in the end.
      await waitUntil('credits are posted again', () => client.journal.slice(-20).some(isAnswered));
      await client.stop();
    }
    // Retrying all that was asked for in this round gives 200 or 201, and 200 for what was acknowledged.
    const before = new Set(acknowledged.map(({ reference }) => reference));
    for (const line of client.journal.slice(first)) {
      const status = await client.settle(line);
      if (before.has(line.reference)) assert.equal(status, 200, line.reference);
    }
    await attached(dataDir, (database) => assertLedgerIsJournal(database, client));
    // That PostgreSQL ended it may, and must, say; no request may have failed for a reason it does not know.
    const faults = service.faults.filter((line) => !line.includes('PostgreSQL ended'));
    assert.deepEqual(faults, [], `round ${round}, ${victim}`);
  }
  const answers = [...client.statuses.keys()].filter((status) => status !== 0).sort();
  assert.deepEqual(
    answers.filter((status) => ![200, 201, 401, 503].includes(status)),
    [],
  );
  assert.ok(client.statuses.get(503), 'while PostgreSQL was away the answer was 503');
});

const isAnswered = ({ creditId }: { creditId: string | undefined }) => creditId !== undefined;

test('the event of each acknowledged credit arrives, at least once and always under the same id', async () => {
  const wanted = new Set(client.journal.map(({ creditId }) => creditId));
  const eventIds = new Map<string, Set<string>>();
  let read = 0;
  const missing = () => {
    for (; read < receiver.requests.length; read++) {
      const { body, headers } = receiver.requests[read] as (typeof receiver.requests)[number];
      const event = JSON.parse(body.toString());
      if (event.type !== 'wallet.credited') continue;
      assert.equal(event.id, headers['webhook-id']);
      eventIds.set(event.data.credit_id, (eventIds.get(event.data.credit_id) ?? new Set()).add(event.id));
    }
    return [...wanted].filter((id) => id === undefined || !eventIds.has(id));
  };
  await waitUntil('all events have arrived', () => missing().length === 0, DELIVERED_MAX_MS);
  assert.equal(eventIds.size, wanted.size);
  for (const [creditId, ids] of eventIds) assert.equal(ids.size, 1, creditId);
});

async function subscribe(): Promise<number> {
  const token = await client.token();
  const response = await fetch(`${service.origin}${BASE_PATH}/webhooks/subscriptions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ event_types: ['wallet.credited'], target_url: receiver.url }),
  });
  return response.status;
}
