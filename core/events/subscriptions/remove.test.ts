import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type SetUp, setUpDelivery } from '../../../test-support/delivery.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { NO_HOOKS } from '../../change/hooks.ts';
import { distributeAll } from '../delivery/distribute.ts';
import { removeSubscription } from './change.ts';

let setUp: SetUp;
before(async () => {
  setUp = await setUpDelivery();
});
after(() => setUp?.stop());

test('nothing is made any more for a subscription from the moment in which its deletion begins', async () => {
  const subscriber = await setUp.subscriber('https://hooks.example/');
  const { subscriptionId } = subscriber;
  await setUp.append(subscriber, {}, 3);
  await distributeAll(setUp.database, setUp.clock.now());
  assert.equal((await setUp.deliveries(subscriptionId)).length, 3);
  // The deletion of its deliveries waits for the holder of this lock.
  await setUp.sql(
    `create function wait_for_holder() returns trigger language plpgsql as $$ begin
       perform pg_advisory_xact_lock_shared(1); return null; end $$;
     create trigger wait_for_holder before delete on deliveries for each statement execute function wait_for_holder()`,
  );
  const holder = new pg.Client(setUp.testDatabase.ownerConnection);
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  const remove = () =>
    removeSubscription({ ...setUp, wakeWorker() {}, hooks: NO_HOOKS }, { ...subscriber, actor: 'test' });
  const removed = remove().catch(remove);
  try {
    await waitUntil('the deletion has begun', async () => {
      const waiting = await setUp.sql(`select from pg_locks where locktype = 'advisory' and not granted`);
      return waiting.length === 1;
    });
    await setUp.append(subscriber);
    await distributeAll(setUp.database, setUp.clock.now());
    assert.equal((await setUp.deliveries(subscriptionId)).length, 3);
  } finally {
    await holder.end();
    await removed;
  }
  assert.deepEqual(await setUp.sql('select from subscriptions where id = $1', [subscriptionId]), []);
});
