import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

const fieldsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => [field, code]);

async function start() {
  const person = await signedIn(service);
  const { communityId, slug, client } = person;
  const member = await service.createMember({ communityId, name: 'Anna' });
  const token = await service.token(await service.createPartner({ communityId }));
  const create = (json: object) =>
    client.call('createCommunityListing', {
      params: { slug },
      json: { member_id: member.id, type: 'service', title: 'Bicycle repair', add_category: true, ...json },
    });
  const seen = async () => {
    const { body } = await service.call('GET', '/listings', { token });
    return body.data.map(({ title }: { title: string }) => title);
  };
  return { ...person, member, create, seen };
}

test('a held listing never reaches a partner until it is released, and a closed one does not any more', async () => {
  const { client, slug, create, seen } = await start();
  const { id, status } = (await create({ held: true })).body.data;
  assert.equal(status, 'held');
  assert.deepEqual(await seen(), []);
  const set = (to: string) =>
    client.call('setListingStatus', { params: { slug, listingId: id }, json: { status: to } });
  assert.equal((await set('active')).body.data.status, 'active');
  assert.deepEqual(await seen(), ['Bicycle repair']);
  assert.equal((await set('closed')).body.data.status, 'closed');
  assert.deepEqual(await seen(), []);
  assert.equal((await set('lost')).status, 422);
  const events = await service.ownerQuery('select type from events where listing_id is not null order by id');
  assert.deepEqual(
    events.slice(-2).map(({ type }) => type),
    ['listing.published', 'listing.closed'],
  );
});

test('a fault in a listing is reported at its field, and nothing is stored', async () => {
  const { client, slug, create, seen } = await start();
  for (const [json, faults] of [
    [{ title: '' }, [['title', 'required']]],
    [
      { title: 'x'.repeat(201), estimated_hours: 'soon' },
      [
        ['title', 'too_long'],
        ['estimated_hours', 'invalid_hours'],
      ],
    ],
    [{ category: 'x'.repeat(101) }, [['category', 'too_long']]],
    [{ member_id: 'usr_nobody' }, [['member_id', 'unknown_member']]],
  ] as const) {
    const answer = await create(json);
    assert.deepEqual(fieldsOf(answer), faults, answer.text);
  }
  assert.deepEqual(await seen(), []);
  const { id } = (await create({ estimated_hours: '1:30' })).body.data;
  const params = { slug, listingId: id };
  const update = (json: object) => client.call('updateCommunityListing', { params, json });
  assert.deepEqual(fieldsOf(await update({ title: ' ' })), [['title', 'required']]);
  const changed = (await update({ title: 'Repairs', estimated_hours: null })).body.data;
  assert.deepEqual([changed.title, changed.estimated_hours], ['Repairs', null]);
  assert.deepEqual(await seen(), ['Repairs']);
  for (const call of [
    client.call('getCommunityListing', { params: { slug, listingId: 'lst_nothing' } }),
    client.call('updateCommunityListing', { params: { slug, listingId: 'lst_01jd3h6m8nfdwtv0k2x9q4z7ad' }, json: {} }),
  ]) {
    assert.equal((await call).body.error, 'listing_not_found');
  }
});

test('listings are found by text, state, kind and member, newest first', async () => {
  const { client, slug, create, member } = await start();
  await create({ title: 'Garden 100% natural', category: 'Outdoors' });
  await create({ title: 'French lessons', type: 'request', held: true });
  const list = async (query: object) =>
    (await client.call('listCommunityListings', { params: { slug }, query })).body.data.map(
      ({ title }: { title: string }) => title,
    );
  assert.deepEqual(await list({}), ['French lessons', 'Garden 100% natural']);
  assert.deepEqual(await list({ search: 'OUTDOOR' }), ['Garden 100% natural']);
  assert.deepEqual(await list({ search: '100%' }), ['Garden 100% natural']);
  assert.deepEqual(await list({ search: '_' }), []);
  assert.deepEqual(await list({ status: 'held' }), ['French lessons']);
  assert.deepEqual(await list({ type: 'request', member: member.id }), ['French lessons']);
  assert.deepEqual(await list({ member: 'usr_nobody' }), []);
});

test('a text is found at every position, among thousands of others, on every page and in every order', async () => {
  const { client, slug, communityId, create, member } = await start();
  // Found in older ones than are looked through first: a title of its own, and one that 1,200 have.
  await create({ title: 'Mowing the old ORCHARD', category: 'Ärger' });
  await service.ownerQuery(
    `insert into listings (community_id, id, member_id, type, title, category, status, created_at, updated_at)
     select $1, ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, 'service',
       case when n % 5 = 0 and n <= 6000 then 'Piano ' else 'Lessons ' end || n, 'other', 'active', now(), now()
     from generate_series(1, 12000) n`,
    [communityId, member.uuid],
  );
  await service.ownerQuery(
    `update listings set id = '01000000-0000-7000-8000-000000000000' where title like 'Mowing%'`,
  );
  const page = async (query: object) => {
    const { body } = await client.call('listCommunityListings', { params: { slug }, query });
    return { ...body.meta, titles: body.data.map(({ title }: { title: string }) => title) };
  };
  const rare = await page({ search: 'D OrchaRD' });
  assert.deepEqual([rare.titles, rare.count], [['Mowing the old ORCHARD'], { rows: 1, more: false }]);
  assert.deepEqual((await page({ search: 'ärge' })).titles, ['Mowing the old ORCHARD']);
  assert.deepEqual((await page({ search: 'är', sort: 'title' })).titles, ['Mowing the old ORCHARD']);
  assert.deepEqual((await page({ search: 'no such thing' })).count, { rows: 0, more: false });
  assert.deepEqual((await page({ search: 'piano 5995', status: 'active', type: 'service' })).titles, ['Piano 5995']);
  assert.deepEqual((await page({ search: 'piano 5995', type: 'request' })).titles, []);
  for (const [search, sort] of [
    ['piano', '-created'],
    ['piano', 'title'],
    ['lessons 11', 'created'],
  ] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    let count: unknown;
    do {
      const { titles, next_cursor, ...meta } = await page({ search, sort, per_page: '200', ...(cursor && { cursor }) });
      count ??= meta.count;
      seen.push(...titles);
      cursor = next_cursor ?? undefined;
    } while (cursor);
    const expected = await service.ownerQuery<{ title: string }>(
      `select title from listings where community_id = $1 and lower(title) like $2 || '%'
       order by ${sort === 'title' ? 'lower(title)' : `id ${sort === 'created' ? '' : 'desc'}`}`,
      [communityId, search],
    );
    assert.deepEqual(
      seen,
      expected.map(({ title }) => title),
      sort,
    );
    assert.deepEqual(count, { rows: Math.min(expected.length, 1000), more: expected.length > 1000 });
  }
});
