import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { testChange } from '../../../test-support/changes.ts';
import { startTestService, type TestMember, testService } from '../../../test-support/harness.ts';
import { changePartner, suspendPartner } from '../../partners/provision.ts';
import { setMemberStatusIn } from '../../people/members/status.ts';
import { settledSeconds } from '../../statements/settled.ts';

const service = await testService();
const partner = await service.createPartner();
const member = await service.createMember({ communityId: partner.communityId });
const token = await service.token(partner);

let count = 0;
const newReference = () => `bank-${++count}`;

function credit(json: Record<string, unknown>, options: { token?: string } = {}) {
  return service.call('POST', '/wallet/credit', { token, json, ...options });
}

async function balanceOf({ id }: TestMember): Promise<{ balance_hours: number; balance_seconds: number }> {
  const { status, body } = await service.call('GET', `/wallet/balance/${id}`, { token });
  assert.equal(status, 200);
  return body.data;
}

const newMember = () => service.createMember({ communityId: partner.communityId });

async function countOf(reference: string): Promise<{ transfers: number; events: number }> {
  const [row] = await service.ownerQuery<{ transfers: number; events: number }>(
    `select count(distinct t.id)::int as transfers, count(distinct e.id)::int as events
     from transfers t left join events e on e.id = t.id where t.reference = $1`,
    [reference],
  );
  return row ?? { transfers: 0, events: 0 };
}

test('a credit answers 201 with the credit, its Location, and moves the balance at once', async () => {
  const lucky = await newMember();
  const reference = newReference();
  const { status, headers, body } = await credit({ user_id: lucky.id, hours: 1.5, reference, note: 'Für Mama' });
  assert.equal(status, 201);
  assert.deepEqual(body.meta, { replayed: false });
  const { id, ...rest } = body.data;
  assert.deepEqual(rest, {
    user_id: lucky.id,
    hours: 1.5,
    seconds: 5400,
    reference,
    note: 'Für Mama',
    payment: null,
    corrects: null,
    status: 'posted',
    booked_on: '2026-11-20',
    created_at: '2026-11-20T09:30:00.000Z',
    reversal: null,
  });
  const location = headers.get('location') ?? '';
  assert.equal(location, `${service.origin}/api/partner/v1/wallet/credits/${id}`);
  assert.deepEqual((await service.call('GET', new URL(location).pathname, { token })).body.data, body.data);
  assert.equal((await balanceOf(lucky)).balance_hours, 1.5);
  assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
});

test('hours are exact to the second', async () => {
  for (const [hours, seconds] of [
    [0.01, 36],
    [0.07, 252],
    [4.35, 15_660],
    [19.99, 71_964],
    [999.99, 3_599_964],
  ] as const) {
    const lucky = await newMember();
    const { status, body } = await credit({ user_id: lucky.id, hours, reference: newReference() });
    assert.equal(status, 201);
    assert.equal(body.data.hours, hours);
    assert.equal((await balanceOf(lucky)).balance_seconds, seconds);
  }
});

test('1.50, 1.500 and 15e-1 are the same amount', async () => {
  const reference = newReference();
  const send = (hours: string) =>
    service.call('POST', '/wallet/credit', {
      token,
      body: `{"user_id":"${member.id}","hours":${hours},"reference":"${reference}"}`,
      headers: { 'content-type': 'application/json' },
    });
  assert.equal((await send('1.50')).status, 201);
  assert.equal((await send('1.500')).status, 200);
  assert.equal((await send('15e-1')).status, 200);
});

test('amounts that are no hours are refused by field, and the reference is not used up', async () => {
  const reference = newReference();
  for (const [hours, code] of [
    ['0', 'not_positive'],
    ['-1', 'not_positive'],
    ['-0', 'not_positive'],
    ['1.005', 'too_many_decimals'],
    ['1e-7', 'too_many_decimals'],
    ['1000000.01', 'too_large'],
    ['1e21', 'too_large'],
    ['"1"', 'wrong_type'],
    ['1e999', 'too_large'],
    ['null', 'wrong_type'],
    ['[]', 'wrong_type'],
    ['[1]', 'wrong_type'],
    ['true', 'wrong_type'],
    ['{}', 'wrong_type'],
  ] as const) {
    const { status, body } = await service.call('POST', '/wallet/credit', {
      token,
      body: `{"user_id":"${member.id}","hours":${hours},"reference":"${reference}"}`,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 422, hours);
    assert.equal(body.error, 'validation_failed');
    assert.deepEqual(
      body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      [['hours', hours === 'null' ? body.errors[0].code : code]],
      hours,
    );
  }
  assert.equal((await credit({ user_id: member.id, hours: 1, reference })).status, 201);
});

test('every field at fault is named at once, unknown members too', async () => {
  const { status, body } = await credit({ hours: 0, reference: ' x', note: 'n'.repeat(501), amount: 3 });
  assert.equal(status, 422);
  const named = body.errors.map((error: { field: string; code: string }) => `${error.field} ${error.code}`).sort();
  assert.deepEqual(named, [
    'amount unknown_field',
    'hours not_positive',
    'note too_long',
    'reference surrounding_space',
    'user_id required',
  ]);
});

test('NUL and lone surrogates in an id are 422 by field', async () => {
  for (const id of ['a\0b', `${member.id}\0`, '\ud800', `${member.id}\udc00`]) {
    const { status, body } = await credit({ user_id: id, hours: 1, reference: 'id-1' });
    assert.deepEqual(
      [status, body.errors],
      [422, [{ ...body.errors[0], field: 'user_id', code: 'invalid_characters' }]],
    );
  }
});

test('the same reference, member and amount is the same credit, also when the member was suspended since', async () => {
  const lucky = await newMember();
  const reference = newReference();
  const first = await credit({ user_id: lucky.id, hours: 2, reference, note: 'first' });
  const { communityId } = partner;
  await testChange(service.deps, communityId, (within) =>
    setMemberStatusIn(within, communityId, lucky.uuid, 'suspended'),
  );
  const again = await credit({ user_id: lucky.id, hours: 2, reference, note: 'second' });
  assert.equal(again.status, 200);
  assert.deepEqual(again.body.data, first.body.data);
  assert.deepEqual(again.body.meta, { replayed: true });
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
});

test('the same reference with another member or amount is a conflict that names the field and changes nothing', async () => {
  const other = await newMember();
  const reference = newReference();
  await credit({ user_id: member.id, hours: 2, reference });
  const unknown = encodeId('usr', uuidv7());
  for (const [user_id, hours, fields] of [
    [member.id, 2.01, ['hours']],
    [other.id, 2, ['user_id']],
    [other.id, 3, ['user_id', 'hours']],
    // A known reference is answered before the member is looked for.
    [unknown, 2, ['user_id']],
    ['usr_malformed', 2, ['user_id']],
  ] as const) {
    const { status, body } = await credit({ user_id, hours, reference });
    assert.equal(status, 409);
    assert.equal(body.error, 'reference_conflict');
    assert.deepEqual(
      body.errors.map((error: { field: string }) => error.field),
      fields,
    );
  }
  assert.equal((await balanceOf(other)).balance_seconds, 0);
  assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
});

test('fifty parallel identical credits are one 201 and 49 times 200: one transfer, one event', async () => {
  const lucky = await newMember();
  const reference = newReference();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => credit({ user_id: lucky.id, hours: 1.25, reference })),
  );
  assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: 49, 201: 1 });
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
  assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
  assert.equal((await balanceOf(lucky)).balance_hours, 1.25);
});

test('fifty parallel credits of one reference and differing amounts are one 201 and 49 times 409', async () => {
  const lucky = await newMember();
  const reference = newReference();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => credit({ user_id: lucky.id, hours: at + 1, reference })),
  );
  assert.deepEqual(tally(answers.map(({ status }) => status)), { 201: 1, 409: 49 });
  const posted = answers.find(({ status }) => status === 201)?.body.data.hours;
  assert.equal((await balanceOf(lucky)).balance_hours, posted);
  assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
});

test('fifty parallel identical credits over two nodes are one 201 and 49 times 200', async () => {
  const second = await startTestService({ database: service.testDatabase });
  try {
    const lucky = await newMember();
    const reference = newReference();
    const json = { user_id: lucky.id, hours: 1, reference };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (at % 2 ? service : second).call('POST', '/wallet/credit', { token, json }),
      ),
    );
    assert.deepEqual(tally(answers.map(({ status }) => status)), { 200: 49, 201: 1 });
    assert.deepEqual(await countOf(reference), { transfers: 1, events: 1 });
  } finally {
    await second.stop();
  }
});

test('a refused request in a batch harms nobody else in it', async () => {
  const lucky = await newMember();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      if (at % 3 === 0) return credit({ user_id: encodeId('usr', uuidv7()), hours: 1, reference: newReference() });
      if (at % 3 === 1) return credit({ user_id: lucky.id, hours: 1001, reference: newReference() });
      return credit({ user_id: lucky.id, hours: 0.5, reference: newReference() });
    }),
  );
  assert.deepEqual(tally(answers.map(({ status }) => status)), { 201: 20, 404: 20, 422: 20 });
  assert.equal((await balanceOf(lucky)).balance_hours, 10);
});

test('a row the database refuses fails alone: the rest of its batch is posted', async () => {
  await service.ownerQuery(`alter table transfers add constraint poison check (note is distinct from 'poison')`);
  try {
    const lucky = await newMember();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        credit({ user_id: lucky.id, hours: 1, reference: newReference(), note: at === 17 ? 'poison' : 'fine' }),
      ),
    );
    assert.deepEqual(tally(answers.map(({ status }) => status)), { 201: 29, 500: 1 });
    assert.equal(answers[17]?.status, 500);
    assert.equal((await balanceOf(lucky)).balance_hours, 29);
  } finally {
    await service.ownerQuery('alter table transfers drop constraint poison');
  }
});

test('members that cannot be credited are one answer: unknown, suspended, left, hidden, of another community', async () => {
  const elsewhere = await service.createMember({ communityId: (await service.createCommunity()).id });
  const { communityId } = partner;
  const ids = [
    'usr_00000000000000000000000000',
    'nonsense',
    elsewhere.id,
    (await service.createMember({ communityId, status: 'pending' })).id,
    (await service.createMember({ communityId, status: 'suspended' })).id,
    (await service.createMember({ communityId, status: 'left' })).id,
    (await service.createMember({ communityId, visibility: 'hidden' })).id,
  ];
  const answers = await Promise.all(ids.map((user_id) => credit({ user_id, hours: 1, reference: newReference() })));
  const bodies = answers.map(({ body: { request_id, ...rest } }) => JSON.stringify(rest));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ids.map(() => 404),
  );
  assert.equal(new Set(bodies).size, 1);
  assert.equal(answers[0]?.body.error, 'user_not_found');
  const balances = await Promise.all(ids.map((id) => service.call('GET', `/wallet/balance/${id}`, { token })));
  assert.deepEqual(
    balances.map(({ status, body }) => [status, body.error]),
    ids.map(() => [404, 'user_not_found']),
  );
});

test('an amount beyond the cap per credit is 422 limit_exceeded and names the cap; the reference stays free', async () => {
  const capped = await service.createPartner({ communityId: partner.communityId, maxCreditSeconds: 36_000 });
  const use = { token: await service.token(capped) };
  const reference = newReference();
  const { status, body } = await credit({ user_id: member.id, hours: 10.01, reference }, use);
  assert.equal(status, 422);
  assert.equal(body.error, 'limit_exceeded');
  assert.deepEqual(
    body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    [['hours', 'max_credit_hours']],
  );
  assert.equal((await credit({ user_id: member.id, hours: 10, reference }, use)).status, 201);
});

test('without wallet.write a credit is 403, without a token 401, and nothing is posted', async () => {
  const reference = newReference();
  const reader = await service.token(partner, ['wallet.read', 'users.read']);
  const json = { user_id: member.id, hours: 1, reference };
  assert.equal((await credit(json, { token: reader })).body.error, 'insufficient_scope');
  assert.equal((await service.call('POST', '/wallet/credit', { json })).body.error, 'invalid_token');
  assert.deepEqual(await countOf(reference), { transfers: 0, events: 0 });
});

test('a scope taken away and a suspended partner bite on the next request', async () => {
  const fallen = await service.createPartner({ communityId: partner.communityId });
  const use = { token: await service.token(fallen) };
  const send = () => credit({ user_id: member.id, hours: 1, reference: newReference() }, use);
  const { deps } = service;
  const act = { communityId: fallen.communityId, partnerId: fallen.partnerId, actor: 'test' };
  assert.equal((await send()).status, 201);
  await changePartner(deps, act, { scopes: ['wallet.read'] });
  assert.equal((await send()).body.error, 'insufficient_scope');
  await suspendPartner(deps, act);
  assert.equal((await send()).body.error, 'invalid_token');
});

test('the ledger holds after all of this, and every credit is on the other side of the partner account', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.flatMap(({ offenders }) => offenders),
    [],
  );
  assert.ok(report.holds);
  const [row] = await service.ownerQuery<{ balance: string }>(
    `select sum(case when partner_id is null then credits_seconds - debits_seconds else -${settledSeconds('a')} end)
       as balance from accounts a`,
  );
  assert.equal(Number(row?.balance), 0);
});

function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
