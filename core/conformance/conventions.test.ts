/** §1, first half: the envelope, what every response carries, methods and paths. */
import assert from 'node:assert/strict';
import { prepareBank, type Row, type Send, testStatements } from '../../test-support/conformance.ts';

const JSON_HEADERS = {
  'content-type': 'application/json',
  'api-version': '2.0',
  'x-request-id': /^req_/,
};
const BEARER = ['Host: x', 'Authorization: Bearer {token}'];
const UNKNOWN_ID = '01jd3h6m8nfdwtv0k2x9q4z7ab';

/** Every path and its methods. */
const METHODS: readonly (readonly [path: string, allow: string])[] = [
  ['/oauth/token', 'POST'],
  ['/oauth/revoke', 'POST'],
  ['/me', 'GET, HEAD'],
  ['/users', 'GET, HEAD'],
  ['/users/lookup', 'GET, HEAD'],
  ['/users/{member}', 'GET, HEAD'],
  ['/listings', 'GET, HEAD'],
  ['/listings/{listing}', 'GET, HEAD'],
  ['/wallet/balance/{member}', 'GET, HEAD'],
  ['/wallet/credit', 'POST'],
  ['/wallet/credits', 'GET, HEAD, POST'],
  ['/wallet/credits/{credit}', 'GET, HEAD'],
  ['/wallet/credits/{credit}/reversal', 'POST'],
  ['/wallet/statements/2026-11-20', 'GET, HEAD'],
  ['/aggregates/community', 'GET, HEAD'],
  ['/webhooks/event-types', 'GET, HEAD'],
  ['/webhooks/subscriptions', 'GET, HEAD, POST'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}`, 'DELETE, GET, HEAD, PATCH'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}/rotate-secret`, 'POST'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}/test`, 'POST'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}/replay`, 'POST'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}/deliveries`, 'GET, HEAD'],
  [`/webhooks/subscriptions/whs_${UNKNOWN_ID}/deliveries/dlv_${UNKNOWN_ID}/retry`, 'POST'],
  ['/events', 'GET, HEAD'],
];
const sorted = (header: string | null) => header?.split(', ').sort().join(', ');

const notAllowed: readonly Row[] = METHODS.map(([path, allow]) => ({
  statement: `PUT ${path.replaceAll(UNKNOWN_ID, '…')} is 405 with Allow: ${allow}`,
  request: `PUT ${path}`,
  expect: {
    status: 405,
    error: 'method_not_allowed',
    check: ({ headers }) => {
      assert.equal(sorted(headers.get('allow')), allow);
    },
  },
}));

/** Paths that do not exist, though nearly; never a redirect, never the list. */
const nothing: readonly Row[] = [
  ['', 'the base path itself'],
  ['/', 'the base path with a slash'],
  ['/nothing', 'an unknown path'],
  ['/users/', 'a trailing slash'],
  ['/users//', 'two trailing slashes'],
  ['//users', 'a doubled slash in front'],
  ['/users//{member}', 'a doubled slash inside'],
  ['/users/{member}/', 'a trailing slash after an id'],
  ['/Users', 'another case'],
  ['/users/{member}/listings', 'a path below an object'],
  ['/users;v=1', 'a path parameter'],
  ['/users%2F{member}', 'an encoded slash'],
  ['/users%20', 'an encoded space'],
  ['/users.json', 'an extension'],
  ['/wallet', 'a part of a path'],
  ['/wallet/balance', 'a balance without its member'],
  ['/wallet/balance/', 'a balance of nobody'],
  ['/webhooks', 'the folder of subscriptions'],
  ['/oauth', 'the folder of the token endpoints'],
].map(([path, words]) => ({
  statement: `${words} is 404 not_found (${path || 'nothing after the base path'})`,
  request: { raw: [`GET {base}${path} HTTP/1.1`, ...BEARER] },
  expect: { status: 404, error: 'not_found', headers: { ...JSON_HEADERS, location: null } },
}));

const ACCEPTS: readonly Row[] = ['text/html', 'application/xml', 'image/*', 'application/json;q=0', '*/*', 'x'].map(
  (accept) => ({
    statement: `the answer is JSON when Accept says ${accept}`,
    request: ['GET /users', { headers: { accept } }],
    expect: { status: 200, headers: JSON_HEADERS },
  }),
);

const SUBSCRIBE: Send = [
  'POST /webhooks/subscriptions',
  { json: { event_types: ['*'], target_url: 'https://bank.example/' }, save: { subscription: 'data.id' } },
];

const ENVELOPE: readonly Row[] = [
  {
    statement: 'every response is JSON and carries API-Version: 2.0 and X-Request-Id',
    request: 'GET /users/{member}',
    expect: { status: 200, headers: JSON_HEADERS, body: { data: { id: '{member}' } } },
  },
  {
    statement: 'X-Request-Id is always ours, whatever the request carries',
    request: ['GET /users/{member}', { headers: { 'x-request-id': 'req_mine000000000' } }],
    expect: { status: 200, headers: { 'x-request-id': /^req_(?!mine000000000)/ } },
  },
  {
    statement: 'request_id in an error is the X-Request-Id, not the one that was sent',
    request: ['GET /nothing', { headers: { 'x-request-id': 'req_mine000000000' } }],
    expect: { status: 404, body: { request_id: /^req_(?!mine000000000)/ } },
  },
  ...ACCEPTS,
  {
    statement: 'an error is JSON when Accept says text/html',
    request: ['GET /nothing', { headers: { accept: 'text/html' } }],
    expect: { status: 404, headers: JSON_HEADERS },
  },
  {
    statement: 'a bad request line is answered by a whole JSON error',
    request: { raw: ['hello'] },
    expect: { status: 400, error: 'invalid_request', headers: JSON_HEADERS },
  },
  {
    statement: 'an oversized header is answered by a whole JSON error, 431',
    request: { raw: ['GET {base}/users HTTP/1.1', ...BEARER, `X-Long: ${'a'.repeat(17_000)}`] },
    expect: { status: 431, error: 'headers_too_large', headers: JSON_HEADERS },
  },
  {
    statement: 'a truncated body is answered by a whole JSON error, 400',
    request: {
      raw: ['POST {base}/wallet/credit HTTP/1.1', ...BEARER, 'Content-Type: application/json', 'Content-Length: 50'],
      body: '{"user_id":',
      options: { halfClose: true },
    },
    expect: { status: 400, error: 'invalid_request', headers: JSON_HEADERS },
  },
  {
    statement: 'HTTP/1.0 gets its answer',
    request: { raw: ['GET {base}/users/{member} HTTP/1.0', 'Authorization: Bearer {token}'] },
    expect: { status: 200, headers: JSON_HEADERS },
  },
  {
    statement: 'the preface of HTTP/2 is a bad request',
    request: { raw: ['PRI * HTTP/2.0'], body: 'SM\r\n\r\n' },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'two lengths of one body are a bad request',
    request: {
      raw: ['POST {base}/wallet/credit HTTP/1.1', ...BEARER, 'Content-Length: 1', 'Content-Length: 2'],
      body: 'x',
    },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a length beside a chunked body is a bad request',
    request: {
      raw: ['POST {base}/wallet/credit HTTP/1.1', ...BEARER, 'Content-Length: 1', 'Transfer-Encoding: chunked'],
      body: '0\r\n\r\n',
    },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a success body is {data}',
    request: 'GET /wallet/balance/{member}',
    expect: { status: 200, check: ({ body }) => expectKeys(body, 'data') },
  },
  {
    statement: 'a list adds meta with per_page, has_more and next_cursor',
    request: 'GET /wallet/credits',
    expect: {
      status: 200,
      body: { data: Array.isArray, meta: { per_page: 100, has_more: false, next_cursor: null } },
      check: ({ body }) => expectKeys(body, 'data', 'meta'),
    },
  },
  {
    statement: 'DELETE answers 200 with the id and deleted: true, never 204',
    given: [SUBSCRIBE],
    request: 'DELETE /webhooks/subscriptions/{subscription}',
    expect: { status: 200, body: { data: { id: '{subscription}', deleted: true } } },
  },
  {
    statement: 'fields are snake_case',
    request: 'GET /me',
    expect: {
      status: 200,
      check: ({ text }) => {
        const odd = [...text.matchAll(/"([^"]+)":/g)].filter(([, name]) => !/^[a-z][a-z0-9_]*$/.test(name ?? ''));
        assert.deepEqual(odd, []);
      },
    },
  },
  {
    statement: 'timestamps are RFC 3339 in UTC with milliseconds and Z',
    request: 'GET /wallet/balance/{member}',
    expect: { status: 200, body: { data: { as_of: '2026-11-20T09:30:00.000Z' } } },
  },
];

const HEADS: readonly Row[] = ['/users', '/listings/{listing}', '/wallet/balance/{member}', '/me'].map((path) => ({
  statement: `HEAD ${path} is GET without the body`,
  request: `HEAD ${path}`,
  expect: { status: 200, headers: { ...JSON_HEADERS, 'content-length': /^[1-9]\d*$/ } },
}));

const METHOD_RULES: readonly Row[] = [
  {
    statement: 'HEAD of an unknown path is 404 without a body',
    request: 'HEAD /nothing',
    expect: { status: 404, headers: JSON_HEADERS },
  },
  {
    statement: 'HEAD where only POST is allowed is 405 with Allow',
    request: 'HEAD /wallet/credit',
    expect: { status: 405, headers: { allow: 'POST' } },
  },
  {
    statement: 'OPTIONS is 405',
    request: ['OPTIONS /users', { headers: { origin: 'https://example.org', 'access-control-request-method': 'GET' } }],
    expect: { status: 405, error: 'method_not_allowed', headers: { 'access-control-allow-origin': null } },
  },
  {
    statement: 'there are no CORS headers',
    request: ['GET /users/{member}', { headers: { origin: 'https://example.org' } }],
    expect: { status: 200, headers: { 'access-control-allow-origin': null, 'access-control-allow-headers': null } },
  },
  {
    statement: 'a method that HTTP does not know is 405 on a known path',
    request: { raw: ['FOO {base}/users HTTP/1.1', ...BEARER] },
    expect: { status: 405, error: 'method_not_allowed', headers: { allow: 'GET, HEAD' } },
  },
  {
    statement: 'an unknown method on an unknown path is 404',
    request: { raw: ['FOO {base}/nothing HTTP/1.1', ...BEARER] },
    expect: [404, 'not_found'],
  },
  {
    statement: 'a path is read as RFC 3986 says: %75sers is users',
    request: { raw: ['GET {base}/%75sers HTTP/1.1', ...BEARER] },
    expect: 200,
  },
  {
    statement: 'a broken percent-encoding in a path is refused and is no list',
    request: { raw: ['GET {base}/users/%zz HTTP/1.1', ...BEARER] },
    expect: { status: 404, headers: JSON_HEADERS },
  },
];

const CACHES: readonly Row[] = [
  ['users', 'GET /users', 'private, no-store'],
  ['one user', 'GET /users/{member}', 'private, no-store'],
  ['a look-up', 'GET /users/lookup?payment_reference={paymentReference}', 'private, no-store'],
  ['balances', 'GET /wallet/balance/{member}', 'private, no-store'],
  ['credits', 'GET /wallet/credits', 'private, no-store'],
  ['one credit', 'GET /wallet/credits/{credit}', 'private, no-store'],
  ['listings', 'GET /listings', 'private, no-cache'],
  ['one listing', 'GET /listings/{listing}', 'private, no-cache'],
].map(([words = '', request = '', value = '']) => ({
  statement: `${words}: Cache-Control is ${value}`,
  request,
  expect: { status: 200, headers: { 'cache-control': value } },
}));

const FURTHER_CACHES: readonly Row[] = [
  {
    statement: 'tokens: Cache-Control is no-store, Pragma is no-cache',
    request: [
      'POST /oauth/token',
      {
        token: null,
        json: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
      },
    ],
    expect: { status: 200, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } },
  },
  {
    statement: 'aggregates may be kept until next_update_at',
    request: 'GET /aggregates/community',
    expect: {
      status: 200,
      headers: { 'cache-control': /\bmax-age=52200\b/ },
      body: { data: { next_update_at: '2026-11-21T00:00:00.000Z' } },
    },
  },
  {
    statement: 'errors are not kept',
    request: 'GET /users/usr_unknown',
    expect: { status: 404, headers: { 'cache-control': 'no-store' } },
  },
];

function expectKeys(body: object, ...keys: string[]): void {
  assert.deepEqual(Object.keys(body), keys);
}

testStatements(
  '§1 envelope, headers, methods, paths, caches',
  [...ENVELOPE, ...HEADS, ...METHOD_RULES, ...notAllowed, ...nothing, ...CACHES, ...FURTHER_CACHES],
  prepareBank,
);
