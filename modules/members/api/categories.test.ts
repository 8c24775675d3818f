import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();

const faultsOf = ({ body }: { body: { errors?: { field: string; code: string }[] } }) =>
  body.errors?.map(({ field, code }) => [field, code]);

async function start(role: 'owner' | 'coordinator' = 'coordinator') {
  const person = await signedIn(service, { role });
  const { communityId, slug, client } = person;
  const member = await service.createMember({ communityId, name: 'Anna' });
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  await service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: ['listing.*'], target_url: 'https://a.example/' },
  });
  const add = (name: string) => client.call('createCategory', { params: { slug }, json: { name } });
  const on = (categoryId: number) => ({ params: { slug, categoryId } });
  const offer = async (json: object) => {
    const body = { member_id: member.id, type: 'service', title: 'Bicycle repair', ...json };
    return await client.call('createCommunityListing', { params: { slug }, json: body });
  };
  const list = async (query: object = {}) =>
    (await client.call('listCategories', { params: { slug }, query })).body.data;
  const names = async (query: object = {}) => (await list(query)).map(({ name }: { name: string }) => name);
  /** Kinds and listings of events since the last call. */
  const events = async () => {
    const rows = await service.ownerQuery<{ type: string }>(
      'select type from events where community_id = $1 and listing_id is not null order by id',
      [communityId],
    );
    await service.ownerQuery('delete from events where community_id = $1', [communityId]);
    return rows.map(({ type }) => type);
  };
  return { ...person, member, token, add, on, offer, list, names, events };
}

test('categories are listed by name with the active offers and requests that have them, page by page', async () => {
  const { add, offer, list, names, client, slug } = await start();
  for (const name of ['garden', 'Ämter', 'Company', 'Baking']) assert.equal((await add(name)).status, 201);
  await offer({ category: 'garden' });
  await offer({ category: 'Garden', type: 'request' });
  await offer({ category: 'garden', held: true });
  assert.equal((await names()).length, 4);
  const garden = (await list({ search: 'GARD' }))[0];
  assert.deepEqual([garden.name, garden.offers, garden.requests, garden.status], ['garden', 1, 1, 'open']);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await client.call('listCategories', { params: { slug }, query: { per_page: 1, cursor } });
    found.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(found, await names());
});

test('a name is taken in upper and lower case alike, and free in another community', async () => {
  const { add } = await start();
  assert.equal((await add('Garden')).status, 201);
  assert.deepEqual(faultsOf(await add(' gARDEN ')), [['name', 'taken']]);
  assert.deepEqual(faultsOf(await add('')), [['name', 'required']]);
  assert.deepEqual(faultsOf(await add('x'.repeat(101))), [['name', 'too_long']]);
  assert.equal((await (await start()).add('Garden')).status, 201);
});

test('a listing takes a category of the list, as the list spells it, or adds one when asked', async () => {
  const { add, offer, names, client, slug } = await start();
  await add('Garden');
  assert.equal((await offer({ category: 'GARDEN' })).body.data.category, 'Garden');
  assert.deepEqual(faultsOf(await offer({ category: 'Gardn' })), [['category', 'unknown_category']]);
  assert.deepEqual(await names(), ['Garden']);
  const { id } = (await offer({ category: 'Company', add_category: true })).body.data;
  assert.deepEqual(await names(), ['Company', 'Garden']);
  const update = (json: object) => client.call('updateCommunityListing', { params: { slug, listingId: id }, json });
  assert.deepEqual(faultsOf(await update({ category: 'Repairs' })), [['category', 'unknown_category']]);
  assert.equal((await update({ category: 'garden' })).body.data.category, 'Garden');
  assert.equal((await update({ category: 'Repairs', add_category: true })).body.data.category, 'Repairs');
  assert.equal((await update({ category: '' })).body.data.category, '');
});

test('a closed category is not chosen any more; what has it keeps it, and it can be opened again', async () => {
  const { add, on, offer, names, client, slug } = await start();
  const { id } = (await add('Garden')).body.data;
  const listing = (await offer({ category: 'Garden' })).body.data;
  const set = (status: string) => client.call('setCategoryStatus', { ...on(id), json: { status } });
  assert.equal((await set('closed')).body.data.status, 'closed');
  assert.deepEqual(await names({ status: 'open' }), []);
  assert.deepEqual(await names({ status: 'closed' }), ['Garden']);
  assert.deepEqual(faultsOf(await offer({ category: 'Garden' })), [['category', 'closed_category']]);
  const kept = await client.call('updateCommunityListing', {
    params: { slug, listingId: listing.id },
    json: { title: 'Mowing', category: 'Garden' },
  });
  assert.equal(kept.body.data.category, 'Garden');
  assert.equal((await set('open')).body.data.status, 'open');
  assert.equal((await offer({ category: 'Garden' })).status, 201);
});

test('renaming renames all listings, tells partners of the active ones, and the old name goes on leading there', async () => {
  const { add, on, offer, token, events, client, names } = await start();
  const { id } = (await add('Garden')).body.data;
  await add('Company');
  await offer({ category: 'Garden', title: 'Mowing' });
  await offer({ category: 'Garden', title: 'Held', held: true });
  await offer({ category: 'Company', title: 'Chess' });
  await events();
  const rename = (name: string) => client.call('renameCategory', { ...on(id), json: { name } });
  assert.deepEqual(faultsOf(await rename('company')), [['name', 'taken']]);
  assert.deepEqual(await events(), []);
  const renamed = (await rename('House and garden')).body.data;
  assert.deepEqual([renamed.name, renamed.former_names, renamed.offers], ['House and garden', ['Garden'], 1]);
  assert.deepEqual(await events(), ['listing.updated']);
  const { body } = await service.call('GET', '/listings?category=house%20and%20garden', { token });
  assert.deepEqual(
    body.data.map(({ title, category }: { title: string; category: string }) => [title, category]),
    [['Mowing', 'House and garden']],
  );
  assert.equal((await offer({ category: 'garden' })).body.data.category, 'House and garden');
  await events();
  assert.deepEqual((await rename('house and garden')).body.data.former_names, ['Garden']);
  assert.deepEqual(await events(), ['listing.updated', 'listing.updated']);
  assert.deepEqual((await rename('house and garden')).body.data.name, 'house and garden');
  assert.deepEqual(await events(), []);
  assert.deepEqual(await names({ search: 'gard' }), ['house and garden']);
});

test('merging moves the listings with an event each, and the merged name leads to the other', async () => {
  const { add, on, offer, events, client, names, communityId } = await start();
  const ids: number[] = [];
  for (const name of ['Gardening', 'Mowing', 'Garden']) ids.push((await add(name)).body.data.id);
  const [gardening = 0, mowing = 0, garden = 0] = ids;
  await offer({ category: 'Gardening' });
  await offer({ category: 'Mowing', type: 'request' });
  await events();
  const merge = (from: number, into_id: number) => client.call('mergeCategory', { ...on(from), json: { into_id } });
  assert.deepEqual(faultsOf(await merge(mowing, mowing)), [['into_id', 'same_category']]);
  assert.deepEqual(faultsOf(await merge(mowing, 999_999)), [['into_id', 'unknown_category']]);
  assert.equal((await merge(mowing, gardening)).body.data.requests, 1);
  const merged = (await merge(gardening, garden)).body.data;
  assert.deepEqual(
    [merged.name, merged.former_names, merged.offers, merged.requests],
    ['Garden', ['Gardening', 'Mowing'], 1, 1],
  );
  assert.deepEqual(await events(), ['listing.updated', 'listing.updated', 'listing.updated']);
  assert.deepEqual(await names(), ['Garden']);
  assert.equal((await merge(mowing, garden)).body.error, 'category_not_found');
  assert.equal((await offer({ category: 'mowing' })).body.data.category, 'Garden');
  // An exchange refers to the number: one step leads to the category of the list.
  const rows = await service.ownerQuery(
    'select id, coalesce(merged_into, id) as now from categories where community_id = $1 order by id',
    [communityId],
  );
  assert.deepEqual(
    rows,
    ids.map((id) => ({ id, now: garden })),
  );
});

test('what is done to categories is audited, and another community has none of them', async () => {
  const { add, on, client, communityId } = await start();
  const { id } = (await add('Garden')).body.data;
  const other = (await add('Mowing')).body.data.id;
  await client.call('renameCategory', { ...on(id), json: { name: 'Gardens' } });
  await client.call('setCategoryStatus', { ...on(other), json: { status: 'closed' } });
  await client.call('mergeCategory', { ...on(other), json: { into_id: id } });
  const rows = await service.ownerQuery(
    `select action, subject, details from audit_log where community_id = $1 and action like 'category.%' order by id`,
    [communityId],
  );
  assert.deepEqual(rows, [
    { action: 'category.created', subject: `category:${id}`, details: { name: 'Garden' } },
    { action: 'category.created', subject: `category:${other}`, details: { name: 'Mowing' } },
    {
      action: 'category.renamed',
      subject: `category:${id}`,
      details: { before: 'Garden', after: 'Gardens', listings: 0 },
    },
    { action: 'category.closed', subject: `category:${other}`, details: { name: 'Mowing' } },
    {
      action: 'category.merged',
      subject: `category:${other}`,
      details: { name: 'Mowing', into: 'Gardens', listings: 0 },
    },
  ]);
  const foreign = await start();
  for (const call of [
    foreign.client.call('renameCategory', { ...foreign.on(id), json: { name: 'Mine' } }),
    foreign.client.call('mergeCategory', { ...foreign.on(id), json: { into_id: other } }),
    foreign.client.call('setCategoryStatus', { ...foreign.on(id), json: { status: 'closed' } }),
  ])
    assert.equal((await call).body.error, 'category_not_found');
});

test('listings and renamings at once leave no listing with a name that leads nowhere', async () => {
  const { add, on, offer, client, communityId } = await start();
  const { id } = (await add('Name 0')).body.data;
  await Promise.all([
    ...Array.from({ length: 6 }, (_, n) =>
      client.call('renameCategory', { ...on(id), json: { name: `Name ${n + 1}` } }),
    ),
    ...Array.from({ length: 12 }, (_, n) => offer({ category: `Name ${n % 6}`, add_category: true })),
  ]);
  const rows = await service.ownerQuery(
    `select l.category from listings l where l.community_id = $1 and not exists (
       select from categories c where c.community_id = $1 and c.merged_into is null and c.name = l.category)`,
    [communityId],
  );
  assert.deepEqual(rows, []);
});
