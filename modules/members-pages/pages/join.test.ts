/** Asking to take part, over HTTP as a browser without script does it: the office decides, and nobody learns who is a member. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { newIdAt } from '../../../core/base/ids.ts';
import { signedIn as signedInOffice } from '../../../test-support/console.ts';
import type { TestCommunity } from '../../../test-support/harness.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { createMemberBrowser, type MemberBrowser, openPages } from '../../../test-support/member-browser.ts';

const HOUR_MS = 3_600_000;

const { server, service } = await testMailService();
const community = await open('Riverside', true);
beforeEach(() => {
  server.mails.length = 0;
  // So that no test waits for what another one sent.
  service.clock.advance(25 * HOUR_MS);
});

async function open(name: string, mayJoin: boolean): Promise<TestCommunity> {
  const made = await service.createCommunity({ name });
  await openPages(service, made.id, { may_join: mayJoin });
  return made;
}

const browser = (of = community) => createMemberBrowser(service.origin, of.slug);
let count = 0;
const newAddress = () => `visitor-${++count}@example.org`;

/** Opens the page and sends its form. */
async function ask(window: MemberBrowser, fields: Readonly<Record<string, string>>) {
  const page = await window.get('/join');
  const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return await window.send('/join', { csrf: window.csrf(), form, ...fields });
}

const waiting = (name: string) =>
  service.ownerQuery<{ id: string; email: string | null; status: string }>(
    'select id, email, status from members where community_id = $1 and name = $2',
    [community.id, name],
  );

/** Runs the mailer until nothing is due. */
async function mailed(): Promise<readonly string[]> {
  await mailAll(service);
  return server.mails.map(textOfMail);
}

test('where the community does not have it, the path is unknown and nothing leads there', async () => {
  const closed = await open('Hillside', false);
  const [here, there] = [await browser().get(''), await browser(closed).get('')];
  assert.deepEqual([/\/join"/.test(here.text), /\/join"/.test(there.text)], [true, false]);
  const window = browser(closed);
  await window.get('/sign-in');
  const [page, unknown] = [await window.get('/join'), await window.get('/nothing')];
  assert.deepEqual([page.status, page.text.length], [404, unknown.text.length]);
  const sent = await window.send('/join', { csrf: window.csrf(), name: 'Ada Beck', email: newAddress() });
  assert.equal(sent.status, 404);
  assert.deepEqual(await service.ownerQuery('select from members where community_id = $1', [closed.id]), []);
});

test('a visitor waits for the office, hears that the wish has arrived, and is let in with the way to sign in', async () => {
  const email = newAddress();
  const words = 'I like gardening.';
  const answer = await ask(browser(), { name: 'Berta Cramer', email, phone: '0561 4711', words });
  assert.deepEqual([answer.status, answer.location], [303, `/at/${community.slug}/join?done=sent`]);
  assert.match((await browser().get('/join?done=sent')).text, /data-page="join" data-state="sent"/);
  const [received] = await mailed();
  assert.deepEqual([server.mails[0]?.to, /The office reads it/.test(received ?? '')], [email, true]);
  assert.doesNotMatch(server.mails[0]?.raw ?? '', /Berta/, 'no words of a visitor go to an address');
  const { client } = await signedInOffice(service, {
    communityId: community.id,
    slug: community.slug,
    role: 'coordinator',
  });
  const params = { slug: community.slug };
  const list = await client.call('listMembers', { params, query: { status: 'pending' } });
  const member = list.body.data.find(({ name }: { name: string }) => name === 'Berta Cramer');
  assert.deepEqual([member?.email, member?.phone], [email, '0561 4711']);
  const overview = await client.call('getOverview', { params });
  assert.ok(overview.body.data.attention.some(({ kind }: { kind: string }) => kind === 'members_pending'));
  const file = await client.call('getMemberFile', { params: { ...params, memberId: member.id } });
  assert.equal(file.body.data.notes, words);
  server.mails.length = 0;
  const letIn = { params: { ...params, memberId: member.id }, body: { status: 'active', reason: null } } as const;
  assert.equal((await client.call('setMemberStatus', letIn)).status, 200);
  const [accepted] = await mailed();
  assert.match(accepted ?? '', new RegExp(`Hello Berta Cramer[\\s\\S]*/at/${community.slug}/sign-in`));
});

test('whom the office enters and lets in itself gets no such mail', async () => {
  const made = { communityId: community.id, name: 'Carl Dorn', email: newAddress(), status: 'pending' } as const;
  const { uuid, id } = await service.createMember(made);
  const { client } = await signedInOffice(service, {
    communityId: community.id,
    slug: community.slug,
    role: 'coordinator',
  });
  const params = { slug: community.slug, memberId: id };
  await client.call('setMemberStatus', { params, body: { status: 'active', reason: null } });
  assert.deepEqual(await service.ownerQuery('select from mails where member_id = $1', [uuid]), []);
});

test('a form that is sent again, and six times at once, is one member; of another browser it is another’s', async () => {
  const [window, other] = [browser(), browser()];
  const form = newIdAt(service.clock.now());
  await window.get('/join');
  const fields = { csrf: window.csrf(), form, name: 'Dora Ernst', email: newAddress() };
  const answers = await Promise.all(Array.from({ length: 6 }, () => window.send('/join', fields)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(6).fill(303),
  );
  assert.equal((await waiting('Dora Ernst')).length, 1);
  await other.get('/join');
  assert.equal((await other.send('/join', { ...fields, csrf: other.csrf() })).status, 303);
  const rows = await waiting('Dora Ernst');
  assert.equal(rows.length, 2);
  assert.ok(
    rows.every(({ id }) => id !== form && id.slice(0, 13) === form.slice(0, 13)),
    'ids of the time of the page',
  );
  for (const odd of ['', 'x', 'ffffffff-ffff-7fff-8fff-ffffffffffff', '00000000-0000-4000-8000-000000000000']) {
    assert.equal((await other.send('/join', { ...fields, csrf: other.csrf(), form: odd })).status, 400, odd);
  }
});

test('a member’s address and a stranger’s are answered alike, and a mailbox gets one such mail a day', async () => {
  const email = newAddress();
  await service.createMember({ communityId: community.id, name: 'Emil Frank', email });
  const shape = ({ status, location, text, headers }: Awaited<ReturnType<typeof ask>>) => [
    ...[status, location, text],
    [...headers.keys()],
  ];
  const known = await ask(browser(), { name: 'Emil Frank', email });
  assert.deepEqual(shape(known), shape(await ask(browser(), { name: 'Emil Frank', email: newAddress() })));
  assert.equal((await ask(browser(), { name: 'Emil Franke', email: email.toUpperCase() })).status, 303);
  await mailed();
  assert.equal(server.mails.filter(({ to }) => to.toLowerCase() === email).length, 1);
  service.clock.advance(25 * HOUR_MS);
  await ask(browser(), { name: 'Emil Frankow', email });
  await mailed();
  assert.equal(server.mails.filter(({ to }) => to.toLowerCase() === email).length, 2);
});

test('by telephone alone no mail is written, and the welcome is a letter', async () => {
  assert.equal((await ask(browser(), { name: 'Fritz Gold', phone: '0561 998' })).status, 303);
  const [row] = await waiting('Fritz Gold');
  assert.deepEqual([row?.status, row?.email], ['pending', null]);
  const mails = () =>
    service.ownerQuery<{ kind: string; state: string }>(
      `select split_part(reason_key, ':', 1) as kind, state from mails where member_id = $1`,
      [row?.id],
    );
  assert.deepEqual(await mails(), []);
  const { client } = await signedInOffice(service, {
    communityId: community.id,
    slug: community.slug,
    role: 'coordinator',
  });
  const list = await client.call('listMembers', { params: { slug: community.slug }, query: { search: 'Fritz Gold' } });
  const params = { slug: community.slug, memberId: list.body.data[0].id };
  await client.call('setMemberStatus', { params, body: { status: 'active', reason: null } });
  await mailed();
  assert.deepEqual(await mails(), [{ kind: 'join.accepted', state: 'print' }]);
  const letters = await client.call('listLetters', { params: { slug: community.slug } });
  assert.match(JSON.stringify(letters.body.data), /The code of a letter opens your pages/);
});

test('what is missing or wrong is named at its field, and nothing that was typed is lost', async () => {
  const window = browser();
  for (const [fields, ids] of [
    [{ name: '', email: 'x@example.org' }, ['name']],
    [{ name: 'Gerd Holm' }, ['email']],
    [{ name: 'Gerd Holm', email: 'no address', words: 'Kept words' }, ['email']],
    [{ name: 'Gerd Holm', email: 'a@example.org', phone: '1'.repeat(60), words: 'Kept words' }, ['phone']],
  ] as const) {
    const { status, text } = await ask(window, fields);
    const named = [...text.matchAll(/id="(\w+)-fault"/g)].map(([, id]) => id);
    assert.deepEqual([status, named, /<title>Error: /.test(text)], [422, ids, true]);
    if ('words' in fields) assert.ok(text.includes('Kept words') && text.includes('value="Gerd Holm"'));
  }
  assert.deepEqual(await waiting('Gerd Holm'), []);
  assert.match((await ask(browser(), { name: '<b>Ina</b>', words: '</textarea><script>' })).text, /&lt;b&gt;Ina/);
});

test('one browser sends six wishes an hour, and a network sixty', async () => {
  const window = browser();
  const send = (one: MemberBrowser) => ask(one, { name: 'Jan Kurz', email: newAddress() });
  for (let at = 0; at < 6; at++) assert.equal((await send(window)).status, 303);
  assert.equal((await send(window)).status, 429);
  for (let at = 7; at < 60; at++) assert.equal((await send(browser())).status, 303, String(at));
  assert.equal((await send(browser())).status, 429);
  service.clock.advance(2 * HOUR_MS);
  assert.equal((await send(browser())).status, 303);
  assert.equal((await waiting('Jan Kurz')).length, 60);
});

test('more than five hundred people do not wait', async () => {
  await service.ownerQuery(
    `insert into members (community_id, id, name, search_name, status, payment_reference, created_at, updated_at, join_asked_at)
     select $1, gen_random_uuid(), 'Lena Moll', 'lena moll', 'pending', 'RF99' || n, now(), now(), now()
     from generate_series(1, 500) n`,
    [community.id],
  );
  const { status, headers } = await ask(browser(), { name: 'Mia Nau', email: newAddress() });
  assert.deepEqual([status, headers.has('retry-after')], [429, true]);
  assert.deepEqual(await waiting('Mia Nau'), []);
});
