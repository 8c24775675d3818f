import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type SetUp, type Subscriber, setUpDelivery } from '../../test-support/delivery.ts';
import { replayEventsSince } from '../subscriptions/replay.ts';
import { catchUp } from './catch-up.ts';
import { type Attempt, type Claim, giveBack } from './deliver.ts';
import { distributeAll } from './distribute.ts';
import { landOverdueFlights } from './flight-queries.ts';
import { deleteOldEvents } from './queries.ts';
import { record } from './record.ts';
import { decideOutcome } from './retry.ts';

const LEASE_MS = 60_000;

let setUp: SetUp;
let subscriber: Subscriber;
before(async () => {
  setUp = await setUpDelivery(new Date());
});
beforeEach(async () => {
  setUp.clock.set(new Date());
  subscriber = await setUp.subscriber('https://hooks.example/');
});
afterEach(() => setUp.sql('delete from subscriptions'));
after(() => setUp.stop());

/** Events that it missed while it was paused. */
async function miss(count: number, of = subscriber): Promise<void> {
  await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [of.subscriptionId]);
  await setUp.append(of, {}, count);
  await distributeAll(setUp.database, setUp.clock.now());
  await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [of.subscriptionId]);
}
const take = async (limit: number, of = subscriber) =>
  await catchUp(setUp.database, setUp.clock.now(), LEASE_MS, { ...of, limit });
const takeAll = async (limit: number, of = subscriber) => (await take(limit, of)).claims;
function made(claim: Claim, statusCode = 200): Attempt {
  const at = setUp.clock.now();
  const result = { statusCode, error: null, retryAfter: null, latencyMs: 1 };
  const outcome = decideOutcome(claim.attemptCount + 1, result, at, () => 0.5);
  return { claim, startedAt: at, endedAt: at, result, outcome, signatureStart: null };
}
const flights = async () =>
  await setUp.sql<{ events: number }>('select cardinality(event_ids) as events from flights order by id');
const statuses = async (of = subscriber) =>
  (await setUp.deliveries(of.subscriptionId)).map(({ status }) => status).sort();
const eventIds = (claims: readonly Claim[]) => claims.map(({ eventId }) => eventId);
const land = async () => {
  setUp.clock.advance(LEASE_MS);
  return (await landOverdueFlights(setUp.database.outbox, setUp.clock.now(), 100))[0]?.flights;
};

describe('missed events in a batch', () => {
  test('cost one row until they are recorded, and no other worker gets them', async () => {
    await miss(10);
    const first = await takeAll(4);
    const second = await takeAll(100);
    assert.deepEqual([first.length, second.length], [4, 6]);
    assert.equal(new Set(eventIds([...first, ...second])).size, 10);
    assert.deepEqual(await flights(), [{ events: 4 }, { events: 6 }]);
    assert.deepEqual(await statuses(), []);
    assert.deepEqual(await takeAll(100), []);
  });

  test('are delivered with one row each, and their batch ends with the last of them', async () => {
    await miss(3);
    const claims = await takeAll(10);
    const two = claims.slice(0, 2).map((claim) => made(claim));
    assert.deepEqual(
      (await record(setUp.database, two)).map(({ status }) => status),
      ['delivered', 'delivered'],
    );
    assert.equal((await flights()).length, 1);
    await record(setUp.database, [made(claims[2] as Claim)]);
    assert.deepEqual(await flights(), []);
    const rows = await setUp.deliveries(subscriber.subscriptionId);
    assert.deepEqual(
      rows.map(({ status, attempt_count, attempts }) => [status, attempt_count, attempts.length]),
      Array.from({ length: 3 }, () => ['delivered', 1, 1]),
    );
    const [subscription] = await setUp.sql('select last_success_at from subscriptions where id = $1', [
      subscriber.subscriptionId,
    ]);
    assert.deepEqual(subscription?.last_success_at, setUp.clock.now());
  });

  test('of several communities are recorded together, each with its own', async () => {
    const other = await setUp.subscriber('https://other.example/');
    await miss(2);
    await miss(3, other);
    const claims = [...(await takeAll(10)), ...(await takeAll(10, other))];
    await record(
      setUp.database,
      claims.map((claim) => made(claim)),
    );
    assert.deepEqual([(await statuses()).length, (await statuses(other)).length], [2, 3]);
    assert.deepEqual(await flights(), []);
  });
});

describe('missed events in a batch, when attempts fail or the worker dies,', () => {
  test('that fail become deliveries with their next attempt, beside those that succeed', async () => {
    await miss(3);
    const [failing, succeeding, open] = (await takeAll(10)) as [Claim, Claim, Claim];
    await record(setUp.database, [made(failing, 500), made(succeeding)]);
    assert.deepEqual(await statuses(), ['delivered', 'pending']);
    assert.equal((await flights()).length, 1, 'one is still on its way');
    await record(setUp.database, [made(open, 503)]);
    assert.deepEqual(await flights(), []);
    const pending = (await setUp.deliveries(subscriber.subscriptionId)).filter(({ status }) => status === 'pending');
    assert.deepEqual(
      pending
        .map(({ attempt_count, lease_until, attempts }) => [attempt_count, lease_until, attempts[0]?.statusCode])
        .sort(),
      [
        [1, null, 500],
        [1, null, 503],
      ],
    );
  });

  test('of a worker that died are due when its lease has ended, but for those that it recorded', async () => {
    await miss(5);
    const claims = await takeAll(10);
    await record(
      setUp.database,
      claims.slice(0, 2).map((claim) => made(claim)),
    );
    setUp.clock.advance(LEASE_MS - 1);
    assert.deepEqual(await landOverdueFlights(setUp.database.outbox, setUp.clock.now(), 100), [{ flights: 0 }]);
    assert.equal(await land(), 1);
    assert.deepEqual(await statuses(), ['delivered', 'delivered', 'pending', 'pending', 'pending']);
    assert.deepEqual(await flights(), []);
    assert.deepEqual(await takeAll(10), []);
  });
});

describe('missed events in a batch, taken or given back by another worker,', () => {
  for (const statusCode of [200, 500]) {
    test(`that were given to another worker are not recorded by the first one, answered with ${statusCode}`, async () => {
      await miss(2);
      const claims = await takeAll(10);
      await land();
      const recorded = await record(
        setUp.database,
        claims.map((claim) => made(claim, statusCode)),
      );
      assert.deepEqual(
        recorded.map(({ status }) => status),
        [undefined, undefined],
      );
      assert.deepEqual(await statuses(), ['pending', 'pending']);
    });
  }

  test('that are given back are missed again, and those still on their way are not taken twice', async () => {
    await miss(6);
    const claims = await takeAll(10);
    await record(setUp.database, [made(claims[0] as Claim)]);
    await giveBack(setUp.database, claims.slice(2));
    assert.deepEqual(await flights(), [{ events: 2 }]);
    const again = await takeAll(10);
    assert.deepEqual(eventIds(again), eventIds(claims.slice(2)));
    await record(
      setUp.database,
      [claims[1] as Claim, ...again].map((claim) => made(claim)),
    );
    assert.deepEqual([(await statuses()).length, await flights()], [6, []]);
  });

  test('of which the last is given back end their batch', async () => {
    await miss(2);
    const [one, other] = (await takeAll(10)) as [Claim, Claim];
    await record(setUp.database, [made(one)]);
    await giveBack(setUp.database, [other]);
    assert.deepEqual(await flights(), []);
    assert.deepEqual(eventIds(await takeAll(10)), [other.eventId]);
  });
});

describe('missed events in a batch, when other events or subscriptions change,', () => {
  test('are passed when an earlier event comes late, and so are delivered ones', async () => {
    const late = setUp.clock.now();
    setUp.clock.advance(1000);
    await miss(4);
    const [delivered] = await takeAll(1);
    await record(setUp.database, [made(delivered as Claim)]);
    const flying = await takeAll(2);
    await setUp.append(subscriber, { createdAt: late, data: { reference: 'late' } });
    await distributeAll(setUp.database, setUp.clock.now());
    const rest = await takeAll(10);
    assert.equal(rest.length, 2);
    assert.equal(JSON.parse(rest[0]?.eventData ?? '{}').reference, 'late');
    const all = new Set(eventIds([delivered as Claim, ...flying, ...rest]));
    assert.equal(all.size, 5);
  });

  test('may be replayed: they are sent once more, and the attempts under way record nothing over it', async () => {
    await miss(2);
    const claims = await takeAll(10);
    const { communityId, partnerId, subscriptionId } = subscriber;
    const act = { communityId, partnerId, subscriptionId, actor: 'test' };
    const deps = { database: setUp.database, clock: setUp.clock, wakeWorker: () => {} };
    await replayEventsSince(deps as never, act, { since: new Date(setUp.clock.now().getTime() - 1000) });
    assert.deepEqual(await statuses(), ['pending', 'pending']);
    await record(
      setUp.database,
      claims.map((claim) => made(claim)),
    );
    assert.deepEqual([await statuses(), await flights()], [['pending', 'pending'], []]);
  });

  test('are not deleted, however old they are', async () => {
    await miss(2);
    await takeAll(1);
    const future = new Date(setUp.clock.now().getTime() + 1000);
    await deleteOldEvents(setUp.database.heavy, future, 100);
    const left = await setUp.sql('select from events where community_id = $1', [subscriber.communityId]);
    assert.equal(left.length, 1);
    await land();
    assert.deepEqual(await statuses(), ['pending']);
  });

  test('of a subscription that was deleted are nobody’s', async () => {
    await miss(2);
    const claims = await takeAll(10);
    await setUp.sql('delete from subscriptions where id = $1', [subscriber.subscriptionId]);
    const recorded = await record(
      setUp.database,
      claims.map((claim) => made(claim)),
    );
    assert.deepEqual(
      recorded.map(({ status }) => status),
      [undefined, undefined],
    );
    assert.deepEqual(await flights(), []);
  });
});

test('missed events are looked for over a long stretch of events for others, piece by piece', async () => {
  const other = await setUp.subscriber('https://other.example/');
  const sameCommunity = await setUp.subscribe(
    other.communityId,
    await setUp.partner(other.communityId),
    'https://third.example/',
  );
  await setUp.sql(`update subscriptions set status = 'paused' where id = $1`, [sameCommunity.subscriptionId]);
  await setUp.append(sameCommunity);
  await setUp.append(other, {}, 9);
  await setUp.append(sameCommunity);
  await distributeAll(setUp.database, setUp.clock.now());
  await setUp.sql(`update subscriptions set status = 'active' where id = $1`, [sameCommunity.subscriptionId]);
  const grant = { ...sameCommunity, limit: 10 };
  const step = () => catchUp(setUp.database, setUp.clock.now(), LEASE_MS, grant, 4);
  const steps = [await step(), await step(), await step(), await step()];
  assert.deepEqual(
    steps.map(({ claims, isLeft }) => [claims.length, isLeft]),
    [
      [1, true],
      [0, true],
      [0, true],
      [1, false],
    ],
  );
});
