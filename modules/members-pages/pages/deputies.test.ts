/** Deputies over HTTP, with the real mailer: who acts for whom, what stays the member's alone, and what is refused. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { changeMemberStatus } from '../../../core/people/members/status.ts';
import {
  startTestService,
  type TestCommunity,
  type TestMember,
  type TestService,
} from '../../../test-support/harness.ts';
import { startMailServer, type TestMailServer, textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll } from '../../../test-support/mailing.ts';
import {
  browserOfMember,
  communityWithPages,
  createMemberBrowser,
  type MemberBrowser,
} from '../../../test-support/member-browser.ts';
import { answerOn, recordOn, stateOn } from '../../../test-support/member-hours.ts';
import { verifyLedger } from '../../operate/domain/ledger/invariants.ts';
import { appointDeputy, endDeputy } from '../domain/deputies/deputies.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const DAY = '2026-11-18';

let server: TestMailServer;
let service: TestService;
let community: TestCommunity;
before(async () => {
  server = await startMailServer();
  service = await startTestService({ env: { SMTP_URL: server.url, MAIL_FROM: 'Riverside <office@tb.example>' } });
  community = await communityWithPages(service, { name: 'Riverside' });
});
after(async () => {
  const { holds, invariants } = await verifyLedger(service.deps.database, service.clock);
  assert.ok(holds, JSON.stringify(invariants.filter(({ holds: one }) => !one)));
  await service?.stop();
  await server?.stop();
});

interface Person {
  readonly member: TestMember;
  readonly window: MemberBrowser;
}

const act = (member: TestMember) => ({ communityId: community.id, memberId: member.uuid, actor: 'test' });
const newMember = (name: string, more = {}) =>
  service.createMember({ communityId: community.id, name, language: 'en', ...more });

async function signedIn(member: TestMember): Promise<Person> {
  const window = await browserOfMember(service, community, member.uuid);
  return { member, window };
}

/** A member, and another who acts for the member. */
async function pair(): Promise<{ readonly helga: TestMember; readonly anna: Person; readonly dpt: string }> {
  const helga = await newMember('Helga Brandt');
  const anna = await signedIn(await newMember('Anna Berger'));
  return { helga, anna, dpt: await appointed(helga, anna.member) };
}

async function appointed(member: TestMember, deputy: TestMember): Promise<string> {
  const agreed = { agreedOn: null, how: 'paper' } as const;
  return encodeId('dpt', await appointDeputy(service.deps, act(member), { deputyMemberId: deputy.uuid }, agreed));
}

const actFor = (window: MemberBrowser, person: string, more: Readonly<Record<string, string>> = {}) =>
  window.post('/act', '/act', { person, ...more });

test('a deputy chooses for whom, under a new cookie, and every page then names the member and shows the member’s hours', async () => {
  const { helga, anna, dpt } = await pair();
  await service.ownerQuery('update members set name = $2 where id = $1', [helga.uuid, 'Helga Margarethe Brandt']);
  const page = (await anna.window.get('/act')).text;
  assert.match(page, new RegExp(`value="${anna.member.id}" required checked`));
  assert.match(page, new RegExp(`value="${dpt}" required>For Helga Margarethe Brandt`));
  const before = anna.window.cookie();
  const changed = await actFor(anna.window, dpt, { next: `/at/${community.slug}/hours` });
  assert.deepEqual([changed.status, changed.location], [303, `/at/${community.slug}/hours`]);
  assert.notEqual(anna.window.cookie(), before);
  const home = (await anna.window.get('')).text;
  assert.match(home, /You act for Helga Margarethe Brandt\./);
  assert.match(home, /Hello, Helga/);
  const old = createMemberBrowser(service.origin, community.slug, before);
  assert.equal((await old.get('/hours')).status, 303, 'the cookie of before opens nothing');
  assert.equal((await actFor(anna.window, anna.member.id)).status, 303);
  assert.doesNotMatch((await anna.window.get('')).text, /You act for/);
});

test('nobody acts for a member without being its deputy, and an ended or suspended one opens nothing more', async () => {
  const { helga, anna, dpt } = await pair();
  const stranger = await signedIn(await newMember('Carla Stein'));
  for (const person of [dpt, helga.id, anna.member.id, '', 'dpt_nothing']) {
    const refused = await actFor(stranger.window, person);
    assert.ok(refused.status === 422 || stateOn(refused.text) === 'none', person);
    assert.equal((await stranger.window.get('')).text.includes('Helga'), false);
  }
  await actFor(anna.window, dpt);
  await endDeputy(service.deps, act(helga), await uuidOf(dpt));
  assert.equal((await anna.window.get('/hours')).status, 303);
  const again = await pair();
  await actFor(again.anna.window, again.dpt);
  assert.equal((await again.anna.window.get('/hours')).status, 200);
  await changeMemberStatus(service.deps, act(again.anna.member), 'suspended');
  assert.equal((await again.anna.window.get('/hours')).status, 303, 'a deputy who is suspended acts for nobody');
});

async function uuidOf(dpt: string): Promise<string> {
  const rows = await service.ownerQuery<{ id: string }>('select id from deputies');
  const found = rows.find(({ id }) => encodeId('dpt', id) === dpt);
  assert.ok(found);
  return found.id;
}

test('what is the member’s alone is refused to a deputy: data, file, devices, deputies, sight, leaving', async () => {
  const { anna, dpt } = await pair();
  await actFor(anna.window, dpt);
  for (const path of ['/me', '/me/file', '/me/file.json', '/me/devices', '/me/deputies', '/me/sight', '/me/leave']) {
    assert.equal((await anna.window.get(path)).status, 403, path);
  }
  for (const path of ['/me', '/me/devices', '/me/deputies', '/me/leave']) {
    assert.equal((await anna.window.post('', path, {})).status, 403, path);
  }
  assert.equal((await anna.window.get('/mine')).status, 200);
});

test('a member sees and ends the browser in which the member acts for another, and reads first who acts at present', async () => {
  const { helga, anna, dpt } = await pair();
  const other = await browserOfMember(service, community, anna.member.uuid);
  await actFor(anna.window, dpt);
  const devices = (await other.get('/me/devices')).text;
  assert.ok(devices.includes('You act for Helga Brandt.'), devices);
  const device = /name="device" value="(\d+)"/.exec(devices)?.[1] ?? '';
  assert.equal((await other.post('/me/devices', '/me/devices', { device })).status, 303);
  assert.equal((await anna.window.get('/hours')).status, 303, 'it opens nothing any more');
  assert.ok(!(await other.get('/me/devices')).text.includes('You act for'));

  await appointed(helga, (await signedIn(await newMember('Carla Stein'))).member);
  const late = await newMember('Dora Late');
  await endDeputy(service.deps, act(helga), await uuidOf(await appointed(helga, late)));
  const { window } = await signedIn(helga);
  const names = [...(await window.get('/me/deputies')).text.matchAll(/<li>([^<]+) <small>/g)].map(([, name]) => name);
  assert.deepEqual(names, ['Carla S.', 'Anna B.', 'Dora L.']);
});

test('what a deputy records for the member is confirmed by the other, and history and ledger name the deputy', async () => {
  const { helga, anna, dpt } = await pair();
  const ben = await signedIn(await newMember('Ben Cohn'));
  await actFor(anna.window, dpt);
  const path = await recordOn(anna.window, ben.member.id, { side: 'was_helped' });
  assert.equal((await answerOn(ben.window, path, 'confirm')).status, 303);
  const seen = (await ben.window.get(path)).text;
  assert.equal(stateOn(seen), 'confirmed');
  assert.match(seen, /Anna B\.: confirmed|Anna B\./);
  assert.doesNotMatch(seen, /Berger/);
  const other = await recordOn(ben.window, helga.id, { time: '2:00' });
  assert.equal((await answerOn(anna.window, other, 'confirm')).status, 303);
  const [row] = await service.ownerQuery<{ recorded_by: string }>(
    'select recorded_by from transfers where external_id = $1',
    [other.replace('/record/', '')],
  );
  assert.equal(row?.recorded_by, `deputy:${dpt}`);
});

test('a deputy confirms neither what she has proposed for another, nor her own help: the member or the office does', async () => {
  const { helga, anna, dpt } = await pair();
  const path = await recordOn(anna.window, helga.id);
  await actFor(anna.window, dpt);
  const page = (await anna.window.get(path)).text;
  assert.match(page, /You have recorded it yourself/);
  assert.doesNotMatch(page, /id="confirm"/);
  assert.doesNotMatch((await anna.window.get('')).text, /name="do" value="confirm"/);
  assert.equal((await answerOn(anna.window, path, 'confirm')).status, 403);
  const ben = await newMember('Ben Cohn');
  const ofBen = await appointed(ben, anna.member);
  const both = await recordOn(anna.window, ben.id, { side: 'was_helped', time: '2:00' });
  await actFor(anna.window, ofBen);
  assert.equal((await answerOn(anna.window, both, 'confirm')).status, 403, 'for Ben what she has proposed for Helga');
  assert.equal((await answerOn((await signedIn(helga)).window, path, 'confirm')).status, 303);
  assert.equal(stateOn((await (await signedIn(helga)).window.get(path)).text), 'confirmed');
});

test('an answer that a deputy writes is the member’s, and says who has written it', async () => {
  const { helga, anna, dpt } = await pair();
  const ben = await signedIn(await newMember('Ben Cohn'));
  const asked = await ben.window.post('/ask', '/ask', { title: 'Windows to clean', form: randomUUID() });
  const listing = (asked.location ?? '').replace(`/at/${community.slug}`, '');
  await actFor(anna.window, dpt);
  const sent = await anna.window.post(listing, listing, { message: 'My mother can help.', form: randomUUID() });
  assert.equal(sent.status, 303, sent.text);
  const path = (sent.location ?? '').replace(`/at/${community.slug}`, '');
  assert.match((await ben.window.get(path)).text, /Written by Anna B\. for the member\./);
  await actFor(anna.window, anna.member.id);
  assert.equal((await anna.window.get(path)).status, 404, 'Anna herself has answered nothing');
  assert.equal((await (await signedIn(helga)).window.get(path)).status, 200);
});

test('a link to hours of the member leads a deputy who is signed in as herself to the choice, and a stranger nowhere', async () => {
  const { helga, anna, dpt } = await pair();
  const ben = await signedIn(await newMember('Ben Cohn'));
  const path = await recordOn(ben.window, helga.id);
  const led = await anna.window.get(path);
  assert.deepEqual(
    [led.status, led.location],
    [303, `/at/${community.slug}/act?next=${encodeURIComponent(`/at/${community.slug}${path}`)}`],
  );
  const next = `/at/${community.slug}${path}`;
  assert.equal((await actFor(anna.window, dpt, { next })).location, next);
  assert.equal((await anna.window.get(path)).status, 200);
  assert.equal((await (await signedIn(await newMember('Dora Thal'))).window.get(path)).status, 404);
});

test('a member lets another act, by name, once it was agreed, and ends it', async () => {
  const helga = await signedIn(await newMember('Helga Wiesner'));
  const anna = await newMember('Annelore Quast');
  const form = { do: 'add', who: 'Annelore' };
  const missing = await helga.window.post('/me/deputies', '/me/deputies', form);
  assert.equal(missing.status, 422);
  assert.match(missing.text, /id="agreed-fault"/);
  assert.equal((await helga.window.post('/me/deputies', '/me/deputies', { ...form, agreed: 'yes' })).status, 303);
  const page = (await helga.window.get('/me/deputies')).text;
  assert.match(page, /Annelore Q\./);
  assert.doesNotMatch(page, /Quast/);
  const dpt = /name="deputy" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const twice = await helga.window.post('/me/deputies', '/me/deputies', { ...form, agreed: 'yes' });
  assert.equal(twice.status, 422);
  const own = { ...form, who: helga.member.id, agreed: 'yes' };
  assert.equal((await helga.window.post('/me/deputies', '/me/deputies', own)).status, 422);
  const window = (await signedIn(anna)).window;
  assert.equal((await actFor(window, dpt)).status, 303);
  assert.equal((await helga.window.post('/me/deputies', '/me/deputies', { do: 'end', deputy: dpt })).status, 303);
  assert.equal((await window.get('/hours')).status, 303);
  assert.equal((await helga.window.post('/me/deputies', '/me/deputies', { do: 'end', deputy: dpt })).status, 404);
});

test('both hear of a deputy who is appointed on an open telephone, by mail and on their first pages, and signing out everywhere ends it', async () => {
  const helga = await signedIn(await newMember('Helga Wiesner'));
  const anna = await signedIn(await newMember('Annelore Quast'));
  for (const { member } of [helga, anna])
    await service.ownerQuery('update members set email = $2 where id = $1', [
      member.uuid,
      `${member.uuid}@example.org`,
    ]);
  const appoint = () =>
    helga.window.post('/me/deputies', '/me/deputies', { do: 'add', who: anna.member.id, agreed: 'yes' });
  assert.equal((await appoint()).status, 303);
  server.mails.length = 0;
  await mailed();
  const mailTo = (uuid: string) => server.mails.filter(({ to }) => to === `${uuid}@example.org`).map(textOfMail);
  assert.match(mailTo(helga.member.uuid).join(), /Annelore Q\. acts for you[\s\S]*\/me\/deputies/);
  assert.doesNotMatch(mailTo(helga.member.uuid).join(), /Quast/);
  assert.match(mailTo(anna.member.uuid).join(), /you may act for Helga Wiesner/);
  assert.match((await helga.window.get('')).text, /Annelore Q\. acts for you since/);
  assert.match((await anna.window.get('')).text, /You may act for Helga Wiesner since/);
  service.clock.advance(15 * 24 * 3600_000);
  assert.doesNotMatch((await helga.window.get('')).text, /acts for you since/);
  const page = (await helga.window.get('/me/devices')).text;
  const dpt = /name="stay" value="(dpt_[^"]+)">Annelore Q\./.exec(page)?.[1] ?? '';
  assert.equal((await helga.window.post('/me/devices', '/me/devices', { stay: dpt })).status, 303);
  assert.match((await anna.window.get('/act')).text, new RegExp(dpt), 'ticked, she stays');
  assert.equal((await helga.window.post('/me/devices', '/me/devices', {})).status, 303);
  assert.doesNotMatch((await anna.window.get('/act')).text, /dpt_/);
});

/** Runs the mailer until nothing is due. */
async function mailed(): Promise<void> {
  await mailAll(service);
}

test('a deputy who is no member gets the question about the member’s hours, and signs in by the mail’s link', async () => {
  const helga = await newMember('Helga Brandt');
  const agreed = { agreedOn: DAY, how: 'telephone' } as const;
  const email = 'karl@example.org';
  await appointDeputy(service.deps, act(helga), { name: 'Karl Meier', email }, agreed);
  const second = await newMember('Ruth Weber');
  await appointDeputy(service.deps, act(second), { name: 'Karl Meier', email: email.toUpperCase() }, agreed);
  const ben = await signedIn(await newMember('Ben Cohn'));
  await mailed();
  server.mails.length = 0;
  await recordOn(ben.window, helga.id);
  await mailed();
  const asked = server.mails.find(({ to }) => to === email);
  assert.ok(asked);
  assert.match(textOfMail(asked), /You act for Helga Brandt\. This is written to Helga Brandt:/);
  server.mails.length = 0;
  const window = createMemberBrowser(service.origin, community.slug);
  await window.post('/sign-in', '/sign-in', { email });
  await mailed();
  const link = server.mails.find(({ to }) => to.toLowerCase() === email);
  assert.ok(link);
  const key = /enter\?key=([\w-]+)/.exec(textOfMail(link))?.[1] ?? '';
  const page = (await window.get(`/enter?key=${key}`)).text;
  const persons = [...page.matchAll(/name="person" value="(dpt_[^"]+)">([^<]+)</g)].map(([, value, label]) => [
    value,
    label,
  ]);
  assert.deepEqual(
    persons.map(([, label]) => label),
    ['Karl Meier, for Helga Brandt', 'Karl Meier, for Ruth Weber'],
  );
  const [forHelga, forRuth] = persons.map(([value]) => value ?? '');
  assert.equal((await window.post(`/enter?key=${key}`, '/enter', { key, person: forHelga ?? '' })).status, 303);
  assert.match((await window.get('')).text, /You act for Helga Brandt\./);
  assert.equal((await actFor(window, forRuth ?? '')).status, 303, 'one person of one mailbox, for two members');
  assert.match((await window.get('')).text, /You act for Ruth Weber\./);
});

test('a deputy without e-mail signs in by a letter of its own, and a new one ends that alone', async () => {
  const helga = await newMember('Helga Brandt');
  const at = { communityId: community.id, actor: 'test' };
  const agreed = { agreedOn: null, how: 'in_person' } as const;
  const id = await appointDeputy(service.deps, act(helga), { name: 'Karl Meier', email: null }, agreed);
  const [own] = await writeLetters(service.deps, at, [helga.uuid]);
  const [first] = await writeLetters(service.deps, at, [], [id]);
  const [letter] = await writeLetters(service.deps, at, [], [id]);
  const window = createMemberBrowser(service.origin, community.slug);
  assert.equal((await window.enter(first?.code ?? '')).status, 410);
  assert.match((await window.get(`/enter?code=${letter?.code}`)).text, /Karl Meier.*You act for Helga Brandt/s);
  assert.equal((await window.enter(letter?.code ?? '')).status, 303);
  assert.match((await window.get('')).text, /You act for Helga Brandt\./);
  assert.equal((await createMemberBrowser(service.origin, community.slug).enter(own?.code ?? '')).status, 303);
});
