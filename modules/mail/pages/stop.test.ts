/** The page of a stop link, in communities with and without pages for members. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import { openPages } from '../../../test-support/member-browser.ts';

const service = await testService();

const KEY = Buffer.alloc(16, 9);
const HTML = { Accept: 'text/html' };

/** What is answered, without what names the request. */
async function answer(path: string, init: RequestInit = {}) {
  const response = await fetch(service.origin + path, { headers: HTML, ...init });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: text.replace(/"request_id":"[^"]+"/, '').replaceAll(path.split('?')[0] ?? '', ''),
  };
}

test('a stop link works where the pages of members are off; without a link the path is like any other', async () => {
  const { id, slug } = await service.createCommunity();
  const member = await service.createMember({ communityId: id, email: 'anna@example.org' });
  await service.ownerQuery('update members set stop_key = $2 where id = $1', [member.uuid, KEY]);
  assert.equal((await answer(`/at/${slug}/sign-in`)).status, 404, 'its pages are off');
  const link = `/at/${slug}/stop?key=${KEY.toString('base64url')}&of=hours`;
  assert.equal((await answer(link)).status, 200);
  const done = await answer(link, { method: 'POST' });
  assert.deepEqual([done.status, /You get no more of these/.test(done.text)], [200, true]);

  const unknown = await answer(`/at/${slug}/nothing`);
  assert.equal(unknown.status, 404);
  assert.deepEqual(await answer(`/at/${slug}/stop`), unknown);
  assert.deepEqual(await answer(`/at/${slug}/stop?of=hours`), unknown);
  assert.deepEqual(await answer('/at/nowhere/stop'), await answer('/at/nowhere/nothing'));
});

test('a link that is not known says so, and not whether there is such a community', async () => {
  const { slug } = await service.createCommunity();
  const wrong = await answer(`/at/${slug}/stop?key=${Buffer.alloc(16, 8).toString('base64url')}&of=hours`);
  assert.deepEqual([wrong.status, /This link is not known/.test(wrong.text)], [404, true]);
  assert.deepEqual(await answer('/at/nowhere/stop?key=x&of=hours'), wrong);
});

test('in a language that the service’s own pages do not have, their menu is marked as English', async () => {
  const inLanguage = async (language: string) =>
    await (
      await fetch(`${service.origin}/at/nowhere/stop?key=x&of=hours`, { headers: { 'Accept-Language': language } })
    ).text();
  assert.match(await inLanguage('fr'), /<html lang="fr">.*<nav lang="en" aria-label="Pages">/s);
  for (const language of ['en', 'de']) assert.doesNotMatch(await inLanguage(language), /<nav lang/);
});

test('a link says so once its kind of mail has ended, in the community’s frame and language, and leads to its pages', async () => {
  const { id, slug } = await service.createCommunity({ name: 'Seeufer' });
  await openPages(service, id, { languages: ['de'] });
  const member = await service.createMember({ communityId: id, email: 'ida@example.org', language: 'tr' });
  const key = Buffer.alloc(16, 7);
  await service.ownerQuery('update members set stop_key = $2 where id = $1', [member.uuid, key]);
  const path = `/at/${slug}/stop?key=${key.toString('base64url')}&of=hours.`;
  const before = await answer(path);
  assert.match(before.text, /<html lang="de">[\s\S]*Mit diesem Knopf endet das/);
  assert.equal((await answer(path, { method: 'POST' })).status, 200);
  const after = await answer(path);
  assert.match(after.text, /Sie bekommen davon nichts mehr/);
  assert.doesNotMatch(after.text, /<form|\/docs|\/console/);
  assert.match(after.text, /class="button" href="">Zu Ihren Seiten|href="\/at\/[^"]+">Zu Ihren Seiten/);
});
