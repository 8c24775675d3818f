import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batch, batchReads } from './batcher.ts';
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

/** A load that waits until the test lets it go on. */
interface HeldLoad {
  readonly keys: readonly number[];
  answer(): void;
  fail(error: Error): void;
}

const holding = (loads: HeldLoad[]) => (keys: readonly number[]) =>
  new Promise<readonly number[]>((resolve, reject) => {
    loads.push({ keys, answer: () => resolve(keys.map((key) => key * 10)), fail: reject });
  });

/** All that the event loop has to do by itself is done. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

const keysOf = (loads: readonly HeldLoad[]) => loads.map(({ keys }) => keys);

test('reads have two loads in flight and no third; who comes then shares the next, whichever load ends first', async () => {
  const loads: HeldLoad[] = [];
  const ask = batchReads<number, number>(holding(loads), 10);
  const together = [ask(1), ask(2)];
  await turns();
  const second = ask(3);
  await turns();
  const waiting = [ask(4), ask(5)];
  await turns();
  assert.deepEqual(keysOf(loads), [[1, 2], [3]]);
  loads[1]?.answer();
  assert.equal(await second, 30);
  await turns();
  assert.deepEqual(keysOf(loads), [[1, 2], [3], [4, 5]]);
  loads[2]?.answer();
  assert.deepEqual(await Promise.all(waiting), [40, 50]);
  loads[0]?.answer();
  assert.deepEqual(await Promise.all(together), [10, 20]);
  const again = [ask(6)];
  await turns();
  again.push(ask(7));
  await turns();
  assert.deepEqual(keysOf(loads).slice(3), [[6], [7]]);
  for (const load of loads.slice(3)) load.answer();
  assert.deepEqual(await Promise.all(again), [60, 70]);
});

test('many that wait are split over two loads, so that one is answered while the other is on its way', async () => {
  const loads: HeldLoad[] = [];
  const ask = batchReads<number, number>(holding(loads), 100);
  const asked = Array.from({ length: 33 }, (_, key) => ask(key));
  await turns();
  assert.deepEqual(
    loads.map(({ keys }) => keys.length),
    [17, 16],
  );
  for (const load of loads) load.answer();
  assert.deepEqual(
    await Promise.all(asked),
    asked.map((_, key) => key * 10),
  );
  const few = Array.from({ length: 31 }, (_, key) => ask(key));
  await turns();
  assert.deepEqual(
    loads.slice(2).map(({ keys }) => keys.length),
    [31],
  );
  loads[2]?.answer();
  await Promise.all(few);
});

test('a batch that is not of reads has one load in flight', async () => {
  const loads: HeldLoad[] = [];
  const ask = batch<number, number>(holding(loads), 1);
  const asked = [ask(1), ask(2)];
  await turns();
  assert.deepEqual(keysOf(loads), [[1]]);
  loads[0]?.answer();
  await turns();
  assert.deepEqual(keysOf(loads), [[1], [2]]);
  loads[1]?.answer();
  assert.deepEqual(await Promise.all(asked), [10, 20]);
});

test('with several loads in flight every answer was read after its question was asked', async () => {
  let changes = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  const ask = batchReads<number, number>(async (asked) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    const read = changes;
    for (let turn = 0; turn < (read * 7) % 5; turn++) await new Promise(setImmediate);
    inFlight--;
    return asked.map(() => read);
  }, 3);
  const answers: Promise<void>[] = [];
  for (let question = 0; question < 500; question++) {
    const known = ++changes;
    answers.push(ask(known).then((read) => assert.ok(read >= known, `${read} was read before ${known}`)));
    for (let turn = 0; turn < (question * 5) % 3; turn++) await new Promise(setImmediate);
  }
  await Promise.all(answers);
  assert.equal(mostInFlight, 2);
});

test('while the database is away all that wait are refused with the first load that fails, and nobody waits for another', async () => {
  const loads: HeldLoad[] = [];
  const ask = batchReads<number, number>(holding(loads), 10);
  const first = ask(1);
  await turns();
  const second = ask(2);
  await turns();
  const waiting = [ask(3), ask(4)];
  const results = Promise.allSettled([first, ...waiting]);
  loads[0]?.fail(new DatabaseUnavailable('away'));
  for (const result of await results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable);
  }
  // The second load is still unanswered.
  const next = ask(5);
  await turns();
  assert.deepEqual(keysOf(loads), [[1], [2], [5]]);
  for (const load of loads.slice(1)) load.answer();
  assert.deepEqual(await Promise.all([second, next]), [20, 50]);
});
