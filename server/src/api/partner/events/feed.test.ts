import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { DAY_MS } from '../../../platform/base/time.ts';
import { startTestService, type TestPartner, type TestService } from '../../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

let partner: TestPartner;
let token: string;
beforeEach(async () => {
  partner = await service.createPartner();
  token = await service.token(partner);
});

interface FeedPage {
  readonly users: string[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

async function poll(cursor?: string, query: Record<string, string> = {}, as = token): Promise<FeedPage> {
  const asked = { order: 'asc', ...query, ...(cursor === undefined ? {} : { cursor }) };
  const { status, body, headers } = await service.call('GET', '/events', { token: as, query: asked });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(headers.get('link') !== null, body.meta.has_more, 'a Link leads on only while there is more');
  const users = body.data.map(({ data }: { data: { user_id: string } }) => data.user_id);
  return { users, cursor: body.meta.next_cursor, hasMore: body.meta.has_more };
}

/** Polls until so many have come: what other databases of the server have open holds the feed up. */
async function pollFor(count: number, from?: string, query?: Record<string, string>): Promise<FeedPage> {
  const users: string[] = [];
  for (let cursor = from; ; ) {
    const page = await poll(cursor, query);
    users.push(...page.users);
    cursor = page.cursor;
    if (users.length >= count) return { ...page, users };
  }
}

test('a poller reads from the oldest, keeps the cursor, and gets every later event once', async () => {
  const first = [await service.createMember(partner), await service.createMember(partner)];
  const start = await pollFor(2);
  assert.deepEqual(
    start.users,
    first.map(({ id }) => id),
  );
  const nothing = await poll(start.cursor);
  assert.deepEqual([nothing.users, nothing.hasMore], [[], false]);
  const later = await service.createMember(partner);
  assert.deepEqual((await pollFor(1, nothing.cursor)).users, [later.id]);
  assert.deepEqual((await pollFor(1, start.cursor)).users, [later.id], 'an older cursor still goes on from its place');
});

test('pages in order: nothing is skipped or seen twice', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await service.createMember(partner)).id);
  await pollFor(7);
  const seen: string[] = [];
  let cursor: string | undefined;
  let hasMore = true;
  for (let pages = 0; hasMore; pages++) {
    const page = await poll(cursor, { per_page: '3' });
    seen.push(...page.users);
    ({ cursor, hasMore } = page);
    assert.ok(pages < 3);
  }
  assert.deepEqual(seen, ids);
});

test('events that a transaction commits late come late, and are never skipped', async () => {
  const member = await service.createMember(partner);
  const { cursor } = await pollFor(1);
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
    const meanwhile = await poll(cursor);
    assert.deepEqual(meanwhile.users, [], 'what lies behind the open transaction waits');
    await slow.query('commit');
    assert.deepEqual((await pollFor(2, meanwhile.cursor)).users, [member.id, fast.id]);
  } finally {
    await slow.end();
  }
});

test('the cursor belongs to the partner, the filters and the order; after 30 days it answers 410', async () => {
  await service.createMember(partner);
  const { cursor } = await pollFor(1);
  const neighbour = await service.token(await service.createPartner({ communityId: partner.communityId }));
  for (const [as, query] of [
    [neighbour, { order: 'asc' }],
    [token, { order: 'asc', type: 'user.activated' }],
    [token, {}],
  ] as const) {
    const { status, body } = await service.call('GET', '/events', { token: as, query: { ...query, cursor } });
    assert.deepEqual([status, body.error], [400, 'invalid_cursor']);
  }
  const start = service.clock.now();
  try {
    service.clock.advance(30 * DAY_MS + 1);
    const late = { token: await service.token(partner), query: { order: 'asc', cursor } };
    const { status, body } = await service.call('GET', '/events', late);
    assert.deepEqual([status, body.error], [410, 'sync_token_expired']);
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
