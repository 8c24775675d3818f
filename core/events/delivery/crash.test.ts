import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import type { WorkerProcessSettings } from '../../../test-support/worker-process.ts';
import { claim } from './deliver.ts';

const LEASE_MS = 1500;

let setUp: SetUp;
let receiver: Receiver;
let subscriber: Subscriber;
const children: ChildProcess[] = [];
before(async () => {
  setUp = await setUpDelivery(null);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.requests.length = 0;
  receiver.respondWith(200);
  subscriber = await setUp.subscriber(receiver.url);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await setUp.stopWorkers();
  await setUp.sql('delete from subscriptions');
});
after(async () => {
  await setUp.stop();
  await receiver.stop();
});

const ids = () => receiver.requests.map((request) => request.headers['webhook-id']);
const allDelivered = () =>
  waitUntil('everything is recorded as delivered', async () =>
    (await setUp.deliveries(subscriber.subscriptionId)).every((row) => row.status === 'delivered'),
  );
function startProcess(): ChildProcess {
  const settings: WorkerProcessSettings = {
    ...{ databaseUrl: setUp.testDatabase.appUrl, secretKey: setUp.secretKey },
    ...{ caFile: receiver.caFile, leaseMs: LEASE_MS },
  };
  const script = join(import.meta.dirname, '../../../test-support/worker-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], { stdio: 'inherit' });
  children.push(child);
  return child;
}
async function killHard(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('an event is delivered', () => {
  test('an event committed while no worker runs is delivered by the next one', async () => {
    await setUp.append(subscriber);
    setUp.worker(receiver);
    await waitUntil('it arrives', () => receiver.requests.length === 1);
  });

  test('an event that another node committed is found by the poll', async () => {
    setUp.worker(receiver);
    await setUp.append(subscriber);
    await waitUntil('it arrives', () => receiver.requests.length === 1);
  });
});

describe('a worker that is killed', () => {
  test('a worker killed between sending and recording: the delivery is repeated with the same id', async () => {
    receiver.respondWith('hang');
    await setUp.append(subscriber);
    const child = startProcess();
    await waitUntil('the first attempt arrives', () => receiver.requests.length === 1);
    await killHard(child);
    receiver.respondWith(200);
    setUp.worker(receiver);
    await waitUntil('it arrives again', () => receiver.requests.length === 2);
    await allDelivered();
    assert.equal(new Set(ids()).size, 1);
  });

  test('a worker killed again and again in a stream of events: each arrives, with ids that tell the repeats', async () => {
    let child = startProcess();
    for (let round = 1; round <= 4; round++) {
      const seen = receiver.requests.length;
      await setUp.append(subscriber, {}, 100);
      await waitUntil('some arrive', () => receiver.requests.length >= seen + 10);
      await killHard(child);
      child = startProcess();
    }
    await waitUntil('all arrive', () => new Set(ids()).size === 400);
    await allDelivered();
    const events = await setUp.sql('select from events where community_id = $1', [subscriber.communityId]);
    assert.equal(events.length, 400);
  });
});

describe('a claim', () => {
  test('a claim is left alone while its lease lasts, and taken over after it', async () => {
    await setUp.append(subscriber);
    const worker = setUp.worker(receiver, { leaseMs: 60_000 });
    await waitUntil('it arrives', () => receiver.requests.length === 1);
    await allDelivered();
    await worker.stop();
    await setUp.sql(`update deliveries set status = 'pending', next_attempt_at = created_at, finished_at = null`);
    const lost = await claim(setUp.database, setUp.clock.now(), 1000, [{ ...subscriber, limit: 1 }]);
    assert.equal(lost.claims.length, 1);
    const leaseEndsAt = lost.claims[0]?.lease.until.getTime() ?? 0;
    setUp.worker(receiver);
    await waitUntil('it arrives again', () => receiver.requests.length === 2);
    assert.ok(Date.now() >= leaseEndsAt, 'not before the lease has ended');
  });

  for (const [what, status] of [
    ['a failure', 500],
    ['a success', 200],
  ] as const) {
    test(`a worker that lost a claim records nothing, not even ${what}`, async () => {
      const answered = Promise.withResolvers<number>();
      receiver.respondWith(() => answered.promise);
      await setUp.append(subscriber);
      setUp.worker(receiver, { leaseMs: 600_000 });
      await waitUntil('it is on its way', () => receiver.requests.length === 1);
      await setUp.sql(`update deliveries set lease_until = lease_until + interval '1 minute'`);
      answered.resolve(status);
      const isNoticed = (line: Record<string, unknown>) =>
        line.status_code === status && line.delivery_status === 'claim_lost';
      await waitUntil('the worker notices', () => setUp.logged.some(isNoticed));
      const [row] = await setUp.deliveries(subscriber.subscriptionId);
      assert.deepEqual([row?.status, row?.attempt_count], ['pending', 0]);
      assert.deepEqual(row?.attempts, []);
    });
  }
});

describe('a worker that is stopped or loses its database', () => {
  test('a worker that is stopped gives back what it has at once, and waits for no answer', async () => {
    receiver.respondWith('hang');
    await setUp.append(subscriber, {}, 20);
    const first = setUp.worker(receiver, { leaseMs: 3600_000, sender: { totalTimeoutMs: 3600_000 } });
    await waitUntil('some are on their way', () => receiver.requests.length > 0);
    let stopped = false;
    const stopping = first.stop().then(() => {
      stopped = true;
    });
    await waitUntil('it has stopped', () => stopped);
    await stopping;
    receiver.respondWith(200);
    receiver.requests.length = 0;
    setUp.worker(receiver);
    await waitUntil('all arrive', () => new Set(ids()).size === 20);
    await allDelivered();
  });

  test('a worker outlives its database: what was on its way is recorded or repeated', async () => {
    const worker = setUp.worker(receiver, { leaseMs: 3000 });
    const cut = () =>
      setUp.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'timebank'`);
    for (let round = 0; round < 5; round++) {
      await waitUntil('the database is back', async () => {
        await setUp.append(subscriber, {}, 50);
        return true;
      });
      worker.wake();
      await cut();
    }
    const [events] = await setUp.sql<{ count: string }>('select count(*) from events where community_id = $1', [
      subscriber.communityId,
    ]);
    await waitUntil('all arrive', () => new Set(ids()).size === Number(events?.count));
    await waitUntil(
      'all are recorded',
      async () =>
        (await setUp.deliveries(subscriber.subscriptionId)).filter((row) => row.status === 'delivered').length ===
        Number(events?.count),
    );
  });
});
