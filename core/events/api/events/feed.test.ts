import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import pg from 'pg';
import { type TestPartner, testService } from '../../../../test-support/harness.ts';
import { DAY_MS, HOUR_MS } from '../../../base/time.ts';

const service = await testService();

let partner: TestPartner;
let token: string;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner);
});

type Query = Record<string, string>;
interface FeedPage {
  readonly users: string[];
  readonly cursor: string | null;
  /** Of the last page. */
  readonly token: string;
}

async function poll(query: Query, as = token): Promise<FeedPage> {
  const { status, body, headers } = await service.call('GET', '/events', { token: as, query });
  assert.equal(status, 200, JSON.stringify(body));
  const { next_cursor: cursor, has_more: hasMore, sync_token } = body.meta;
  assert.deepEqual([cursor !== null, sync_token === null, headers.get('link') !== null], [hasMore, hasMore, hasMore]);
  return { users: body.data.map(({ data }: { data: { user_id: string } }) => data.user_id), cursor, token: sync_token };
}
const FROM_OLDEST = { order: 'asc' };
const since = (at: string, more: Query = {}) => poll({ sync_token: at, ...more });

/** Polls until so many have come: what other databases of the server have open holds the feed up. */
async function pollFor(count: number, first: Query = FROM_OLDEST): Promise<FeedPage> {
  const users: string[] = [];
  for (let query = first; ; ) {
    const page = await poll(query);
    users.push(...page.users);
    if (users.length >= count) return { ...page, users };
    query = { sync_token: page.token };
  }
}

const refused = async (query: Query, as = token) => {
  const { status, body } = await service.call('GET', '/events', { token: as, query });
  return [status, body.error, body.errors?.[0]?.field];
};

test('a poller reads from the oldest, keeps the sync token, and gets every later event once', async () => {
  const first = [await service.createMember(partner), await service.createMember(partner)];
  const start = await pollFor(2);
  assert.deepEqual(
    start.users,
    first.map(({ id }) => id),
  );
  const nothing = await since(start.token);
  assert.deepEqual(nothing.users, []);
  const later = await service.createMember(partner);
  assert.deepEqual((await pollFor(1, { sync_token: nothing.token })).users, [later.id]);
  for (const more of [{}, { order: 'asc' }, { per_page: '1' }]) {
    const { users } = await since(start.token, more);
    assert.deepEqual(users, [later.id], 'an older token still goes on from its place');
  }
});

test('newest first there is no sync token, and the last page of no order has a cursor', async () => {
  await service.createMember(partner);
  const { body } = await service.call('GET', '/events', { token });
  assert.deepEqual([body.meta.sync_token, body.meta.next_cursor, body.meta.has_more], [null, null, false]);
});

test('pages in order, from the oldest and from a token: nothing is skipped or seen twice', async () => {
  const start = await pollFor(0);
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await service.createMember(partner)).id);
  await pollFor(7);
  // The cursor goes on with or without the token; the parameters that it does not know are repeated.
  const firstPages = [FROM_OLDEST, { sync_token: start.token }, { sync_token: start.token, order: 'asc' }] as const;
  const repeated = [FROM_OLDEST, {}, { sync_token: start.token, order: 'asc' }] as const;
  for (const [at, first] of firstPages.entries()) {
    const seen: string[] = [];
    let page = await poll({ ...first, per_page: '3' });
    for (let pages = 1; ; pages++) {
      seen.push(...page.users);
      if (page.cursor === null) break;
      assert.ok(pages < 3);
      page = await poll({ ...repeated[at], per_page: '3', cursor: page.cursor });
    }
    assert.deepEqual(seen, ids);
    assert.deepEqual((await since(page.token)).users, []);
  }
});

test('a token keeps the filters of its walk', async () => {
  await service.createMember(partner);
  const asked = { order: 'asc', type: 'wallet.credited', timestamp_before: '2030-01-01T00:00:00Z' };
  const start = await poll(asked);
  assert.deepEqual(start.users, []);
  const member = await service.createMember(partner);
  for (let n = 0; n < 2; n++) {
    const json = { user_id: member.id, hours: 1, reference: `KEPT-${n}` };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json })).status, 201);
  }
  const { users, token: next } = await pollFor(2, { sync_token: start.token });
  assert.deepEqual(users, [member.id, member.id]);
  await service.createMember(partner);
  await pollFor(4);
  assert.deepEqual((await since(next)).users, [], 'also of a later token');
});

test('events that a transaction commits late come late, and are never skipped', async () => {
  const member = await service.createMember(partner);
  const start = await pollFor(1);
  const slow = new pg.Client(service.testDatabase.ownerConnection);
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into events (community_id, id, type, member_id, data, created_at)
       values ($1, gen_random_uuid(), 'user.updated', $2, $3, $4)`,
      [partner.communityId, member.uuid, { user_id: member.id }, service.clock.now()],
    );
    const fast = await service.createMember(partner);
    const meanwhile = await since(start.token);
    assert.deepEqual(meanwhile.users, [], 'what lies behind the open transaction waits');
    await slow.query('commit');
    assert.deepEqual((await pollFor(2, { sync_token: meanwhile.token })).users, [member.id, fast.id]);
  } finally {
    await slow.end();
  }
});

test('a cursor belongs to the partner, the filters and the order; a token to the partner and the list', async () => {
  for (let n = 0; n < 2; n++) await service.createMember(partner);
  await pollFor(2);
  const { cursor, token: none } = await poll({ order: 'asc', per_page: '1' });
  assert.ok(cursor !== null && none === null);
  const neighbour = await service.token(await service.createPartner({ communityId: partner.communityId }));
  const wrongCursor = [400, 'invalid_cursor', 'cursor'];
  assert.deepEqual(await refused({ order: 'asc', cursor }, neighbour), wrongCursor);
  for (const query of [{ order: 'asc', type: 'user.activated' }, {}, { order: 'desc' }]) {
    assert.deepEqual(await refused({ ...query, cursor }), wrongCursor);
  }
  const { token: at } = await pollFor(2);
  const wrongToken = [400, 'invalid_request', 'sync_token'];
  assert.deepEqual(await refused({ sync_token: at }, neighbour), wrongToken);
  assert.deepEqual(await refused({ sync_token: `${at.slice(0, -4)}AAAA` }), wrongToken);
  assert.deepEqual(
    await refused({ sync_token: at, order: 'asc', cursor }),
    wrongToken,
    'not of the walk of the cursor',
  );
  const users = await service.call('GET', '/users', { token });
  assert.deepEqual(await refused({ sync_token: users.body.meta.sync_token }), wrongToken);
  for (const [name, value] of [
    ['order', 'desc'],
    ['type', 'user.activated'],
    ['timestamp_since', '2026-01-01T00:00:00Z'],
  ] as const) {
    assert.deepEqual(await refused({ sync_token: at, [name]: value }), [400, 'invalid_request', name]);
  }
});

test('a token goes on for 30 days and more, also behind what was committed late; then it answers 410', async () => {
  await service.createMember(partner);
  const { token: at } = await pollFor(1);
  const start = service.clock.now();
  // Its transaction began before the token was given, and was committed after.
  const late = await service.createMember(partner);
  await service.ownerQuery(`update events set created_at = $3 where community_id = $1 and member_id = $2`, [
    ...[partner.communityId, late.uuid, new Date(start.getTime() - HOUR_MS)],
  ]);
  await pollFor(1, { sync_token: at });
  try {
    service.clock.advance(30 * DAY_MS);
    token = await service.token(partner);
    assert.deepEqual((await since(at)).users, [late.id]);
    service.clock.advance(DAY_MS + 1);
    token = await service.token(partner);
    assert.deepEqual(await refused({ sync_token: at }), [410, 'sync_token_expired', undefined]);
  } finally {
    service.clock.set(start);
  }
});

test('a cursor in the middle of old events answers 410 when those that follow may be deleted', async () => {
  for (let n = 0; n < 2; n++) await service.createMember(partner);
  await pollFor(2);
  const start = service.clock.now();
  try {
    service.clock.advance(29 * DAY_MS);
    token = await service.token(partner);
    const { cursor } = await poll({ order: 'asc', per_page: '1' });
    assert.ok(cursor !== null);
    service.clock.advance(DAY_MS);
    token = await service.token(partner);
    assert.equal((await poll({ order: 'asc', cursor })).users.length, 1);
    service.clock.advance(DAY_MS + 1);
    token = await service.token(partner);
    assert.deepEqual(await refused({ order: 'asc', cursor }), [410, 'sync_token_expired', undefined]);
  } finally {
    service.clock.set(start);
  }
});

test("a token without webhooks.manage reads the kinds of its own scopes, and not the partner's others", async () => {
  const member = await service.createMember(partner);
  await service.call('POST', '/wallet/credit', {
    token,
    json: { user_id: member.id, hours: 1, reference: 'FEED-1' },
  });
  const kinds = async (as: string, query: Record<string, string> = {}) => {
    const { body } = await service.call('GET', '/events', { token: as, query });
    return body.data.map(({ type }: { type: string }) => type);
  };
  assert.deepEqual(await kinds(await service.token(partner, ['users.read'])), ['user.activated']);
  assert.deepEqual(await kinds(await service.token(partner, ['wallet.write'])), ['wallet.credited']);
  assert.deepEqual(await kinds(await service.token(partner, ['wallet.read']), { type: 'user.activated' }), []);
  assert.deepEqual(await kinds(await service.token(partner, ['webhooks.manage'])), [
    'wallet.credited',
    'user.activated',
  ]);
});
