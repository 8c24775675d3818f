import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import { type TestMember, type TestPartner, testService } from '../../../../test-support/harness.ts';

const service = await testService();

interface ListingChanges {
  readonly type?: 'service' | 'request';
  readonly category?: string;
  readonly status?: 'active' | 'held' | 'closed';
  readonly seconds?: number | null;
}

async function createListing(
  { communityId }: { communityId: number },
  member: TestMember,
  { type = 'service', category = 'garden', status = 'active', seconds = null }: ListingChanges = {},
): Promise<string> {
  const id = uuidv7();
  await service.ownerQuery(
    `insert into listings (community_id, id, member_id, type, title, description, category, estimated_seconds, status,
       created_at, updated_at)
     values ($1, $2, $3, $4, 'Help', 'In the garden', $5, $6, $7, $8, $8)`,
    [communityId, id, member.uuid, type, category, seconds, status, service.clock.now()],
  );
  return encodeId('lst', id);
}

async function idsOf(token: string, query: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await service.call('GET', '/listings', { token, query });
  assert.equal(status, 200);
  return body.data.map(({ id }: { id: string }) => id);
}

async function hideFrom(partner: TestPartner, member: TestMember): Promise<void> {
  await service.ownerQuery(
    `insert into member_partner_visibility (community_id, member_id, partner_id, visibility) values ($1, $2, $3, 'hidden')`,
    [partner.communityId, member.uuid, partner.partnerId],
  );
}

test('a listing has the decided fields, with hours as a number or null', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const member = await service.createMember({ ...partner });
  const id = await createListing(partner, member, { seconds: 5400 });
  const open = await createListing(partner, member, { type: 'request' });
  const token = await service.token(partner);
  const list = await service.call('GET', '/listings', { token });
  const expected = {
    id,
    user_id: member.id,
    type: 'service',
    title: 'Help',
    description: 'In the garden',
    category: 'garden',
    estimated_hours: 1.5,
    estimated_seconds: 5400,
    status: 'active',
    created_at: '2026-11-20T09:30:00.000Z',
    updated_at: '2026-11-20T09:30:00.000Z',
  };
  assert.equal(list.status, 200);
  assert.equal(list.headers.get('cache-control'), 'private, no-cache');
  assert.deepEqual(list.body, {
    data: [expected, { ...expected, id: open, type: 'request', estimated_hours: null, estimated_seconds: null }],
    meta: { per_page: 100, has_more: false, next_cursor: null, sync_token: list.body.meta.sync_token },
  });
  const one = await service.call('GET', `/listings/${id}`, { token });
  assert.equal(one.headers.get('cache-control'), 'private, no-cache');
  assert.deepEqual(one.body, { data: expected });
});

test('only active listings of active, visible members are listed and read', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const other = await service.createPartner({ communityId: partner.communityId, scopes: ['listings.read'] });
  const stranger = await service.createPartner({ scopes: ['listings.read'] });
  const member = await service.createMember({ ...partner });
  const shown = await createListing(partner, member);
  const refused = [
    await createListing(partner, member, { status: 'held' }),
    await createListing(partner, member, { status: 'closed' }),
  ];
  for (const status of ['pending', 'suspended', 'left'] as const) {
    refused.push(await createListing(partner, await service.createMember({ ...partner, status })));
  }
  refused.push(await createListing(partner, await service.createMember({ ...partner, visibility: 'hidden' })));
  const private_ = await service.createMember({ ...partner });
  await hideFrom(partner, private_);
  const hiddenFromOne = await createListing(partner, private_);
  refused.push(hiddenFromOne);

  const token = await service.token(partner);
  assert.deepEqual(await idsOf(token), [shown]);
  refused.push('lst_01jd3h6m8nfdwtv0k2x9q4z7ad', 'lst_', 'x', shown.replace('lst', 'usr'), shown.toUpperCase());
  const answers = new Set<string>();
  for (const id of refused) {
    const { status, body } = await service.call('GET', `/listings/${id}`, { token });
    assert.deepEqual([status, body.error], [404, 'listing_not_found'], id);
    answers.add(body.error_description);
  }
  assert.equal(answers.size, 1);
  assert.deepEqual(await idsOf(await service.token(other)), [shown, hiddenFromOne]);
  assert.deepEqual(await idsOf(await service.token(stranger)), []);
  assert.equal((await service.call('GET', `/listings/${shown}`, { token: await service.token(stranger) })).status, 404);
});

test('a listing of a suspended owner is gone at once, and back when the owner is', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const member = await service.createMember({ ...partner });
  const id = await createListing(partner, member);
  const token = await service.token(partner);
  for (const [status, ids] of [
    ['suspended', []],
    ['active', [id]],
  ] as const) {
    await service.ownerQuery('update members set status = $3 where community_id = $1 and id = $2', [
      partner.communityId,
      member.uuid,
      status,
    ]);
    assert.deepEqual(await idsOf(token), ids);
  }
});

test('every combination of filters gives exactly the listings that match, page by page', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const members = [await service.createMember({ ...partner }), await service.createMember({ ...partner })];
  const all: { id: string; type: string; user_id: string; category: string }[] = [];
  for (const member of members) {
    for (const type of ['service', 'request'] as const) {
      for (const category of ['garden', 'Gärten & Höfe']) {
        for (let n = 0; n < 2; n++) {
          const id = await createListing(partner, member, { type, category });
          all.push({ id, type, user_id: member.id, category });
        }
      }
    }
  }
  const token = await service.token(partner);
  const wanted = {
    type: 'request',
    user_id: members[1]?.id as string,
    category: 'Gärten & Höfe',
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  for (let combination = 0; combination < 8; combination++) {
    const used = names.filter((_name, bit) => combination & (1 << bit));
    const query = Object.fromEntries(used.map((name) => [name, wanted[name]]));
    const expected = all.filter((listing) => used.every((name) => listing[name] === wanted[name])).map(({ id }) => id);
    assert.notEqual(expected.length, 0);
    assert.deepEqual(await idsOf(token, query), expected, used.join());
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await service.call('GET', '/listings', {
        token,
        query: { ...query, per_page: '3', ...(cursor ? { cursor } : {}) },
      });
      paged.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.meta.next_cursor;
    } while (cursor);
    assert.deepEqual(paged, expected, `${used.join()} in pages`);
  }
});

test('an unknown, malformed, foreign or invisible user_id gives an empty list; categories match exactly', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const member = await service.createMember({ ...partner });
  await createListing(partner, member);
  const foreign = await service.createPartner();
  const foreignMember = await service.createMember({ ...foreign });
  await createListing(foreign, foreignMember);
  const hidden = await service.createMember({ ...partner, visibility: 'hidden' });
  await createListing(partner, hidden);
  const token = await service.token(partner);
  const ids = ['usr_01jd3h6m8nfdwtv0k2x9q4z7ab', 'usr_', '1', "' or 1=1", foreignMember.id, hidden.id, member.uuid];
  for (const userId of ids) assert.deepEqual(await idsOf(token, { user_id: userId }), [], userId);
  for (const category of ['garde', 'garden ', 'g%']) assert.deepEqual(await idsOf(token, { category }), [], category);
  assert.equal((await idsOf(token, { category: 'garden' })).length, 1);
});

test('a category is found in upper and lower case; letters beyond a to z where the locale of the database knows them', async () => {
  const [locale] = await service.ownerQuery<{ knowsLetters: boolean }>(`select lower('Ä') = 'ä' as "knowsLetters"`);
  const partner = await service.createPartner();
  const member = await service.createMember({ ...partner });
  const token = await service.token(partner);
  const letters = [
    ['Gärten & Höfe', 'GÄRTEN & HÖFE', 'gärten & höfe'],
    ['Кухня', 'КУХНЯ'],
    ['Κήπος', 'κήπος'],
    ['İstanbul'],
  ];
  for (const names of [['Garden', 'garden', 'GARDEN'], ...(locale?.knowsLetters ? letters : [])]) {
    const ids: string[] = [];
    for (const category of names) ids.push(await createListing(partner, member, { category }));
    for (const category of names) assert.deepEqual(await idsOf(token, { category }), ids.sort(), category);
  }
});

test('a filter that cannot be read or is unknown is 400 by name, a changed one refuses the cursor', async () => {
  const partner = await service.createPartner({ scopes: ['listings.read'] });
  const member = await service.createMember({ ...partner });
  for (let at = 0; at < 2; at++) await createListing(partner, member);
  const token = await service.token(partner);
  for (const [query, field] of [
    ['type=offer', 'type'],
    ['type=service&type=service', 'type'],
    ['category=', 'category'],
    ['user_id=%00', 'user_id'],
    ['updated_since=2026-11-20T00:00:00Z', 'updated_since'],
    ['colour=red', 'colour'],
    ['page=2', 'page'],
  ]) {
    const { status, body } = await service.call('GET', `/listings?${query}`, { token });
    assert.deepEqual([status, body.error, body.errors[0].field], [400, 'invalid_request', field], query);
  }
  const first = await service.call('GET', '/listings?type=service&per_page=1', { token });
  const cursor = first.body.meta.next_cursor;
  for (const query of [{ cursor }, { cursor, type: 'request' }, { cursor, type: 'service', category: 'garden' }]) {
    const { status, body } = await service.call('GET', '/listings', { token, query });
    assert.deepEqual([status, body.error], [400, 'invalid_cursor']);
  }
  assert.equal((await idsOf(token, { cursor, type: 'service' })).length, 1);
});

test('without the scope listings.read nothing is listed or read', async () => {
  const partner = await service.createPartner();
  const token = await service.token(partner, ['users.read']);
  for (const path of ['/listings', '/listings/lst_01jd3h6m8nfdwtv0k2x9q4z7ad']) {
    const { status, body } = await service.call('GET', path, { token });
    assert.deepEqual([status, body.error], [403, 'insufficient_scope']);
  }
});
