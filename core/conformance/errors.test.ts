/** §2: one shape everywhere, every code, and the order of checks. */
import assert from 'node:assert/strict';
import { switchCommunityApi, switchInstallationApi } from '../../modules/office/domain/communities/create.ts';
import type { CallOptions } from '../../test-support/call.ts';
import {
  type Expect,
  memberBecomes,
  ownBank,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  sql,
  testStatements,
} from '../../test-support/conformance.ts';

const BEARER = ['Host: x', 'Authorization: Bearer {token}'];
const JSON_TYPE = { 'content-type': 'application/json' };
const CREDIT = { user_id: '{member}', hours: 1, reference: '{ref}' };
const credit = (json: Record<string, unknown> = {}): Send => ['POST /wallet/credit', { json: { ...CREDIT, ...json } }];
const authorization = (value: string): Send => ['GET /users', { token: null, headers: { authorization: value } }];

const SHAPE: readonly Row[] = [
  {
    statement: 'an error has error, error_description, error_uri, errors and request_id, and nothing else',
    request: credit({ hours: 1.005 }),
    expect: {
      status: 422,
      body: {
        error: 'validation_failed',
        error_description: /hours/,
        error_uri: '{origin}/docs/errors#validation_failed',
        errors: [{ field: 'hours', code: 'too_many_decimals', message: /^hours / }],
        request_id: /^req_/,
      },
      check: ({ body }) =>
        assert.deepEqual(Object.keys(body).sort(), ['error', 'error_description', 'error_uri', 'errors', 'request_id']),
    },
  },
  {
    statement: 'errors is there only where fields are at fault',
    request: 'GET /users/usr_unknown',
    expect: { status: 404, check: ({ body }) => assert.equal('errors' in body, false) },
  },
  {
    statement: 'errors names all fields at fault, arrays by index',
    request: ['POST /webhooks/subscriptions', { json: { event_types: ['*', 'x', 2], target_url: 'x' } }],
    expect: [
      422,
      'validation_failed',
      'event_types.1 unknown_value',
      'event_types.2 wrong_type',
      'target_url invalid_url',
    ],
  },
  {
    statement: "a query's fault has the parameter's name as its field",
    request: 'GET /users?per_page=x',
    expect: [400, 'invalid_request', 'per_page out_of_range'],
  },
  {
    statement: 'error_description keeps to the characters of RFC 6749, whatever the request holds',
    request: ['POST /wallet/credit', { json: { ...CREDIT, 'a"\\ü\n😀': 1 } }],
    expect: { status: 422, body: { error_description: /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/ } },
  },
  {
    statement: 'an error of the token endpoint has the same shape',
    request: tokenRequest({ grant_type: 'password' }),
    expect: { status: 400, body: { error_uri: '{origin}/docs/errors#unsupported_grant_type', request_id: /^req_/ } },
  },
  {
    statement: 'nothing internal shows: a NUL in a path is no fault of the database',
    request: 'GET /listings/lst_%00',
    expect: { status: 404, check: ({ text }) => assert.doesNotMatch(text, /sql|postgres|stack|node_modules/i) },
  },
  {
    statement: 'limit_exceeded carries the cap as code, what it allows and leaves in hours and seconds, and resets_at',
    request: credit({ hours: 1000.01 }),
    expect: {
      status: 422,
      error: 'limit_exceeded',
      body: {
        errors: [
          {
            ...{ field: 'hours', code: 'max_credit_hours', limit_hours: 1000, limit_seconds: 3_600_000 },
            ...{ remaining_hours: 1000, remaining_seconds: 3_600_000, resets_at: null },
          },
        ],
      },
    },
  },
  {
    statement: "a day's cap tells when it resets",
    given: [ownBank({ maxPartnerDaySeconds: 3600 })],
    request: credit({ hours: 2 }),
    expect: {
      status: 422,
      body: {
        errors: [
          { code: 'max_partner_day_hours', limit_hours: 1, remaining_hours: 1, resets_at: '2026-11-21T00:00:00.000Z' },
        ],
      },
    },
  },
  {
    statement: 'reference_conflict carries credit_id of the one that is there, and the differing field',
    request: credit({ reference: 'first', hours: 9 }),
    expect: { status: 409, error: 'reference_conflict', body: { credit_id: '{credit}', errors: [{ field: 'hours' }] } },
  },
];

const CODES: readonly Row[] = [
  {
    statement: 'an access token in the URL is 400, though the header has a good one',
    request: 'GET /users?access_token={token}',
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a client_secret in the URL is 400',
    request: ['POST /oauth/token?client_secret={clientSecret}', { token: null, json: {} }],
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'two Authorization fields are 400, also when both are good',
    request: { raw: ['GET {base}/users HTTP/1.1', ...BEARER, 'Authorization: Bearer {token}'] },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a good and a wrong Authorization field are 400',
    request: {
      raw: ['GET {base}/users HTTP/1.1', 'Host: x', 'Authorization: Bearer x', 'Authorization: Bearer {token}'],
    },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'two Content-Type fields are 400',
    request: {
      raw: [
        'POST {base}/wallet/credit HTTP/1.1',
        ...BEARER,
        'Content-Type: application/json',
        'Content-Type: application/json',
        'Content-Length: 2',
      ],
      body: '{}',
    },
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'no bearer is 401 with a bare challenge',
    request: ['GET /users', { token: null }],
    expect: { status: 401, error: 'invalid_token', headers: { 'www-authenticate': 'Bearer realm="partner"' } },
  },
  {
    statement: 'another scheme is no bearer',
    request: authorization('Basic YTpi'),
    expect: { status: 401, headers: { 'www-authenticate': 'Bearer realm="partner"' } },
  },
  ...[
    ['an empty bearer', 'Bearer'],
    ['a malformed token', 'Bearer tb_at_wrong'],
    ['a token with a wrong checksum', 'Bearer tb_at_0000000000000000000000000000000000000000000000000'],
    ['a token said twice', 'Bearer {token} {token}'],
    ['a token with a comma', 'Bearer {token},'],
    ['a token in quotes', 'Bearer "{token}"'],
    ['the client secret', 'Bearer {clientSecret}'],
  ].map(([words, value = '']) => ({
    statement: `${words} is 401 with error and error_description in the challenge`,
    request: authorization(value),
    expect: {
      status: 401,
      error: 'invalid_token',
      headers: { 'www-authenticate': /^Bearer realm="partner", error="invalid_token", error_description="[^"]+"$/ },
    },
  })),
  {
    statement: 'the name of the scheme has no case',
    request: authorization('bEARER {token}'),
    expect: 200,
  },
  {
    statement: 'a token is refused as a Basic password',
    request: ['GET /users', { token: null, headers: { authorization: `Basic ${btoa('x:{token}')}` } }],
    expect: [401, 'invalid_token'],
  },
  {
    statement: 'insufficient_scope names the scope that is needed',
    request: ['GET /users', { token: '{aggregatesToken}' }],
    expect: {
      status: 403,
      error: 'insufficient_scope',
      headers: { 'www-authenticate': /^Bearer realm="partner", error="insufficient_scope", .*scope="users\.read"$/ },
    },
  },
  {
    statement: 'an address outside the allow-list is 403 ip_not_allowed, at the token endpoint too',
    given: [ownBank({ allowedAddresses: ['127.0.0.0/8', '::1'] }), allow('192.0.2.0/24')],
    request: tokenRequest(),
    expect: [403, 'ip_not_allowed'],
  },
  {
    statement: 'only a client with the right secret learns of the allow-list',
    given: [ownBank(), allow('192.0.2.0/24')],
    request: tokenRequest({ client_secret: 'wrong' }),
    expect: [401, 'invalid_client'],
  },
  ...[
    ['unknown', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab'],
    ['suspended', '{suspended}'],
    ['hidden', '{hidden}'],
    ["another community's", '{foreign}'],
  ].map(([words, id]) => ({
    statement: `a member who is ${words}: 404 user_not_found, one answer`,
    request: `GET /users/${id}`,
    expect: { status: 404, error: 'user_not_found', body: { error_description: /^(?!.*(suspend|hidden by)).*$/ } },
  })),
  {
    statement: 'an expectation other than 100-continue is 417',
    request: { raw: ['GET {base}/users HTTP/1.1', ...BEARER, 'Expect: 200-ok'] },
    expect: [417, 'expectation_failed'],
  },
  {
    statement: '429 carries Retry-After',
    given: [ownBank({ rateLimitPerMinute: 1 }), 'GET /users'],
    request: 'GET /users',
    expect: { status: 429, error: 'rate_limited', headers: { 'retry-after': /^[1-9]\d*$/ } },
  },
  {
    statement: "the community's switch is 503 with Retry-After",
    given: [ownBank(), communitySwitch],
    request: 'GET /users',
    expect: { status: 503, error: 'partner_api_disabled', headers: { 'retry-after': /^[1-9]\d*$/ } },
  },
];

// One fault of each step of the order; the earlier one is answered.
interface Fault {
  readonly name: string;
  readonly code: readonly [number, string];
  readonly given?: (scene: Scene) => Promise<unknown>;
  readonly line?: string;
  readonly query?: string;
  readonly options?: CallOptions & { readonly token?: string };
}
const FAULTS: readonly Fault[] = [
  { name: "the installation's switch", code: [503, 'partner_api_disabled'], given: installationSwitch },
  { name: 'an unknown path', code: [404, 'not_found'], line: 'POST /wallet/credit/x' },
  { name: 'another method', code: [405, 'method_not_allowed'], line: 'PUT /wallet/credit' },
  { name: 'a wrong token', code: [401, 'invalid_token'], options: { token: 'tb_at_wrong' } },
  { name: 'a foreign address', code: [403, 'ip_not_allowed'], given: allow('192.0.2.0/24') },
  { name: "the community's switch", code: [503, 'partner_api_disabled'], given: communitySwitch },
  {
    name: 'the request limit',
    code: [429, 'rate_limited'],
    given: async (scene) => {
      await sql('update partners set rate_limit_per_minute = 1 where id = {partnerId}')(scene);
      await scene.service.call('GET', '/me', { token: scene.names.token as string });
    },
  },
  { name: 'a missing scope', code: [403, 'insufficient_scope'], options: { token: '{lacking}' } },
  {
    name: 'another media type',
    code: [415, 'unsupported_media_type'],
    options: { headers: { 'content-type': 'a/b' } },
  },
  { name: 'a body too large', code: [413, 'payload_too_large'], options: { body: ' '.repeat(70_000) } },
  { name: 'no JSON', code: [400, 'invalid_request'], options: { body: '{' } },
  { name: 'a query', code: [400, 'invalid_request'], query: '?nonsense=1' },
  { name: 'a wrong body', code: [422, 'validation_failed'], options: { body: '{"nonsense":1}' } },
  {
    name: 'a known reference',
    code: [409, 'reference_conflict'],
    given: (scene) =>
      scene.service.call('POST', '/wallet/credit', {
        token: scene.names.token as string,
        json: { user_id: scene.names.member, hours: 2, reference: scene.names.ref },
      }),
  },
  { name: 'an unknown object', code: [404, 'user_not_found'], given: memberBecomes('suspended') },
  {
    name: 'a cap',
    code: [422, 'limit_exceeded'],
    given: sql('update partners set max_credit_seconds = 36 where id = {partnerId}'),
  },
];

const ORDER: readonly Row[] = FAULTS.slice(1).map((later, at) => {
  const earlier = FAULTS[at] as Fault;
  // The faults of the state are made in a possible order: a credit before its member is suspended.
  const faults = [later, earlier];
  const made = FAULTS.indexOf(earlier) === 13 ? [earlier, later] : faults;
  return {
    statement: `the order of checks: ${earlier.name} before ${later.name}`,
    given: [ownBank(), lackingToken, ...made.flatMap(({ given }) => (given ? [given] : []))],
    request: combined(faults),
    expect: earlier.code as Expect,
    restore: ({ service }) => switchInstallationApi(service.deps, { actor: 'test' }, null),
  };
});

/** One request with both faults; of two that exclude each other it has the earlier one. */
function combined([later, earlier]: readonly Fault[]): Send {
  const options = {
    body: '{"user_id":"{member}","hours":1,"reference":"{ref}"}',
    ...later?.options,
    ...earlier?.options,
  };
  const line = earlier?.line ?? later?.line ?? 'POST /wallet/credit';
  const query = earlier?.query ?? later?.query ?? '';
  return [line + query, { ...options, headers: options.headers ?? JSON_TYPE }];
}

async function lackingToken({ service, names }: Scene): Promise<void> {
  const { body } = await service.call('POST', '/oauth/token', {
    json: {
      grant_type: 'client_credentials',
      client_id: names.clientId,
      client_secret: names.clientSecret,
      scope: 'users.read',
    },
  });
  names.lacking = body.access_token;
}

function allow(range: string) {
  return sql(`update partners set allowed_addresses = '{"${range}"}' where id = {partnerId}`);
}

function installationSwitch({ service }: Scene) {
  return switchInstallationApi(service.deps, { actor: 'test' }, 'maintenance');
}

function communitySwitch({ service, names }: Scene) {
  return switchCommunityApi(service.deps, { communityId: Number(names.communityId), actor: 'test' }, 'audit');
}

function tokenRequest(json: Record<string, string> = {}): Send {
  const client = { client_id: '{clientId}', client_secret: '{clientSecret}' };
  return ['POST /oauth/token', { token: null, json: { grant_type: 'client_credentials', ...client, ...json } }];
}

testStatements('§2 errors', [...SHAPE, ...CODES, ...ORDER], prepareBank);
