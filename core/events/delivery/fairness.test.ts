import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';

const EVENTS = 2000;

describe('one subscription and the others', () => {
  let setUp: SetUp;
  let receiver: Receiver;
  before(async () => {
    setUp = await setUpDelivery(null);
    receiver = await startReceiver();
    receiver.respondWith((request) => (request.path === '/hang' ? 'hang' : 200));
  });
  afterEach(() => setUp.stopWorkers());
  after(async () => {
    await setUp.stop();
    await receiver.stop();
  });
  const arrived = (path: string) => receiver.requests.filter((request) => request.path === path).length;

  test('a receiver that hangs and one that refuses connections do not hold a healthy one up', async () => {
    const hanging = await setUp.subscriber(receiver.urlOf('localhost', '/hang'));
    const refusing = await setUp.subscriber('https://127.0.0.1:1/refuse');
    const healthy = await setUp.subscriber(receiver.urlOf('localhost', '/healthy'));
    for (const subscriber of [hanging, refusing, healthy]) await setUp.append(subscriber, {}, EVENTS);
    // No hanging call ends before the test does: waiting for one would never end.
    setUp.worker(receiver, { sender: { totalTimeoutMs: 3600_000 } });
    await waitUntil('all arrive', () => arrived('/healthy') === EVENTS);
    const ids = receiver.requests.filter(({ path }) => path === '/healthy').map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, EVENTS);
    const attemptsOf = async ({ subscriptionId }: Subscriber) => {
      const [row] = await setUp.sql<{ count: number }>(
        'select sum(jsonb_array_length(attempts))::int as count from deliveries where subscription_id = $1',
        [subscriptionId],
      );
      return row?.count ?? 0;
    };
    assert.equal(await attemptsOf(hanging), 0, 'every call to the hanging one is still on its way');
    const held = arrived('/hang');
    assert.ok(held > 0 && held <= 4, `the hanging one has had its share and no more: ${held}`);
    await waitUntil('the refusing one has its turn, too', async () => (await attemptsOf(refusing)) > 0);
  });

  test('two workers share the work; each event is sent once', async () => {
    const subscribers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => setUp.subscriber(receiver.urlOf('localhost', `/shared/${at}`))),
    );
    for (let worker = 1; worker <= 2; worker++) setUp.worker(receiver);
    for (const subscriber of subscribers) await setUp.append(subscriber, {}, 100);
    const ids = () => receiver.requests.filter((request) => request.path.startsWith('/shared/'));
    await waitUntil('all arrive', () => ids().length >= 800);
    await waitUntil('all are recorded', async () => {
      const open = await setUp.sql(`select from deliveries d join subscriptions s on s.id = d.subscription_id
        where s.target_url like '%/shared/%' and d.status <> 'delivered'`);
      return open.length === 0;
    });
    assert.equal(ids().length, 800);
    assert.equal(new Set(ids().map((request) => request.headers['webhook-id'])).size, 800);
  });

  test('while requests wait, all subscriptions are still delivered to, in turns and without a poll', async () => {
    const [many, few] = [
      await setUp.subscriber(receiver.urlOf('localhost', '/many')),
      await setUp.subscriber(receiver.urlOf('localhost', '/few')),
    ];
    await setUp.append(many, {}, 400);
    await setUp.append(few, {}, 20);
    const worker = setUp.worker(receiver, { pollMs: 3600_000, isBusy: () => true });
    await waitUntil('the few arrive', () => arrived('/few') === 20);
    assert.ok(arrived('/many') < 400, 'before the many');
    for (let later = 21; later <= 25; later++) {
      await setUp.append(few);
      worker.wake();
      await waitUntil('what comes later arrives', () => arrived('/few') === later);
    }
    await waitUntil('all arrive', () => arrived('/many') === 400);
  });

  test('a worker that is woken sends at once, without waiting for its poll', async () => {
    const subscriber = await setUp.subscriber(receiver.urlOf('localhost', '/quick'));
    const worker = setUp.worker(receiver, { pollMs: 3600_000 });
    for (let round = 1; round <= 15; round++) {
      await setUp.append(subscriber);
      worker.wake();
      await waitUntil(`event ${round} arrives`, () => arrived('/quick') === round);
    }
  });
});
