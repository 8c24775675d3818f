import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shareOut } from './group-slip.ts';

test('shares are multiples of the step, add up to the whole, and differ by a step at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(60, 300, 900, 3600),
      (steps, count, stepSeconds) => {
        const shares = shareOut(steps * stepSeconds, count, stepSeconds);
        assert.equal(shares.length, count);
        assert.equal(
          shares.reduce((sum, share) => sum + share, 0),
          steps * stepSeconds,
        );
        assert.ok(shares.every((share) => share % stepSeconds === 0));
        assert.ok(Math.max(...shares) - Math.min(...shares) <= stepSeconds);
      },
    ),
  );
  assert.deepEqual(shareOut(3 * 3600, 5, 900), [2700, 2700, 1800, 1800, 1800]);
});
