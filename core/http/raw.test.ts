import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_PATH, OPERATIONS } from '@timebank/contract';
import { CONSOLE_ROUTES } from '../../console/desk/contract/operations.gen.ts';
import { CONSOLE_BASE_PATH } from '../../console/desk/contract/routes.ts';
import { checkResponse } from '../../test-support/call.ts';
import { testService } from '../../test-support/harness.ts';
import { type RawOptions, type RawResult, sendRaw } from '../../test-support/raw-http.ts';
import { patientMs } from '../../test-support/speed.ts';

const service = await testService({ app: { bodyTimeoutMs: 700, headersTimeoutMs: 1000 } });
const partner = await service.createPartner();
const token = await service.token(partner);

const USERS = `${BASE_PATH}/users`;
const CREDIT = `${BASE_PATH}/wallet/credit`;
const host = () => `Host: ${new URL(service.origin).host}`;
const bearer = () => `Authorization: Bearer ${token}`;

/** Sends and expects one error of this code, in the full shape. */
async function expectError(payload: string | Buffer, code: string, options: RawOptions = {}): Promise<RawResult> {
  const result = await sendRaw(service.origin, payload, options);
  assert.equal(result.responses.length, 1, 'one response');
  const [response] = result.responses;
  assert.ok(response);
  const { body } = checkResponse('GET', undefined, response.status, response.headers, response.text);
  assert.equal(body.error, code, response.text);
  return result;
}

function request(method: string, target: string, headers: readonly string[], body = ''): string {
  return `${[`${method} ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

test('a message that is no HTTP gets a whole error response, and the connection ends', async () => {
  for (const garbage of [
    'hello\r\n\r\n',
    'GET\r\n\r\n',
    `GET ${USERS}\r\n\r\n`,
    `GET ${USERS} HTTP/1.1\r\nHost x\r\n\r\n`,
    `GET ${USERS} HTTP/1.1\r\nHost: x\r\nBad\u0000Name: 1\r\n\r\n`,
    `GET ${USERS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `POST ${CREDIT} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`,
    `POST ${CREDIT} HTTP/1.1\r\nHost: x\r\n${bearer()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `GET ${USERS} HTTP/3.7\r\nHost: x\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
  ]) {
    assert.equal((await expectError(garbage, 'invalid_request')).closed, true);
  }
});

test('a method that HTTP does not know is 405 on a known path, 404 elsewhere', async () => {
  const { responses } = await expectError(request('FOO', USERS, [host()]), 'method_not_allowed');
  assert.equal(responses[0]?.headers.get('allow'), 'GET, HEAD');
  await expectError(request('FOO', `${BASE_PATH}/nothing`, [host()]), 'not_found');
});

test('a missing or doubled Host is refused, HTTP/1.0 needs none', async () => {
  await expectError(request('GET', USERS, [bearer()]), 'invalid_request');
  await expectError(request('GET', USERS, [host(), host(), bearer()]), 'invalid_request');
  const { responses } = await sendRaw(service.origin, `GET ${USERS} HTTP/1.0\r\n${bearer()}\r\n\r\n`);
  assert.equal(responses[0]?.status, 200);
});

test('a fragment in the request target is 400 everywhere, and reaches no operation', async () => {
  for (const target of [
    `${USERS}#x`,
    `${USERS}?per_page=1#x`,
    `${BASE_PATH}/oauth/revoke#`,
    `${BASE_PATH}/nothing#x`,
  ]) {
    await expectError(request('GET', target, [host(), bearer()]), 'invalid_request');
  }
});

test('a second Authorization or Content-Type is refused on every route, whatever the two say, before the token', async () => {
  const good = bearer();
  const routes = [
    ...OPERATIONS.map(({ method, path }) => [method, BASE_PATH + path] as const),
    ...Object.values(CONSOLE_ROUTES).map(([method, path]) => [method, CONSOLE_BASE_PATH + path] as const),
    ['GET', `${BASE_PATH}/nothing`] as const,
  ];
  const client = `Basic ${Buffer.from(`${partner.clientId}:${partner.clientSecret}`).toString('base64')}`;
  const type = 'Content-Type: application/json';
  for (const [method, pattern] of routes) {
    const path = pattern.replace(/\{\w+\}/g, 'x');
    for (const headers of [
      [good, good],
      [good, 'authorization: Bearer x'],
      ['AUTHORIZATION: Bearer x', good],
      ['Authorization: Basic YTpi', good],
      [`Authorization: ${client}`, 'Authorization: Basic YTpi'],
      [good, type, type],
      [type, 'content-type: application/x-www-form-urlencoded'],
      ['Content-Type:', type],
    ]) {
      await expectError(request(method, path, [host(), 'Content-Length: 0', ...headers]), 'invalid_request');
    }
  }
});

test('health checks keep to the protocol, too: HTTP/1.1 has a Host, and HTTP/2 is no text', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    await expectError(`GET ${path} HTTP/1.1\r\n\r\n`, 'invalid_request');
    await expectError(`GET ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`, 'invalid_request');
    await expectError(`GET ${path} HTTP/2.0\r\nHost: x\r\n\r\n`, 'invalid_request');
    const { responses } = await sendRaw(service.origin, `GET ${path} HTTP/1.0\r\n\r\n`);
    assert.equal(responses[0]?.status, 200, 'a proxy that speaks HTTP/1.0 names no host');
  }
});

test('headers above the limit are 431, a target above it is 414', async () => {
  await expectError(request('GET', USERS, [host(), `X-Long: ${'a'.repeat(17_000)}`]), 'headers_too_large');
  await expectError(request('GET', `${USERS}/${'a'.repeat(9000)}`, [host()]), 'uri_too_long');
  await expectError(request('GET', `${USERS}/${'a'.repeat(40_000)}`, [host()]), 'uri_too_long');
});

test('Expect: 100-continue is answered when the body is wanted, anything else is 417', async () => {
  await expectError(request('GET', USERS, [host(), 'Expect: foo']), 'expectation_failed');
  const headers = [host(), bearer(), 'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
  const wanted = await expectError(request('POST', CREDIT, headers), 'validation_failed', { followUp: '{}' });
  assert.equal(wanted.sawContinue, true);
  const refused = await expectError(request('POST', CREDIT, headers.toSpliced(1, 1)), 'invalid_token');
  assert.deepEqual([refused.sawContinue, refused.closed], [false, true]);
});

test('CONNECT is refused, an upgrade is ignored', async () => {
  assert.equal(
    (await expectError('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n', 'method_not_allowed')).closed,
    true,
  );
  const upgrade = request('GET', USERS, [host(), bearer(), 'Connection: Upgrade', 'Upgrade: websocket']);
  const { responses } = await sendRaw(service.origin, upgrade);
  assert.equal(responses[0]?.status, 200);
});

test('a body that ends too early is 400', async () => {
  const headers = [host(), bearer(), 'Content-Type: application/json', 'Content-Length: 50'];
  await expectError(request('POST', CREDIT, headers, '{"user_id":'), 'invalid_request', { halfClose: true });
});

test('a body that stalls is 408 in time, declared or chunked', async () => {
  for (const length of ['Content-Length: 50', 'Transfer-Encoding: chunked']) {
    const headers = [host(), bearer(), 'Content-Type: application/json', length];
    const startedAt = performance.now();
    const { closed } = await expectError(request('POST', CREDIT, headers), 'request_timeout');
    assert.equal(closed, true);
    assert.ok(performance.now() - startedAt < patientMs(10_000));
  }
});

test('headers that stall are 408', async () => {
  const { closed } = await expectError(`GET ${USERS} HTTP/1.1\r\nHost: x\r\nX-Slow: `, 'request_timeout');
  assert.equal(closed, true);
});

test('a refused body does not spoil the next request of the connection', async () => {
  const body = 'x'.repeat(1000);
  const refused = request('POST', CREDIT, [host(), 'Content-Type: application/json', 'Content-Length: 1000'], body);
  const tooLarge = request(
    'POST',
    CREDIT,
    [host(), bearer(), 'Content-Type: application/json', 'Content-Length: 200000'],
    ' '.repeat(200_000),
  );
  const unknown = request('PUT', USERS, [host(), 'Content-Type: text/plain', 'Content-Length: 1000'], body);
  const good = request('GET', USERS, [host(), bearer()]);
  const { responses } = await sendRaw(service.origin, refused + tooLarge + unknown + good, { expected: 4 });
  assert.deepEqual(
    responses.map(({ status }) => status),
    [401, 413, 405, 200],
  );
});

test('a request before the malformed one still gets its answer', async () => {
  const { responses, closed } = await sendRaw(
    service.origin,
    `${request('GET', USERS, [host(), bearer()])}NONSENSE\r\n\r\n`,
    {
      expected: 2,
    },
  );
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 400],
  );
  assert.equal(closed, true);
});

test('a client that goes away in the middle harms nobody', async () => {
  const { hostname, port } = new URL(service.origin);
  const { connect } = await import('node:net');
  for (let round = 0; round < 5; round++) {
    const socket = connect({ host: hostname, port: Number(port) });
    const headers = [host(), bearer(), 'Content-Type: application/json', 'Content-Length: 500'];
    socket.write(request('POST', CREDIT, headers, '{'), () => socket.resetAndDestroy());
    await new Promise((resolve) => socket.once('close', resolve));
  }
  assert.equal((await service.call('GET', '/users', { token })).status, 200);
});
