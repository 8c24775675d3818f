import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { credit, credited, newReference, reverse } from '../../../test-support/wallet.ts';

const service = await testService();

async function setUp() {
  const partner = await service.createPartner();
  const [member, other] = [await service.createMember(partner), await service.createMember(partner)];
  return { member, other, token: await service.token(partner) };
}

const differing = (body: { errors: { field: string; code: string }[] }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`);

test('a reference used with another member or amount answers the credit that is there and what differs', async () => {
  const { member, other, token } = await setUp();
  const there = await credited(service, token, member.id, 1);
  const cases: [string, number, string[]][] = [
    [member.id, 2, ['hours differs']],
    [other.id, 1, ['user_id differs']],
    [other.id, 2, ['user_id differs', 'hours differs']],
  ];
  for (const [userId, hours, fields] of cases) {
    const { status, body } = await credit(service, token, userId, hours, there.reference);
    assert.deepEqual([status, body.error, body.credit_id], [409, 'reference_conflict', there.id]);
    assert.deepEqual(differing(body), fields);
  }
});

test('a reversal under the reference of another one answers the credit that was reversed under it', async () => {
  const { member, token } = await setUp();
  const [first, second] = [await credited(service, token, member.id, 1), await credited(service, token, member.id, 1)];
  const reference = newReference();
  assert.equal((await reverse(service, token, first.id, reference)).status, 201);
  const { status, body } = await reverse(service, token, second.id, reference);
  assert.deepEqual([status, body.error, body.credit_id], [409, 'reference_conflict', first.id]);
  assert.deepEqual(differing(body), ['id differs']);
});

test('a second reversal answers the credit that is reversed already, and that the reference differs', async () => {
  const { member, token } = await setUp();
  const there = await credited(service, token, member.id, 1);
  assert.equal((await reverse(service, token, there.id)).status, 201);
  const { status, body } = await reverse(service, token, there.id);
  assert.deepEqual([status, body.error, body.credit_id], [409, 'already_reversed', there.id]);
  assert.deepEqual(differing(body), ['reference differs']);
});

test('no other refusal carries a credit', async () => {
  const { member, token } = await setUp();
  for (const answer of [
    await credit(service, token, member.id, 1001),
    await credit(service, token, 'usr_nobody', 1),
    await reverse(service, token, 'crd_nothing'),
  ]) {
    assert.ok(answer.status >= 400);
    assert.equal('credit_id' in answer.body, false);
  }
});
