/** Browsers that are known again: the mail about those that are not, and links that strangers cannot use up. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { communityWithPages, createMemberBrowser, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const HOUR_MS = 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const { server, service } = await testMailService();
const community = await communityWithPages(service, { name: 'Riverside' });
beforeEach(() => {
  server.mails.length = 0;
  service.clock.advance(25 * HOUR_MS);
});

const browser = () => createMemberBrowser(service.origin, community.slug);
let count = 0;
const newAddress = () => `known-${++count}@example.org`;

async function member(name: string, email: string | null = newAddress()) {
  const made = await service.createMember({ communityId: community.id, name, email, language: 'en' });
  return { ...made, email: email ?? '' };
}

/** Runs the mailer until nothing is left to do. @returns what went to the address since the last time */
async function mailed(to: string): Promise<readonly string[]> {
  await mailAll(service);
  return server.mails.splice(0).flatMap((mail) => (mail.to === to ? [textOfMail(mail)] : []));
}

const ask = (window: MemberBrowser, email: string) => window.post('/sign-in', '/sign-in', { email });

async function enterByMail(window: MemberBrowser, email: string, fields: Readonly<Record<string, string>> = {}) {
  await ask(window, email);
  const [text = ''] = await mailed(email);
  const key = /enter\?key=([\w-]+)/.exec(text)?.[1] ?? '';
  const entered = await window.post(`/enter?key=${key}`, '/enter', { key, ...fields });
  assert.equal(entered.status, 303, text);
  return entered;
}

async function enterByLetter(window: MemberBrowser, memberId: string) {
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [memberId]);
  const entered = await window.enter(letter?.code ?? '');
  assert.equal(entered.status, 303);
  return entered;
}

const signOut = (window: MemberBrowser) => window.post('/hours', '/sign-out', {});

const deviceOf = ({ headers }: { readonly headers: Headers }) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`__Host-timebank-device-${community.slug}=`));

test('a browser gets a cookie at sign-in by which it is known again, also after signing out', async () => {
  const { email } = await member('Anna Berger');
  const window = browser();
  const first = deviceOf(await enterByMail(window, email));
  assert.match(first ?? '', /=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
  assert.equal(deviceOf(await signOut(window)), undefined);
  assert.equal(deviceOf(await enterByMail(window, email)), first, 'the same, for as long again');
  const rows = await service.ownerQuery<{ text: string; known: boolean }>(
    `select to_jsonb(s)::text as text, device_hash is not null as known from member_sessions s
     join members m on m.community_id = s.community_id and m.id = s.member_id where m.email = $1`,
    [email],
  );
  const id = /=([\w-]{43});/.exec(first ?? '')?.[1] ?? '?';
  const hex = Buffer.from(id, 'base64url').toString('hex');
  assert.deepEqual(
    rows.map(({ text, known }) => [known, text.includes(id), text.includes(hex)]),
    [
      [true, false, false],
      [true, false, false],
    ],
  );
});

test('a device that others use is not known again', async () => {
  const { email } = await member('Ben Adler');
  const window = browser();
  assert.equal(deviceOf(await enterByMail(window, email, { shared: 'yes' })), undefined);
  await signOut(window);
  await enterByMail(window, email, { shared: 'yes' });
  assert.equal((await mailed(email)).length, 1);
});

test('a member gets a mail of a sign-in from a browser that is not known, and never of the very first', async () => {
  const { email } = await member('Cara Dietz');
  const [phone, laptop] = [browser(), browser()];
  await enterByMail(phone, email);
  assert.deepEqual(await mailed(email), [], 'the first');
  await signOut(phone);
  await enterByMail(phone, email);
  assert.deepEqual(await mailed(email), [], 'the same browser');
  await ask(laptop, email);
  const [link = ''] = await mailed(email);
  const key = /enter\?key=([\w-]+)/.exec(link)?.[1] ?? '';
  await laptop.get(`/enter?key=${key}`);
  await laptop.send('/enter', { key, csrf: laptop.csrf() }, { 'User-Agent': FIREFOX });
  const [text = '', ...more] = await mailed(email);
  assert.deepEqual(more, []);
  assert.match(
    text,
    /Hello Cara Dietz,[\s\S]*by mail on \d+ \w+ \d{4}[ at]+\d\d:\d\d[\s\S]*Firefox, Linux[\s\S]*Was it not you\?/,
  );
  assert.ok(text.includes(`${service.origin}/at/${community.slug}/me/devices`), text);
  assert.doesNotMatch(text, /\/stop\?/);
});

test('a member with an address hears of every letter that is used, and one without is sent nothing', async () => {
  const [with_, without] = [await member('Dora Ernst'), await member('Emil Frank', null)];
  await enterByLetter(browser(), with_.uuid);
  await enterByLetter(browser(), without.uuid);
  const texts = await mailed(with_.email);
  assert.deepEqual([texts.length, /with the code of your letter/.test(texts[0] ?? '')], [1, true]);
  const rows = await service.ownerQuery('select from mails where member_id = $1', [without.uuid]);
  assert.equal(rows.length, 0);
});

test('strangers who use up the links of a mailbox do not lock its own browsers out, nor these the strangers', async () => {
  const { email } = await member('Fritz Gold');
  const other = await member('Gerd Holm');
  const [own, elsewhere] = [browser(), browser()];
  await enterByMail(own, email);
  await enterByMail(elsewhere, other.email);
  for (const window of [own, elsewhere]) await signOut(window);
  service.clock.advance(2 * HOUR_MS);
  for (let at = 0; at < 7; at++) await ask(browser(), email);
  assert.equal((await mailed(email)).length, 6);
  await ask(elsewhere, email);
  assert.equal((await mailed(email)).length, 0, 'a browser of another mailbox is a stranger');
  for (let at = 0; at < 7; at++) await ask(own, email);
  assert.equal((await mailed(email)).length, 6, 'six of its own');
});
