import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { catchUp } from './catch-up.ts';
import { type Attempt, type Claim, claim, giveBack } from './deliver.ts';
import { distributeAll } from './distribute.ts';
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
const statuses = async (of = subscriber) =>
  (await setUp.deliveries(of.subscriptionId)).map(({ status }) => status).sort();
const eventIds = (claims: readonly Claim[]) => claims.map(({ eventId }) => eventId);
/** Claims what is due, as any worker does. */
const claimDue = async () =>
  (await claim(setUp.database, setUp.clock.now(), LEASE_MS, [{ ...subscriber, limit: 100 }])).claims;

describe('missed events', () => {
  test('become deliveries that are claimed as they are made, and no other worker gets them', async () => {
    await miss(10);
    const first = await takeAll(4);
    const second = await takeAll(100);
    assert.deepEqual([first.length, second.length], [4, 6]);
    assert.equal(new Set(eventIds([...first, ...second])).size, 10);
    assert.deepEqual(
      await statuses(),
      Array.from({ length: 10 }, () => 'pending'),
    );
    assert.deepEqual([await takeAll(100), await claimDue()], [[], []]);
  });

  test('of several communities are recorded together, each with its own', async () => {
    const other = await setUp.subscriber('https://other.example/');
    await miss(2);
    await miss(3, other);
    const claims = [...(await takeAll(10)), ...(await takeAll(10, other))];
    await record(
      setUp.database,
      claims.map((claimed) => made(claimed)),
    );
    assert.deepEqual(await statuses(), ['delivered', 'delivered']);
    assert.deepEqual(await statuses(other), ['delivered', 'delivered', 'delivered']);
    const [subscription] = await setUp.sql('select last_success_at from subscriptions where id = $1', [
      subscriber.subscriptionId,
    ]);
    assert.deepEqual(subscription?.last_success_at, setUp.clock.now());
  });
});

describe('missed events, when attempts fail or the worker dies,', () => {
  test('whose attempts fail wait for their next attempt, beside those that succeed', async () => {
    await miss(3);
    const [failing, succeeding, open] = (await takeAll(10)) as [Claim, Claim, Claim];
    await record(setUp.database, [made(failing, 500), made(succeeding)]);
    await record(setUp.database, [made(open, 503)]);
    assert.deepEqual(await statuses(), ['delivered', 'pending', 'pending']);
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

  for (const statusCode of [200, 500]) {
    test(`of a worker that died are another's when the lease has ended, and the first one records no ${statusCode}`, async () => {
      await miss(3);
      const claims = await takeAll(10);
      await record(setUp.database, [made(claims[0] as Claim)]);
      setUp.clock.advance(LEASE_MS - 1);
      assert.deepEqual(await claimDue(), []);
      setUp.clock.advance(1);
      assert.deepEqual(eventIds(await claimDue()).sort(), eventIds(claims.slice(1)).sort());
      const recorded = await record(
        setUp.database,
        claims.slice(1).map((claimed) => made(claimed, statusCode)),
      );
      assert.deepEqual(
        recorded.map(({ status }) => status),
        [undefined, undefined],
      );
      assert.deepEqual(await statuses(), ['delivered', 'pending', 'pending']);
    });
  }

  test('that are given back are due at once', async () => {
    await miss(3);
    const claims = await takeAll(10);
    await giveBack(setUp.database, claims.slice(1));
    assert.deepEqual(eventIds(await claimDue()).sort(), eventIds(claims.slice(1)).sort());
  });

  test('are passed when an earlier event comes late, and so are delivered ones', async () => {
    const late = setUp.clock.now();
    setUp.clock.advance(1000);
    await miss(4);
    const [delivered] = await takeAll(1);
    await record(setUp.database, [made(delivered as Claim)]);
    const claimed = await takeAll(2);
    await setUp.append(subscriber, { createdAt: late, data: { reference: 'late' } });
    await distributeAll(setUp.database, setUp.clock.now());
    const rest = await takeAll(10);
    assert.equal(rest.length, 2);
    assert.equal(JSON.parse(rest[0]?.eventData ?? '{}').reference, 'late');
    const all = new Set(eventIds([delivered as Claim, ...claimed, ...rest]));
    assert.equal(all.size, 5);
  });

  test('of a subscription that was deleted are nobody’s', async () => {
    await miss(2);
    const claims = await takeAll(10);
    await setUp.sql('delete from subscriptions where id = $1', [subscriber.subscriptionId]);
    const recorded = await record(
      setUp.database,
      claims.map((claimed) => made(claimed)),
    );
    assert.deepEqual(
      recorded.map(({ status }) => status),
      [undefined, undefined],
    );
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
