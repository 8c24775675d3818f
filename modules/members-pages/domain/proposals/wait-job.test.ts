/** The worker's job on hours that wait, when a member answers between its choice and its lock. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { DAY_MS } from '../../../../core/base/time.ts';
import type { Database, Lane, SqlStatement } from '../../../../core/database/query.ts';
import { TEST_START, type TestMember, testService } from '../../../../test-support/harness.ts';
import { answerAs, proposeAs, remindAndHandOver } from '../../../../test-support/proposals.ts';

const service = await testService();

interface Pair {
  readonly communityId: number;
  readonly ruth: TestMember;
  readonly karl: TestMember;
}

async function pair(): Promise<Pair> {
  service.clock.set(TEST_START);
  const { id: communityId } = await service.createCommunity();
  const ruth = await service.createMember({ communityId, name: 'Ruth Weber' });
  return { communityId, ruth, karl: await service.createMember({ communityId, name: 'Karl Weber' }) };
}

const slip = { side: 'helped', seconds: 3600, day: '2026-11-18' } as const;

async function proposed({ communityId, ruth, karl }: Pair, seconds: number = slip.seconds): Promise<string> {
  const { id } = await proposeAs(service.deps, communityId, {
    ...{ ...slip, by: ruth, other: karl, seconds, form: randomUUID() },
  });
  return id;
}

const correct = ({ communityId, karl }: Pair, id: string, seconds = 5400) =>
  answerAs(service.deps, communityId, karl.uuid, id, { act: 'correct', seen: 1, seconds });

/** The job as it runs, with an act of another between what it chose and what it locks. */
async function jobMeets(act: () => Promise<unknown>): Promise<void> {
  const { database } = service.deps;
  let chosen = 0;
  const heavy: Lane = {
    ...database.heavy,
    async run<Row>(statement: SqlStatement, values: readonly unknown[]): Promise<Row[]> {
      const rows = await database.heavy.run<Row>(statement, values);
      if (statement.name === 'select_unanswered_proposals' && rows.length > 0 && chosen++ === 0) await act();
      return rows;
    },
  };
  const slow: Database = { ...database, heavy };
  await remindAndHandOver({ ...service.deps, database: slow });
  assert.equal(chosen, 1);
}

async function stateOf(id: string) {
  const [row] = await service.ownerQuery<{ state: string; revision: number; reminded: boolean; acts: string[] }>(
    `select state, revision, reminded_at is not null as reminded, (select array_agg(s.act order by s.number)
       from proposal_steps s where s.community_id = p.community_id and s.proposal_id = p.id) as acts
     from proposals p where id = $1`,
    [id],
  );
  return row;
}

const CORRECTED = { state: 'waiting', revision: 2, reminded: false, acts: ['propose', 'correct'] };

test('a correction that the job meets begins to wait from its own time: it is not handed over', async () => {
  const two = await pair();
  const id = await proposed(two);
  service.clock.advance(15 * DAY_MS);
  await jobMeets(() => correct(two, id));
  assert.deepEqual(await stateOf(id), CORRECTED);
  service.clock.advance(13 * DAY_MS);
  await remindAndHandOver(service.deps);
  assert.deepEqual(await stateOf(id), { ...CORRECTED, reminded: true, acts: ['propose', 'correct', 'remind'] });
});

test('a correction that the job meets is not reminded of in its first minute, but after its own days', async () => {
  const two = await pair();
  const id = await proposed(two);
  service.clock.advance(8 * DAY_MS);
  await jobMeets(() => correct(two, id));
  assert.deepEqual(await stateOf(id), CORRECTED);
  service.clock.advance(6 * DAY_MS);
  await remindAndHandOver(service.deps);
  assert.deepEqual(await stateOf(id), CORRECTED);
  service.clock.advance(2 * DAY_MS);
  await remindAndHandOver(service.deps);
  assert.deepEqual(await stateOf(id), { ...CORRECTED, reminded: true, acts: ['propose', 'correct', 'remind'] });
});

test('a confirmation, a withdrawal and another node that the job meets stay as they are', async () => {
  const two = await pair();
  const { communityId, ruth, karl } = two;
  for (const [by, act, state] of [
    [ruth, 'withdraw', 'withdrawn'],
    [karl, 'confirm', 'confirmed'],
  ] as const) {
    const id = await proposed(two);
    service.clock.advance(15 * DAY_MS);
    await jobMeets(() => answerAs(service.deps, communityId, by.uuid, id, { act, seen: 1, seconds: 0 }));
    const after = await stateOf(id);
    assert.deepEqual([after?.state, after?.acts], [state, ['propose', act]]);
    service.clock.set(TEST_START);
  }
  const id = await proposed(await pair());
  service.clock.advance(8 * DAY_MS);
  await jobMeets(() => remindAndHandOver(service.deps));
  assert.deepEqual((await stateOf(id))?.acts, ['propose', 'remind']);
});

test('a correction to the time of another that is open leaves both, each to be answered', async () => {
  const two = await pair();
  const [first, second] = [await proposed(two), await proposed(two, 5400)];
  await correct(two, first);
  assert.deepEqual(await stateOf(first), CORRECTED);
  assert.equal((await stateOf(second))?.state, 'waiting');
});
