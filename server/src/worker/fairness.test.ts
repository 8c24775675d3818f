import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type SetUp, setUpDelivery } from '../test-support/delivery.ts';
import { type Receiver, startReceiver } from '../test-support/receiver.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const EVENTS = 2000;

describe('one subscription and the others', () => {
  let setUp: SetUp;
  let receiver: Receiver;
  before(async () => {
    setUp = await setUpDelivery(null);
    receiver = await startReceiver();
    receiver.respondWith((request) => (request.path === '/hang' ? 'hang' : 200));
  });
  after(async () => {
    await setUp.stop();
    await receiver.stop();
  });
  const arrived = (path: string) => receiver.requests.filter((request) => request.path === path).length;

  async function elapsedMs(work: () => Promise<void>): Promise<number> {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  }

  test('a receiver that hangs and one that refuses connections do not slow a healthy one', async () => {
    const alone = await setUp.subscriber(receiver.urlOf('localhost', '/alone'));
    await setUp.append(alone, {}, EVENTS);
    const worker = setUp.worker(receiver);
    const aloneMs = await elapsedMs(() => waitUntil('all arrive', () => arrived('/alone') === EVENTS, 60_000));

    const hanging = await setUp.subscriber(receiver.urlOf('localhost', '/hang'));
    const refusing = await setUp.subscriber('https://127.0.0.1:1/refuse');
    const healthy = await setUp.subscriber(receiver.urlOf('localhost', '/healthy'));
    for (const subscriber of [hanging, refusing, healthy]) await setUp.append(subscriber, {}, EVENTS);
    worker.wake();
    const besideMs = await elapsedMs(() => waitUntil('all arrive', () => arrived('/healthy') === EVENTS, 60_000));
    // Three times as many events are distributed, and the machine is shared with other tests: a wide margin, far below
    // what waiting for a single one of the hanging calls (15 s) would cost.
    assert.ok(besideMs < aloneMs * 5 + 2000, `alone ${Math.round(aloneMs)} ms, beside ${Math.round(besideMs)} ms`);
    assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size >= 2 * EVENTS, true);
    const attempts = await setUp.sql<{ count: string }>(
      `select count(*) from delivery_attempts a join deliveries d on d.community_id = a.community_id and d.id = a.delivery_id
       where d.subscription_id = $1`,
      [refusing.subscriptionId],
    );
    assert.ok(Number(attempts[0]?.count) > 0, 'the refusing one has its turn, too');
    assert.ok(arrived('/hang') > 0, 'and so does the hanging one');
  });

  test('two workers share the work; each event is sent once', async () => {
    const subscribers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => setUp.subscriber(receiver.urlOf('localhost', `/shared/${at}`))),
    );
    setUp.worker(receiver);
    for (const subscriber of subscribers) await setUp.append(subscriber, {}, 100);
    const ids = () => receiver.requests.filter((request) => request.path.startsWith('/shared/'));
    await waitUntil('all arrive', () => ids().length >= 800, 60_000);
    await waitUntil('all are recorded', async () => {
      const open = await setUp.sql(`select from deliveries d join subscriptions s on s.id = d.subscription_id
        where s.target_url like '%/shared/%' and d.status <> 'delivered'`);
      return open.length === 0;
    });
    assert.equal(ids().length, 800);
    assert.equal(new Set(ids().map((request) => request.headers['webhook-id'])).size, 800);
  });

  test('from the commit to the first byte it takes milliseconds when the worker is woken', async () => {
    const subscriber = await setUp.subscriber(receiver.urlOf('localhost', '/quick'));
    const worker = setUp.worker(receiver, { pollMs: 60_000 });
    const times: number[] = [];
    for (let round = 1; round <= 15; round++) {
      await setUp.append(subscriber);
      const startedAt = performance.now();
      worker.wake();
      while (arrived('/quick') < round) await new Promise(setImmediate);
      times.push(performance.now() - startedAt);
    }
    const median = times.sort((a, b) => a - b)[7] ?? 0;
    // The goal on an idle machine is 50 ms; the suite does not have one.
    assert.ok(median < 250, `median ${Math.round(median)} ms`);
  });
});
