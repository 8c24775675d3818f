import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, isoText } from './time.ts';

test('a time is written as toISOString writes it, whatever was written before', () => {
  const times = [
    '2026-11-20T09:30:00.123Z',
    '2026-11-20T09:30:00.124Z',
    '1969-12-31T23:59:59.999Z',
    '+012026-01-01T00:00:00.000Z',
  ];
  for (const first of times) {
    for (const next of times) {
      assert.deepEqual(
        [first, first, next].map((text) => isoText(new Date(text))),
        [first, first, next],
      );
    }
  }
  assert.equal(dayOf(new Date('2026-11-20T23:59:59.999Z')), '2026-11-20');
});

test('a changed time gets a new text, and an invalid one none', () => {
  const time = new Date('2026-11-20T09:30:00.123Z');
  isoText(time);
  time.setUTCHours(10);
  assert.equal(isoText(time), '2026-11-20T10:30:00.123Z');
  assert.throws(() => isoText(new Date(Number.NaN)), RangeError);
  assert.equal(isoText(time), '2026-11-20T10:30:00.123Z');
});
