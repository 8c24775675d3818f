import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { startTestService, type TestMember, type TestService } from '../../../test-support/harness.ts';

let service: TestService;
let token: string;
let plain: string;
let member: TestMember;
let listingId: string;

/** Times with more digits than the contract's milliseconds, from an import or from SQL by hand. */
const IN_TABLE = ['2026-11-19 23:59:59.999999+00', '2026-11-20 01:02:03.12+00'];
const TIMES = { created_at: '2026-11-19T23:59:59.999Z', updated_at: '2026-11-20T01:02:03.120Z' };

before(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  token = await service.token(partner);
  plain = await service.token(partner, ['users.read']);
  member = await service.createMember({ ...partner, email: 'a@example.org' });
  const id = uuidv7();
  listingId = encodeId('lst', id);
  await service.ownerQuery(
    `insert into listings (community_id, id, member_id, type, title, category, status, created_at, updated_at)
     values ($1, $2, $3, 'service', 'Help', 'garden', 'active', $4, $5)`,
    [partner.communityId, id, member.uuid, ...IN_TABLE],
  );
  await service.ownerQuery('update members set created_at = $2, updated_at = $3 where id = $1', [
    member.uuid,
    ...IN_TABLE,
  ]);
});
after(() => service.stop());

const timesOf = ({ created_at, updated_at }: Record<string, string>) => ({ created_at, updated_at });

async function readTimes(path: string, query: Record<string, string>, as: string) {
  const { status, body } = await service.call('GET', path, { token: as, query });
  assert.equal(status, 200, path);
  return [body.data].flat().map(timesOf);
}

test('a row\u2019s times are cut off at the millisecond, by whichever statement they are read', async () => {
  for (const path of ['/users', '/listings']) {
    const single = path === '/users' ? `${path}/${member.id}` : `${path}/${listingId}`;
    for (const as of path === '/users' ? [token, plain] : [token]) {
      assert.deepEqual(await readTimes(single, {}, as), [TIMES], single);
      assert.deepEqual(await readTimes(path, {}, as), [TIMES], path);
    }
  }
});

test('a walk through changes shows the same times', async () => {
  for (const [path, table, as] of [
    ['/users', 'members', token],
    ['/users', 'members', plain],
    ['/listings', 'listings', token],
  ] as const) {
    const walked = await service.call('GET', path, { token: as });
    await service.ownerQuery(`update ${table} set updated_at = updated_at`, []);
    const { sync_token } = walked.body.meta;
    assert.deepEqual(await readTimes(path, { sync_token }, as), [TIMES], path);
  }
});
