/** A member's way in and out, and the hours behind it, over HTTP as a browser without script sends it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursFromSeconds } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import { type TestCommunity, type TestMember, testService } from '../../../test-support/harness.ts';
import { communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { createLetterCode } from '../domain/member-access/letter-code.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const service = await testService();
const community = await openCommunity('Riverside');

async function openCommunity(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

async function letterFor({ uuid }: TestMember, of = community): Promise<string> {
  const [letter] = await writeLetters(service.deps, { communityId: of.id, actor: 'command' }, [uuid]);
  assert.ok(letter);
  return letter.code;
}

const browser = (of = community) => createMemberBrowser(service.origin, of.slug);

test('a letter opens its member’s hours, which equal the ledger to the second, also as a table', async () => {
  const partner = await service.createPartner({ communityId: community.id, name: 'Harbour Bank' });
  const anna = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const token = await service.token(partner);
  const json = { user_id: anna.id, hours: 1.25, reference: 'R-1' };
  assert.equal((await service.call('POST', '/wallet/credit', { token, json })).status, 201);
  const window = browser();
  const entered = await window.enter(await letterFor(anna));
  assert.deepEqual([entered.status, entered.location], [303, `/at/${community.slug}`]);
  const home = await window.get('');
  assert.match(home.text, /Hello, Anna Berger/);
  assert.match(home.text, /<data id="balance" value="4500">1\.25 h<\/data>/);
  const hours = await window.get('/hours');
  assert.match(hours.text, /<data id="balance" value="4500">/);
  assert.match(hours.text, /Credited by Harbour Bank/);
  const table = await window.get('/hours.csv');
  assert.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8');
  const [, row = ''] = table.text.trim().split('\r\n');
  assert.deepEqual(row.split(',').slice(-2), [String(hoursFromSeconds(4500)), '4500']);
});

test('a letter opens once: looking at it uses nothing up, and the second browser is refused', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Ben Adler' });
  const code = await letterFor(member);
  const [first, second] = [browser(), browser()];
  for (const method of ['GET', 'HEAD']) await first.get(`/enter?code=${code}`, method);
  const page = await second.get(`/enter?code=${code.toLowerCase().replaceAll('-', ' ')}`);
  assert.match(page.text, /This letter is for Ben Adler/);
  assert.equal((await first.enter(code)).status, 303);
  const late = await second.enter(code);
  assert.deepEqual([late.status, /used before or is too old/.test(late.text)], [410, true]);
  assert.equal((await second.get('/hours')).status, 303);
});

test('of twenty browsers with one letter at once, exactly one gets in', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Cara Dietz' });
  const code = await letterFor(member);
  const windows = Array.from({ length: 20 }, () => browser());
  const statuses = await Promise.all(windows.map(async (window) => (await window.enter(code)).status));
  assert.deepEqual(statuses.sort(), [303, ...Array(19).fill(410)]);
});

test('a slip of the pen is found before anything is asked, and a code that no letter has is said to be unknown', async () => {
  const code = await letterFor(await service.createMember({ communityId: community.id, name: 'Dora Ernst' }));
  const slip = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
  const counted = () => service.ownerQuery('select key, failures from sign_in_attempts');
  const before = await counted();
  const refused = await browser().enter(slip);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /<title>Error: Sign in/);
  assert.match(refused.text, new RegExp(`value="${slip}"[^>]*aria-invalid="true"`));
  assert.deepEqual(await counted(), before, 'no try was counted');
  const other = await openCommunity('Elsewhere');
  assert.equal((await browser(other).enter(code)).status, 422, 'a letter of another community');
  assert.notDeepEqual(await counted(), before);
  assert.equal((await browser().enter(code)).status, 303, 'still good');
});

test('a newer letter, sixty days, and leaving the community each end a letter', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Emil Frank' });
  const [older, newer] = [await letterFor(member), await letterFor(member)];
  assert.equal((await browser().enter(older)).status, 410);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [member.uuid]);
  assert.equal((await browser().enter(newer)).status, 410);
  await service.ownerQuery(`update members set status = 'active' where id = $1`, [member.uuid]);
  service.clock.advance(61 * 24 * 60 * 60 * 1000);
  assert.equal((await browser().enter(newer)).status, 410);
});

test('a member who is suspended, or whose device was ended, is signed out at the next request', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Fritz Gold' });
  const [phone, library] = [browser(), browser()];
  await phone.enter(await letterFor(member));
  await library.enter(await letterFor(member));
  assert.equal((await phone.get('/hours')).status, 200);
  const ended = await library.post('/me/devices', '/me/devices', {});
  assert.equal(ended.status, 303);
  assert.deepEqual([(await phone.get('/hours')).status, (await library.get('/hours')).status], [303, 200]);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [member.uuid]);
  const out = await library.get('/hours');
  assert.deepEqual(
    [out.status, out.location],
    [303, `/at/${community.slug}/sign-in?next=${encodeURIComponent(`/at/${community.slug}/hours`)}`],
  );
});

test('a shared device is signed out after an hour, another stays for half a year and no longer', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Gerd Holm' });
  const [own, shared] = [browser(), browser()];
  const kept = await own.enter(await letterFor(member));
  const brief = await shared.enter(await letterFor(member), { shared: 'yes' });
  assert.match(kept.setCookie, /Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  assert.match(brief.setCookie, /SameSite=Lax$/);
  service.clock.advance(61 * 60 * 1000);
  assert.deepEqual([(await own.get('/hours')).status, (await shared.get('/hours')).status], [200, 303]);
  service.clock.advance(179 * 24 * 60 * 60 * 1000);
  assert.equal((await own.get('/hours')).status, 200);
  service.clock.advance(181 * 24 * 60 * 60 * 1000);
  assert.equal((await own.get('/hours')).status, 303);
});

test('signing in gives a new cookie, and signing out ends the session for good', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Hanna Iser' });
  const window = browser();
  await window.get('/sign-in');
  const before = window.cookie();
  await window.enter(await letterFor(member));
  const inside = window.cookie();
  assert.notEqual(inside, before);
  assert.equal((await window.post('/hours', '/sign-out', {})).location, `/at/${community.slug}`);
  assert.equal((await createMemberBrowser(service.origin, community.slug, inside).get('/hours')).status, 303);
});

test('a form without its token, with another’s, from elsewhere or with a field it does not know changes nothing', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Ida Jonas' });
  const code = await letterFor(member);
  const window = browser();
  await window.get('/sign-in');
  const stranger = browser();
  await stranger.get('/sign-in');
  for (const [fields, headers] of [
    [{ code }, {}],
    [{ code, csrf: stranger.csrf() }, {}],
    [{ code, csrf: window.csrf() }, { 'Sec-Fetch-Site': 'cross-site' }],
    [
      { code, csrf: window.csrf() },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': undefined },
    ],
  ] as const) {
    const answer = await window.send('/enter', fields, headers);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /Please send this again|The form was not taken/);
  }
  assert.equal((await window.send('/enter', { code, csrf: window.csrf(), role: 'x' })).status, 400);
  assert.equal((await window.enter(code)).status, 303);
});

test('only pages of the community are gone on to', async () => {
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/console',
    `/at/${community.slug}//evil.example`,
    `/at/${community.slug}/\\evil`,
  ]) {
    const member = await service.createMember({ communityId: community.id, name: 'Karl Lang' });
    const answer = await browser().enter(await letterFor(member), { next });
    assert.equal(answer.location, `/at/${community.slug}`, next);
  }
  const member = await service.createMember({ communityId: community.id, name: 'Karl Lang' });
  const next = `/at/${community.slug}/hours?year=2026`;
  assert.equal((await browser().enter(await letterFor(member), { next })).location, next);
});

test('where the pages are switched off, each of them is a path that does not exist', async () => {
  const closed = await service.createCommunity({ name: 'Closed' });
  for (const path of ['', '/sign-in', '/enter', '/hours', '/hours.csv', '/about', '/me/devices']) {
    const [off, none] = await Promise.all(
      [`/at/${closed.slug}${path}`, `/at/nowhere${path}`].map(async (address) => {
        const answer = await fetch(service.origin + address, { headers: { Accept: 'text/html' }, redirect: 'manual' });
        return [answer.status, await answer.text()] as const;
      }),
    );
    assert.equal(off?.[0], 404, path);
    assert.deepEqual(off, none);
  }
});

test('pages are kept by nobody, run no script of others, and send their origin with forms', async () => {
  const { headers, text } = await browser().get('/sign-in');
  assert.equal(headers.get('cache-control'), 'no-store, no-cache');
  assert.equal(headers.get('referrer-policy'), 'same-origin');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/);
  assert.doesNotMatch(text, /<script/);
  // With its styles, of which none are the documentation's: it is read by telephone.
  assert.doesNotMatch(text, /\.hljs|\.toc/);
  assert.ok(Buffer.byteLength(text) < 12_000, `${Buffer.byteLength(text)} bytes`);
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.match((await browser().get('', 'GET', { 'Accept-Language': 'de' })).text, /Jede Stunde zählt gleich viel/);
});

test('without mail there is no form for an address, and asking for a link leads to the code and writes nothing', async () => {
  const window = browser();
  assert.doesNotMatch((await window.get('/sign-in')).text, /id="email"/);
  const asked = await window.post('/sign-in', '/sign-in', { email: 'anna@example.org' });
  assert.deepEqual([asked.status, asked.location], [303, `/at/${community.slug}/enter`]);
  assert.match((await window.get('/enter')).text, /<form id="code"/);
  assert.deepEqual(await service.ownerQuery(`select from sign_in_requests where way = 'mail'`), []);
});

test('a browser that types wrong codes waits after six, and another one of the network does not', async () => {
  service.clock.advance(25 * 60 * 60 * 1000);
  const window = browser();
  const wrong = createLetterCode();
  for (let at = 0; at < 6; at++) assert.equal((await window.enter(wrong)).status, 422);
  assert.equal((await window.enter(wrong)).status, 429);
  assert.equal((await browser().enter(wrong)).status, 422);
  const right = await letterFor(await service.createMember({ communityId: community.id, name: 'Gerda Horn' }));
  assert.equal((await window.enter(right)).status, 303, 'the right code waits for nothing');
});

test('what strangers of a network send counts for nobody else: addresses that are opened, wrong codes, and no console', async () => {
  const counted = () => service.ownerQuery('select key, failures from sign_in_attempts order by key');
  const before = await counted();
  for (let at = 0; at < 40; at++) {
    const address = `${service.origin}/at/${community.slug}/enter?code=${createLetterCode()}`;
    assert.equal((await fetch(address, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status, 422);
  }
  assert.deepEqual(await counted(), before, 'opening counts nothing');
  for (let at = 0; at < 40; at++) assert.equal((await browser().enter(createLetterCode())).status, 422);
  const right = await letterFor(await service.createMember({ communityId: community.id, name: 'Hanna Igel' }));
  assert.equal((await browser().enter(right)).status, 303);
  // Asserts that the console lets in.
  await signedIn(service);
});

test('the address as people say it leads browsers to the pages, and is an unknown path to programs and while they are off', async () => {
  const ask = (slug: string, Accept: string) =>
    fetch(`${service.origin}/${slug}`, { redirect: 'manual', headers: { Accept } });
  const led = await ask(community.slug, 'text/html');
  assert.deepEqual([led.status, led.headers.get('location')], [303, `/at/${community.slug}`]);
  assert.equal((await ask(community.slug, 'application/json')).status, 404);
  const closed = await service.createCommunity({ name: 'Closed' });
  assert.equal((await ask(closed.slug, 'text/html')).status, 404);
  assert.equal((await ask('no-such-place', 'text/html')).status, 404);
});
