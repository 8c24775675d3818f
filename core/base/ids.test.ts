import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UUID } from 'uuidv7';
import { newIdAt } from './ids.ts';

const AT = new Date('2026-11-20T09:30:00.123Z');

test('an id is a UUIDv7 as RFC 9562 writes it, of its time to the millisecond', () => {
  const id = newIdAt(AT);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(Number.parseInt(id.replace('-', '').slice(0, 12), 16), AT.getTime());
  assert.equal(UUID.parse(id).toString(), id);
});

test('ids of one millisecond are distinct and in the order in which they were made', () => {
  const ids = Array.from({ length: 5000 }, () => newIdAt(AT));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.toSorted(), ids);
});

test('an id of an earlier time than the last one is of that time', () => {
  newIdAt(AT);
  const earlier = new Date(AT.getTime() - 60_000);
  assert.ok(newIdAt(earlier) < newIdAt(AT));
});
