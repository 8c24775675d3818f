/** How ended attempts reach the database, and what becomes of those that cannot. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { type SetUp, type Subscriber, setUpDelivery } from '../../../test-support/delivery.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import type { SqlStatement } from '../../database/query.ts';
import { type Attempt, claim } from './deliver.ts';
import { distributeAll } from './distribute.ts';
import { createRecorder, type Recorder } from './recorder.ts';

const LEASE_MS = 60_000;

let setUp: SetUp;
let subscriber: Subscriber;
let recorder: Recorder;
let ended: Attempt[];
let logged: { msg: string; attempts: number }[];
/** How often deliveries were recorded. */
let records: number;
before(async () => {
  setUp = await setUpDelivery();
});
beforeEach(async () => {
  subscriber = await setUp.subscriber('https://hooks.example/');
  ended = [];
  logged = [];
  records = 0;
  const { database, clock } = setUp;
  const outbox = {
    ...database.outbox,
    run<Row>(statement: SqlStatement, values: readonly unknown[]) {
      if (statement.name === 'record_delivered') records++;
      return database.outbox.run<Row>(statement, values);
    },
  };
  const log = pino({ level: 'warn', base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
  recorder = createRecorder({ database: { ...database, outbox }, clock, log }, (made) => ended.push(made));
});
afterEach(() => setUp.sql('delete from subscriptions'));
after(() => setUp.stop());

/** Deliveries that arrived. */
async function attempts(count: number): Promise<Attempt[]> {
  await setUp.append(subscriber, {}, count);
  const now = setUp.clock.now();
  while ((await statuses()).length < count) {
    await distributeAll(setUp.database, now);
    await setUp.catchUp();
  }
  const { claims } = await claim(setUp.database, now, LEASE_MS, [{ ...subscriber, limit: count }]);
  return claims.map((of) => ({
    ...{ claim: of, startedAt: now, endedAt: now, outcome: { kind: 'delivered' }, signatureStart: null },
    result: { statusCode: 204, error: null, retryAfter: null, latencyMs: 1 },
  }));
}
const statuses = async () => (await setUp.deliveries(subscriber.subscriptionId)).map(({ status }) => status);
const breakDatabase = () => setUp.sql('alter table deliveries rename to deliveries_away');
const mendDatabase = () => setUp.sql('alter table deliveries_away rename to deliveries');
const allEnded = (count: number) => waitUntil('all have ended', () => ended.length === count);
const failed = (times: number) => waitUntil(`${times} failed`, () => logged.length >= times);

describe('ended attempts', () => {
  test('are recorded together, a full batch at once and the rest a moment later', async () => {
    const made = await attempts(600);
    for (const each of made) recorder.add(each);
    assert.equal(records, 1);
    await recorder.recorded();
    assert.equal(ended.length, 250);
    await allEnded(600);
    assert.deepEqual([records, new Set(await statuses())], [3, new Set(['delivered'])]);
    assert.deepEqual(ended, made);
  });

  test('wait while the database cannot take them, and are recorded when it can', async () => {
    const made = await attempts(3);
    await breakDatabase();
    try {
      for (const each of made) recorder.add(each);
      await failed(1);
    } finally {
      await mendDatabase();
    }
    assert.deepEqual(ended, []);
    await allEnded(3);
    assert.deepEqual(await statuses(), ['delivered', 'delivered', 'delivered']);
    const lines = logged.map(({ msg, attempts }) => [msg, attempts]);
    assert.deepEqual(lines, [['webhook attempts could not be recorded yet', 3]], 'one line, however often it is tried');
  });

  test('are given up when their lease has passed or the worker stops: they are repeated', async () => {
    for (const giveUp of [() => setUp.clock.advance(LEASE_MS), () => recorder.stop()]) {
      const made = await attempts(1);
      await breakDatabase();
      try {
        giveUp();
        for (const each of made) recorder.add(each);
        await allEnded(1);
      } finally {
        await mendDatabase();
      }
      assert.deepEqual(await statuses(), ['pending']);
      assert.deepEqual(
        logged.map(({ msg }) => msg),
        ['webhook attempts were not recorded and will be repeated'],
      );
      await setUp.sql('delete from deliveries');
      await setUp.sql('delete from events');
      ended = [];
      logged = [];
    }
  });

  test('that wait are recorded at once when the worker stops', async () => {
    const [made] = await attempts(1);
    recorder.add(made as Attempt);
    recorder.stop();
    await recorder.recorded();
    assert.deepEqual([ended.length, await statuses()], [1, ['delivered']]);
  });
});
