import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPaymentReference } from '../../../../core/people/members/payment-reference.ts';
import { setMemberStatusIn } from '../../../../core/people/members/status.ts';
import { testChange } from '../../../../test-support/changes.ts';
import { testService } from '../../../../test-support/harness.ts';
import { createMembersIn, type NewMember } from './create.ts';

const service = await testService();

const createAll = (communityId: number, members: readonly NewMember[]) =>
  testChange(service.deps, communityId, (within) => createMembersIn(within, communityId, members));

test('members get their row, their account and a payment reference, in the order of the input', async () => {
  const { id: communityId } = await service.createCommunity();
  const at = service.clock.now();
  const input = Array.from({ length: 300 }, (_, index) => ({
    externalId: `M${index}`,
    name: `Member ${index}`,
    email: index % 2 ? `m${index}@example.org` : null,
    status: index % 3 ? ('active' as const) : ('pending' as const),
    visibility: index % 5 ? null : ('listed' as const),
    language: 'de',
    joinedOn: '2020-02-29',
  }));
  const created = await createAll(communityId, input);
  const rows = await service.ownerQuery(
    `select m.id, a.id::int as "accountId", a.kind, m.external_id as "externalId", m.name, m.email, m.status,
       m.visibility, m.language, m.joined_on::text as "joinedOn", m.payment_reference as "paymentReference", m.created_at
     from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
     where m.community_id = $1 order by m.id`,
    [communityId],
  );
  assert.deepEqual(
    rows,
    created.map((member, index) => ({ ...input[index], ...member, kind: 'member', created_at: at })),
  );
  for (const { paymentReference } of created) assert.ok(isPaymentReference(paymentReference));
});

test('a taken external id creates nothing of the whole list, and nothing is no list', async () => {
  const { id: communityId } = await service.createCommunity();
  await createAll(communityId, [{ name: 'A', externalId: '1' }]);
  const list = [
    { name: 'B', externalId: '2' },
    { name: 'C', externalId: '1' },
  ];
  await assert.rejects(createAll(communityId, list), { code: '23505' });
  assert.deepEqual(await createAll(communityId, []), []);
  const rows = await service.ownerQuery(
    `select (select count(*)::int from members where community_id = $1) as members,
       (select count(*)::int from accounts where community_id = $1 and kind = 'member') as accounts`,
    [communityId],
  );
  assert.deepEqual(rows, [{ members: 1, accounts: 1 }]);
});

test('a state changes only from where it may, and a move that lost the race says so', async () => {
  const { id: communityId } = await service.createCommunity();
  const { uuid } = await service.createMember({ communityId, status: 'pending' });
  service.clock.advance(1000);
  const at = service.clock.now();
  const move = (status: 'active' | 'suspended' | 'left') =>
    testChange(service.deps, communityId, (within) => setMemberStatusIn(within, communityId, uuid, status));
  assert.equal(await move('suspended'), false);
  assert.equal(await move('active'), true);
  assert.equal(await move('active'), false);
  assert.equal(await move('suspended'), true);
  assert.equal(await move('active'), true);
  assert.equal(await move('left'), true);
  assert.equal(await move('suspended'), false);
  assert.equal(await move('active'), true);
  const race = await Promise.all([move('suspended'), move('suspended'), move('suspended')]);
  assert.equal(race.filter((won) => won).length, 1);
  const [row] = await service.ownerQuery('select status, updated_at from members where community_id = $1', [
    communityId,
  ]);
  assert.deepEqual(row, { status: 'suspended', updated_at: at });
  const elsewhere = await service.createCommunity();
  assert.equal(
    await testChange(service.deps, elsewhere.id, (within) => setMemberStatusIn(within, elsewhere.id, uuid, 'left')),
    false,
    'a member of another community is not there',
  );
});
