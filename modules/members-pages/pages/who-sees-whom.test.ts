/** How a person is named to whom, on every page, in every file, mail and letter of the members' side. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { memberOperations } from '@timebank/contract';
import { nameFor, nameForMembers } from '../../../core/people/name-for-members.ts';
import { signedIn } from '../../../test-support/console.ts';
import type { TestMember } from '../../../test-support/harness.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, type MemberBrowser, openPages } from '../../../test-support/member-browser.ts';
import { pathIn, recordOn } from '../../../test-support/member-hours.ts';
import { appointDeputy } from '../domain/deputies/deputies.ts';

const { server, service } = await testMailService();

test('members are named by the given name and an initial, whichever way the name is written', () => {
  const short = (name: string, givenName: string | null = null, familyName: string | null = null) =>
    nameForMembers({ name, givenName, familyName }, { namesWhole: false });
  assert.equal(short('Ruth Weber'), 'Ruth W.');
  assert.equal(short('Weber, Ruth'), 'Ruth W.');
  assert.equal(short('Weber Ruth', 'Ruth', 'Weber'), 'Ruth W.');
  assert.equal(short('Weber Ruth', null, 'Weber'), 'Ruth W.');
  assert.equal(short('Ruth'), 'Ruth');
  assert.equal(short('Anna Maria Berger'), 'Anna B.');
});

test('the office reads whole names; members none of who is hidden, until the two have met', () => {
  const hidden = { name: 'Haruto Horvath', givenName: null, familyName: null, seenByMembers: false };
  assert.equal(nameFor('office', hidden, false), 'Haruto Horvath');
  assert.equal(nameFor({ namesWhole: false }, hidden, false), null);
  assert.equal(nameFor({ namesWhole: true }, hidden, false), null);
  assert.equal(nameFor({ namesWhole: false }, hidden, true), 'Haruto H.');
  assert.equal(nameFor({ namesWhole: false }, { ...hidden, seenByMembers: true }, false), 'Haruto H.');
});

interface Person {
  readonly member: TestMember & { readonly email: string };
  readonly window: MemberBrowser;
}

/** A community in which everybody has to do with everybody; one of them is hidden. */
async function setUp() {
  const person = await signedIn(service);
  const { communityId: id, slug } = person;
  const community = { id, slug };
  await openPages(service, id);
  const join = async (name: string, number: string): Promise<Person> => {
    const email = `${randomUUID()}@example.org`;
    const made = await service.createMember({ communityId: id, name, externalId: number, email });
    const member = { ...made, email };
    return { member, window: await browserOfMember(service, community, member.uuid) };
  };
  const [eve, haruto, ruth, otto] = [
    await join('Eve Evans', 'E1'),
    await join('Haruto Horvath', 'D060'),
    await join('Ruth Weberknecht', 'W1'),
    await join('Otto Ottersbach', 'O1'),
  ];
  await service.ownerQuery('update members set seen_by_members = false where id = $1', [haruto.member.uuid]);
  const record = (who: string, more = {}) => recordOn(eve.window, who, more);
  const ask = async ({ window }: Person, title: string) =>
    pathIn(await window.post('/ask', '/ask', { title, form: randomUUID() }));
  const answerTo = async ({ window }: Person, listing: string) =>
    pathIn(await window.post(listing, listing, { message: 'Gladly.', form: randomUUID() }));
  return { ...person, community, eve, haruto, ruth, otto, record, ask, answerTo };
}

const WHOLE = /Horvath|Weberknecht|Ottersbach/;

test('a member reads nowhere the whole name of another: no page, file or mail has one', async () => {
  const { eve, haruto, ruth, otto, record, ask, answerTo, client, slug, community } = await setUp();
  const withHidden = await record('D060');
  await eve.window.post(withHidden, withHidden, { do: 'withdraw', seen: '1' });
  const withRuth = await record('W1');
  await ruth.window.post(withRuth, withRuth, { do: 'confirm', seen: '1' });
  const withOtto = await record('O1');
  await otto.window.post(withOtto, withOtto, { do: 'contest', seen: '1', words: 'It was longer.' });
  await appointDeputy(
    service.deps,
    { communityId: community.id, actor: 'test', memberId: ruth.member.uuid },
    { deputyMemberId: otto.member.uuid },
    { agreedOn: null, how: 'paper' },
  );
  await eve.window.post('/me/deputies', '/me/deputies', { do: 'add', who: 'O1', agreed: 'yes' });
  const listings = [await ask(haruto, 'Windows'), await ask(ruth, 'Hedge'), await ask(eve, 'Piano')] as const;
  const sent = [await answerTo(eve, listings[0]), await answerTo(eve, listings[1])] as const;
  const got = await answerTo(ruth, listings[2]);
  await ruth.window.post(sent[1], sent[1], { do: 'reply', message: 'Come.' });
  const pages = Object.values(memberOperations)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/\/(record|listing|answer|with)\/\{\w+\}$/, ''));
  const more = [withHidden, withRuth, withOtto, ...listings, ...sent, got, '/record?who=O1', '/record?who=D060'];
  let read = 0;
  for (const path of new Set([...pages, ...more, ...sent.map((one) => `/record?answer=${one.split('/').at(-1)}`)])) {
    const { status, text } = await eve.window.get(path);
    if (status === 200) read++;
    assert.doesNotMatch(text, WHOLE, path);
  }
  assert.ok(read >= 25, `${read} pages were read`);
  await mailAll(service);
  const mails = server.mails.filter(({ to }) => to === eve.member.email).map(textOfMail);
  assert.ok(mails.length > 0);
  for (const text of mails) assert.doesNotMatch(text, WHOLE);
  const office = await client.call('exportMember', { params: { slug, memberId: eve.member.id } });
  assert.match(office.text, /Haruto Horvath/, 'the office reads whole names');
});

test('the own copy has neither name nor id of who is hidden, and names others as members do', async () => {
  const { eve, haruto, ruth, record } = await setUp();
  await record('D060');
  const path = await record('W1');
  await ruth.window.post(path, path, { do: 'confirm', seen: '1' });
  const { text } = await eve.window.get('/me/file.json');
  const { proposals, transfers } = JSON.parse(text);
  const receivers = proposals.map(({ receiver }: { receiver: object }) => receiver);
  assert.deepEqual(receivers, [
    { id: ruth.member.id, name: 'Ruth W.', number: 'W1' },
    { id: null, name: '', number: null },
  ]);
  assert.equal(transfers[0].counterpart.name, 'Ruth W.');
  assert.ok(!text.includes(haruto.member.id));
  assert.doesNotMatch(text, /Haruto|D060/);
});

test('an answer to a hidden member’s listing has no name until the two agree, nor has the form of its hours', async () => {
  const { eve, haruto, ask, answerTo } = await setUp();
  const answer = await answerTo(eve, await ask(haruto, 'Windows'));
  const form = `/record?answer=${answer.split('/').at(-1)}`;
  for (const path of [answer, '/mine', form]) {
    const { status, text } = await eve.window.get(path);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /Haruto/, path);
    assert.ok(!text.includes(haruto.member.id), path);
  }
  await haruto.window.post(answer, answer, { do: 'reply', message: 'Come on Friday.' });
  for (const path of [answer, '/mine', form]) assert.match((await eve.window.get(path)).text, /Haruto H\./, path);
});

test('a decline of a hidden member tells no name, by mail and on the page', async () => {
  const { eve, haruto, ask, answerTo } = await setUp();
  const answer = await answerTo(eve, await ask(haruto, 'Windows'));
  await mailAll(service);
  server.mails.length = 0;
  await haruto.window.post(answer, answer, { do: 'decline', message: '' });
  await mailAll(service);
  const mail = server.mails.find(({ to }) => to === eve.member.email);
  assert.ok(mail);
  assert.match(textOfMail(mail), /A member/);
  assert.doesNotMatch(textOfMail(mail), /Haruto/);
  assert.doesNotMatch((await eve.window.get(answer)).text, /Haruto/);
});

test('an auditor reads no words of members: neither answers nor letters', async () => {
  const { client, slug, community } = await setUp();
  const auditor = await signedIn(service, { communityId: community.id, slug, role: 'auditor' });
  for (const operation of ['listAnswers', 'listLetters'] as const) {
    assert.equal((await client.call(operation, { params: { slug } })).status, 200, operation);
    assert.equal((await auditor.client.call(operation, { params: { slug } })).status, 403, operation);
  }
});
