import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { startTestService, type TestService } from '../../test-support/harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

async function search(query: string, language = 'en') {
  const answer = await fetch(`${service.origin}/docs/search?q=${encodeURIComponent(query)}`, {
    headers: { 'Accept-Language': language },
  });
  const text = await answer.text();
  const list = /<ol class="results">(.*?)<\/ol>/s.exec(text)?.[1] ?? '';
  const found = [...list.matchAll(/<a href="([^"]+)">/g)].map(([, href = '']) => href);
  return { status: answer.status, headers: answer.headers, text, list, found };
}

test('a code, a heading, an operation, a field and a word of a table are each found at their place', async () => {
  for (const [query, first] of [
    ['limit_exceeded', '/docs/errors#limit_exceeded'],
    ['rotate the signing secret', '/docs/webhooks#rotate-the-signing-secret'],
    ['POST /wallet/credit', '/docs/reference#tag/wallet/POST/wallet/credit'],
    ['Sandbox', '/docs/sandbox#sandbox'],
    ['00:15 UTC', '/docs/going-live#every-day-at-0015-utc'],
  ] as const) {
    assert.equal((await search(query)).found[0], first, query);
  }
  assert.ok((await search('sync_token')).found.some((href) => href.startsWith('/docs/reference#tag/users/GET/')));
  assert.ok((await search('users.pii')).found.includes('/docs/tokens#scopes'));
  assert.ok((await search('verify signature')).found.includes('/docs/webhooks#verify'));
});

test('every operation is found by its name and its path', async () => {
  for (const { id, method, path } of OPERATIONS) {
    for (const query of [id, `${method} ${path}`]) {
      const { found } = await search(query);
      assert.ok(
        found.some((href) => href.endsWith(`/${method}${path}`)),
        query,
      );
    }
  }
});

test('all words have to be there, in any order and case, and the words are marked where they were found', async () => {
  const { found, list } = await search('DECODED whsec_');
  assert.deepEqual(found, ['/docs/webhooks#verify']);
  assert.match(list, /<mark>whsec_<\/mark>, <mark>decoded<\/mark>/);
  assert.deepEqual((await search('whsec_ nothinglikethis')).found, []);
});

test('the search comes back as text, also in the field', async () => {
  for (const query of [
    '<script>alert(1)</script>',
    '"><b>x',
    "' onfocus=alert(1) x='",
    '&lt;',
    '(',
    '\\',
    '[a-',
    '.*',
  ]) {
    const { status, text } = await search(query);
    assert.equal(status, 200, query);
    assert.doesNotMatch(text, /<script|<b>x|value="[^"]*'/, query);
    assert.match(text, /<input type="search" name="q" value="[^"]+"/, query);
  }
  assert.match((await search('&lt;')).text, /value="&amp;lt;"/);
});

test('a search is bounded: its length, its words and its results', async () => {
  const long = await search('x'.repeat(101));
  assert.deepEqual(long.found, []);
  assert.match(long.text, /at most 100 characters/);
  assert.ok(!long.text.includes('x'.repeat(101)));
  assert.equal((await search('credit '.repeat(14))).found.length, 30);
  assert.equal((await search('e')).found.length, 30);
  const answer = await fetch(`${service.origin}/docs/search?q=${'y'.repeat(9000)}`);
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [414, 'uri_too_long']);
});

test('without a word it says what to type, and what is not found, in the language of the person', async () => {
  for (const path of [
    '/docs/search',
    '/docs/search?q=',
    '/docs/search?q=%20',
    '/docs/search?x=1',
    '/docs/search?q=%zz',
  ]) {
    assert.equal((await fetch(service.origin + path)).status, 200, path);
  }
  assert.match((await search('')).text, /Type a word/);
  assert.match((await search('nothinglikethis')).text, /Nothing was found for “nothinglikethis”/);
  const german = await search('nothinglikethis', 'de');
  assert.match(german.text, /<html lang="de">.*wurde nichts gefunden/s);
  assert.equal(german.headers.get('vary'), 'Accept-Language');
  assert.match(german.text, /<meta name="robots" content="noindex">/);
});
