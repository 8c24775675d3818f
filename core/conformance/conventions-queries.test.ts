/** §1, third part: queries, paging, cursors, order, and keeping a copy in step. */
import assert from 'node:assert/strict';
import type { TestResponse } from '../../test-support/call.ts';
import {
  addTestListing,
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  sql,
  testStatements,
} from '../../test-support/conformance.ts';
import type { TestService } from '../../test-support/harness.ts';

const LISTS = [
  ['users', '/users'],
  ['listings', '/listings'],
  ['credits', '/wallet/credits'],
  ['subscriptions', '/webhooks/subscriptions'],
  ['deliveries', '/webhooks/subscriptions/{subscription}/deliveries'],
  ['events', '/events'],
] as const;

/** The bank of the other tables with three of everything a list can show. */
async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const token = names.token as string;
  for (let at = 0; at < 3; at++) {
    const member = await service.createMember({ communityId: Number(names.communityId) });
    await addTestListing(service, Number(names.communityId), member.uuid, { title: `Help ${at}`, type: 'request' });
    const json = { user_id: member.id, hours: 1, reference: `paging-${at}` };
    assert.equal((await service.call('POST', '/wallet/credit', { token, json })).status, 201);
    const { body } = await service.call('POST', '/webhooks/subscriptions', {
      token,
      json: { event_types: ['*'], target_url: `https://bank.example/${at}` },
    });
    names.subscription = body.data.id;
  }
  const path = `/webhooks/subscriptions/${names.subscription}/test`;
  for (let at = 0; at < 3; at++) assert.equal((await service.call('POST', path, { token })).status, 202);
  const second = await service.createPartner({ communityId: Number(names.communityId) });
  return { ...names, secondToken: await service.token(second) };
}

const ids = ({ body }: TestResponse): string[] => body.data.map(({ id }: { id: string }) => id);

const REFUSED: readonly Row[] = [
  ...[
    ...['/me', '/users', '/users/{member}', '/listings', '/wallet/balance/{member}', '/wallet/credits'],
    ...['/wallet/credits/{credit}', '/wallet/statements/2026-11-20', '/aggregates/community', '/events'],
    ...['/webhooks/event-types', '/webhooks/subscriptions', '/webhooks/subscriptions/{subscription}'],
    ...['/webhooks/subscriptions/{subscription}/deliveries'],
  ].map(
    (path): Row => ({
      statement: `GET ${path} refuses an unknown parameter by name`,
      request: `GET ${path}?nonsense=1&other=`,
      expect: [400, 'invalid_request', 'nonsense unknown_parameter', 'other unknown_parameter'],
    }),
  ),
  {
    statement: 'GET /users/lookup refuses an unknown parameter by name',
    request: 'GET /users/lookup?payment_reference={paymentReference}&nonsense=1',
    expect: [400, 'invalid_request', 'nonsense unknown_parameter'],
  },
  ...(
    [
      ['/users?payment_reference=RF18539007547034', 'payment_reference', /GET \/users\/lookup\?payment_reference=/],
      ['/users?updated_since=2026-11-20T09:30:00Z', 'updated_since', /sync_token/],
      ['/listings?updated_since=2026-11-20T09:30:00Z', 'updated_since', /sync_token/],
      ['/listings?q=garden', 'q', /filter by type, user_id or category/],
      ['/wallet/credits?since=2026-11-20T09:30:00Z', 'since', /Did you mean created_since\?/],
      ['/events?created_since=2026-11-20T09:30:00Z', 'created_since', /Did you mean timestamp_since\?/],
    ] as const
  ).map(
    ([path, field, message]): Row => ({
      statement: `GET ${path} says the way out`,
      request: `GET ${path}`,
      expect: {
        status: 400,
        error: 'invalid_request',
        body: { errors: [{ field, code: 'unknown_parameter', message }] },
      },
    }),
  ),
];

const PAGE_SIZES: readonly Row[] = [
  ...['1', '500'].flatMap((size) =>
    ['per_page', 'limit'].map((name) => ({
      statement: `${name}=${size} is a page size`,
      request: `GET /users?${name}=${size}`,
      expect: { status: 200, body: { meta: { per_page: Number(size) } } },
    })),
  ),
  ...['per_page', 'limit'].flatMap((name) =>
    ['0', '501', '-1', 'x', '1.5', '1e2', '', '%201', '0x10'].map((size) => ({
      statement: `${name}=${size} is 400 by name`,
      request: `GET /users?${name}=${size}`,
      expect: [400, 'invalid_request', `${name} out_of_range`] as const,
    })),
  ),
  {
    statement: 'per_page is 100 unless given',
    request: 'GET /wallet/credits',
    expect: { status: 200, body: { meta: { per_page: 100 } } },
  },
  {
    statement: 'a repeated parameter is 400 by name',
    request: 'GET /users?per_page=1&per_page=1',
    expect: { status: 400, error: 'invalid_request', body: { errors: [{ field: 'per_page' }] } },
  },
  {
    statement: 'per_page and limit at once are 400',
    request: 'GET /users?per_page=1&limit=1',
    expect: { status: 400, error: 'invalid_request' },
  },
  {
    statement: 'page=1 means the first page',
    request: 'GET /users?page=1',
    expect: { status: 200 },
  },
  {
    statement: 'offset=0 means the first page',
    request: 'GET /users?offset=0',
    expect: { status: 200 },
  },
  ...['page=2', 'page=0', 'offset=1', 'offset=100'].map((query) => ({
    statement: `${query} is 400 and points to cursor`,
    request: `GET /users?${query}`,
    expect: { status: 400, error: 'invalid_request', body: { errors: [{ message: /cursor/ }] } },
  })),
  {
    statement: 'limit, page and offset are not in the published document',
    request: 'GET /openapi.json',
    expect: {
      status: 200,
      check: ({ text }) => {
        for (const name of ['limit', 'page', 'offset']) assert.ok(!text.includes(`"name":"${name}"`), name);
        assert.ok(text.includes('"name":"per_page"'));
      },
    },
  },
];

const TIMES: readonly Row[] = [
  ...[
    ['/wallet/credits', 'created_since'],
    ['/wallet/credits', 'created_before'],
    ['/events', 'timestamp_since'],
  ].map(([path, name]) => ({
    statement: `an unreadable ${name} of ${path} is 400`,
    request: `GET ${path}?${name}=x`,
    expect: [400, 'invalid_request', `${name} invalid_timestamp`] as const,
  })),
  ...[
    ...['2026-11-20', '2026-02-30T00:00:00Z', '2026-11-20T09:30:00', '1763630000', ''],
    ...['2026-11-20T24:00:00Z', '2026-11-20T24:00:00.000%2B01:00', '2026-11-20T24:30:00Z', '2026-11-20T09:60:00Z'],
    ...['2026-11-20T09:30:60Z', '2026-11-20T09:30:00%2B24:00', '2026-11-20T09:30:00%2B01:60'],
  ].map((time) => ({
    statement: `created_since=${time} is no RFC 3339 time`,
    request: `GET /wallet/credits?created_since=${time}`,
    expect: [400, 'invalid_request', 'created_since invalid_timestamp'] as const,
  })),
  ...['2026-11-20T10:30:00%2B01:00', '2026-11-20T09:30:00.000Z', '2026-11-20t09:30:00z'].map((time) => ({
    statement: `created_since=${time} is that instant, inclusive`,
    request: `GET /wallet/credits?created_since=${time}`,
    expect: { status: 200, check: (answer: TestResponse) => assert.equal(answer.body.data.length, 4) },
  })),
  {
    statement: 'created_since leaves out what came before',
    request: 'GET /wallet/credits?created_since=2026-11-20T09:30:00.001Z',
    expect: { status: 200, body: { data: [] } },
  },
  {
    statement: 'created_before is exclusive',
    request: 'GET /wallet/credits?created_before=2026-11-20T09:30:00.000Z',
    expect: { status: 200, body: { data: [] } },
  },
  {
    statement: 'a malformed day in a filter is 400',
    request: 'GET /wallet/credits?booked_on=2026-11-31',
    expect: [400, 'invalid_request', 'booked_on invalid_date'],
  },
  {
    statement: 'an unknown word in a filter is 400',
    request: 'GET /wallet/credits?status=open',
    expect: [400, 'invalid_request', 'status unknown_value'],
  },
  {
    statement: 'all faults of a query are named at once',
    request: 'GET /wallet/credits?per_page=0&page=7&created_since=yesterday',
    expect: [400, 'invalid_request', 'created_since invalid_timestamp', 'page use_cursor', 'per_page out_of_range'],
  },
  {
    statement: 'a query that is not UTF-8 is 400',
    request: { raw: ['GET {base}/users?cursor=%ff HTTP/1.1', 'Host: x', 'Authorization: Bearer {token}'] },
    expect: { status: 400 },
  },
];

const EMPTY: readonly Row[] = [
  ['an unknown member', 'listings', '/listings?user_id=usr_unknown'],
  ['an invisible member', 'listings', '/listings?user_id={hidden}'],
  ["another community's member", 'listings', '/listings?user_id={foreign}'],
  ['an unknown member', 'credits', '/wallet/credits?user_id=usr_unknown'],
  ["another community's member", 'credits', '/wallet/credits?user_id={foreign}'],
  ['an unknown reference', 'credits', '/wallet/credits?reference=nothing'],
].map(([words, list, path]) => ({
  statement: `${words} as a filter of ${list} gives an empty list`,
  request: `GET ${path}`,
  expect: { status: 200, body: { data: [], meta: { has_more: false, next_cursor: null } } },
}));

const firstPage = (path: string, query = ''): Send => [
  `GET ${path}?per_page=1${query}`,
  { save: { cursor: 'meta.next_cursor', first: 'data.0.id' } },
];

const NEXT_PAGES: readonly Row[] = LISTS.map(([name, path]) => ({
  statement: `${name}: next_cursor gives the next page, and Link names it`,
  given: [firstPage(path)],
  request: `GET ${path}?per_page=1&cursor={cursor}`,
  expect: {
    status: 200,
    headers: { link: /^<https?:\/\/[^>]+cursor=[^>]+>; rel="next"$/ },
    body: { data: [{}], meta: { has_more: true, per_page: 1 } },
    check: (answer: TestResponse, { names }: Scene) => assert.notEqual(ids(answer)[0], names.first),
  },
}));

const ORDER: readonly Row[] = LISTS.map(([name, path], at) => ({
  statement: `${name} are listed by id ${at < 2 ? 'ascending' : 'descending'}`,
  request: `GET ${path}`,
  expect: {
    status: 200,
    check: (answer: TestResponse) => {
      assert.ok(ids(answer).length >= 3);
      const ascending = ids(answer).toSorted();
      assert.deepEqual(ids(answer), at < 2 ? ascending : ascending.reverse());
    },
  },
}));

const ANOTHER_TOKEN: Send = [
  'POST /oauth/token',
  {
    token: null,
    json: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
    save: { later: 'access_token' },
  },
];

const CURSORS: readonly Row[] = [
  {
    statement: 'a cursor does not expire',
    given: [
      firstPage('/wallet/credits'),
      ({ service }) => Promise.resolve(service.clock.set('2027-12-31T00:00:00Z')),
      ANOTHER_TOKEN,
    ],
    request: ['GET /wallet/credits?cursor={cursor}', { token: '{later}' }],
    expect: 200,
  },
  {
    statement: 'an id is no cursor',
    request: 'GET /users?cursor={member}',
    expect: [400, 'invalid_cursor'],
  },
  {
    statement: 'a cursor with another filter is 400 invalid_cursor',
    given: [firstPage('/listings', '&type=request')],
    request: 'GET /listings?type=service&cursor={cursor}',
    expect: [400, 'invalid_cursor'],
  },
  {
    statement: 'a cursor without its filter is 400 invalid_cursor',
    given: [firstPage('/listings', '&type=request')],
    request: 'GET /listings?cursor={cursor}',
    expect: [400, 'invalid_cursor'],
  },
  {
    statement: 'a walk by cursor answers each row once',
    given: [['GET /users?per_page=3', { save: { cursor: 'meta.next_cursor', first: 'data.2.id' } }]],
    request: 'GET /users?per_page=3&cursor={cursor}',
    expect: {
      status: 200,
      body: { data: [{}], meta: { has_more: false, next_cursor: null } },
      headers: { link: null },
      check: (answer, { names }) => assert.ok((ids(answer)[0] ?? '') > (names.first ?? '')),
    },
  },
];

const walked = (path: string): Send => [`GET ${path}`, { save: { sync: 'meta.sync_token' } }];

const IN_STEP: readonly Row[] = [
  {
    statement: 'the last page of users has a sync_token',
    request: 'GET /users',
    expect: { status: 200, body: { meta: { sync_token: /./ } } },
  },
  {
    statement: 'the last page of listings has a sync_token',
    request: 'GET /listings',
    expect: { status: 200, body: { meta: { sync_token: /./ } } },
  },
  {
    statement: 'a page before the last has no sync_token',
    request: 'GET /users?per_page=1',
    expect: { status: 200, body: { meta: { sync_token: null, has_more: true } } },
  },
  {
    statement: 'sync_token answers what has changed since, in its present state, and the next token',
    given: [ownBank(), walked('/users'), sql(`update members set name = 'Changed' where community_id = {communityId}`)],
    request: 'GET /users?sync_token={sync}',
    expect: { status: 200, body: { data: [{ id: '{member}', name: 'Changed' }], meta: { sync_token: /./ } } },
  },
  {
    statement: 'who is no longer visible comes as {id, removed: true}',
    given: [ownBank(), walked('/users'), memberBecomes('suspended')],
    request: 'GET /users?sync_token={sync}',
    expect: {
      status: 200,
      check: ({ body }, { names }) => assert.deepEqual(body.data, [{ id: names.member, removed: true }]),
    },
  },
  {
    statement: 'sync_token may come with per_page',
    given: [walked('/users')],
    request: 'GET /users?sync_token={sync}&per_page=1',
    expect: { status: 200, body: { meta: { per_page: 1 } } },
  },
  {
    statement: 'sync_token with a filter is 400',
    given: [walked('/listings')],
    request: 'GET /listings?sync_token={sync}&type=service',
    expect: { status: 400 },
  },
  {
    statement: 'an altered sync_token is 400',
    given: [walked('/users')],
    request: 'GET /users?sync_token={sync}AAAA',
    expect: { status: 400 },
  },
  {
    statement: 'a sync_token of another list is 400',
    given: [walked('/users')],
    request: 'GET /listings?sync_token={sync}',
    expect: { status: 400 },
  },
  {
    statement: "another partner's sync_token is 400",
    given: [walked('/users')],
    request: ['GET /users?sync_token={sync}', { token: '{secondToken}' }],
    expect: { status: 400 },
  },
];

testStatements(
  '§1 queries, cursors, order, copies',
  [...REFUSED, ...PAGE_SIZES, ...TIMES, ...EMPTY, ...NEXT_PAGES, ...ORDER, ...CURSORS, ...IN_STEP],
  prepare,
);
