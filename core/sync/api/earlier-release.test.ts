/** Sync tokens and places in the feed that the release 0.1.0+f844f4bd gave: they are valid for 30 days. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { insertSyncMark } from '../queries.ts';

/** All were made by that release for the partner with the id 1, at the time of the test's clock. */
const MARK = '01930a3c-0000-7000-8000-00000000a001';
/** From transaction 3 on, which is before everything. */
const FROM_THE_FIRST = {
  users:
    'f1jzTALJIGXek9pziRoYSb1SDsFbIiIsIjMiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDAsdHJ1ZSxudWxsLHt9LDBd',
  listings:
    'f1jzTOvw9tgE18Ia0HBr44G_IaZbIiIsIjMiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDAsdHJ1ZSxudWxsLHt9LDBd',
  secondPage:
    'f1jzTNOmpw9CX5l9kF2b_93ngvRbIjAwMDAwMDAwLTAwMDAtMDAwMC0wMDAwLTAwMDAwMDAwMDAwMCIsIjMiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDAsdHJ1ZSxudWxsLHt9LDBd',
  events:
    'f1jzTPiawgwpEk_gr7lrTOPh-k5bIjMiLCIwMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDBd',
};
/** From transaction 1,000,000,000 on: the server had come so far before a crash, and now it gives lower numbers. */
const FORGOTTEN = {
  users:
    'f1jzTD8ihROmVw-QvZJ50vpVEqhbIiIsIjEwMDAwMDAwMDAiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDAsdHJ1ZSxudWxsLHt9LDBd',
  listings:
    'f1jzTPpROUI7XDTitcJQhf4AdfJbIiIsIjEwMDAwMDAwMDAiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDAsdHJ1ZSxudWxsLHt9LDBd',
  events:
    'f1jzTI6irKHyNCYf8cn5iK-F0chbIjEwMDAwMDAwMDAiLCIwMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAiLCIwMTkzMGEzYy0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMGEwMDEiLDE3OTUxNjcwMDAwMDBd',
};

const service = await testService();
const partner = await service.createPartner();
assert.equal(partner.partnerId, 1, 'the first of a new database');
const token = await service.token(partner);
await insertSyncMark(service.deps.database.heavy, { id: MARK, createdAt: service.clock.now() });

async function ask(path: string, query: Record<string, string>) {
  const { status, body } = await service.call('GET', path, { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  return { ids: body.data.map((item: { id: string }) => item.id) as string[], meta: body.meta };
}
/** Waits until the event is in the feed, which open transactions in other databases of the server hold up. */
const comesInFeed = (cursor: string, userId: string) =>
  waitUntil('it is in the feed', async () => (await inFeed(cursor)).includes(userId));
const inFeed = async (cursor: string) => {
  const { status, body } = await service.call('GET', '/events', { token, query: { order: 'asc', cursor } });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ data }: { data: { user_id: string } }) => data.user_id) as string[];
};

test('they are taken, lead on as they did, and are followed by tokens that their holder cannot read', async () => {
  const member = await service.createMember(partner);
  assert.ok((await ask('/users', { sync_token: FROM_THE_FIRST.users })).ids.includes(member.id));
  const { meta } = await ask('/users', { cursor: FROM_THE_FIRST.secondPage });
  assert.deepEqual((await ask('/listings', { sync_token: FROM_THE_FIRST.listings })).ids, []);
  await comesInFeed(FROM_THE_FIRST.events, member.id);
  assert.match(Buffer.from(FROM_THE_FIRST.users, 'base64url').toString('latin1'), new RegExp(MARK));
  assert.doesNotMatch(Buffer.from(meta.sync_token, 'base64url').toString('latin1'), /[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('one whose number a crash of the database has taken back leads on from its mark, which was on disk', async () => {
  const member = await service.createMember(partner);
  assert.ok((await ask('/users', { sync_token: FORGOTTEN.users })).ids.includes(member.id));
  assert.deepEqual((await ask('/listings', { sync_token: FORGOTTEN.listings })).ids, []);
  await comesInFeed(FORGOTTEN.events, member.id);
});

test('they belong to their partner and list, and one that was altered is refused, as before', async () => {
  const neighbour = await service.createPartner({ communityId: partner.communityId });
  const asked = [
    [token, '/listings', { sync_token: FROM_THE_FIRST.users }, 'invalid_request'],
    [await service.token(neighbour), '/users', { sync_token: FROM_THE_FIRST.users }, 'invalid_request'],
    [token, '/users', { sync_token: `${FROM_THE_FIRST.users.slice(0, -4)}AAAA` }, 'invalid_request'],
    [token, '/events', { cursor: FROM_THE_FIRST.events }, 'invalid_cursor'],
  ] as const;
  for (const [as, path, query, error] of asked) {
    const { status, body } = await service.call('GET', path, { token: as, query });
    assert.deepEqual([status, body.error], [400, error]);
  }
});

test('without their mark, which a restore has taken back, they answer 410', async () => {
  await service.ownerQuery('delete from sync_marks where id = $1', [MARK]);
  for (const [path, query] of [
    ['/users', { sync_token: FROM_THE_FIRST.users }],
    ['/events', { order: 'asc', cursor: FROM_THE_FIRST.events }],
  ] as const) {
    const { status, body } = await service.call('GET', path, { token, query });
    assert.deepEqual([status, body.error], [410, 'sync_token_expired']);
  }
});
