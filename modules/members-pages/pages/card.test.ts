/** A member's card: who holds it up is named to members, and to nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestCommunity, testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { sendSlip, slipFor } from '../../../test-support/member-hours.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const service = await testService();
const community = await openCommunity('Riverside');

async function openCommunity(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

async function signedIn(name: string, of = community, fields = {}) {
  const member = await service.createMember({ communityId: of.id, name, ...fields });
  const window = await browserOfMember(service, of, member.uuid);
  return { member, window };
}

type Person = Awaited<ReturnType<typeof signedIn>>;

async function cardOf({ window }: Person): Promise<string> {
  assert.equal((await window.post('/me', '/me', { do: 'card' })).status, 303);
  const card = /data-card="(\w+)"/.exec((await window.get('/me?done=card')).text)?.[1];
  assert.match(card ?? '', /^[2-9A-HJ-NP-TV-Z]{10}$/);
  return card as string;
}

test('a card is made at the first wish, names its owner to other members, and the next one ends it', async () => {
  const [helga, ruth] = [await signedIn('Helga Brandt'), await signedIn('Ruth Weber')];
  assert.doesNotMatch((await helga.window.get('/me')).text, /data-card=/);
  const card = await cardOf(helga);
  const page = (await helga.window.get('/me')).text;
  assert.match(page, /<svg role="img"/);
  const led = await ruth.window.get(`/with/${card}`);
  const record = `/at/${community.slug}/record?who=${helga.member.id}`;
  assert.deepEqual([led.status, led.location], [303, record]);
  assert.match((await ruth.window.get(`/record?who=${helga.member.id}`)).text, /<strong>Helga B\.<\/strong>/);
  const typed = `${card.slice(0, 5)}-${card.slice(5)}`.toLowerCase();
  assert.equal((await ruth.window.get(`/with/${typed}`)).location, record);
  assert.equal((await helga.window.get(`/with/${card}`)).location, `/at/${community.slug}/me`, 'the own card');
  const renewed = await cardOf(helga);
  assert.notEqual(renewed, card);
  assert.equal((await ruth.window.get(`/with/${card}`)).status, 404);
  assert.equal((await ruth.window.get(`/with/${renewed}`)).location, record);
  const audits = await service.ownerQuery(`select details from audit_log where action = 'member.card_made'`);
  assert.deepEqual(audits, [{ details: {} }, { details: {} }], 'the signs are not in the audit log');
});

test('to a visitor a card says nothing, and signing in leads on to it', async () => {
  const [ina, jan] = [await signedIn('Ina Kurz'), await signedIn('Jan Lang')];
  const card = await cardOf(ina);
  const visitor = createMemberBrowser(service.origin, community.slug);
  for (const signs of [card, '2222222222', 'nothing']) {
    const { status, location, text } = await visitor.get(`/with/${signs}`);
    const next = encodeURIComponent(`/at/${community.slug}/with/${signs}`);
    assert.deepEqual([status, location, text], [303, `/at/${community.slug}/sign-in?next=${next}`, '']);
  }
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [jan.member.uuid]);
  const next = `/at/${community.slug}/with/${card}`;
  assert.equal((await visitor.enter(letter?.code ?? '', { next })).location, next);
});

test('the card of another community, of a member who left, and a card that there is not are alike', async () => {
  const there = await openCommunity('Hillside');
  const [kai, lea, far] = [await signedIn('Kai Moll'), await signedIn('Lea Nau'), await signedIn('Mia Ott', there)];
  const [left, other] = [await cardOf(lea), await cardOf(far)];
  assert.equal((await kai.window.get(`/with/${left}`)).status, 303);
  await service.ownerQuery(`update members set status = 'left' where id = $1`, [lea.member.uuid]);
  const answers = await Promise.all([left, other, '2222222222', 'x'].map((one) => kai.window.get(`/with/${one}`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  );
});

const search = (person: Person, who: string) => sendSlip(person.window, slipFor(who));
const isUnknown = ({ text }: { readonly text: string }) => /id="who-fault"/.test(text);

test('a member who is hidden from members is found by number, card and the people of before, never by name', async () => {
  const [nora, olga] = [await signedIn('Nora Paul'), await signedIn('Olga Quast', community, { externalId: 'M-77' })];
  const card = await cardOf(olga);
  assert.equal((await search(nora, 'Olga Quast')).status, 303);
  await service.ownerQuery('update members set seen_by_members = false where id = $1', [olga.member.uuid]);
  for (const name of ['Olga Quast', 'Olga', 'olga qu']) {
    const { status, text } = await search(nora, name);
    assert.deepEqual([status, isUnknown({ text }), text.includes('Olga Q.')], [422, true, false], name);
  }
  assert.match((await nora.window.get('/record?who=M-77')).text, /<strong>Olga Q\.<\/strong>/);
  const led = (await nora.window.get(`/with/${card}`)).location ?? '';
  assert.match((await nora.window.get(led.replace(`/at/${community.slug}`, ''))).text, /<strong>Olga Q\.<\/strong>/);
});

test('what partners see of a member is no matter of members: by name, who is hidden from partners is found', async () => {
  const [pia, quin] = [await signedIn('Pia Rau'), await signedIn('Quin Sander')];
  await service.ownerQuery(`update members set visibility = 'hidden' where id = $1`, [quin.member.uuid]);
  assert.equal((await search(pia, 'Quin Sander')).status, 303);
});

test('a person looks for sixty names and numbers an hour by page and form together, also after signing in again; ids and others do not count', async () => {
  const [ruth, sven, tom] = [
    await signedIn('Ruth Adam'),
    await signedIn('Sven Baum', community, { externalId: 'M-88' }),
    await signedIn('Tom Cramer'),
  ];
  await ruth.window.get('/record');
  for (let at = 0; at < 60; at++) {
    const who = at % 2 === 0 ? `xyz${at}` : `M-${at}`;
    const { status } = at < 10 ? await search(ruth, who) : await ruth.window.get(`/record?who=${who}`);
    assert.notEqual(status, 429, String(at));
  }
  const refused = await ruth.window.get('/record?who=Sven');
  assert.deepEqual([refused.status, refused.text.includes('Sven B.')], [429, false]);
  assert.ok(refused.headers.has('retry-after'));
  assert.equal((await search(ruth, 'Sven')).status, 429);
  const numbered = await ruth.window.get('/record?who=M-88');
  assert.deepEqual([numbered.status, numbered.text.includes('Sven B.')], [429, false], 'no numbers one by one');
  assert.match((await ruth.window.get(`/record?who=${sven.member.id}`)).text, /<strong>Sven B\.<\/strong>/);
  assert.match((await tom.window.get('/record?who=Sven')).text, /<strong>Sven B\.<\/strong>/, 'another person');
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [ruth.member.uuid]);
  const further = createMemberBrowser(service.origin, community.slug);
  assert.equal((await further.enter(letter?.code ?? '')).status, 303);
  assert.equal((await further.get('/record?who=Sven')).status, 429, 'a further session of the same person');
  service.clock.advance(2 * 60 * 60 * 1000);
  assert.match((await ruth.window.get('/record?who=Sven')).text, /<strong>Sven B\.<\/strong>/);
});
