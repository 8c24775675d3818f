import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestClock, startTestService, testService } from '../../test-support/harness.ts';
import { countInDatabase, countInProcess, PARTNERS_MAX } from './rate-limit.ts';

const PARTNER = { communityId: 1, partnerId: 1 };
const MINUTE = new Date('2026-11-20T10:00:00.000Z');

const service = await testService();

test('exactly one of N + 1 parallel requests at limit N is refused, and says when to come back', async () => {
  service.clock.set(MINUTE);
  const partner = await service.createPartner({ rateLimitPerMinute: 20 });
  const token = await service.token(partner);
  const answers = await Promise.all(Array.from({ length: 21 }, () => service.call('GET', '/listings', { token })));
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 1);
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  assert.equal(refused[0]?.body.error, 'rate_limited');
  assert.equal(refused[0]?.headers.get('x-ratelimit-remaining'), '0');
  assert.equal(refused[0]?.headers.get('retry-after'), refused[0]?.headers.get('x-ratelimit-reset'));
  const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  assert.deepEqual(
    remaining.sort((a, b) => b - a),
    [...Array.from({ length: 20 }, (_, at) => 19 - at), 0],
  );

  service.clock.advance(Number(refused[0]?.headers.get('retry-after')) * 1000);
  assert.equal((await service.call('GET', '/listings', { token })).status, 200);
});

test('a limit of 0 is none and shows no rate headers', async () => {
  const token = await service.token(await service.createPartner({ rateLimitPerMinute: 0 }));
  const { headers } = await service.call('GET', '/listings', { token });
  assert.equal(headers.has('x-ratelimit-limit'), false);
});

test('each partner has its own count, and the token endpoint has none', async () => {
  service.clock.set(MINUTE);
  const [one, other] = [
    await service.createPartner({ rateLimitPerMinute: 1 }),
    await service.createPartner({ rateLimitPerMinute: 1 }),
  ];
  const token = await service.token(one);
  assert.equal((await service.call('GET', '/listings', { token })).status, 200);
  assert.equal((await service.call('GET', '/listings', { token })).status, 429);
  const second = await service.token(one);
  assert.equal((await service.call('GET', '/listings', { token: second })).status, 429);
  assert.equal((await service.call('GET', '/listings', { token: await service.token(other) })).status, 200);
});

test('refused requests count, and no minute boundary lets twice the limit through', () => {
  const clock = createTestClock(MINUTE);
  const count = countInProcess(clock);
  const burst = (calls: number) =>
    Array.from({ length: calls }, () => count(PARTNER, 10)).filter(({ allowed }) => allowed);
  clock.advance(59_000);
  assert.equal(burst(30).length, 10);
  clock.advance(2000);
  assert.equal(burst(30).length, 0);
});

test('when more partners come than are remembered, idle ones are forgotten and none at its limit gets room', () => {
  const clock = createTestClock(MINUTE);
  const count = countInProcess(clock);
  const isAllowed = (partnerId: number, limit: number) => count({ communityId: 1, partnerId }, limit).allowed;
  for (let idle = 1; idle <= PARTNERS_MAX - 2; idle++) assert.equal(isAllowed(idle, 1), true);
  clock.advance(2 * 60_000 - 1000);
  const [lastMinute, thisMinute, newcomer] = [PARTNERS_MAX + 1, PARTNERS_MAX + 2, PARTNERS_MAX + 3];
  assert.deepEqual([isAllowed(lastMinute, 1), isAllowed(lastMinute, 1)], [true, false]);
  clock.advance(2000);
  assert.deepEqual([isAllowed(thisMinute, 1), isAllowed(thisMinute, 1)], [true, false]);
  assert.equal(isAllowed(newcomer, 1), true);
  assert.deepEqual([isAllowed(lastMinute, 1), isAllowed(thisMinute, 1)], [false, false]);
});

test('a request is allowed again exactly when Retry-After says so, at the latest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1, maxLength: 60 }),
      (limit, gaps) => {
        const clock = createTestClock(MINUTE);
        const count = countInProcess(clock);
        for (const gap of gaps) {
          clock.advance(gap);
          const status = count(PARTNER, limit);
          assert.ok(status.resetSeconds >= 1 && status.resetSeconds <= 121 + 60 * gaps.length);
          if (status.allowed) continue;
          clock.advance(status.resetSeconds * 1000);
          assert.equal(count(PARTNER, limit).allowed, true);
        }
      },
    ),
    // Each was refused once more by a rounding error.
    {
      examples: [
        [3, [51178, 34738, 44094, 66522, 55728, 12225, 38144, 60222, 25419, 18730, 0]],
        [3, [21569, 64264, 22729, 67745, 36923, 14518, 48403, 60490, 38733, 9541, 12085]],
      ],
    },
  );
});

test('nodes that share a database share the count: of N + 1 parallel requests over two exactly one is refused', async () => {
  const env = {
    DATABASE_URL: 'postgresql://shared.example/timebank',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const clock = createTestClock(MINUTE);
  const nodes = [
    await startTestService({ env, clock, database: service.testDatabase }),
    await startTestService({ env, clock, database: service.testDatabase }),
  ] as const;
  try {
    const partner = await nodes[0].createPartner({ rateLimitPerMinute: 40 });
    const token = await nodes[0].token(partner);
    const answers = await Promise.all(
      Array.from({ length: 41 }, (_, at) => nodes[at % 2 === 0 ? 0 : 1].call('GET', '/listings', { token })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 1);
    assert.equal(answers.filter(({ status }) => status === 200).length, 40);
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    assert.deepEqual(
      remaining.sort((a, b) => b - a),
      [...Array.from({ length: 40 }, (_, at) => 39 - at), 0],
    );
    clock.advance(Number(refused[0]?.headers.get('retry-after')) * 1000);
    assert.equal((await nodes[1].call('GET', '/listings', { token })).status, 200);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
});

test('counted in the database or in the process, a partner gets the same headers', async () => {
  const { partnerId, communityId } = await service.createPartner();
  const clock = createTestClock(MINUTE);
  const shared = countInDatabase({ clock, database: service.deps.database });
  const own = countInProcess(clock);
  for (const gapMs of [0, 0, 100, 30_000, 20_000, 10_000, 1, 59_000, 0, 61_000, 0, 200_000, 0]) {
    clock.advance(gapMs);
    assert.deepEqual(await shared({ partnerId, communityId }, 3), own(PARTNER, 3));
    if (gapMs === 30_000) assert.deepEqual(await shared({ partnerId, communityId }, 3, 4), own(PARTNER, 3, 4));
  }
});

test('a node whose clock lags behind counts into the minute that has begun elsewhere', async () => {
  const partner = await service.createPartner();
  const clocks = [createTestClock(MINUTE), createTestClock(new Date(MINUTE.getTime() - 5000))] as const;
  const [ahead, behind] = clocks.map((clock) => countInDatabase({ clock, database: service.deps.database }));
  assert.equal((await ahead?.(partner, 2))?.allowed, true);
  assert.equal((await behind?.(partner, 2))?.allowed, true);
  assert.equal((await ahead?.(partner, 2))?.allowed, false);
});
