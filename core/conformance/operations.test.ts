/** §6 and §8: aggregates, the feed of events, what a partner reads about itself, the request limit, public pages. */
import assert from 'node:assert/strict';
import {
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Send,
  testStatements,
} from '../../test-support/conformance.ts';
import { takeDueSnapshots } from '../aggregates/snapshots.ts';

const CREDIT: Send = [
  'POST /wallet/credit',
  { json: { user_id: '{member}', hours: 1, reference: '{ref}' }, save: { made: 'data.id' } },
];
const types = (body: { data: { type: string }[] }) => body.data.map(({ type }) => type);

const AGGREGATES: readonly Row[] = [
  {
    statement: 'aggregates have exactly the documented fields',
    request: 'GET /aggregates/community',
    expect: {
      status: 200,
      check: ({ body }) =>
        assert.deepEqual(Object.keys(body.data).sort(), [
          'active_requests',
          'active_services',
          'active_users',
          'as_of',
          'exchanges_last_30_days',
          'hours_credited_last_30_days',
          'hours_exchanged_last_30_days',
          'next_update_at',
        ]),
    },
  },
  {
    statement: 'each number is a band of min and max: 0 to 9 for a few',
    request: 'GET /aggregates/community',
    expect: {
      status: 200,
      body: { data: { active_users: { min: 0, max: 9 }, exchanges_last_30_days: { min: 0, max: 9 } } },
    },
  },
  {
    statement: 'a sum of hours of fewer than 13 contributors is null',
    given: [ownBank(), CREDIT, ({ service }) => takeDueSnapshots(service.deps.database, service.clock)],
    request: 'GET /aggregates/community',
    expect: { status: 200, body: { data: { hours_credited_last_30_days: null, hours_exchanged_last_30_days: null } } },
  },
  {
    statement: 'aggregates hold no ids',
    request: 'GET /aggregates/community',
    expect: { status: 200, check: ({ text }) => assert.doesNotMatch(text, /(usr|lst|crd)_/) },
  },
  {
    statement: 'aggregates know no filters',
    request: 'GET /aggregates/community?user_id={member}',
    expect: [400, 'invalid_request', 'user_id unknown_parameter'],
  },
  {
    statement: 'the snapshot of a day stays as it is: next_update_at is the next midnight UTC',
    request: ['GET /aggregates/community', { at: '2026-11-20T10:29:00Z' }],
    expect: { status: 200, body: { data: { next_update_at: '2026-11-21T00:00:00.000Z' } } },
  },
];

const EVENTS: readonly Row[] = [
  {
    statement: 'an event is id, type, timestamp and data',
    given: [ownBank(), CREDIT],
    request: 'GET /events?type=wallet.credited',
    expect: {
      status: 200,
      body: { data: [{ id: /^evt_[0-9a-z]{26}$/, timestamp: '2026-11-20T09:30:00.000Z' }] },
      check: ({ body }) => assert.deepEqual(Object.keys(body.data[0]).sort(), ['data', 'id', 'timestamp', 'type']),
    },
  },
  {
    statement: 'events are listed newest first',
    given: [ownBank(), CREDIT],
    request: 'GET /events',
    expect: { status: 200, check: ({ body }) => assert.equal(types(body)[0], 'wallet.credited') },
  },
  {
    statement: 'the last page of order=asc has the sync_token, and no next_cursor',
    given: [ownBank(), CREDIT],
    request: 'GET /events?order=asc',
    expect: { status: 200, body: { meta: { next_cursor: null, sync_token: /./ } } },
  },
  {
    statement: 'the sync_token of the feed gives what was committed since',
    given: [ownBank(), CREDIT, ['GET /events?order=asc', { save: { sync: 'meta.sync_token' } }]],
    request: 'GET /events?sync_token={sync}',
    expect: { status: 200, body: { meta: { has_more: false, sync_token: /./ } } },
  },
  {
    statement: 'the sync_token of the feed with a filter is 400',
    given: [['GET /events?order=asc&per_page=500', { save: { sync: 'meta.sync_token' } }]],
    request: 'GET /events?sync_token={sync}&type=wallet.credited',
    expect: [400, 'invalid_request', 'type conflict'],
  },
  {
    statement: 'events are filtered by timestamp_since, inclusive',
    given: [ownBank(), CREDIT],
    request: 'GET /events?type=wallet.credited&timestamp_since=2026-11-20T09:30:00.000Z',
    expect: { status: 200, body: { data: [{}] } },
  },
  {
    statement: 'events before timestamp_since are left out',
    given: [ownBank(), CREDIT],
    request: 'GET /events?timestamp_since=2026-11-20T09:30:00.001Z',
    expect: { status: 200, body: { data: [] } },
  },
  {
    statement: 'an unknown type of events is 400',
    request: 'GET /events?type=x',
    expect: [400, 'invalid_request', 'type unknown_value'],
  },
  {
    statement: 'a scope of its own opens its kinds and no others',
    given: [ownBank({}, ['wallet.read']), memberBecomes('suspended')],
    request: 'GET /events',
    expect: { status: 200, body: { data: [] } },
  },
  {
    statement: 'aggregates.read does not open the events',
    request: ['GET /events', { token: '{aggregatesToken}' }],
    expect: [403, 'insufficient_scope'],
  },
];

const ME: readonly Row[] = [
  {
    statement: 'GET /me tells partner, community, scopes, caps and the request limit',
    given: [ownBank({ name: 'Bank', rateLimitPerMinute: 50 }, ['users.read'])],
    request: 'GET /me',
    expect: {
      status: 200,
      body: {
        data: {
          partner: { name: 'Bank', status: 'active', client_id: '{clientId}' },
          scopes: { token: ['users.read'] },
          requests_per_minute: 50,
          partner_api: { enabled: true },
        },
      },
    },
  },
  {
    statement: 'GET /me tells what is left of the caps today',
    given: [ownBank({ maxPartnerDaySeconds: 36_000 }), CREDIT],
    request: 'GET /me',
    expect: {
      status: 200,
      check: ({ body }) => {
        const cap = body.data.caps.find(({ code }: { code: string }) => code === 'max_partner_day_hours');
        assert.deepEqual([cap.limit_hours, cap.remaining_hours], [10, 9]);
      },
    },
  },
  { statement: 'any token reads GET /me', request: ['GET /me', { token: '{aggregatesToken}' }], expect: 200 },
  {
    statement: 'GET /me shows no secret',
    request: 'GET /me',
    expect: {
      status: 200,
      check: ({ text }, { names }) => assert.ok(!text.includes(names.clientSecret as string)),
    },
  },
];

const LIMITS: readonly Row[] = [
  {
    statement: 'X-RateLimit-Limit, -Remaining and -Reset tell the request limit',
    given: [ownBank({ rateLimitPerMinute: 5 })],
    request: 'GET /users',
    expect: {
      status: 200,
      headers: { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': /^\d+$/ },
    },
  },
  {
    statement: 'refused calls count',
    given: [
      ownBank({ rateLimitPerMinute: 1 }),
      ({ service, names }) => service.call('GET', '/users/usr_x', { token: names.token as string }),
    ],
    request: 'GET /users',
    expect: [429, 'rate_limited'],
  },
  {
    statement: 'a limit of 0 is none',
    given: [ownBank({ rateLimitPerMinute: 0 }), 'GET /users', 'GET /users'],
    request: 'GET /me',
    expect: { status: 200, body: { data: { requests_per_minute: null } } },
  },
];

const PUBLIC: readonly Row[] = ['/openapi.json', '/.well-known/oauth-authorization-server'].map((path) => ({
  statement: `${path} needs no token`,
  request: [`GET ${path}`, { token: null }],
  expect: 200,
}));

const SCOPES: readonly Row[] = [
  ['GET /users', 'users.read'],
  ['GET /users/{member}', 'users.read'],
  ['GET /users/lookup', 'wallet.write users.read'],
  ['GET /listings', 'listings.read'],
  ['GET /listings/{listing}', 'listings.read'],
  ['GET /wallet/balance/{member}', 'wallet.read'],
  ['POST /wallet/credit', 'wallet.write'],
  ['POST /wallet/credits', 'wallet.write'],
  ['GET /wallet/credits', 'wallet.read wallet.write'],
  ['GET /wallet/credits/{credit}', 'wallet.read wallet.write'],
  ['POST /wallet/credits/{credit}/reversal', 'wallet.write'],
  ['GET /wallet/statements/2026-11-20', 'wallet.read wallet.write'],
  ['GET /webhooks/event-types', 'webhooks.manage'],
  ['GET /webhooks/subscriptions', 'webhooks.manage'],
  ['POST /webhooks/subscriptions', 'webhooks.manage'],
  ['GET /webhooks/subscriptions/whs_x', 'webhooks.manage'],
  ['PATCH /webhooks/subscriptions/whs_x', 'webhooks.manage'],
  ['DELETE /webhooks/subscriptions/whs_x', 'webhooks.manage'],
  ['POST /webhooks/subscriptions/whs_x/rotate-secret', 'webhooks.manage'],
  ['POST /webhooks/subscriptions/whs_x/test', 'webhooks.manage'],
  ['POST /webhooks/subscriptions/whs_x/replay', 'webhooks.manage'],
  ['GET /webhooks/subscriptions/whs_x/deliveries', 'webhooks.manage'],
  ['POST /webhooks/subscriptions/whs_x/deliveries/dlv_x/retry', 'webhooks.manage'],
].map(([request = '', scope]) => ({
  statement: `${request} needs ${scope?.replace(' ', ' or ')}`,
  request: [request, { token: '{aggregatesToken}' }],
  expect: {
    status: 403,
    error: 'insufficient_scope',
    headers: { 'www-authenticate': new RegExp(`scope="${scope}"$`) },
  },
}));

testStatements(
  '§6 and §8 aggregates, events, limits, scopes',
  [...AGGREGATES, ...EVENTS, ...ME, ...LIMITS, ...PUBLIC, ...SCOPES],
  prepareBank,
);
