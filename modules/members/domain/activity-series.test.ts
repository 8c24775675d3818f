import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import type { Lane, SqlStatement } from '../../../core/database/query.ts';
import { testService } from '../../../test-support/harness.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';
import type { Unit } from './activity-queries.ts';
import { ACTIVITY_JOBS, countAhead, readSeries } from './activity-series.ts';
import { reverseExchange } from './exchanges/correct.ts';
import { postExchange } from './exchanges/record.ts';
import { addListing } from './listings/create.ts';

const service = await testService();

async function setUp() {
  service.clock.set('2026-11-20T09:30:00.000Z');
  const { id: communityId } = await service.createCommunity();
  const members = await Promise.all(['Anna', 'Ben', 'Cleo'].map((name) => service.createMember({ communityId, name })));
  const [anna, ben, cleo] = members.map(({ id }) => id) as [string, string, string];
  const recorded = async (provider: string, receiver: string, serviceDate: string) => {
    const { database, clock } = service.deps;
    const exchange = { communityId, provider, receiver, time: '1', recordedBy: 'test', serviceDate, note: null };
    return (await postExchange(database, clock, exchange)).id;
  };
  const reverse = (exchangeId: string) =>
    reverseExchange(service.deps.database, service.clock, {
      communityId,
      exchangeId,
      recordedBy: 'test',
      reason: 'a mistake',
    });
  return { communityId, anna, ben, cleo, recorded, reverse };
}

/** The lane, and the names of the statements that it was asked for. */
function listened() {
  const { heavy } = service.deps.database;
  const asked: (string | undefined)[] = [];
  const lane: Lane = {
    kind: 'lane',
    run: <Row>(statement: SqlStatement, values: readonly unknown[]) => {
      asked.push(statement.name);
      return heavy.run<Row>(statement, values);
    },
  };
  return { asked, database: { ...service.deps.database, heavy: lane } };
}

async function series(
  communityId: number,
  first: string,
  last: string,
  unit: Unit = 'month',
  database = service.deps.database,
) {
  const points = await readSeries(database, service.clock.now(), communityId, { unit, first, last });
  return points.map((point) => [point.from, point.exchangedSeconds / 3600, point.activeMembers]);
}

test('a period that has been counted is not counted again, until an exchange is added or taken back', async () => {
  const { communityId, anna, ben, cleo, recorded, reverse } = await setUp();
  await recorded(anna, ben, '2026-09-10');
  const read = async () => {
    const { asked, database } = listened();
    return { points: await series(communityId, '2026-09-01', '2026-11-20', 'month', database), asked };
  };
  const first = await read();
  assert.deepEqual(first.points, [
    ['2026-09-01', 1, 2],
    ['2026-10-01', 0, 0],
    ['2026-11-01', 0, 0],
  ]);
  const second = await read();
  assert.deepEqual(second, { points: first.points, asked: ['select_periods'] });
  const late = await recorded(anna, cleo, '2026-09-30');
  assert.deepEqual((await read()).points[0], ['2026-09-01', 2, 3]);
  await reverse(late);
  const third = await read();
  assert.deepEqual(third.points, first.points, 'an exchange more and one less are two transfers more');
  assert.deepEqual(third.asked, ['select_periods', 'count_activity']);
});

test('a member who gave and received in several months counts once in each, in every unit', async () => {
  const { communityId, anna, ben, cleo, recorded } = await setUp();
  for (const day of ['2026-09-28', '2026-09-30', '2026-10-01', '2026-10-02']) await recorded(anna, ben, day);
  await recorded(cleo, anna, '2026-10-02');
  assert.deepEqual(await series(communityId, '2026-09-01', '2026-10-31'), [
    ['2026-09-01', 2, 2],
    ['2026-10-01', 3, 3],
  ]);
  assert.deepEqual(await series(communityId, '2026-09-28', '2026-10-04', 'week'), [['2026-09-28', 5, 3]]);
  const days = await series(communityId, '2026-09-30', '2026-10-02', 'day');
  assert.deepEqual(
    days.map(([, , active]) => active),
    [2, 2, 3],
  );
});

test('a part of a month is not taken for the whole month', async () => {
  const { communityId, anna, ben, cleo, recorded } = await setUp();
  await recorded(anna, ben, '2026-10-05');
  await recorded(anna, cleo, '2026-10-25');
  const whole = () => series(communityId, '2026-10-01', '2026-10-31');
  assert.deepEqual(await whole(), [['2026-10-01', 2, 3]]);
  assert.deepEqual(await series(communityId, '2026-10-20', '2026-10-31'), [['2026-10-01', 1, 2]]);
  assert.deepEqual(await whole(), [['2026-10-01', 2, 3]]);
});

test("another community's exchanges count there alone", async () => {
  const one = await setUp();
  const other = await setUp();
  await one.recorded(one.anna, one.ben, '2026-10-05');
  assert.deepEqual(await series(other.communityId, '2026-10-01', '2026-10-31'), [['2026-10-01', 0, 0]]);
  assert.deepEqual(await series(one.communityId, '2026-10-01', '2026-10-31'), [['2026-10-01', 1, 2]]);
});

test('new listings of a month that goes on are counted each time', async () => {
  const { communityId, anna } = await setUp();
  const member = decodeId('usr', anna) ?? '';
  const read = async () => {
    const now = service.clock.now();
    const [point] = await readSeries(service.deps.database, now, communityId, {
      unit: 'month',
      first: '2026-11-01',
      last: '2026-11-20',
    });
    return point?.newListings;
  };
  const created = () =>
    addListing(service.deps, { communityId, actor: 'test', memberId: member }, { type: 'service', title: 'Bread' }, {});
  assert.equal(await read(), 0);
  await created();
  assert.equal(await read(), 1);
  await created();
  assert.equal(await read(), 2);
  service.clock.set('2026-11-22T09:30:00.000Z');
  await created();
  assert.equal(await read(), 2, 'of the days that were asked for');
});

test('new listings of the days before yesterday are kept, and those since are added to them', async () => {
  const { communityId, anna, ben, recorded } = await setUp();
  const member = decodeId('usr', anna) ?? '';
  const act = { communityId, actor: 'test', memberId: member };
  const created = async (at: string, count: number) => {
    service.clock.set(`${at}T09:30:00.000Z`);
    for (let n = 0; n < count; n++) await addListing(service.deps, act, { type: 'service', title: 'Bread' }, {});
  };
  const november = async () => {
    const { asked, database } = listened();
    const [point] = await readSeries(database, service.clock.now(), communityId, {
      unit: 'month',
      first: '2026-11-01',
      last: '2026-11-30',
    });
    return [point?.newListings, asked.includes('count_activity')];
  };
  await created('2026-10-31', 1);
  await created('2026-11-01', 2);
  assert.deepEqual(await november(), [2, true]);
  await created('2026-11-03', 4);
  assert.deepEqual(await november(), [6, false], 'what was counted before, and since');
  await created('2026-11-10', 8);
  await recorded(anna, ben, '2026-11-09');
  assert.deepEqual(await november(), [14, true], 'counted again, with another day up to which it is kept');
  assert.deepEqual(await november(), [14, false]);
  await service.ownerQuery(`update activity_counts set new_listings = 100 where community_id = $1`, [communityId]);
  assert.deepEqual(await november(), [108, false], 'of the last two days alone is counted');
  await created('2026-12-05', 16);
  assert.deepEqual(await november(), [108, false]);
});

test('large communities are counted ahead, and counts go after a while', async () => {
  const { communityId, anna, ben, recorded } = await setUp();
  await recorded(anna, ben, '2026-10-05');
  const kept = () =>
    service.ownerQuery('select first_day::text from activity_counts where community_id = $1 order by 1', [communityId]);
  await countAhead(service.deps.database, service.clock.now());
  assert.deepEqual(await kept(), [], 'a small one is not');
  await service.ownerQuery(
    `insert into exchange_days (community_id, day, transfers, exchanges, seconds) values ($1, '2026-10-06', 60000, 60000, 0)`,
    [communityId],
  );
  await countAhead(service.deps.database, service.clock.now());
  assert.equal((await kept()).length, 12);
  service.clock.set('2027-01-20T09:30:00.000Z');
  for (const job of ACTIVITY_JOBS.slice(1)) await job.run(service.deps, new AbortController().signal);
  assert.deepEqual(await kept(), []);
  await service.ownerQuery('delete from exchange_days where community_id = $1 and transfers = 60000', [communityId]);
});

test("ledger verify finds a day's total that is not what its exchanges add up to", async () => {
  const { communityId, anna, ben, recorded } = await setUp();
  await recorded(anna, ben, '2026-10-05');
  const offenders = async () => {
    const { invariants } = await verifyLedger(service.deps.database, service.clock);
    const rule = invariants.find(({ rule }) => rule === 'The totals of a day of service equal its exchanges.');
    return rule?.offenders.filter((one) => one.communityId === communityId).map(({ subject }) => subject);
  };
  assert.deepEqual(await offenders(), []);
  for (const [sql, back] of [
    ['seconds = seconds + 1', 'seconds = seconds - 1'],
    ['transfers = transfers + 1', 'transfers = transfers - 1'],
    ['exchanges = exchanges - 1', 'exchanges = exchanges + 1'],
    [`day = '2026-10-06'`, `day = '2026-10-05'`],
  ]) {
    await service.ownerQuery(`update exchange_days set ${sql} where community_id = $1`, [communityId]);
    assert.notDeepEqual(await offenders(), [], sql);
    await service.ownerQuery(`update exchange_days set ${back} where community_id = $1`, [communityId]);
  }
  assert.deepEqual(await offenders(), []);
});
