/** What RFC 9110 and RFC 9112 demand of a server (MUST and MUST NOT), a line for each, over a raw socket. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_PATH } from '@timebank/contract';
import { checkResponse } from '../../test-support/call.ts';
import { testService } from '../../test-support/harness.ts';
import { type RawOptions, type RawResult, sendRaw } from '../../test-support/raw-http.ts';

const service = await testService();
const partner = await service.createPartner();
const bearer = `Authorization: Bearer ${await service.token(partner)}`;
const basic = `Authorization: Basic ${Buffer.from(`${partner.clientId}:${partner.clientSecret}`).toString('base64')}`;

interface Rule {
  /** The section, and what it demands. */
  readonly rule: string;
  /** Lines of the header, with `{bearer}`, `{basic}` and `{me}`; a Host is added unless there is one. */
  readonly lines: readonly string[];
  readonly body?: string;
  /** The statuses of the answers, in order. */
  readonly expect: readonly number[];
  /** The code of the last answer. */
  readonly error?: string;
  /** The connection ends with the answer. */
  readonly closes?: boolean;
  readonly options?: RawOptions;
  readonly check?: (result: RawResult) => void;
}

const ME = 'GET {me} HTTP/1.1';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const GRANT = 'grant_type=client_credentials';
const CHUNKS = `${GRANT.length.toString(16)}\r\n${GRANT}\r\n0\r\n\r\n`;
const token = (version: string, ...lines: string[]) => [
  `POST ${BASE_PATH}/oauth/token HTTP/${version}`,
  ...['{basic}', FORM, ...lines],
];
const first = ({ responses }: RawResult) => {
  assert.ok(responses[0]);
  return responses[0];
};
const refusedHost = (host: string): Rule => ({
  rule: `9112 3.2: "Host: ${host}" is no host, and is 400`,
  lines: [ME, `Host: ${host}`, '{bearer}'],
  expect: [400],
  error: 'invalid_request',
});
const takenHost = (host: string): Rule => ({
  rule: `9112 3.2: "Host: ${host}" is a host`,
  lines: [ME, `Host: ${host}`, '{bearer}'],
  expect: [200],
});
const issuer = (target: string, wanted: string): Rule => ({
  rule: `9112 3.2.2: the authority of the target ${target} wins over Host`,
  lines: [`GET ${target}/.well-known/oauth-authorization-server HTTP/1.1`, 'Host: b.example'],
  expect: [200],
  check: (result) => assert.equal(JSON.parse(first(result).text).issuer, wanted),
});
const refusedCoding = (coding: string, expect: number, error: string): Rule => ({
  rule: `9112 6.1 and 6.3: a body in "${coding}" is not read as if it were plain`,
  lines: token('1.1', `Transfer-Encoding: ${coding}`),
  body: CHUNKS,
  expect: [expect],
  error,
});
const emptyChunks = (method: string, path: string, expect: number): Rule => ({
  rule: `9112 7.1: ${method} ${path} with no byte in chunks has no body, so no media type`,
  lines: [`${method} ${BASE_PATH}${path} HTTP/1.1`, '{bearer}', 'Transfer-Encoding: chunked'],
  body: '0\r\n\r\n',
  expect: [expect],
});
const malformed = (rule: string, lines: readonly string[], body = ''): Rule => ({
  ...{ rule, lines, body, expect: [400], error: 'invalid_request', closes: true },
});

const HOSTS: readonly Rule[] = [
  ...['bank.example', 'bank.example:8080', 'bank.example:', '[::1]:80', '192.0.2.1'].map(takenHost),
  ...['a b', 'user@bank.example', 'bank.example/x', 'bank.example:x', 'a.example, b.example', '[::1', ''].map(
    refusedHost,
  ),
  {
    rule: '9112 3.2: also where the target has an authority',
    ...{
      lines: ['GET http://a.example{me} HTTP/1.1', 'Host: a b', '{bearer}'],
      expect: [400],
      error: 'invalid_request',
    },
  },
  {
    rule: '9112 3.2: a health check with a malformed Host is 400',
    lines: ['GET /health/live HTTP/1.1', 'Host: a b'],
    expect: [400],
    error: 'invalid_request',
  },
  issuer('http://a.example', 'http://a.example'),
  issuer('HTTP://a.example:81', 'http://a.example:81'),
  {
    rule: '9112 3.2.2: the next page of an absolute target is at its authority',
    lines: [`GET http://a.example${BASE_PATH}/nothing?x=1 HTTP/1.1`, 'Host: b.example', '{bearer}'],
    expect: [404],
    error: 'not_found',
    check: (result) => assert.match(first(result).text, /"error_uri":"http:\/\/a\.example\//),
  },
  {
    rule: '9110 4.2.1: an http target without a host is refused',
    ...{ lines: ['GET http://{me} HTTP/1.1', '{bearer}'], expect: [400], error: 'invalid_request' },
  },
  {
    rule: '9110 4.2.4: user information in the target is an error',
    ...{ lines: ['GET http://user@a.example{me} HTTP/1.1', '{bearer}'], expect: [400], error: 'invalid_request' },
  },
  {
    rule: '9112 3: a target longer than the server reads is 414',
    lines: [`GET {me}?${'a'.repeat(9000)} HTTP/1.1`, '{bearer}'],
    expect: [414],
    error: 'uri_too_long',
  },
];

const MESSAGES: readonly Rule[] = [
  {
    rule: '9112 2.2: an empty line before the request is passed over',
    lines: ['', ME, '{bearer}'],
    expect: [200],
  },
  malformed('9112 2.2: white space before the first field is refused', [ME, ' X: y', 'Host: x', '{bearer}']),
  malformed('9112 2.2: a lone CR is refused', [ME, 'X: a\rb', '{bearer}']),
  malformed('9110 5.5: NUL in a field is refused', [ME, 'X: a\0b', '{bearer}']),
  malformed('9112 5.1: white space between name and colon is 400', [ME, 'X : y', '{bearer}']),
  malformed('9112 5.2: a folded line is 400', [ME, 'X: a', ' b', '{bearer}']),
  malformed('9112 3: a target with a space is refused', ['GET {me} x HTTP/1.1', '{bearer}']),
  {
    rule: '9110 7.8: an upgrade that the server does not speak is ignored',
    lines: [ME, '{bearer}', 'Connection: Upgrade', 'Upgrade: h2c'],
    expect: [200],
    check: (result) => assert.equal(first(result).headers.get('upgrade'), null),
  },
  {
    rule: '9110 9.3.2: HEAD has no content',
    lines: ['HEAD {me} HTTP/1.1', '{bearer}', 'Connection: close'],
    expect: [200],
    options: { head: true },
    check: (result) => assert.equal(first(result).text, ''),
  },
  {
    rule: '9110 15.5.6: 405 names the methods in Allow',
    lines: ['POST {me} HTTP/1.1', '{bearer}', 'Content-Length: 0'],
    expect: [405],
    error: 'method_not_allowed',
    check: (result) => assert.equal(first(result).headers.get('allow'), 'GET, HEAD'),
  },
  {
    rule: '9110 15.5.2: 401 has a challenge; 6.6.1: an answer has a Date',
    lines: [ME],
    expect: [401],
    error: 'invalid_token',
    check: (result) => {
      assert.match(first(result).headers.get('www-authenticate') ?? '', /^Bearer realm=/);
      assert.ok(first(result).headers.has('date'));
    },
  },
  {
    rule: '9110 6.6.1: what the parser refuses has a Date, too',
    lines: ['hello'],
    expect: [400],
    check: (result) => assert.ok(first(result).headers.has('date')),
  },
  {
    rule: '9110 10.1.1 and 15.2: an HTTP/1.0 client that expects 100-continue gets its answer and no 1xx',
    lines: token('1.0', 'Expect: 100-continue', `Content-Length: ${GRANT.length}`),
    body: GRANT,
    expect: [200],
    closes: true,
    check: ({ sawContinue }) => assert.equal(sawContinue, false),
  },
  {
    rule: '9110 10.1.1: an HTTP/1.1 client that expects 100-continue is asked for its body',
    lines: token('1.1', 'Expect: 100-continue', `Content-Length: ${GRANT.length}`),
    expect: [200],
    options: { followUp: GRANT },
    check: ({ sawContinue }) => assert.equal(sawContinue, true),
  },
  {
    rule: '6585 5: more fields than are read are 431, and the answer blames their number',
    lines: [ME, ...Array(1100).fill('a: b')],
    expect: [431],
    error: 'headers_too_large',
    closes: true,
    check: (result) => assert.match(first(result).text, /1000 header fields/),
  },
  {
    rule: '6585 5: more bytes of fields than are read are 431, and the answer blames the bytes',
    lines: [ME, `a: ${'b'.repeat(17_000)}`],
    expect: [431],
    error: 'headers_too_large',
    closes: true,
    check: (result) => assert.match(first(result).text, /16384 bytes/),
  },
];

const BODIES: readonly Rule[] = [
  {
    rule: '9112 7.1: chunks are read, and their extensions are ignored',
    lines: token('1.1', 'Transfer-Encoding: Chunked'),
    body: CHUNKS.replace('\r\n', ';x="y"\r\n'),
    expect: [200],
  },
  {
    rule: '9112 7.1.2: a field of the trailer is not taken for a field of the header',
    lines: [`POST ${BASE_PATH}/oauth/token HTTP/1.1`, FORM, 'Transfer-Encoding: chunked', 'Trailer: Authorization'],
    body: CHUNKS.replace(/\r\n$/, '{basic}\r\n\r\n'),
    expect: [401],
    error: 'invalid_client',
  },
  ...['gzip, chunked', 'JUNK, chunked', 'identity, chunked'].map((coding) =>
    refusedCoding(coding, 501, 'not_implemented'),
  ),
  { ...refusedCoding('chunked, chunked', 400, 'invalid_request'), closes: true },
  { ...refusedCoding('chunked, gzip', 400, 'invalid_request'), closes: true },
  {
    rule: '9112 6.1: an HTTP/1.0 request in chunks has a faulty end, and its connection ends',
    lines: token('1.0', 'Transfer-Encoding: chunked', 'Connection: keep-alive'),
    body: CHUNKS,
    expect: [400],
    error: 'invalid_request',
    closes: true,
  },
  malformed('9112 6.3: two lengths that differ are 400', token('1.1', 'Content-Length: 1', 'Content-Length: 2'), 'ab'),
  malformed('9112 6.3: a length that is no number is 400', token('1.1', 'Content-Length: +1'), 'a'),
  malformed(
    '9112 6.3: a length beside a transfer coding is 400',
    token('1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    CHUNKS,
  ),
  malformed(
    '9112 7.1: a size of a chunk that is no number is 400',
    token('1.1', 'Transfer-Encoding: chunked'),
    'z\r\n',
  ),
  malformed(
    '9112 7.1: a size of a chunk that overflows is 400',
    token('1.1', 'Transfer-Encoding: chunked'),
    `${'f'.repeat(17)}\r\n`,
  ),
  emptyChunks('GET', '/me', 200),
  emptyChunks('DELETE', '/webhooks/subscriptions/x', 404),
  emptyChunks('POST', '/webhooks/subscriptions/x/rotate-secret', 404),
  emptyChunks('POST', '/wallet/credit', 400),
  {
    rule: '9110 10.1.1: who waits to be asked for a body in chunks may have none, whatever type it has named',
    lines: [
      `POST ${BASE_PATH}/webhooks/subscriptions/x/rotate-secret HTTP/1.1`,
      ...['{bearer}', 'Transfer-Encoding: chunked', 'Expect: 100-continue', FORM],
    ],
    body: '0\r\n\r\n',
    expect: [404],
  },
  {
    rule: '9110 8.3: a body in chunks with a first byte has a media type',
    lines: [`POST ${BASE_PATH}/wallet/credit HTTP/1.1`, '{bearer}', 'Transfer-Encoding: chunked'],
    body: '2\r\n{}\r\n0\r\n\r\n',
    expect: [415],
    error: 'unsupported_media_type',
  },
];

const CONNECTIONS: readonly Rule[] = [
  {
    rule: '9112 9.3.2: requests that follow each other at once are answered in their order',
    lines: [ME, '{bearer}'],
    body: 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n',
    expect: [200, 200, 404],
    options: { expected: 3 },
  },
  {
    rule: '9112 9.3: a body that nothing reads is not the next request',
    lines: ['POST {me} HTTP/1.1', 'Content-Length: 30'],
    body: `${'GET /health/live HTTP/1.1'.padEnd(28)}\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n`,
    expect: [405, 404],
    options: { expected: 2 },
  },
  {
    rule: '9112 9.6: a connection that the client closes ends with the answer, which says so',
    lines: [ME, '{bearer}', 'Connection: close'],
    expect: [200],
    closes: true,
    check: (result) => assert.equal(first(result).headers.get('connection'), 'close'),
  },
  {
    rule: '9112 9.3: a connection of HTTP/1.0 ends with the answer',
    lines: ['GET {me} HTTP/1.0', '{bearer}'],
    expect: [200],
    closes: true,
  },
];

for (const { rule, lines, body = '', expect, error, closes, options, check } of [
  ...HOSTS,
  ...MESSAGES,
  ...BODIES,
  ...CONNECTIONS,
]) {
  test(rule, async () => {
    const hasHost = lines.some((line) => /^host:/i.test(line));
    const all = hasHost ? lines : lines.flatMap((line) => (/ HTTP\/1\.\d$/.test(line) ? [line, 'Host: x'] : [line]));
    const payload = `${all.join('\r\n')}\r\n\r\n${body}`
      .replaceAll('{me}', `${BASE_PATH}/me`)
      .replaceAll('{bearer}', bearer)
      .replaceAll('{basic}', basic);
    const result = await sendRaw(service.origin, payload, options);
    assert.deepEqual(
      result.responses.map(({ status }) => status),
      expect,
      result.responses.at(-1)?.text,
    );
    const last = result.responses.at(-1);
    if (error !== undefined && last) {
      assert.equal(checkResponse('GET', undefined, last.status, last.headers, last.text).body.error, error);
    }
    if (closes) assert.equal(result.closed, true, 'the connection ends');
    check?.(result);
  });
}
