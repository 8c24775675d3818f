import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../../core/base/time.ts';
import { distributeAll } from '../../../../core/events/delivery/distribute.ts';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../../test-support/delivery.ts';
import { verifyLedger } from './invariants.ts';

const RULE = 'Every event older than a minute was distributed.';

describe(RULE, () => {
  let setUp: SetUp;
  let subscriber: Subscriber;
  before(async () => {
    setUp = await setUpDelivery();
  });
  beforeEach(async () => {
    await setUp.sql('delete from nodes; delete from event_queue; delete from events');
    subscriber = await setUp.subscriber('https://hooks.example/');
    setUp.clock.advance(HOUR_MS);
  });
  after(() => setUp.stop());

  const problems = async () => {
    const { invariants } = await verifyLedger(setUp.database, setUp.clock);
    const report = invariants.find(({ rule }) => rule === RULE);
    return report?.offenders.map(({ communityId, problem }) => {
      assert.equal(communityId, subscriber.communityId);
      return problem.replace(/ [0-9a-f-]{36}$/, '');
    });
  };

  test('an event that a node of an earlier version left out of the queue is found', async () => {
    await setUp.append(subscriber);
    await setUp.sql('delete from event_queue');
    assert.deepEqual(await problems(), [], 'younger than a minute');
    setUp.clock.advance(60_001);
    assert.deepEqual(await problems(), ['was never distributed to subscription']);
  });

  test('one that was committed right after the subscription is found, by their numbers; one from before it is none', async () => {
    const partnerId = await setUp.partner(subscriber.communityId);
    const of = { communityId: subscriber.communityId, partnerId };
    await setUp.append(of);
    // The node that wrote it is ahead of the one that subscribes.
    setUp.clock.advance(-MINUTE_MS);
    await setUp.subscribe(of.communityId, partnerId, 'https://new.example/');
    await setUp.sql('delete from event_queue');
    setUp.clock.advance(HOUR_MS);
    assert.deepEqual(await problems(), []);
    setUp.clock.advance(-HOUR_MS);
    await setUp.append(of);
    await setUp.sql('delete from event_queue');
    setUp.clock.advance(HOUR_MS);
    assert.deepEqual(await problems(), ['was never distributed to subscription']);
    await setUp.sql('update subscriptions set updated_at = updated_at + $1::interval', ['1 second']);
    assert.deepEqual(await problems(), [], 'it may have asked for other kinds until then');
  });

  test('one that waits is found while a node runs, and not while none does', async () => {
    await setUp.append(subscriber);
    setUp.clock.advance(60_001);
    assert.deepEqual(await problems(), []);
    await setUp.sql(
      `insert into nodes (id, name, started_at) values (gen_random_uuid(), 'a', now() - interval '1 hour')`,
    );
    assert.deepEqual(await problems(), ['waits for its distribution']);
  });

  test('distributed, missed while paused, of another kind, out of scope, or older than the subscription: nothing to find', async () => {
    const { communityId, partnerId, subscriptionId } = subscriber;
    const narrow = await setUp.partner(communityId, ['users.read']);
    await setUp.subscribe(communityId, narrow, 'https://narrow.example/');
    await setUp.subscribe(communityId, partnerId, 'https://kinds.example/', { types: ['user.updated'] });
    setUp.clock.advance(HOUR_MS);
    await setUp.append(subscriber);
    await setUp.append({ communityId, partnerId: narrow });
    await distributeAll(setUp.database, setUp.clock.now());
    await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [subscriptionId]);
    await setUp.append(subscriber);
    await distributeAll(setUp.database, setUp.clock.now());
    await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [subscriptionId]);
    await setUp.subscribe(communityId, partnerId, 'https://late.example/');
    setUp.clock.advance(HOUR_MS);
    assert.deepEqual(await problems(), []);
  });
});
