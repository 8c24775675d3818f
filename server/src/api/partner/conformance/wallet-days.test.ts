/** §5, second half: reversals, the list of credits, statements. */
import assert from 'node:assert/strict';
import { ownBank, prepareBank, type Row, type Send, testStatements } from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const CREDIT: Send = [
  'POST /wallet/credit',
  { json: { user_id: '{member}', hours: 1.5, reference: '{ref}' }, save: { made: 'data.id' } },
];
const SECOND: Send = [
  'POST /wallet/credit',
  { json: { user_id: '{member}', hours: 0.01, reference: '{ref}-2' }, save: { second: 'data.id' } },
];
const reverse = (json: Record<string, unknown> = {}, credit = '{made}'): Send => [
  `POST /wallet/credits/${credit}/reversal`,
  { json: { reference: 'return', ...json } },
];
const NOW: Send = [
  'POST /oauth/token',
  {
    token: null,
    json: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
    save: { token: 'access_token' },
  },
];
/** Moves the clock and renews the token, which lives for an hour. */
const later = (at: string): readonly (Send | ((scene: { service: TestService }) => Promise<void>))[] => [
  ({ service }) => Promise.resolve(service.clock.set(at)),
  NOW,
];
const balance = (hours: number): NonNullable<Row['afterwards']>[number] => [
  'GET /wallet/balance/{member}',
  { status: 200, body: { data: { balance_hours: hours } } },
];

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const sibling = await service.createPartner({ communityId: Number(names.communityId) });
  return {
    ...names,
    siblingToken: await service.token(sibling),
    readToken: await service.token(sibling, ['wallet.read']),
    writeToken: await service.token(sibling, ['wallet.write']),
    usersToken: await service.token(sibling, ['users.read']),
  };
}

const REVERSALS: readonly Row[] = [
  {
    statement: 'a reversal without a reason has none',
    given: [ownBank(), CREDIT],
    request: reverse(),
    expect: { status: 201, body: { data: { reversal: { reason: null } } } },
  },
  {
    statement: 'a replay of a reversed credit is the credit, reversed',
    given: [ownBank(), CREDIT, reverse()],
    request: CREDIT,
    expect: { status: 200, body: { data: { status: 'reversed' } } },
    afterwards: [balance(0)],
  },
];

const ONE = { status: 200, body: { data: [{ id: '{made}' }] } };
const NONE = { status: 200, body: { data: [] } };

const LISTS: readonly Row[] = [
  ...[
    'reference={ref}',
    'user_id={member}',
    'status=posted',
    'booked_on=2026-11-20',
    'created_since=2026-11-20T09:30:00Z',
    'created_before=2026-11-20T09:30:00.001Z',
  ].map((query) => ({
    statement: `credits are found by ${query}`,
    given: [ownBank(), CREDIT],
    request: `GET /wallet/credits?${query}`,
    expect: ONE,
  })),
  ...[
    'reference={ref}x',
    'status=reversed',
    'booked_on=2026-11-19',
    'reversed_on=2026-11-20',
    'created_since=2026-11-20T09:30:00.001Z',
  ].map((query) => ({
    statement: `a credit that does not fit is not found by ${query}`,
    given: [ownBank(), CREDIT],
    request: `GET /wallet/credits?${query}`,
    expect: NONE,
  })),
  {
    statement: 'reversed credits are found by reversed_on',
    given: [ownBank(), CREDIT, SECOND, reverse()],
    request: 'GET /wallet/credits?reversed_on=2026-11-20',
    expect: ONE,
  },
  {
    statement: "another partner's credits are not listed",
    given: [ownBank(), CREDIT],
    request: ['GET /wallet/credits?reference={ref}', { token: '{siblingToken}' }],
    expect: NONE,
  },
  {
    statement: "another partner's credit is 404",
    given: [CREDIT],
    request: ['GET /wallet/credits/{made}', { token: '{siblingToken}' }],
    expect: [404, 'credit_not_found'],
  },
  {
    statement: 'one credit is what the list holds',
    request: 'GET /wallet/credits/{credit}',
    expect: { status: 200, body: { data: { id: '{credit}', reference: 'first', status: 'posted' } } },
  },
  ...['{readToken}', '{writeToken}'].flatMap((token) =>
    ['/wallet/credits', '/wallet/statements/2026-11-20'].map((path) => ({
      statement: `${token} reads ${path}: wallet.read or wallet.write suffices`,
      request: [`GET ${path}`, { token }] as const,
      expect: 200,
    })),
  ),
  ...['/wallet/credits', '/wallet/credits/{credit}', '/wallet/statements/2026-11-20'].map((path) => ({
    statement: `another scope does not read ${path}`,
    request: [`GET ${path}`, { token: '{usersToken}' }] as const,
    expect: [403, 'insufficient_scope'] as const,
  })),
];

const SUMS = {
  date: '2026-11-20',
  opening_hours: 0,
  opening_seconds: 0,
  credits: { count: 2, hours: 1.51, seconds: 5436 },
  reversals: { count: 1, hours: 1.5, seconds: 5400 },
  closing_hours: 0.01,
  closing_seconds: 36,
};
/** The previous hash of the first day of a partner. */
const NO_DAY_BEFORE = '0'.repeat(64);
const SHA256 = /^[0-9a-f]{64}$/;
const BOOKED: NonNullable<Row['given']> = [ownBank(), CREDIT, SECOND, reverse()];

const STATEMENTS: readonly Row[] = [
  {
    statement: 'a statement has opening, credits, reversals and closing = opening + credits - reversals',
    given: BOOKED,
    request: 'GET /wallet/statements/2026-11-20',
    expect: {
      status: 200,
      check: ({ body }) =>
        assert.deepEqual(body.data, { ...SUMS, status: 'open', hash: null, previous_hash: NO_DAY_BEFORE }),
    },
  },
  {
    statement: 'a day is open until 00:15 UTC',
    given: [...BOOKED, ...later('2026-11-21T00:14:59.999Z')],
    request: 'GET /wallet/statements/2026-11-20',
    expect: { status: 200, body: { data: { status: 'open' } } },
  },
  {
    statement: 'a day is final from 00:15 UTC',
    given: [...BOOKED, ...later('2026-11-21T00:15:00.000Z')],
    request: 'GET /wallet/statements/2026-11-20',
    expect: {
      status: 200,
      check({ body: { data } }) {
        assert.match(data.hash, SHA256);
        assert.deepEqual(data, { ...SUMS, status: 'final', hash: data.hash, previous_hash: NO_DAY_BEFORE });
      },
    },
  },
  {
    statement: 'a day opens as the last one closed',
    given: [...BOOKED, ...later('2026-11-21T08:00:00.000Z')],
    request: 'GET /wallet/statements/2026-11-21',
    expect: { status: 200, body: { data: { opening_seconds: 36, credits: { count: 0 }, closing_seconds: 36 } } },
  },
  {
    statement: 'when a day is final, statement.ready tells it with its totals',
    given: [...BOOKED, ...later('2026-11-21T00:15:00.000Z'), 'GET /wallet/statements/2026-11-20'],
    request: 'GET /events?type=statement.ready',
    expect: {
      status: 200,
      check({ body }) {
        const found = body.data.find(({ data }: { data: { date: string } }) => data.date === SUMS.date)?.data;
        assert.match(found.hash, SHA256);
        assert.deepEqual(found, { ...SUMS, hash: found.hash, previous_hash: NO_DAY_BEFORE });
      },
    },
  },
  {
    statement: 'a payment returned after its day was closed is listed on the day of the return',
    given: [ownBank(), CREDIT, ...later('2026-11-21T08:00:00.000Z'), 'GET /wallet/statements/2026-11-20', reverse()],
    request: 'GET /wallet/statements/2026-11-20',
    expect: { status: 200, body: { data: { status: 'final', reversals: { count: 0 } } } },
    afterwards: [
      [
        'GET /wallet/statements/2026-11-21',
        { status: 200, body: { data: { reversals: { count: 1, seconds: 5400 } } } },
      ],
    ],
  },
  {
    statement: 'midnight UTC divides the days',
    given: [ownBank(), ...later('2026-11-20T23:59:59.999Z'), CREDIT, ...later('2026-11-21T00:00:00.000Z'), SECOND],
    request: 'GET /wallet/credits?booked_on=2026-11-20',
    expect: ONE,
  },
  {
    statement: 'the lines of a statement are the credits booked on its day',
    given: BOOKED,
    request: 'GET /wallet/credits?booked_on=2026-11-20',
    expect: { status: 200, body: { data: [{ id: '{second}' }, { id: '{made}' }] } },
  },
  {
    statement: 'the day before the first booking is empty and final',
    given: BOOKED,
    request: 'GET /wallet/statements/2026-11-19',
    expect: { status: 200, body: { data: { status: 'final', closing_seconds: 0 } } },
  },
  {
    statement: 'a future day is 404',
    request: 'GET /wallet/statements/2026-11-21',
    expect: [404, 'statement_not_found'],
  },
  ...['2026-11-31', '2026-2-1', 'today', '20261120', '2026-11-20T00:00:00Z', '0000-01-01'].map((date) => ({
    statement: `${date} is no day: 400`,
    request: `GET /wallet/statements/${date}`,
    expect: { status: 400, error: 'invalid_request' },
  })),
  {
    statement: "another partner's bookings never show in a statement",
    given: BOOKED,
    request: ['GET /wallet/statements/2026-11-20', { token: '{readToken}' }],
    expect: { status: 200, body: { data: { credits: { count: 0 } } } },
  },
];

testStatements('§5 reversals, lists, statements', [...REVERSALS, ...LISTS, ...STATEMENTS], prepare);
