/** §3: what the tests in `oauth/` leave to say of credentials and tokens, and their formats. */
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import type { CallOptions } from '../../test-support/call.ts';
import {
  type Expect,
  prepareBank,
  type Row,
  type Scene,
  type Send,
  testStatements,
} from '../../test-support/conformance.ts';
import type { TestService } from '../../test-support/harness.ts';

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
  return {
    ...names,
    fewSecret: few.clientSecret,
    sandboxId: sandbox.clientId,
    sandboxSecret: sandbox.clientSecret,
    sandboxToken: await service.token(sandbox),
    wrongBasic: `Basic ${Buffer.from(`${names.clientId}:wrong`).toString('base64')}`,
  };
}

const ASKING: readonly Row[] = [
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
  ["another partner's secret", asking({ client_secret: '{fewSecret}' })],
  ['a token as the secret', asking({ client_secret: '{token}' })],
  ['a wrong Basic password', ask({ json: GRANT, headers: { authorization: '{wrongBasic}' } })],
].map(([words, request]) => ({
  statement: `${words}: 401 invalid_client, one answer with a Basic challenge`,
  request: request as Send,
  expect: {
    ...(DENIED as object),
    status: 401,
    body: { error_description: 'The client credentials are missing, unknown, wrong or revoked.' },
  },
}));

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

testStatements('§3 getting tokens', [...ASKING, ...REFUSED, ...FORMATS], prepare);
