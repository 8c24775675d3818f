/** Requests, offers and answers, over HTTP as a browser without script sends them, with a real mail server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { decodeId, encodeId } from '@timebank/contract';
import { signedIn as signedInAtConsole } from '../../../test-support/console.ts';
import type { TestCommunity } from '../../../test-support/harness.ts';
import { headerOf, textOfMail } from '../../../test-support/mail-server.ts';
import { mailUntil, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, communityWithPages } from '../../../test-support/member-browser.ts';
import { changeListingSettings } from '../../members/domain/listings/settings.ts';
import { erasePersonalData } from '../../members/domain/members/erase.ts';
import { deleteOldAnswers } from '../domain/answers/queries.ts';

const { server, service } = await testMailService({ MAIL_REPLY_TO: 'desk@tb.example' });
const community = await openCommunity('Riverside');

async function openCommunity(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

type Person = Awaited<ReturnType<typeof signedIn>>;

/** A member with a telephone and, unless it is null, an address, who is signed in. */
async function signedIn(name: string, { of = community, email = `${randomUUID()}@example.org` as string | null } = {}) {
  const member = await service.createMember({ communityId: of.id, name, email, phone: '0561 1234', language: 'en' });
  const window = await browserOfMember(service, of, member.uuid);
  return { member, window, email, name };
}

const idIn = (address: string | null) => address?.split('/').at(-1) ?? '';

/** Publishes a request. @returns the path of its page */
async function ask(
  { window }: Person,
  fields: Readonly<Record<string, string>> = {},
  path: '/ask' | '/offer' = '/ask',
) {
  const sent = {
    form: randomUUID(),
    title: 'Someone to cut the hedge',
    description: '',
    category: '',
    time: '',
    ...fields,
  };
  const answer = await window.post(path, path, sent);
  assert.equal(answer.status, 303, answer.text);
  return `/listing/${idIn(answer.location)}`;
}

async function send({ window }: Person, listing: string, fields: Readonly<Record<string, string>> = {}) {
  return await window.post(listing, listing, { form: randomUUID(), message: 'I can help.', ...fields });
}

async function mailing(what: string, until: () => boolean | Promise<boolean>): Promise<void> {
  await mailUntil(service, what, until, 'https://tb.example');
}

/** But those that tell of a sign-in. */
const mailsTo = (email: string | null) =>
  server.mails.filter((mail) => mail.to === email && !textOfMail(mail).includes('/me/devices'));
const listingsOf = ({ member }: Person) =>
  service.ownerQuery<{ id: string; status: string; ends_on: string | null; title: string }>(
    'select id, status, ends_on::text, title from listings where member_id = $1',
    [member.uuid],
  );
const eventsOf = async ({ member }: Person) =>
  (
    await service.ownerQuery<{ type: string }>(
      `select type from events where member_id = $1 and type like 'listing.%' order by id`,
      [member.uuid],
    )
  ).map(({ type }) => type);

test('a request is published once for a form that is sent twice, with one event, by the member, and ends as the community says', async () => {
  const own = await openCommunity('Hillside');
  await service.createPartner({ communityId: own.id });
  await changeListingSettings(service.deps, { communityId: own.id, actor: 'test' }, { listingMonths: 6 });
  const [helga, ben] = [await signedIn('Helga Brandt', { of: own }), await signedIn('Ben Adler', { of: own })];
  await service.ownerQuery(`update members set visibility = 'listed' where community_id = $1`, [own.id]);
  const sent = { form: randomUUID(), title: 'Cut the hedge', description: 'On a Friday', category: '', time: '1:30' };
  const answers = await Promise.all([1, 2, 3].map(() => helga.window.post('/ask', '/ask', sent)));
  assert.deepEqual(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size, 1);
  const listings = await listingsOf(helga);
  assert.equal(listings.length, 1);
  assert.ok(listings[0]?.ends_on);
  assert.deepEqual(await eventsOf(helga), ['listing.published']);
  const [act] = await service.ownerQuery<{ actor: string }>(
    `select actor from audit_log where community_id = $1 and action = 'listing.created'`,
    [own.id],
  );
  assert.equal(act?.actor, `member:${helga.member.id}`);
  for (const path of ['/requests', '/requests?q=HEDGE&category=', '']) {
    const page = await ben.window.get(path);
    assert.match(page.text, /Cut the hedge/, path);
    assert.match(page.text, /Helga B\./, path);
    assert.doesNotMatch(page.text, /Brandt/, path);
  }
  const shower = await ask(helga, { title: 'Dusche: Füße der Kühlbox reparieren' });
  for (const typed of ['füsse', 'FUSSE', 'kuhlbox', 'Kühl']) {
    const { text } = await ben.window.get(`/requests?q=${encodeURIComponent(typed)}`);
    assert.ok(text.includes(shower), typed);
  }
  assert.doesNotMatch((await ben.window.get('/requests?q=piano')).text, /Cut the hedge/);
  assert.doesNotMatch((await ben.window.get('/offers')).text, /Cut the hedge/);
  const shown = await ben.window.get(`/listing/${idIn(answers[0]?.location ?? '')}`);
  assert.match(shown.text, /about 1\.5 h/);
  assert.match(shown.text, /<form id="answer"/);
});

test('what is wrong with a listing is said at its fields, with the entries kept, and nothing is written', async () => {
  const person = await signedIn('Cara Dietz');
  const wrong = { form: randomUUID(), title: '', description: 'Kept <words>', category: 'Nowhere', time: 'long' };
  const refused = await person.window.post('/ask', '/ask', wrong);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /<title>Error: What do you need\?/);
  assert.match(refused.text, /<a href="#title">[\s\S]*<a href="#time">/);
  assert.match(refused.text, /id="title"[^>]*aria-invalid="true" aria-describedby="title-fault"/);
  assert.match(refused.text, /Kept &lt;words&gt;<\/textarea>/);
  assert.match(refused.text, new RegExp(`name="form" value="${wrong.form}"`));
  const other = await person.window.post('/offer', '/offer', { ...wrong, title: 'Bicycles', time: '2' });
  assert.match(other.text, /id="category"[^>]*aria-invalid/);
  assert.equal(other.status, 422);
  assert.equal((await person.window.post('/ask', '/ask', { title: 'No form' })).status, 400);
  assert.deepEqual(await listingsOf(person), []);
});

test('a form without its token or from elsewhere publishes nothing and answers nothing', async () => {
  const [owner, helper] = [await signedIn('Quirin Roth'), await signedIn('Rosa Seitz')];
  const listing = await ask(owner);
  await helper.window.get(listing);
  const fields = { form: randomUUID(), title: 'Forged', message: 'Forged' };
  const csrf = helper.window.csrf();
  for (const path of ['/ask', '/offer', listing]) {
    const { message, title, form } = fields;
    const own: Record<string, string> = path === listing ? { form, message } : { form, title };
    assert.equal((await helper.window.send(path, own)).status, 403, path);
    assert.equal((await helper.window.send(path, { ...own, csrf: owner.window.csrf() })).status, 403, path);
    const elsewhere = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    assert.equal((await helper.window.send(path, { ...own, csrf }, elsewhere)).status, 403, path);
  }
  assert.deepEqual(await listingsOf(helper), []);
  assert.deepEqual(await service.ownerQuery('select id from answers where from_member = $1', [helper.member.uuid]), []);
});

test('a member publishes ten listings and sends twenty answers a day and no more, and the page says so', async () => {
  const [busy, asker] = [await signedIn('Dora Ernst'), await signedIn('Emil Frank')];
  for (let at = 0; at < 10; at++) await ask(busy, { title: `Request ${at}` });
  const late = await busy.window.post('/ask', '/ask', { form: randomUUID(), title: 'One more' });
  assert.deepEqual([late.status, /enough for a day/.test(late.text)], [429, true]);
  assert.equal((await listingsOf(busy)).length, 10);
  await service.ownerQuery(
    `insert into answers (community_id, id, listing_id, from_member, to_member, message, form, created_at)
     select l.community_id, gen_random_uuid(), l.id, $2, l.member_id, 'x', gen_random_uuid(), $3
     from (select * from listings where member_id = $1 order by id limit 1) l, generate_series(1, 20)`,
    [busy.member.uuid, asker.member.uuid, service.clock.now()],
  );
  const [, second] = await listingsOf(busy);
  const path = `/listing/${encodeId('lst', second?.id ?? '')}`;
  assert.equal((await send(asker, path)).status, 429);
  service.clock.advance(25 * 60 * 60 * 1000);
  assert.equal((await send(asker, path)).status, 303);
  assert.match(await ask(busy), /^\/listing\/lst_/);
});

test('an answer is one mail to the owner, shows no contact that was not released, and is sent once', async () => {
  const [owner, helper, third] = [
    await signedIn('Fritz Gold'),
    await signedIn('Gerd Holm'),
    await signedIn('Hanna Iser'),
  ];
  const listing = await ask(owner);
  const fields = { form: randomUUID(), message: 'I can help.\nOn <Friday>' };
  const [first, again] = [await send(helper, listing, fields), await send(helper, listing, fields)];
  assert.deepEqual([first.status, again.location], [303, first.location]);
  const path = `/answer/${idIn(first.location)}`;
  assert.match((await helper.window.get(listing)).text, /You have answered this/);
  assert.equal((await send(helper, listing)).status, 409, 'a second answer while the first stands');
  await mailing('the owner has the mail', () => mailsTo(owner.email).length > 0);
  assert.equal(mailsTo(owner.email).length, 1);
  const [mail] = mailsTo(owner.email);
  assert.ok(mail);
  assert.equal(headerOf(mail, 'Reply-To'), 'desk@tb.example');
  const text = textOfMail(mail);
  assert.match(text, /Gerd H\. has answered your listing/);
  assert.match(text, new RegExp(`https://tb\\.example/at/${community.slug}${path}`));
  assert.doesNotMatch(mail.raw + text, /0561 1234|Holm/);
  assert.ok(!text.includes(helper.email as string));
  const page = await owner.window.get(path);
  assert.match(page.text, /On &lt;Friday&gt;/);
  assert.ok(!page.text.includes(helper.email as string));
  assert.match(page.text, /shows neither telephone nor address/);
  for (const outsider of [third, await signedIn('Ida Jonas', { of: await openCommunity('Elsewhere') })]) {
    for (const address of [path, ...(outsider === third ? [] : [listing])])
      assert.equal((await outsider.window.get(address)).status, 404, address);
    const forged = await outsider.window.post('/hours', path, { do: 'reply', message: 'Hello' });
    assert.equal(forged.status, 404);
  }
});

test('what is released reaches the other side alone: the answer by Reply-To, the reply with what the owner releases', async () => {
  const [owner, helper] = [await signedIn('Karl Lang'), await signedIn('Lena Mohr')];
  const answer = await send(helper, await ask(owner), { release: 'email' });
  const path = `/answer/${idIn(answer.location)}`;
  await mailing('the owner has the mail', () => mailsTo(owner.email).length > 0);
  const [mail] = mailsTo(owner.email);
  assert.ok(mail);
  assert.match(headerOf(mail, 'Reply-To') ?? '', new RegExp(helper.email as string));
  const page = await owner.window.get(path);
  assert.ok(page.text.includes(`mailto:${helper.email}`));
  assert.doesNotMatch(page.text, /tel:05611234/);
  assert.ok(
    (await owner.window.get('')).text.includes(`${path}">Lena M. has answered`),
    'the first page names what waits',
  );
  const empty = await owner.window.post(path, path, { do: 'reply', message: ' ' });
  assert.deepEqual([empty.status, /<title>Error: Lena M\. has answered/.test(empty.text)], [422, true]);
  assert.doesNotMatch((await helper.window.get(path)).text, /tel:05611234/);
  const form = new URLSearchParams([
    ...Object.entries({ csrf: owner.window.csrf(), do: 'reply', message: 'Friday is fine.' }),
    ...[
      ['release', 'phone'],
      ['release', 'email'],
    ],
  ]);
  const both = await fetch(`${service.origin}/at/${community.slug}${path}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Cookie: owner.window.cookie() ?? '', Origin: service.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  assert.equal(both.status, 303);
  await mailing('the helper has the mail', () => mailsTo(helper.email).length > 0);
  const [reply] = mailsTo(helper.email);
  assert.ok(reply);
  assert.match(textOfMail(reply), /Friday is fine\.[\s\S]*0561 1234/);
  assert.ok(!(await owner.window.get('')).text.includes(path), 'it waits no more');
  const seen = await helper.window.get(path);
  assert.match(seen.text, /data-state="agreed"/);
  assert.match(seen.text, /tel:05611234/);
  assert.match(seen.text, new RegExp(`/record\\?answer=${idIn(path)}`));
  for (const [{ window }, other, side] of [
    [helper, owner, 'helped'],
    [owner, helper, 'was_helped'],
  ] as const) {
    const record = await window.get(`/record?answer=${idIn(path)}`);
    assert.match(record.text, new RegExp(`name="who"[^>]*value="${other.member.id}"`));
    assert.match(record.text, new RegExp(`value="${side}"[^>]*checked`));
  }
  const outsider = await signedIn('Moritz Abt');
  assert.equal((await outsider.window.get(`/record?answer=${idIn(path)}`)).status, 404);
  const declined = await owner.window.post(path, path, { do: 'decline', message: '' });
  assert.equal(declined.status, 409, 'replied to already');
});

test('declining needs no words, ends it, and makes room for another answer', async () => {
  const [owner, helper] = [await signedIn('Mia Nolte'), await signedIn('Nils Otto')];
  const listing = await ask(owner, { title: 'I mend bicycles' }, '/offer');
  const path = `/answer/${idIn((await send(helper, listing)).location)}`;
  const first = await owner.window.post(path, path, { do: 'decline', message: '', release: 'phone' });
  const twice = await owner.window.post(path, path, { do: 'decline', message: '' });
  assert.deepEqual([first.status, twice.status], [303, 303]);
  const seen = await helper.window.get(path);
  assert.match(seen.text, /It was declined/);
  assert.doesNotMatch(seen.text, /tel:/);
  await mailing('the helper has the mail', () => mailsTo(helper.email).length > 0);
  assert.equal(mailsTo(helper.email).length, 1);
  assert.equal((await send(helper, listing)).status, 303);
  const mine = await helper.window.get('/mine');
  assert.match(mine.text, /href="[^"]*\/record\?side=helped"/);
  assert.match(mine.text, /Your answer to Mia N\.[\s\S]*I mend bicycles/);
});

test('an owner without an address gets the answer as a letter, in the words of the mail', async () => {
  const [owner, helper] = [await signedIn('Olga Pohl', { email: null }), await signedIn('Paul Quast')];
  const answer = await send(helper, await ask(owner));
  const key = `listing.answered:${idIn(answer.location)}`;
  const stateOf = async () =>
    (await service.ownerQuery('select state from mails where reason_key = $1', [key]))[0]?.state;
  await mailing('it waits for a letter', async () => (await stateOf()) === 'print');
  const { client } = await signedInAtConsole(service, { communityId: community.id, slug: community.slug });
  const letters = (await client.call('listLetters', { params: { slug: community.slug } })).body.data;
  const letter = letters.find(({ member_id }: { member_id: string }) => member_id === owner.member.id);
  assert.match(letter.parts[0].title, /^Paul Q\. has answered: /);
  assert.deepEqual(letter.parts[0].paragraphs.slice(1, 2), ['I can help.']);
});

test('an owner changes, renews and closes the own listing, and partners hear of it; others cannot', async () => {
  const own = await openCommunity('Lakeside');
  await service.createPartner({ communityId: own.id });
  await changeListingSettings(service.deps, { communityId: own.id, actor: 'test' }, { listingMonths: 6 });
  const [owner, other] = [await signedIn('Rita Sand', { of: own }), await signedIn('Sven Thal', { of: own })];
  await service.ownerQuery(`update members set visibility = 'listed' where community_id = $1`, [own.id]);
  const listing = await ask(owner, { time: '1:30' });
  assert.match((await owner.window.get(listing)).text, /id="time"[^>]*value="1:30"/);
  const changes = { do: 'change', title: 'Cut two hedges', description: '', category: '', time: '2,5' };
  assert.equal((await other.window.post('/hours', listing, { ...changes, form: randomUUID() })).status, 422);
  assert.equal((await owner.window.post(listing, listing, { ...changes, title: '' })).status, 422);
  assert.equal((await owner.window.post(listing, listing, changes)).status, 303);
  service.clock.advance(40 * 24 * 60 * 60 * 1000);
  const [before] = await listingsOf(owner);
  assert.equal((await owner.window.post(listing, listing, { do: 'renew' })).status, 303);
  const [renewed] = await listingsOf(owner);
  assert.equal(renewed?.title, 'Cut two hedges');
  assert.ok((renewed?.ends_on ?? '') > (before?.ends_on ?? 'x'));
  assert.equal((await owner.window.post(listing, listing, { do: 'close' })).status, 303);
  assert.equal((await owner.window.post(listing, listing, { do: 'renew' })).status, 303);
  assert.equal((await listingsOf(owner))[0]?.status, 'closed', 'renewing opens nothing again');
  assert.deepEqual(await eventsOf(owner), ['listing.published', 'listing.updated', 'listing.closed']);
  assert.equal((await other.window.get(listing)).status, 404);
  assert.equal((await send(other, listing)).status, 404);
  assert.equal((await owner.window.post('/mine', listing, { do: 'open' })).status, 400);
});

test('listings of those who do not take part are not there, and held ones are the owner’s to see', async () => {
  const [owner, other] = [await signedIn('Tom Ulm'), await signedIn('Uta Voss')];
  const listing = await ask(owner, { title: 'A rare violin' });
  await service.ownerQuery(`update members set status = 'suspended' where id = $1`, [owner.member.uuid]);
  assert.doesNotMatch((await other.window.get('/requests?q=violin')).text, /A rare violin/);
  assert.equal((await other.window.get(listing)).status, 404);
  assert.equal((await send(other, listing)).status, 404);
  await service.ownerQuery(`update members set status = 'active' where id = $1`, [owner.member.uuid]);
  await service.ownerQuery(`update listings set status = 'held' where member_id = $1`, [owner.member.uuid]);
  assert.equal((await other.window.get(listing)).status, 404);
  assert.match((await owner.window.get(listing)).text, /data-state="held"/);
  assert.equal((await owner.window.post(listing, listing, { form: randomUUID(), message: 'Hello' })).status, 400);
});

test('pages of listings follow each other without a gap', async () => {
  const own = await openCommunity('Pages');
  const people = [
    await signedIn('Vera Wolf', { of: own }),
    await signedIn('Willi Zorn', { of: own }),
    await signedIn('Xaver Zorn', { of: own }),
  ];
  for (const person of people) for (let at = 0; at < 8; at++) await ask(person, { title: `T${at} of ${person.name}` });
  const [reader] = people as [Person];
  const seen: string[] = [];
  for (let path: string | undefined = '/requests?q=of'; path !== undefined; ) {
    const { text } = await reader.window.get(path);
    seen.push(...[...text.matchAll(/<a href="[^"]*\/(lst_\w+)">/g)].map(([, id]) => id as string));
    path = /href="[^"]*(\/requests\?q=of&amp;page=lst_\w+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  assert.deepEqual([seen.length, new Set(seen).size], [24, 24]);
});

test('erasing a member empties the words between the two and ends what is open; old answers go', async () => {
  const [owner, helper] = [await signedIn('Yana Zahn'), await signedIn('Zeno Abel')];
  const answer = await send(helper, await ask(owner), { message: 'Ring me under 99', release: 'phone' });
  const id = decodeId('ans', idIn(answer.location));
  const act = { communityId: community.id, actor: 'test', memberId: helper.member.uuid };
  await erasePersonalData(service.deps, act, 'Zeno Abel');
  const stored = async () =>
    (await service.ownerQuery('select message, released, state from answers where id = $1', [id]))[0];
  assert.deepEqual(await stored(), { message: '', released: [], state: 'ended' });
  const page = await owner.window.get(`/answer/${idIn(answer.location)}`);
  assert.match(page.text, /It has come to an end/);
  await service.ownerQuery(`update answers set created_at = '2020-01-01' where id = $1`, [id]);
  await deleteOldAnswers(service.deps.database.heavy, { before: new Date('2021-01-01'), limit: 10 });
  assert.equal(await stored(), undefined);
});
