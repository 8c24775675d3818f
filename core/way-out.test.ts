/** Mistakes that partners' developers make, and the answer that tells each of them what to do. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import { type CallOptions, checkResponse } from '../test-support/call.ts';
import { startTestService, type TestMember, type TestPartner, type TestService } from '../test-support/harness.ts';
import { sendRaw } from '../test-support/raw-http.ts';

let service: TestService;
let partner: TestPartner;
let token: string;
let member: TestMember;
let other: TestMember;
let creditId: string;
before(async () => {
  service = await startTestService();
  partner = await service.createPartner();
  token = await service.token(partner);
  member = await service.createMember(partner);
  other = await service.createMember(partner);
  await service.ownerQuery('update partners set max_credit_seconds = 18000 where id = $1', [partner.partnerId]);
  const json = { user_id: member.id, hours: 2, reference: 'KNOWN' };
  creditId = (await service.call('POST', '/wallet/credit', { token, json })).body.data.id;
  const reversed = await credit({ reference: 'REVERSED' });
  await reverse(reversed.body.data.id, { reference: 'RETURN-1' });
});
after(() => service.stop());

const credit = (changes: Record<string, unknown>) =>
  service.call('POST', '/wallet/credit', {
    token,
    json: { user_id: member.id, hours: 2, reference: 'NEW', ...changes },
  });
const reverse = (id: string, json: unknown) => service.call('POST', `/wallet/credits/${id}/reversal`, { token, json });
const get = (path: string, options: CallOptions = { token }) => service.call('GET', path, options);
const bearing = (authorization: string) => get('/users', { headers: { Authorization: authorization } });
const askToken = (scope: string) =>
  service.call('POST', '/oauth/token', {
    json: {
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
      scope,
    },
  });
const creditText = (body: string) =>
  service.call('POST', '/wallet/credit', { token, body, headers: { 'Content-Type': 'application/json' } });
const subscribe = (...kinds: unknown[]) =>
  service.call('POST', '/webhooks/subscriptions', {
    token,
    json: { event_types: kinds, target_url: 'https://a.example/' },
  });

type Call = () => ReturnType<TestService['call']>;
type Row = readonly [mistake: string, call: Call, status: number, code: string, says: string | (() => string)];
const HOW = 'Send Authorization: Bearer, a space, the token.';
const meant = (path: string) => `Did you mean ${BASE_PATH}${path}?`;
const begin = `Paths begin with ${BASE_PATH}.`;

const ROWS: readonly Row[] = [
  [
    'the client secret as bearer',
    () => bearing(`Bearer ${partner.clientSecret}`),
    401,
    'invalid_token',
    'This is a client secret. Get a token at /oauth/token, and replace the secret if it was logged.',
  ],
  [
    'half of a client secret as bearer',
    () => bearing(`bearer ${partner.clientSecret.slice(0, 20)}=`),
    401,
    'invalid_token',
    'This is a client secret.',
  ],
  [
    'the client id as bearer',
    () => bearing(`Bearer ${partner.clientId}`),
    401,
    'invalid_token',
    'This is a client id.',
  ],
  ['Bearer twice', () => bearing(`Bearer Bearer ${token}`), 401, 'invalid_token', HOW],
  [
    'Bearer twice, and a secret',
    () => bearing(`Bearer Bearer ${partner.clientSecret}`),
    401,
    'invalid_token',
    'This is a client secret.',
  ],
  ['the scheme Token', () => bearing(`Token ${token}`), 401, 'invalid_token', HOW],
  ['no scheme', () => bearing(token), 401, 'invalid_token', HOW],
  ['no token', () => get('/users', {}), 401, 'invalid_token', HOW],
  ['an empty token', () => bearing('Bearer '), 401, 'invalid_token', 'The bearer token is empty.'],

  ['scopes with commas', () => askToken('users.read,wallet.write'), 400, 'invalid_scope', 'Separate scopes by spaces'],
  ['a scope that nearly is one', () => askToken('user.read'), 400, 'invalid_scope', 'Did you mean users.read?'],
  [
    'scopes with two spaces',
    () => askToken('users.read  wallet.write'),
    400,
    'invalid_scope',
    'Separate scopes by one space',
  ],
  [
    'users.pii alone',
    async () => get('/users', { token: (await askToken('users.pii')).body.access_token }),
    403,
    'insufficient_scope',
    'users.pii only adds e-mail addresses to users.read: request both.',
  ],

  ['no base path', () => get('/api/users'), 404, 'not_found', `${begin} ${meant('/users')}`],
  [
    'half of the base path',
    () => get('/api/v1/wallet/credits'),
    404,
    'not_found',
    `${begin} ${meant('/wallet/credits')}`,
  ],
  ['another version', () => get('/api/partner/v2/users'), 404, 'not_found', `${begin} ${meant('/users')}`],
  ['a slash at the end', () => get('/users/'), 404, 'not_found', `It has a slash too many. ${meant('/users')}`],
  ['a slash too many', () => get('//users'), 404, 'not_found', `It has a slash too many. ${meant('/users')}`],
  [
    'a slash after an id, which is not repeated',
    () => get(`/wallet/balance/${member.id}/`),
    404,
    'not_found',
    meant('/wallet/balance/{userId}'),
  ],
  [
    'the base path twice',
    () => get(`${BASE_PATH}${BASE_PATH}/users`),
    404,
    'not_found',
    `${BASE_PATH} stands in it twice. ${meant('/users')}`,
  ],
  ['members', () => get('/members'), 404, 'not_found', meant('/users')],
  ['a member', () => get(`/members/${member.id}`), 404, 'not_found', meant('/users/{id}')],
  ['a typing error', () => get('/lisitngs'), 404, 'not_found', meant('/listings')],
  ['capitals', () => get('/Users'), 404, 'not_found', meant('/users')],
  ['the beginning left out', () => get('/balance/x'), 404, 'not_found', meant('/wallet/balance/{userId}')],

  ['GET for a token', () => get('/oauth/token', {}), 405, 'method_not_allowed', 'Use POST.'],
  [
    'PUT for a subscription',
    () => service.call('PUT', '/webhooks/subscriptions/x'),
    405,
    'method_not_allowed',
    'Use GET or PATCH or DELETE.',
  ],

  [
    'cents for hours',
    () => credit({ hours: 15_000 }),
    422,
    'limit_exceeded',
    '15000 hours is more than the 5 hours allowed per credit. Send hours, not cents or minutes.',
  ],
  [
    'noise of binary fractions',
    () => credit({ hours: 0.1 + 0.2 }),
    422,
    'validation_failed',
    'hours is 0.30000000000000004; round it to two decimals.',
  ],
  [
    'a reference used with other hours',
    () => credit({ reference: 'KNOWN', hours: 3 }),
    409,
    'reference_conflict',
    'with 2 hours, not 3. See GET /wallet/credits?reference=... or credit_id.',
  ],
  [
    'a reference used for another member',
    () => credit({ reference: 'KNOWN', user_id: other.id }),
    409,
    'reference_conflict',
    () => `with ${member.id}, not ${other.id}.`,
  ],
  [
    'a reference used for something that is no id, with other hours',
    () => credit({ reference: 'KNOWN', user_id: 'x', hours: 0.5 }),
    409,
    'reference_conflict',
    () => `with ${member.id}, not the one sent, and with 2 hours, not 0.5.`,
  ],
  [
    'reversed already',
    async () => reverse((await credit({ reference: 'REVERSED' })).body.data.id, { reference: 'RETURN-2' }),
    409,
    'already_reversed',
    'already been reversed under the reference RETURN-1.',
  ],
  [
    "another reversal's reference",
    () => reverse(creditId, { reference: 'RETURN-1' }),
    409,
    'reference_conflict',
    'The reference is that of the reversal of another credit, the one of credit_id.',
  ],
  [
    'a part of a credit reversed',
    () => reverse(creditId, { reference: 'RETURN-3', hours: 1 }),
    422,
    'validation_failed',
    'A credit is reversed as a whole; leave hours out.',
  ],

  [
    'JSON with a comma too many',
    () => creditText('{\n  "hours": 1,\n}'),
    400,
    'invalid_request',
    'look at line 3, column 1.',
  ],
  ['JSON without quotes', () => creditText('{"user_id": usr_1}'), 400, 'invalid_request', 'look at line 1, column 13.'],
  ['JSON cut off', () => creditText('{"user_id": "usr'), 400, 'invalid_request', 'look at line 1, column 13.'],
  ['JSON that does not end', () => creditText('{"hours": [1, 2'), 400, 'invalid_request', 'it ends too early.'],
  ['a byte order mark', () => creditText('\ufeff{}'), 400, 'invalid_request', 'begins with a byte order mark'],

  [
    'a payment reference for a user_id',
    () => credit({ user_id: member.paymentReference }),
    404,
    'user_not_found',
    'This is a payment reference, not a user_id. Look the member up first: GET /users/lookup?payment_reference=...',
  ],
  [
    'a payment reference of nobody, as people write it',
    () => credit({ user_id: 'rf18 5390 0754 7034' }),
    404,
    'user_not_found',
    'Look the member up first',
  ],
  [
    'a payment reference for the id of a balance',
    () => get(`/wallet/balance/${member.paymentReference}`),
    404,
    'user_not_found',
    'Look the member up first',
  ],
  [
    'a payment reference for the id of a member',
    () => get('/users/RF18539007547034'),
    404,
    'user_not_found',
    'Look the member up first',
  ],

  [
    'a field in camelCase',
    () => credit({ userId: member.id }),
    422,
    'validation_failed',
    'userId is not a field of this request. Did you mean user_id?',
  ],
  [
    'hours as text',
    () => credit({ hours: '1.5' }),
    422,
    'validation_failed',
    'hours must be a number; send 1.5 without quotes.',
  ],
  [
    'seconds as text',
    () => credit({ hours: undefined, seconds: '5400' }),
    422,
    'validation_failed',
    'send 5400 without quotes.',
  ],
  [
    'the body of one credit for many',
    () => service.call('POST', '/wallet/credits', { token, json: { user_id: member.id, hours: 2, reference: 'NEW' } }),
    422,
    'validation_failed',
    'For one credit use POST /wallet/credit.',
  ],

  [
    'a kind that nearly is one',
    () => subscribe('wallet.credit'),
    422,
    'validation_failed',
    'Did you mean wallet.credited?',
  ],
  [
    'a kind that is none',
    () => subscribe('nothing.near.it'),
    422,
    'validation_failed',
    'listing.closed, webhook.test, *.',
  ],
];

describe('the answer to a mistake says the way out', () => {
  for (const [mistake, call, status, code, says] of ROWS) {
    test(mistake, async () => {
      const { body, headers, status: was } = await call();
      const text: string = body.error_description;
      assert.deepEqual([was, body.error], [status, code], text);
      const wanted = typeof says === 'string' ? says : says();
      assert.ok(text.includes(wanted), `${text}\nshould say: ${wanted}`);
      // RFC 6749 section 5.2, and nothing of a secret or of the token.
      assert.match(text, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
      for (const secret of [partner.clientSecret.slice(6, 20), token.slice(6, 20)]) {
        assert.ok(!text.includes(secret) && !headers.get('www-authenticate')?.includes(secret), text);
      }
    });
  }

  test('the kinds of events are listed once, however many are unknown', async () => {
    const { body } = await subscribe('wallet.credit', 'user.update', 'nothing.near.it');
    const text: string = body.error_description;
    assert.equal(text.split('wallet.credit_reversed').length, 2, text);
    const [first, second, third] = body.errors;
    assert.match(first.message, /^event_types\.0 must be one of .* Did you mean wallet\.credited\?$/);
    assert.equal(second.message, 'event_types.1 is unknown, too. Did you mean user.updated?');
    assert.equal(third.message, 'event_types.2 is unknown, too.');
  });

  test('a reference with a quote or an umlaut breaks no header and no answer', async () => {
    const { body } = await credit({ reference: 'A "quoted\\ Überweisung' });
    await reverse(body.data.id, { reference: 'B "quoted\\ Überweisung' });
    const again = await reverse(body.data.id, { reference: 'C' });
    assert.match(again.body.error_description, /under the reference B 'quoted\/ \?berweisung/);
    assert.match(again.body.errors[0].message, /B "quoted\\ Überweisung/);
  });

  test('a path that is far from every known one, or far too long, gets no proposal', async () => {
    for (const path of ['/xyzzy', `/${'users/'.repeat(40)}`, `/${'a'.repeat(4000)}`, '/wallet', '/api/xyzzy']) {
      const { body } = await get(path);
      assert.equal(body.error_description, 'There is nothing at this path.', path.slice(0, 50));
    }
  });
});

describe('an operation without a body', () => {
  const request = (method: string, path: string, body: string) =>
    `${method} ${BASE_PATH}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const unknown = 'whs_01jd3h6m8nfdwtv0k2x9q4z7af';
  for (const [method, path] of [
    ['GET', '/users'],
    ['GET', '/me'],
    ['DELETE', `/webhooks/subscriptions/${unknown}`],
    ['POST', `/webhooks/subscriptions/${unknown}/test`],
    ['POST', `/webhooks/subscriptions/${unknown}/rotate-secret`],
  ] as const) {
    test(`${method} ${path} refuses fields by a documented 400 that names them, and takes {}`, async () => {
      const [refused, taken] = await Promise.all(
        ['{"hours":1}', '{}'].map(async (body) => {
          const [response] = (await sendRaw(service.origin, request(method, path, body))).responses;
          assert.ok(response);
          return checkResponse(method, path, response.status, response.headers, response.text);
        }),
      );
      assert.deepEqual([refused?.status, refused?.body.error], [400, 'invalid_request']);
      assert.equal(refused?.body.errors[0].field, 'hours');
      assert.ok(taken?.status === 200 || taken?.status === 404, taken?.text);
    });
  }
});
