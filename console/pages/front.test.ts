/** The door: what browsers, search engines and finders of holes meet outside the APIs, and that programs notice nothing. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestService, TEST_START, testService } from '../../test-support/harness.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const DAY_MS = 24 * 60 * 60 * 1000;

const service = await testService({
  env: { SECURITY_CONTACT: 'security@tb.example', PUBLIC_URL: 'https://tb.example' },
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const response = await fetch(service.origin + path, { method, redirect: 'manual', headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const browse = (path: string, language = 'en') => get(path, { Accept: BROWSER, 'Accept-Language': language });

test('a browser gets a front page with the three ways and the version, in its language', async () => {
  const { status, headers, text } = await browse('/');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'public, max-age=300');
  assert.equal(headers.get('vary'), 'Accept, Accept-Language');
  assert.match(text, /<html lang="en">/);
  for (const href of ['/docs', '/docs/reference', '/docs/errors', '/console', '/docs/guides/operator-guide']) {
    assert.ok(text.includes(`href="${href}"`), href);
  }
  assert.doesNotMatch(text, /href="\/health/, 'nobody is led to JSON');
  const { version } = JSON.parse(readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'));
  assert.ok(text.includes(`Timebank ${version}`));
  const german = await browse('/', 'de-CH,de;q=0.9,en;q=0.8');
  assert.match(german.text, /<html lang="de">/);
  assert.match(german.text, /Dieser Dienst führt die Bücher von Zeitbanken/);
});

test('pages run nothing but the script that copies code, reach no other host and cannot be framed', async () => {
  for (const path of ['/', '/nothing', '/docs', '/docs/errors', '/docs/webhooks', '/docs/search?q=%3Cscript%3E']) {
    const { headers, text } = await browse(path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(
      policy,
      /default-src 'none'; style-src 'sha256-[\w+/=]+' 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; img-src 'self'/,
      path,
    );
    assert.match(policy, /form-action 'self'; frame-ancestors 'none'/, path);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains', path);
    assert.match(headers.get('x-request-id') ?? '', /^req_/, path);
    const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1];
    assert.equal(script !== undefined, text.includes('<pre '), path);
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    if (script !== undefined) assert.ok(policy.includes(`script-src 'sha256-${hash}'`), path);
    assert.doesNotMatch(text.replace(`<script>${script}</script>`, ''), /<script|\son\w+=|style="/, path);
    assert.doesNotMatch(text, /<(?:img|link|source)[^>]*(?:src|href)="(?!\/(?!\/))/, path);
  }
});

test('an unknown page tells a browser so and the way home, in its language, and is not kept', async () => {
  for (const path of ['/nothing', '/docs/guides/nothing', '/%zz', '/index.html', '/.well-known/nothing']) {
    const { status, headers, text } = await browse(path);
    assert.equal(status, 404, path);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
    assert.match(text, /<h1>Page not found<\/h1>/, path);
    assert.match(text, /<meta name="robots" content="noindex">/);
    assert.match(text, /<a class="button" href="\/">/, path);
  }
  assert.match((await browse('/nichts', 'de')).text, /<h1>Seite nicht gefunden<\/h1>/);
  assert.doesNotMatch((await browse('/<b>tag</b>?q=<i>')).text, /tag|<i>/);
});

test('a program meets JSON at the same addresses, as before', async () => {
  for (const path of ['/', '/nothing', '/docs/guides/nothing']) {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
      const { status, headers, text } = await get(path, { Accept: accept });
      assert.equal(status, 404);
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(JSON.parse(text).error, 'not_found');
    }
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await get('/', { Accept: BROWSER }, method);
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/json'], method);
  }
});

test('below the paths of the APIs a browser, too, gets JSON whatever is wrong', async () => {
  for (const [path, status, method] of [
    ['/api', 404],
    ['/api/partner/v1', 404],
    ['/api/partner/v1/nothing', 404],
    ['/api/partner/v1/users/', 404],
    ['/api/partner/v1/users', 401],
    ['/api/partner/v1/oauth/token', 405],
    ['/api/console/v1/nothing', 404],
    ['/docs/errors', 405, 'POST'],
  ] as const) {
    const answer = await get(path, { Accept: BROWSER }, method ?? 'GET');
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [status, 'application/json'], path);
  }
});

test('HEAD has the headers of GET and no body, on each page and file', async () => {
  for (const path of [
    ...['/', '/nothing', '/docs', '/docs/search?q=x', '/docs/reference', '/docs/errors', '/docs/changelog'],
    ...['/docs/webhooks', '/icon.svg', '/favicon.ico', '/robots.txt', '/.well-known/security.txt'],
  ]) {
    const [head, whole] = [await get(path, { Accept: BROWSER }, 'HEAD'), await get(path, { Accept: BROWSER })];
    assert.equal(head.status, whole.status, path);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy']) {
      if (name === 'content-security-policy' && whole.headers.get(name)?.includes('nonce')) continue;
      assert.equal(head.headers.get(name), whole.headers.get(name), `${path} ${name}`);
    }
  }
});

test('the icons are images that any browser reads, and are kept for a day', async () => {
  const svg = await get('/icon.svg');
  assert.deepEqual([svg.status, svg.headers.get('content-type')], [200, 'image/svg+xml']);
  assert.match(svg.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(svg.text, /^<svg /);
  const response = await fetch(`${service.origin}/favicon.ico`);
  assert.equal(response.headers.get('content-type'), 'image/x-icon');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=86400');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 4)], [0, 0, 1, 0]);
  assert.equal(bytes.subarray(1 + bytes.readUInt32LE(18)).toString('latin1', 0, 3), 'PNG');
});

test('search engines may read the front page and the documentation, not the APIs, the console or health', async () => {
  const { headers, text } = await get('/robots.txt');
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = text.trim().split('\n');
  assert.equal(lines[0], 'User-agent: *');
  const refused = lines.filter((line) => line.startsWith('Disallow: ')).map((line) => line.slice(10));
  const isRefused = (path: string) => refused.some((prefix) => path.startsWith(prefix));
  for (const path of [
    '/api/partner/v1/users',
    '/api/console/v1/session',
    '/console',
    '/console/members',
    '/health/live',
  ])
    assert.ok(isRefused(path), path);
  for (const path of ['/', '/docs', '/docs/errors', '/docs/webhooks']) assert.ok(!isRefused(path), path);
});

test('security.txt has the contact, an end within a year by the clock, and the public address', async () => {
  const { status, headers, text } = await get('/.well-known/security.txt');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Canonical']);
  assert.equal(fields.get('Contact'), 'mailto:security@tb.example');
  assert.equal(fields.get('Canonical'), 'https://tb.example/.well-known/security.txt');
  assert.match(fields.get('Expires') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const left = new Date(fields.get('Expires') ?? '').getTime() - TEST_START.getTime();
  assert.ok(left > 90 * DAY_MS && left < 365 * DAY_MS, String(left / DAY_MS));
});

test('security.txt without a contact names a page that is there, and without a public address no Canonical', async () => {
  const silent = await startTestService({ database: service.testDatabase });
  const untold = await fetch(`${silent.origin}/.well-known/security.txt`);
  assert.equal(untold.status, 200);
  const [, contact = ''] = /^Contact: (\S+)\n/.exec(await untold.text()) ?? [];
  assert.ok(contact.startsWith(`${silent.origin}/`), contact);
  const page = await fetch(contact);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Report a security hole/);
  const named = await startTestService({
    database: service.testDatabase,
    env: { SECURITY_CONTACT: 'https://tb.example/security' },
  });
  const text = await (await fetch(`${named.origin}/.well-known/security.txt`)).text();
  assert.match(text, /^Contact: https:\/\/tb\.example\/security\n/);
  assert.doesNotMatch(text, /Canonical/);
  await Promise.all([silent.stop(), named.stop()]);
});
