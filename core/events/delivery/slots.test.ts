import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { AttemptResult } from './retry.ts';
import {
  type Congestion,
  freeSlots,
  maySend,
  newCongestion,
  onClaim,
  onResult,
  SLOT_LIMITS,
  type SlotLimits,
  shareSlots,
} from './slots.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LIMITS: SlotLimits = { perSubscriptionMax: 32, totalMax: 4096 };
const later = (ms: number) => new Date(NOW.getTime() + ms);
const answer = (statusCode: number | null, retryAfter: string | null = null): AttemptResult => ({
  statusCode,
  error: statusCode === null ? 'timeout' : null,
  retryAfter,
  latencyMs: 5,
});
const congestion = (changes: Partial<Congestion> = {}): Congestion => ({ ...newCongestion(), ...changes });
function after(results: readonly AttemptResult[], from = congestion(), limits = LIMITS): Congestion {
  for (const result of results) onResult(from, result, limits, NOW);
  return from;
}
const times = (count: number, result: AttemptResult) => Array.from({ length: count }, () => result);

describe('the window of one subscription', () => {
  test('starts with four attempts at once, known or unknown', () => {
    assert.equal(freeSlots(undefined, LIMITS, NOW), 4);
    assert.equal(freeSlots(congestion(), LIMITS, NOW), 4);
    assert.equal(freeSlots(undefined, { ...LIMITS, perSubscriptionMax: 3 }, NOW), 3);
  });

  test('doubles with each success up to the cap, and one failure halves it, down to one', () => {
    const sizes = (results: readonly AttemptResult[], from: Congestion) =>
      results.map((result) => after([result], from).window);
    const receiver = congestion();
    assert.deepEqual(sizes(times(5, answer(200)), receiver), [8, 16, 32, 32, 32]);
    assert.deepEqual(sizes(times(7, answer(500)), receiver), [16, 8, 4, 2, 1, 1, 1]);
    assert.deepEqual(sizes(times(2, answer(204)), receiver), [2, 4]);
    assert.deepEqual(sizes([answer(200), answer(null)], congestion({ window: 5 })), [10, 5]);
  });

  test('takes away what is claimed, and is never less than nothing', () => {
    assert.equal(freeSlots(congestion({ window: 8, claimed: 3 }), LIMITS, NOW), 5);
    assert.equal(freeSlots(congestion({ window: 8, claimed: 9 }), LIMITS, NOW), 0);
    // A cap that was lowered holds at once.
    assert.equal(freeSlots(congestion({ window: 32, claimed: 1 }), { ...LIMITS, perSubscriptionMax: 4 }, NOW), 3);
  });

  test('gets back what has ended before it is recorded, up to as many again, unless the receiver falters', () => {
    const receiver = congestion({ window: 32, claimed: 32, ended: 20 });
    assert.equal(freeSlots(receiver, LIMITS, NOW), 20);
    assert.equal(freeSlots({ ...receiver, failures: 1 }, LIMITS, NOW), 0);
    assert.equal(freeSlots({ ...receiver, claimed: 60, ended: 50 }, LIMITS, NOW), 4);
    assert.equal(freeSlots({ ...receiver, claimed: 64, ended: 64 }, LIMITS, NOW), 0);
    assert.equal(freeSlots({ ...receiver, prefetch: 2, claimed: 128, ended: 128 }, LIMITS, NOW), 0);
  });

  test('goes on the wire as far as attempts at once go, one at least', () => {
    assert.equal(maySend(congestion({ window: 2, sending: 1 }), LIMITS), true);
    assert.equal(maySend(congestion({ window: 2, sending: 2 }), LIMITS), false);
    assert.equal(maySend(congestion({ window: 0, sending: 0 }), LIMITS), true);
    assert.equal(maySend(congestion({ window: 32, sending: 4 }), { ...LIMITS, perSubscriptionMax: 4 }), false);
    // Claims taken ahead do not go on the wire ahead.
    assert.equal(maySend(congestion({ window: 32, sending: 32, prefetch: 16 }), LIMITS), false);
  });
});

describe('claiming ahead', () => {
  const healthy = () => congestion({ window: 32 });

  test('doubles with each claim that got all it asked for, up to 32 times, and halves with one that did not', () => {
    const receiver = healthy();
    const ahead = Array.from({ length: 7 }, () => {
      onClaim(receiver, true, LIMITS);
      return receiver.prefetch;
    });
    assert.deepEqual(ahead, [2, 4, 8, 16, 32, 32, 32]);
    assert.equal(freeSlots(receiver, LIMITS, NOW), 1024);
    const less = Array.from({ length: 6 }, () => {
      onClaim(receiver, false, LIMITS);
      return receiver.prefetch;
    });
    assert.deepEqual(less, [16, 8, 4, 2, 1, 1]);
  });

  test('is for receivers with a full window and no failure, and a failure ends it', () => {
    for (const receiver of [congestion({ window: 16 }), congestion({ window: 32, failures: 1 })]) {
      onClaim(receiver, true, LIMITS);
      assert.equal(receiver.prefetch, 1);
    }
    const receiver = healthy();
    onClaim(receiver, true, LIMITS);
    after([answer(500)], receiver);
    assert.deepEqual([receiver.prefetch, freeSlots(receiver, LIMITS, NOW)], [1, 16]);
  });

  test('brings a slow receiver no more than it takes in four seconds', () => {
    const aheadAt = (latencyMs: number) => {
      const receiver = after(times(100, { ...answer(200), latencyMs }));
      for (let claims = 0; claims < 9; claims++) onClaim(receiver, true, LIMITS);
      return receiver.prefetch;
    };
    assert.deepEqual([5, 100, 500, 1000, 3000, 10_000].map(aheadAt), [32, 32, 8, 4, 1, 1]);
    // One that becomes slow loses what it had.
    const receiver = congestion({ window: 32, prefetch: 32 });
    after(times(50, { ...answer(200), latencyMs: 2000 }), receiver);
    onClaim(receiver, true, LIMITS);
    assert.equal(receiver.prefetch, 2);
  });

  test('waits until a claim may bring as many again as are claimed', () => {
    const receiver = congestion({ window: 32, prefetch: 4 });
    assert.equal(freeSlots({ ...receiver, claimed: 64 }, LIMITS, NOW), 64);
    assert.equal(freeSlots({ ...receiver, claimed: 65 }, LIMITS, NOW), 0);
    assert.equal(freeSlots({ ...receiver, prefetch: 1, claimed: 31 }, LIMITS, NOW), 1);
  });
});

describe('pauses', () => {
  const pauseMs = (receiver: Congestion) => Math.max(0, receiver.pausedUntil - NOW.getTime());

  test('nothing is claimed until the pause is over', () => {
    const receiver = after([answer(429)]);
    assert.equal(pauseMs(receiver), 5000);
    assert.equal(freeSlots(receiver, LIMITS, NOW), 0);
    assert.equal(freeSlots(receiver, LIMITS, later(4999)), 0);
    assert.equal(freeSlots(receiver, LIMITS, later(5000)), 2);
  });

  test('Retry-After sets the pause, to five minutes at most', () => {
    for (const status of [429, 502, 504]) {
      assert.equal(pauseMs(after([answer(status, '7')])), 7000);
      assert.equal(pauseMs(after([answer(status, '86400')])), 300_000);
      assert.equal(pauseMs(after([answer(status, 'soon')])), 5000);
    }
    assert.equal(pauseMs(after([answer(500, '7')])), 0);
  });

  test('ten failures in a row pause for a moment each; a success resets the count', () => {
    assert.equal(pauseMs(after(times(9, answer(500)))), 0);
    assert.equal(pauseMs(after(times(10, answer(500)))), 100);
    assert.equal(pauseMs(after([...times(9, answer(500)), answer(200), ...times(9, answer(500))])), 0);
  });

  test('a shorter pause does not end a longer one', () => {
    assert.equal(pauseMs(after([answer(429, '60'), answer(429, '1')])), 60_000);
    assert.equal(pauseMs(after([answer(429, '60'), answer(200)])), 60_000);
  });
});

describe('slots are shared among subscriptions', () => {
  test('evenly, and what one does not use goes to the others', () => {
    assert.deepEqual(shareSlots([10, 10, 10], 9), [3, 3, 3]);
    assert.deepEqual(shareSlots([1, 10, 10], 9), [1, 4, 4]);
    assert.deepEqual(shareSlots([0, 10], 9), [0, 9]);
    assert.deepEqual(shareSlots([2, 3], 9), [2, 3]);
    assert.deepEqual(shareSlots([5, 5, 5], 2), [1, 1, 0]);
    assert.deepEqual(shareSlots([], 5), []);
  });

  test('none gets more than it wishes; all slots are used while wishes last; nobody who gets less has one too few', () => {
    const wishes = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 40 });
    fc.assert(
      fc.property(wishes, fc.integer({ min: 0, max: SLOT_LIMITS.totalMax }), (wished, slots) => {
        const granted = shareSlots(wished, slots);
        const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
        assert.equal(sum(granted), Math.min(slots, sum(wished)));
        granted.forEach((grant, index) => {
          const wish = wished[index] ?? 0;
          assert.ok(grant >= 0 && grant <= wish);
          if (grant < wish) assert.ok(Math.max(...granted) <= grant + 1, `${granted}`);
        });
      }),
    );
  });
});
