/** Requests that reached the proxy over plain http: pages for people lead to https, all others are refused in JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, testService } from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';

const PUBLIC_URL = 'https://timebank.example.org';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PAGES = [
  ...['/', '/docs', '/docs/start', '/docs/search?q=credit&x=%20', '/docs/reference', '/docs/errors', '/docs/'],
  ...['/console', '/console/', '/console/harbour/members?page=2', '/console/assets/none.js', '/console/oidc?code=x'],
  ...['/nothing', '/openapi.json', '/apis', '//elsewhere.example/a', '/https://elsewhere.example', '/%EF%BF%BD?a=%zz'],
];

const service = await testService({ env: { TRUST_PROXY: '127.0.0.1', PUBLIC_URL } });

const ask = (origin: string, path: string, accept: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: { Accept: accept, 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'elsewhere.example', ...headers },
  });

async function assertRefused(response: Response, about: string): Promise<void> {
  const answer = [response.status, response.headers.get('content-type'), response.headers.get('location')];
  assert.deepEqual(answer, [403, 'application/json', null], about);
  const body = (await response.json()) as { error: string };
  assert.equal(body.error, 'https_required', about);
}

test('each page for people leads to the same page at PUBLIC_URL, whatever host was asked', async () => {
  for (const path of PAGES) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await ask(service.origin, path, BROWSER, method);
      assert.equal(status, 301, `${method} ${path}`);
      assert.equal(headers.get('location'), PUBLIC_URL + path);
      assert.ok(headers.get('x-request-id'));
    }
  }
});

test('the API, and what does not ask for HTML, is refused in JSON and never redirected', async () => {
  const api = [
    '/api',
    '/api/partner/v1',
    '/api/partner/v1/users',
    '/api/partner/v1/nothing',
    '/api/console/v1/session',
  ];
  for (const path of [...api, '/%61pi/partner/v1/users']) {
    for (const accept of [BROWSER, '*/*', 'application/json']) {
      await assertRefused(await ask(service.origin, path, accept), `${path} ${accept}`);
    }
  }
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0']) {
    for (const path of ['/', '/docs', '/console', '/nothing', '/openapi.json']) {
      await assertRefused(await ask(service.origin, path, accept), `${path} ${accept}`);
    }
  }
});

test('a request with a body is never redirected: its secret is out already', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/', '/console', '/docs', '/api/partner/v1/oauth/token']) {
      await assertRefused(await ask(service.origin, path, BROWSER, method), `${method} ${path}`);
    }
  }
});

test('over https nothing is redirected, nor where the health of the process is asked', async () => {
  for (const path of ['/', '/docs', '/console']) {
    const { status } = await ask(service.origin, path, BROWSER, 'GET', { 'X-Forwarded-Proto': 'https' });
    assert.equal(status, 200, path);
  }
  for (const path of ['/health/live', '/health/ready']) {
    assert.equal((await ask(service.origin, path, BROWSER)).status, 200, path);
  }
});

test('a target that names another origin leads to PUBLIC_URL all the same', async () => {
  const head = `Host: elsewhere.example\r\nAccept: ${BROWSER}\r\nX-Forwarded-Proto: http\r\nConnection: close\r\n\r\n`;
  for (const [target, path] of [
    ['http://elsewhere.example/docs?q=1', '/docs?q=1'],
    ['http://elsewhere.example', '/'],
    ['HTTP://elsewhere.example?q=1', '/?q=1'],
  ]) {
    const { responses } = await sendRaw(service.origin, `GET ${target} HTTP/1.1\r\n${head}`);
    assert.equal(responses[0]?.status, 301, target);
    assert.equal(responses[0]?.headers.get('location'), `${PUBLIC_URL}${path}`, target);
  }
});

test('without an https PUBLIC_URL there is nowhere to lead to, and without TRUST_PROXY the header counts for nothing', async () => {
  const unnamed = await startTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
  const untrusting = await startTestService({ env: { PUBLIC_URL } });
  try {
    for (const path of ['/', '/docs', '/console']) {
      await assertRefused(await ask(unnamed.origin, path, BROWSER), path);
      assert.equal((await ask(untrusting.origin, path, BROWSER)).status, 200, path);
    }
  } finally {
    await Promise.all([unnamed.stop(), untrusting.stop()]);
  }
});
