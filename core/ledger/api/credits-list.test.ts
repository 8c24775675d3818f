import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { credited, reverse } from '../../../test-support/wallet.ts';

const service = await testService();

async function setUp() {
  service.clock.set('2026-11-20T09:30:00.000Z');
  const partner = await service.createPartner();
  const [anna, ben] = await Promise.all([service.createMember(partner), service.createMember(partner)]);
  return { partner, anna, ben, token: await service.token(partner) };
}

async function list(token: string, query: Record<string, string> = {}) {
  const { status, body } = await service.call('GET', '/wallet/credits', { token, query });
  assert.equal(status, 200, JSON.stringify(body));
  return body as { data: { id: string; reference: string; status: string }[]; meta: { next_cursor: string | null } };
}

const references = async (token: string, query: Record<string, string>) =>
  (await list(token, query)).data.map(({ reference }) => reference);

/** All pages of one credit each. */
async function walk(token: string, query: Record<string, string>, between: (page: number) => Promise<unknown>) {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page++) {
    const { data, meta } = await list(token, { ...query, ...(cursor ? { cursor } : {}) });
    seen.push(...data.map(({ reference }) => reference));
    if (meta.next_cursor === null) return seen;
    cursor = meta.next_cursor;
    await between(page);
  }
}

test('every filter selects exactly its credits, newest first, alone and together', async () => {
  const { partner, anna, ben, token } = await setUp();
  await credited(service, token, anna.id, 1, 'day one');
  const returned = await credited(service, token, ben.id, 2, 'Day One');
  service.clock.set('2026-11-21T10:00:00.000Z');
  const next = await service.token(partner);
  await reverse(service, next, returned.id, 'return');
  await credited(service, next, anna.id, 3, 'day two');

  for (const [query, expected] of [
    [{}, ['day two', 'Day One', 'day one']],
    [{ reference: 'day one' }, ['day one']],
    [{ reference: 'return' }, []],
    [{ user_id: anna.id }, ['day two', 'day one']],
    [{ user_id: 'usr_nobody' }, []],
    [{ user_id: 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab' }, []],
    [{ status: 'posted' }, ['day two', 'day one']],
    [{ status: 'reversed' }, ['Day One']],
    [{ booked_on: '2026-11-20' }, ['Day One', 'day one']],
    [{ booked_on: '2026-11-22' }, []],
    [{ reversed_on: '2026-11-21' }, ['Day One']],
    [{ reversed_on: '2026-11-20' }, []],
    [{ created_since: '2026-11-21T10:00:00Z' }, ['day two']],
    [{ created_since: '2026-11-21T10:00:00.001Z' }, []],
    [{ created_before: '2026-11-21T10:00:00Z' }, ['Day One', 'day one']],
    [
      { created_since: '2026-11-20T10:30:00+01:00', created_before: '2026-11-20T09:30:00.001Z' },
      ['Day One', 'day one'],
    ],
    [{ created_since: '1960-01-01T00:00:00Z' }, ['day two', 'Day One', 'day one']],
    [{ created_before: '0001-01-01T00:00:00Z' }, []],
    [{ created_since: '9999-12-31T23:59:59-23:59' }, []],
    [{ booked_on: '2026-11-20', created_since: '2026-11-21T00:00:00Z' }, []],
    [{ booked_on: '2026-11-21', created_since: '2026-11-20T00:00:00Z' }, ['day two']],
    [{ booked_on: '2026-11-20', status: 'reversed' }, ['Day One']],
    [{ created_before: '2026-11-21T00:00:00Z', reversed_on: '2026-11-21' }, ['Day One']],
    [{ user_id: anna.id, status: 'posted', booked_on: '2026-11-20' }, ['day one']],
    [{ reference: 'Day One', status: 'posted' }, []],
  ] as [Record<string, string>, string[]][]) {
    assert.deepEqual(await references(next, query), expected, JSON.stringify(query));
  }
});

test('a partner lists its own credits only, also those of members it no longer sees', async () => {
  const { partner, anna, token } = await setUp();
  const other = await service.createPartner({ communityId: partner.communityId });
  await credited(service, token, anna.id, 1, 'mine');
  await credited(service, await service.token(other), anna.id, 1, 'theirs');
  await service.ownerQuery(`update members set status = 'left' where id = $1`, [anna.uuid]);
  assert.deepEqual(await references(token, {}), ['mine']);
  assert.deepEqual(await references(token, { reference: 'theirs' }), []);
});

test('nothing that was there before is skipped or seen twice while credits are added', async () => {
  const { anna, token } = await setUp();
  const before = Array.from({ length: 9 }, (_, at) => `before ${at}`);
  for (const reference of before) await credited(service, token, anna.id, 0.5, reference);
  const add = (page: number) =>
    Promise.all([0, 1, 2].map((at) => credited(service, token, anna.id, 0.01, `during ${page}.${at}`)));
  const seen = await walk(token, { per_page: '2' }, add);
  assert.deepEqual(seen, before.toReversed());
  assert.equal((await list(token, { per_page: '500' })).data.length, 9 + 4 * 3);
});

test('a cursor is bound to its filters and its partner', async () => {
  const { partner, anna, token } = await setUp();
  for (let at = 0; at < 3; at++) await credited(service, token, anna.id, 1);
  const { meta } = await list(token, { per_page: '1', status: 'posted' });
  const refusal = (as: string, query: Record<string, string>) =>
    service.call('GET', '/wallet/credits', { token: as, query: { cursor: meta.next_cursor ?? '', ...query } });
  const other: TestPartner = await service.createPartner({ communityId: partner.communityId });
  for (const response of [
    await refusal(token, { status: 'reversed' }),
    await refusal(token, {}),
    await refusal(await service.token(other), { status: 'posted' }),
  ]) {
    assert.equal(response.status, 400);
    assert.equal(response.body.error, 'invalid_cursor');
  }
  assert.equal((await list(token, { cursor: meta.next_cursor ?? '', status: 'posted', per_page: '5' })).data.length, 2);
});

test('an unknown or unreadable filter is 400 by name: an ignored one could decide a payment', async () => {
  const { token } = await setUp();
  for (const [query, field] of [
    [{ refrence: 'x' }, 'refrence'],
    [{ status: 'open' }, 'status'],
    [{ booked_on: '2026-02-30' }, 'booked_on'],
    [{ reversed_on: 'yesterday' }, 'reversed_on'],
    [{ created_since: '2026-11-20' }, 'created_since'],
    [{ created_before: 'x' }, 'created_before'],
    [{ reference: '' }, 'reference'],
    [{ per_page: '501' }, 'per_page'],
  ] as [Record<string, string>, string][]) {
    const { status, body } = await service.call('GET', '/wallet/credits', { token, query });
    assert.equal(status, 400, JSON.stringify(query));
    assert.equal(body.errors[0].field, field);
  }
});

test('one credit is read by its partner with wallet.read or wallet.write, and is unknown to others', async () => {
  const { partner, anna, token } = await setUp();
  const { id } = await credited(service, token, anna.id, 4.35, 'one');
  for (const scope of ['wallet.read', 'wallet.write'] as const) {
    const { status, body, headers } = await service.call('GET', `/wallet/credits/${id}`, {
      token: await service.token(partner, [scope]),
    });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.deepEqual(body.data, {
      id,
      user_id: anna.id,
      hours: 4.35,
      seconds: 15_660,
      reference: 'one',
      note: null,
      payment: null,
      corrects: null,
      status: 'posted',
      booked_on: '2026-11-20',
      created_at: '2026-11-20T09:30:00.000Z',
      reversal: null,
    });
  }
  const other = await service.token(await service.createPartner({ communityId: partner.communityId }));
  const foreign = await service.token(await service.createPartner());
  for (const [as, path] of [
    [other, id],
    [foreign, id],
    [token, 'crd_01jd3h6m8nfdwtv0k2x9q4z7ac'],
    [token, id.replace('crd_', 'usr_')],
    [token, 'x'],
  ] as const) {
    const { status, body } = await service.call('GET', `/wallet/credits/${path}`, { token: as });
    assert.equal(status, 404);
    assert.equal(body.error, 'credit_not_found');
  }
  const unscoped = await service.call('GET', `/wallet/credits/${id}`, {
    token: await service.token(partner, ['users.read']),
  });
  assert.equal(unscoped.status, 403);
});
