/** Days and times of day on members' pages and in mails are those of the community. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { dayIn } from '../../../core/base/time.ts';
import { signedIn } from '../../../test-support/console.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, openPages } from '../../../test-support/member-browser.ts';
import { answerOn, pathIn, sendSlip, slipFor } from '../../../test-support/member-hours.ts';

const { server, service } = await testMailService();

/** Moves the clock of the test on to a time. */
const goTo = (at: string) => service.clock.advance(Date.parse(at) - service.clock.now().getTime());

async function setUp(timeZone: string) {
  const office = await signedIn(service);
  const { communityId: id, slug } = office;
  await openPages(service, id, { time_zone: timeZone });
  const join = async (name: string) => {
    const email = `${randomUUID()}@example.org`;
    const member = await service.createMember({ communityId: id, name, email, language: 'en' });
    return { member, email, communityId: id, slug, window: await browserOfMember(service, { id, slug }, member.uuid) };
  };
  return { ...office, helga: await join('Helga Brandt'), ruth: await join('Ruth Weber') };
}

test('a day begins at midnight of the time zone, in winter, in summer and on the days between', () => {
  const cases = [
    ['2026-11-29T22:59:59Z', 'Europe/Berlin', '2026-11-29'],
    ['2026-11-29T23:00:00Z', 'Europe/Berlin', '2026-11-30'],
    ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
    ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-11-29T10:59:59Z', 'Pacific/Auckland', '2026-11-29'],
    ['2026-11-29T11:00:00Z', 'Pacific/Auckland', '2026-11-30'],
    ['2026-11-30T00:30:00Z', 'America/Chicago', '2026-11-29'],
    ['2026-11-29T23:59:59Z', 'UTC', '2026-11-29'],
  ] as const;
  for (const [at, timeZone, day] of cases) assert.equal(dayIn(new Date(at), timeZone), day, `${at} ${timeZone}`);
});

test('today of the community is preset, the last day that may be chosen, and accepted; tomorrow is not', async () => {
  const communities = [
    [await setUp('Pacific/Auckland'), '2026-12-02', '2026-12-03'],
    [await setUp('America/Chicago'), '2026-12-01', '2026-12-02'],
    [await setUp('Europe/Berlin'), '2026-12-01', '2026-12-02'],
    [await setUp('UTC'), '2026-12-01', '2026-12-02'],
  ] as const;
  goTo('2026-12-01T19:30:00Z');
  for (const [{ helga, ruth }, today, tomorrow] of communities) {
    const { text } = await helga.window.get('/record');
    assert.match(text, new RegExp(`name="day" type="date" value="${today}" max="${today}"`));
    const late = await sendSlip(helga.window, slipFor(ruth.member.id, { day: tomorrow }));
    assert.deepEqual([late.status, /has not come yet/.test(late.text)], [422, true], tomorrow);
    const sent = await sendSlip(helga.window, slipFor(ruth.member.id, { day: today }));
    assert.equal(sent.status, 303, sent.text);
    const corrected = await answerOn(ruth.window, pathIn(sent), 'correct', { right_day: tomorrow });
    assert.equal(corrected.status, 422);
    assert.equal((await answerOn(ruth.window, pathIn(sent), 'confirm')).status, 303, 'it is booked');
  }
});

test('a minute past midnight of the community the new day is there, also on the first of summer time', async () => {
  const { helga, ruth } = await setUp('Europe/Berlin');
  goTo('2027-03-27T23:01:00Z');
  const first = await sendSlip(helga.window, slipFor(ruth.member.id, { day: '2027-03-28' }));
  assert.equal(first.status, 303, first.text);
  goTo('2027-03-28T22:01:00Z');
  assert.match((await helga.window.get('/record')).text, /value="2027-03-29" max="2027-03-29"/);
});

test('what happened late in the evening is of that day in lists, and a mail says the time of the community', async () => {
  const { helga, ruth } = await setUp('America/Chicago');
  goTo('2027-06-02T03:30:00Z');
  const sent = await sendSlip(helga.window, slipFor(ruth.member.id, { day: '2027-06-01' }));
  assert.match((await helga.window.get(pathIn(sent))).text, /<small>1 June 2027<\/small>/);
  await service.ownerQuery('delete from mails where member_id = $1', [ruth.member.uuid]);
  await browserOfMember(service, { id: ruth.communityId, slug: ruth.slug }, ruth.member.uuid);
  await mailAll(service);
  const opened = server.mails.filter(({ to }) => to === ruth.email).map(textOfMail);
  assert.ok(
    opened.some((text) => /1 June 2027 at 22:30/.test(text) && !/UTC/.test(text)),
    opened.join(),
  );
});

test('the office sets a time zone of the IANA; another word is refused, and the default is that of the main language', async () => {
  const { client, slug } = await signedIn(service);
  const read = async () => (await client.call('getCommunitySettings', { params: { slug } })).body.data.time_zone;
  const set = (body: object) => client.call('updateCommunitySettings', { params: { slug }, body });
  assert.equal(await read(), 'UTC');
  assert.equal((await set({ languages: ['de', 'en'] })).body.data.time_zone, 'Europe/Berlin');
  assert.equal((await set({ languages: ['de-CH'] })).body.data.time_zone, 'Europe/Zurich');
  for (const time_zone of ['Berlin', 'Europe/Atlantis', '+02:00', 'CET+1', '../etc']) {
    const { status, text } = await set({ time_zone });
    assert.deepEqual([status, /"time_zone"/.test(text)], [422, true], text);
  }
  assert.equal((await set({ time_zone: 'America/Chicago' })).body.data.time_zone, 'America/Chicago');
  assert.equal((await set({ languages: ['de'] })).body.data.time_zone, 'America/Chicago');
});
