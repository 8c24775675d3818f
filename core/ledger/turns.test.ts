import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTurns } from './turns.ts';

/** `1s3`: the third single request of partner 1; `m`: of many. */
const placeOf = (item: string) => ({ partnerId: Number(item[0]), isOfMany: item[1] === 'm' });
const open = (...items: string[]) => {
  const turns = createTurns(placeOf);
  turns.add(items);
  return turns;
};
const many = (partner: number, kind: 's' | 'm', count: number) =>
  Array.from({ length: count }, (_, n) => `${partner}${kind}${n}`);

test('single requests leave before those of many, also if they came later', () => {
  const turns = open(...many(1, 'm', 500), ...many(2, 's', 2), '1s0');
  assert.deepEqual(turns.take(5), ['2s0', '1s0', '2s1', '1m0', '1m1']);
});

test('partners take turns, so that the flood of one delays itself', () => {
  const turns = open(...many(1, 'm', 500), ...many(2, 'm', 3), ...many(3, 'm', 1));
  assert.deepEqual(turns.take(8), ['1m0', '2m0', '3m0', '1m1', '2m1', '1m2', '2m2', '1m3']);
  turns.add(many(2, 's', 1));
  assert.deepEqual(turns.take(3), ['2s0', '1m4', '1m5']);
});

test('a turn that a full batch has cut off comes first in the next one', () => {
  const turns = open(...many(1, 's', 3), ...many(2, 's', 3));
  assert.deepEqual([turns.take(1), turns.take(1), turns.take(2)], [['1s0'], ['2s0'], ['1s1', '2s1']]);
});

test('everything leaves once, each partner\u2019s in the order of arrival, and is counted until then', () => {
  const item = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('s', 'm'));
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (places, max) => {
      const items = places.map(([partner, kind], n) => `${partner}${kind}${n}`);
      const turns = open(...items);
      assert.equal(turns.size, items.length);
      assert.equal(
        [1, 2, 3, 4].reduce((sum, partner) => sum + turns.sizeOf(partner), 0),
        items.length,
      );
      const left: string[] = [];
      while (turns.size > 0) left.push(...turns.take(max));
      assert.deepEqual([...left].sort(), [...items].sort());
      for (const partner of ['1', '2', '3', '4']) {
        for (const kind of ['s', 'm']) {
          const own = (all: readonly string[]) => all.filter((each) => each.startsWith(partner + kind));
          assert.deepEqual(own(left), own(items));
        }
      }
    }),
  );
});
