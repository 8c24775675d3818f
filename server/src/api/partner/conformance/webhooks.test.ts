/** §7 and §8: event types, subscriptions and where they may point, and what manages them. */
import assert from 'node:assert/strict';
import {
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  testStatements,
} from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const TARGET = 'https://bank.example/hooks';
const UNKNOWN = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';
const KINDS = [
  'wallet.credited',
  'wallet.credit_reversed',
  'statement.ready',
  'user.activated',
  'user.updated',
  'user.deactivated',
  'listing.published',
  'listing.updated',
  'listing.closed',
  'webhook.test',
];
const subscribe = (json: Record<string, unknown> = {}): Send => [
  'POST /webhooks/subscriptions',
  { json: { event_types: ['*'], target_url: TARGET, ...json }, save: { made: 'data.id', secret: 'data.secret' } },
];
const on = (method: string, path = '', json?: unknown): Send => [
  `${method} /webhooks/subscriptions/{made}${path}`,
  json === undefined ? {} : { json },
];

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const few = await service.createPartner({ scopes: ['webhooks.manage', 'users.read'] });
  const sibling = await service.createPartner({ communityId: Number(names.communityId) });
  return {
    ...names,
    fewToken: await service.token(few, ['webhooks.manage']),
    siblingToken: await service.token(sibling),
  };
}

const TARGETS_ACCEPTED: readonly Row[] = [
  'https://bank.example',
  'https://bank.example/',
  'https://bank.example:8443/hooks',
  'https://bank.example:1/',
  'HTTPS://Bank.Example/Hooks?a=%7E&b=c',
  'https://bücher.example/ü?ö',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://a.b.c.d.e.example/',
  'https://does-not-resolve.example/',
  `https://bank.example/${'a'.repeat(2027)}`,
].map((target) => ({
  statement: `${shown(target)} is a target_url, stored and returned exactly as sent`,
  given: [ownBank()],
  request: subscribe({ target_url: target }),
  expect: { status: 201, body: { data: { target_url: target } } },
}));

const TARGETS_REFUSED: readonly Row[] = [
  ['http://bank.example/', 'https_required'],
  ['ftp://bank.example/', 'https_required'],
  ['javascript:alert(1)', 'invalid_url'],
  ['bank.example', 'invalid_url'],
  ['//bank.example/', 'invalid_url'],
  ['/hooks', 'invalid_url'],
  ['https://', 'invalid_url'],
  ['https:/bank.example/', 'invalid_url'],
  ['https:\\\\bank.example\\', 'invalid_url'],
  [' https://bank.example/', 'invalid_url'],
  ['https://bank.example/\n', 'invalid_url'],
  ['https://bank.example:0/', 'invalid_url'],
  ['https://bank.example:65536/', 'invalid_url'],
  ['https://user@bank.example/', 'userinfo_not_allowed'],
  ['https://user:pass@bank.example/', 'userinfo_not_allowed'],
  ['https://@bank.example/', 'userinfo_not_allowed'],
  ['https://bank.example/#top', 'fragment_not_allowed'],
  ['https://bank.example/#', 'fragment_not_allowed'],
  [`https://bank.example/${'a'.repeat(2028)}`, 'too_long'],
  ['https://127.0.0.1/', 'address_not_allowed'],
  ['https://127.1/', 'address_not_allowed'],
  ['https://0x7f.1/', 'address_not_allowed'],
  ['https://2130706433/', 'address_not_allowed'],
  ['https://①②⑦.⓪.⓪.①/', 'address_not_allowed'],
  ['https://0.0.0.0/', 'address_not_allowed'],
  ['https://10.1.2.3/', 'address_not_allowed'],
  ['https://100.64.0.1/', 'address_not_allowed'],
  ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
  ['https://172.16.0.1/', 'address_not_allowed'],
  ['https://192.0.2.1/', 'address_not_allowed'],
  ['https://192.168.0.1/', 'address_not_allowed'],
  ['https://198.18.0.1/', 'address_not_allowed'],
  ['https://224.0.0.1/', 'address_not_allowed'],
  ['https://255.255.255.255/', 'address_not_allowed'],
  ['https://168.63.129.16/', 'address_not_allowed'],
  ['https://[::1]/', 'address_not_allowed'],
  ['https://[::]/', 'address_not_allowed'],
  ['https://[::ffff:127.0.0.1]/', 'address_not_allowed'],
  ['https://[64:ff9b::7f00:1]/', 'address_not_allowed'],
  ['https://[fd00:ec2::254]/', 'address_not_allowed'],
  ['https://[fe80::1]/', 'address_not_allowed'],
  ['https://[2001:db8::1]/', 'address_not_allowed'],
  ['https://[2002:7f00:1::]/', 'address_not_allowed'],
  ['https://localhost/', 'host_not_allowed'],
  ['https://LOCALHOST:8443/', 'host_not_allowed'],
  ['https://a.localhost/', 'host_not_allowed'],
  ['https://db.internal/', 'host_not_allowed'],
  ['https://printer.local/', 'host_not_allowed'],
  ['https://nas.home.arpa/', 'host_not_allowed'],
  ['https://intranet/', 'host_not_allowed'],
  ['https://bank.example./', 'host_not_allowed'],
].map(([target = '', code]) => ({
  statement: `${shown(target)} as target_url is 422 ${code}`,
  request: subscribe({ target_url: target }),
  expect: [422, 'validation_failed', `target_url ${code}`] as const,
}));

const KINDS_ROWS: readonly Row[] = [
  {
    statement: 'GET /webhooks/event-types lists every kind with schema and example',
    request: 'GET /webhooks/event-types',
    expect: {
      status: 200,
      check: ({ body }) => {
        assert.deepEqual(body.data.map(({ type }: { type: string }) => type).sort(), KINDS.toSorted());
        for (const kind of body.data) assert.equal(kind.example.type, kind.type);
      },
    },
  },
  ...[...KINDS, '*'].map((kind) => ({
    statement: `${kind} may be subscribed to`,
    given: [ownBank()],
    request: subscribe({ event_types: [kind] }),
    expect: { status: 201, body: { data: { event_types: [kind], undeliverable_event_types: [] } } },
  })),
  {
    statement: 'duplicates of event_types collapse, order is kept',
    given: [ownBank()],
    request: subscribe({ event_types: ['user.updated', 'wallet.credited', 'user.updated'] }),
    expect: { status: 201, body: { data: { event_types: ['user.updated', 'wallet.credited'] } } },
  },
  {
    statement: 'an unknown kind is 422, and the message lists the valid ones',
    request: subscribe({ event_types: ['nope'] }),
    expect: {
      status: 422,
      body: { errors: [{ field: 'event_types.0', code: 'unknown_value' }] },
      check: ({ body }) => {
        for (const kind of KINDS) assert.ok(body.errors[0].message.includes(kind), kind);
      },
    },
  },
  {
    statement: 'event_types in another case is an unknown kind',
    request: subscribe({ event_types: ['Wallet.Credited'] }),
    expect: [422, 'validation_failed', 'event_types.0 unknown_value'],
  },
  {
    statement: 'no event_types are 422',
    request: subscribe({ event_types: [] }),
    expect: [422, 'validation_failed', 'event_types too_few_items'],
  },
  {
    statement: 'event_types that is no list is 422',
    request: subscribe({ event_types: 'wallet.credited' }),
    expect: [422, 'validation_failed', 'event_types wrong_type'],
  },
  {
    statement: 'a kind the partner may not receive yet is created and listed in undeliverable_event_types',
    request: [
      'POST /webhooks/subscriptions',
      { token: '{fewToken}', json: { event_types: ['user.updated', 'wallet.credited'], target_url: TARGET } },
    ],
    expect: { status: 201, body: { data: { undeliverable_event_types: ['wallet.credited'] } } },
  },
];

const MANAGING: readonly Row[] = [
  {
    statement: 'a subscription is 201 with its secret (whsec_ and 32 bytes of base64) and its Location',
    given: [ownBank()],
    request: subscribe({ description: 'Ledger' }),
    expect: {
      status: 201,
      headers: {
        location: /\/api\/partner\/v1\/webhooks\/subscriptions\/whs_[0-9a-z]{26}$/,
        'cache-control': /no-store/,
      },
      body: {
        data: {
          secret: /^whsec_[A-Za-z0-9+/]{43}=$/,
          description: 'Ledger',
          status: 'active',
          disabled_reason: null,
          last_success_at: null,
          consecutive_failures: 0,
        },
      },
    },
  },
  {
    statement: 'the secret is only in the answer that creates',
    given: [ownBank(), subscribe()],
    request: on('GET'),
    expect: { status: 200, check: ({ text }) => assert.doesNotMatch(text, /whsec_|"secret"/) },
  },
  {
    statement: 'the list shows no secret',
    given: [ownBank(), subscribe()],
    request: 'GET /webhooks/subscriptions',
    expect: {
      status: 200,
      body: { data: [{ id: '{made}' }] },
      check: ({ text }) => assert.doesNotMatch(text, /whsec_/),
    },
  },
  {
    statement: 'PATCH changes event_types, target_url, description and status',
    given: [ownBank(), subscribe()],
    request: on('PATCH', '', {
      event_types: ['user.updated'],
      target_url: 'https://b.example/',
      description: 'x',
      status: 'paused',
    }),
    expect: {
      status: 200,
      body: {
        data: { event_types: ['user.updated'], target_url: 'https://b.example/', description: 'x', status: 'paused' },
      },
    },
  },
  {
    statement: 'a paused subscription becomes active again',
    given: [ownBank(), subscribe(), on('PATCH', '', { status: 'paused' })],
    request: on('PATCH', '', { status: 'active' }),
    expect: { status: 200, body: { data: { status: 'active' } } },
  },
  {
    statement: 'nobody disables a subscription by PATCH',
    given: [ownBank(), subscribe()],
    request: on('PATCH', '', { status: 'disabled' }),
    expect: [422, 'validation_failed', 'status unknown_value'],
  },
  {
    statement: 'PATCH holds target_url to the same rules',
    given: [ownBank(), subscribe()],
    request: on('PATCH', '', { target_url: 'https://127.0.0.1/' }),
    expect: [422, 'validation_failed', 'target_url address_not_allowed'],
  },
  {
    statement: 'a deleted subscription is gone',
    given: [ownBank(), subscribe(), on('DELETE')],
    request: on('GET'),
    expect: [404, 'subscription_not_found'],
  },
  {
    statement: 'rotate-secret answers 200 with another secret',
    given: [ownBank(), subscribe()],
    request: on('POST', '/rotate-secret'),
    expect: {
      status: 200,
      body: { data: { id: '{made}', secret: /^whsec_[A-Za-z0-9+/]{43}=$/ } },
      check: ({ body }, { names }: Scene) => assert.notEqual(body.data.secret, names.secret),
    },
  },
  {
    statement: 'test is 202, and the test waits among the deliveries',
    given: [ownBank(), subscribe()],
    request: on('POST', '/test'),
    expect: 202,
    afterwards: [
      [on('GET', '/deliveries'), { status: 200, body: { data: [{ event_type: 'webhook.test', status: 'pending' }] } }],
    ],
  },
  {
    statement: 'deliveries are filtered by status',
    given: [ownBank(), subscribe(), on('POST', '/test')],
    request: on('GET', '/deliveries?status=failed'),
    expect: { status: 200, body: { data: [] } },
  },
  {
    statement: 'deliveries are filtered by event_type',
    given: [ownBank(), subscribe(), on('POST', '/test')],
    request: on('GET', '/deliveries?event_type=webhook.test'),
    expect: { status: 200, body: { data: [{}] } },
  },
  {
    statement: 'an unknown status of deliveries is 400',
    given: [ownBank(), subscribe()],
    request: on('GET', '/deliveries?status=lost'),
    expect: [400, 'invalid_request', 'status unknown_value'],
  },
  {
    statement: 'a delivery is retried on request, 202',
    given: [
      ownBank(),
      subscribe(),
      on('POST', '/test'),
      ['GET /webhooks/subscriptions/{made}/deliveries', { save: { delivery: 'data.0.id' } }],
    ],
    request: on('POST', '/deliveries/{delivery}/retry'),
    expect: { status: 202, body: { data: { id: '{delivery}' } } },
  },
  {
    statement: 'an unknown delivery is 404',
    given: [ownBank(), subscribe()],
    request: on('POST', '/deliveries/dlv_unknown/retry'),
    expect: [404, 'delivery_not_found'],
  },
  {
    statement: 'replay since a time is 202',
    given: [ownBank(), subscribe()],
    request: on('POST', '/replay', { since: '2026-11-20T09:00:00Z' }),
    expect: 202,
  },
  ...[
    ['in the future', '2026-11-20T09:30:01Z', 'out_of_range'],
    ['beyond 30 days', '2026-10-21T09:29:59Z', 'out_of_range'],
    ['that is no time', 'yesterday', 'invalid_timestamp'],
  ].map(([words, since, code]) => ({
    statement: `replay since a time ${words} is 422`,
    given: [ownBank(), subscribe()],
    request: on('POST', '/replay', { since }),
    expect: [422, 'validation_failed', `since ${code}`] as const,
  })),
  {
    statement: 'replay without since is 422',
    given: [ownBank(), subscribe()],
    request: on('POST', '/replay', {}),
    expect: [422, 'validation_failed', 'since required'],
  },
  {
    statement: 'replay until a time before since is 422',
    given: [ownBank(), subscribe()],
    request: on('POST', '/replay', { since: '2026-11-20T09:00:00Z', until: '2026-11-20T08:00:00Z' }),
    expect: [422, 'validation_failed', 'until out_of_range'],
  },
];

const OPERATIONS = [
  ['GET', '', undefined],
  ['PATCH', '', { status: 'paused' }],
  ['DELETE', '', undefined],
  ['POST', '/rotate-secret', undefined],
  ['POST', '/test', undefined],
  ['POST', '/replay', { since: '2026-11-20T09:00:00Z' }],
  ['GET', '/deliveries', undefined],
] as const;
const FOREIGN: readonly Row[] = OPERATIONS.flatMap(([method, path, json]) => [
  {
    statement: `${method} ${path} of another partner's subscription is 404, and it stays as it was`,
    given: [ownBank(), subscribe()],
    request: [
      `${method} /webhooks/subscriptions/{made}${path}`,
      { token: '{siblingToken}', ...(json ? { json } : {}) },
    ],
    expect: [404, 'subscription_not_found'],
    afterwards: [[on('GET'), { status: 200, body: { data: { status: 'active' } } }]],
  },
  {
    statement: `${method} ${path} of an unknown subscription is 404`,
    request: [`${method} /webhooks/subscriptions/${UNKNOWN}${path}`, json ? { json } : {}],
    expect: [404, 'subscription_not_found'],
  },
]);

function shown(target: string): string {
  return target.length > 60 ? `a URL of ${target.length} characters` : JSON.stringify(target).slice(1, -1);
}

testStatements(
  '§7 and §8 webhooks',
  [...TARGETS_ACCEPTED, ...TARGETS_REFUSED, ...KINDS_ROWS, ...MANAGING, ...FOREIGN],
  prepare,
);
