import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';
import { GROUPS } from './index-page.ts';

const GUIDES = GROUPS.flatMap(({ guides }) => guides.map(({ name, file }) => ({ path: `/docs/guides/${name}`, file })));

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('all guides of the repository are served, listed by the index, with their headings', async () => {
  const index = await service.call('GET', '/docs');
  assert.equal(index.status, 200);
  assert.equal(index.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(index.headers.get('vary'), 'Accept-Language');
  for (const name of [
    'partner-guide',
    'webhooks',
    'administrator-guide',
    'run-the-community',
    'operator-guide',
    'scaling',
  ])
    assert.ok(index.text.includes(`href="/docs/guides/${name}"`), name);
  for (const { path, file } of [...GUIDES, { path: '/docs/changelog', file: 'CHANGELOG.md' }]) {
    assert.ok(index.text.includes(`href="${path}"`), path);
    const { status, text, headers } = await service.call('GET', path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=300');
    const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8').replace(/^```.*?^```/gms, '');
    const headings = source.match(/^#+ /gm)?.length;
    const contents = text.includes('id="on-this-page"') ? 1 : 0;
    assert.equal((text.match(/<h[1-6][ >]/g)?.length ?? 0) - contents, headings, path);
  }
  assert.match((await service.call('GET', '/docs', { headers: { 'Accept-Language': 'de' } })).text, /Anleitungen/);
});

test('every link of every page leads to something served here, and its anchor is there', async () => {
  const pages = new Map<string, string>();
  const read = async (path: string) => {
    const kept = pages.get(path);
    if (kept !== undefined) return kept;
    const response = await fetch(service.origin + path, { headers: { Accept: 'text/html' } });
    assert.equal(response.status, 200, path);
    const text = await response.text();
    pages.set(path, text);
    return text;
  };
  let checked = 0;
  for (const page of ['/', '/docs', '/docs/errors', '/docs/changelog', ...GUIDES.map(({ path }) => path)]) {
    for (const [, href = ''] of (await read(page)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (href.startsWith('https://')) continue;
      assert.match(href, /^[/#]/, `${page}: ${href}`);
      const { pathname, hash } = new URL(href, service.origin + page);
      const target = pathname === '/console' ? '' : await read(pathname);
      if (hash) assert.ok(target.includes(` id="${hash.slice(1)}"`), `${page}: ${href}`);
      checked++;
    }
  }
  assert.ok(checked > 200, String(checked));
  assert.match(pages.get('/docs/guides/operator-guide') ?? '', /href="\/docs\/guides\/scaling#poolers"/);
  assert.match(pages.get('/docs/guides/webhooks') ?? '', /href="\/docs\/guides\/client#webhooks"/);
});

test('no address below the guides reaches another file', async () => {
  for (const target of [
    '/docs/guides/../../package.json',
    '/docs/guides/..%2f..%2fpackage.json',
    '/docs/guides/%2e%2e/%2e%2e/package.json',
    '/docs/guides/..%5c..%5cpackage.json',
    '/docs/guides/webhooks.md',
    '/docs/guides/webhooks%00',
    '/docs/guides/webhooks/',
    '/docs/guides/docs.test',
    '/docs/guides/',
  ]) {
    // fetch would take the dots away.
    const { responses } = await sendRaw(
      service.origin,
      `GET ${target} HTTP/1.1\r\nHost: tb.example\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(responses[0]?.status, 404, target);
    assert.doesNotMatch(responses[0]?.text ?? '', /workspaces|Webhooks<\/h1>/, target);
  }
});

test('each error has its cause, what to do, and whether to retry', async () => {
  const { text } = await service.call('GET', '/docs/errors');
  assert.ok(text.indexOf('<h1>') < text.indexOf('class="toc'), 'what the page is comes first');
  const sectionOf = (code: string) => text.split(`<section id="${code}">`)[1]?.split('</section>')[0] ?? '';
  for (const [, code = ''] of text.matchAll(/<section id="(\w+)">/g)) {
    for (const term of ['Status', 'Cause', 'What to do', 'Retry']) {
      assert.match(sectionOf(code), new RegExp(`<dt>${term}</dt><dd>[^<]{3,}`), `${code} ${term}`);
    }
  }
  assert.match(sectionOf('reference_conflict'), /<dt>Retry<\/dt><dd>Never\./);
  assert.match(sectionOf('temporarily_unavailable'), /<dt>Retry<\/dt><dd>Yes, unchanged, after/);
  assert.match(sectionOf('validation_failed'), /<dt>Retry<\/dt><dd>No:/);
});

test('the reference stands at both of its addresses, with the way to the other pages', async () => {
  for (const path of ['/docs/', '/docs/reference']) {
    const { status, text } = await service.call('GET', path);
    assert.equal(status, 200, path);
    assert.match(text, /\/openapi\.json/, path);
    for (const href of ['/', '/docs', '/docs/errors', '/console']) assert.ok(text.includes(`href="${href}"`), href);
  }
});
