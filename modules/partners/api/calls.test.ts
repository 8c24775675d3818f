import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../../core/base/time.ts';
import { type ConsoleClient, signedIn } from '../../../test-support/console.ts';
import { type TestPartner, testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { ADMINISTRATOR_JOBS } from '../../office/domain/administrators/clean-up.ts';
import { CALL_JOBS } from '../domain/call-clean-up.ts';

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1' } });

interface CallItem {
  readonly id: string;
  readonly operation: string;
  readonly status: number;
  readonly error: string | null;
  readonly cause: string | null;
  readonly error_description: string | null;
  readonly request_id: string;
  readonly address: string | null;
  readonly latency_ms: number;
  readonly partner: { readonly id: number; readonly name: string };
  readonly member: { readonly id: string; readonly name: string } | null;
  readonly hours: number | null;
  readonly reference: string | null;
  readonly items: number | null;
}

async function setUp() {
  const person = await signedIn(service);
  const partner = await service.createPartner({ communityId: person.communityId });
  return { ...person, partner };
}

/** The log once it holds as many calls. */
async function logOf(client: ConsoleClient, slug: string, count: number, query: object = {}): Promise<CallItem[]> {
  let calls: CallItem[] = [];
  await waitUntil(`${count} calls are logged`, async () => {
    calls = (await client.call('listCalls', { params: { slug }, query })).body.data;
    return calls.length >= count;
  });
  assert.equal(calls.length, count);
  return calls;
}

const tokenRequest = (partner: TestPartner, secret = partner.clientSecret) => ({
  json: { grant_type: 'client_credentials', client_id: partner.clientId, client_secret: secret },
});

test('each call is logged once, with the error that the partner got, and in no other community', async () => {
  const { client, slug, partner } = await setUp();
  const token = await service.token(partner);
  const missing = await service.call('GET', '/users/usr_unknown', {
    token,
    headers: { 'X-Forwarded-For': '192.0.2.7' },
  });
  await service.call('GET', '/users', { token, query: { secret: 'never logged' } });
  await service.call('HEAD', '/listings', { token });
  const [head, list, get, issued, ...rest] = await logOf(client, slug, 4);
  assert.equal(rest.length, 0);
  assert.deepEqual(
    [head, list, get, issued].map((call) => [call?.operation, call?.status, call?.error]),
    [
      ['listListings', 200, null],
      ['listUsers', 400, 'invalid_request'],
      ['getUser', 404, 'user_not_found'],
      ['issueToken', 200, null],
    ],
  );
  assert.equal(get?.request_id, missing.body.request_id);
  assert.equal(get?.error_description, missing.body.error_description);
  assert.equal(get?.address, '192.0.2.7');
  assert.equal(get?.partner.name, 'Bank');
  assert.ok((get?.latency_ms ?? 0) > 0);
  const other = await setUp();
  assert.equal((await other.client.call('listCalls', { params: { slug: other.slug } })).body.data.length, 0);
  const stored = await service.ownerQuery<{ text: string }>("select string_agg(l::text, ' ') as text from call_log l");
  assert.ok(!stored[0]?.text.includes('never logged') && !stored[0]?.text.includes(token));
});

test('the reason why a partner is refused is shown to its administrators, and hidden from the partner', async () => {
  const { client, slug, partner } = await setUp();
  const token = await service.token(partner);
  await service.call('POST', '/oauth/token', tokenRequest(partner, `${partner.clientSecret.slice(0, -1)}_`));
  const { clientId, clientSecret } = partner;
  const basic = Buffer.from(`${clientId}:wrong`).toString('base64');
  await service.call('POST', '/oauth/token', {
    form: { grant_type: 'client_credentials' },
    headers: { Authorization: `Basic ${basic}` },
  });
  await logOf(client, slug, 3);
  await service.ownerQuery(`update partners set status = 'suspended' where id = $1`, [partner.partnerId]);
  await service.call('POST', '/oauth/token', tokenRequest(partner, clientSecret));
  await service.call('GET', '/users', { token });
  await logOf(client, slug, 5);
  await service.ownerQuery(`update partners set status = 'active' where id = $1`, [partner.partnerId]);
  service.clock.advance(HOUR_MS);
  await service.call('GET', '/users', { token });
  await client.call('getSession');
  // Of another last character, whichever it had.
  await service.call('GET', '/users', { token: token.slice(0, -1) + (token.endsWith('x') ? 'y' : 'x') });
  await client.signIn((await client.call('getSession')).body.data.administrator?.email ?? '');
  const person = await signedIn(service, { communityId: (await communityOf(slug)).id, slug });
  const calls = await logOf(person.client, slug, 6);
  assert.deepEqual(calls.map(({ error, cause }) => [error, cause]).reverse(), [
    [null, null],
    ['invalid_client', 'wrong_secret'],
    ['invalid_client', 'wrong_secret'],
    ['invalid_client', 'partner_suspended'],
    ['invalid_token', 'partner_suspended'],
    ['invalid_token', 'token_expired'],
  ]);
});

async function communityOf(slug: string): Promise<{ id: number }> {
  const [row] = await service.ownerQuery<{ id: number }>('select id from communities where slug = $1', [slug]);
  return row as { id: number };
}

test('filters by partner, operation, status, error, request and time, in pages that neither skip nor repeat', async () => {
  const { client, slug, partner, communityId } = await setUp();
  const second = await service.createPartner({ communityId });
  const startedAt = service.clock.now();
  const tokens = [await service.token(partner), await service.token(second)];
  for (let count = 0; count < 4; count++) {
    service.clock.advance(1000);
    for (const token of tokens) await service.call('GET', count % 2 ? '/users' : '/listings/lst_x', { token });
  }
  const all = await logOf(client, slug, 10);
  const find = async (query: object) => {
    const { body, status, text } = await client.call('listCalls', { params: { slug }, query });
    assert.equal(status, 200, text);
    return body.data.length as number;
  };
  const { request_id } = all[3] as CallItem;
  const later = new Date(startedAt.getTime() + 2000).toISOString();
  for (const [query, count] of [
    [{ partner_id: second.partnerId }, 5],
    [{ partner_id: 999_999 }, 0],
    [{ partner_id: 'x' }, 0],
    [{ operation: 'listUsers' }, 4],
    [{ status: '2xx' }, 6],
    [{ status: '4xx' }, 4],
    [{ status: 'error' }, 4],
    [{ status: '5xx' }, 0],
    [{ error: 'listing_not_found' }, 4],
    [{ error: 'listing_not_found', partner_id: partner.partnerId }, 2],
    [{ request_id }, 1],
    [{ since: later }, 6],
    [{ before: later }, 4],
    [{ since: later, before: later }, 0],
  ] as const) {
    assert.equal(await find(query), count, JSON.stringify(query));
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { per_page: 3, ...(cursor ? { cursor } : {}) };
    const page = await client.call('listCalls', { params: { slug }, query });
    seen.push(...page.body.data.map(({ id }: CallItem) => id));
    cursor = page.body.meta.next_cursor;
    if (cursor) {
      const foreign = await client.call('listCalls', { params: { slug }, query: { ...query, cursor, status: '2xx' } });
      assert.equal(foreign.body.error, 'invalid_cursor');
    }
  } while (cursor);
  assert.deepEqual(
    seen,
    all.map(({ id }) => id),
  );
});

test('a call tells the member, the hours and the reference it was about, refused or not, and is found by each', async () => {
  const { client, slug, partner, communityId } = await setUp();
  const token = await service.token(partner);
  const [anna, ben] = [
    await service.createMember({ communityId, name: 'Anna' }),
    await service.createMember({ communityId, name: 'Ben' }),
  ];
  const other = await service.createCommunity();
  const elsewhere = await service.createMember({ communityId: other.id, name: 'Elsewhere' });
  const credit = (json: object) => service.call('POST', '/wallet/credit', { token, json });
  const { body } = await credit({ user_id: anna.id, hours: 2, reference: 'A-1' });
  await credit({ user_id: ben.id, hours: 5000, reference: 'A-2' });
  await credit({ user_id: elsewhere.id, hours: 1, reference: 'A-3' });
  await service.call('POST', `/wallet/credits/${body.data.id}/reversal`, { token, json: { reference: 'R-1' } });
  await service.call('GET', `/wallet/balance/${anna.id}`, { token });
  await service.call('GET', `/users/${anna.id}`, { token });
  const credits = [
    { user_id: anna.id, hours: 1, reference: 'M-1' },
    { user_id: ben.id, hours: 1.5, reference: 'M-2' },
    { user_id: 'usr_x', hours: 9, reference: 'M-3' },
  ];
  await service.call('POST', '/wallet/credits', { token, json: { credits } });
  const calls = (await logOf(client, slug, 8)).reverse();
  assert.deepEqual(
    calls.map((one) => [one.operation, one.error, one.member?.name ?? null, one.hours, one.reference, one.items]),
    [
      ['issueToken', null, null, null, null, null],
      ['creditWallet', null, 'Anna', 2, 'A-1', null],
      ['creditWallet', 'limit_exceeded', 'Ben', 5000, 'A-2', null],
      ['creditWallet', 'user_not_found', null, 1, 'A-3', null],
      ['reverseCredit', null, 'Anna', 2, 'R-1', null],
      ['getBalance', null, 'Anna', null, null, null],
      ['getUser', null, 'Anna', null, null, null],
      ['creditMany', 'user_not_found', null, 2.5, null, 2],
    ],
  );
  for (const [query, operations] of [
    [{ reference: 'A-2' }, ['creditWallet']],
    [{ reference: 'a-2' }, []],
    [{ member_id: anna.id }, ['getUser', 'getBalance', 'reverseCredit', 'creditWallet']],
    [{ member_id: anna.id, reference: 'A-1' }, ['creditWallet']],
    [{ member_id: 'x' }, []],
  ] as const) {
    const found = (await client.call('listCalls', { params: { slug }, query })).body.data;
    assert.deepEqual(
      found.map(({ operation }: CallItem) => operation),
      operations,
      JSON.stringify(query),
    );
  }
});

test('of a body only member, hours and reference are logged, and odd bodies do not stop the log', async () => {
  const { client, slug, partner, communityId } = await setUp();
  const token = await service.token(partner);
  const { id } = await service.createMember({ communityId, name: 'Anna' });
  const payment = { amount: '20.00', currency: 'EUR', end_to_end_id: 'END-SECRET' };
  const bodies = [
    { user_id: id, hours: 2, reference: 'A-1', note: 'note-secret', payment },
    { user_id: id, hours: 2, reference: `x\u0000y` },
    { user_id: id, hours: 2, reference: 'x'.repeat(129) },
    { user_id: ['usr_x'], hours: '2', reference: { a: 1 } },
    { user_id: id, hours: 1e300, reference: 7 },
  ];
  for (const json of bodies) await service.call('POST', '/wallet/credit', { token, json });
  const calls = (await logOf(client, slug, 6)).reverse().slice(1);
  assert.deepEqual(
    calls.map(({ member, hours, reference }) => [member?.name ?? null, hours, reference]),
    [
      ['Anna', 2, 'A-1'],
      ['Anna', 2, null],
      ['Anna', 2, null],
      [null, null, null],
      ['Anna', null, null],
    ],
  );
  const sql = "select string_agg(l::text, ' ') as text from call_log l where community_id = $1";
  const [stored] = await service.ownerQuery<{ text: string }>(sql, [communityId]);
  assert.doesNotMatch(stored?.text ?? '', /secret|Anna/i);
});

test('the series counts every call per partner and hour or day', async () => {
  const person = await setUp();
  const { slug, partner, communityId } = person;
  const second = await service.createPartner({ communityId });
  service.clock.set('2026-12-01T10:59:59.000Z');
  for (let count = 0; count < 3; count++) await service.token(partner);
  await service.call('POST', '/oauth/token', tokenRequest(partner, 'x'));
  service.clock.set('2026-12-01T11:00:00.000Z');
  await service.call('GET', '/users/usr_x', { token: await service.token(second) });
  service.clock.set('2026-12-02T00:00:00.000Z');
  await service.token(partner);
  const { client } = await signedIn(service, { communityId, slug });
  const series = async (query: object) => (await client.call('getCallSeries', { params: { slug }, query })).body.data;
  const day = { since: '2026-12-01T00:00:00Z', before: '2026-12-02T00:00:01Z' };
  await waitUntil('all are counted', async () => (await series(day)).points.length === 3);
  const points = (data: { points: { at: string; partner_id: number; calls: number; client_errors: number }[] }) =>
    data.points.map((point) => [point.at, point.partner_id, point.calls, point.client_errors]);
  assert.deepEqual(points(await series(day)), [
    ['2026-12-01T10:00:00.000Z', partner.partnerId, 4, 1],
    ['2026-12-01T11:00:00.000Z', second.partnerId, 2, 1],
    ['2026-12-02T00:00:00.000Z', partner.partnerId, 1, 0],
  ]);
  assert.deepEqual(points(await series({ ...day, step: 'day' })), [
    ['2026-12-01T00:00:00.000Z', partner.partnerId, 4, 1],
    ['2026-12-01T00:00:00.000Z', second.partnerId, 2, 1],
    ['2026-12-02T00:00:00.000Z', partner.partnerId, 1, 0],
  ]);
  assert.equal((await series({ ...day, partner_id: second.partnerId })).points.length, 1);
  assert.equal((await series({ ...day, partner_id: 'x' })).points.length, 0);
  assert.equal((await series({})).since, '2026-12-01T00:00:00.000Z');
  for (const query of [
    { since: '2026-12-02T00:00:00Z', before: '2026-12-01T00:00:00Z' },
    { since: '2026-01-01T00:00:00Z', before: '2026-12-01T00:00:00Z' },
    { step: 'minute' },
  ]) {
    assert.equal((await client.call('getCallSeries', { params: { slug }, query })).status, 400);
  }
});

test('calls past 30 days are removed, newer ones and the counts stay', async () => {
  const { partner, communityId } = await setUp();
  await service.token(partner);
  const countRows = async (table: string) => {
    const sql = `select count(*)::int as count from ${table} where community_id = $1`;
    return (await service.ownerQuery<{ count: number }>(sql, [communityId]))[0]?.count;
  };
  await waitUntil('the call is logged', async () => (await countRows('call_log')) === 1);
  const clean = async () => {
    for (const job of [...CALL_JOBS, ...ADMINISTRATOR_JOBS]) await job.run(service.deps, new AbortController().signal);
  };
  service.clock.advance(29 * DAY_MS);
  await service.token(partner);
  await waitUntil('the second call is logged', async () => (await countRows('call_log')) === 2);
  await clean();
  assert.equal(await countRows('call_log'), 2);
  service.clock.advance(2 * DAY_MS);
  await clean();
  assert.equal(await countRows('call_log'), 1);
  assert.equal(await countRows('call_counts'), 2);
});
