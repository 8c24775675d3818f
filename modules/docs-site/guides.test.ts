import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startTestService, testService } from '../../test-support/harness.ts';
import { sendRaw } from '../../test-support/raw-http.ts';
import { MOVED, PAGES, PICTURES } from './site.ts';

const WRITTEN = PAGES.flatMap(({ address, file }) => (file === undefined ? [] : [{ path: address, file }]));
/** Published: partners and programs have them. */
const ADDRESSES = [
  ...[
    'start',
    'tokens',
    'members',
    'credits',
    'sync',
    'webhooks',
    'reconciliation',
    'rates',
    'errors',
    'sandbox',
    'limits',
  ],
  ...['versioning', 'tools', 'security-office', 'going-live', 'changelog', 'reference'],
].map((name) => `/docs/${name}`);

const service = await testService();

test('all guides of the repository are served, listed by the index, with their headings', async () => {
  const index = await service.call('GET', '/docs');
  assert.equal(index.status, 200);
  assert.equal(index.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(index.headers.get('vary'), 'Accept-Language');
  for (const path of [
    ...ADDRESSES,
    ...['client', 'administrator-guide', 'run-the-community', 'zeitbank-fuehren', 'operator-guide', 'scaling'].map(
      (n) => `/docs/guides/${n}`,
    ),
  ]) {
    assert.match(index.text, new RegExp(`<h3><a href="${path}">`), path);
    assert.equal((await service.call('GET', path)).status, 200, path);
  }
  for (const { path, file } of WRITTEN) {
    const { status, text, headers } = await service.call('GET', path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=300');
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replace(/^```.*?^```/gms, '');
    const headings = source.match(/^#+ /gm)?.length;
    const contents = text.includes('id="on-this-page"') ? 1 : 0;
    // Those of the codes and of the files to download are not in the page's own file.
    const own = text.replace(/<div class="errors">.*|<h2 id="files">.*/s, '');
    assert.equal((own.match(/<h[1-6][ >]/g)?.length ?? 0) - contents, headings, path);
  }
  assert.match((await service.call('GET', '/docs', { headers: { 'Accept-Language': 'de' } })).text, /Anleitungen/);
});

for (const names of [
  ['run-the-community', 'zeitbank-fuehren'],
  ['for-members', 'fuer-mitglieder'],
])
  test(`the guide ${names[0]} is there in German, section by section`, async () => {
    const [english, german] = await Promise.all(names.map((name) => service.call('GET', `/docs/guides/${name}`)));
    assert.match(german?.text ?? '', /<html lang="de">/);
    assert.match(german?.text ?? '', /Auf dieser Seite/);
    const sections = (text = '') => (text.match(/<h2 /g) ?? []).length;
    assert.equal(sections(german?.text), sections(english?.text), 'each section of one is in the other');
    const rows = (text = '') => (text.match(/<tr>/g) ?? []).length;
    assert.equal(rows(german?.text), rows(english?.text));
  });

test('the samples of a partner have the origin of the service, its own or PUBLIC_URL, and no other', async () => {
  const behind = await startTestService({ env: { PUBLIC_URL: 'https://timebank.bank-city.example' } });
  try {
    for (const [at, origin] of [
      [service, service.origin],
      [behind, 'https://timebank.bank-city.example'],
    ] as const) {
      for (const page of [
        'start',
        'tokens',
        'members',
        'credits',
        'sync',
        'webhooks',
        'reconciliation',
        'guides/client',
      ]) {
        const { text } = await at.call('GET', `/docs/${page}`);
        assert.doesNotMatch(text, /127\.0\.0\.1:8080/, page);
        assert.ok(text.includes(`${origin}`), page);
      }
      assert.match((await at.call('GET', '/docs/start')).text, new RegExp(`API=${origin}/api/partner/v1`));
    }
  } finally {
    await behind.stop();
  }
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
  for (const page of ['/', '/docs', '/docs/search?q=credit', ...WRITTEN.map(({ path }) => path)]) {
    for (const [, href = ''] of (await read(page)).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (href.startsWith('https://')) continue;
      assert.match(href, /^[/#]/, `${page}: ${href}`);
      const { pathname, hash } = new URL(href, service.origin + page);
      const target = pathname === '/console' ? '' : await read(pathname);
      if (hash) assert.ok(target.includes(` id="${decodeURIComponent(hash.slice(1))}"`), `${page}: ${href}`);
      checked++;
    }
  }
  assert.ok(checked > 200, String(checked));
  assert.match(pages.get('/docs/guides/operator-guide') ?? '', /href="\/docs\/guides\/scaling#poolers"/);
  assert.match(pages.get('/docs/webhooks') ?? '', /href="\/docs\/guides\/client#webhooks"/);
});

test('no address below the guides reaches another file', async () => {
  for (const target of [
    '/docs/guides/../../package.json',
    '/docs/guides/..%2f..%2fpackage.json',
    '/docs/guides/%2e%2e/%2e%2e/package.json',
    '/docs/guides/..%5c..%5cpackage.json',
    '/docs/guides/fresh-clone.test.ts',
    '/docs/tools/package.json',
    '/docs/tools/../tools/tokens.md',
    '/docs/start.md.md',
    '/docs/partner/webhooks.md',
    '/docs/webhooks%00',
    '/docs/webhooks/',
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

test('each word of an error and of a field has its cause and what to do, and each error whether to retry', async () => {
  const { text } = await service.call('GET', '/docs/errors');
  assert.ok(
    text.indexOf('<h1 ') > 0 && text.indexOf('<h1 ') < text.indexOf('class="toc'),
    'what the page is comes first',
  );
  const sectionOf = (code: string) => text.split(`<section id="${code}">`)[1]?.split('</section>')[0] ?? '';
  const { schemas } = (await service.call('GET', '/openapi.json')).body.components;
  const wordsOf = (component: string, field: string): readonly string[] =>
    schemas[component].properties[field]['x-extensible-enum'];
  for (const [words, terms] of [
    [wordsOf('ApiError', 'error'), ['Status', 'Cause', 'What to do', 'Retry']],
    [wordsOf('FieldError', 'code'), ['Cause', 'What to do']],
  ] as const) {
    assert.ok(words.length > 30);
    for (const [code, term] of words.flatMap((word) => terms.map((one) => [word, one] as const))) {
      assert.match(sectionOf(code), new RegExp(`<dt>${term}</dt><dd>[^<]{3,}`), `${code} ${term}`);
    }
  }
  assert.match(sectionOf('https_required'), /As the code of a field/);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, [...new Set(ids)], 'each address once');
  assert.match(sectionOf('reference_conflict'), /<dt>Retry<\/dt><dd>Never\./);
  assert.match(sectionOf('temporarily_unavailable'), /<dt>Retry<\/dt><dd>Yes, unchanged, after/);
  assert.match(sectionOf('validation_failed'), /<dt>Retry<\/dt><dd>No:/);
});

test('every page has one list of all pages, marks itself in it, and leads to the next one', async () => {
  const listed = ['/docs', ...PAGES.map(({ address }) => address)];
  for (const path of listed) {
    const { text } = await service.call('GET', path);
    const list = /<nav class="pages"[^>]*>(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
    assert.deepEqual(
      [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
      listed,
      path,
    );
    assert.match(list, new RegExp(`<a href="${path}" aria-current="page">`), path);
    assert.match(text, /<form class="search" role="search" action="\/docs\/search">/, path);
  }
  const { text } = await service.call('GET', '/docs/credits');
  assert.match(text, /<a rel="prev" href="\/docs\/members">.*<a rel="next" href="\/docs\/sync">/);
  assert.doesNotMatch((await service.call('GET', '/docs/start')).text, /rel="prev"/);
});

test('the former address of a page redirects permanently to the new one', async () => {
  for (const [from, to] of [
    ['/docs/guides/partner-guide', '/docs/start'],
    ['/docs/guides/webhooks', '/docs/webhooks'],
    ['/docs/', '/docs/reference'],
  ] as const) {
    assert.ok(MOVED.some(([moved, place]) => moved === from && place === to));
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(service.origin + from, { method, redirect: 'manual' });
      assert.equal(response.status, 301, from);
      assert.equal(response.headers.get('location'), to);
      assert.equal(await response.text(), '');
    }
  }
});

test('the picture of the procedure is served as one that can do nothing', async () => {
  for (const [file, address] of PICTURES) {
    const { status, text, headers } = await service.call('GET', address);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/svg+xml');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(text, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
    assert.doesNotMatch(text, /<script|href=|\son\w+=/);
  }
});

test('the reference has the way to the other pages', async () => {
  const { status, text } = await service.call('GET', '/docs/reference');
  assert.equal(status, 200);
  assert.match(text, /\/openapi\.json/);
  for (const href of ['/', '/docs', '/docs/errors', '/console']) assert.ok(text.includes(`href="${href}"`), href);
});
