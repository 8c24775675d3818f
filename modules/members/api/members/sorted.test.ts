/** Lists in the order that was asked for, whole over all pages, with the count of their rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { waitUntil } from '../../../../test-support/wait-until.ts';

const service = await testService();

type Client = Awaited<ReturnType<typeof signedIn>>['client'];
interface Item {
  readonly id: string;
}

/** Every page of a list. */
async function walk<T extends Item>(client: Client, id: string, slug: string, query: object): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const answer = await client.call(id as 'listMembers', {
      params: { slug },
      query: { ...query, per_page: 2, ...(cursor ? { cursor } : {}) },
    });
    assert.equal(answer.status, 200, answer.text);
    all.push(...answer.body.data);
    cursor = answer.body.meta.next_cursor ?? undefined;
  } while (cursor);
  return all;
}

test('members come in each order and its reverse, equals by id, and none twice or left out over the pages', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const other = await service.createCommunity();
  await service.createMember({ communityId: other.id, name: 'Zoe Elsewhere' });
  const numbers = { Cleo: '7', anna: '12', Bruno: null, Édith: '3' } as const;
  const ids: Record<string, string> = {};
  for (const name of ['Cleo', 'anna', 'Bruno', 'Bruno', 'Édith'] as const) {
    ids[name] = (await service.createMember({ communityId, name, externalId: numbers[name] })).id;
  }
  const json = { joined_on: '2019-05-01' };
  await client.call('updateMember', { params: { slug, memberId: ids.Cleo ?? '' }, json });
  for (const [provider, time] of [
    ['anna', '1:00'],
    ['Édith', '5:00'],
  ] as const) {
    const body = { key: crypto.randomUUID(), provider: ids[provider], receiver: ids.Cleo, time };
    const answer = await client.call('recordExchange', {
      params: { slug },
      json: { ...body, service_date: '2026-01-01' },
    });
    assert.equal(answer.status, 201, answer.text);
  }
  const of = async (sort: string) => await walk<{ id: string; name: string }>(client, 'listMembers', slug, { sort });
  const names = async (sort: string) => (await of(sort)).map(({ name }) => name);
  assert.deepEqual(await names('name'), ['anna', 'Bruno', 'Bruno', 'Cleo', 'Édith']);
  assert.deepEqual(await names('number'), ['Bruno', 'Bruno', 'anna', 'Édith', 'Cleo']);
  assert.deepEqual(await names('balance'), ['Cleo', 'Bruno', 'Bruno', 'anna', 'Édith']);
  assert.equal((await names('-joined'))[0], 'Cleo');
  for (const order of ['name', 'number', 'balance', 'joined']) {
    const forwards = (await of(order)).map(({ id }) => id);
    const backwards = (await of(`-${order}`)).map(({ id }) => id);
    assert.deepEqual(backwards, forwards.reverse(), order);
    assert.equal(new Set(backwards).size, 5, order);
  }
});

test('the first page says how many rows fit, later pages and searches do not', async () => {
  const { client, slug, communityId } = await signedIn(service);
  for (const name of ['A', 'B', 'C']) await service.createMember({ communityId, name });
  await service.createMember({ communityId, name: 'D', status: 'left' });
  const page = async (query: object) => (await client.call('listMembers', { params: { slug }, query })).body.meta;
  const first = await page({ per_page: 2 });
  assert.deepEqual(first.count, { rows: 4, more: false });
  assert.equal((await page({ per_page: 2, cursor: first.next_cursor })).count, null);
  assert.deepEqual((await page({ status: 'left' })).count, { rows: 1, more: false });
  assert.equal((await page({ search: 'a' })).count, null);
});

test('a cursor of one order is refused in another', async () => {
  const { client, slug, communityId } = await signedIn(service);
  for (const name of ['A', 'B', 'C']) await service.createMember({ communityId, name });
  const { body } = await client.call('listMembers', { params: { slug }, query: { per_page: 1, sort: 'balance' } });
  const query = { per_page: 1, sort: '-balance', cursor: body.meta.next_cursor };
  const answer = await client.call('listMembers', { params: { slug }, query });
  assert.equal(answer.status, 400);
  assert.equal(answer.body.error, 'invalid_cursor');
});

test('exchanges are sorted, found by member and note, and their standing hours added up', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const [anna, bruno, cleo] = await Promise.all(
    ['Anna', 'Bruno', 'Cleo'].map((name) => service.createMember({ communityId, name })),
  );
  const record = async (
    provider: Item | undefined,
    receiver: Item | undefined,
    time: string,
    day: string,
    note: string,
  ) => {
    const body = {
      ...{ key: crypto.randomUUID(), provider: provider?.id, receiver: receiver?.id },
      ...{ time, service_date: day, note },
    };
    const answer = await client.call('recordExchange', { params: { slug }, json: body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data.id as string;
  };
  const long = await record(anna, bruno, '5:00', '2026-01-03', 'Garden: 100% done');
  const short = await record(bruno, cleo, '0:30', '2026-01-02', 'Lift home');
  const middle = await record(cleo, anna, '2:00', '2026-01-01', 'garden again');
  const ids = async (query: object) => (await walk(client, 'listExchanges', slug, query)).map(({ id }) => id);
  assert.deepEqual(await ids({}), [middle, short, long]);
  assert.deepEqual(await ids({ sort: 'recorded' }), [long, short, middle]);
  assert.deepEqual(await ids({ sort: 'day' }), [middle, short, long]);
  assert.deepEqual(await ids({ sort: '-hours' }), [long, middle, short]);
  assert.deepEqual(await ids({ note: 'GARDEN' }), [middle, long]);
  assert.deepEqual(await ids({ note: '100%' }), [long], 'a percent sign is one');
  assert.deepEqual(await ids({ member: anna?.id, sort: 'hours' }), [middle, long]);
  assert.deepEqual(await ids({ member: 'usr_nobody' }), []);
  const correct = await client.call('correctExchange', {
    params: { slug, exchangeId: short },
    json: { reason: 'Entered twice' },
  });
  assert.equal(correct.status, 200, correct.text);
  const counted = async (query: object) => {
    const { gifts, gift_hours, reversed_hours, ...help } = (
      await client.call('listExchanges', { params: { slug }, query })
    ).body.meta.count;
    assert.deepEqual([gifts, gift_hours, reversed_hours > 0], [0, 0, help.reversed > 0]);
    return help;
  };
  assert.deepEqual(await counted({}), { rows: 3, more: false, reversed: 1, hours: 7 });
  assert.deepEqual(await counted({ from: '2026-01-02' }), { rows: 2, more: false, reversed: 1, hours: 5 });
  assert.deepEqual(await counted({ from: '2026-01-02', to: '2026-01-02' }), {
    rows: 1,
    more: false,
    reversed: 1,
    hours: 0,
  });
  assert.deepEqual(await counted({ to: '2026-01-02' }), { rows: 2, more: false, reversed: 1, hours: 2 });
  assert.deepEqual(await counted({ from: '2026-01-04' }), { rows: 0, more: false, reversed: 0, hours: 0 });
  assert.deepEqual(await counted({ from: '2026-01-02', corrected: 'no' }), {
    rows: 1,
    more: false,
    reversed: 0,
    hours: 5,
  });
});

test('exchanges are counted to the last one unless they are looked for by more than their days', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const [anna, bruno] = await Promise.all(['Anna', 'Bruno'].map((name) => service.createMember({ communityId, name })));
  const who = { provider: anna?.id, receiver: bruno?.id };
  const body = { key: crypto.randomUUID(), ...who, time: '2:00', service_date: '2026-01-03', note: 'Garden' };
  assert.equal((await client.call('recordExchange', { params: { slug }, json: body })).status, 201);
  // As of a community with twelve thousand more on that day.
  await service.ownerQuery(
    'update exchange_days set transfers = 12001, exchanges = 12001, seconds = 43207200 where community_id = $1',
    [communityId],
  );
  const counted = async (query: object) => {
    const { gifts, gift_hours, reversed_hours, ...help } = (
      await client.call('listExchanges', { params: { slug }, query })
    ).body.meta.count;
    assert.deepEqual([gifts, gift_hours, reversed_hours > 0], [0, 0, help.reversed > 0]);
    return help;
  };
  assert.deepEqual(await counted({}), { rows: 12_001, more: false, reversed: 0, hours: 12_002 });
  assert.deepEqual(await counted({ from: '2020-01-01' }), { rows: 12_001, more: false, reversed: 0, hours: 12_002 });
  for (const query of [{ note: 'garden' }, { member: anna?.id }, { corrected: 'no' }]) {
    assert.deepEqual(await counted(query), { rows: 1, more: false, reversed: 0, hours: 2 }, JSON.stringify(query));
  }
});

test('listings are sorted by title or age, and counted', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const { id } = await service.createMember({ communityId, name: 'Anna' });
  for (const title of ['Bread', 'apples', 'Cider']) {
    const body = { member_id: id, type: 'service', title, description: 'd', category: 'food', add_category: true };
    assert.equal((await client.call('createCommunityListing', { params: { slug }, json: body })).status, 201);
  }
  const titles = async (query: object) =>
    (await walk<{ id: string; title: string }>(client, 'listCommunityListings', slug, query)).map(({ title }) => title);
  assert.deepEqual(await titles({}), ['Cider', 'apples', 'Bread']);
  assert.deepEqual(await titles({ sort: 'title' }), ['apples', 'Bread', 'Cider']);
  assert.deepEqual(await titles({ sort: '-title' }), ['Cider', 'Bread', 'apples']);
  const { body } = await client.call('listCommunityListings', { params: { slug }, query: { search: 'e' } });
  assert.deepEqual(body.meta.count, { rows: 3, more: false });
});

test('partners are sorted by name, last call and last credit, found by name and status, and counted', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const add = (name: string, status: 'active' | 'pending' = 'active') =>
    service.createPartner({ communityId, name, status, scopes: ['users.read', 'wallet.write'] });
  const [harbour, city] = [await add('Harbour Bank'), await add('city bank')];
  await add('Town hall', 'pending');
  const member = await service.createMember({ communityId, name: 'Anna' });
  const credit = async (partner: typeof city) => {
    const json = { user_id: member.id, hours: 1, reference: `R-${partner.partnerId}` };
    const answer = await service.call('POST', '/wallet/credit', { token: await service.token(partner), json });
    assert.equal(answer.status, 201, answer.text);
    service.clock.advance(1000);
  };
  await credit(city);
  await credit(harbour);
  await service.call('GET', '/users', { token: await service.token(city) });
  const list = async (query: object) => await walk<{ id: string; name: string }>(client, 'listPartners', slug, query);
  const names = async (query: object) => (await list(query)).map(({ name }) => name);
  await waitUntil('the calls are logged', async () => (await names({ sort: '-call' }))[0] === 'city bank');
  assert.deepEqual(await names({}), ['Harbour Bank', 'city bank', 'Town hall']);
  assert.deepEqual(await names({ sort: 'name' }), ['city bank', 'Harbour Bank', 'Town hall']);
  assert.deepEqual(await names({ sort: '-credit' }), ['Harbour Bank', 'city bank', 'Town hall']);
  assert.deepEqual(await names({ sort: 'call' }), ['Town hall', 'Harbour Bank', 'city bank']);
  for (const order of ['added', 'name', 'call', 'credit']) {
    assert.deepEqual(await names({ sort: `-${order}` }), (await names({ sort: order })).reverse(), order);
  }
  assert.deepEqual(await names({ search: 'BANK', sort: 'name' }), ['city bank', 'Harbour Bank']);
  assert.deepEqual(await names({ search: '%' }), []);
  assert.deepEqual(await names({ status: 'pending' }), ['Town hall']);
  const { meta, data } = (
    await client.call('listPartners', { params: { slug }, query: { search: 'bank', per_page: 1 } })
  ).body;
  assert.deepEqual(meta.count, { rows: 2, more: false });
  assert.match(data[0].last_credit_at, /^2/);
  assert.equal(
    (await client.call('getPartner', { params: { slug, partnerId: data[0].id } })).body.data.last_credit_at,
    data[0].last_credit_at,
  );
});

test('calls are sorted by time or duration, whole over all pages, and counted with the filters that are set', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const partner = await service.createPartner({ communityId });
  const token = await service.token(partner);
  for (let count = 0; count < 4; count++) await service.call('GET', count % 2 ? '/users' : '/listings', { token });
  const list = async (query: object) =>
    await walk<{ id: string; at: string; latency_ms: number }>(client, 'listCalls', slug, query);
  await waitUntil('the calls are logged', async () => (await list({})).length === 5);
  // Two at one time with one duration: the id decides.
  await service.ownerQuery(
    `update call_log set latency_us = case operation when 'listUsers' then 7000 else 9000 end where community_id = $1`,
    [communityId],
  );
  const durations = (await list({ sort: 'duration' })).map(({ latency_ms }) => latency_ms);
  assert.deepEqual(durations, [7, 7, 9, 9, 9]);
  for (const order of ['time', 'duration']) {
    const forwards = (await list({ sort: order })).map(({ id }) => id);
    assert.equal(new Set(forwards).size, 5, order);
    assert.deepEqual(
      (await list({ sort: `-${order}` })).map(({ id }) => id),
      forwards.reverse(),
      order,
    );
  }
  assert.deepEqual(await list({}), await list({ sort: '-time' }));
  const count = async (query: object) => (await client.call('listCalls', { params: { slug }, query })).body.meta.count;
  assert.deepEqual(await count({ per_page: 1 }), { rows: 5, more: false });
  assert.deepEqual(await count({ operation: 'listUsers', sort: 'duration' }), { rows: 2, more: false });
  assert.deepEqual(await count({ partner_id: 'x' }), { rows: 0, more: false });
});
