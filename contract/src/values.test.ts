import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hoursFromSeconds, MAX_HOURS, secondsFromHours } from './values.ts';

const hundredths = fc.integer({ min: 1, max: MAX_HOURS * 100 });

test('hours of two decimals become whole seconds exactly', () => {
  fc.assert(
    fc.property(hundredths, (count) => {
      const hours = Number(`${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`);
      assert.equal(secondsFromHours(hours), count * 36);
    }),
    { numRuns: 2000 },
  );
});

test('what comes in goes out unchanged, on either side of zero', () => {
  fc.assert(
    fc.property(hundredths, (count) => {
      const hours = count / 100;
      assert.equal(hoursFromSeconds(secondsFromHours(hours)), hours);
      assert.equal(hoursFromSeconds(-secondsFromHours(hours)), -hours);
    }),
    { numRuns: 2000 },
  );
});

test('any balance is given to four decimals, rounded to the nearest, on either side of zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (seconds) => {
      const text = String(hoursFromSeconds(seconds));
      assert.match(text, /^-?\d+(\.\d{1,4})?$/);
      const tenThousandths = Math.round(hoursFromSeconds(seconds) * 1e4);
      // |tenThousandths * 9 - seconds * 25| is at most half of 9, in integers.
      assert.ok(Math.abs(tenThousandths * 9 - seconds * 25) <= 4);
    }),
    { numRuns: 2000 },
  );
});

test('known amounts', () => {
  assert.equal(secondsFromHours(0.01), 36);
  assert.equal(secondsFromHours(4.35), 15660);
  assert.equal(secondsFromHours(19.99), 71964);
  assert.equal(secondsFromHours(999.99), 3599964);
  assert.equal(hoursFromSeconds(60), 0.0167);
  assert.equal(hoursFromSeconds(-60), -0.0167);
  assert.ok(Object.is(hoursFromSeconds(0), 0));
});
