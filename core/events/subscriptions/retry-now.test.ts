import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { type Receiver, startReceiver } from '../../../test-support/receiver.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { NO_HOOKS } from '../../change/hooks.ts';
import type { Worker } from '../delivery/loop.ts';
import { sendDeliveryAgain } from './change.ts';

let setUp: SetUp;
let receiver: Receiver;
let worker: Worker;
before(async () => {
  setUp = await setUpDelivery();
  receiver = await startReceiver();
  worker = setUp.worker(receiver);
});
after(async () => {
  await setUp?.stop();
  await receiver?.stop();
});

let subscriber: Subscriber;
beforeEach(async () => {
  receiver.requests.length = 0;
  subscriber = await setUp.subscriber(receiver.url);
});

const delivery = async () => {
  const [row] = await setUp.deliveries(subscriber.subscriptionId);
  assert.ok(row);
  return row;
};
const attempts = (count: number) =>
  waitUntil(`${count} attempts are recorded`, async () => {
    return (await delivery()).attempts.length === count;
  });
const retry = async () => {
  const { id } = await delivery();
  await sendDeliveryAgain(
    { ...setUp, wakeWorker: () => worker.wake(), hooks: NO_HOOKS },
    { ...subscriber, actor: 'test' },
    id,
  );
  worker.wake();
};
const subscription = async () => {
  const [row] = await setUp.sql<{ status: string; consecutive_failures: number }>(
    'select status, consecutive_failures from subscriptions where id = $1',
    [subscriber.subscriptionId],
  );
  return row;
};
const setStatus = (status: string) =>
  setUp.sql('update subscriptions set status = $2 where id = $1', [subscriber.subscriptionId, status]);

async function happen(response: Parameters<Receiver['respondWith']>[0]): Promise<void> {
  receiver.respondWith(response);
  await setUp.append(subscriber);
  worker.wake();
}

test('of a disabled subscription: tried once, and a failure does not count against it', async () => {
  await happen(410);
  await attempts(1);
  assert.deepEqual(await subscription(), { status: 'disabled', consecutive_failures: 1 });
  receiver.respondWith(500);
  await retry();
  await attempts(2);
  assert.equal((await delivery()).status, 'failed');
  assert.deepEqual(await subscription(), { status: 'disabled', consecutive_failures: 1 });
  receiver.respondWith(200);
  await retry();
  await attempts(3);
  assert.equal((await delivery()).status, 'delivered');
  assert.deepEqual(await subscription(), { status: 'disabled', consecutive_failures: 0 });
});

test('of what was delivered: sent once more under the same id', async () => {
  await happen(200);
  await attempts(1);
  await retry();
  await attempts(2);
  const [first, second] = receiver.requests.map(({ headers }) => headers['webhook-id']);
  assert.equal(first, second);
});

test('of what waits for its subscription: a failure leaves it waiting', async () => {
  await happen(500);
  await attempts(1);
  await setStatus('paused');
  setUp.clock.advance(60_000);
  worker.wake();
  await waitUntil('it is held', async () => (await setUp.deliveries(subscriber.subscriptionId))[0]?.status === 'held');
  await retry();
  await attempts(2);
  assert.equal((await delivery()).status, 'held');
  receiver.respondWith(200);
  await setStatus('active');
  worker.wake();
  await attempts(3);
  assert.equal((await delivery()).status, 'delivered');
});

test('of what waits for its next attempt: it comes now, and the schedule goes on', async () => {
  await happen(500);
  await attempts(1);
  await retry();
  await attempts(2);
  const { status, next_attempt_at, attempt_count } = await delivery();
  assert.deepEqual([status, attempt_count], ['pending', 2]);
  assert.ok((next_attempt_at ?? 0) > setUp.clock.now());
});

test('a delivery that is under way or unknown is refused; a retry is audited', async () => {
  await happen('hang');
  await waitUntil('it is on its way', () => receiver.requests.length === 1);
  await assert.rejects(retry(), { code: 'state_conflict' });
  const act = { ...subscriber, actor: 'test' };
  const unknown = (changed: object) =>
    sendDeliveryAgain(
      { ...setUp, wakeWorker: () => worker.wake(), hooks: NO_HOOKS },
      { ...act, ...changed },
      uuidv7(),
    ).catch(({ code }) => code);
  assert.equal(await unknown({}), 'delivery_not_found');
  assert.equal(await unknown({ subscriptionId: uuidv7() }), 'subscription_not_found');
  assert.equal(await unknown({ partnerId: subscriber.partnerId + 1 }), 'subscription_not_found');
  await setUp.sql(
    `update deliveries set status = 'failed', lease_until = null, next_attempt_at = null
    where subscription_id = $1`,
    [subscriber.subscriptionId],
  );
  await retry();
  const rows = await setUp.sql(`select actor, action from audit_log where community_id = $1`, [subscriber.communityId]);
  assert.deepEqual(rows, [{ actor: 'test', action: 'delivery.retried' }]);
});
