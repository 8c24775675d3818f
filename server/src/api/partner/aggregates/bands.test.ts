import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bandOf, HYSTERESIS, nextBand, sumBand } from './bands.ts';

const figure = fc.integer({ min: 0, max: 20_000 });

test('bands are 0-9, tens to 99, hundreds to 999 and thousands above', () => {
  const table: [number, number, number][] = [
    [0, 0, 9],
    [9, 0, 9],
    [9.99, 0, 9],
    [10, 10, 19],
    [99, 90, 99],
    [100, 100, 199],
    [999, 900, 999],
    [1000, 1000, 1999],
    [12_345, 12_000, 12_999],
  ];
  for (const [value, min, max] of table) assert.deepEqual(bandOf(value), { min, max }, String(value));
});

test('the bands cover every figure once', () => {
  fc.assert(
    fc.property(figure, (value) => {
      const { min, max } = bandOf(value);
      assert.ok(min <= value && value <= max);
      assert.deepEqual(bandOf(max), { min, max });
      assert.equal(bandOf(max + 1).min, max + 1);
    }),
  );
});

test('one or two people joining or leaving never show in a band the figure lies in', () => {
  fc.assert(
    fc.property(figure, fc.integer({ min: -2, max: 2 }), (value, change) => {
      const published = bandOf(value);
      assert.deepEqual(nextBand(Math.max(0, value + change), published), published);
    }),
  );
});

test('whoever makes a band change cannot change it back by undoing it', () => {
  fc.assert(
    fc.property(figure, figure, fc.constantFrom(-2, -1, 1, 2), (before, value, change) => {
      const published = nextBand(value, bandOf(before));
      const after = nextBand(Math.max(0, value + change), published);
      if (after.min !== published.min) assert.deepEqual(nextBand(value, after), after);
    }),
  );
});

test('a published band is always the one before or the one the figure lies in, and never off by 3 or more', () => {
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1, maxLength: 50 }), (figures) => {
      let published = null;
      for (const value of figures) {
        const next = nextBand(value, published);
        assert.ok(value > next.min - HYSTERESIS && value < next.max + HYSTERESIS);
        if (published && next.min !== published.min) assert.deepEqual(next, bandOf(value));
        published = next;
      }
    }),
  );
});

test('the edge is passed by 3 upwards and downwards', () => {
  assert.deepEqual(nextBand(21, { min: 10, max: 19 }), { min: 10, max: 19 });
  assert.deepEqual(nextBand(22, { min: 10, max: 19 }), { min: 20, max: 29 });
  assert.deepEqual(nextBand(8, { min: 10, max: 19 }), { min: 10, max: 19 });
  assert.deepEqual(nextBand(7, { min: 10, max: 19 }), { min: 0, max: 9 });
});

test('a sum of fewer than ten members, or of one with more than half, is null', () => {
  const hours = (value: number) => value * 3600;
  const even = { seconds: hours(40), contributors: 10, largestSeconds: hours(20) };
  assert.deepEqual(sumBand(even, null), { min: 40, max: 49 });
  assert.equal(sumBand({ ...even, contributors: 9 }, null), null);
  assert.equal(sumBand({ ...even, contributors: 9 }, { min: 40, max: 49 }), null);
  assert.equal(sumBand({ ...even, largestSeconds: hours(20) + 1 }, null), null);
  assert.equal(sumBand({ seconds: 0, contributors: 0, largestSeconds: 0 }, null), null);
  assert.deepEqual(sumBand({ ...even, seconds: hours(51.9) }, { min: 40, max: 49 }), { min: 40, max: 49 });
});
