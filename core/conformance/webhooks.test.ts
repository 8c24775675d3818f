/** §7 and §8: event types, subscriptions and where they may point, and what manages them. */
import assert from 'node:assert/strict';
import {
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  testStatements,
} from '../../test-support/conformance.ts';

const TARGET = 'https://bank.example/hooks';
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
];

const MANAGING: readonly Row[] = [
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
];

function shown(target: string): string {
  return target.length > 60 ? `a URL of ${target.length} characters` : JSON.stringify(target).slice(1, -1);
}

testStatements(
  '§7 and §8 webhooks',
  [...TARGETS_ACCEPTED, ...TARGETS_REFUSED, ...KINDS_ROWS, ...MANAGING],
  prepareBank,
);
