/** Forms of browsers that say little of themselves, and forms whose page belongs to another sign-in: nothing typed is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../../../test-support/harness.ts';
import {
  browserOfMember,
  communityWithPages,
  createMemberBrowser,
  type MemberBrowser,
} from '../../../test-support/member-browser.ts';

const service = await testService();
const { id: communityId, slug } = await communityWithPages(service, { name: 'Riverside' });
const home = `/at/${slug}`;

let count = 0;
async function signedIn(): Promise<MemberBrowser> {
  const { uuid } = await service.createMember({ communityId, name: `Anna Berger ${++count}` });
  return await browserOfMember(service, { id: communityId, slug }, uuid);
}

const WISH = {
  title: 'Who mows the lawn?',
  description: 'A small one, <b>behind</b> the house.',
  category: '',
  time: '',
};
/** The page's form, filled in. */
async function wishOn(window: MemberBrowser): Promise<Record<string, string>> {
  const [, form = ''] = /name="form" value="([^"]+)"/.exec((await window.get('/ask')).text) ?? [];
  return { ...WISH, form, csrf: window.csrf() };
}

const SILENT = { Origin: undefined, 'Sec-Fetch-Site': undefined };

/** The form that a page sends once more. */
function formOf(text: string): Record<string, string> {
  const form = /<form id="again"[\s\S]*?<\/form>/.exec(text)?.[0] ?? '';
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const plain = (value = '') => value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
  return Object.fromEntries(fields.map(([, name = '', value]) => [name, plain(value)]));
}

const asked = async (window: MemberBrowser) => (await window.get('/mine')).text.includes(WISH.title);

test('a form of a text browser, which names its page alone, is taken; from another page or without any it is not', async () => {
  const window = await signedIn();
  const wish = await wishOn(window);
  const sent = (Referer: string | undefined) =>
    window.send('/ask', wish, Referer === undefined ? SILENT : { ...SILENT, Referer });
  for (const elsewhere of [
    'https://evil.example/',
    `https://evil.example/${service.origin}/`,
    'about:blank',
    '',
    'x',
  ]) {
    assert.equal((await sent(elsewhere)).status, 403, elsewhere);
  }
  const silent = await sent(undefined);
  assert.equal(silent.status, 403);
  assert.match(silent.text, /does not say that the form comes from these pages/);
  assert.doesNotMatch(silent.text, /id="again"/, 'what comes from elsewhere is not handed on');
  assert.equal(await asked(window), false);
  assert.equal((await sent(`${service.origin}${home}/ask`)).status, 303);
  assert.equal(await asked(window), true);
});

test('the page’s address counts only where the browser says nothing else', async () => {
  const window = await signedIn();
  const wish = await wishOn(window);
  const Referer = `${service.origin}${home}/ask`;
  for (const said of [{ Origin: 'null' }, { Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
    const headers = { ...SILENT, Referer, ...said };
    assert.equal((await window.send('/ask', wish, headers)).status, 403);
  }
});

test('a form that is sent after the sign-in has ended shows what was typed, and is sent once signed in again', async () => {
  const window = await signedIn();
  const before = await wishOn(window);
  await service.ownerQuery('update member_sessions set ended_at = now() where ended_at is null');
  const out = await window.send('/ask', before);
  assert.equal(out.status, 403);
  assert.match(out.text, /You are signed out/);
  assert.match(out.text, /<textarea id="typed"[^>]*>\nWho mows the lawn\?\n\nA small one, &lt;b&gt;behind/);
  assert.ok(out.text.includes(`href="${home}/sign-in?next=${encodeURIComponent(`${home}/ask`)}" target="_blank"`));
  const again = formOf(out.text);
  const next = await signedIn();
  const old = await next.send('/ask', again);
  assert.deepEqual([old.status, /send this again/.test(old.text)], [403, true], 'the token is of before');
  assert.equal(await asked(next), false);
  const fresh = formOf((await next.send('/ask', again)).text);
  assert.notEqual(fresh.csrf, again.csrf);
  assert.equal((await next.send('/ask', fresh)).status, 303);
  assert.equal(await asked(next), true);
});

test('a button without words that is pressed after the sign-in has ended leads to signing in and to its page', async () => {
  const window = await signedIn();
  await window.get('/me/devices');
  await service.ownerQuery('update member_sessions set ended_at = now() where ended_at is null');
  const out = await window.send('/me/devices', { csrf: window.csrf() });
  assert.deepEqual(
    [out.status, out.location],
    [303, `${home}/sign-in?next=${encodeURIComponent(`${home}/me/devices`)}`],
  );
});

test('a visitor whose cookie is gone gets the form back, bound to a new one', async () => {
  const window = createMemberBrowser(service.origin, slug);
  await window.get('/sign-in');
  const other = createMemberBrowser(service.origin, slug);
  const old = await other.send('/enter', { code: 'slip', csrf: window.csrf() });
  assert.equal(old.status, 403);
  assert.notEqual(old.setCookie, '');
  assert.equal((await other.send('/enter', formOf(old.text))).status, 422, 'the code is looked at');
});
