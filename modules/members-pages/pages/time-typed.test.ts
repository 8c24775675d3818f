/** Lengths of time on the pages: read as people write them, asked where they may be two, shown as the community writes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, openPages } from '../../../test-support/member-browser.ts';
import { answerOn, pathIn, recordOn, sendSlip, slipFor, stateOn } from '../../../test-support/member-hours.ts';

const { server, service } = await testMailService();

/** Two members of a community. */
async function setUp(hoursAs = 'decimal') {
  const community = await service.createCommunity({ name: 'Riverside' });
  const { id } = community;
  await openPages(service, id, { hours_as: hoursAs });
  const join = async (name: string) => {
    const email = `${randomUUID()}@example.org`;
    const member = await service.createMember({ communityId: id, name, email, language: 'en' });
    return { member, email, window: await browserOfMember(service, community, member.uuid) };
  };
  return { helga: await join('Helga Brandt'), ruth: await join('Ruth Weber') };
}

const secondsOf = async (path: string) => {
  const [row] = await service.ownerQuery<{ seconds: number }>(
    `select amount_seconds::int as seconds from proposals order by created_at desc, id desc limit 1`,
  );
  return path === '' ? undefined : row?.seconds;
};
const choicesIn = (text: string) =>
  [...text.matchAll(/type="radio" name="time" value="([^"]+)"/g)].map(([, value]) => value);

test('another time is read as members write it', async () => {
  const { helga, ruth } = await setUp();
  const texts = [
    ...([
      ['1,25 Std.', 4500],
      ['1½', 5400],
      ['45 Minuten', 2700],
      ['1h30', 5400],
      ['1 Stunde', 3600],
    ] as const),
    ...([
      ['0,5 Std.', 1800],
      ['2', 7200],
    ] as const),
  ];
  for (const [typed, seconds] of texts) {
    const path = await recordOn(helga.window, ruth.member.id, { time: '', time_other: typed, again: 'yes' });
    assert.equal(await secondsOf(path), seconds, typed);
  }
});

test('a time with two readings comes back with both to choose from, and what else was entered stays', async () => {
  const { helga, ruth } = await setUp();
  for (const [typed, values] of [
    ['1.30', ['1:30', '1:18']],
    ['1,30', ['1:30', '1:18']],
    ['90', ['1:30']],
  ] as const) {
    const entries = slipFor(ruth.member.id, { time: '', time_other: typed, note: 'kept words' });
    const asked = await sendSlip(helga.window, entries);
    assert.equal(asked.status, 422, typed);
    assert.match(asked.text, /can be read in two ways/);
    assert.deepEqual(choicesIn(asked.text), values);
    assert.match(asked.text, /value="kept words"/);
    assert.match(asked.text, /value="helped" required checked/);
    const sent = await sendSlip(helga.window, { ...entries, time: values.at(-1) ?? '', again: 'yes' });
    assert.equal(sent.status, 303, sent.text);
    assert.equal(await secondsOf(pathIn(sent)), values.at(-1) === '1:18' ? 4680 : 5400, typed);
  }
});

test('a correction and a listing ask as well', async () => {
  const { helga, ruth } = await setUp();
  const path = await recordOn(helga.window, ruth.member.id);
  const asked = await answerOn(ruth.window, path, 'correct', { right_time: '1,30' });
  assert.equal(asked.status, 422);
  assert.deepEqual(choicesIn(asked.text), ['1:30', '1:18']);
  assert.equal((await answerOn(ruth.window, path, 'correct', { right_time: '1,30', time: '1:18' })).status, 303);
  const { text } = await helga.window.get(path);
  assert.equal(stateOn(text), 'waiting');
  assert.match(text, /helped Ruth W\. for 1\.3 h/);
  const listing = { form: randomUUID(), title: 'Hedge', description: '', category: '' };
  const again = await helga.window.post('/ask', '/ask', { ...listing, time: '1.30' });
  assert.deepEqual([again.status, choicesIn(again.text)], [422, ['1:30', '1:18']]);
  const published = await helga.window.post('/ask', '/ask', { ...listing, time: '1½ Std.' });
  assert.equal(published.status, 303, published.text);
  assert.match((await ruth.window.get(pathIn(published))).text, /1\.5 h/);
});

test('the choices are lengths and no times of day, in both languages, and their values stay', async () => {
  const { helga } = await setUp();
  const { text } = await helga.window.get('/record');
  assert.deepEqual(choicesIn(text), ['0:30', '1:00', '1:30', '2:00', '3:00']);
  assert.match(text, /value="1:30">1 h 30 min</);
  await service.ownerQuery(`update members set language = 'de' where id = $1`, [helga.member.uuid]);
  const german = (await helga.window.get('/record')).text;
  assert.match(german, /value="0:30">30 Min\.</);
  assert.match(german, /value="1:30">1 Std\. 30 Min\.</);
});

test('pages and mails write hours as the community chose', async () => {
  for (const [hoursAs, shown] of [
    ['decimal', /1\.25 h/],
    ['clock', /1:15 h/],
  ] as const) {
    const { helga, ruth } = await setUp(hoursAs);
    const path = await recordOn(helga.window, ruth.member.id, { time: '1:15' });
    await mailAll(service);
    const mails = server.mails.filter(({ to }) => to === ruth.email).map(textOfMail);
    assert.ok(
      mails.some((mail) => shown.test(mail)),
      mails.join(),
    );
    assert.equal((await answerOn(ruth.window, path, 'confirm')).status, 303);
    for (const page of ['', '/hours', path, '/me/file']) assert.match((await ruth.window.get(page)).text, shown, page);
  }
});
