/** §5: what the tests in `wallet/` leave to say of balances, credits, reversals and replays. */
import assert from 'node:assert/strict';
import { ownBank, prepareBank, type Row, type Send, sql, testStatements } from '../../test-support/conformance.ts';
import type { TestService } from '../../test-support/harness.ts';

const BODY = { user_id: '{member}', hours: 1.5, reference: '{ref}' };
const credit = (json: Record<string, unknown> = {}): Send => [
  'POST /wallet/credit',
  { json: { ...BODY, ...json }, save: { made: 'data.id' } },
];
const reverse: Send = ['POST /wallet/credits/{made}/reversal', { json: { reference: 'return' } }];
const balance = (hours: number): NonNullable<Row['afterwards']>[number] => [
  'GET /wallet/balance/{member}',
  { status: 200, body: { data: { balance_hours: hours, balance_seconds: hours * 3600 } } },
];

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const sibling = await service.createPartner({ communityId: Number(names.communityId) });
  return {
    ...names,
    readToken: await service.token(sibling, ['wallet.read']),
    writeToken: await service.token(sibling, ['wallet.write']),
  };
}

const BALANCES: readonly Row[] = [
  {
    statement: 'a balance is user_id, balance_hours, balance_seconds and as_of',
    given: [ownBank()],
    request: 'GET /wallet/balance/{member}',
    expect: {
      status: 200,
      check: ({ body }, { names }) =>
        assert.deepEqual(body.data, {
          user_id: names.member,
          balance_hours: 0,
          balance_seconds: 0,
          as_of: '2026-11-20T09:30:00.000Z',
        }),
    },
  },
  {
    statement: 'wallet.write does not read balances',
    request: ['GET /wallet/balance/{member}', { token: '{writeToken}' }],
    expect: [403, 'insufficient_scope'],
  },
];

const CREDITS: readonly Row[] = [
  {
    statement: 'booked_on is the UTC day of created_at',
    given: [ownBank()],
    request: ['POST /wallet/credit', { json: BODY, at: '2026-11-20T10:20:00.000Z' }],
    expect: { status: 201, body: { data: { booked_on: '2026-11-20', created_at: '2026-11-20T10:20:00.000Z' } } },
  },
  {
    statement: 'a credit sends wallet.credited with its facts',
    given: [ownBank(), credit()],
    request: 'GET /events?type=wallet.credited',
    expect: {
      status: 200,
      body: {
        data: [{ data: { credit_id: '{made}', user_id: '{member}', hours: 1.5, seconds: 5400, reference: '{ref}' } }],
      },
    },
  },
  {
    statement: 'an Idempotency-Key is 400 for a known reference, too: the reference is the key',
    given: [ownBank(), ['POST /wallet/credit', { json: BODY }]],
    request: ['POST /wallet/credit', { json: BODY, headers: { 'idempotency-key': 'same' } }],
    expect: [400, 'invalid_request'],
    afterwards: [balance(1.5)],
  },
  ...(
    [
      ['/wallet/credit', BODY],
      ['/wallet/credits', { credits: [BODY] }],
      ['/wallet/credits/{credit}/reversal', { reference: '{ref}' }],
    ] as const
  ).map(
    ([path, json]): Row => ({
      statement: `an empty Idempotency-Key on POST ${path} is 400, and nothing is booked`,
      request: [`POST ${path}`, { json, headers: { 'idempotency-key': '' } }],
      expect: {
        status: 400,
        error: 'invalid_request',
        check: ({ body }) => assert.match(body.error_description, /^The reference is the key of a booking/),
      },
    }),
  ),
  ...['{readToken}', '{writeToken}'].map((token) => ({
    statement: `${token} reads /wallet/credits: wallet.read or wallet.write suffices`,
    request: ['GET /wallet/credits', { token }] as const,
    expect: 200,
  })),
  {
    statement: 'reading ignores an Idempotency-Key',
    request: ['GET /wallet/credits', { headers: { 'idempotency-key': 'same' } }],
    expect: 200,
  },
];

const REPLAYS: readonly Row[] = [
  {
    statement: 'a reversal without a reason has none',
    given: [ownBank(), credit()],
    request: reverse,
    expect: { status: 201, body: { data: { reversal: { reason: null } } } },
  },
  {
    statement: 'a replay of a reversed credit is the credit, reversed',
    given: [ownBank(), credit(), reverse],
    request: credit(),
    expect: { status: 200, body: { data: { status: 'reversed' } } },
    afterwards: [balance(0)],
  },
  {
    statement: 'a replay is answered a year later',
    given: [
      ownBank(),
      credit(),
      ({ service }) => Promise.resolve(service.clock.set('2027-11-20T09:30:00Z')),
      [
        'POST /oauth/token',
        {
          token: null,
          json: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
          save: { token: 'access_token' },
        },
      ],
    ],
    request: credit(),
    expect: { status: 200, body: { data: { id: '{made}' } } },
  },
  {
    statement: 'a replay is answered whatever the caps are by now',
    given: [ownBank(), credit(), sql('update partners set max_credit_seconds = 36 where id = {partnerId}')],
    request: credit(),
    expect: 200,
  },
];

testStatements('§5 balances and credits', [...BALANCES, ...CREDITS, ...REPLAYS], prepare);
