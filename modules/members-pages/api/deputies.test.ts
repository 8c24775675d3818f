import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemberDeputy } from '../../../console/desk/contract/deputies.ts';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();

const AGREED = { agreed_on: '2026-11-18', how: 'paper' } as const;

async function setUp() {
  const { client, slug, communityId } = await signedIn(service, { role: 'coordinator' });
  const helga = await service.createMember({ communityId, name: 'Helga Brandt' });
  const anna = await service.createMember({ communityId, name: 'Anna Berger' });
  const params = { slug, memberId: helga.id };
  return { client, params, helga, anna, communityId };
}

test('the office records who acts for a member, a member or another person, and ends it', async () => {
  const { client, params, anna } = await setUp();
  const first = await client.call('appointMemberDeputy', { params, body: { member: anna.id, ...AGREED } });
  assert.equal(first.status, 201);
  assert.deepEqual(
    (first.body.data as MemberDeputy[]).map(({ member, name, how, ended_at }) => ({ member, name, how, ended_at })),
    [{ member: anna.id, name: 'Anna Berger', how: 'paper', ended_at: null }],
  );
  const person = { name: 'Karl Meier', email: 'karl@example.org', ...AGREED };
  const second = await client.call('appointMemberDeputy', { params, body: person });
  assert.deepEqual([second.status, second.body.data[0]?.name, second.body.data[0]?.member], [201, 'Karl Meier', null]);
  const letter = await client.call('writeMemberLetters', {
    params,
    body: { members: [second.body.data[0]?.id ?? ''] },
  });
  assert.deepEqual(
    [letter.status, letter.body.data.letters.map(({ name }: { name: string }) => name)],
    [201, ['Karl Meier']],
  );
  const deputyId = first.body.data[0]?.id ?? '';
  const ended = await client.call('endMemberDeputy', { params: { ...params, deputyId } });
  assert.equal(ended.status, 200);
  assert.equal(typeof (ended.body.data as MemberDeputy[]).find(({ id }) => id === deputyId)?.ended_at, 'string');
  const again = await client.call('endMemberDeputy', { params: { ...params, deputyId } });
  assert.deepEqual([again.status, again.body.error], [404, 'not_found']);
  const listed = await client.call('listMemberDeputies', { params });
  assert.equal(listed.body.data.length, 2);
});

test('a deputy is named once, is another person, and takes part: else the answer names the field', async () => {
  const { client, params, helga, anna, communityId } = await setUp();
  const appoint = (body: Readonly<Record<string, unknown>>) =>
    client.call('appointMemberDeputy', { params, body: { ...AGREED, ...body } as never });
  const faultOf = async (body: Readonly<Record<string, unknown>>) => {
    const answer = await appoint(body);
    const [fault] = (answer.body as unknown as { errors?: { field: string; code: string }[] }).errors ?? [];
    return [answer.status, fault?.field, fault?.code];
  };
  assert.deepEqual(await faultOf({}), [422, 'member', 'unknown_value']);
  assert.deepEqual(await faultOf({ member: anna.id, name: 'Anna' }), [422, 'member', 'unknown_value']);
  assert.deepEqual(await faultOf({ member: 'usr_nothing' }), [422, 'member', 'unknown_value']);
  assert.deepEqual(await faultOf({ member: helga.id }), [422, 'member', 'same_account']);
  assert.deepEqual(await faultOf({ member: anna.id, agreed_on: '2027-06-01' }), [422, 'agreed_on', 'in_the_future']);
  assert.deepEqual(await faultOf({ name: 'Karl', email: 'no address' }), [422, 'email', 'invalid_email']);
  const elsewhere = await service.createMember({ communityId: (await service.createCommunity()).id });
  assert.deepEqual(await faultOf({ member: elsewhere.id }), [422, 'member', 'not_active'], 'of another community');
  assert.equal((await appoint({ member: anna.id })).status, 201);
  assert.deepEqual(await faultOf({ member: anna.id }), [409, 'body', 'deputy_already']);
  const gone = await service.createMember({ communityId, status: 'suspended' });
  assert.deepEqual(await faultOf({ member: gone.id }), [422, 'member', 'not_active']);
  const unknown = { ...params, memberId: elsewhere.id };
  assert.equal((await client.call('listMemberDeputies', { params: unknown })).status, 404);
  const [row] = await service.ownerQuery<{ count: number }>(
    'select count(*)::int as count from deputies where community_id = $1',
    [communityId],
  );
  assert.equal(row?.count, 1, 'what was refused leaves no trace');
});
