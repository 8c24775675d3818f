import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../test-support/wait-until.ts';
import { repeat } from './repeat.ts';

const REST_MS = 50;

test('work that names a pause is done again after it: not at once, and not only after the usual one', async () => {
  const startedAtMs: number[] = [];
  const work = async () => {
    startedAtMs.push(performance.now());
    return startedAtMs.length === 1 ? REST_MS : false;
  };
  const { stop } = repeat(work, { everyMs: 600_000, firstMs: 0, onFailure: assert.fail });
  await waitUntil('the work is done again', () => startedAtMs.length === 2);
  await stop();
  const [first = 0, second = 0] = startedAtMs;
  // A timer may fire up to a millisecond early.
  assert.ok(second - first >= REST_MS - 1, `${second - first} ms`);
});

test('a run that is asked for during another follows it, once', async () => {
  let runs = 0;
  const { run, stop } = repeat(
    async () => {
      runs++;
      if (runs > 1) return;
      for (let times = 0; times < 3; times++) run();
    },
    { everyMs: 600_000 },
  );
  assert.equal(runs, 0);
  run();
  await waitUntil('the second run', () => runs === 2);
  await stop();
  run();
  assert.equal(runs, 2);
});

test('after a failure the work pauses, longer after each, and a call of run does not shorten that', async () => {
  const pauses: number[] = [];
  const { run, stop } = repeat((): Promise<void> => Promise.reject(new Error('away')), {
    everyMs: 600_000,
    firstMs: 0,
    onFailure: (_, retryInMs) => pauses.push(retryInMs),
  });
  await waitUntil('the first failure', () => pauses.length === 1);
  run();
  await waitUntil('the third failure', () => pauses.length === 3);
  await stop();
  assert.deepEqual(pauses, [250, 500, 1000]);
});

test('stopping aborts the run that is under way, and waits for its end', async () => {
  const happened: string[] = [];
  const { stop } = repeat(
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      happened.push('ended');
    },
    { everyMs: 1, firstMs: 0 },
  );
  await stop();
  assert.deepEqual(happened, ['ended']);
});
