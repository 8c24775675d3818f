/** §3, first half: getting tokens, scopes, formats. */
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import type { CallOptions } from '../../../test-support/call.ts';
import {
  type Expect,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  testStatements,
} from '../../../test-support/conformance.ts';
import type { TestService } from '../../../test-support/harness.ts';

const GRANT = { grant_type: 'client_credentials' };
const CLIENT = { client_id: '{clientId}', client_secret: '{clientSecret}' };
const ask = (options: CallOptions): Send => ['POST /oauth/token', { ...options, token: null }];
const asking = (json: Record<string, unknown> = {}): Send => ask({ json: { ...GRANT, ...CLIENT, ...json } });
const DENIED: Expect = {
  status: 401,
  error: 'invalid_client',
  headers: { 'www-authenticate': /^Basic realm="partner", error="invalid_client", error_description="/ },
};

async function prepare(service: TestService): Promise<Record<string, string>> {
  const names = await prepareBank(service);
  const few = await service.createPartner({ scopes: ['users.read', 'listings.read', 'wallet.read'] });
  const box = await service.createCommunity({ kind: 'sandbox' });
  const sandbox = await service.createPartner({ communityId: box.id });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const encoded = (text = '') => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
  const { clientId, clientSecret } = names;
  return {
    ...names,
    fewId: few.clientId,
    fewSecret: few.clientSecret,
    sandboxId: sandbox.clientId,
    sandboxSecret: sandbox.clientSecret,
    sandboxToken: await service.token(sandbox),
    basic: basic(`${clientId}:${clientSecret}`),
    encodedBasic: basic(`${encoded(clientId)}:${encoded(clientSecret)}`),
    wrongBasic: basic(`${clientId}:wrong`),
    basicWithoutColon: basic(`${clientId}`),
  };
}

const ASKING: readonly Row[] = [
  {
    statement: 'JSON with the client in the body gives exactly access_token, token_type, expires_in and scope',
    request: asking({ scope: 'users.read wallet.write' }),
    expect: {
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, scope: 'users.read wallet.write' },
      check: ({ body }) =>
        assert.deepEqual(Object.keys(body).sort(), ['access_token', 'expires_in', 'scope', 'token_type']),
    },
  },
  {
    statement: 'a form works',
    request: ask({ form: { ...GRANT, client_id: '{clientId}', client_secret: '{clientSecret}' } }),
    expect: 200,
  },
  { statement: 'HTTP Basic works', request: ask({ form: GRANT, headers: { authorization: '{basic}' } }), expect: 200 },
  {
    statement: "Basic's halves are form-decoded",
    request: ask({ form: GRANT, headers: { authorization: '{encodedBasic}' } }),
    expect: 200,
  },
  {
    statement: 'Basic and JSON go together',
    request: ask({ json: GRANT, headers: { authorization: '{basic}' } }),
    expect: 200,
  },
  {
    statement: 'Basic and a client_secret in the body are 400',
    request: ask({ json: { ...GRANT, client_secret: '{clientSecret}' }, headers: { authorization: '{basic}' } }),
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'Basic and the same client_id in the body are fine',
    request: ask({ json: { ...GRANT, client_id: '{clientId}' }, headers: { authorization: '{basic}' } }),
    expect: 200,
  },
  {
    statement: 'Basic and another client_id in the body are 400',
    request: ask({ json: { ...GRANT, client_id: '{fewId}' }, headers: { authorization: '{basic}' } }),
    expect: [400, 'invalid_request'],
  },
  ...['Bearer {token}', 'Digest a="b"', 'Negotiate x'].map((authorization) => ({
    statement: `the scheme of ${authorization} is ignored at the token endpoint`,
    request: ask({ json: { ...GRANT, ...CLIENT }, headers: { authorization } }),
    expect: 200,
  })),
  ...[null, ''].map((empty) => ({
    statement: `${JSON.stringify(empty)} is omitted: scope and secret beside Basic`,
    request: ask({
      json: { ...GRANT, client_secret: empty, scope: empty },
      headers: { authorization: '{basic}' },
    }),
    expect: { status: 200, body: { scope: /users\.read.*webhooks\.manage/ } },
  })),
  { statement: 'unknown fields are ignored', request: asking({ audience: ['x'], nonsense: 5 }), expect: 200 },
  {
    statement: 'a missing grant_type is 400',
    request: asking({ grant_type: undefined }),
    expect: [400, 'invalid_request'],
  },
  { statement: 'an empty grant_type is 400', request: asking({ grant_type: '' }), expect: [400, 'invalid_request'] },
  {
    statement: 'another grant_type is unsupported',
    request: asking({ grant_type: 'authorization_code' }),
    expect: [400, 'unsupported_grant_type'],
  },
  { statement: 'a number as a field is 400', request: asking({ scope: 1 }), expect: [400, 'invalid_request'] },
  {
    statement: 'a repeated form parameter is 400',
    request: ask({
      body: 'grant_type=client_credentials&grant_type=client_credentials&client_id={clientId}&client_secret={clientSecret}',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'a repeated field of the JSON is 400',
    request: ask({
      body: '{"grant_type":"client_credentials","client_id":"{fewId}","client_id":"{clientId}","client_secret":"{clientSecret}"}',
      headers: { 'content-type': 'application/json' },
    }),
    expect: [400, 'invalid_request'],
  },
  {
    statement: 'another media type is 415',
    request: ask({ body: 'x', headers: { 'content-type': 'text/plain' } }),
    expect: [415, 'unsupported_media_type'],
  },
  {
    statement: 'credentials in the URL are 400',
    request: ['POST /oauth/token?client_id={clientId}&client_secret={clientSecret}', { token: null, json: GRANT }],
    expect: [400, 'invalid_request'],
  },
  ...[
    'client_id',
    'client_assertion',
    'client_assertion_type',
    'access_token',
    'refresh_token',
    'token',
    'password',
  ].map(
    (name): Row => ({
      statement: `${name} in the URL is 400, though the body has good credentials`,
      request: [
        `POST /oauth/token?${name}=x`,
        { token: null, json: { ...GRANT, client_id: '{clientId}', client_secret: '{clientSecret}' } },
      ],
      expect: [400, 'invalid_request'],
    }),
  ),
];

const REFUSED: readonly Row[] = [
  ['no credentials', ask({ json: GRANT })],
  ['an id without its secret', ask({ json: { ...GRANT, client_id: '{clientId}' } })],
  ['a secret without its id', ask({ json: { ...GRANT, client_secret: '{clientSecret}' } })],
  ['a wrong secret', asking({ client_secret: 'tb_cs_wrong' })],
  ["another partner's secret", asking({ client_secret: '{fewSecret}' })],
  ['an unknown id', asking({ client_id: 'tb_ci_0123456789abcdefghijkl' })],
  ['a token as the secret', asking({ client_secret: '{token}' })],
  ['a wrong Basic password', ask({ json: GRANT, headers: { authorization: '{wrongBasic}' } })],
  ['Basic without a colon', ask({ json: GRANT, headers: { authorization: '{basicWithoutColon}' } })],
  ['Basic that is no base64', ask({ json: GRANT, headers: { authorization: 'Basic !!!' } })],
].map(([words, request]) => ({
  statement: `${words}: 401 invalid_client, one answer with a Basic challenge`,
  request: request as Send,
  expect: {
    ...(DENIED as object),
    status: 401,
    body: { error_description: 'The client credentials are missing, unknown, wrong or revoked.' },
  },
}));

const few = (scope?: unknown): Send =>
  asking({ client_id: '{fewId}', client_secret: '{fewSecret}', ...(scope === undefined ? {} : { scope }) });

const SCOPES: readonly Row[] = [
  ...[
    ['omitted: all the client may have', undefined, 'users.read listings.read wallet.read'],
    ['null is omitted', null, 'users.read listings.read wallet.read'],
    ['in the order asked', 'wallet.read users.read', 'wallet.read users.read'],
    ['partly unavailable: the allowed part', 'wallet.write users.read aggregates.read', 'users.read'],
    ['a well-formed unknown name counts as unavailable', 'users.read users.write', 'users.read'],
    ['a name said twice is granted once', 'users.read users.read', 'users.read'],
  ].map(([words, scope, granted]) => ({
    statement: `scope, ${words}`,
    request: few(scope),
    expect: { status: 200, body: { scope: granted } },
  })),
  ...[
    ['nothing left', 'wallet.write'],
    ['only unknown names', 'nonsense'],
    ['two spaces', 'users.read  wallet.read'],
    ['a space in front', ' users.read'],
    ['a tab', 'users.read\twallet.read'],
    ['a quote', 'users.read "x"'],
    ['a backslash', 'users.read \\'],
    ['a letter beyond ASCII', 'users.read ü'],
  ].map(([words, scope]) => ({
    statement: `scope, ${words}: 400 invalid_scope`,
    request: few(scope),
    expect: [400, 'invalid_scope'] as const,
  })),
];

const checksum = (text: string): string => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(text);
  let result = '';
  for (let at = 0; at < 6; at++) {
    result = digits[rest % 62] + result;
    rest = Math.floor(rest / 62);
  }
  return result;
};
const sealed = (text = '') => assert.equal(text.slice(-6), checksum(text.slice(0, -6)));

const FORMATS: readonly Row[] = [
  ['a client id is tb_ci_ and 22 characters', 'clientId', /^tb_ci_[0-9A-Za-z]{22}$/, false],
  ['a secret is tb_cs_, 43 characters and their CRC-32', 'clientSecret', /^tb_cs_[0-9A-Za-z]{49}$/, true],
  ['a token is tb_at_, 43 characters and their CRC-32', 'token', /^tb_at_[0-9A-Za-z]{49}$/, true],
  ["a sandbox's client id is tb_ci_test_ and 22 characters", 'sandboxId', /^tb_ci_test_[0-9A-Za-z]{22}$/, false],
  [
    "a sandbox's secret is tb_cs_test_, 43 characters and their CRC-32",
    'sandboxSecret',
    /^tb_cs_test_[0-9A-Za-z]{49}$/,
    true,
  ],
  [
    "a sandbox's token is tb_at_test_, 43 characters and their CRC-32",
    'sandboxToken',
    /^tb_at_test_[0-9A-Za-z]{49}$/,
    true,
  ],
].map(([statement, name, pattern, isSealed]) => ({
  statement: String(statement),
  request: 'GET /me',
  expect: {
    status: 200,
    check: (_: unknown, { names }: Scene) => {
      assert.match(names[String(name)] ?? '', pattern as RegExp);
      if (isSealed) sealed(names[String(name)]);
    },
  },
}));

testStatements('§3 getting tokens', [...ASKING, ...REFUSED, ...SCOPES, ...FORMATS], prepare);
