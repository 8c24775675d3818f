import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postExchange } from '../../../modules/members/domain/exchanges/record.ts';
import { verifyLedger } from '../../../modules/operate/domain/ledger/invariants.ts';
import { startTestService, type TestService, testService } from '../../../test-support/harness.ts';
import { credited, reverse, tally } from '../../../test-support/wallet.ts';

const service = await testService();

async function setUp(settings: Parameters<TestService['createPartner']>[0] = {}) {
  const partner = await service.createPartner(settings);
  const member = await service.createMember(partner);
  return { partner, member, token: await service.token(partner) };
}

async function balanceSeconds(accountId: number): Promise<number> {
  const [row] = await service.ownerQuery<{ balance: string }>(
    'select credits_seconds - debits_seconds as balance from accounts where id = $1',
    [accountId],
  );
  return Number(row?.balance);
}

test('a returned payment takes the whole credit back by a new transfer, with one event', async () => {
  const { member, token, partner } = await setUp();
  const credit = await credited(service, token, member.id, 4.35, 'payment');
  const response = await service.call('POST', `/wallet/credits/${credit.id}/reversal`, {
    token,
    json: { reference: 'return', reason: 'AC04' },
  });
  assert.equal(response.status, 201);
  assert.deepEqual(response.body.meta, { replayed: false });
  assert.equal(response.headers.get('idempotent-replayed'), null);
  assert.equal(response.headers.get('location'), `${service.origin}/api/partner/v1/wallet/credits/${credit.id}`);
  assert.equal(response.body.data.status, 'reversed');
  assert.deepEqual([response.body.data.hours, response.body.data.seconds], [4.35, 15_660]);
  assert.deepEqual(response.body.data.reversal, {
    reference: 'return',
    reason: 'AC04',
    booked_on: '2026-11-20',
    created_at: '2026-11-20T09:30:00.000Z',
  });
  assert.equal(await balanceSeconds(member.accountId), 0);
  const read = await service.call('GET', `/wallet/credits/${credit.id}`, { token });
  assert.deepEqual(read.body.data, response.body.data);
  const events = await service.ownerQuery<{ type: string; data: Record<string, unknown> }>(
    'select type, data from events where partner_id = $1 order by id',
    [partner.partnerId],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['wallet.credited', 'wallet.credit_reversed'],
  );
  const amount = { hours: 4.35, seconds: 15_660 };
  const common = { credit_id: credit.id, user_id: member.id, ...amount, booked_on: '2026-11-20' };
  assert.deepEqual(events[0]?.data, { ...common, reference: 'payment' });
  // The partner finds its payment by the credit's own reference, and the return by the other.
  assert.deepEqual(events[1]?.data, { ...common, reference: 'payment', reversal_reference: 'return' });
});

test('the same credit and reference again is 200, the same credit, and nothing new', async () => {
  const { member, token } = await setUp();
  const { id } = await credited(service, token, member.id, 1);
  const first = await reverse(service, token, id, 'return');
  const second = await reverse(service, token, id, 'return');
  assert.equal(second.status, 200);
  assert.deepEqual(second.body, { data: first.body.data, meta: { replayed: true } });
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(await balanceSeconds(member.accountId), 0);
});

test('a reference used on another credit is a conflict; a return may carry its payment\u2019s own reference', async () => {
  const { member, token } = await setUp();
  const one = await credited(service, token, member.id, 1, 'same');
  const two = await credited(service, token, member.id, 1, 'other');
  assert.equal((await reverse(service, token, one.id, 'same')).status, 201);
  const conflict = await reverse(service, token, two.id, 'same');
  assert.equal(conflict.status, 409);
  assert.equal(conflict.body.error, 'reference_conflict');
  // The known reference is answered before the credit is looked for.
  const unknown = await reverse(service, token, 'crd_nothing', 'same');
  assert.equal(unknown.body.error, 'reference_conflict');
  assert.equal((await reverse(service, token, two.id, 'SAME')).status, 201);
});

test('a credit is reversed once: another reference is 409 already_reversed', async () => {
  const { member, token } = await setUp();
  const { id } = await credited(service, token, member.id, 1);
  await reverse(service, token, id, 'first');
  const again = await reverse(service, token, id, 'second');
  assert.equal(again.status, 409);
  assert.equal(again.body.error, 'already_reversed');
  assert.equal(await balanceSeconds(member.accountId), 0);
});

test('fifty parallel reversals are one 201: with one reference 49 times 200, with fifty 49 times 409', async () => {
  const { member, token } = await setUp();
  const [one, two] = [await credited(service, token, member.id, 1), await credited(service, token, member.id, 1)];
  const fifty = Array.from({ length: 50 }, (_, at) => at);
  const same = await Promise.all(fifty.map(() => reverse(service, token, one.id, 'one')));
  assert.deepEqual(tally(same), { 200: 49, 201: 1 });
  const differing = await Promise.all(fifty.map((at) => reverse(service, token, two.id, `two ${at}`)));
  assert.deepEqual(tally(differing), { 201: 1, 409: 49 });
  assert.equal(await balanceSeconds(member.accountId), 0);
});

test('two nodes reversing at once agree on one', async () => {
  const node = await startTestService({ database: service.testDatabase });
  try {
    const { member, token } = await setUp();
    const { id } = await credited(service, token, member.id, 1);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reverse(at % 2 ? service : node, token, id, `return ${at}`)),
    );
    assert.deepEqual(tally(responses), { 201: 1, 409: 19 });
  } finally {
    await node.stop();
  }
});

test('an unknown, malformed or foreign credit is not found', async () => {
  const { member, token, partner } = await setUp();
  const { id } = await credited(service, token, member.id, 1);
  const neighbour = await service.token(await service.createPartner({ communityId: partner.communityId }));
  const stranger = await service.token(await service.createPartner());
  for (const [as, creditId] of [
    [neighbour, id],
    [stranger, id],
    [token, 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac'],
    [token, 'crd_x'],
  ] as const) {
    const { status, body } = await reverse(service, as, creditId);
    assert.equal(status, 404);
    assert.equal(body.error, 'credit_not_found');
  }
  assert.equal(await balanceSeconds(member.accountId), 3600);
});

test('a reversal is booked for a member who is suspended, hidden, left, or poor: the balance may fall below zero', async () => {
  for (const change of [`status = 'suspended'`, `status = 'left'`, `visibility = 'hidden'`]) {
    const { member, token, partner } = await setUp();
    const other = await service.createMember(partner);
    const { id } = await credited(service, token, member.id, 2);
    // The hours were spent meanwhile.
    await postExchange(service.deps.database, service.clock, {
      ...{ communityId: partner.communityId, provider: other.id, receiver: member.id, time: '1:30' },
      ...{ serviceDate: '2026-11-20', recordedBy: 'test', note: null },
    });
    await service.ownerQuery(`update members set ${change} where id = $1`, [member.uuid]);
    assert.equal((await reverse(service, token, id)).status, 201, change);
    assert.equal(await balanceSeconds(member.accountId), -5400);
  }
});

test('no cap holds a reversal back, and it gives no room back under a daily cap', async () => {
  const { member, token } = await setUp({ maxPartnerDaySeconds: 3600 });
  const { id } = await credited(service, token, member.id, 1);
  assert.equal((await reverse(service, token, id)).status, 201);
  const { status, body } = await service.call('POST', '/wallet/credit', {
    token,
    json: { user_id: member.id, hours: 0.01, reference: 'after' },
  });
  assert.equal(status, 422);
  assert.equal(body.errors[0].code, 'max_partner_day_hours');
});

test('a missing, placeholder or unknown member of the body is refused by field, wallet.read by scope', async () => {
  const { member, token, partner } = await setUp();
  const { id } = await credited(service, token, member.id, 1);
  for (const [json, field, code] of [
    [{}, 'reference', 'required'],
    [{ reference: 'NotProvided' }, 'reference', 'placeholder'],
    [{ reference: ' x' }, 'reference', 'surrounding_space'],
    [{ reference: 'x', hours: 1 }, 'hours', 'unknown_field'],
    [{ reference: 'x', reason: 'r'.repeat(501) }, 'reason', 'too_long'],
  ] as const) {
    const { status, body } = await service.call('POST', `/wallet/credits/${id}/reversal`, { token, json });
    assert.equal(status, 422);
    assert.deepEqual([body.errors[0].field, body.errors[0].code], [field, code]);
  }
  const reading = await service.token(partner, ['wallet.read']);
  assert.equal((await reverse(service, reading, id)).status, 403);
  assert.equal(await balanceSeconds(member.accountId), 3600);
});

test('the ledger holds after all of this', async () => {
  const report = await verifyLedger(service.deps.database, service.clock);
  assert.deepEqual(
    report.invariants.filter(({ holds }) => !holds),
    [],
  );
});
