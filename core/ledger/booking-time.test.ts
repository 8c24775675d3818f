/** When something is booked: now by the database's clock, and in the future in a sandbox at most. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '@timebank/contract';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { verifyLedger } from '../../modules/operate/domain/ledger/invariants.ts';
import { createTestDatabase } from '../../test-support/database.ts';
import { startTestService, type TestPartner, testService } from '../../test-support/harness.ts';
import { execute } from '../../test-support/server.ts';
import { credit, credited, reverse } from '../../test-support/wallet.ts';
import { systemClock } from '../base/clock.ts';
import { migrate } from '../database/migrate.ts';

const service = await testService();

async function setUp(kind: 'live' | 'sandbox' = 'live') {
  const { id: communityId } = await service.createCommunity({ kind });
  const partner = await service.createPartner({ communityId });
  const member = await service.createMember({ communityId });
  return { partner, member, token: await service.token(partner) };
}

const closeThrough = ({ partnerId }: TestPartner, day: string) =>
  service.ownerQuery('update accounts set closed_through = $2 where partner_id = $1', [partnerId, day]);

test('where a wrong clock has closed days to come, nothing is booked until they are over, and the rest goes on', async () => {
  const { partner, member, token } = await setUp();
  const before = await credited(service, token, member.id, 1);
  await closeThrough(partner, '2026-12-30');
  for (const answer of [await credit(service, token, member.id, 1), await reverse(service, token, before.id)]) {
    assert.deepEqual([answer.status, answer.body.error], [503, 'temporarily_unavailable']);
    assert.match(answer.body.error_description, /days before 2026-12-31 are final/);
    assert.equal(answer.headers.get('retry-after'), '3600');
  }
  const many = await service.call('POST', '/wallet/credits', {
    token,
    json: { credits: [{ user_id: member.id, hours: 1, reference: 'many' }] },
  });
  assert.deepEqual([many.status, many.body.data[0].status], [200, 503]);
  const other = await service.createPartner({ communityId: partner.communityId });
  assert.equal((await credited(service, await service.token(other), member.id, 1)).booked_on, '2026-11-20');
});

test('a booking beside a sandbox whose days run ahead is booked now', async () => {
  const live = await setUp();
  const sandbox = await setUp('sandbox');
  await closeThrough(sandbox.partner, '2026-11-24');
  const { communityId } = live.partner;
  const second = await service.createMember({ communityId });
  const { database, clock } = service.deps;
  const before = await credited(service, live.token, live.member.id, 1);
  const [ahead, reversed] = await Promise.all([
    credit(service, sandbox.token, sandbox.member.id, 1),
    reverse(service, live.token, before.id),
    postExchange(database, clock, {
      ...{ communityId, provider: live.member.id, receiver: second.id, time: '60 min' },
      ...{ serviceDate: '2026-11-20', externalId: 'x', recordedBy: 'test' },
    }),
  ]);
  assert.deepEqual([ahead.body.data.booked_on, ahead.body.data.created_at], ['2026-11-25', '2026-11-25T00:00:00.000Z']);
  assert.equal(reversed.body.data.reversal.booked_on, '2026-11-20');
  assert.equal(reversed.body.data.reversal.created_at, clock.now().toISOString());
});

test('a batch of a live community and a sandbox that runs ahead is booked each at its own time', async () => {
  const live = await setUp();
  const sandbox = await setUp('sandbox');
  const reversals = [];
  for (const { partner, member, token } of [live, sandbox, live, live]) {
    const { id, reference } = await credited(service, token, member.id, 1);
    const { communityId, partnerId } = partner;
    const creditId = decodeId('crd', id) ?? '';
    reversals.push({ kind: 'credit_reversal', communityId, partnerId, creditId, reference, reason: null } as const);
  }
  await closeThrough(sandbox.partner, '2026-11-24');
  // While the first is on its way, the others become one batch.
  const outcomes = await Promise.all(
    reversals.map((reversal) => service.deps.postTransfers({ ...reversal, recordedBy: 'test' })),
  );
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.result === 'posted' ? outcome.transfer.bookedOn : outcome.result)),
    ['2026-11-20', '2026-11-25', '2026-11-20', '2026-11-20'],
  );
});

test('days before a partner existed are final from the beginning: nothing is booked into them by a clock that is behind', async () => {
  const { partner, member, token } = await setUp();
  const node = await startTestService({ database: service.testDatabase });
  try {
    node.clock.set('2026-10-21T09:30:00.000Z');
    const behind = await node.token(partner);
    const answer = await credit(node, behind, member.id, 1);
    assert.equal(answer.status, 503);
    const day = await service.call('GET', '/wallet/statements/2026-10-21', { token });
    assert.deepEqual([day.body.data.status, day.body.data.credits.count], ['final', 0]);
    await credited(service, token, member.id, 1);
    const verify = async () => (await verifyLedger(service.deps.database, service.clock)).invariants;
    const rule = "Nothing is booked on a partner's days before it existed.";
    const holds = async () => (await verify()).find((one) => one.rule === rule)?.holds;
    assert.equal(await holds(), true);
    await service.ownerQuery(`update accounts set created_at = '2026-11-21T00:00:00Z' where partner_id = $1`, [
      partner.partnerId,
    ]);
    assert.equal(await holds(), false);
    await service.ownerQuery(`update accounts set created_at = '2026-11-20T00:00:00Z' where partner_id = $1`, [
      partner.partnerId,
    ]);
  } finally {
    await node.stop();
  }
});

test('an account that the version before makes has its days before closed, and so have those it has made', async () => {
  const testDatabase = await createTestDatabase({ migrated: false });
  const make = (name: string) => `with c as (
      insert into communities (slug, name, created_at) values ('${name}', 'C', now()) returning id),
    p as (insert into partners (community_id, client_id, name, created_at, updated_at)
      select id, '${name}', 'P', now(), now() from c returning id, community_id)
    insert into accounts (community_id, kind, partner_id, created_at)
    select community_id, 'settlement', id, '2026-05-31T23:59:59.999Z' from p`;
  try {
    await migrate({ ...testDatabase, clock: systemClock, through: '0002_first_statistics.sql' });
    await execute(testDatabase.ownerUrl, make('made-before'));
    await migrate({ ...testDatabase, clock: systemClock });
    await execute(testDatabase.ownerUrl, make('made-beside'));
    const rows = await execute(testDatabase.ownerUrl, 'select closed_through::text as closed from accounts');
    assert.deepEqual(rows, [{ closed: '2026-05-30' }, { closed: '2026-05-30' }]);
  } finally {
    await testDatabase.drop();
  }
});
