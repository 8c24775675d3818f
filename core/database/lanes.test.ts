import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type CuttingProxy, startCuttingProxy } from '../../test-support/cutting-proxy.ts';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { waitUntil } from '../../test-support/wait-until.ts';
import { credit, tally } from '../../test-support/wallet.ts';
import { DatabaseUnavailable } from './connection.ts';
import { type OpenLane, openLane } from './lanes.ts';
import { followPrimary } from './primary.ts';
import { type Queryable, query } from './query.ts';
import { transactionsOn } from './transaction.ts';

const DEALLOCATE = { name: 'test_deallocate', text: 'deallocate all' };
const ONE = { name: 'test_one', text: 'select 1 as one' };
const PREPARED = { name: 'test_prepared', text: 'select statement as text from pg_prepared_statements' };
const SLEEP = { name: 'test_sleep', text: 'select pg_sleep($1::int)' };

let service: TestService;
let proxy: CuttingProxy;

before(async () => {
  service = await startTestService();
  proxy = await startCuttingProxy(service.testDatabase);
});
after(async () => {
  await proxy?.stop();
  await service?.stop();
});

async function withLane(
  options: { readonly connections?: number; readonly pendingMax?: number; readonly answerTimeoutMs?: number },
  work: (lane: OpenLane) => Promise<void>,
): Promise<void> {
  const settings = {
    connections: 1,
    pendingMax: 100,
    answerTimeoutMs: 3000,
    statementTimeoutMs: 30_000,
    prepare: true,
  };
  const lane = await openLane(followPrimary(proxy.database.appConnection), { ...settings, ...options });
  try {
    await work(lane);
  } finally {
    proxy.heal();
    await lane.close();
  }
}

/** Loses the prepared statements of a connection, as a pooler or a failed first parse does. */
const deallocate = (on: Queryable) => on.run(DEALLOCATE, []);

test('at rest a lane has one connection, and one more as soon as it is busy', () =>
  withLane({ connections: 2 }, async (lane) => {
    const pidOf = async () => (await lane.run<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }, []))[0]?.pid;
    const first = await pidOf();
    assert.equal(await pidOf(), first);
    const busy = lane.run({ text: 'select pg_sleep(2)' }, []);
    await pidOf();
    // It came behind the long one. From now on another connection answers beside such a one.
    const long = lane.run({ text: 'select pg_sleep(2)' }, []);
    assert.notEqual(await pidOf(), first);
    await Promise.all([busy, long]);
  }));

test('a silent connection is given up, its statements fail, and a new one takes its place', () =>
  withLane({}, async (lane) => {
    proxy.silenceStanding();
    const asked = [lane.run(ONE, []), lane.run(ONE, [])];
    for (const each of asked) await assert.rejects(each, DatabaseUnavailable);
    await waitUntil('it answers', async () => (await lane.run(ONE, [])).length === 1);
  }));

test('more statements than may wait are refused at once', () =>
  withLane({ pendingMax: 3 }, async (lane) => {
    proxy.silenceStanding();
    let settled = 0;
    const waiting = Array.from({ length: 3 }, () => lane.run(ONE, []).catch(() => settled++));
    await assert.rejects(lane.run(ONE, []), /too many statements are waiting/);
    assert.equal(settled, 0);
    await Promise.all(waiting);
  }));

test('a long statement keeps its connection, and holds up nobody who comes after it', () =>
  withLane({ answerTimeoutMs: 30_000 }, async (lane) => {
    let done = false;
    const long = lane.run(SLEEP, [4]).then(() => {
      done = true;
    });
    let answeredMeanwhile = 0;
    const count = () => {
      if (!done) answeredMeanwhile++;
    };
    await waitUntil('another is answered meanwhile', () => {
      lane.run(ONE, []).then(count, () => {});
      return answeredMeanwhile > 0;
    });
    await long;
  }));

test('reads whose prepared statements were lost are answered all the same', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const token = await service.token(partner);
  const read = () => service.call('GET', `/users/${member.id}`, { token });
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(tally(await Promise.all(Array.from({ length: 8 }, read))), { 200: 8 });
    const { reads, relaxed } = service.deps.database;
    // Two at once meet both connections of a lane.
    await Promise.all([reads, reads, relaxed, relaxed].map(deallocate));
  }
});

test('a read whose result has changed its form since it was prepared is answered in the new form', async () => {
  await service.ownerQuery('create table changed as select 1 as one');
  await service.ownerQuery('grant select on changed to public');
  const statement = { name: 'test_changed', text: 'select * from changed' };
  await withLane({}, async (lane) => {
    assert.deepEqual(await lane.run(statement, []), [{ one: 1 }]);
    await service.ownerQuery('alter table changed add column two int');
    assert.deepEqual(await lane.run(statement, []), [{ one: 1, two: null }]);
  });
});

test('a booking whose connection has lost its prepared statements is made all the same, once', async () => {
  const partner = await service.createPartner();
  const member = await service.createMember(partner);
  const token = await service.token(partner);
  assert.equal((await credit(service, token, member.id, 1, 'first')).status, 201);
  await service.deps.database.transaction(deallocate);
  assert.equal((await credit(service, token, member.id, 1, 'second')).status, 201);
  assert.equal((await credit(service, token, member.id, 1, 'second')).status, 200);
});

test('a COMMIT that is answered with ROLLBACK is no success', async () => {
  await service.ownerQuery('create table attempts (what text)');
  await service.ownerQuery('grant insert on attempts to public');
  const attempt = service.deps.database.transaction(async (transaction) => {
    await transaction.run({ name: 'test_attempt', text: `insert into attempts values ('made')` }, []);
    // Code that swallows a failed statement's error has lost the transaction all the same.
    await transaction.run({ name: 'test_fail', text: 'select 1 / 0' }, []).catch(() => {});
    return 'done';
  });
  await assert.rejects(attempt, /division by zero/);
  assert.deepEqual(await service.ownerQuery('select * from attempts'), []);
});

test('a filtered list leaves no prepared statement behind, on a lane and in a transaction', async () => {
  const list = query<{ least: number; most?: number }, { n: number }>(
    'test_filtered',
    { filters: { most: 'n <= $most' } },
    'select n from generate_series(1, 9) n where n >= $least$filters',
  );
  async function ask(on: Queryable) {
    assert.deepEqual(await list(on, { least: 8 }), [{ n: 8 }, { n: 9 }]);
    assert.deepEqual(await list(on, { least: 3, most: 4 }), [{ n: 3 }, { n: 4 }]);
    const prepared = await on.run<{ text: string }>(PREPARED, []);
    assert.deepEqual(
      prepared.filter(({ text }) => text.includes('generate_series(1, 9)')),
      [],
    );
    assert.equal(prepared.length, 1);
  }
  await withLane({}, ask);
  const pool = new pg.Pool(service.testDatabase.appConnection);
  await transactionsOn(pool, true)(ask).finally(() => pool.end());
});
