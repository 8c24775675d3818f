import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;
const fieldsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => [field, code]);

async function pair({ communityId }: Person) {
  const anna = await service.createMember({ communityId, name: 'Anna', externalId: 'M-1' });
  const ben = await service.createMember({ communityId, name: 'Ben' });
  return { anna, ben };
}

function record({ client, slug }: Person, body: object) {
  const json = { key: randomUUID(), service_date: '2026-11-01', ...body };
  return client.call('recordExchange', { params: { slug }, json });
}

test('a time is taken as people write it, and booked from who was helped to who helped', async () => {
  const person = await signedIn(service);
  const { anna, ben } = await pair(person);
  for (const [time, hours] of [
    ['1:30', 1.5],
    ['1.5', 1.5],
    ['1,5', 1.5],
    ['90 min', 1.5],
    ['2', 2],
    ['1 h 15 min', 1.25],
  ] as const) {
    const { status, body, text } = await record(person, { provider: 'M-1', receiver: ben.id, time });
    assert.equal(status, 201, text);
    assert.equal(body.data.hours, hours, time);
    assert.deepEqual([body.data.provider.id, body.data.receiver.id], [anna.id, ben.id]);
  }
});

test('the same entry sent again, even at the same time, is recorded once', async () => {
  const person = await signedIn(service);
  const { anna, ben } = await pair(person);
  const body = { key: randomUUID(), provider: anna.id, receiver: ben.id, time: '1' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => record(person, body)));
  answers.push(await record(person, body));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1);
  const { client, slug } = person;
  assert.equal((await client.call('listExchanges', { params: { slug } })).body.data.length, 1);
});

test('an exchange in the place of another, sent again or at the same time, is recorded once, and the other one is marked', async () => {
  const person = await signedIn(service);
  const { anna, ben } = await pair(person);
  const { client, slug } = person;
  const wrong = (await record(person, { provider: anna.id, receiver: ben.id, time: '10 h' })).body.data.id;
  const body = {
    ...{ key: randomUUID(), provider: anna.id, receiver: ben.id, time: '1' },
    ...{ corrects: wrong, reason: 'Typing error' },
  };
  const answers = await Promise.all(Array.from({ length: 4 }, () => record(person, body)));
  answers.push(await record(person, body));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1);
  const { data } = (await client.call('listExchanges', { params: { slug } })).body;
  assert.deepEqual(
    data.map((row: { hours: number; correction: { reason: string } | null }) => [row.hours, row.correction?.reason]),
    [
      [1, undefined],
      [10, 'Typing error'],
    ],
  );
  const late = await record(person, { ...body, key: randomUUID() });
  assert.deepEqual([late.status, late.body.error], [409, 'already_reversed']);
});

test('every refusal names its field and rule, and books nothing', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { anna, ben } = await pair(person);
  await service.createMember({ communityId: person.communityId, name: 'Gone', externalId: 'M-9', status: 'left' });
  await client.call('updateCommunitySettings', {
    params: { slug },
    json: { exchange_step_minutes: 15, lower_balance_hours: -2, upper_balance_hours: 3 },
  });
  const good = { provider: anna.id, receiver: ben.id, time: '1' };
  for (const [change, code, fault] of [
    [{ time: '' }, 'validation_failed', ['time', 'required']],
    [{ time: 'soon' }, 'validation_failed', ['time', 'invalid_hours']],
    [{ time: '0:20' }, 'validation_failed', ['time', 'wrong_step']],
    [{ time: '0' }, 'validation_failed', ['time', 'not_positive']],
    [{ time: '2:15' }, 'limit_exceeded', ['time', 'lower_balance']],
    [{ receiver: anna.id }, 'validation_failed', ['receiver', 'same_account']],
    [{ provider: 'M-404' }, 'user_not_found', ['provider', 'unknown_account']],
    [{ provider: 'account:1' }, 'user_not_found', ['provider', 'unknown_account']],
    [{ receiver: 'M-9' }, 'validation_failed', ['receiver', 'not_active']],
    [{ service_date: '2026-13-01' }, 'validation_failed', ['service_date', 'invalid_date']],
    [{ service_date: '2199-01-01' }, 'validation_failed', ['service_date', 'in_the_future']],
    [{ note: 'x'.repeat(501) }, 'validation_failed', ['note', 'too_long']],
    [{ key: 'x' }, 'validation_failed', ['key', 'invalid_format']],
  ] as const) {
    const answer = await record(person, { ...good, ...change });
    assert.equal(answer.body.error, code, `${JSON.stringify(change)} ${answer.text}`);
    if (fault[0] !== 'key') assert.deepEqual(fieldsOf(answer), [fault], JSON.stringify(change));
    else assert.equal(fieldsOf(answer)[0]?.[0], 'key');
  }
  assert.deepEqual((await client.call('listExchanges', { params: { slug } })).body.data, []);
  await record(person, good);
  await record(person, good);
  const chest = { provider: anna.id, receiver: 'chest', time: '1:15' };
  assert.deepEqual(fieldsOf(await record(person, chest)), [['time', 'upper_balance']]);
});

test('a correction takes the whole exchange back, once, and both say so', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { anna, ben } = await pair(person);
  const { body } = await record(person, { provider: anna.id, receiver: ben.id, time: '1' });
  const params = { slug, exchangeId: body.data.id };
  const correct = (reason: string) => client.call('correctExchange', { params, json: { reason } });
  assert.equal((await correct('')).status, 422);
  const corrected = (await correct('Entered twice')).body.data;
  assert.equal(corrected.correction.reason, 'Entered twice');
  assert.equal((await correct('Again')).body.error, 'already_reversed');
  const unknown = await client.call('correctExchange', {
    params: { slug, exchangeId: randomUUID() },
    json: { reason: 'x' },
  });
  assert.equal(unknown.body.error, 'not_found');
  const balance = (id: string) => client.call('getMember', { params: { slug, memberId: id } });
  assert.equal((await balance(anna.id)).body.data.balance_hours, 0);
  const list = (corrected_: string) =>
    client.call('listExchanges', { params: { slug }, query: { corrected: corrected_ } });
  assert.equal((await list('yes')).body.data.length, 1);
  assert.equal((await list('no')).body.data.length, 0);
});

test('exchanges are found by member and by day, page after page', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { anna, ben } = await pair(person);
  for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) {
    await record(person, { provider: anna.id, receiver: 'chest', time: '1', service_date: day });
  }
  await record(person, { provider: ben.id, receiver: 'chest', time: '1', service_date: '2026-10-02' });
  const list = async (query: object) => (await client.call('listExchanges', { params: { slug }, query })).body;
  assert.equal((await list({ member: anna.id })).data.length, 3);
  assert.equal((await list({ from: '2026-10-02', to: '2026-10-02' })).data.length, 2);
  assert.equal((await list({ member: anna.id, from: '2026-10-02' })).data.length, 2);
  assert.equal((await list({ member: 'usr_nobody' })).data.length, 0);
  const first = await list({ member: anna.id, per_page: 2 });
  const second = await list({ member: anna.id, per_page: 2, cursor: first.meta.next_cursor });
  assert.deepEqual([first.data.length, second.data.length, second.meta.has_more], [2, 1, false]);
});

test('the chest and organisations take part, with limits and histories of their own', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { anna } = await pair(person);
  const create = (json: object) => client.call('createAccount', { params: { slug }, json });
  const { body } = await create({ name: 'Library', lower_balance_hours: -1 });
  const library = body.data;
  assert.deepEqual([library.kind, library.name, library.lower_balance_hours], ['organisation', 'Library', -1]);
  assert.deepEqual(fieldsOf(await create({ name: 'Library' })), [['name', 'taken']]);
  assert.deepEqual(fieldsOf(await create({ name: '' })), [['name', 'required']]);
  assert.deepEqual(fieldsOf(await create({ name: 'X', lower_balance_hours: 5 })), [
    ['lower_balance_hours', 'out_of_range'],
  ]);
  const receiver = `account:${library.id}`;
  assert.equal((await record(person, { provider: anna.id, receiver, time: '2' })).body.error, 'limit_exceeded');
  const params = { slug, accountId: library.id };
  const changed = await client.call('updateAccount', { params, json: { lower_balance_hours: null } });
  assert.equal(changed.body.data.lower_balance_hours, null);
  const bad = await client.call('updateAccount', { params, json: { lower_balance_hours: 1 } });
  assert.deepEqual(fieldsOf(bad), [['lower_balance_hours', 'out_of_range']]);
  assert.equal((await record(person, { provider: anna.id, receiver, time: '2' })).status, 201);
  const lines = (await client.call('listAccountTransfers', { params })).body.data;
  assert.deepEqual([lines[0].hours, lines[0].balance_after_hours, lines[0].counterpart.name], [-2, -2, 'Anna']);
  const kinds = (await client.call('listAccounts', { params })).body.data.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['chest', 'organisation']);
  for (const accountId of [999_999, 'x']) {
    const missing = await client.call('listAccountTransfers', { params: { slug, accountId } });
    assert.deepEqual([missing.status, missing.body.error], [404, 'account_not_found']);
  }
  const foreign = await signedIn(service);
  const other = await foreign.client.call('updateAccount', {
    params: { slug: foreign.slug, accountId: library.id },
    json: { lower_balance_hours: null },
  });
  assert.equal(other.body.error, 'account_not_found');
});

test('a category is chosen from the list, follows its renaming and merging, and finds its exchanges', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { anna, ben } = await pair(person);
  const create = async (name: string) =>
    (await client.call('createCategory', { params: { slug }, json: { name } })).body.data.id;
  const [garden, house] = [await create('Garden'), await create('House')];
  const body = { provider: anna.id, receiver: ben.id, time: '1' };
  const recorded = await record(person, { ...body, category: 'garden' });
  assert.equal(recorded.body.data.category, 'Garden');
  assert.equal((await record(person, body)).body.data.category, null);
  assert.deepEqual(fieldsOf(await record(person, { ...body, category: 'Juggling' })), [
    ['category', 'unknown_category'],
  ]);
  const found = async (category: string) =>
    (await client.call('listExchanges', { params: { slug }, query: { category } })).body.data.map(
      ({ category: name }: { category: string }) => name,
    );
  assert.deepEqual(await found('Garden'), ['Garden']);
  await client.call('mergeCategory', { params: { slug, categoryId: garden }, json: { into_id: house } });
  assert.deepEqual([await found('House'), await found('Garden'), await found('Juggling')], [['House'], ['House'], []]);
  const lines = await client.call('listMemberTransfers', { params: { slug, memberId: anna.id } });
  assert.deepEqual(
    lines.body.data.map(({ category }: { category: string | null }) => category),
    [null, 'House'],
  );
});

test('exchanges are found by length, by who recorded them and as gifts; who did is named, also in the account', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const { anna, ben } = await pair(person);
  const other = await signedIn(service, { communityId, slug, role: 'coordinator' });
  await record(person, { provider: anna.id, receiver: ben.id, time: '1:30' });
  await record(other, { provider: anna.id, receiver: ben.id, time: '2' });
  await record(other, { kind: 'gift', provider: 'chest', receiver: ben.id, time: '0:20' });
  const find = async (query: object) => {
    const answer = await client.call('listExchanges', { params: { slug }, query });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data.map(({ hours }: { hours: number }) => hours);
  };
  assert.deepEqual(await find({ time_from: '1:00', time_to: '90 min' }), [1.5]);
  assert.deepEqual(await find({ kind: 'gift' }), [0.3333]);
  assert.deepEqual(await find({ member: 'chest' }), [0.3333]);
  assert.deepEqual(await find({ recorded_by: `administrator:${person.id}` }), [1.5]);
  const refused = await client.call('listExchanges', { params: { slug }, query: { time_from: 'long' } });
  assert.deepEqual(fieldsOf(refused), [['time_from', 'invalid_hours']]);
  const recorders = (await client.call('listExchangeRecorders', { params: { slug } })).body.data;
  assert.deepEqual(
    recorders.map(({ recorded_by }: { recorded_by: string }) => recorded_by).toSorted(),
    [`administrator:${person.id}`, `administrator:${other.id}`].toSorted(),
  );
  const names = new Map(
    recorders.map(({ recorded_by: by, name }: { recorded_by: string; name: string }) => [by, name]),
  );
  const lines = (await client.call('listMemberTransfers', { params: { slug, memberId: anna.id } })).body.data;
  for (const { recorded_by, recorded_by_name } of lines) assert.equal(recorded_by_name, names.get(recorded_by));
  const { count } = (await client.call('listExchanges', { params: { slug }, query: { to: '2026-11-30' } })).body.meta;
  assert.deepEqual(
    count,
    (await client.call('listExchanges', { params: { slug }, query: { time_from: '0:01' } })).body.meta.count,
    'the totals of days and of rows agree',
  );
});
