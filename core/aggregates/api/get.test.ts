import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import { TEST_START, type TestMember, type TestPartner, testService } from '../../../test-support/harness.ts';
import { takeDueSnapshots } from '../snapshots.ts';

const service = await testService();

const PATH = '/aggregates/community';
const HOUR = 3600;
const NONE = { min: 0, max: 9 };

const take = () => takeDueSnapshots(service.deps.database, service.clock);

async function read(partner: TestPartner) {
  const answer = await service.call('GET', PATH, { token: await service.token(partner) });
  assert.equal(answer.status, 200);
  return answer;
}

/** Today's snapshot by the worker, as the partner reads it. */
async function takeAndRead(partner: TestPartner) {
  await take();
  return await read(partner);
}

function setDay(day: number, time = '12:00:00.000Z'): void {
  service.clock.set(new Date(Date.parse(`2026-11-20T${time}`) + day * 86_400_000));
}

async function createMembers(partner: TestPartner, count: number): Promise<TestMember[]> {
  const { communityId } = partner;
  return await Promise.all(Array.from({ length: count }, () => service.createMember({ communityId })));
}

interface TransferChanges {
  readonly kind?: 'exchange' | 'credit';
  readonly day?: string;
  readonly seconds?: number;
  readonly reversed?: boolean;
}

/** Inserts a transfer to `to`, from the other member or, for a credit, from the partner's settlement account. */
async function transfer(partner: TestPartner, from: number, to: number, changes: TransferChanges = {}): Promise<void> {
  const { kind = 'exchange', day = '2026-11-19', seconds = HOUR, reversed = false } = changes;
  const id = uuidv7();
  const insert = (reverses: string | null, debit: number, credit: number) =>
    service.ownerQuery(
      `insert into transfers (community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id,
         reference, reverses_id, booked_on, service_date, recorded_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, 'test', $11)`,
      [
        partner.communityId,
        reverses === null ? id : uuidv7(),
        reverses === null ? kind : `${kind}_reversal`,
        debit,
        credit,
        seconds,
        kind === 'credit' ? partner.partnerId : null,
        kind === 'credit' ? id : null,
        reverses,
        day,
        service.clock.now(),
      ],
    );
  await insert(null, from, to);
  if (reversed) await insert(id, to, from);
}

async function settlementAccount({ communityId, partnerId }: TestPartner): Promise<number> {
  const [row] = await service.ownerQuery<{ id: string }>(
    'select id from accounts where community_id = $1 and partner_id = $2',
    [communityId, partnerId],
  );
  return Number(row?.id);
}

test('a new community shows the lowest bands and no sums, and from its first snapshot on until when the answer holds', async () => {
  service.clock.set(TEST_START);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  await createMembers(partner, 15);
  service.clock.advance(3200);
  const empty = {
    as_of: '2026-11-20T09:30:00.000Z',
    next_update_at: '2026-11-20T09:31:00.000Z',
    active_users: NONE,
    active_services: NONE,
    active_requests: NONE,
    exchanges_last_30_days: NONE,
    hours_exchanged_last_30_days: null,
    hours_credited_last_30_days: null,
  };
  const before = await read(partner);
  assert.deepEqual(before.body, { data: empty });
  assert.equal(before.headers.get('cache-control'), 'private, max-age=56');

  const { headers, body } = await takeAndRead(partner);
  const taken = { as_of: '2026-11-20T09:30:03.200Z', next_update_at: '2026-11-21T00:00:00.000Z' };
  assert.deepEqual(body, { data: { ...empty, ...taken, active_users: { min: 10, max: 19 } } });
  assert.equal(headers.get('cache-control'), `private, max-age=${14.5 * HOUR - 4}`);
});

test('one more or one fewer person within a day changes no byte, for no partner', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['aggregates.read'] });
  await createMembers(partner, 9);
  const before = await takeAndRead(partner);
  await createMembers(partner, 1);
  setDay(0, '23:59:59.999Z');
  assert.equal((await takeAndRead(partner)).text, before.text);
  await service.ownerQuery(`update members set status = 'left' where community_id = $1`, [partner.communityId]);
  assert.equal((await takeAndRead(other)).text, before.text);
});

test('asking takes nothing: until the worker has taken the day, every partner reads the day before for a minute', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['aggregates.read'] });
  const { data } = (await takeAndRead(partner)).body;
  await createMembers(partner, 30);
  setDay(1, '00:00:00.000Z');
  for (const reader of [partner, other]) {
    const late = await read(reader);
    assert.deepEqual(late.body.data, { ...data, next_update_at: '2026-11-21T00:01:00.000Z' });
    assert.equal(late.headers.get('cache-control'), 'private, max-age=60');
  }
  service.clock.advance(700);
  const taken = (await takeAndRead(other)).body.data;
  assert.deepEqual(
    [taken.as_of, taken.next_update_at, taken.active_users.min],
    ['2026-11-21T00:00:00.700Z', '2026-11-22T00:00:00.000Z', 30],
  );
  assert.deepEqual((await read(partner)).body.data, taken);
});

test('over days a band is left only when its edge is passed by 3, and the day\u2019s row stores bands only', async () => {
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  await createMembers(partner, 9);
  const steps: [joining: number, min: number][] = [
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 10],
    [-1, 10],
    [-2, 10],
    [-1, 10],
    [-1, 0],
    [2, 0],
    [4, 10],
  ];
  for (const [day, [joining, min]] of steps.entries()) {
    setDay(day);
    if (joining > 0) await createMembers(partner, joining);
    else {
      await service.ownerQuery(
        `update members set status = 'left' where community_id = $1 and id in (
           select id from members where community_id = $1 and status = 'active' limit $2)`,
        [partner.communityId, -joining],
      );
    }
    assert.equal((await takeAndRead(partner)).body.data.active_users.min, min, `day ${day}`);
  }
  const rows = await service.ownerQuery<{ totals: object }>('select totals from snapshots where community_id = $1', [
    partner.communityId,
  ]);
  assert.equal(rows.length, steps.length);
  for (const { totals } of rows) assert.doesNotMatch(JSON.stringify(totals), /:(1[1-8]|[1-8])\b/);
});

test('active members count whatever their visibility; listings only if active and of active members', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const { communityId } = partner;
  const members = await createMembers(partner, 8);
  for (let at = 0; at < 4; at++) await service.createMember({ communityId, visibility: 'hidden' });
  for (const status of ['pending', 'suspended', 'left'] as const) {
    for (let at = 0; at < 9; at++) await service.createMember({ communityId, status });
  }
  await service.ownerQuery(
    `insert into listings (community_id, id, member_id, type, title, status, created_at, updated_at)
     select community_id, gen_random_uuid(), id, type, 'x', listing_status, $2, $2
     from members, unnest(array['service', 'service', 'service', 'request']) as type,
       unnest(array['active', 'held', 'closed']) as listing_status
     where community_id = $1 and (status <> 'active' or id = any($3::uuid[]))`,
    [communityId, service.clock.now(), members.map(({ uuid }) => uuid)],
  );
  const { data } = (await takeAndRead(partner)).body;
  assert.deepEqual(data.active_users, { min: 10, max: 19 });
  assert.deepEqual(data.active_services, { min: 20, max: 29 });
  assert.deepEqual(data.active_requests, NONE);
});

test('exchanges count by their day of service on the 30 days before, unless corrected', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const members = await createMembers(partner, 13);
  const days = ['2026-11-19', '2026-10-21'];
  for (const [at, member] of members.entries()) {
    const next = members[(at + 1) % 13] as TestMember;
    await transfer(partner, member.accountId, next.accountId, { day: days[at % 2] as string });
    for (const day of ['2026-10-20', '2026-11-20', '2020-01-01']) {
      await transfer(partner, member.accountId, next.accountId, { day, seconds: 50 * HOUR });
    }
    await transfer(partner, member.accountId, next.accountId, { seconds: 50 * HOUR, reversed: true });
  }
  const { data } = (await takeAndRead(partner)).body;
  assert.deepEqual(data.exchanges_last_30_days, { min: 10, max: 19 });
  assert.deepEqual(data.hours_exchanged_last_30_days, { min: 10, max: 19 });
  assert.equal(data.hours_credited_last_30_days, null);
});

/** One exchange of an hour from each member to the next. */
async function exchangeInTurn(partner: TestPartner, members: readonly TestMember[], day: string): Promise<void> {
  for (const [at, { accountId }] of members.entries()) {
    const next = members[(at + 1) % members.length] as TestMember;
    await transfer(partner, accountId, next.accountId, { day });
  }
}

test('hours are shown from thirteen members on until fewer than ten take part, and then as the band before', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const members = await createMembers(partner, 13);
  const hours = async () => (await takeAndRead(partner)).body.data.hours_exchanged_last_30_days;
  await exchangeInTurn(partner, members.slice(0, 12), '2026-10-23');
  assert.equal(await hours(), null, 'twelve');
  setDay(1);
  await exchangeInTurn(partner, members, '2026-10-22');
  assert.deepEqual(await hours(), { min: 20, max: 29 });
  setDay(2);
  assert.deepEqual(await hours(), { min: 10, max: 19 }, 'twelve of thirteen remain');
  setDay(3);
  await exchangeInTurn(partner, members.slice(0, 9), '2026-10-24');
  assert.equal(await hours(), null, 'nine');
  setDay(4);
  assert.equal(await hours(), null, 'nobody');
  await exchangeInTurn(partner, members, '2026-11-24');
  await exchangeInTurn(partner, members.slice(0, 8), '2026-11-24');
  setDay(5);
  assert.deepEqual(await hours(), { min: 10, max: 19 }, 'of 21 hours: the band published last');
});

test('hours are not shown while one member takes part in more than 45 % of them', async () => {
  setDay(0);
  const pairs = await service.createPartner({ scopes: ['aggregates.read'] });
  const members = await createMembers(pairs, 14);
  for (let at = 0; at < 14; at += 2) {
    const [giver, receiver] = [members[at] as TestMember, members[at + 1] as TestMember];
    await transfer(pairs, receiver.accountId, giver.accountId, { seconds: 5 * HOUR });
  }
  assert.deepEqual((await takeAndRead(pairs)).body.data.hours_exchanged_last_30_days, { min: 30, max: 39 });

  // Thirteen help one: the one takes part in all hours.
  const one = await service.createPartner({ scopes: ['aggregates.read'] });
  const [helped, ...helpers] = await createMembers(one, 14);
  for (const helper of helpers) await transfer(one, (helped as TestMember).accountId, helper.accountId);
  const { data } = (await takeAndRead(one)).body;
  assert.deepEqual(data.exchanges_last_30_days, { min: 10, max: 19 });
  assert.equal(data.hours_exchanged_last_30_days, null);
});

test('credits of all partners count by day of booking, unless reversed, and each credited member once', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const second = await service.createPartner({ communityId: partner.communityId });
  const members = await createMembers(partner, 13);
  const credit = async (from: TestPartner, member: TestMember, changes: TransferChanges = {}) =>
    transfer(from, await settlementAccount(from), member.accountId, { kind: 'credit', ...changes });
  const hours = async () => (await takeAndRead(partner)).body.data.hours_credited_last_30_days;
  for (const [at, member] of members.slice(1).entries()) {
    await credit(at < 5 ? partner : second, member, { seconds: HOUR });
    await credit(second, member, { seconds: HOUR });
    await credit(partner, member, { seconds: 100 * HOUR, reversed: true });
    await credit(partner, member, { seconds: 100 * HOUR, day: '2026-10-20' });
    await credit(partner, member, { seconds: 100 * HOUR, day: '2026-11-20', reversed: true });
  }
  assert.equal(await hours(), null, 'twelve members, each credited twice');
  setDay(1);
  await credit(second, members[0] as TestMember, { seconds: 2 * HOUR });
  assert.deepEqual(await hours(), { min: 20, max: 29 });
  setDay(2);
  await credit(partner, members[0] as TestMember, { seconds: 22 * HOUR });
  assert.deepEqual(await hours(), { min: 40, max: 49 }, '24 of 48 hours');
  setDay(3);
  await credit(partner, members[0] as TestMember, { seconds: 1 });
  assert.equal(await hours(), null, 'a second more than half');
});

test('?date= gives the totals of a day as they were published, for 400 days', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const ofDay = async (date: string) =>
    service.call('GET', `${PATH}?date=${date}`, { token: await service.token(partner) });
  assert.equal((await ofDay('2026-11-20')).status, 404, 'before it is taken');
  const first = await takeAndRead(partner);
  const today = await ofDay('2026-11-20');
  assert.deepEqual(today.body, first.body);
  assert.equal(today.headers.get('cache-control'), first.headers.get('cache-control'));

  await createMembers(partner, 15);
  setDay(1);
  assert.equal((await takeAndRead(partner)).body.data.active_users.min, 10);
  const past = await ofDay('2026-11-20');
  assert.deepEqual(past.body.data, { ...first.body.data, next_update_at: null });
  assert.equal(past.headers.get('cache-control'), 'private, max-age=86400');

  for (const [date, status, error] of [
    ['2026-11-19', 404, 'not_found'],
    ['2026-11-22', 404, 'not_found'],
    ['2026-11-31', 400, 'invalid_request'],
    ['yesterday', 400, 'invalid_request'],
  ] as const) {
    const refused = await ofDay(date);
    assert.deepEqual([refused.status, refused.body.error], [status, error], date);
  }

  setDay(400);
  assert.equal((await ofDay('2026-11-20')).status, 200);
  setDay(401);
  assert.equal((await ofDay('2026-11-20')).status, 404);
  await take();
  const [row] = await service.ownerQuery<{ days: string[] }>(
    'select array_agg(day::text order by day) as days from snapshots where community_id = $1',
    [partner.communityId],
  );
  assert.deepEqual(row?.days, ['2026-11-21', '2027-12-26']);
});

test('the totals need the scope, and are those of the own community', async () => {
  setDay(0);
  const partner = await service.createPartner();
  await createMembers(partner, 15);
  const token = await service.token(partner, ['users.read']);
  const { status, body } = await service.call('GET', PATH, { token });
  assert.deepEqual([status, body.error], [403, 'insufficient_scope']);
  assert.equal((await takeAndRead(await service.createPartner())).body.data.active_users.min, 0);
  const refused = await service.call('GET', `${PATH}?user_id=x`, { token: await service.token(partner) });
  assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'unknown_parameter']);
});
