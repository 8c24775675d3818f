import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '@timebank/contract';
import { testService } from '../../test-support/harness.ts';

const service = await testService();

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

/** What partners type, and where it must lead: an address, or its beginning, among the first five. */
const TYPED: readonly (readonly [query: string, address: string])[] = [
  ['pagination', '/docs/start#lists'],
  ['paging', '/docs/start#lists'],
  ['refund', '/docs/credits#return-a-payment'],
  ['chargeback', '/docs/credits#return-a-payment'],
  ['SDK', '/docs/guides/client#'],
  ['python', '/docs/sync#a-complete-copy-in-python'],
  ['typescript', '/docs/sync#a-complete-copy-in-typescript'],
  ['download', '/docs/tools#'],
  ['tarball', '/docs/tools#the-client-library'],
  ['webhok', '/docs/webhooks#'],
  ['euro', '/docs/rates#'],
  ['unknown_field', '/docs/errors#unknown_field'],
  ['too_many_decimals', '/docs/errors#too_many_decimals'],
  ['uptime', '/docs/security-office#four-questions-before-you-go-live'],
  ['sla', '/docs/security-office#'],
  ['gdpr', '/docs/'],
  ['dead letter', '/docs/webhooks#retries'],
  ['llms', '/docs/tools#'],
  ['postman', '/docs/tools#the-collections'],
  ['bruno', '/docs/tools#the-collections'],
  ['openapi', '/docs/tools#'],
  ['swagger', '/docs/tools#'],
  ['sandbox', '/docs/sandbox#sandbox'],
  ['idempotency', '/docs/credits#the-reference'],
  ['duplicate', '/docs/'],
  ['retry', '/docs/webhooks#retries'],
  ['rate limit', '/docs/errors#rate_limited'],
  ['hmac', '/docs/webhooks#verify'],
  ['signature', '/docs/webhooks#verify'],
  ['lookup', '/docs/reference#tag/users/GET/users/lookup'],
  ['payment reference', '/docs/members#find-the-member-of-a-payment'],
  ['statement', '/docs/reference#models/Statement'],
  ['statement hash', '/docs/reconciliation#prove-that-nothing-was-changed'],
  ['balance', '/docs/reference#tag/wallet/GET/wallet/balance/{userId}'],
  ['scopes', '/docs/tokens#scopes'],
  ['dpop', '/docs/tokens#keys-instead-of-secrets'],
  ['secret rotation', '/docs/'],
  ['rotate secret', '/docs/webhooks#rotate-the-signing-secret'],
  ['ip_not_allowed', '/docs/errors#ip_not_allowed'],
  ['invalid_token', '/docs/errors#invalid_token'],
  ['cursor', '/docs/start#lists'],
  ['sync token', '/docs/sync#'],
  ['CreditRequest', '/docs/reference#models/CreditRequest'],
  ['FieldError', '/docs/reference#models/FieldError'],
  ['recieve', '/docs/'],
  ['webhook signatrue', '/docs/webhooks#verify'],
  ['reconcilation', '/docs/reconciliation#reconciliation'],
  ['caps', '/docs/credits#caps'],
  ['deprecation', '/docs/versioning#'],
];

test('what partners type leads to what they mean, with a synonym or a slip of one letter, too', async () => {
  const failed: string[] = [];
  for (const [query, address] of TYPED) {
    const found = (await search(query)).found.slice(0, 5);
    if (!found.some((href) => href.startsWith(address))) failed.push(`${query}: ${found.join(' ')}`);
  }
  assert.deepEqual(failed, []);
});

test('an excerpt of a sample has the address of the service', async () => {
  const { list } = await search('API access_token sed');
  assert.ok(list.includes(new URL(service.origin).host), list);
  for (const query of ['API', 'baseUrl', '127.0.0.1', 'oauth/token']) {
    const partners = (await search(query)).list
      .split('<li>')
      .filter((item) => !/guides\/(?!client)|changelog/.test(item));
    for (const item of partners) assert.doesNotMatch(item.replace(/<[^>]*>/g, ''), /127\.0\.0\.1:8080/, query);
  }
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
