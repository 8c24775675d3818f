import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batch } from './batcher.ts';
import { DatabaseUnavailable } from './connection.ts';

test('calls that arrive while a load is in flight share the next one', async () => {
  const loads: number[][] = [];
  let finish = () => {};
  const ask = batch<number, number>(async (keys) => {
    loads.push([...keys]);
    if (loads.length === 1) await new Promise<void>((resolve) => (finish = resolve));
    return keys.map((key) => key * 10);
  }, 3);
  const first = ask(1);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const later = [2, 3, 4, 5].map((key) => ask(key));
  finish();
  assert.equal(await first, 10);
  assert.deepEqual(await Promise.all(later), [20, 30, 40, 50]);
  assert.deepEqual(loads, [[1], [2, 3, 4], [5]]);
});

test('a failed load fails its own callers only', async () => {
  const ask = batch<number, number>(async (keys) => {
    if (keys.includes(0)) throw new Error('zero');
    return keys;
  }, 1);
  const results = await Promise.allSettled([ask(0), ask(1)]);
  assert.deepEqual(
    results.map((result) => result.status),
    ['rejected', 'fulfilled'],
  );
  assert.equal(await ask(2), 2);
});

test('beyond its bound a call is refused at once, while those that wait go on waiting', async () => {
  let finish = () => {};
  const ask = batch<number, number>(async (keys) => {
    if (keys.includes(0)) await new Promise<void>((resolve) => (finish = resolve));
    return keys;
  }, 1000);
  const first = ask(0);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  let settled = 0;
  const waiting = Array.from({ length: 5000 }, (_, at) => ask(at + 1).finally(() => settled++));
  await assert.rejects(ask(5001), DatabaseUnavailable);
  assert.equal(settled, 0);
  finish();
  await Promise.all([first, ...waiting]);
  assert.equal(await ask(5001), 5001);
});
