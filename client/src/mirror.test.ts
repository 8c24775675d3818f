import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeMember, choosePartnerVisibility } from '../../core/people/members/update.ts';
import { type TestMember, type TestPartner, testService } from '../../test-support/harness.ts';
import { createClient, type MirrorChange, type User } from './index.ts';
import { apiError, recordingFetch } from './test-support.ts';

const service = await testService();

/** A copy as an application keeps it. */
function createCopy() {
  const users = new Map<string, User>();
  const onChange = (change: MirrorChange<User>) => {
    if (change.kind === 'write') for (const user of change.items) users.set(user.id, user);
    else if (change.kind === 'remove') for (const id of change.ids) users.delete(id);
    else for (const id of users.keys()) if (!change.ids.has(id)) users.delete(id);
  };
  return { users, onChange };
}

async function setUp() {
  const partner = await service.createPartner();
  const members: TestMember[] = [];
  for (let n = 0; n < 3; n++) members.push(await service.createMember(partner));
  const { fetch, answer } = recordingFetch();
  const client = createClient({ baseUrl: service.origin, ...partner, fetch });
  return { partner, members: members as [TestMember, TestMember, TestMember], client, answer };
}
const actOn = ({ communityId }: TestPartner, { uuid }: TestMember) => ({ communityId, memberId: uuid, actor: 'test' });

test('a copy follows renames, new members and those who go out of sight', async () => {
  const { partner, members, client } = await setUp();
  const { users, onChange } = createCopy();
  const token = await client.mirrorUsers({ onChange });
  assert.deepEqual([...users.keys()].sort(), members.map(({ id }) => id).sort());
  const [renamed, hidden] = members;
  await changeMember(service.deps, actOn(partner, renamed), { name: 'Renamed' });
  await choosePartnerVisibility(service.deps, actOn(partner, hidden), partner.partnerId, 'hidden');
  const added = await service.createMember(partner);
  const next = await client.mirrorUsers({ token, onChange });
  assert.equal(users.get(renamed.id)?.name, 'Renamed');
  assert.deepEqual([users.has(hidden.id), users.has(added.id), users.size], [false, true, 3]);
  assert.ok(next !== null && next !== token);
});

test('when the token has expired the whole list is walked, and what it does not hold is dropped', async () => {
  const { members, client, answer } = await setUp();
  const { users, onChange } = createCopy();
  users.set('usr_forgotten', { id: 'usr_forgotten' } as User);
  answer('/users', apiError(410, 'sync_token_expired'));
  const token = await client.mirrorUsers({ token: 'from before a restore', onChange });
  assert.deepEqual([...users.keys()].sort(), members.map(({ id }) => id).sort());
  assert.ok(token);
});

test('a change that cannot be applied ends the call, and the old token brings it again', async () => {
  const { partner, members, client } = await setUp();
  const { users, onChange } = createCopy();
  const token = await client.mirrorUsers({ onChange });
  await changeMember(service.deps, actOn(partner, members[0]), { name: 'Once more' });
  const full = () => {
    throw new Error('the disk is full');
  };
  await assert.rejects(client.mirrorUsers({ token, onChange: full }), /the disk is full/);
  await client.mirrorUsers({ token, onChange });
  assert.equal(users.get(members[0].id)?.name, 'Once more');
});

test('another error is no reason to walk the whole list', async () => {
  const { client } = await setUp();
  const { onChange } = createCopy();
  await assert.rejects(client.mirrorUsers({ token: 'x', onChange }), { code: 'invalid_request' });
});

test('listings are kept in step in the same way', async () => {
  const { client } = await setUp();
  const kinds: string[] = [];
  assert.ok(await client.mirrorListings({ onChange: ({ kind }) => void kinds.push(kind) }));
  assert.deepEqual(kinds, ['keep_only']);
});
