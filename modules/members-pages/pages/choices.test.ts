/** What a community chooses for its members' pages, over HTTP as a browser without script sends it, with a real mail server. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailUntil, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { recordOn } from '../../../test-support/member-hours.ts';
import { changeListingSettings } from '../../members/domain/listings/settings.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const { server, service } = await testMailService();

/** A community with its pages on, and its office at the console. */
async function openPages() {
  const office = await signedIn(service);
  await openMemberPages(service.deps, { communityId: office.communityId, actor: 'test' }, true);
  const choose = async (json: object) => {
    const answer = await office.client.call('updateMemberPages', { params: { slug: office.slug }, json });
    assert.equal(answer.status, 200, answer.text);
  };
  return { ...office, choose };
}

async function enter({ communityId, slug }: Awaited<ReturnType<typeof openPages>>, name: string, language = 'en') {
  const email = `${randomUUID()}@example.org`;
  const member = await service.createMember({ communityId, name, email, phone: '0561 1234', language });
  const window = await browserOfMember(service, { id: communityId, slug }, member.uuid);
  return { member, window, email };
}

type Person = Awaited<ReturnType<typeof enter>>;

async function publish({ window }: Person, title: string): Promise<string> {
  const sent = { form: randomUUID(), title, description: '', category: '', time: '' };
  const answer = await window.post('/ask', '/ask', sent);
  assert.equal(answer.status, 303, answer.text);
  return `/listing/${answer.location?.split('/').at(-1)}`;
}

async function mailTo(email: string, about: RegExp): Promise<string> {
  const found = () => server.mails.find((one) => one.to === email && about.test(textOfMail(one)));
  await mailUntil(service, 'the mail is there', () => found() !== undefined, 'https://tb.example');
  const mail = found();
  assert.ok(mail);
  return textOfMail(mail);
}

test('members read one letter of a family name, or whole names where their community says so, on every page and in mails', async () => {
  const office = await openPages();
  const [helga, ben] = [await enter(office, 'Helga Brandt'), await enter(office, 'Ben Adler')];
  const listing = await publish(helga, 'Cut the hedge');
  const pagesOf = async () => [
    ...['/requests', listing, '', `/record?who=${helga.member.id}`].map((path) => ben.window.get(path)),
    ...['', '/mine'].map((path) => helga.window.get(path)),
  ];
  const sent = await ben.window.post(listing, listing, { form: randomUUID(), message: 'I can help.' });
  assert.equal(sent.status, 303);
  await recordOn(ben.window, helga.member.id, { note: '', time_other: '', listing: '', answer: '' });
  for (const page of await Promise.all(await pagesOf())) {
    assert.match(page.text, /Helga B\.|Ben A\./);
    assert.doesNotMatch(page.text.replace(/Hello, [\w ]+/g, ''), /Brandt|Adler/);
  }
  await office.choose({ names_whole: true });
  for (const page of await Promise.all(await pagesOf())) {
    assert.match(page.text.replace(/Hello, [\w ]+/g, ''), /Helga Brandt|Ben Adler/);
    assert.doesNotMatch(page.text, /Helga B\.|Ben A\./);
  }
  assert.match((await ben.window.get('/about')).text, /Other members see your name, your member number and/);
  const mail = await mailTo(helga.email, /has answered your listing/);
  assert.match(mail, /Ben Adler/);
  assert.doesNotMatch(mail, /Ben A\./);
});

test('what a member publishes or changes waits for the office where it looks first, and partners hear of it at the release', async () => {
  const office = await openPages();
  const { communityId, slug } = office;
  await service.createPartner({ communityId });
  await service.ownerQuery(`update communities set default_visibility = 'listed' where id = $1`, [communityId]);
  const [helga, ben] = [await enter(office, 'Helga Brandt'), await enter(office, 'Ben Adler')];
  const first = await publish(helga, 'Cut the hedge');
  await office.choose({ look_first: true });
  const second = await publish(helga, 'Carry the piano');
  assert.match((await helga.window.get(second)).text, /The office looks at it before other members see it\./);
  assert.equal((await ben.window.get(second)).status, 404);
  assert.doesNotMatch((await ben.window.get('/requests')).text, /piano/);
  const eventsOf = async (path: string) =>
    (
      await service.ownerQuery<{ type: string }>(
        `select type from events where community_id = $1 and data::jsonb ->> 'listing_id' = $2 order by id`,
        [communityId, path.split('/').at(-1)],
      )
    ).map(({ type }) => type);
  assert.deepEqual([await eventsOf(first), await eventsOf(second)], [['listing.published'], []]);
  const same = { do: 'change', title: 'Cut the hedge', description: '', category: '', time: '' };
  assert.equal((await helga.window.post(first, first, same)).status, 303);
  assert.equal((await ben.window.get(first)).status, 200, 'nothing has changed');
  assert.equal((await helga.window.post(first, first, { ...same, title: 'Cut the tree' })).status, 303);
  assert.equal((await ben.window.get(first)).status, 404);
  assert.deepEqual(await eventsOf(first), ['listing.published', 'listing.closed']);
  const held = await office.client.call('listCommunityListings', { params: { slug }, query: { status: 'held' } });
  assert.deepEqual(held.body.data.map(({ title }: { title: string }) => title).sort(), [
    'Carry the piano',
    'Cut the tree',
  ]);
  for (const { id: listingId } of held.body.data) {
    const released = await office.client.call('setListingStatus', {
      params: { slug, listingId },
      body: { status: 'active' },
    });
    assert.equal(released.status, 200, released.text);
  }
  assert.match(
    (await ben.window.get('/requests')).text,
    /Cut the tree[\s\S]*Carry the piano|Carry the piano[\s\S]*Cut the tree/,
  );
  assert.deepEqual(await eventsOf(first), ['listing.published', 'listing.closed', 'listing.published']);
  assert.deepEqual(await eventsOf(second), ['listing.published']);
  const noted = await service.ownerQuery<{ details: object }>(
    `select details from audit_log where community_id = $1 and action = 'listing.updated'`,
    [communityId],
  );
  assert.deepEqual(
    noted.map(({ details }) => details),
    [{ fields: ['title'], before: 'active', after: 'held' }],
  );
});

test('what the office changes itself waits for nobody', async () => {
  const office = await openPages();
  const helga = await enter(office, 'Helga Brandt');
  const path = await publish(helga, 'Cut the hedge');
  await office.choose({ look_first: true });
  const params = { slug: office.slug, listingId: path.split('/').at(-1) ?? '' };
  const changed = await office.client.call('updateCommunityListing', { params, json: { title: 'Cut the tree' } });
  assert.equal(changed.body.data.status, 'active', changed.text);
});

test('the page about the pages says how the office is reached', async () => {
  const { communityId, slug } = await openPages();
  const officeContact = 'Mill Lane 3\nTuesday 10 to 12, <0561 99>';
  await changeListingSettings(service.deps, { communityId, actor: 'test' }, { officeContact });
  const page = await createMemberBrowser(service.origin, slug).get('/about');
  assert.match(
    page.text,
    /<p class="words" id="contact">How to reach us:\nMill Lane 3\nTuesday 10 to 12, &lt;0561 99&gt;<\/p>/,
  );
});

/** What people read of a page. */
const readable = (page: string) => page.replace(/<(style|script)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
const FORMAL = /(?<![\p{L}])(Sie|Ihr(e[mnrs]?)?|Ihnen)(?![\p{L}])/u;
const MARKS = /[\u{e000}-\u{e004}\ufffd]/u;

test('a community that says Du does so on every German page and in mails, and calls the office by its name', async () => {
  const office = await openPages();
  await office.choose({ may_join: true });
  const [helga, ben] = [await enter(office, 'Helga Brandt', 'de'), await enter(office, 'Ben Adler', 'de')];
  const listing = await publish(helga, 'Hecke schneiden');
  const pages = async () => {
    const own = ['', '/hours', '/record', '/requests', '/offers', '/ask', '/mine', '/me', '/me/sight', '/me/devices'];
    const more = ['/me/leave', '/me/address', '/about', '/act', '/me/deputies', listing];
    const found = [...own, ...more].map(async (path) => ({ path, page: await ben.window.get(path) }));
    const visitor = createMemberBrowser(service.origin, office.slug);
    const open = ['', '/sign-in', '/join', '/about'].map(async (path) => ({
      path,
      page: await visitor.get(path, 'GET', { 'Accept-Language': 'de' }),
    }));
    return (await Promise.all([...found, ...open])).map(({ path, page }) => ({ path, text: readable(page.text) }));
  };
  const formal = await pages();
  assert.ok(formal.filter(({ text }) => FORMAL.test(text)).length > 10);
  for (const { path, text } of formal) assert.doesNotMatch(text, MARKS, path);
  await office.choose({ address_form: 'familiar', office_name_de: 'die Hilfe & mehr', office_name_en: 'the shop' });
  for (const { path, text } of await pages()) {
    assert.doesNotMatch(text, FORMAL, path);
    assert.doesNotMatch(text, MARKS, path);
    assert.doesNotMatch(text, /Büro/, path);
  }
  const about = await ben.window.get('/about');
  assert.match(about.text, /Bei allem anderen hilft die Hilfe &amp; mehr\./);
  assert.match((await helga.window.get('')).text, /Hallo, Helga Brandt/);
  await ben.window.post(listing, listing, { form: randomUUID(), message: 'Ich helfe gern.' });
  const mail = await mailTo(helga.email, /geantwortet/);
  assert.match(mail, /hat auf dein Inserat „Hecke schneiden“ geantwortet/);
  assert.match(mail, /die Hilfe & mehr hilft/);
  assert.doesNotMatch(mail, FORMAL);
  assert.doesNotMatch(mail, MARKS);
  await service.ownerQuery('update members set stop_key = $2 where id = $1', [helga.member.uuid, Buffer.alloc(16, 7)]);
  await service.ownerQuery(
    `insert into member_details (community_id, member_id, email_consent_on, updated_at) values ($1, $2, '2026-01-01', now())
     on conflict (community_id, member_id) do update set email_consent_on = excluded.email_consent_on`,
    [office.communityId, helga.member.uuid],
  );
  const key = Buffer.alloc(16, 7).toString('base64url');
  const stop = await fetch(`${service.origin}/at/${office.slug}/stop?key=${key}&of=messages`, {
    headers: { 'Accept-Language': 'de' },
  });
  const stopPage = readable(await stop.text());
  assert.match(stopPage, /Du bekommst von .* per E-Mail: Nachrichten, die die Hilfe &amp; mehr schreibt\./);
  assert.doesNotMatch(stopPage, FORMAL);
  const english = await enter(office, 'Cara Dietz');
  assert.match((await english.window.get('/about')).text, /The shop helps with everything else\./);
});

test('every German text that addresses a member has both forms, and names the office by its mark', () => {
  const files = ['act', 'address', 'join', 'listing', 'me', 'record', 'sight', 'sign-in'].map(
    (name) => `${name}-texts`,
  );
  const sources = [...files, 'texts', 'lines'].map((name) => [name, `present/${name}.ts`] as const);
  const mails = ['mails', '../../mail/domain/texts/de.ts'] as const;
  for (const [name, path] of [...sources, mails]) {
    const source = readFileSync(new URL(path, import.meta.url), 'utf8');
    const german = source.slice(Math.max(0, source.search(/const DE\b|^ {2}de: \{/m)));
    for (const text of textsOf(name === 'mails' ? toMembers(german) : german)) {
      assert.doesNotMatch(text, FORMAL, `${name}: ${text}`);
      assert.doesNotMatch(text, /Büro/, `${name}: ${text}`);
    }
  }
});

/** Without what is sent to those who run a community. */
function toMembers(source: string): string {
  return source
    .replace(/^ {2}(invitation|password|test): [\s\S]*?^ {2}\}\),\n/gm, '')
    .replace(/^ {2}alerts: [\s\S]*?^ {2}\},\n/gm, '');
}

/** The literals of a source, but the formal side of those that have both. */
function textsOf(source: string): string[] {
  const familiar = source.replace(/\bsay\(\s*('[^'\n]*'|`[^`]*`),/g, 'say(');
  return familiar.match(/'[^'\n]*'|`[^`]*`/g) ?? [];
}
