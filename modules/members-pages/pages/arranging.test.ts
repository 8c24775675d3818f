/** Two members arrange help with nothing ticked: words after the reply, how to be reached, and a day for the calendar. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { dayOf } from '../../../core/base/time.ts';
import { changeMemberStatus } from '../../../core/people/members/status.ts';
import { calendarOfMail, headerOf, textOfMail } from '../../../test-support/mail-server.ts';
import { mailUntil, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, communityWithPages, type MemberBrowser } from '../../../test-support/member-browser.ts';

const { server, service } = await testMailService();
const community = await communityWithPages(service, { name: 'Riverside' });

async function person(name: string) {
  const email = `${randomUUID()}@example.org`;
  const member = await service.createMember({
    communityId: community.id,
    name,
    email,
    phone: '0561 1234',
    language: 'en',
  });
  return { member, email, window: await browserOfMember(service, community, member.uuid) };
}

const idIn = (address: string | null) => address?.split('/').at(-1) ?? '';
const dayIn = (days: number) => dayOf(new Date(service.clock.now().getTime() + days * 86_400_000));

/** Ruth asks, Ben answers, and with `reply` Ruth has replied, all with nothing ticked. */
async function answered({ reply = true } = {}) {
  const [ruth, ben] = [await person('Ruth Weber'), await person('Ben Adler')];
  const wanted = { form: randomUUID(), title: 'Cut the hedge', description: '', category: '', time: '' };
  const listing = `/listing/${idIn((await ruth.window.post('/ask', '/ask', wanted)).location)}`;
  const sent = await ben.window.post(listing, listing, { form: randomUUID(), message: 'I can help.' });
  const path = `/answer/${idIn(sent.location)}`;
  if (reply) assert.equal((await ruth.window.post(path, path, { do: 'reply', message: 'When?' })).status, 303);
  return { ruth, ben, path };
}

const write = (window: MemberBrowser, path: string, fields: Readonly<Record<string, string>>) =>
  window.post(path, path, { do: 'write', form: randomUUID(), message: '', day: '', ...fields });

const mailsTo = (email: string, subject: RegExp) =>
  server.mails.filter((mail) => mail.to.includes(email) && subject.test(headerOf(mail, 'Subject') ?? ''));
async function mailTo(email: string, subject: RegExp) {
  await mailUntil(service, `${subject}`, () => mailsTo(email, subject).length > 0, 'https://tb.example');
  return mailsTo(email, subject).at(-1) as ReturnType<typeof mailsTo>[number];
}

/** The entry of a calendar file. */
function entryIn(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const event = calendar.getFirstSubcomponent('vevent');
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString();
  return {
    ...{ method: calendar.getFirstPropertyValue('method'), uid: value('uid'), sequence: value('sequence') },
    ...{ day: value('dtstart'), status: value('status'), summary: value('summary') },
  };
}

test('after the reply each of the two writes twice more and no third time, and the other gets each by mail', async () => {
  const { ruth, ben, path } = await answered();
  assert.match((await ben.window.get(path)).text, /<form id="turn"/);
  assert.equal((await write(ben.window, path, { message: 'On Friday?' })).status, 303);
  assert.match(textOfMail(await mailTo(ruth.email, /Ben A\. has written/)), /On Friday\?/);
  assert.equal((await write(ruth.window, path, { message: 'At nine.' })).status, 303);
  assert.match(textOfMail(await mailTo(ben.email, /Ruth W\. has written/)), /At nine\./);
  assert.equal((await write(ben.window, path, { message: 'Good.' })).status, 303);
  const page = await ben.window.get(path);
  for (const words of ['I can help.', 'When?', 'On Friday?', 'At nine.', 'Good.']) assert.ok(page.text.includes(words));
  assert.doesNotMatch(page.text, /<textarea/);
  const third = await write(ben.window, path, { message: 'A third.' });
  assert.equal(third.status, 422);
  assert.doesNotMatch((await ruth.window.get(path)).text, /A third\./);
  assert.match((await ruth.window.get(path)).text, /You can write once more/);
});

test('what was not shown at first can be shown with any message, and stays shown', async () => {
  const { ruth, ben, path } = await answered();
  assert.match((await ben.window.get(path)).text, /shows neither telephone nor address/);
  assert.equal((await write(ruth.window, path, { release: 'phone' })).status, 303);
  assert.match(textOfMail(await mailTo(ben.email, /Ruth W\. has written/)), /0561 1234/);
  assert.match((await ben.window.get(path)).text, /tel:05611234/);
  const own = await ruth.window.get(path);
  assert.doesNotMatch(own.text, /value="phone"/, 'what is shown already is not offered again');
  assert.match(own.text, /value="email"/);
  assert.equal((await write(ruth.window, path, { message: 'Ring me.' })).status, 303);
  assert.match((await ben.window.get(path)).text, /tel:05611234/);
});

test('an agreed day is on both first pages and comes to both for the calendar; moved and called off, the same entry follows', async () => {
  const { ruth, ben, path } = await answered();
  const [first, second] = [dayIn(5), dayIn(7)];
  assert.equal((await write(ben.window, path, { message: 'Then.', day: first })).status, 303);
  const mail = await mailTo(ruth.email, /Agreed on/);
  assert.match(textOfMail(mail), /Then\./);
  const entry = entryIn(calendarOfMail(mail) ?? '');
  const { uid } = entry;
  assert.deepEqual(entry, {
    ...{ method: 'PUBLISH', uid, sequence: '1', day: first, status: 'CONFIRMED', summary: 'Cut the hedge (Ben A.)' },
  });
  const own = await mailTo(ben.email, /Agreed on/);
  assert.equal(entryIn(calendarOfMail(own) ?? '').summary, 'Cut the hedge (Ruth W.)');
  assert.doesNotMatch(textOfMail(own), /Then\./);
  for (const { window } of [ruth, ben])
    assert.match((await window.get('')).text, /id="agreed-days"[\s\S]*Cut the hedge/);
  assert.deepEqual(entryIn((await ruth.window.get(`${path}/day.ics`)).text).day, first);

  assert.equal((await write(ruth.window, path, { day: second })).status, 303);
  await mailUntil(service, 'the change', () => mailsTo(ben.email, /Agreed on/).length > 1, 'https://tb.example');
  const moved = entryIn(calendarOfMail(await mailTo(ben.email, /Agreed on/)) ?? '');
  assert.deepEqual([moved.uid, moved.sequence, moved.day], [uid, '2', second]);

  const off = { do: 'call_off', form: randomUUID() };
  assert.equal((await ben.window.post(path, path, off)).status, 303);
  assert.equal((await ben.window.post(path, path, off)).status, 303, 'pressed twice');
  const called = entryIn(calendarOfMail(await mailTo(ruth.email, /Called off/)) ?? '');
  assert.deepEqual([called.method, called.uid, called.sequence, called.status], ['CANCEL', uid, '3', 'CANCELLED']);
  assert.match(called.summary ?? '', /^Called off: /);
  assert.doesNotMatch((await ruth.window.get('')).text, /agreed-days/);
  assert.equal((await ben.window.post(path, path, { ...off, form: randomUUID() })).status, 409, 'no day is left');
});

test('a day that is over, too far away or none of the calendar is refused at its field, and nothing is written', async () => {
  const { ruth, ben, path } = await answered();
  for (const day of [dayIn(-3), dayIn(400), '2027-02-30', 'Friday']) {
    const refused = await write(ben.window, path, { message: 'Kept', day });
    assert.equal(refused.status, 422, day);
    assert.match(refused.text, /href="#day"/);
    assert.match(refused.text, />\s*Kept<\/textarea>/);
  }
  assert.equal((await write(ben.window, path, {})).status, 422, 'nothing at all');
  assert.doesNotMatch((await ruth.window.get(path)).text, /Kept/);
});

test('a page that is sent twice writes once, and with other words says so', async () => {
  const { ruth, ben, path } = await answered();
  const fields = { form: randomUUID(), message: 'Once.', day: dayIn(3) };
  assert.equal((await write(ben.window, path, fields)).status, 303);
  assert.equal((await write(ben.window, path, fields)).status, 303);
  assert.equal((await ruth.window.get(path)).text.split('Once.').length, 2);
  const other = await write(ben.window, path, { ...fields, message: 'Other.' });
  assert.deepEqual([other.status, /sent already/.test(other.text)], [422, true]);
});

test('before the reply, after a decline and for a third nothing can be written', async () => {
  const { ruth, ben, path } = await answered({ reply: false });
  const third = await person('Tom Third');
  assert.equal((await write(ben.window, path, { message: 'x' })).status, 409);
  assert.equal((await third.window.post('', path, { do: 'write', form: randomUUID(), message: 'x' })).status, 404);
  assert.equal((await third.window.get(`${path}/day.ics`)).status, 404);
  assert.equal((await ruth.window.post(path, path, { do: 'decline' })).status, 303);
  assert.equal((await write(ben.window, path, { message: 'x' })).status, 409);
});

test('an answer between two of whom one leaves has ended, and its day is on no page', async () => {
  const { ruth, ben, path } = await answered();
  assert.equal((await write(ben.window, path, { day: dayIn(4) })).status, 303);
  await changeMemberStatus(
    service.deps,
    { communityId: community.id, memberId: ruth.member.uuid, actor: 'test' },
    'left',
  );
  assert.match((await ben.window.get(path)).text, /data-state="ended"/);
  assert.doesNotMatch((await ben.window.get('')).text, /agreed-days/);
});

test('the form to record the hours has the agreed day from that day on; before it, called off, or a year later, today', async () => {
  const { ruth, ben, path } = await answered();
  const form = `/record?answer=${idIn(path)}`;
  const presets = async () =>
    await Promise.all(
      [ruth, ben].map(
        async ({ window }) => / name="day" type="date" value="([^"]*)"/.exec((await window.get(form)).text)?.[1],
      ),
    );
  assert.equal((await write(ben.window, path, { day: dayIn(4) })).status, 303);
  const agreed = dayIn(4);
  assert.deepEqual(await presets(), [dayIn(0), dayIn(0)]);
  service.clock.advance(4 * 86_400_000);
  assert.deepEqual(await presets(), [agreed, agreed]);
  service.clock.advance(6 * 86_400_000);
  assert.deepEqual(await presets(), [agreed, agreed]);
  const other = await answered();
  assert.equal((await write(other.ben.window, other.path, { day: dayIn(1) })).status, 303);
  assert.equal(
    (await other.ben.window.post(other.path, other.path, { do: 'call_off', form: randomUUID() })).status,
    303,
  );
  service.clock.advance(2 * 86_400_000);
  const { text } = await other.ben.window.get(`/record?answer=${idIn(other.path)}`);
  assert.match(text, new RegExp(`name="day" type="date" value="${dayIn(0)}"`));
  for (let days = 0; days < 360; days += 120) {
    service.clock.advance(120 * 86_400_000);
    await presets();
  }
  assert.deepEqual(await presets(), [dayIn(0), dayIn(0)], 'older than what can be recorded');
});
