import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestResponse } from '../../../test-support/call.ts';
import { startTestService, type TestService, testService } from '../../../test-support/harness.ts';
import { credit, newReference, tally } from '../../../test-support/wallet.ts';
import { changePartner } from '../../partners/provision.ts';

const HOUR = 3600;
const service = await testService();

async function setUp(caps: Parameters<TestService['createPartner']>[0] = {}, at = '2026-11-20T09:30:00.000Z') {
  service.clock.set(at);
  const partner = await service.createPartner(caps);
  const [member, other] = [await service.createMember(partner), await service.createMember(partner)];
  return { partner, member, other, token: await service.token(partner) };
}

async function creditedSeconds(partnerId: number): Promise<number> {
  const [row] = await service.ownerQuery<{ seconds: string }>(
    `select coalesce(sum(amount_seconds), 0) as seconds from transfers where partner_id = $1 and kind = 'credit'`,
    [partnerId],
  );
  return Number(row?.seconds);
}

function assertLimit(response: TestResponse, code: string, description: RegExp): void {
  assert.equal(response.status, 422, JSON.stringify(response.body));
  assert.equal(response.body.error, 'limit_exceeded');
  assert.deepEqual(
    response.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [['hours', code]],
  );
  assert.match(response.body.error_description, description);
}

test('each cap refuses exactly what passes it and names itself, what is left, and when it resets', async () => {
  const midnight = /resets at 2026-11-21T00:00:00\.000Z/;
  {
    const { member, token } = await setUp({ maxCreditSeconds: 10 * HOUR });
    assertLimit(
      await credit(service, token, member.id, 10.01),
      'max_credit_hours',
      /10\.01 hours is more than the 10 hours allowed/,
    );
    assert.equal((await credit(service, token, member.id, 10)).status, 201);
    assert.equal((await credit(service, token, member.id, 10)).status, 201);
  }
  {
    const { member, other, token } = await setUp({ maxMemberDaySeconds: 10 * HOUR });
    assert.equal((await credit(service, token, member.id, 7.5)).status, 201);
    const refused = await credit(service, token, member.id, 2.51);
    assertLimit(refused, 'max_member_day_hours', /cap of 10 hours per member and day leaves 2\.5 h\./);
    assert.match(refused.body.error_description, midnight);
    assert.equal((await credit(service, token, member.id, 2.5)).status, 201);
    assertLimit(await credit(service, token, member.id, 0.01), 'max_member_day_hours', /leaves 0 h\./);
    assert.equal((await credit(service, token, other.id, 10)).status, 201);
  }
  {
    const { member, other, token } = await setUp({ maxPartnerDaySeconds: 10 * HOUR });
    assert.equal((await credit(service, token, member.id, 9)).status, 201);
    const refused = await credit(service, token, other.id, 1.01);
    assertLimit(refused, 'max_partner_day_hours', /cap of 10 hours per partner and day leaves 1 h\./);
    assert.match(refused.body.error_description, midnight);
    assert.equal((await credit(service, token, other.id, 1)).status, 201);
  }
  {
    const { partner, member, token } = await setUp();
    await service.ownerQuery('update communities set upper_balance_seconds = 36000 where id = $1', [
      partner.communityId,
    ]);
    assert.equal((await credit(service, token, member.id, 9.99)).status, 201);
    const refused = await credit(service, token, member.id, 0.02);
    assertLimit(refused, 'upper_balance', /cap of 10 .* leaves 0\.01 h\. .*frees up as the member spends/);
    assert.equal((await credit(service, token, member.id, 0.01)).status, 201);
  }
});

test('a refusal by a cap carries its limit, what is left and when it resets as values, for every cap', async () => {
  const midnight = '2026-11-21T00:00:00.000Z';
  const cases: [Parameters<typeof setUp>[0], number | null, number, number, [string, number, number, string | null]][] =
    [
      [{}, null, 0, 1000.01, ['max_credit_hours', 1000, 1000, null]],
      [{ maxMemberDaySeconds: 10 * HOUR }, null, 7.5, 2.51, ['max_member_day_hours', 10, 2.5, midnight]],
      [{ maxPartnerDaySeconds: 10 * HOUR }, null, 9, 1.01, ['max_partner_day_hours', 10, 1, midnight]],
      [{}, 10 * HOUR, 9.99, 0.02, ['upper_balance', 10, 0.01, null]],
    ];
  for (const [caps, upper, before, beyond, [code, limit, remaining, resetsAt]] of cases) {
    const { partner, member, token } = await setUp(caps);
    const change = 'update communities set upper_balance_seconds = $2 where id = $1';
    await service.ownerQuery(change, [partner.communityId, upper]);
    if (before > 0) assert.equal((await credit(service, token, member.id, before)).status, 201);
    const { status, body } = await credit(service, token, member.id, beyond);
    assert.equal(status, 422);
    const [{ message, ...values }, ...more] = body.errors;
    const expected = {
      ...{ field: 'hours', code, limit_hours: limit, limit_seconds: limit * HOUR },
      ...{ remaining_hours: remaining, remaining_seconds: remaining * HOUR, resets_at: resetsAt },
    };
    assert.deepEqual([values, more], [expected, []]);
    // In the unit that was sent, and under its name.
    const inSeconds = { user_id: member.id, seconds: Math.round(beyond * HOUR), reference: newReference() };
    const sent = await service.call('POST', '/wallet/credit', { token, json: inSeconds });
    assert.deepEqual([sent.status, sent.body.errors[0].field, sent.body.errors[0].code], [422, 'seconds', code]);
    // The remainder can be booked, exactly.
    assert.equal((await credit(service, token, member.id, remaining)).status, 201);
  }
});

test('none but hours per credit is set by default', async () => {
  const { member, token } = await setUp();
  for (let at = 0; at < 3; at++) assert.equal((await credit(service, token, member.id, 1000)).status, 201);
  assertLimit(
    await credit(service, token, member.id, 1000.01),
    'max_credit_hours',
    /more than the 1000 hours allowed per credit/,
  );
});

test('a day\u2019s caps begin again at midnight UTC', async () => {
  const { partner, member, token } = await setUp({ maxMemberDaySeconds: HOUR, maxPartnerDaySeconds: HOUR });
  service.clock.set('2026-11-20T10:00:00.000Z');
  assert.equal((await credit(service, token, member.id, 1)).status, 201);
  service.clock.set('2026-11-20T23:59:59.999Z');
  const late = await service.token(partner);
  assert.equal((await credit(service, late, member.id, 0.01)).status, 422);
  service.clock.set('2026-11-21T00:00:00.000Z');
  assert.equal((await credit(service, late, member.id, 1)).status, 201);
});

test('a changed cap bites on the next request; a refused reference stays free', async () => {
  const { partner, member, token } = await setUp({ maxPartnerDaySeconds: HOUR });
  const reference = newReference();
  assert.equal((await credit(service, token, member.id, 2, reference)).status, 422);
  const act = { ...partner, actor: 'test' };
  await changePartner(service.deps, act, { maxPartnerDaySeconds: 2 * HOUR });
  assert.equal((await credit(service, token, member.id, 2, reference)).status, 201);
  await changePartner(service.deps, act, { maxPartnerDaySeconds: HOUR });
  assertLimit(await credit(service, token, member.id, 0.01), 'max_partner_day_hours', /leaves 0 h/);
  // Known references are answered whatever the caps are by now.
  assert.equal((await credit(service, token, member.id, 2, reference)).status, 200);
});

for (const [cap, settings] of [
  ['per member and day', { maxMemberDaySeconds: 10 * HOUR }],
  ['per partner and day', { maxPartnerDaySeconds: 10 * HOUR }],
] as const) {
  test(`100 parallel credits never pass 10 h ${cap}, over one node or two`, async () => {
    const node = await startTestService({ database: service.testDatabase });
    try {
      for (const nodes of [[service], [service, node]]) {
        const { partner, member, token } = await setUp(settings);
        const responses = await Promise.all(
          Array.from({ length: 100 }, (_, at) => {
            return credit(nodes[at % nodes.length] as TestService, token, member.id, (15 + (at % 4) * 5) / 100);
          }),
        );
        const posted = await creditedSeconds(partner.partnerId);
        const sum = responses
          .filter(({ status }) => status === 201)
          .reduce((total, { body }) => total + Math.round(body.data.hours * 3600), 0);
        assert.equal(posted, sum);
        assert.ok(posted <= 10 * HOUR, `${posted} s`);
        // Nothing was refused that would have fitted.
        assert.ok(posted > 10 * HOUR - 0.15 * HOUR, `${posted} s`);
        for (const { status, body } of responses) if (status !== 201) assert.equal(body.error, 'limit_exceeded');
      }
    } finally {
      await node.stop();
    }
  });
}

test('100 parallel credits of two partners never pass the upper balance, over two nodes', async () => {
  const { partner, member, token } = await setUp();
  const second = await service.token(await service.createPartner({ communityId: partner.communityId }));
  await service.ownerQuery('update communities set upper_balance_seconds = 36000 where id = $1', [partner.communityId]);
  const node = await startTestService({ database: service.testDatabase });
  try {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        credit(at % 2 ? service : node, at % 4 < 2 ? token : second, member.id, 1),
      ),
    );
    assert.deepEqual(tally(responses), { 201: 10, 422: 90 });
  } finally {
    await node.stop();
  }
});
