/** The chain over the audit log: what is sealed, when, and that rows which are committed late are in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { appendAudit } from '../../../core/change/audit/append.ts';
import { testService } from '../../../test-support/harness.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';
import { sealAuditLog } from './seal.ts';

const service = await testService();

interface Seal {
  readonly through_id: string;
  readonly row_count: number;
  readonly hash: string;
  readonly previous_hash: string;
}

const seals = (communityId: number | null) =>
  service.ownerQuery<Seal & pg.QueryResultRow>(
    `select through_id, row_count, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as previous_hash
     from audit_seals where community_id is not distinct from $1 order by through_id`,
    [communityId],
  );

const act = (communityId: number | null, action = 'test.done') =>
  appendAudit(service.deps.database.heavy, [{ communityId, at: service.clock.now(), actor: 'test', action }]);

const seal = () => sealAuditLog(service.deps.database, service.clock);

async function assertHolds() {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
}

test('each final day has one seal of a community that did something, built on the one before', async () => {
  service.clock.set('2026-11-20T10:00:00.000Z');
  const { id } = await service.createCommunity();
  await act(id);
  await act(id);
  await seal();
  const [first] = await seals(id);
  assert.equal(first?.previous_hash, '0'.repeat(64));
  const counted = first?.row_count ?? 0;
  assert.ok(counted >= 2);
  await act(id);
  await seal();
  assert.equal((await seals(id)).length, 1, 'the day is sealed already');
  service.clock.set('2026-11-22T00:15:00.000Z');
  await Promise.all([seal(), seal()]);
  const all = await seals(id);
  assert.deepEqual([all.length, all[1]?.row_count, all[1]?.previous_hash], [2, 1, first?.hash]);
  service.clock.set('2026-11-23T00:15:00.000Z');
  await seal();
  assert.equal((await seals(id)).length, 2, 'nothing was done');
  await assertHolds();
});

test('the installation has a chain of its own, and reads of addresses are in none', async () => {
  service.clock.set('2026-12-01T10:00:00.000Z');
  const { id } = await service.createCommunity();
  await seal();
  const before = { here: await seals(id), all: await seals(null) };
  service.clock.set('2026-12-02T10:00:00.000Z');
  await act(id, 'email.read');
  await act(null);
  await seal();
  assert.equal((await seals(id)).length, before.here.length);
  const all = await seals(null);
  assert.equal(all.length, before.all.length + 1);
  assert.equal(all.at(-1)?.row_count, 1);
  await assertHolds();
});

test('a row that is committed after one with a larger number is sealed with it, not passed over', async () => {
  service.clock.set('2026-12-10T10:00:00.000Z');
  const { id } = await service.createCommunity();
  const late = new pg.Client(service.testDatabase.ownerConnection);
  await late.connect();
  try {
    await late.query('begin');
    await late.query(
      `insert into audit_log (community_id, at, actor, action) values ($1, now(), 'late', 'test.late')`,
      [id],
    );
    await act(id);
    // It gives up while the other transaction is open, and takes nothing in part.
    await seal();
    assert.deepEqual(await seals(id), []);
    await late.query('commit');
    await seal();
    const [row] = await service.ownerQuery<{ count: number } & pg.QueryResultRow>(
      `select count(*)::int as count from audit_log where community_id = $1`,
      [id],
    );
    assert.deepEqual(
      (await seals(id)).map(({ row_count }) => row_count),
      [row?.count],
    );
  } finally {
    await late.end();
  }
  await assertHolds();
});

test('more rows than one seal takes have several seals on one day', async () => {
  service.clock.set('2026-12-20T10:00:00.000Z');
  const { id } = await service.createCommunity();
  await service.ownerQuery(
    `insert into audit_log (community_id, at, actor, action) select $1, now(), 'x', 'test.many' from generate_series(1, 20005)`,
    [id],
  );
  await seal();
  const counts = (await seals(id)).map(({ row_count }) => row_count);
  assert.deepEqual(counts.slice(0, 2), [10_000, 10_000]);
  assert.equal(counts.length, 3);
  await assertHolds();
});
