/** §5, first half: balances, credits, references, caps. */
import assert from 'node:assert/strict';
import {
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Send,
  sql,
  testStatements,
} from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const BODY = { user_id: '{member}', hours: 1.5, reference: '{ref}' };
const credit = (json: Record<string, unknown> = {}): Send => [
  'POST /wallet/credit',
  { json: { ...BODY, ...json }, save: { made: 'data.id' } },
];
const balance = (hours: number): NonNullable<Row['afterwards']>[number] => [
  'GET /wallet/balance/{member}',
  { status: 200, body: { data: { balance_hours: hours, balance_seconds: hours * 3600 } } },
];

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const sibling = await service.createPartner({ communityId: Number(names.communityId) });
  const second = await service.createMember({ communityId: Number(names.communityId) });
  return {
    ...names,
    second: second.id,
    siblingToken: await service.token(sibling),
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
    statement: 'a balance is never stale: a credit is in it at once',
    given: [ownBank(), credit({ hours: 0.07 })],
    request: 'GET /wallet/balance/{member}',
    expect: { status: 200, body: { data: { balance_hours: 0.07, balance_seconds: 252 } } },
  },
  {
    statement: 'wallet.write does not read balances',
    request: ['GET /wallet/balance/{member}', { token: '{writeToken}' }],
    expect: [403, 'insufficient_scope'],
  },
];

const CREDITS: readonly Row[] = [
  {
    statement: 'a credit is 201 with the credit, meta.replayed false and its Location',
    request: credit({ note: 'Für Mama' }),
    expect: {
      status: 201,
      headers: { location: /\/api\/partner\/v1\/wallet\/credits\/crd_[0-9a-z]{26}$/, 'idempotent-replayed': null },
      body: {
        data: {
          user_id: '{member}',
          hours: 1.5,
          seconds: 5400,
          reference: '{ref}',
          note: 'Für Mama',
          status: 'posted',
          created_at: '2026-11-20T09:30:00.000Z',
          reversal: null,
        },
        meta: { replayed: false },
      },
    },
  },
  {
    statement: 'booked_on is the UTC day of created_at',
    given: [ownBank()],
    request: ['POST /wallet/credit', { json: BODY, at: '2026-11-20T10:20:00.000Z' }],
    expect: { status: 201, body: { data: { booked_on: '2026-11-20', created_at: '2026-11-20T10:20:00.000Z' } } },
  },
  {
    statement: 'a credit needs wallet.write',
    request: ['POST /wallet/credit', { token: '{readToken}', json: BODY }],
    expect: [403, 'insufficient_scope'],
  },
  { statement: 'a note may have 500 characters', request: credit({ note: 'ü'.repeat(500) }), expect: 201 },
  {
    statement: 'a note of 501 characters is 422',
    request: credit({ note: 'ü'.repeat(501) }),
    expect: [422, 'validation_failed', 'note too_long'],
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
    statement: 'an Idempotency-Key is no key: the reference is',
    given: [ownBank(), ['POST /wallet/credit', { json: BODY, headers: { 'idempotency-key': 'same' } }]],
    request: [
      'POST /wallet/credit',
      { json: { ...BODY, reference: '{ref}-2' }, headers: { 'idempotency-key': 'same' } },
    ],
    expect: 201,
    afterwards: [balance(3)],
  },
];

const REFERENCES: readonly Row[] = [
  ...[
    ['one character', 'x'],
    ['128 characters', 'r'.repeat(128)],
    ['a space inside', 'A B'],
    ['letters beyond ASCII', 'Überweisung 7'],
    ['an emoji', '💶-1'],
    ['punctuation', 'NTRF;--\'"<x>%00/\\'],
    ['a text that begins with a placeholder', 'NOTPROVIDED-1'],
    ['digits only', '00000000000000000001'],
  ].map(([words, reference]) => ({
    statement: `a reference may have ${words}, and comes back as it was sent`,
    request: credit({ reference }),
    expect: { status: 201, body: { data: { reference } } },
  })),
  ...[
    ['nothing in it', '', 'too_short'],
    ['129 characters', 'r'.repeat(129), 'too_long'],
    ['a space in front', ' x', 'surrounding_space'],
    ['a space behind', 'x ', 'surrounding_space'],
    ['a no-break space behind', 'x\u00a0', 'surrounding_space'],
    ['an ideographic space in front', '\u3000x', 'surrounding_space'],
    ['a tab', 'a\tb', 'invalid_characters'],
    ['a line feed', 'a\nb', 'invalid_characters'],
    ['NUL', 'a\0b', 'invalid_characters'],
    ['DEL', 'a\u007fb', 'invalid_characters'],
    ['a zero-width space', 'a\u200bb', 'invalid_characters'],
    ['a zero-width joiner', 'a\u200db', 'invalid_characters'],
    ['a right-to-left override', 'a\u202eb', 'invalid_characters'],
    ['a byte order mark', '\ufeffab', 'invalid_characters'],
    ['a tag character', 'a\u{e0041}b', 'invalid_characters'],
    ['a soft hyphen', 'a\u00adb', 'invalid_characters'],
    ['a line separator', 'a\u2028b', 'invalid_characters'],
    ['NOTPROVIDED', 'NOTPROVIDED', 'placeholder'],
    ['notprovided', 'notprovided', 'placeholder'],
    ['NONREF', 'NONREF', 'placeholder'],
    ['NotAvailable', 'NotAvailable', 'placeholder'],
  ].map(([words, reference, code]) => ({
    statement: `a reference with ${words} is 422 ${code}`,
    request: credit({ reference }),
    expect: [422, 'validation_failed', `reference ${code}`] as const,
  })),
  ...[
    ['case', 'abc', 'ABC'],
    ['Unicode form', 'é', 'e\u0301'],
    ['full width', '１', '1'],
    ['inner spaces', 'a b', 'a  b'],
  ].map(([words, one, other]) => ({
    statement: `references are compared byte by byte: ${words} makes another`,
    given: [ownBank(), credit({ reference: one })],
    request: credit({ reference: other }),
    expect: 201,
    afterwards: [balance(3)],
  })),
  {
    statement: 'a reference is unique per partner: another partner may use it',
    given: [credit()],
    request: ['POST /wallet/credit', { token: '{siblingToken}', json: BODY }],
    expect: 201,
  },
];

const REPLAYS: readonly Row[] = [
  {
    statement: 'the same reference, user and amount is 200, the same credit, replayed, and books nothing',
    given: [ownBank(), credit()],
    request: credit(),
    expect: {
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
      body: { data: { id: '{made}' }, meta: { replayed: true } },
    },
    afterwards: [balance(1.5)],
  },
  {
    statement: 'a replay with another note is the same credit, with the first note',
    given: [credit({ note: 'first' })],
    request: credit({ note: 'second' }),
    expect: { status: 200, body: { data: { note: 'first' } } },
  },
  {
    statement: 'a replay is answered when the member was suspended since',
    given: [ownBank(), credit(), memberBecomes('suspended')],
    request: credit(),
    expect: { status: 200, body: { meta: { replayed: true } } },
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
    statement: 'another amount is 409 reference_conflict naming hours, and nothing changes',
    given: [ownBank(), credit()],
    request: credit({ hours: 1.51 }),
    expect: { status: 409, error: 'reference_conflict', body: { credit_id: '{made}', errors: [{ field: 'hours' }] } },
    afterwards: [balance(1.5)],
  },
  {
    statement: 'another user is 409 reference_conflict naming user_id, and nothing changes',
    given: [credit()],
    request: credit({ user_id: '{second}' }),
    expect: { status: 409, error: 'reference_conflict', body: { credit_id: '{made}', errors: [{ field: 'user_id' }] } },
    afterwards: [['GET /wallet/balance/{second}', { status: 200, body: { data: { balance_seconds: 0 } } }]],
  },
  {
    statement: 'another user and amount names both',
    given: [credit()],
    request: credit({ user_id: '{second}', hours: 2 }),
    expect: { status: 409, check: ({ body }) => assert.equal(body.errors.length, 2) },
  },
  {
    statement: 'a conflict comes before an unknown member',
    given: [credit()],
    request: credit({ user_id: 'usr_unknown' }),
    expect: [409, 'reference_conflict'],
  },
  {
    statement: 'a refused request does not use the reference up',
    given: [
      async ({ service, names }) => {
        const json = { user_id: 'usr_unknown', hours: 1.5, reference: names.ref };
        const { status } = await service.call('POST', '/wallet/credit', { token: names.token as string, json });
        assert.equal(status, 404);
      },
    ],
    request: credit(),
    expect: 201,
  },
  {
    statement: 'fifty at once: one 201, the rest 200, one transfer, one event',
    given: [
      ownBank(),
      async ({ service, names }) => {
        const json = { user_id: names.member, hours: 1.5, reference: names.ref };
        const send = () => service.call('POST', '/wallet/credit', { token: names.token as string, json });
        const statuses = (await Promise.all(Array.from({ length: 50 }, send))).map(({ status }) => status).sort();
        assert.deepEqual(statuses, [...Array(49).fill(200), 201]);
      },
    ],
    request: 'GET /events?type=wallet.credited',
    expect: { status: 200, body: { data: [{}] } },
    afterwards: [balance(1.5)],
  },
];

const limit = (code: string, values: object) => ({
  status: 422,
  error: 'limit_exceeded',
  body: { errors: [{ field: 'hours', code, ...values }] },
});
const MIDNIGHT = '2026-11-21T00:00:00.000Z';

const CAPS: readonly Row[] = [
  {
    statement: 'more than 1,000 hours per credit are refused unless set otherwise',
    request: credit({ hours: 1000.01 }),
    expect: limit('max_credit_hours', { limit: 1000, remaining: 1000, resets_at: null }),
  },
  {
    statement: 'exactly the hours per credit are booked',
    given: [ownBank()],
    request: credit({ hours: 1000 }),
    expect: 201,
  },
  {
    statement: 'hours per member and day: beyond them 422 with what is left and when it resets',
    given: [ownBank({ maxMemberDaySeconds: 36_000 }), credit({ hours: 7.5 })],
    request: credit({ hours: 2.51, reference: '{ref}-2' }),
    expect: limit('max_member_day_hours', { limit: 10, remaining: 2.5, resets_at: MIDNIGHT }),
    afterwards: [[credit({ hours: 2.5, reference: '{ref}-2' }), 201]],
  },
  {
    statement: 'hours per partner and day: beyond them 422 with what is left and when it resets',
    given: [ownBank({ maxPartnerDaySeconds: 36_000 }), credit({ hours: 9 })],
    request: credit({ hours: 1.01, reference: '{ref}-2' }),
    expect: limit('max_partner_day_hours', { limit: 10, remaining: 1, resets_at: MIDNIGHT }),
    afterwards: [[credit({ hours: 1, reference: '{ref}-2' }), 201]],
  },
  {
    statement: "the community's upper balance: beyond it 422, never reset by time",
    given: [ownBank(), sql('update communities set upper_balance_seconds = 36000 where id = {communityId}')],
    request: credit({ hours: 10.01 }),
    expect: limit('upper_balance', { limit: 10, remaining: 10, resets_at: null }),
  },
  {
    statement: 'a replay is answered whatever the caps are by now',
    given: [ownBank(), credit(), sql('update partners set max_credit_seconds = 36 where id = {partnerId}')],
    request: credit(),
    expect: 200,
  },
];

testStatements('§5 balances and credits', [...BALANCES, ...CREDITS, ...REFERENCES, ...REPLAYS, ...CAPS], prepare);
