import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { distributeAll } from './distribute.ts';

/** Several times what may be on its way to one receiver. */
const MANY = 3000;
const LATE_MS = 600_000;

let setUp: SetUp;
let receiver: Receiver;
before(async () => {
  setUp = await setUpDelivery(null);
  receiver = await startReceiver({ names: ['hooks.example'] });
  receiver.respondWith(200);
});
afterEach(async () => {
  await setUp.stopWorkers();
  await setUp.sql('delete from subscriptions');
  receiver.requests.length = 0;
});
after(async () => {
  await setUp.stop();
  await receiver.stop();
});
/** A worker that depends on being woken: its poll comes too late for any test, and on a slow machine no attempt ends early. */
const startWorker = () =>
  setUp
    .worker(receiver, {
      pollMs: LATE_MS,
      leaseMs: LATE_MS,
      sender: { resolve: async () => ['127.0.0.1'], connectTimeoutMs: LATE_MS, totalTimeoutMs: LATE_MS },
    })
    .wake();
const arrived = (count: number) =>
  waitUntil(`${count} deliveries have arrived`, () => receiver.requests.length >= count);
const recorded = ({ subscriptionId }: Subscriber, count: number) =>
  waitUntil('all are recorded', async () => {
    const rows = await setUp.deliveries(subscriptionId);
    return rows.length === count && rows.every(({ status }) => status === 'delivered');
  });
const ids = () => receiver.requests.map(({ headers }) => headers['webhook-id']);

/** Locks the subscription, so that nothing is recorded for it. Returns what releases it. */
async function holdRecords({ subscriptionId }: Subscriber): Promise<() => Promise<void>> {
  const holder = new pg.Client(setUp.testDatabase.ownerConnection);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from subscriptions where id = $1 for no key update', [subscriptionId]);
  return () => holder.end();
}

describe('a backlog', () => {
  test('goes on while the last attempts are being recorded, and each is sent once', async () => {
    const subscriber = await setUp.subscriber(receiver.urlOf('hooks.example'));
    await setUp.append(subscriber, {}, 200);
    const release = await holdRecords(subscriber);
    startWorker();
    try {
      await arrived(64);
    } finally {
      await release();
    }
    await recorded(subscriber, 200);
    assert.equal(new Set(ids()).size, 200);
    assert.equal(receiver.requests.length, 200);
  });

  test('that was asked for in vain, since nothing was recorded, goes on without a poll', async () => {
    const subscriber = await setUp.subscriber(receiver.urlOf('hooks.example'));
    await setUp.append(subscriber, {}, MANY);
    const release = await holdRecords(subscriber);
    startWorker();
    try {
      await waitUntil('all that may be claimed has arrived', async () => {
        const rows = await setUp.deliveries(subscriber.subscriptionId);
        const claimed = rows.filter(({ lease_until }) => lease_until !== null).length;
        return claimed > MANY / 10 && claimed === receiver.requests.length;
      });
    } finally {
      await release();
    }
    await recorded(subscriber, MANY);
    assert.equal(new Set(ids()).size, MANY);
  });

  test('beyond the room of a subscription follows as soon as there is room, without a poll', async () => {
    const communityId = await setUp.community();
    const partnerId = await setUp.partner(communityId);
    const targetUrl = receiver.urlOf('hooks.example');
    // So many that twenty deliveries may wait for each.
    for (let others = 0; others < 199; others++) {
      await setUp.subscribe(communityId, partnerId, targetUrl, { types: ['statement.ready'] });
    }
    const subscriber = await setUp.subscribe(communityId, partnerId, targetUrl);
    await setUp.append(subscriber, {}, 100);
    startWorker();
    await recorded(subscriber, 100);
    assert.equal(new Set(ids()).size, 100);
  });

  test('of one that was locked when its turn came goes on without a poll', async () => {
    const subscriber = await setUp.subscriber(receiver.urlOf('hooks.example'));
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriber.subscriptionId]);
    await setUp.append(subscriber, {}, 5);
    await distributeAll(setUp.database, setUp.clock.now());
    await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [subscriber.subscriptionId]);
    const release = await holdRecords(subscriber);
    const [{ startedAt } = {}] = await setUp.sql<{ startedAt: Date }>('select now() as "startedAt"');
    startWorker();
    try {
      await waitUntil('it is looked for again and again', async () => {
        const [found] = await setUp.sql<{ looked: boolean }>(
          `select exists (select from pg_stat_activity where state_change > $1::timestamptz + interval '400 ms'
             and query ilike 'commit%') as looked`,
          [startedAt],
        );
        return found?.looked === true;
      });
    } finally {
      await release();
    }
    await recorded(subscriber, 5);
  });
});

describe('a worker with a backlog', () => {
  /** More than a worker has sent when the first of them is under way. */
  const MISSED = 800;

  test('for a receiver that refuses everything takes a little of it each second, as a try', async () => {
    const subscriber = await setUp.subscriber('https://127.0.0.1:1/refused');
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriber.subscriptionId]);
    await setUp.append(subscriber, {}, MISSED);
    await distributeAll(setUp.database, setUp.clock.now());
    await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [subscriber.subscriptionId]);
    const startedAtMs = performance.now();
    const worker = setUp.worker(receiver);
    const attempted = async () => (await setUp.deliveries(subscriber.subscriptionId)).length;
    await waitUntil('it is tried again', async () => {
      worker.wake();
      return (await attempted()) >= 6;
    });
    const seconds = (performance.now() - startedAtMs) / 1000;
    // Four at first, which fail together, and then one at a time.
    assert.ok((await attempted()) <= 4 + seconds + 1, `${await attempted()} attempts in ${seconds} s`);
  });

  test('that stops gives back what it has not sent, and leaves no claim', async () => {
    receiver.respondWith(200);
    const subscriber = await setUp.subscriber(receiver.url);
    const worker = setUp.worker(receiver, { leaseMs: 3600_000 });
    await setUp.append(subscriber, {}, MISSED);
    worker.wake();
    const claimed = () => setUp.sql('select from deliveries where lease_until is not null');
    await waitUntil('some of it is claimed', async () => (await claimed()).length > 0);
    await worker.stop();
    assert.deepEqual(await claimed(), []);
    setUp.worker(receiver);
    await waitUntil('all arrive', () => new Set(receiver.requests.map((r) => r.headers['webhook-id'])).size === MISSED);
    await waitUntil('each has one delivery', async () => {
      const rows = await setUp.deliveries(subscriber.subscriptionId);
      return rows.length === MISSED && rows.every(({ status }) => status === 'delivered');
    });
  });
});
