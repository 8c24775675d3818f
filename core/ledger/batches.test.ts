/** When batches leave: one at a time, full, and before the answers to the last one are written. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Batches, type BatchResult, createBatches } from './batches.ts';

interface Batch {
  readonly items: readonly number[];
  /** Ends it. */
  end(away?: unknown): void;
}

let log: string[];
let sent: Batch[];
beforeEach(() => {
  log = [];
  sent = [];
});

function open(): Batches<number> {
  return createBatches<number>(
    () => ({ partnerId: 1, isOfMany: false }),
    (items) => {
      log.push(`sent ${items.join(' ')}`);
      const { promise, resolve } = Promise.withResolvers<BatchResult>();
      sent.push({ items, end: (away) => resolve({ answer: () => log.push(`answered ${items.join(' ')}`), away }) });
      return promise;
    },
    (item, error) => log.push(`refused ${item}: ${error}`),
  );
}

async function turns(): Promise<void> {
  for (let n = 0; n < 5; n++) await turn();
}

test('requests that arrive in one turn leave together; those that arrive meanwhile, after them', async () => {
  const batches = open();
  batches.add([1]);
  batches.add([2, 3]);
  await turns();
  batches.add([4]);
  await turns();
  batches.add([5]);
  await turns();
  assert.deepEqual([log, batches.waiting], [['sent 1 2 3'], 2]);
});

test('the next one leaves before the last one is answered', async () => {
  const batches = open();
  batches.add([1]);
  await turns();
  batches.add([2]);
  await turns();
  sent[0]?.end();
  await turns();
  assert.deepEqual(log, ['sent 1', 'sent 2', 'answered 1']);
  sent[1]?.end();
  await turns();
  assert.deepEqual(log.at(-1), 'answered 2');
});

test('a batch is bounded, and the rest of a rush follows', async () => {
  const batches = open();
  batches.add(Array.from({ length: 300 }, (_, n) => n));
  for (let n = 0; n < 3; n++) {
    await turns();
    sent[n]?.end();
  }
  await turns();
  assert.deepEqual(
    sent.map(({ items }) => items.length),
    [128, 128, 44],
  );
  assert.equal(batches.waiting, 0);
});

test('when the database is away, who waits is refused at once, and what comes later is tried', async () => {
  const batches = open();
  batches.add([1]);
  await turns();
  batches.add([2]);
  await turns();
  sent[0]?.end('away');
  await turns();
  assert.deepEqual(log, ['sent 1', 'refused 2: away', 'answered 1']);
  batches.add([3]);
  await turns();
  assert.equal(log.at(-1), 'sent 3');
});
