import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../../test-support/wait-until.ts';
import { createFlow } from './flow.ts';

const REST_MS = 50;

test('work that names a time is done again then: not at once, and not only at the poll', async () => {
  const stopping = new AbortController();
  const startedAtMs: number[] = [];
  const work = async () => {
    startedAtMs.push(performance.now());
    return startedAtMs.length === 1 ? REST_MS : false;
  };
  const flow = createFlow(work, { pollMs: 600_000, signal: stopping.signal, onFailure: assert.fail });
  flow.run();
  await waitUntil('the work is done again', () => startedAtMs.length === 2);
  stopping.abort();
  const [first = 0, second = 0] = startedAtMs;
  // A timer may fire up to a millisecond early.
  assert.ok(second - first >= REST_MS - 1, `${second - first} ms`);
});
