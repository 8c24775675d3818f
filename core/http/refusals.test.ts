/** Every operation times every refusal: the table of the contract's errors, over HTTP. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BASE_PATH,
  BODY_BYTES_MAX,
  type ErrorCode,
  OPERATIONS,
  type Operation,
  SCOPES,
  type Scope,
  scopesOf,
} from '@timebank/contract';
import { type CallOptions, checkResponse } from '../../test-support/call.ts';
import { testService } from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';

const UNKNOWN_ID = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'];

const service = await testService();
const partner = await service.createPartner();
const token = await service.token(partner);

const bearerOperations = OPERATIONS.filter(({ authentication }) => authentication.kind === 'bearer');
const pathOf = ({ path }: Operation) => path.replace('{date}', '2026-11-19').replace(/\{\w+\}/g, UNKNOWN_ID);
/** A query that the operation's own check of required parameters lets through. */
const requiredQuery = ({ query }: Operation) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, { required }]) => (required ? [[name, 'RF18539007547034']] : [])),
  );

async function expectCode(operation: Operation, code: ErrorCode, options: CallOptions, path = pathOf(operation)) {
  const query = path.includes('?') ? {} : { query: { ...requiredQuery(operation), ...options.query } };
  const response = await service.call(operation.method, path, { ...options, ...query });
  assert.equal(response.body?.error, code, `${operation.id}: ${response.status} ${response.text}`);
  return response;
}

/** Options with a body the operation reads, where it needs one to get past the check of its form. */
const wellFormed = (operation: Operation): CallOptions => (operation.body ? { json: operation.example ?? {} } : {});

/** A token whose scopes the partner has lost since: it has none. */
async function tokenWithoutScopes(): Promise<string> {
  const other = await service.createPartner();
  const token = await service.token(other, ['users.read']);
  await service.ownerQuery(`update partners set scopes = '{wallet.read}' where id = $1`, [other.partnerId]);
  return token;
}

test('the router and the OpenAPI document have the same operations', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const documented = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(documented.sort(), OPERATIONS.map(({ id, method, path }) => `${id} ${method} ${path}`).sort());
  for (const operation of OPERATIONS) {
    const { responses } = await sendRaw(
      service.origin,
      `${operation.method} ${BASE_PATH}${pathOf(operation)} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`,
    );
    assert.ok([200, 400, 401].includes(responses[0]?.status ?? 0), `${operation.id} is routed: ${responses[0]?.text}`);
  }
});

/** Bodies that the operation refuses, each with its code. */
function refusedBodies(operation: Operation): [ErrorCode, CallOptions][] {
  const json = { 'Content-Type': 'application/json' };
  const gzip = { ...json, 'Content-Encoding': 'gzip' };
  const tooLarge = JSON.stringify({ a: 'x'.repeat(operation.bodyBytesMax ?? BODY_BYTES_MAX) });
  const cases: [ErrorCode, CallOptions][] = [
    ['unsupported_media_type', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
    ['unsupported_media_type', { body: '{}', headers: { 'Content-Type': 'application/jsonx' } }],
    ['unsupported_media_type', { body: '{}', headers: { 'Content-Type': 'application/json; charset=iso-8859-1' } }],
    ['unsupported_media_type', { body: '{}', headers: gzip }],
    ['payload_too_large', { body: tooLarge, headers: json }],
    ['payload_too_large', { body: new Blob([tooLarge]).stream(), headers: json }],
    ['invalid_request', { body: '{', headers: json }],
    ['invalid_request', { body: '{"a":1}}', headers: json }],
    ['invalid_request', { body: '[]', headers: json }],
    ['invalid_request', { body: '"a"', headers: json }],
    ['invalid_request', { body: '1', headers: json }],
    ['invalid_request', { body: 'null', headers: json }],
    ['invalid_request', { body: '\ufeff{}', headers: json }],
    ['invalid_request', { body: Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), headers: json }],
  ];
  if (operation.body && operation.authentication.kind === 'bearer') {
    // Without a byte there is no media type to refuse.
    cases.push(['invalid_request', {}], ['invalid_request', { headers: json, body: ' ' }]);
    cases.push(['unsupported_media_type', { form: { a: 'b' } }], ['validation_failed', { json: { nonsense: 1 } }]);
  } else if (!operation.body) {
    cases.push(['invalid_request', { json: { nonsense: 1 } }]);
  }
  return cases;
}

for (const operation of OPERATIONS) {
  describe(`${operation.method} ${operation.path}`, () => {
    test('other methods are 405 with Allow; slashes too many are 404', async () => {
      const path = pathOf(operation);
      const samePath = OPERATIONS.filter((other) => pathOf(other) === path).map(({ method }) => method as string);
      if (samePath.includes('GET')) samePath.push('HEAD');
      for (const method of METHODS.filter((name) => !samePath.includes(name))) {
        const request = `${method} ${BASE_PATH}${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
        const { responses } = await sendRaw(service.origin, request, { head: method === 'HEAD' });
        const [response] = responses;
        assert.ok(response);
        checkResponse(method, path, response.status, response.headers, response.text);
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.deepEqual(response.headers.get('allow')?.split(', ').sort(), samePath.toSorted(), method);
      }
      for (const wrong of [`${path}/`, path.replace('/', '//'), `${path}//`, `${path}/x/y/z`, path.toUpperCase()]) {
        assert.equal((await service.call(operation.method, wrong, { token })).body?.error, 'not_found', wrong);
      }
    });

    test('headers and targets too long, and foreign expectations', async () => {
      for (const [line, header, status] of [
        [pathOf(operation), `X-Long: ${'a'.repeat(17_000)}`, 431],
        [`${pathOf(operation)}?${'a'.repeat(9000)}`, 'X-Short: a', 414],
        [pathOf(operation), 'Expect: 200-ok', 417],
      ] as const) {
        const request = `${operation.method} ${BASE_PATH}${line} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`;
        const [response] = (await sendRaw(service.origin, request)).responses;
        assert.ok(response);
        checkResponse(operation.method, pathOf(operation), response.status, response.headers, response.text);
        assert.equal(response.status, status);
      }
    });

    test('bodies: media type, charset, encoding, UTF-8, JSON, object, size', async () => {
      const auth = operation.authentication.kind === 'bearer' ? { token } : {};
      // No client sends a body with GET; what happens then is tested with raw sockets.
      if (operation.method === 'GET') return await rawBodies(operation);
      for (const [code, options] of refusedBodies(operation)) {
        const { body } = await expectCode(operation, code, { ...auth, ...options });
        if (options.json) {
          assert.ok(
            body.errors.some(({ field }: { field: string }) => field === 'nonsense'),
            body,
          );
        }
      }
    });

    test('however much is wrong, errors has at most 100 entries and the answer is small', async () => {
      const names = Array.from({ length: 5400 }, (_, at) => `field-${at}`);
      const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
      const long = JSON.stringify({ ['n'.repeat(60_000)]: 1 });
      const bearer = operation.authentication.kind === 'bearer' ? `\r\nAuthorization: Bearer ${token}` : '';
      for (const [query, text] of [
        [`?${names.map((_, at) => at.toString(36)).join('&')}`.slice(0, 7000), '{}'],
        ['', body],
        ['', long],
      ] as const) {
        const target = BASE_PATH + pathOf(operation) + query;
        const head = `${operation.method} ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json${bearer}`;
        const request = `${head}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
        const [response] = (await sendRaw(service.origin, request)).responses;
        assert.ok(response);
        const { body: answer } = checkResponse('GET', undefined, response.status, response.headers, response.text);
        assert.ok((answer.errors ?? []).length <= 100, `${operation.id}: ${answer.errors?.length} errors`);
        assert.ok(response.text.length < 30_000, `${operation.id}: ${response.text.length} characters`);
      }
    });

    test('credentials in the URL are refused', async () => {
      for (const name of ['access_token', 'client_secret']) {
        const auth = operation.authentication.kind === 'bearer' ? { token } : {};
        const query = { [name]: 'tb_cs_x' };
        const { text } = await expectCode(operation, 'invalid_request', { ...auth, ...wellFormed(operation), query });
        assert.doesNotMatch(text, /tb_cs_x/);
      }
    });

    test("the operator's switch", async () => {
      await service.ownerQuery("update installation set partner_api_disabled_reason = 'maintenance'");
      try {
        for (const options of [{}, { token }, { token: 'tb_at_wrong' }]) {
          if (operation.id === 'revokeToken') {
            const form = { token: 'tb_at_unknown' };
            assert.equal((await service.call('POST', operation.path, { form })).status, 200);
          } else {
            await expectCode(operation, 'partner_api_disabled', options);
          }
        }
        const { body } = await service.call('GET', `${pathOf(operation)}/x/y/z`);
        assert.equal(body.error, 'partner_api_disabled');
      } finally {
        await service.ownerQuery('update installation set partner_api_disabled_reason = null');
      }
    });
  });
}

/** GET with a body: an empty object is accepted, anything else is a documented 400 or 415. */
async function rawBodies(operation: Operation): Promise<void> {
  const query = new URLSearchParams(requiredQuery(operation));
  for (const [body, type, codes] of [
    ['{', 'application/json', ['invalid_request']],
    ['[]', 'application/json', ['invalid_request']],
    ['{}', 'text/plain', ['unsupported_media_type']],
    ['{"nonsense":1}', 'application/json', ['invalid_request']],
    [
      '{}',
      'application/json',
      [undefined, 'user_not_found', 'listing_not_found', 'credit_not_found', 'subscription_not_found'],
    ],
  ] as const) {
    const head = `GET ${BASE_PATH}${pathOf(operation)}?${query} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
    const rest = `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const [response] = (await sendRaw(service.origin, `${head}\r\n${rest}`)).responses;
    assert.ok(response);
    const path = pathOf(operation);
    const { body: answer } = checkResponse('GET', path, response.status, response.headers, response.text);
    assert.ok((codes as readonly unknown[]).includes(answer.error), `${operation.id} ${body}: ${response.text}`);
  }
}

const UNKNOWN_IDS = [
  UNKNOWN_ID,
  UNKNOWN_ID.toUpperCase(),
  UNKNOWN_ID.replace('usr_', 'xyz_'),
  '1',
  '..%2F..',
  '%00',
  '%ED%A0%80',
  '%EF%BF%BF',
  '%ff',
  '%zz',
  '%',
  'a%2Fb',
  '%F0%9F%98%80',
  'a'.repeat(101),
  'a'.repeat(5000),
  "';drop table members;--",
  '*',
];

/** Unknown, empty, malformed and repeated parameters, and pages that cannot be. */
async function expectEveryQueryFault(operation: Operation): Promise<void> {
  const required = Object.keys(operation.query).some((name) => operation.query[name]?.required)
    ? '&payment_reference=RF18539007547034'
    : '';
  const unknown = { nonsense: 'unknown_parameter', né: 'unknown_parameter' };
  await expectQueryFaults(operation, `nonsense=1&n%C3%A9=2${required}`, unknown);
  for (const name of Object.keys(operation.query)) {
    await expectQueryFaults(operation, `${name}=%zz`, { [name]: 'invalid_encoding' });
    await expectQueryFaults(operation, `${name}=`, undefined, name);
    const value = operation.query[name]?.required ? 'RF18539007547034' : sampleOf(operation, name);
    await expectQueryFaults(operation, `${name}=${value}&${name}=${value}`, { [name]: 'repeated' });
  }
  if (!('cursor' in operation.query)) return;
  for (const text of ['0', '501', 'x', '-1', '1e2', '5.5', ' 5', '0x5', '99999999999999999999']) {
    await expectQueryFaults(operation, `per_page=${text}`, { per_page: 'out_of_range' });
    await expectQueryFaults(operation, `limit=${text}`, { limit: 'out_of_range' });
  }
  await expectQueryFaults(operation, 'per_page=5&limit=5', { limit: 'conflict' });
  await expectQueryFaults(operation, 'page=2&offset=1&per_page=0', {
    page: 'use_cursor',
    offset: 'use_cursor',
    per_page: 'out_of_range',
  });
  for (const cursor of ['x', '%00', 'a'.repeat(1000), 'a'.repeat(1500), 'QUJD']) {
    const answer = await service.call('GET', `${pathOf(operation)}?cursor=${cursor}`, { token });
    if (answer.body.error?.endsWith('_not_found')) continue;
    assert.equal(answer.body.error, 'invalid_cursor', answer.text);
    assert.equal(answer.body.errors[0].field, 'cursor');
  }
}

/** `Authorization` headers that hold no valid token. */
function wrongAuthorizations(): string[] {
  const flipped = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
  return [
    'Bearer',
    'Bearer  ',
    'bEaReR x',
    `Bearer ${flipped}`,
    `Bearer ${token} ${token}`,
    `Bearer\t${token}`,
    `Bearer ${token},`,
    `Bearer ${'a'.repeat(10_000)}`,
    'Bearer tb_at_000000000000000000000000000000000000000000000000',
  ];
}

for (const operation of bearerOperations) {
  describe(`${operation.method} ${operation.path} with a token`, () => {
    test('no token, another scheme, and every kind of wrong token', async () => {
      for (const headers of [{}, { Authorization: 'Basic YTpi' }, { Authorization: 'Bearerx y' }]) {
        const answer = await expectCode(operation, 'invalid_token', { headers });
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="partner"');
      }
      for (const authorization of wrongAuthorizations()) {
        const answer = await expectCode(operation, 'invalid_token', { headers: { Authorization: authorization } });
        assert.match(
          answer.headers.get('www-authenticate') ?? '',
          /^Bearer realm="partner", error="invalid_token", error_description="[^"]+"$/,
        );
      }
      await expectCode(operation, 'invalid_token', { query: { access_token: token } });
    });

    test('a token without the scope', async () => {
      const others = SCOPES.filter((scope) => !scopesOf(operation).includes(scope));
      const lacking = others.length > 0 ? await service.token(partner, others) : await tokenWithoutScopes();
      const answer = await expectCode(operation, 'insufficient_scope', { token: lacking });
      assert.equal(answer.status, 403);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      assert.match(challenge, /^Bearer realm="partner", error="insufficient_scope", /);
      assert.ok(challenge.endsWith(`scope="${scopesOf(operation).join(' ')}"`), challenge);
      for (const scope of scopesOf(operation)) {
        const enough = await service.token(partner, [scope as Scope]);
        const { body } = await service.call(operation.method, pathOf(operation), { token: enough });
        assert.notEqual(body.error, 'insufficient_scope');
      }
    });

    test("the address, the community's switch and the request limit", async () => {
      const limited = await service.createPartner({ rateLimitPerMinute: 1 });
      const held = await service.token(limited);
      const change = (sql: string) => service.ownerQuery(sql, [limited.communityId]);
      await change("update partners set allowed_addresses = '{192.0.2.0/24}' where community_id = $1");
      await expectCode(operation, 'ip_not_allowed', { token: held });
      await change("update partners set allowed_addresses = '{127.0.0.0/8}' where community_id = $1");
      await change("update communities set partner_api_disabled_reason = 'x' where id = $1");
      await expectCode(operation, 'partner_api_disabled', { token: held });
      await change('update communities set partner_api_disabled_reason = null where id = $1');
      const first = await service.call(operation.method, pathOf(operation), { token: held });
      assert.notEqual(first.status, 429);
      assert.equal(first.headers.get('x-ratelimit-remaining'), '0');
      await expectCode(operation, 'rate_limited', { token: held });
    });

    test('query parameters: every fault is named', () => expectEveryQueryFault(operation));

    if (/\{(id|userId)\}/.test(operation.path)) {
      test('a malformed id is an unknown id', async () => {
        for (const id of UNKNOWN_IDS) {
          const path = operation.path.replace(/\{(id|userId)\}/, id);
          const options = { token, ...wellFormed(operation) };
          const { body } = await service.call(operation.method, path, options);
          assert.match(
            body.error,
            /^(user|listing|credit|subscription)_not_found$/,
            `${path}: ${JSON.stringify(body)}`,
          );
        }
      });
    }
  });
}

test('a cursor where there are no pages is a parameter like any other: invalid_request, never invalid_cursor', async () => {
  for (const operation of bearerOperations) {
    if (operation.query.cursor) continue;
    await expectCode(operation, 'invalid_request', { token, ...wellFormed(operation), query: { cursor: 'x' } });
  }
});

function sampleOf(operation: Operation, name: string): string {
  const { enum: words } = (operation.query[name]?.schema ?? {}) as { enum?: readonly string[] };
  if (words?.[0] !== undefined) return words[0];
  if (name === 'offset') return '0';
  if (/page|limit/.test(name)) return '1';
  if (/since|before/.test(name)) return '2026-11-20T09:30:00Z';
  if (/_on$|^date$/.test(name)) return '2026-11-20';
  return 'x';
}

async function expectQueryFaults(
  operation: Operation,
  query: string,
  faults: Readonly<Record<string, string>> | undefined,
  field?: string,
): Promise<void> {
  const { body } = await service.call(operation.method, `${pathOf(operation)}?${query}`, {
    token,
    ...wellFormed(operation),
  });
  assert.ok(
    ['invalid_request', 'invalid_cursor'].includes(body.error),
    `${operation.id} ${query}: ${JSON.stringify(body)}`,
  );
  const found = Object.fromEntries(
    body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
  );
  if (faults) assert.deepEqual(found, faults, query);
  else assert.ok(field !== undefined && field in found, query);
}
