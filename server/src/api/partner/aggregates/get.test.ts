import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uuidv7 } from 'uuidv7';
import {
  startTestService,
  TEST_START,
  type TestMember,
  type TestPartner,
  type TestService,
} from '../../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const PATH = '/aggregates/community';
const HOUR = 3600;
const NONE = { min: 0, max: 9 };

async function read(partner: TestPartner) {
  const answer = await service.call('GET', PATH, { token: await service.token(partner) });
  assert.equal(answer.status, 200);
  return answer;
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
  const { kind = 'exchange', day = '2026-11-20', seconds = HOUR, reversed = false } = changes;
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

test('a new community shows the lowest bands, no sums, and until when the answer holds', async () => {
  service.clock.set(TEST_START);
  const { headers, body } = await read(await service.createPartner({ scopes: ['aggregates.read'] }));
  assert.deepEqual(body, {
    data: {
      as_of: '2026-11-20T09:30:00.000Z',
      next_update_at: '2026-11-21T00:00:00.000Z',
      active_users: NONE,
      active_services: NONE,
      active_requests: NONE,
      exchanges_last_30_days: NONE,
      hours_exchanged_last_30_days: null,
      hours_credited_last_30_days: null,
    },
  });
  assert.equal(headers.get('cache-control'), `private, max-age=${14.5 * HOUR}`);
});

test('one more or one fewer person within a day changes no byte, for no partner', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['aggregates.read'] });
  await createMembers(partner, 9);
  const before = await read(partner);
  const [joined] = await createMembers(partner, 1);
  setDay(0, '23:59:59.999Z');
  assert.equal((await read(partner)).text, before.text);
  await service.ownerQuery(`update members set status = 'left' where community_id = $1`, [partner.communityId]);
  assert.equal((await read(other)).text, before.text);
  assert.ok(joined);
  setDay(1, '00:00:00.000Z');
  const next = await read(other);
  assert.equal(next.body.data.as_of, '2026-11-21T00:00:00.000Z');
  assert.equal(next.body.data.next_update_at, '2026-11-22T00:00:00.000Z');
});

test('of many first calls of a day, on two nodes whose clocks differ, all get the one snapshot', async () => {
  setDay(0);
  const node = await startTestService({ database: service.testDatabase });
  node.clock.set('2026-11-20T12:00:01.000Z');
  try {
    for (let round = 0; round < 5; round++) {
      const partner = await service.createPartner({ scopes: ['aggregates.read'] });
      const token = await service.token(partner);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => (at % 2 ? node : service).call('GET', PATH, { token })),
      );
      answers.push(await node.call('GET', PATH, { token }));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    }
  } finally {
    await node.stop();
  }
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
    assert.equal((await read(partner)).body.data.active_users.min, min, `day ${day}`);
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
  const { data } = (await read(partner)).body;
  assert.deepEqual(data.active_users, { min: 10, max: 19 });
  assert.deepEqual(data.active_services, { min: 20, max: 29 });
  assert.deepEqual(data.active_requests, NONE);
});

test('exchanges count by their day of service within 30 days, today included, unless corrected', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const members = await createMembers(partner, 12);
  const days = ['2026-11-20', '2026-10-22'];
  for (const [at, member] of members.entries()) {
    const next = members[(at + 1) % 12] as TestMember;
    await transfer(partner, member.accountId, next.accountId, { day: days[at % 2] as string });
    for (const day of ['2026-10-21', '2026-11-21', '2020-01-01']) {
      await transfer(partner, member.accountId, next.accountId, { day, seconds: 50 * HOUR });
    }
    await transfer(partner, member.accountId, next.accountId, { seconds: 50 * HOUR, reversed: true });
  }
  const { data } = (await read(partner)).body;
  assert.deepEqual(data.exchanges_last_30_days, { min: 10, max: 19 });
  assert.deepEqual(data.hours_exchanged_last_30_days, { min: 10, max: 19 });
  assert.equal(data.hours_credited_last_30_days, null);
});

test('hours are shown from ten members on, and not when one of them stands behind more than half', async () => {
  setDay(0);
  const nine = await service.createPartner({ scopes: ['aggregates.read'] });
  const members = await createMembers(nine, 9);
  for (const [at, member] of members.entries()) {
    await transfer(nine, member.accountId, (members[(at + 1) % 9] as TestMember).accountId, { seconds: 5 * HOUR });
  }
  assert.equal((await read(nine)).body.data.hours_exchanged_last_30_days, null);

  const ten = await service.createPartner({ scopes: ['aggregates.read'] });
  const pairs = await createMembers(ten, 10);
  for (let at = 0; at < 10; at += 2) {
    const [giver, receiver] = [pairs[at] as TestMember, pairs[at + 1] as TestMember];
    await transfer(ten, receiver.accountId, giver.accountId, { seconds: 5 * HOUR });
  }
  assert.deepEqual((await read(ten)).body.data.hours_exchanged_last_30_days, { min: 20, max: 29 });

  // Eleven help one: the one stands behind all hours.
  const one = await service.createPartner({ scopes: ['aggregates.read'] });
  const [helped, ...helpers] = await createMembers(one, 12);
  for (const helper of helpers) await transfer(one, (helped as TestMember).accountId, helper.accountId);
  const { data } = (await read(one)).body;
  assert.deepEqual(data.exchanges_last_30_days, { min: 10, max: 19 });
  assert.equal(data.hours_exchanged_last_30_days, null);
});

test('credits of all partners count by day of booking, unless reversed; the same rule of ten and half', async () => {
  setDay(0);
  const partner = await service.createPartner({ scopes: ['aggregates.read'] });
  const second = await service.createPartner({ communityId: partner.communityId });
  const members = await createMembers(partner, 10);
  const credit = async (from: TestPartner, member: TestMember, changes: TransferChanges = {}) =>
    transfer(from, await settlementAccount(from), member.accountId, { kind: 'credit', ...changes });
  for (const [at, member] of members.entries()) {
    await credit(at < 5 ? partner : second, member, { seconds: 2 * HOUR });
    await credit(partner, member, { seconds: 100 * HOUR, reversed: true });
    await credit(partner, member, { seconds: 100 * HOUR, day: '2026-10-21' });
  }
  assert.deepEqual((await read(partner)).body.data.hours_credited_last_30_days, { min: 20, max: 29 });

  setDay(1);
  await credit(partner, members[0] as TestMember, { seconds: 17 * HOUR });
  assert.equal((await read(partner)).body.data.hours_credited_last_30_days, null, '19 of 37 hours');
});

test('the totals need the scope, and are those of the own community', async () => {
  setDay(0);
  const partner = await service.createPartner();
  await createMembers(partner, 15);
  const token = await service.token(partner, ['users.read']);
  const { status, body } = await service.call('GET', PATH, { token });
  assert.deepEqual([status, body.error], [403, 'insufficient_scope']);
  assert.equal((await read(await service.createPartner())).body.data.active_users.min, 0);
  const ignored = await service.call('GET', `${PATH}?user_id=x`, { token: await service.token(partner) });
  assert.deepEqual(ignored.body.meta, { ignored_parameters: ['user_id'] });
});
