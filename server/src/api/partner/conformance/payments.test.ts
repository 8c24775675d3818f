/** §5, third part: the payment of a credit, what a credit corrects, and many credits in one request. */
import assert from 'node:assert/strict';
import {
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Send,
  testStatements,
} from '../../../test-support/conformance.ts';

const BODY = { user_id: '{member}', hours: 1.5, reference: '{ref}' };
const PAYMENT = { amount: '125.00', currency: 'EUR', value_date: '2026-11-19', end_to_end_id: 'E2E-1' };
const credit = (json: Record<string, unknown> = {}, made = 'made'): Send => [
  'POST /wallet/credit',
  { json: { ...BODY, ...json }, save: { [made]: 'data.id' } },
];
const REVERSE: Send = ['POST /wallet/credits/{made}/reversal', { json: { reference: 'return' } }];
const many = (credits: unknown, more: object = {}): Send => ['POST /wallet/credits', { json: { credits, ...more } }];
const balance = (hours: number): NonNullable<Row['afterwards']>[number] => [
  'GET /wallet/balance/{member}',
  { status: 200, body: { data: { balance_hours: hours } } },
];

const PAYMENTS: readonly Row[] = [
  {
    statement: 'payment is stored and returned as sent',
    request: credit({ payment: PAYMENT }),
    expect: { status: 201, body: { data: { payment: PAYMENT, corrects: null } } },
    afterwards: [['GET /wallet/credits/{made}', { status: 200, body: { data: { payment: PAYMENT } } }]],
  },
  {
    statement: 'payment is null where none was sent',
    request: credit(),
    expect: { status: 201, body: { data: { payment: null } } },
  },
  ...Object.entries(PAYMENT).map(([name, value]) => ({
    statement: `each part of payment is optional: ${name} alone`,
    request: credit({ payment: { [name]: value } }),
    expect: { status: 201, body: { data: { payment: { [name]: value } } } },
  })),
  {
    statement: 'credits are filtered by end_to_end_id',
    given: [ownBank(), credit({ payment: PAYMENT }), credit({ reference: '{ref}-2' }, 'second')],
    request: 'GET /wallet/credits?end_to_end_id=E2E-1',
    expect: { status: 200, body: { data: [{ id: '{made}' }] } },
  },
  {
    statement: 'a replay with another payment is the same credit, with the first payment',
    given: [credit({ payment: PAYMENT })],
    request: credit({ payment: { amount: '1.00' } }),
    expect: { status: 200, body: { data: { id: '{made}', payment: PAYMENT } } },
  },
  ...[
    ['amount', '125,00'],
    ['amount', '1.005'],
    ['amount', '-1'],
    ['amount', 125],
    ['currency', 'euro'],
    ['currency', 'eur'],
    ['value_date', '2026-02-30'],
    ['value_date', '2026-11-19T00:00:00Z'],
    ['end_to_end_id', ''],
    ['end_to_end_id', 'e'.repeat(36)],
    ['nonsense', 1],
  ].map(([name, value]) => ({
    statement: `${JSON.stringify(value).slice(0, 30)} as payment.${name} is 422 by name`,
    request: credit({ payment: { [name as string]: value } }),
    expect: { status: 422, error: 'validation_failed', body: { errors: [{ field: `payment.${name}` }] } },
  })),
];

const CORRECTIONS: readonly Row[] = [
  {
    statement: 'a credit may correct an own reversed one, which it names',
    given: [ownBank(), credit(), REVERSE],
    request: credit({ hours: 2, reference: '{ref}-2', corrects: '{made}' }, 'next'),
    expect: { status: 201, body: { data: { corrects: '{made}', status: 'posted' } } },
    afterwards: [balance(2)],
  },
  {
    statement: 'correcting an unknown credit is 422 unknown_credit',
    request: credit({ corrects: 'crd_unknown' }),
    expect: [422, 'validation_failed', 'corrects unknown_credit'],
  },
  {
    statement: "correcting another partner's credit is 422 unknown_credit",
    given: [ownBank()],
    request: credit({ corrects: '{credit}' }),
    expect: [422, 'validation_failed', 'corrects unknown_credit'],
  },
  {
    statement: 'correcting a credit that is not reversed is 422 not_reversed',
    given: [ownBank(), credit()],
    request: credit({ reference: '{ref}-2', corrects: '{made}' }),
    expect: [422, 'validation_failed', 'corrects not_reversed'],
  },
  {
    statement: 'correcting a credit twice is 422 already_corrected',
    given: [ownBank(), credit(), REVERSE, credit({ reference: '{ref}-2', corrects: '{made}' }, 'next')],
    request: credit({ reference: '{ref}-3', corrects: '{made}' }),
    expect: [422, 'validation_failed', 'corrects already_corrected'],
  },
];

const MANY: readonly Row[] = [
  {
    statement: 'many credits are 200 with one outcome per item in order',
    given: [ownBank()],
    request: many([BODY, { ...BODY, user_id: 'usr_unknown', reference: '{ref}-2' }, { ...BODY, reference: '{ref}-3' }]),
    expect: {
      status: 200,
      body: {
        data: [
          { index: 0, status: 201, data: { reference: '{ref}', hours: 1.5, seconds: 5400 } },
          { index: 1, status: 404, error: { error: 'user_not_found' } },
          { index: 2, status: 201, data: { reference: '{ref}-3' } },
        ],
      },
    },
    afterwards: [balance(3)],
  },
  {
    statement: 'each of many is idempotent by its reference',
    given: [ownBank(), credit()],
    request: many([BODY, { ...BODY, reference: '{ref}-2' }]),
    expect: {
      status: 200,
      body: {
        data: [
          { index: 0, status: 200, data: { id: '{made}' } },
          { index: 1, status: 201 },
        ],
      },
    },
    afterwards: [balance(3)],
  },
  {
    statement: 'a reference twice in one request is 422 for the second',
    given: [ownBank()],
    request: many([BODY, BODY]),
    expect: { status: 200, body: { data: [{ status: 201 }, { index: 1, status: 422 }] } },
    afterwards: [balance(1.5)],
  },
  {
    statement: 'a wrong item is 422 for itself, its fields named as in a single call',
    given: [ownBank()],
    request: many([
      { ...BODY, hours: 0 },
      { ...BODY, reference: '{ref}-2' },
    ]),
    expect: {
      status: 200,
      body: { data: [{ status: 422, error: { errors: [{ field: 'hours', code: 'not_positive' }] } }, { status: 201 }] },
    },
  },
  {
    statement: 'a conflict among many is 409 for itself',
    given: [ownBank(), credit()],
    request: many([{ ...BODY, hours: 2 }]),
    expect: {
      status: 200,
      body: { data: [{ status: 409, error: { error: 'reference_conflict', credit_id: '{made}' } }] },
    },
  },
  {
    statement: 'a cap among many is 422 limit_exceeded for itself',
    given: [ownBank({ maxPartnerDaySeconds: 7200 })],
    request: many([BODY, { ...BODY, reference: '{ref}-2' }, { ...BODY, hours: 0.5, reference: '{ref}-3' }]),
    expect: {
      status: 200,
      body: { data: [{ status: 201 }, { status: 422, error: { error: 'limit_exceeded' } }, { status: 201 }] },
    },
  },
  {
    statement: 'a replay among many is answered when the member was suspended since',
    given: [ownBank(), credit(), memberBecomes('suspended')],
    request: many([BODY]),
    expect: { status: 200, body: { data: [{ status: 200, data: { id: '{made}' } }] } },
  },
  {
    statement: '500 credits are taken at once',
    given: [ownBank()],
    request: many(Array.from({ length: 500 }, (_, at) => ({ ...BODY, hours: 0.01, reference: `{ref}-${at}` }))),
    expect: {
      status: 200,
      check: ({ body }) => {
        assert.equal(body.data.length, 500);
        assert.ok(body.data.every(({ status }: { status: number }) => status === 201));
      },
    },
    afterwards: [balance(5)],
  },
  {
    statement: '501 credits are 422',
    request: many(Array.from({ length: 501 }, (_, at) => ({ ...BODY, reference: `{ref}-${at}` }))),
    expect: [422, 'validation_failed', 'credits too_many_items'],
  },
  { statement: 'no credits are 422', request: many([]), expect: [422, 'validation_failed', 'credits too_few_items'] },
  {
    statement: 'credits that are no list are 422',
    request: many({}),
    expect: [422, 'validation_failed', 'credits wrong_type'],
  },
  {
    statement: 'an unknown field beside credits is 422 by name',
    request: many([BODY], { currency: 'EUR' }),
    expect: [422, 'validation_failed', 'currency unknown_field'],
  },
];

testStatements('§5 payments, corrections, many credits', [...PAYMENTS, ...CORRECTIONS, ...MANY], prepareBank);
