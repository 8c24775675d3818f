import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { createTestClock } from '../../test-support/harness.ts';
import { refusal } from '../base/refusal.ts';
import type { Database, Lane, SqlStatement } from '../database/query.ts';
import { type AnsweredCall, createCallLog } from './call-log.ts';

/** A lane that remembers what it was asked. */
function fakeLane(answer: (statement: SqlStatement) => Promise<never[]> = async () => []) {
  const asked: { readonly name: string; readonly values: readonly unknown[] }[] = [];
  const lane: Lane = {
    kind: 'lane',
    async run(statement, values) {
      asked.push({ name: statement.name ?? statement.text, values });
      return await answer(statement);
    },
  };
  return { asked, database: { relaxed: lane } as unknown as Database };
}

/** `text[]`; the driver's types name no arrays. */
const TEXT_ARRAY = 1009 as unknown as Parameters<typeof pg.types.getTypeParser>[0];
/** The column of a statement that takes rows. */
const column = (value: unknown): string[] => pg.types.getTypeParser(TEXT_ARRAY)(value as string);

const call = (changes: Partial<AnsweredCall> = {}): AnsweredCall => ({
  ...{
    operation: 'listUsers',
    status: 200,
    error: undefined,
    latencyMs: 1.25,
    requestId: 'req_x',
    address: '192.0.2.7',
  },
  ...{ partner: { communityId: 1, partnerId: 2 } },
  ...changes,
});
const clock = createTestClock();
const quiet = pino({ level: 'silent' });

test('under pressure successes are left out of the log before errors are, and the counts stay complete', async () => {
  const { asked, database } = fakeLane();
  const log = createCallLog({ database, clock, log: quiet });
  for (let count = 0; count < 5000; count++) log.record(call());
  const error = refusal('not_found', 'There is "nothing" here.');
  for (let count = 0; count < 20; count++) log.record(call({ status: 404, error }));
  await log.close();
  const [counts, rows] = asked;
  assert.deepEqual([column(counts?.values[4]), column(counts?.values[5])], [['5020'], ['20']]);
  const statuses = column(rows?.values[6]);
  assert.equal(statuses.length, 270);
  assert.equal(statuses.filter((status) => status === '404').length, 20);
  assert.equal(column(rows?.values[8]).at(-1), "There is 'nothing' here.");
});

test('while the database is away counts wait, rows are lost, and nobody is disturbed', async () => {
  let away = true;
  const { asked, database } = fakeLane(async () => {
    if (away) throw new Error('away');
    return [];
  });
  const log = createCallLog({ database, clock, log: quiet });
  log.record(call());
  await log.flush();
  away = false;
  log.record(call());
  await log.flush();
  const counted = asked.filter(({ name }) => name === 'add_call_counts').at(-1);
  assert.deepEqual(column(counted?.values[4]), ['2']);
  const rows = asked.filter(({ name }) => name === 'insert_calls').at(-1);
  assert.equal(column(rows?.values[4]).length, 1);
  await log.close();
});

test('a call that nobody can be named for is not noted, and none after closing', async () => {
  const { asked, database } = fakeLane();
  const log = createCallLog({ database, clock, log: quiet });
  log.record(call({ partner: undefined }));
  await log.close();
  log.record(call());
  await log.flush();
  assert.equal(asked.length, 0);
});
