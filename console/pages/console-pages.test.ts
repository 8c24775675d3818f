import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../test-support/temporary-folder.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});`;
let service: TestService;
let folder: string;
let temporary: TemporaryFolder;
before(async () => {
  temporary = await createTemporaryFolder();
  folder = temporary.path;
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="/console/assets/a-1.js" nonce="__CSP_NONCE__"></script>',
  );
  await writeFile(join(folder, 'assets/a-1.js'), SCRIPT);
  await writeFile(join(folder, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'sources.sha256'), 'x');
  service = await startTestService({ app: { consoleFolder: folder } });
});
after(async () => {
  await service?.stop();
  await temporary?.remove();
});

const get = (path: string, init: RequestInit = {}) => fetch(service.origin + path, { redirect: 'manual', ...init });

test('every address of the console is the one page, with a fresh nonce in page and policy', async () => {
  const nonces = new Set<string>();
  for (const path of ['/console', '/console/', '/console/set-up', '/console/riverside/partners/3?tab=calls']) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const html = await response.text();
    const found = [...html.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    assert.equal(new Set(found).size, 1);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`script-src 'self' 'nonce-${found[0]}'`), policy);
    assert.ok(!/unsafe|https?:|data:|\*/.test(policy), policy);
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
      assert.ok(policy.includes(part), part);
    }
    nonces.add(found[0] ?? '');
  }
  assert.equal(nonces.size, 4);
});

test('the page may not be framed, opened by others, or ask for devices', async () => {
  const { headers } = await get('/console');
  for (const [name, value] of [
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
  ] as const) {
    assert.equal(headers.get(name), value);
  }
});

test('assets never change, other files may, and compressed ones are sent to who reads them', async () => {
  const asset = await get('/console/assets/a-1.js', { headers: { 'Accept-Encoding': 'gzip' } });
  assert.equal(asset.headers.get('content-encoding'), 'gzip');
  assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(asset.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(await asset.text(), SCRIPT);
  for (const accepted of ['identity', 'gzip;q=0, *']) {
    const plain = await get('/console/assets/a-1.js', { headers: { 'Accept-Encoding': accepted } });
    assert.equal(plain.headers.get('content-encoding'), null, accepted);
    assert.equal(await plain.text(), SCRIPT);
  }
  assert.equal(asset.headers.get('content-type'), 'application/javascript; charset=utf-8');
  // Without a Cache-Control of its own, fetch adds no-cache.
  const kept = {
    'If-None-Match': asset.headers.get('etag') ?? '',
    'Accept-Encoding': 'gzip',
    'Cache-Control': 'max-age=0',
  };
  assert.equal((await get('/console/assets/a-1.js', { headers: kept })).status, 304);
  assert.equal((await get('/console/icon.svg')).headers.get('cache-control'), 'public, max-age=3600');
});

test('an unknown address is 404 in the one error shape, never the page; the API keeps its own 404', async () => {
  for (const path of [
    '/console/assets/b-2.js',
    '/console/assets/',
    '/console/favicon.ico',
    '/console/index.html',
    '/console/sources.sha256',
    '/console/assets/a-1.js.gz',
    '/console/../index.html',
    '/console/%2e%2e/%2e%2e/package.json',
    '/consoles',
    '/api/console/v1/nothing',
    '/api/console',
    '/',
  ]) {
    const response = await get(path);
    const text = await response.text();
    assert.equal(response.status, 404, path);
    assert.equal(response.headers.get('content-type'), 'application/json', path);
    assert.equal(JSON.parse(text).error, 'not_found', path);
  }
  assert.equal((await get('/console', { method: 'POST' })).status, 405);
  assert.equal((await get('/console', { method: 'HEAD' })).status, 200);
});

test('behind a proxy with https every answer asks for https from now on', async () => {
  const own = await startTestService({
    app: { consoleFolder: folder },
    env: { PUBLIC_URL: 'https://timebank.example' },
  });
  try {
    for (const path of ['/console', '/console/assets/a-1.js', '/api/console/v1/session']) {
      const { headers } = await fetch(own.origin + path);
      assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000/, path);
    }
  } finally {
    await own.stop();
  }
});

test('without the built files the console says so and everything else works', async () => {
  const own = await startTestService({ app: { consoleFolder: join(folder, 'nowhere') } });
  try {
    const response = await fetch(`${own.origin}/console`);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /not built/);
    assert.equal((await fetch(`${own.origin}/health/live`)).status, 200);
  } finally {
    await own.stop();
  }
});
