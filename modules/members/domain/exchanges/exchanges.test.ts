import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXCHANGE_FIELDS } from '@timebank/contract';
import { readerOf } from '../../../../core/base/fields/values.ts';
import { runCommand, runJson } from '../../../../test-support/command.ts';
import { testService } from '../../../../test-support/harness.ts';
import { changeCommunity } from '../../../office/domain/communities/settings.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';
import { addOrganisation, changeLowerBalance, findAccount } from '../accounts.ts';
import { reverseExchange } from './correct.ts';
import { type NewExchange, postExchange } from './record.ts';

const service = await testService();

async function setUp() {
  const community = await service.createCommunity();
  const provider = await service.createMember({ communityId: community.id, externalId: 'M-1' });
  const receiver = await service.createMember({ communityId: community.id, externalId: 'M-2' });
  const { database, clock } = service.deps;
  const act = { communityId: community.id, actor: 'administrator:1' };
  return {
    act,
    database,
    clock,
    slug: community.slug,
    provider,
    receiver,
    record: (changes: Partial<NewExchange> = {}) =>
      postExchange(database, clock, {
        communityId: community.id,
        provider: 'M-1',
        receiver: receiver.id,
        time: '1:30',
        serviceDate: '2026-11-19',
        recordedBy: 'administrator:1',
        ...changes,
      }),
    correct: (exchangeId: string, reason = 'typing error') =>
      reverseExchange(database, clock, {
        communityId: community.id,
        exchangeId,
        reason,
        recordedBy: 'administrator:1',
      }),
    async balance(name: string) {
      return (await findAccount(database.reads, community.id, name, 'account')).balanceSeconds;
    },
  };
}

const refusedWith = (code: string, field?: string, fieldCode?: string, message?: RegExp) => (error: unknown) => {
  const refusal = error as { code?: string; fields?: { field: string; code: string }[]; message: string };
  assert.equal(refusal.code, code, String(error));
  if (field !== undefined)
    assert.deepEqual([refusal.fields?.[0]?.field, refusal.fields?.[0]?.code], [field, fieldCode]);
  if (message) assert.match(refusal.message, message);
  return true;
};

test('an exchange moves its time from the receiver to the provider and says who recorded it and when it was', async () => {
  const { act, record, balance, provider, receiver } = await setUp();
  await service.ownerQuery(
    `insert into listings (community_id, id, external_id, member_id, type, title, status, created_at, updated_at)
     values ($1, gen_random_uuid(), 'L-1', $2, 'service', 'Gardening', 'active', $3, $3)`,
    [act.communityId, provider.uuid, service.clock.now()],
  );
  const transfer = await record({ listing: 'L-1', note: 'hedge', time: '90 min' });
  assert.equal(await balance('M-1'), 5400);
  assert.equal(await balance(receiver.id), -5400);
  const { serviceDate, bookedOn, recordedBy, note, listingId } = transfer;
  assert.deepEqual([serviceDate, bookedOn, recordedBy, note], ['2026-11-19', '2026-11-20', 'administrator:1', 'hedge']);
  assert.ok(listingId);
});

test('time is read as people write it, exactly', () => {
  const readTime = readerOf(EXCHANGE_FIELDS.time);
  for (const [text, seconds] of [
    ['1:30', 5400],
    ['0:01', 60],
    ['1.5', 5400],
    ['1,5', 5400],
    ['2', 7200],
    ['4.35 h', 15660],
    ['90 min', 5400],
    ['90min', 5400],
    ['1 h 30 min', 5400],
    ['1h', 3600],
  ] as const) {
    assert.deepEqual(readTime(text), { value: seconds }, text);
  }
  for (const text of ['', '0', '0:00', '-1', '1:75', '1.005', 'x', '0 min', 'min', 'h', '1e3']) {
    assert.ok('broken' in readTime(text), text);
  }
});

test('organisations and the chest take part like members', async () => {
  const { act, record, balance } = await setUp();
  await addOrganisation(service.deps, act, { name: 'Red Cross' });
  await record({ provider: 'Red Cross', receiver: 'chest', time: '2' });
  await record({ provider: 'M-1', receiver: 'Red Cross', time: '0:20' });
  assert.equal(await balance('chest'), -7200);
  assert.equal(await balance('Red Cross'), 6000);
  const taken = addOrganisation(service.deps, act, { name: ' Red Cross ' });
  await assert.rejects(taken, refusedWith('validation_failed', 'name', 'taken'));
});

test('a correction reverses the whole exchange once; what was booked stays', async () => {
  const { act, record, correct, balance } = await setUp();
  const exchange = await record();
  const correction = await correct(exchange.id);
  assert.equal(correction.reversesId, exchange.id);
  assert.deepEqual([await balance('M-1'), await balance('M-2')], [0, 0]);
  await assert.rejects(correct(exchange.id), refusedWith('already_reversed'));
  await assert.rejects(correct(correction.id), refusedWith('not_found'));
  await assert.rejects(correct('x'), refusedWith('not_found'));
  await assert.rejects(correct(exchange.id, ' '), refusedWith('validation_failed', 'reason', 'required'));
  const rows = await service.ownerQuery('select kind, reason from transfers where community_id = $1 order by id', [
    act.communityId,
  ]);
  assert.deepEqual(rows, [
    { kind: 'exchange', reason: null },
    { kind: 'exchange_reversal', reason: 'typing error' },
  ]);
  const outsider = await setUp();
  await assert.rejects(outsider.correct((await record()).id), refusedWith('not_found'));
});

test('a gift moves hours, counts in no total of exchanges, and is taken back as a gift', async () => {
  const { act, record, correct, balance } = await setUp();
  await record({ time: '2' });
  const gift = await record({ kind: 'gift', time: '0:20', serviceDate: '2026-11-18' });
  assert.deepEqual([await balance('M-1'), await balance('M-2')], [8400, -8400]);
  const days = () =>
    service.ownerQuery(
      'select day::text, transfers, exchanges, seconds::int from exchange_days where community_id = $1 order by day',
      [act.communityId],
    );
  const helped = [{ day: '2026-11-19', transfers: 1, exchanges: 1, seconds: 7200 }];
  assert.deepEqual(await days(), helped);
  const back = await correct(gift.id);
  assert.equal(back.kind, 'gift_reversal');
  assert.deepEqual([await balance('M-1'), await days()], [7200, helped]);
  await assert.rejects(correct(gift.id), refusedWith('already_reversed'));
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.ok(report.holds, JSON.stringify(report.invariants.filter(({ holds }) => !holds)));
});

test('an exchange that takes the place of another is booked with its reversal, within the limits that are left; refused, nothing is', async () => {
  const { act, record, balance } = await setUp();
  const kinds = async () =>
    (
      await service.ownerQuery<{ kind: string }>('select kind from transfers where community_id = $1 order by id', [
        act.communityId,
      ])
    ).map(({ kind }) => kind);
  const first = await record({ time: '30 h' });
  await changeCommunity(service.deps, act, { lowerBalanceSeconds: -30 * 3600 });
  const place = { corrects: first.id, reason: 'typing error' };
  await assert.rejects(record({ ...place, time: '31 h' }), refusedWith('limit_exceeded', 'hours', 'lower_balance'));
  await assert.rejects(
    record({ ...place, time: '3', provider: 'M-9' }),
    refusedWith('user_not_found', 'provider', 'unknown_account'),
  );
  await assert.rejects(
    record({ time: '3', corrects: first.id }),
    refusedWith('validation_failed', 'reason', 'required'),
  );
  await assert.rejects(record({ time: '3', reason: 'x' }), refusedWith('validation_failed', 'corrects', 'required'));
  await assert.rejects(record({ ...place, corrects: 'x' }), refusedWith('not_found'));
  await service.ownerQuery(`update members set status = 'suspended' where community_id = $1 and external_id = 'M-2'`, [
    act.communityId,
  ]);
  await assert.rejects(record({ ...place, time: '3' }), refusedWith('validation_failed', 'receiver', 'not_active'));
  assert.deepEqual([await kinds(), await balance('M-1')], [['exchange'], 30 * 3600]);
  await service.ownerQuery(`update members set status = 'active' where community_id = $1 and external_id = 'M-2'`, [
    act.communityId,
  ]);
  // Beyond the limit but for the reversal.
  await record({ ...place, time: '29 h' });
  assert.deepEqual(await kinds(), ['exchange', 'exchange_reversal', 'exchange']);
  assert.deepEqual([await balance('M-1'), await balance('M-2')], [29 * 3600, -29 * 3600]);
  await assert.rejects(record({ ...place, time: '1' }), refusedWith('already_reversed'));
  const outsider = await setUp();
  const second = await record({ time: '0:30' });
  await assert.rejects(outsider.record({ corrects: second.id, reason: 'x' }), refusedWith('not_found'));
});

test('of twenty parallel exchanges in one place one is booked', async () => {
  const { record, balance } = await setUp();
  const { id } = await record({ time: '2' });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => record({ time: '1', corrects: id, reason: 'typing error' })),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(await balance('M-1'), 3600);
});

test('of twenty parallel corrections one is booked', async () => {
  const { record, correct, balance } = await setUp();
  const { id } = await record();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => correct(id)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(await balance('M-1'), 0);
});

test('no limit is set at first; then the community\u2019s lower limit binds, and an account\u2019s own wins over it', async () => {
  const { act, record, correct, balance, receiver } = await setUp();
  await record({ time: '30 h' });
  await changeCommunity(service.deps, act, { lowerBalanceSeconds: -31 * 3600 });
  const beyond = refusedWith('limit_exceeded', 'hours', 'lower_balance', /below -31 h; 1 h are left/);
  await assert.rejects(record({ time: '1:01' }), beyond);
  await record({ time: '1:00' });
  await changeLowerBalance(service.deps, act, receiver.id, -32 * 3600);
  const last = await record({ time: '1:00' });
  await assert.rejects(record({ time: '0:01' }), refusedWith('limit_exceeded', 'hours', 'lower_balance'));
  // A correction restores what was there, limit or no limit.
  await changeLowerBalance(service.deps, act, receiver.id, 0);
  await correct(last.id);
  assert.equal(await balance('M-2'), -31 * 3600);
});

test('100 parallel exchanges never take an account below its limit', async () => {
  const { act, record, balance } = await setUp();
  await changeCommunity(service.deps, act, { lowerBalanceSeconds: -10 * 3600 });
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => record({ time: '0:30' })));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20);
  assert.equal(await balance('M-2'), -10 * 3600);
});

test('the step of minutes and the upper balance bind, each by name', async () => {
  const { act, record } = await setUp();
  await changeCommunity(service.deps, act, { exchangeStepMinutes: 15, upperBalanceSeconds: 3 * 3600 });
  await assert.rejects(record({ time: '1:20' }), refusedWith('validation_failed', 'hours', 'wrong_step', /15 minutes/));
  await record({ time: '2:45' });
  const beyond = refusedWith('limit_exceeded', 'hours', 'upper_balance', /above 3 h; 0\.25 h are left/);
  await assert.rejects(record({ time: '0:30' }), beyond);
  await record({ time: '0:15' });
});

test('impossible values are refused by field', async () => {
  const { act, record } = await setUp();
  await service.createMember({ communityId: act.communityId, externalId: 'M-3', status: 'left' });
  const foreign = await service.createMember({ communityId: (await service.createCommunity()).id });
  for (const [changes, code, field, fieldCode] of [
    [{ provider: 'M-9' }, 'user_not_found', 'provider', 'unknown_account'],
    [{ receiver: foreign.id }, 'user_not_found', 'receiver', 'unknown_account'],
    [{ provider: 'M-3' }, 'validation_failed', 'provider', 'not_active'],
    [{ receiver: 'M-1' }, 'validation_failed', 'receiver', 'same_account'],
    [{ time: '0' }, 'validation_failed', 'time', 'not_positive'],
    [{ serviceDate: '2026-02-30' }, 'validation_failed', 'service_date', 'invalid_date'],
    [{ serviceDate: '2026-11-22' }, 'validation_failed', 'service_date', 'in_the_future'],
    [{ listing: 'L-9' }, 'validation_failed', 'listing', 'unknown_listing'],
    [{ note: 'n'.repeat(501) }, 'validation_failed', 'note', 'too_long'],
  ] as const) {
    await assert.rejects(record(changes), refusedWith(code, field, fieldCode), JSON.stringify(changes));
  }
});

test('the command line records, corrects, lists and limits, and leaves audit rows', async () => {
  const { act, slug } = await setUp();
  const run = (args: string[]) => runJson(service.testDatabase, [...args, '--community', slug]);
  await run(['community', 'update', '--upper-hours', '750', '--lower-hours', '-25', '--step-minutes', '15']);
  await run(['account', 'create-organisation', '--name', 'Library', '--lower-hours', '-100']);
  await run(['account', 'limit', 'M-2', '-1']);
  const parties = ['--provider', 'Library', '--receiver', 'M-2', '--date', '2026-05-31'];
  const listing = await run(['listing', 'add', '--member', 'M-1', '--type', 'service', '--title', 'Shelves']);
  const recorded = await run(['exchange', 'record', ...parties, '--time', '1:00', '--listing', listing.id]);
  assert.equal(recorded.hours, 1);
  const led = 'select from transfers where id = $1 and listing_id is not null';
  assert.equal((await service.ownerQuery(led, [recorded.id])).length, 1);
  const limit = ['exchange', 'record', ...parties, '--time', '0:15', '--community', slug];
  const refused = await runCommand(service.testDatabase, limit);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^timebank: The receiver's balance may not fall below -1 h; 0 h are left\.\n$/);
  await run(['exchange', 'correct', recorded.id, '--reason', 'wrong day']);
  const [row] = (await run(['exchange', 'list'])).data;
  assert.deepEqual([row.provider.name, row.recorded_by], ['Library', 'command line']);
  assert.equal(row.correction.reason, 'wrong day');
  assert.deepEqual((await run(['exchange', 'list', '--corrected', 'no'])).data, []);
  const accounts = (await run(['account', 'list'])).data;
  assert.deepEqual(
    accounts.map(({ name, lower_balance_hours }: Record<string, unknown>) => [name, lower_balance_hours]),
    [
      [null, null],
      ['Library', -100],
    ],
  );
  const audited = await service.ownerQuery<{ action: string }>(
    "select action from audit_log where community_id = $1 and action <> 'test.changed' order by id",
    [act.communityId],
  );
  assert.deepEqual(
    audited.map(({ action }) => action),
    [
      'community.created',
      'community.updated',
      'account.created',
      'account.updated',
      'listing.created',
      'exchange.recorded',
      'exchange.reversed',
    ],
  );
});

test('the ledger holds after all of this', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
});
