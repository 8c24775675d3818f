import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Band } from '@timebank/contract';
import fc from 'fast-check';
import { bandOf, HYSTERESIS, nextBand, nextSumBand, type Sum, type SumBand } from './bands.ts';

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

test('while the figure lies up to 2 beyond its band, people joining or leaving never move it, over any number of days', () => {
  const days = fc.array(fc.tuple(fc.nat(), fc.integer({ min: -1, max: 1 })), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(figure, days, (first, history) => {
      const start = bandOf(first);
      const [low, high] = [Math.max(0, start.min - 2), start.max + 2];
      let published = start;
      for (const [offset, person] of history) {
        const value = low + (offset % (high - low + 1));
        const withOrWithout = Math.min(high, Math.max(low, value + person));
        published = nextBand(withOrWithout, published);
        assert.deepEqual(published, start);
      }
    }),
  );
});

/** The bands that would be published each day. */
function bandsOf(history: readonly number[]) {
  let published: Band | null = null;
  return history.map((value): Band => (published = nextBand(value, published)));
}

test('one person more, on any of the days, changes nothing unless the figure is exactly at the point of leaving', () => {
  const days = fc.array(fc.tuple(fc.integer({ min: 0, max: 130 }), fc.boolean()), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(days, (history) => {
      const without = bandsOf(history.map(([value]) => value));
      const withPerson = bandsOf(history.map(([value, present]) => value + (present ? 1 : 0)));
      const at = without.findIndex((band, day) => band.min !== withPerson[day]?.min);
      if (at === -1) return;
      const [value] = history[at] as [number, boolean];
      const before = without[at - 1];
      // Nothing published yet, or the band is left anyway: into which of two.
      const left = [without, withPerson].every((bands) => bands[at]?.min !== before?.min);
      const points = before ? [before.max + 2, before.min - 3] : [];
      assert.ok(left || points.includes(value), `${value} after ${JSON.stringify(before)}`);
    }),
  );
});

test('between two changes of a band the figure has moved by 3 or more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 130 }), { minLength: 2, maxLength: 60 }), (history) => {
      const published = bandsOf(history);
      let since = history[0] as number;
      for (let day = 1; day < history.length; day++) {
        if (published[day]?.min === published[day - 1]?.min) continue;
        assert.ok(Math.abs((history[day] as number) - since) >= 3);
        since = history[day] as number;
      }
    }),
  );
});

test('undoing the act that changed a band does not change it back', () => {
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

const hours = (value: number) => value * 3600;
const even = (contributors: number, changes: Partial<Sum> = {}): Sum => ({
  seconds: hours(40),
  contributors,
  largestSeconds: hours(4),
  ...changes,
});
const FORTIES = { min: 40, max: 49, published: true };

/** The stored state after each day. */
function sumsOf(history: readonly Sum[], before: SumBand | null = null): (SumBand | null)[] {
  let previous = before;
  return history.map((sum) => (previous = nextSumBand(sum, previous)));
}

const shown = (history: readonly Sum[], before: SumBand | null = null) =>
  sumsOf(history, before).map((sum) => sum?.published ?? false);

test('a sum is published from 13 contributors on and withdrawn below 10', () => {
  const counts = [0, 9, 12, 13, 12, 10, 9, 10, 12, 13, 10, 9];
  const expected = [false, false, false, true, true, true, false, false, false, true, true, false];
  assert.deepEqual(shown(counts.map((contributors) => even(contributors))), expected);
});

test('a sum is published while its largest contributor has at most 45 % and withdrawn above 50 %', () => {
  const share = (seconds: number) => even(20, { seconds: 1000, largestSeconds: seconds });
  const seconds = [451, 450, 500, 501, 500, 451, 450, 1000];
  assert.deepEqual(shown(seconds.map(share)), [false, true, true, false, false, false, true, false]);
  assert.deepEqual(shown([even(0, { seconds: 0, largestSeconds: 0 })]), [false]);
});

test('the last published band is remembered over a null, however long, and does not move meanwhile', () => {
  const at = (seconds: number, contributors: number) => even(contributors, { seconds: hours(seconds) });
  const history = [at(40, 13), at(50, 9), at(900, 9), at(5, 1), at(50, 13), at(51.9, 10), at(52, 10)];
  assert.deepEqual(
    sumsOf(history).map((sum) => (sum?.published ? sum.min : null)),
    [40, null, null, null, 40, 40, 50],
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), fc.nat(2000), (counts, seconds) => {
      const [published] = sumsOf([at(40, 13)]);
      const last = sumsOf(
        counts.map((contributors) => at(seconds, contributors)),
        published,
      ).at(-1);
      if (last) assert.deepEqual(last, { ...FORTIES, published: false });
      assert.deepEqual(nextSumBand(at(50, 13), last ?? FORTIES), FORTIES);
    }),
  );
});

test('one contributor or one share more or less between the edges never publishes and never withdraws', () => {
  const person = fc.integer({ min: -1, max: 1 });
  const days = fc.array(
    fc.record({ contributors: fc.integer({ min: 10, max: 12 }), permille: fc.integer({ min: 451, max: 500 }), person }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(days, fc.boolean(), fc.boolean(), (history, published, byShare) => {
      const sums = history.map((day) => {
        const contributors = Math.min(12, Math.max(10, day.contributors + day.person));
        const largestSeconds = Math.min(500, Math.max(451, day.permille + day.person));
        // Withdrawn, either edge alone keeps it so.
        if (!published) return byShare ? { seconds: 1000, contributors: 99, largestSeconds } : even(contributors);
        return { seconds: 1000, contributors, largestSeconds };
      });
      assert.deepEqual(new Set(shown(sums, { ...FORTIES, published })), new Set([published]));
    }),
  );
});

test('between two changes from published to withdrawn and back, four contributors or more came or went', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 5, max: 18 }), { minLength: 2, maxLength: 60 }), (counts) => {
      const states = shown(counts.map((contributors) => even(contributors)));
      let since: number | undefined;
      for (let day = 1; day < counts.length; day++) {
        if (states[day] === states[day - 1]) continue;
        const count = counts[day] as number;
        if (since !== undefined) assert.ok(Math.abs(count - since) >= 4);
        since = count;
      }
    }),
  );
});

test('any history of a sum, with one person more on any days, differs only from a day on that is exactly at an edge', () => {
  const day = fc.record({
    contributors: fc.integer({ min: 7, max: 16 }),
    hours: fc.integer({ min: 30, max: 75 }),
    largest: fc.integer({ min: 10, max: 40 }),
    present: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 30 }), (history) => {
      const sumOf = (of: (typeof history)[number], more: number): Sum => ({
        seconds: hours(of.hours + more),
        contributors: of.contributors + more,
        largestSeconds: hours(Math.min(of.largest, of.hours)),
      });
      const without = sumsOf(history.map((of) => sumOf(of, 0)));
      const withPerson = sumsOf(history.map((of) => sumOf(of, of.present ? 1 : 0)));
      const at = without.findIndex((sum, index) => JSON.stringify(sum) !== JSON.stringify(withPerson[index]));
      if (at === -1) return;
      const of = history[at] as (typeof history)[number];
      const before = without[at - 1];
      const share = (sum: Sum) => sum.largestSeconds / sum.seconds;
      const [plain, more] = [sumOf(of, 0), sumOf(of, 1)];
      const percent = before?.published ? 0.5 : 0.45;
      const points = [
        of.contributors === (before?.published ? 9 : 12),
        share(plain) > percent && share(more) <= percent,
        before && [before.max + 2, before.min - 3].includes(of.hours),
        [without, withPerson].every((sums) => sums[at]?.published && sums[at].min !== before?.min),
      ];
      assert.ok(points.some(Boolean), `${JSON.stringify(of)} after ${JSON.stringify(before)}`);
    }),
  );
});
