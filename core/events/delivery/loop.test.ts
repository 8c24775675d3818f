import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { type SetUp, type StoredDelivery, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { type ReceivedRequest, type Receiver, type Response, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { DAY_MS } from '../../base/time.ts';
import type { Worker } from './loop.ts';
import { RETRY_DELAYS_MS } from './retry.ts';
import { encryptWebhookSecret, generateWebhookSecret } from './secrets.ts';

let setUp: SetUp;
let receiver: Receiver;
let worker: Worker;
let subscriber: Subscriber;
before(async () => {
  setUp = await setUpDelivery(new Date());
  receiver = await startReceiver({ names: ['hooks.example'] });
  worker = setUp.worker(receiver, { sender: { totalTimeoutMs: 5000, resolve: async () => ['127.0.0.1'] } });
});
beforeEach(async () => {
  receiver.respondWith(200);
  receiver.requests.length = 0;
  setUp.logged.length = 0;
  setUp.clock.set(new Date());
  subscriber = await setUp.subscriber(receiver.urlOf('hooks.example'));
});
afterEach(() => setUp.sql('delete from subscriptions'));
after(async () => {
  await setUp.stop();
  await receiver.stop();
});

const delivery = async (of = subscriber) => (await setUp.deliveries(of.subscriptionId))[0] as StoredDelivery;
const deliveryIs = (status: string, of = subscriber) =>
  waitUntil(`the delivery is ${status}`, async () => (await delivery(of))?.status === status);
const attempted = (attempts: number, of = subscriber) =>
  waitUntil(`${attempts} attempts are recorded`, async () => {
    const row = await delivery(of);
    return row?.attempt_count === attempts && row.lease_until === null;
  });
const attempts = async () => (await delivery()).attempts;
const subscription = async () => {
  const [row] = await setUp.sql<{
    status: string;
    disabled_reason: string | null;
    consecutive_failures: number;
    failing_since: Date | null;
    last_success_at: Date | null;
  }>('select * from subscriptions where id = $1', [subscriber.subscriptionId]);
  return row as NonNullable<typeof row>;
};
async function send(response: Response, count = 1): Promise<void> {
  receiver.respondWith(response);
  await setUp.append(subscriber, {}, count);
  worker.wake();
}
const missed = () =>
  waitUntil('the subscription has missed something', async () => {
    const rows = await setUp.sql('select from subscriptions where id = $1 and missed_from is not null', [
      subscriber.subscriptionId,
    ]);
    return rows.length === 1 && (await setUp.sql('select from event_queue')).length === 0;
  });
const headersOf = (request: ReceivedRequest) => request.headers as Record<string, string>;

/** Causes of attempts that fail without a status: the error that is recorded, and the cause in words. */
const failures: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  ['timeout', 'a receiver that hangs', () => send('hang')],
  ['connection_failed', 'a receiver that drops the connection', () => send('reset')],
  ['connection_refused', 'a closed port', () => retarget('https://127.0.0.1:1/')],
  ['tls_error', 'a certificate for another name', () => retarget(receiver.urlOf('wrong.example'))],
  ['address_not_allowed', 'a name that leads inside', () => retarget('https://10.0.0.1/')],
  [
    'secret_unreadable',
    'a secret under another key',
    async () => {
      const other = encryptWebhookSecret(Buffer.alloc(32), subscriber.subscriptionId, generateWebhookSecret());
      await setUp.sql('update subscriptions set secret_encrypted = $2 where id = $1', [
        ...[subscriber.subscriptionId, other],
      ]);
      await send(200);
    },
  ],
];
async function retarget(url: string): Promise<void> {
  await setUp.sql('update subscriptions set target_url = $2 where id = $1', [subscriber.subscriptionId, url]);
  await send(200);
}

describe('the worker', () => {
  test('delivers a signed event that both libraries accept, and records the attempt', async () => {
    await send({ status: 202, body: 'thanks' });
    await deliveryIs('delivered');
    const [request] = receiver.requests;
    assert.ok(request);
    const text = request.body.toString();
    new StandardWebhook(subscriber.secret).verify(text, headersOf(request));
    new SvixWebhook(subscriber.secret).verify(text, headersOf(request));
    const body = JSON.parse(text);
    assert.deepEqual(Object.keys(body), ['id', 'type', 'timestamp', 'data']);
    assert.equal(body.id, request.headers['webhook-id']);
    assert.equal(body.data.reference, 'Überweisung 1 ✓');
    assert.equal(request.headers['content-type'], 'application/json');
    const [attempt] = await attempts();
    assert.deepEqual([attempt?.number, attempt?.statusCode, attempt?.error], [1, 202, null]);
    const { last_success_at, consecutive_failures, failing_since } = await subscription();
    assert.deepEqual([last_success_at, consecutive_failures, failing_since], [setUp.clock.now(), 0, null]);
    await waitUntil('the attempt is logged', () => setUp.logged.length > 0);
    const [line] = setUp.logged;
    assert.equal(line?.event_id, body.id);
    assert.equal(line?.status_code, 202);
    assert.equal(line?.delivery_status, 'delivered');
    assert.ok(!JSON.stringify(setUp.logged).includes('thanks'), 'the answer is not kept');
    assert.ok(!JSON.stringify(setUp.logged).includes(subscriber.secret.slice(6)), 'nor is the secret logged');
  });

  test('signs with the old secret as well until the end of a rotation, and not after it', async () => {
    const previous = generateWebhookSecret();
    const encrypted = encryptWebhookSecret(setUp.keys.webhookSecrets, subscriber.subscriptionId, previous);
    const until = new Date(setUp.clock.now().getTime() + 1);
    await setUp.sql(
      'update subscriptions set previous_secret_encrypted = $2, previous_secret_until = $3 where id = $1',
      [subscriber.subscriptionId, encrypted, until],
    );
    await send(200);
    await waitUntil('it arrives', () => receiver.requests.length === 1);
    setUp.clock.advance(1);
    await send(200);
    await waitUntil('the next arrives', () => receiver.requests.length === 2);
    const [during, afterwards] = receiver.requests as [ReceivedRequest, ReceivedRequest];
    for (const secret of [subscriber.secret, previous]) {
      for (const library of [StandardWebhook, SvixWebhook]) {
        new library(secret).verify(during.body.toString(), headersOf(during));
      }
    }
    new StandardWebhook(subscriber.secret).verify(afterwards.body.toString(), headersOf(afterwards));
    assert.throws(() => new StandardWebhook(previous).verify(afterwards.body.toString(), headersOf(afterwards)));
  });
});

describe('the worker, after an attempt that failed,', () => {
  test('repeats a failing delivery by the table over 75 hours with the same id and a new signature, then gives up', async () => {
    await send(500);
    let waitedMs = 0;
    for (let attempt = 1; attempt <= 10; attempt++) {
      await waitUntil(`attempt ${attempt} arrives`, () => receiver.requests.length === attempt);
      await attempted(attempt);
      const nextMs = RETRY_DELAYS_MS[attempt];
      if (nextMs === undefined) break;
      const next = (await delivery()).next_attempt_at?.getTime() ?? 0;
      assert.equal(next - setUp.clock.now().getTime(), nextMs);
      // Nobody wakes the worker: it looks.
      setUp.clock.advance(nextMs);
      waitedMs += nextMs;
    }
    assert.equal(
      waitedMs,
      RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay),
    );
    await deliveryIs('failed');
    assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.requests.map((request) => request.headers['webhook-signature'])).size, 10);
    const timestamps = receiver.requests.map((request) => Number(request.headers['webhook-timestamp']));
    assert.equal((timestamps.at(-1) ?? 0) - (timestamps[0] ?? 0), Math.round(waitedMs / 1000));
    assert.deepEqual(
      (await attempts()).map((attempt) => [attempt.number, attempt.statusCode]),
      Array.from({ length: 10 }, (_, at) => [at + 1, 500]),
    );
    assert.equal((await subscription()).consecutive_failures, 10);
    assert.equal((await subscription()).status, 'active', 'three days of failure are not five');
  });

  test('an event that another process has made is found by looking', async () => {
    await setUp.append(subscriber);
    await deliveryIs('delivered');
  });

  test('is not early', async () => {
    await send(500);
    await attempted(1);
    receiver.respondWith(200);
    setUp.clock.advance(4999);
    const marker = await setUp.subscriber(receiver.url);
    await setUp.append(marker);
    worker.wake();
    await deliveryIs('delivered', marker);
    assert.equal((await delivery()).attempt_count, 1);
  });

  test('heeds Retry-After', async () => {
    await send({ status: 429, headers: { 'retry-after': '7200' } });
    await attempted(1);
    const wait = ((await delivery()).next_attempt_at?.getTime() ?? 0) - setUp.clock.now().getTime();
    assert.equal(wait, 7200_000);
  });

  for (const status of [429, 502, 504]) {
    test(`after ${status} no further delivery to the subscription is tried for a while`, async () => {
      await send(status);
      await attempted(1);
      await setUp.append(subscriber, {}, 3);
      const marker = await setUp.subscriber(receiver.urlOf('hooks.example', '/marker'));
      await setUp.append(marker);
      worker.wake();
      // And its refusal recorded: what ends after the clock went on would wait for it once more.
      await waitUntil('another subscription is served', async () =>
        (await setUp.deliveries(marker.subscriptionId)).some((row) => row.attempt_count === 1),
      );
      assert.equal(receiver.requests.filter((request) => request.path === '/hook').length, 1);
      receiver.respondWith(200);
      setUp.clock.advance(6000);
      worker.wake();
      await waitUntil('all are delivered', async () =>
        (await setUp.deliveries(subscriber.subscriptionId)).every((row) => row.status === 'delivered'),
      );
      // Else it is sent again in the middle of the next test.
      await deliveryIs('delivered', marker);
    });
  }
});

describe('an attempt that fails', () => {
  test('a redirect is a failure and is repeated', async () => {
    await send({ status: 302, headers: { location: receiver.urlOf('hooks.example', '/other') } });
    await attempted(1);
    assert.equal((await delivery()).status, 'pending');
    assert.deepEqual(
      receiver.requests.map((request) => request.path),
      ['/hook'],
    );
  });

  for (const [error, what, cause] of failures) {
    test(`${what} is recorded as ${error} and repeated`, async () => {
      await cause();
      await attempted(1);
      const [attempt] = await attempts();
      assert.deepEqual([attempt?.statusCode, attempt?.error], [null, error]);
      assert.equal((await delivery()).status, 'pending');
      assert.equal((await subscription()).consecutive_failures, 1);
    });
  }
});

describe('the state of a subscription', () => {
  test('a success ends a series of failures', async () => {
    await send(500);
    await attempted(1);
    assert.deepEqual((await subscription()).failing_since, setUp.clock.now());
    receiver.respondWith(200);
    setUp.clock.advance(5000);
    worker.wake();
    await deliveryIs('delivered');
    const { consecutive_failures, failing_since, last_success_at } = await subscription();
    assert.deepEqual([consecutive_failures, failing_since, last_success_at], [0, null, setUp.clock.now()]);
  });

  test('410 disables the subscription at once, with the reason, and holds what waits', async () => {
    await send(500);
    await attempted(1);
    await send(410);
    await waitUntil('it is disabled', async () => (await subscription()).status === 'disabled');
    assert.match((await subscription()).disabled_reason ?? '', /410/);
    const statuses = (await setUp.deliveries(subscriber.subscriptionId)).map((row) => row.status);
    assert.deepEqual(statuses.sort(), ['failed', 'held']);
    const audit = await setUp.sql('select * from audit_log where community_id = $1', [subscriber.communityId]);
    assert.deepEqual([audit[0]?.action, audit[0]?.actor], ['subscription.disabled', 'worker']);
  });

  test('410 of a target that was replaced meanwhile does not disable the subscription', async () => {
    receiver.respondWith((request) => (request.path === '/hook' ? 410 : 200));
    await setUp.sql(
      `create function move_target() returns trigger language plpgsql as $$ begin
         update subscriptions set target_url = '${receiver.urlOf('hooks.example', '/new')}' where id = '${subscriber.subscriptionId}';
         return null; end $$;
       create trigger move_target after update on deliveries for each row when (new.lease_until is not null)
         execute function move_target()`,
    );
    await setUp.append(subscriber);
    worker.wake();
    await deliveryIs('failed');
    await setUp.sql('drop trigger move_target on deliveries; drop function move_target()');
    assert.equal((await subscription()).status, 'active');
  });

  test('five days of nothing but failure disable the subscription and say so; later events are kept for it', async () => {
    const reason = async () => (await subscription()).disabled_reason;
    await send(503);
    await attempted(1);
    setUp.clock.advance(5 * DAY_MS - 1);
    worker.wake();
    await attempted(2);
    assert.equal(await reason(), null);
    setUp.clock.advance(DAY_MS);
    worker.wake();
    await waitUntil('it is disabled', async () => (await subscription()).status === 'disabled');
    assert.match((await reason()) ?? '', /5 days.*503/);
    await deliveryIs('held');
    await send(200);
    await missed();
    assert.deepEqual(
      (await setUp.deliveries(subscriber.subscriptionId)).map(({ status }) => status),
      ['held'],
      'no row for what comes later',
    );
    assert.equal(receiver.requests.length, 3);
  });

  test('one success within the five days keeps the subscription', async () => {
    await send(503);
    await attempted(1);
    setUp.clock.advance(3 * DAY_MS);
    receiver.respondWith(200);
    worker.wake();
    await deliveryIs('delivered');
    setUp.clock.advance(3 * DAY_MS);
    await send(503);
    await waitUntil('it failed', async () => (await subscription()).consecutive_failures === 1);
    assert.equal((await subscription()).status, 'active');
  });
});

describe('the attempts of a delivery', () => {
  test('a manual retry on a disabled subscription is one attempt that does not count against it', async () => {
    await send(410);
    await waitUntil('it is disabled', async () => (await subscription()).status === 'disabled');
    const counted = (await subscription()).consecutive_failures;
    const retry = () =>
      setUp.sql(
        `update deliveries set status = 'pending', manual = true, next_attempt_at = $2 where subscription_id = $1`,
        [subscriber.subscriptionId, setUp.clock.now()],
      );
    receiver.respondWith(500);
    await retry();
    worker.wake();
    await attempted(2);
    assert.equal((await delivery()).status, 'failed');
    assert.equal((await subscription()).consecutive_failures, counted);
    receiver.respondWith(200);
    await retry();
    worker.wake();
    await deliveryIs('delivered');
    assert.equal((await subscription()).status, 'disabled');
    assert.deepEqual(
      (await attempts()).map((attempt) => attempt.number),
      [1, 2, 3],
    );
  });

  for (const status of [200, 500]) {
    test(`of a hundred attempts the first goes when another is made, which is answered with ${status}`, async () => {
      await send(500);
      await attempted(1);
      await setUp.sql(
        `update deliveries d set attempts = (
           select jsonb_agg(d.attempts -> 0 || jsonb_build_object('number', n) order by n) from generate_series(1, 100) n)
         where subscription_id = $1`,
        [subscriber.subscriptionId],
      );
      receiver.respondWith(status);
      setUp.clock.set((await delivery()).next_attempt_at as Date);
      worker.wake();
      await attempted(2);
      const kept = await attempts();
      assert.deepEqual(
        kept.map(({ number }) => number),
        Array.from({ length: 100 }, (_, at) => at + 2),
      );
      assert.deepEqual([kept.at(-2)?.statusCode, kept.at(-1)?.statusCode], [500, status]);
    });
  }
});

describe('the deliveries of a subscription', () => {
  test('events of a paused subscription cost no row and are sent on resuming', async () => {
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriber.subscriptionId]);
    await send(200, 5);
    await missed();
    assert.deepEqual(await setUp.deliveries(subscriber.subscriptionId), []);
    assert.equal(receiver.requests.length, 0);
    await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [subscriber.subscriptionId]);
    worker.wake();
    await waitUntil('all arrive', () => receiver.requests.length === 5);
  });

  test('deleting a subscription ends its deliveries', async () => {
    await send('hang');
    await waitUntil('it is on its way', () => receiver.requests.length === 1);
    await setUp.sql('delete from subscriptions where id = $1', [subscriber.subscriptionId]);
    await waitUntil('the attempt is over', () => setUp.logged.some((line) => line.delivery_status === 'claim_lost'));
    assert.deepEqual(await setUp.deliveries(subscriber.subscriptionId), []);
  });
});
