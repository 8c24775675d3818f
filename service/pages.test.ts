import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { ERRORS, type ErrorDefinition, OPERATIONS } from '@timebank/contract';
import { testService } from '../test-support/harness.ts';

const service = await testService();

test('every error code has a section of its own at its error_uri', async () => {
  const { status, text, headers } = await service.call('GET', '/docs/errors');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  for (const [code, definition] of Object.entries<ErrorDefinition>(ERRORS)) {
    const { status: usual, statusWithToken } = definition;
    const shown = statusWithToken === undefined ? usual : `${usual}; ${statusWithToken} where a token is sent`;
    assert.equal(text.split(`<section id="${code}">`).length, 2, code);
    assert.match(text.split(`<section id="${code}">`)[1] ?? '', new RegExp(`<dd>${shown}</dd>`));
  }
});

test('the reference is served from here and may reach no other host', async () => {
  const { text, headers } = await service.call('GET', '/docs/reference');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /https?:|\*|script-src[^;]*unsafe/);
  const sources = [...text.matchAll(/<(?!a )[^>]*(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
  assert.ok(sources.length > 0);
  for (const url of sources) {
    assert.doesNotMatch(url ?? '', /^(https?:)?\/\//);
    assert.equal((await fetch(new URL(url ?? '', `${service.origin}/docs/reference`))).status, 200, url);
  }
  for (const [, script = ''] of text.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(policy.includes(`script-src 'sha256-${hash}'`));
  }
  assert.match(text, /\/openapi\.json/);
});

test('the OpenAPI documents are compressed for who accepts it, and the same for who does not', async () => {
  for (const path of ['/openapi.json', '/openapi-3.0.json']) {
    const plain = await sent(path);
    const { headers, body } = await sent(path, 'gzip, deflate, br');
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.ok(body.length * 4 < plain.body.length, `${body.length} of ${plain.body.length}`);
    assert.ok(brotliDecompressSync(body).equals(plain.body));
    assert.equal(headers['content-type'], 'application/json');
  }
});

/** As the bytes are sent: fetch would decode them. */
async function sent(path: string, acceptEncoding?: string) {
  const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(service.origin + path, { headers }, resolve).on('error', reject);
  });
  return { headers: response.headers, body: await buffer(response) };
}

test('both OpenAPI documents name this origin and all operations', async () => {
  for (const [path, version] of [
    ['/openapi.json', '3.1.1'],
    ['/openapi-3.0.json', '3.0.3'],
  ] as const) {
    const { body } = await service.call('GET', path);
    assert.equal(body.openapi, version);
    assert.equal(body.servers[0].url, `${service.origin}/api/partner/v1`);
    assert.equal(body.externalDocs.url, `${service.origin}/docs`);
    assert.equal(Object.values<object>(body.paths).flatMap(Object.keys).length, OPERATIONS.length);
  }
});

test('the OAuth metadata is at the origin, which is the issuer', async () => {
  const { body } = await service.call('GET', '/.well-known/oauth-authorization-server');
  assert.equal(body.issuer, service.origin);
  assert.equal(body.token_endpoint, `${service.origin}/api/partner/v1/oauth/token`);
});

test('outside the base path, too, errors have the one shape', async () => {
  for (const [method, path, code] of [
    ['GET', '/docs/nothing', 'not_found'],
    ['GET', '/health/', 'not_found'],
    ['POST', '/docs/errors', 'method_not_allowed'],
    ['PUT', '/openapi.json', 'method_not_allowed'],
    ['GET', '/docs/%zz', 'not_found'],
    ['GET', '/docs/%2e%2e/%2e%2e/etc/passwd', 'not_found'],
  ] as const) {
    assert.equal((await service.call(method, path)).body.error, code, path);
  }
});

test('HEAD has the headers of GET and no body', async () => {
  const token = await service.token(await service.createPartner());
  for (const [path, options] of [
    ['/listings', { token }],
    ['/listings', {}],
    ['/openapi.json', {}],
    ['/docs/errors', {}],
    ['/health/live', {}],
  ] as const) {
    const [head, get] = [await service.call('HEAD', path, options), await service.call('GET', path, options)];
    assert.equal(head.status, get.status);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  }
});
