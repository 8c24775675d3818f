/** §1, second half: ids, amounts in and out, and the rules of bodies. */
import assert from 'node:assert/strict';
import { prepareBank, type Row, type Send, sql, testStatements } from '../../test-support/conformance.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A credit whose hours stand in the body exactly so. */
const crediting = (hours: string): Send => [
  'POST /wallet/credit',
  { headers: JSON_TYPE, body: `{"user_id":"{member}","hours":${hours},"reference":"{ref}"}` },
];
const posting = (body: string, headers: Record<string, string> = JSON_TYPE): Send => [
  'POST /wallet/credit',
  { headers, body },
];
const SUBSCRIPTION = { event_types: ['*'], target_url: 'https://bank.example/', description: 'ledger' };
const SUBSCRIBE: Send = ['POST /webhooks/subscriptions', { json: SUBSCRIPTION, save: { subscription: 'data.id' } }];
const patching = (json: unknown): Send => ['PATCH /webhooks/subscriptions/{subscription}', { json }];

const IDS: readonly Row[] = [
  ['a user', '/users/{member}', /^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$/],
  ['a listing', '/listings/{listing}', /^lst_[0-7][0-9a-hjkmnp-tv-z]{25}$/],
  ['a credit', '/wallet/credits/{credit}', /^crd_[0-7][0-9a-hjkmnp-tv-z]{25}$/],
].map(([words, path, id]) => ({
  statement: `the id of ${words} is a TypeID (${id})`,
  request: `GET ${path}`,
  expect: { status: 200, body: { data: { id } } },
}));

const MALFORMED_IDS: readonly Row[] = [
  ['without its prefix', '{memberUuid}'],
  ["with another object's prefix", '{listing}'],
  ['in upper case', 'USR_01JD3H6M8NFDWTV0K2X9Q4Z7AB'],
  ['too short', 'usr_01jd3h6m8nfdwtv0k2x9q4z7a'],
  ['too long', '{member}0'],
  ['with a letter that base32 has not', 'usr_01jd3h6m8nfdwtv0k2x9q4z7au'],
  ['beyond 128 bits', 'usr_8zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['that is a number', '1'],
  ['with a NUL', '{member}%00'],
  ['with a quote', "usr_'"],
  ['with a space behind', '{member}%20'],
  ['with a lone surrogate', 'usr_%ED%A0%80'],
  ['that is dots', 'usr_..'],
].map(([words, id]) => ({
  statement: `an id ${words} is an unknown id`,
  request: { raw: [`GET {base}/users/${id} HTTP/1.1`, 'Host: x', 'Authorization: Bearer {token}'] },
  expect: [404, 'user_not_found'],
}));

const ID_RULES: readonly Row[] = [
  {
    statement: 'a malformed id of a credit is an unknown credit',
    request: 'GET /wallet/credits/1',
    expect: [404, 'credit_not_found'],
  },
  {
    statement: 'a malformed id of a listing is an unknown listing',
    request: 'GET /listings/lst_',
    expect: [404, 'listing_not_found'],
  },
  {
    statement: 'a malformed id of a subscription is an unknown subscription',
    request: 'DELETE /webhooks/subscriptions/whs_x',
    expect: [404, 'subscription_not_found'],
  },
  {
    statement: 'a malformed id in a body is an unknown id',
    request: ['POST /wallet/credit', { json: { user_id: 'nobody', hours: 1, reference: '{ref}' } }],
    expect: [404, 'user_not_found'],
  },
  ...['\\ud800', 'usr_\\u0000'].map((id) => ({
    statement: `${id} in an id of a body is 422`,
    request: posting(`{"user_id":"${id}","hours":1,"reference":"{ref}"}`),
    expect: [422, 'validation_failed', 'user_id invalid_characters'] as const,
  })),
];

const AMOUNTS_IN: readonly Row[] = [
  ['1', 3600],
  ['0.01', 36],
  ['0.1', 360],
  ['0.07', 252],
  ['4.35', 15_660],
  ['8.2', 29_520],
  ['19.99', 71_964],
  ['999.99', 3_599_964],
  ['1000', 3_600_000],
  ['1.50', 5400],
  ['1.500', 5400],
  ['15e-1', 5400],
  ['1e2', 360_000],
  ['1E+1', 36_000],
].map(([hours, seconds]) => ({
  statement: `${hours} hours are ${seconds} seconds`,
  request: crediting(String(hours)),
  expect: { status: 201, body: { data: { hours: Number(hours), seconds } } },
}));

const AMOUNTS_REFUSED: readonly Row[] = [
  ['0', 'not_positive'],
  ['-0', 'not_positive'],
  ['-1', 'not_positive'],
  ['0.0', 'not_positive'],
  ['1.005', 'too_many_decimals'],
  ['0.001', 'too_many_decimals'],
  ['0.30000000000000004', 'too_many_decimals'],
  ['1e-7', 'too_many_decimals'],
  ['1000000.01', 'too_large'],
  ['1e21', 'too_large'],
  ['1e400', 'too_large'],
  ['"1"', 'wrong_type'],
  ['"1.5"', 'wrong_type'],
  ['true', 'wrong_type'],
  ['[1]', 'wrong_type'],
  ['{}', 'wrong_type'],
].map(([hours, code]) => ({
  statement: `${hours} as hours is 422 ${code}`,
  request: crediting(hours as string),
  expect: [422, 'validation_failed', `hours ${code}`],
}));

const NO_JSON: readonly Row[] = ['NaN', 'Infinity', '+1', '1.', '.5', '01', '0x10', '1_000', '1,5'].map((hours) => ({
  statement: `${hours} is no JSON: 400`,
  request: crediting(hours),
  expect: [400, 'invalid_request'],
}));

const AMOUNT_RULES: readonly Row[] = [
  {
    statement: 'null as hours is 422',
    request: crediting('null'),
    expect: { status: 422, error: 'validation_failed', body: { errors: [{ field: 'hours' }] } },
  },
  {
    statement: 'hours up to 1,000,000 are only a matter of the caps',
    request: crediting('1000000'),
    expect: [422, 'limit_exceeded', 'hours max_credit_hours'],
  },
  {
    statement: 'a balance has balance_hours and exactly the balance_seconds beside it',
    request: 'GET /wallet/balance/{member}',
    expect: {
      status: 200,
      check: ({ body: { data } }) =>
        assert.equal(data.balance_hours, Math.round((data.balance_seconds * 25) / 9) / 1e4),
    },
  },
  {
    statement: 'an amount that is no hundredth of an hour is rounded to four decimals, its seconds are exact',
    given: [sql(`update listings set estimated_seconds = 100 where community_id = {communityId}`)],
    request: 'GET /listings/{listing}',
    expect: { status: 200, body: { data: { estimated_hours: 0.0278, estimated_seconds: 100 } } },
  },
  {
    statement: 'estimated_hours and estimated_seconds are null together',
    given: [sql(`update listings set estimated_seconds = null where community_id = {communityId}`)],
    request: 'GET /listings/{listing}',
    expect: { status: 200, body: { data: { estimated_hours: null, estimated_seconds: null } } },
  },
];

const BODIES: readonly Row[] = [
  {
    statement: 'an unknown field is 422 unknown_field by name',
    request: ['POST /wallet/credit', { json: { user_id: '{member}', hours: 1, reference: '{ref}', amount: 1 } }],
    expect: [422, 'validation_failed', 'amount unknown_field'],
  },
  {
    statement: '__proto__ is an unknown field like any other',
    request: posting('{"user_id":"{member}","hours":1,"reference":"{ref}","__proto__":{}}'),
    expect: [422, 'validation_failed', '__proto__ unknown_field'],
  },
  {
    statement: 'constructor is an unknown field like any other',
    request: posting('{"user_id":"{member}","hours":1,"reference":"{ref}","constructor":1}'),
    expect: [422, 'validation_failed', 'constructor unknown_field'],
  },
  {
    statement: 'null on an optional field is absent on creation',
    request: ['POST /wallet/credit', { json: { user_id: '{member}', hours: 1, reference: '{ref}', note: null } }],
    expect: { status: 201, body: { data: { note: null } } },
  },
  {
    statement: 'null on a required field is 422',
    request: ['POST /wallet/credit', { json: { user_id: null, hours: 1, reference: '{ref}' } }],
    expect: { status: 422, error: 'validation_failed', body: { errors: [{ field: 'user_id' }] } },
  },
  {
    statement: 'null clears a nullable field in PATCH',
    given: [SUBSCRIBE],
    request: patching({ description: null }),
    expect: { status: 200, body: { data: { description: null } } },
  },
  {
    statement: 'null on another field of PATCH is 422',
    given: [SUBSCRIBE],
    request: patching({ target_url: null }),
    expect: { status: 422, error: 'validation_failed', body: { errors: [{ field: 'target_url' }] } },
  },
  {
    statement: 'a field left out of PATCH stays as it is',
    given: [SUBSCRIBE],
    request: patching({ status: 'paused' }),
    expect: { status: 200, body: { data: { description: 'ledger', status: 'paused' } } },
  },
  {
    statement: 'PATCH accepts application/merge-patch+json',
    given: [SUBSCRIBE],
    request: [
      'PATCH /webhooks/subscriptions/{subscription}',
      { headers: { 'content-type': 'application/merge-patch+json' }, body: '{"description":null}' },
    ],
    expect: { status: 200, body: { data: { description: null } } },
  },
  {
    statement: 'errors holds at most 100 entries',
    request: posting(`{${Array.from({ length: 300 }, (_, at) => `"f${at}":1`).join()}}`),
    expect: { status: 422, check: ({ body }) => assert.equal(body.errors.length, 100) },
  },
  ...[undefined, '', '{}', ' { } '].map((body) => ({
    statement: `an operation without a body accepts ${body === undefined ? 'none' : JSON.stringify(body)}`,
    given: [SUBSCRIBE],
    request: [
      'POST /webhooks/subscriptions/{subscription}/test',
      body === undefined ? {} : { body, headers: JSON_TYPE },
    ] as const,
    expect: 202,
  })),
  {
    statement: 'an operation without a body refuses a field by name, 400',
    given: [SUBSCRIBE],
    request: ['POST /webhooks/subscriptions/{subscription}/test', { json: { nonsense: 1 } }],
    expect: { status: 400, error: 'invalid_request', body: { errors: [{ field: 'nonsense' }] } },
  },
  {
    statement: 'GET with fields in its body is 400',
    request: {
      raw: [
        'GET {base}/users HTTP/1.1',
        'Host: x',
        'Authorization: Bearer {token}',
        'Content-Type: application/json',
        'Content-Length: 7',
      ],
      body: '{"a":1}',
    },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a length counts code points: 128 characters beyond the BMP are a reference',
    request: ['POST /wallet/credit', { json: { user_id: '{member}', hours: 1, reference: '\u{1f600}'.repeat(128) } }],
    expect: 201,
  },
  {
    statement: 'a length counts code points: 129 are too many',
    request: ['POST /wallet/credit', { json: { user_id: '{member}', hours: 1, reference: '\u{1f600}'.repeat(129) } }],
    expect: [422, 'validation_failed', 'reference too_long'],
  },
  ...[
    ['a lone surrogate', '\\udc00'],
    ['NUL', '\\u0000'],
    ['ESC', '\\u001b[2J'],
    ['BEL', '\\u0007'],
    ['CR', '\\r\\n'],
    ['DEL', '\\u007f'],
    ['C1', '\\u009b2J'],
  ].map(([words, note]) => ({
    statement: `${words} in a text is 422`,
    request: posting(`{"user_id":"{member}","hours":1,"reference":"{ref}","note":"${note}"}`),
    expect: [422, 'validation_failed', 'note invalid_characters'] as const,
  })),
  {
    statement: 'a line feed and a tab stand in a text',
    request: posting('{"user_id":"{member}","hours":1,"reference":"{ref}","note":"a\\n\\tb"}'),
    expect: { status: 201, body: { data: { note: 'a\n\tb' } } },
  },
  {
    statement: 'a control character in the description of a subscription is 422',
    request: ['POST /webhooks/subscriptions', { json: { ...SUBSCRIPTION, description: 'a\u001b]0;b' } }],
    expect: [422, 'validation_failed', 'description invalid_characters'],
  },
  {
    statement: 'a wrong type inside a list is 422 by its place',
    request: ['POST /webhooks/subscriptions', { json: { ...SUBSCRIPTION, event_types: [1, 'user.updated'] } }],
    expect: [422, 'validation_failed', 'event_types.0 wrong_type'],
  },
  {
    statement: 'a number where a text belongs is 422, never coerced',
    request: ['POST /wallet/credit', { json: { user_id: '{member}', hours: 1, reference: 17 } }],
    expect: [422, 'validation_failed', 'reference wrong_type'],
  },
  {
    statement: 'every field at fault is named at once',
    request: ['POST /wallet/credit', { json: { hours: 0, note: 1 } }],
    expect: [
      422,
      'validation_failed',
      'hours not_positive',
      'note wrong_type',
      'reference required',
      'user_id required',
    ],
  },
  ...[
    ['an empty body', ''],
    ['a half body', '{'],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['two objects', '{}{}'],
    ['a trailing comma', '{"hours":1,}'],
    ['a comment', '{} // x'],
    ['a byte order mark', '\ufeff{}'],
  ].map(([words, body = '']) => ({
    statement: `${words} as a body is 400`,
    request: posting(body),
    expect: [400, 'invalid_request'] as const,
  })),
  {
    statement: 'a body that is not UTF-8 is 400',
    request: [
      'POST /wallet/credit',
      { headers: JSON_TYPE, body: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) },
    ],
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a body of another media type is 415',
    request: posting('{}', { 'content-type': 'text/plain' }),
    expect: [415, 'unsupported_media_type'],
  },
  {
    statement: 'a form where JSON belongs is 415',
    request: ['POST /wallet/credit', { form: { hours: '1' } }],
    expect: [415, 'unsupported_media_type'],
  },
  {
    statement: 'another charset than UTF-8 is 415',
    request: posting('{}', { 'content-type': 'application/json; charset=iso-8859-1' }),
    expect: [415, 'unsupported_media_type'],
  },
  {
    statement: 'a compressed body is 415',
    request: posting('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    expect: [415, 'unsupported_media_type'],
  },
  {
    statement: 'a body of more than 64 KiB is 413',
    request: posting(`{"note":"${'x'.repeat(65_536)}"}`),
    expect: [413, 'payload_too_large'],
  },
];

testStatements(
  '§1 ids, amounts, bodies',
  [...IDS, ...MALFORMED_IDS, ...ID_RULES, ...AMOUNTS_IN, ...AMOUNTS_REFUSED, ...NO_JSON, ...AMOUNT_RULES, ...BODIES],
  prepareBank,
);
