/** When batches leave: full, one behind the other, and before the answers to the last one are written. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Batches, createBatches, type Sent } from './batches.ts';

interface Flight {
  readonly items: readonly number[];
  /** Ends it. */
  land(away?: unknown): void;
}

let log: string[];
let flights: Flight[];
beforeEach(() => {
  log = [];
  flights = [];
});

function open(flightsMax: number): Batches<number> {
  return createBatches<number>(
    () => ({ partnerId: 1, isOfMany: false }),
    flightsMax,
    (items) => {
      log.push(`sent ${items.join(' ')}`);
      const { promise, resolve } = Promise.withResolvers<Sent>();
      flights.push({ items, land: (away) => resolve({ answer: () => log.push(`answered ${items.join(' ')}`), away }) });
      return promise;
    },
    (item, error) => log.push(`refused ${item}: ${error}`),
  );
}

async function turns(): Promise<void> {
  for (let n = 0; n < 5; n++) await turn();
}

test('what arrives in one turn leaves together; what arrives meanwhile, after it', async () => {
  const batches = open(1);
  batches.add([1]);
  batches.add([2, 3]);
  await turns();
  batches.add([4]);
  await turns();
  batches.add([5]);
  await turns();
  assert.deepEqual([log, batches.waiting], [['sent 1 2 3'], 2]);
});

test('a second batch leaves behind the first once it carries two thirds as much, a third one waits', async () => {
  const batches = open(2);
  batches.add([1, 2, 3]);
  await turns();
  batches.add([4]);
  await turns();
  assert.deepEqual(log, ['sent 1 2 3']);
  batches.add([5]);
  await turns();
  assert.deepEqual(log, ['sent 1 2 3', 'sent 4 5']);
  batches.add([6, 7, 8]);
  await turns();
  assert.deepEqual([log, batches.waiting], [['sent 1 2 3', 'sent 4 5'], 3]);
});

test('the next one leaves before the last one is answered', async () => {
  const batches = open(1);
  batches.add([1]);
  await turns();
  batches.add([2]);
  await turns();
  flights[0]?.land();
  await turns();
  assert.deepEqual(log, ['sent 1', 'sent 2', 'answered 1']);
  flights[1]?.land();
  await turns();
  assert.deepEqual(log.at(-1), 'answered 2');
});

test('a batch is bounded, and the rest of a rush follows', async () => {
  const batches = open(1);
  batches.add(Array.from({ length: 300 }, (_, n) => n));
  for (let n = 0; n < 3; n++) {
    await turns();
    flights[n]?.land();
  }
  await turns();
  assert.deepEqual(
    flights.map(({ items }) => items.length),
    [128, 128, 44],
  );
  assert.equal(batches.waiting, 0);
});

test('when the database is away, who waits is refused at once, and what comes later is tried', async () => {
  const batches = open(1);
  batches.add([1]);
  await turns();
  batches.add([2]);
  await turns();
  flights[0]?.land('away');
  await turns();
  assert.deepEqual(log, ['sent 1', 'refused 2: away', 'answered 1']);
  batches.add([3]);
  await turns();
  assert.equal(log.at(-1), 'sent 3');
});
