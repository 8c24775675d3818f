import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { startTestService, testService } from '../../test-support/harness.ts';
import { TEST_JOBS } from '../../test-support/modules.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { DAY_MS } from '../base/time.ts';
import type { Database, SqlStatement } from '../database/query.ts';
import { startWorker } from '../events/delivery/loop.ts';
import { takeDueSnapshots } from './snapshots.ts';

const service = await testService();

interface StoredSnapshot {
  readonly community_id: number;
  readonly day: string;
  readonly as_of: Date;
  readonly totals: object;
}

const stored = (communityIds: readonly number[]) =>
  service.ownerQuery<StoredSnapshot>(
    `select community_id, day::text, as_of, totals from snapshots where community_id = any($1) order by community_id, day`,
    [communityIds],
  );

async function communities(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at++) ids.push((await service.createCommunity()).id);
  return ids;
}

const take = (database = service.deps.database) => takeDueSnapshots(database, service.clock);

/** The database, with something before each statement about one community. */
function disturbed(communityId: number, before: (statement: SqlStatement) => Promise<void>): Database {
  const { heavy } = service.deps.database;
  return {
    ...service.deps.database,
    heavy: {
      kind: 'lane',
      async run<Row>(statement: SqlStatement, values: readonly unknown[]) {
        if (statement.name === 'select_figures' && values[0] === communityId) await before(statement);
        return await heavy.run<Row>(statement, values);
      },
    },
  };
}

test("the running service takes the day's totals of every community, a new one too, without being asked", async () => {
  const first = await communities(2);
  const jobs = TEST_JOBS.filter(({ name }) => name === 'take totals of the day');
  const worker = startWorker({ ...service.deps, log: pino({ level: 'silent' }) }, { pollMs: 50, jobs });
  try {
    await waitUntil('the start', async () => (await stored(first)).length === 2);
    const ids = [...first, ...(await communities(1))];
    service.clock.advance(5000);
    await waitUntil('the new one', async () => (await stored(ids)).length === 3);
    service.clock.set('2026-11-21T00:00:00.000Z');
    await waitUntil('midnight', async () => (await stored(ids)).length === 6);
    assert.deepEqual(
      (await stored(ids)).filter(({ day }) => day === '2026-11-21').map(({ as_of }) => as_of.toISOString()),
      Array.from(ids, () => '2026-11-21T00:00:00.000Z'),
    );
  } finally {
    await worker.stop();
  }
});

test('of several nodes at once, with clocks that differ, one takes the day, and later runs change nothing', async () => {
  const ids = await communities(20);
  const node = await startTestService({ database: service.testDatabase });
  node.clock.set(new Date(service.clock.now().getTime() + 1000));
  try {
    const { database } = node.deps;
    const runs = Array.from({ length: 6 }, (_, at) => (at % 2 ? take() : takeDueSnapshots(database, node.clock)));
    await Promise.all(runs);
    const taken = await stored(ids);
    assert.equal(taken.length, 20);
    service.clock.advance(3_600_000);
    await take();
    assert.deepEqual(await stored(ids), taken);
  } finally {
    await node.stop();
  }
});

test('a node that was slower does not replace what another has published', async () => {
  const [id = 0] = await communities(1);
  const reading = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow = take(
    disturbed(id, async () => {
      reading.resolve();
      await answer.promise;
    }),
  );
  await reading.promise;
  await take();
  const published = await stored([id]);
  assert.equal(published.length, 1);
  for (let at = 0; at < 15; at++) await service.createMember({ communityId: id });
  answer.resolve();
  await slow;
  assert.deepEqual(await stored([id]), published);
});

test('a start days later takes the present day alone, from the bands published last', async () => {
  const [id = 0] = await communities(1);
  for (let at = 0; at < 20; at++) await service.createMember({ communityId: id });
  await take();
  await service.ownerQuery(
    `update members set status = 'left' where (community_id, id) in (
       select community_id, id from members where community_id = $1 limit 2)`,
    [id],
  );
  service.clock.advance(9 * DAY_MS);
  await take();
  const rows = await service.ownerQuery<{ min: number }>(
    `select (totals -> 'active_users' ->> 'min')::int as min from snapshots where community_id = $1 order by day`,
    [id],
  );
  assert.deepEqual(rows, [{ min: 20 }, { min: 20 }], 'eighteen members, and two days with a row');
});

test('a community whose totals fail keeps no other from its own, is reported, and is tried again', async () => {
  const ids = await communities(5);
  const [, broken = 0] = ids;
  const failing = disturbed(broken, async () => {
    throw new Error('out of range');
  });
  const message = `totals that could not be taken: 1; first of community ${broken}: out of range`;
  await assert.rejects(take(failing), { message });
  const taken = (await stored(ids)).map(({ community_id }) => community_id);
  assert.deepEqual(
    taken,
    ids.filter((id) => id !== broken),
  );
  await take();
  assert.equal((await stored(ids)).length, 5);
});

test('a community that hangs keeps no other from its own', async () => {
  const ids = await communities(5);
  const [hung = 0] = ids;
  const answer = Promise.withResolvers<void>();
  const run = take(disturbed(hung, () => answer.promise));
  await waitUntil('the others', async () => (await stored(ids)).length === 4);
  answer.resolve();
  await run;
  assert.equal((await stored(ids)).length, 5);
});

test('a run that is stopped ends with the community it is at', async () => {
  const ids = await communities(5);
  const stopping = new AbortController();
  const [first = 0] = ids;
  const database = disturbed(first, async () => stopping.abort());
  await takeDueSnapshots(database, service.clock, stopping.signal);
  const taken = (await stored(ids)).length;
  assert.ok(taken >= 1 && taken <= 2, `${taken}`);
  await take();
});

test('a run takes each of a thousand communities', async (t) => {
  await service.ownerQuery(
    `with c as (
       insert into communities (slug, name, created_at) select 'bulk-' || n, 'Bulk', $1 from generate_series(1, 1000) n
       returning id
     ), m as (
       insert into members (community_id, id, name, search_name, payment_reference, status, created_at, updated_at)
       select c.id, gen_random_uuid(), 'X', 'x', 'RF00' || n, 'active', $1, $1 from c, generate_series(1, 20) n returning 1
     ) select count(*) from m`,
    [service.clock.now()],
  );
  const startedAt = performance.now();
  await take();
  // 2 s on two cores.
  t.diagnostic(`${Math.round(performance.now() - startedAt)} ms`);
  const [row] = await service.ownerQuery<{ count: number }>(
    `select count(*)::int from snapshots s join communities c on c.id = s.community_id
     where c.slug like 'bulk-%' and totals -> 'active_users' ->> 'min' = '20'`,
  );
  assert.equal(row?.count, 1000);
});
