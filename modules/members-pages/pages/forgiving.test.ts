/** Addresses as they come by mail programs, flyers and hands: what was added to them or put behind them keeps nobody out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberOperations } from '@timebank/contract';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const service = await testService();
const { id: communityId, slug } = await communityWithPages(service, { name: 'Riverside' });
const anna = await service.createMember({ communityId, name: 'Anna Berger' });
const browser = () => createMemberBrowser(service.origin, slug);
const home = `/at/${slug}`;

const ask = (path: string, language = 'en') =>
  fetch(service.origin + path, {
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Accept-Language': language },
  });

const ADDED = ['fbclid=IwAR0&utm_source=news%20letter', 'follow=true', 'token=x', 'x=%zz', 'a=1&a=2'];

test('parameters that a program has added keep no page shut, and the page answers as without them', async () => {
  const window = await browserOfMember(service, { id: communityId, slug }, anna.uuid);
  const pages = Object.values(memberOperations).filter(({ method, path }) => method === 'GET' && !/[{*]/.test(path));
  for (const { path } of pages) {
    const { status } = await window.get(path);
    for (const added of ADDED) assert.equal((await window.get(`${path}?${added}`)).status, status, `${path}?${added}`);
  }
});

test('what a page knows still counts beside what was added, and the API stays strict', async () => {
  const window = await browserOfMember(service, { id: communityId, slug }, anna.uuid);
  assert.match((await window.get('/requests?utm_source=x&q=Piano&fbclid=y')).text, /value="Piano"/);
  const partner = await service.createPartner({ communityId, name: 'Harbour Bank' });
  const token = await service.token(partner);
  assert.equal((await service.call('GET', '/users?fbclid=x', { token })).status, 400);
});

test('a letter’s address opens with a full stop, a bracket, a blank and parameters behind its code', async () => {
  for (const behind of ['.', ')', '%20', '%29.', '…', '.&utm_source=x', '&fbclid=x']) {
    const [letter] = await writeLetters(service.deps, { communityId, actor: 'test' }, [anna.uuid]);
    const page = await browser().get(`/enter?code=${letter?.code}${behind}`);
    assert.deepEqual([page.status, /This letter is for Anna Berger/.test(page.text)], [200, true], behind);
    assert.equal((await browser().enter(`${letter?.code}.`)).status, 303);
  }
});

test('the name in capitals, and slashes and full stops behind an address, lead to the page that is meant', async () => {
  const loud = slug.toUpperCase();
  const led = [
    [`${home}/`, home],
    [`${home}.`, home],
    [`/at/${loud}`, home],
    [`/${loud}/`, home],
    [`/at/${loud}/sign-in?fbclid=x`, `${home}/sign-in?fbclid=x`],
    [`${home}/about/`, `${home}/about`],
    [`${home}//about`, `${home}/about`],
    [`${home}/about.`, `${home}/about`],
    [`${home}/about%29?x=1`, `${home}/about?x=1`],
    [`${home}/stop`, home],
  ];
  for (const [path = '', to] of led) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.get('location')], [303, to], path);
  }
});

test('an address below a community where nothing is says so in its frame and language, and leads to its first page', async () => {
  for (const path of ['/nix', '/nix/nix', '/sign-out', '/join', '/me/news', '/hours/2026']) {
    const answer = await ask(home + path, 'de');
    const text = await answer.text();
    assert.deepEqual([answer.status, /Diese Seite gibt es nicht/.test(text)], [404, true], path);
    assert.match(text, new RegExp(`<a class="button main" href="${home}">`));
    assert.match(text, /<title>[^<]*Riverside<\/title>/);
    assert.doesNotMatch(text, /\/docs|\/console/);
  }
});

test('a page to go on to that cannot be followed is none: signing in opens', async () => {
  const long = encodeURIComponent(`${home}/hours?fbclid=${'x'.repeat(600)}`);
  assert.equal((await browser().get(`/sign-in?next=${long}`)).status, 200);
});
