/** The question of the first page, which mails of news a member wants. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestCommunity, type TestService, testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, type MemberBrowser } from '../../../test-support/member-browser.ts';

const service = await testService({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Riverside <o@tb.example>' } });
const community = await openCommunity(service);

async function openCommunity(of: TestService): Promise<TestCommunity> {
  const made = await communityWithPages(of, { name: 'Riverside' });
  return made;
}

async function person(name: string, email: string | null, of = service, slug = community) {
  const member = await of.createMember({ communityId: slug.id, name, email, language: 'en' });
  const window = await browserOfMember(of, slug, member.uuid);
  return { member, window };
}

const isAsked = async (window: MemberBrowser) => {
  const { text } = await window.get('');
  assert.match(text, /data-page="home"[\s\S]*id="balance"/, 'never in place of the balance');
  return text.includes('id="news"');
};
const kindsOf = async (uuid: string) => {
  const [row] = await service.ownerQuery<{ mail_kinds: string[] }>('select mail_kinds from members where id = $1', [
    uuid,
  ]);
  return row?.mail_kinds.toSorted();
};
const answer = (window: MemberBrowser, fields: Readonly<Record<string, string>>) => window.post('', '/me/news', fields);

test('a member is asked once, and yes is one press', async () => {
  const { member, window } = await person('Anna Berger', 'anna@example.org');
  assert.match((await window.get('')).text, /Would you like a mail each week with what is new\?/);
  const done = await answer(window, { do: 'yes' });
  assert.deepEqual([done.status, done.location], [303, `/at/${community.slug}`]);
  assert.deepEqual(await kindsOf(member.uuid), ['digest', 'hours', 'listings']);
  assert.equal(await isAsked(window), false);
  assert.equal((await answer(window, { do: 'no' })).status, 303, 'of a page that was left open');
  assert.deepEqual(await kindsOf(member.uuid), ['digest', 'hours', 'listings']);
  const own = JSON.parse((await window.get('/me/file.json')).text);
  assert.equal(own.digest_asked_at, service.clock.now().toISOString());
});

test('what fits the own listings is a tick more, and no is one press whatever is ticked', async () => {
  const [ben, cara] = [await person('Ben Adler', 'ben@example.org'), await person('Cara Dietz', 'cara@example.org')];
  assert.equal((await answer(ben.window, { do: 'yes', mails: 'alerts' })).status, 303);
  assert.deepEqual(await kindsOf(ben.member.uuid), ['alerts', 'digest', 'hours', 'listings']);
  assert.equal((await answer(cara.window, { do: 'maybe' })).status, 400);
  assert.equal(await isAsked(cara.window), true);
  assert.equal((await answer(cara.window, { do: 'no', mails: 'alerts' })).status, 303);
  assert.deepEqual(await kindsOf(cara.member.uuid), ['hours', 'listings']);
  assert.equal(await isAsked(cara.window), false);
});

test('saving the own choices answers it, also where nothing else changes', async () => {
  const { window } = await person('Dora Ernst', 'dora@example.org');
  assert.equal((await window.post('/me', '/me', { language: 'en', mails: 'hours' })).status, 303);
  assert.equal(await isAsked(window), false);
});

test('a member whom no mail reaches is not asked, and none where the service sends no mail', async () => {
  const { window } = await person('Emil Frank', null);
  assert.equal(await isAsked(window), false);
  const bad = await person('Fritz Gold', 'fritz@example.org');
  await service.ownerQuery(`update members set email_state = 'bad' where id = $1`, [bad.member.uuid]);
  assert.equal(await isAsked(bad.window), false);
  const silent = await startTestService();
  try {
    const there = await person('Gerd Holm', 'gerd@example.org', silent, await openCommunity(silent));
    assert.equal(await isAsked(there.window), false);
  } finally {
    await silent.stop();
  }
});
