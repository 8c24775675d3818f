/** Signing in by mail: the real mailer, a real mail server on loopback, and browsers without script. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { TestCommunity } from '../../../test-support/harness.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, mailUntil, testMailService } from '../../../test-support/mailing.ts';
import { communityWithPages, createMemberBrowser, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { startMailer } from '../../mail/domain/mailer.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const { server, service } = await testMailService();
const community = await openCommunity('Riverside');
beforeEach(() => {
  server.mails.length = 0;
  // So that no test waits for what another one asked for or guessed.
  service.clock.advance(25 * HOUR_MS);
});

async function openCommunity(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

const browser = () => createMemberBrowser(service.origin, community.slug);
let count = 0;
const newAddress = () => `member-${++count}@example.org`;

async function member(name: string, email = newAddress()) {
  const made = await service.createMember({ communityId: community.id, name, email, language: 'en' });
  return { ...made, email };
}

const ask = (window: MemberBrowser, email: string, fields = {}) =>
  window.post('/sign-in', '/sign-in', { email, ...fields });

/** Texts of the mails with a way in; not those about a browser that is not known. */
const linkMails = () => server.mails.map(textOfMail).filter((text) => text.includes('/enter?key='));

/** Runs the mailer until every request was looked at and nothing is due. @returns the mails with a way in */
async function mailed(): Promise<readonly string[]> {
  await mailAll(service);
  return linkMails();
}

function ways(text: string | undefined) {
  const key = /enter\?key=([\w-]+)/.exec(text ?? '')?.[1];
  const number = /\b(\d{4} \d{4})\b/.exec(text ?? '')?.[1];
  assert.ok(key && number, text);
  return { key, number };
}

async function waysOf(window: MemberBrowser, email: string, fields = {}) {
  server.mails.length = 0;
  await ask(window, email, fields);
  const [text] = await mailed();
  return ways(text);
}

const press = (window: MemberBrowser, key: string, fields = {}) =>
  window.post(`/enter?key=${key}`, '/enter', { key, ...fields });
const type = (window: MemberBrowser, number: string, fields = {}) =>
  window.post('/enter', '/enter', { number, ...fields });
const isIn = async (window: MemberBrowser) => (await window.get('/hours')).status === 200;

test('a known and an unknown address are answered alike, and one mail goes to the known one', async () => {
  const { email } = await member('Anna Berger');
  const [known, unknown] = [await ask(browser(), email.toUpperCase()), await ask(browser(), 'stranger@example.org')];
  const shape = ({ status, location, text, headers }: typeof known) => [
    ...[status, location, text.length, headers.get('set-cookie')],
    [...headers.keys()].filter((name) => name !== 'set-cookie'),
  ];
  assert.deepEqual(shape(known), shape(unknown));
  assert.deepEqual([known.status, known.location], [303, `/at/${community.slug}/enter`]);
  assert.equal((await mailed()).length, 1);
  assert.equal(server.mails[0]?.to, email);
});

test('opening a link by GET and HEAD uses nothing up, and its button signs in with a new cookie', async () => {
  const { email } = await member('Ben Adler');
  const window = browser();
  const { key } = await waysOf(window, email, { next: `/at/${community.slug}/hours` });
  const before = window.cookie();
  for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
    assert.equal((await window.get(`/enter?key=${key}`, method)).status, 200);
  }
  const entered = await press(window, key);
  assert.deepEqual([entered.status, entered.location], [303, `/at/${community.slug}/hours`]);
  assert.notEqual(window.cookie(), before);
  assert.equal(await isIn(window), true);
  assert.equal(await isIn(createMemberBrowser(service.origin, community.slug, before)), false, 'the cookie before');
});

test('a used link is gone in another browser that has it open, and every link after 15 minutes', async () => {
  const { email } = await member('Cara Dietz');
  const [first, second, third] = [browser(), browser(), browser()];
  const { key } = await waysOf(first, email);
  await second.get(`/enter?key=${key}`);
  assert.equal((await press(first, key)).status, 303);
  const late = await second.send('/enter', { key, csrf: second.csrf() });
  assert.deepEqual([late.status, /used before or is too old/.test(late.text)], [410, true]);
  assert.equal(await isIn(second), false);
  const old = await waysOf(third, email);
  service.clock.advance(15 * MINUTE_MS);
  assert.equal((await press(third, old.key)).status, 410);
  assert.equal((await type(third, old.number)).status, 422);
});

test('of twenty browsers with one link at once, exactly one gets in', async () => {
  const { email } = await member('Dora Ernst');
  const { key } = await waysOf(browser(), email);
  const windows = Array.from({ length: 20 }, () => browser());
  const statuses = await Promise.all(
    windows.map(async (window) => (await window.post('/sign-in', '/enter', { key })).status),
  );
  assert.deepEqual(statuses.sort(), [303, ...Array(19).fill(410)]);
});

test('a number signs in only the browser that asked, once, also after a scanner has pressed the link', async () => {
  const { email } = await member('Emil Frank');
  const window = browser();
  const { key, number } = await waysOf(window, email);
  assert.equal((await press(browser(), key)).status, 303, 'the scanner');
  const other = await type(browser(), number);
  assert.deepEqual([other.status, /does not fit/.test(other.text)], [422, true]);
  const entered = await type(window, number.replace(' ', '-'));
  assert.equal(entered.status, 303);
  assert.equal(await isIn(window), true);
  const asked = createMemberBrowser(service.origin, community.slug);
  assert.equal((await type(asked, number)).status, 422);
});

test('a number is dead after five wrong ones, and then the browser waits', async () => {
  const { email } = await member('Fritz Gold');
  const window = browser();
  const { number } = await waysOf(window, email);
  const wrong = number.startsWith('0') ? '1000 0000' : '0000 0000';
  for (let at = 0; at < 5; at++) assert.equal((await type(window, wrong)).status, 422);
  assert.equal((await type(window, number)).status, 422, 'the sixth try');
  const waiting = await type(window, number);
  assert.deepEqual([waiting.status, waiting.headers.has('retry-after')], [429, true]);
});

test('of many numbers that one browser guesses at once, five are looked at', async () => {
  const { email } = await member('Gerd Holm');
  const window = browser();
  const { number } = await waysOf(window, email);
  await window.get('/enter');
  const guesses = Array.from({ length: 12 }, (_, at) => String(10_000_000 + at));
  await Promise.all(guesses.map((guess) => window.send('/enter', { number: guess, csrf: window.csrf() })));
  const [row] = await service.ownerQuery<{ tries: number }>(
    `select max(tries)::int as tries from sign_in_requests where mailbox = $1`,
    [email],
  );
  assert.equal(row?.tries, 5);
  service.clock.advance(10 * MINUTE_MS);
  assert.equal((await type(window, number)).status, 422);
});

test('people of one mailbox are asked who they are, by link and by number, and none is taken for the other', async () => {
  const email = newAddress();
  const [ruth, karl] = [await member('Ruth Weber', email), await member('Karl Weber', email)];
  const paper = await member('Paul Weber', email);
  await service.ownerQuery('update members set letter_only = true where id = $1', [paper.uuid]);
  const stranger = await member('Ines Jung');
  const window = browser();
  const { key, number } = await waysOf(window, email.replace('m', 'M'));
  assert.equal(linkMails().length, 1, 'one mail for the mailbox');
  const page = await window.get(`/enter?key=${key}`);
  const persons = [...page.text.matchAll(/name="person" value="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(persons.sort(), [ruth.id, karl.id].sort());
  for (const fields of [{}, { person: '' }, { person: stranger.id }, { person: paper.id }]) {
    assert.equal((await press(window, key, fields)).status, 422);
  }
  assert.equal((await press(window, key, { person: karl.id })).status, 303);
  assert.match((await window.get('')).text, /Hello, Karl Weber/);
  const second = browser();
  const again = await waysOf(second, email);
  for (let at = 0; at < 6; at++) {
    const choose = await type(second, again.number);
    assert.deepEqual(
      [choose.status, choose.text.includes('Ruth Weber')],
      [422, true],
      'a right number is no wrong try',
    );
  }
  assert.equal((await type(second, again.number, { person: ruth.id })).status, 303);
  assert.match((await second.get('')).text, /Hello, Ruth Weber/);
  assert.notEqual(number, again.number);
});

test('a link opens nothing of a member who was suspended, or whose address was changed meanwhile', async () => {
  const gone = await member('Jan Kurz');
  const moved = await member('Lena Moll');
  const [one, two, three] = [browser(), browser(), browser()];
  const first = await waysOf(one, gone.email);
  const second = await waysOf(two, moved.email);
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [gone.uuid]);
  await service.ownerQuery(`update members set email = $2 where id = $1`, [moved.uuid, newAddress()]);
  assert.deepEqual([(await press(one, first.key)).status, (await press(two, second.key)).status], [410, 410]);
  server.mails.length = 0;
  await ask(three, gone.email);
  await ask(three, moved.email);
  assert.deepEqual(await mailed(), []);
});

test('an address that is changed between the request and its mail gets no link to the mailbox of before', async () => {
  const email = newAddress();
  const ruth = await member('Ruth Adam', email);
  await member('Karl Adam', email);
  await ask(browser(), email);
  const mailer = startMailer(service.deps, { origin: service.origin, pollMs: 20, sender: REFUSING });
  await waitUntil('the first attempt', async () => {
    const rows = await service.ownerQuery(`select from mails where attempts > 0 and state = 'due' and member_id = $1`, [
      ruth.uuid,
    ]);
    return rows.length === 1;
  });
  await mailer.stop();
  await service.ownerQuery('update members set email = $2 where id = $1', [ruth.uuid, newAddress()]);
  service.clock.advance(2 * MINUTE_MS);
  assert.deepEqual(await mailed(), []);
});

const REFUSING = {
  send: async () => ({ error: 'unreachable', answer: null }) as const,
  check: async () => undefined,
  close() {},
};

test('a mailbox gets six links an hour, and what is held back goes out once these are dead and lets its browser in', async () => {
  const { email } = await member('Moritz Nau');
  for (let at = 0; at < 8; at++) assert.equal((await ask(browser(), email)).status, 303);
  const own = browser();
  assert.equal((await ask(own, email)).status, 303);
  assert.equal((await mailed()).length, 6);
  server.mails.length = 0;
  service.clock.advance(14 * MINUTE_MS);
  assert.deepEqual(await mailed(), [], 'the six still open the pages');
  service.clock.advance(2 * MINUTE_MS);
  await mailUntil(service, 'the one that was held back', () => linkMails().length > 0);
  const [late = '', ...more] = await mailed();
  assert.deepEqual(more, [], 'one for all that wait');
  const { key, number } = ways(late);
  assert.equal((await press(browser(), key)).status, 303);
  assert.equal((await own.send('/enter', { number, csrf: own.csrf() })).status, 303);
});

test('sixty people of one network ask for a link within ten minutes, known or not, and one more waits', async () => {
  service.clock.advance(2 * HOUR_MS);
  const statuses = [];
  for (let at = 0; at < 61; at++) statuses.push((await ask(browser(), `x${at}@example.org`)).status);
  assert.deepEqual(statuses, [...Array(60).fill(303), 429]);
  service.clock.advance(20 * MINUTE_MS);
  assert.equal((await ask(browser(), 'x@example.org')).status, 303);
});

test('a mail that is sent twice says the same, and the database can be read without a way in', async () => {
  const { email } = await member('Nora Ott');
  const window = browser();
  await ask(window, email);
  const mailer = startMailer(service.deps, { origin: service.origin, pollMs: 20 });
  await waitUntil('the mail', () => linkMails().length === 1);
  await mailer.stop();
  const [text] = linkMails();
  const { key, number } = ways(text);
  server.mails.length = 0;
  await service.ownerQuery(
    `update mails set state = 'due', next_attempt_at = $1, finished_at = null where reason_key like 'sign\\_in.link%'`,
    [service.clock.now()],
  );
  assert.deepEqual(ways((await mailed())[0]), { key, number });
  const rows = await service.ownerQuery<{ text: string }>(
    `select to_jsonb(r)::text as text from sign_in_requests r union all select to_jsonb(m)::text from mails m`,
  );
  const readable = rows.map((row) => row.text).join('\n');
  const hex = Buffer.from(key, 'base64url').toString('hex');
  for (const secret of [key, hex, number, number.replace(' ', '')]) assert.equal(readable.includes(secret), false);
});

test('a forged request writes nothing and counts nothing, and a browser sends sixty forms in ten minutes', async () => {
  const window = browser();
  await window.get('/sign-in');
  for (let at = 0; at < 70; at++) {
    assert.equal((await window.send('/sign-in', { email: 'forged@example.org', csrf: 'x' })).status, 403);
  }
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const own = { email: 'forged@example.org', csrf: window.csrf() };
  assert.equal((await window.send('/sign-in', own, foreign)).status, 403);
  const stored = await service.ownerQuery(`select from sign_in_requests where mailbox = 'forged@example.org'`);
  assert.equal(stored.length, 0);
  const csrf = window.csrf();
  for (let at = 0; at < 60; at++) {
    assert.notEqual((await window.send('/enter', { code: 'slip', csrf })).status, 429);
  }
  assert.equal((await window.send('/enter', { code: 'slip', csrf })).status, 429);
  assert.equal((await browser().enter('slip')).status, 422, 'another browser of the network');
});

test('a link leads on to pages of the community only', async () => {
  const { email } = await member('Olga Paul');
  for (const next of ['//evil.example', 'https://evil.example', `/at/${community.slug}//evil.example`, '/console']) {
    const window = browser();
    const { key } = await waysOf(window, email, { next });
    assert.equal((await press(window, key)).location, `/at/${community.slug}`, next);
  }
});
