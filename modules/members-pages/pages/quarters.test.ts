/** Near me: the quarter of members beside their listings, and to look for, where the community marks one of its fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { type TestMember, testService } from '../../../test-support/harness.ts';
import { browserOfMember, createMemberBrowser, openPages } from '../../../test-support/member-browser.ts';
import { appointDeputy } from '../domain/deputies/deputies.ts';

const service = await testService();
const QUARTERS = ['Altstadt', 'Hafen & Söhne', 'Nordstadt'];

/** A community with a field of quarters, as its office makes it. */
async function setUp({ isMarked = true } = {}) {
  const { client, slug, communityId: id } = await signedIn(service);
  await openPages(service, id);
  const params = { slug };
  await client.call('createMemberField', { params, json: { name: 'Stadtteil', kind: 'choice', choices: QUARTERS } });
  const mark = (is_quarter: boolean) =>
    client.call('updateMemberField', { params: { slug, fieldNumber: 1 }, json: { is_quarter } });
  if (isMarked) assert.equal((await mark(true)).status, 200);
  for (const name of ['Garden', 'House'])
    assert.equal((await client.call('createCategory', { params, json: { name } })).status, 201);
  const join = async (name: string, value: string | null): Promise<TestMember> => {
    const member = await service.createMember({ communityId: id, name, language: 'en' });
    const json = { values: [{ number: 1, value }] };
    const set = await client.call('setMemberOwnFields', { params: { slug, memberId: member.id }, json });
    assert.equal(set.status, 200, set.text);
    return member;
  };
  const publish = async (member: TestMember, title: string, category = '', type = 'request') => {
    const json = { member_id: member.id, type, title, description: title, category };
    const made = await client.call('createCommunityListing', { params, json });
    assert.equal(made.status, 201, made.text);
    return made.body.data.id as string;
  };
  const open = (member: TestMember) => browserOfMember(service, { id, slug }, member.uuid);
  const kept = async ({ uuid }: TestMember) => {
    const sql = `select own_values ->> '1' as value from member_details where member_id = $1`;
    return (await service.ownerQuery<{ value: string | null }>(sql, [uuid]))[0]?.value;
  };
  /** Who has changed values of the member. */
  const acts = async ({ id: subject }: TestMember) =>
    (
      await service.ownerQuery<{ actor: string }>(
        `select actor from audit_log where subject = $1 and details -> 'fields' ? 'own_fields' order by id`,
        [subject],
      )
    ).map(({ actor }) => actor);
  return { community: { id, slug }, mark, join, publish, open, kept, acts };
}

const titlesIn = (text: string) => [...text.matchAll(/listing\/lst_[^"]+">([^<]+)</g)].map(([, title]) => title);
const quarterOptions = (text: string) =>
  [...(/<select id="quarter"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '').matchAll(/<option[^>]*>([^<]*)</g)].map(
    ([, shown]) => shown,
  );

test('a quarter is looked for with words, category and page, and each listing has that of its member', async () => {
  const { join, publish, open } = await setUp();
  const [north, old, reader] = [
    await join('Nora Nord', 'Nordstadt'),
    await join('Olga Alt', 'Altstadt'),
    await join('Rosa Leser', 'Nordstadt'),
  ];
  for (let at = 1; at <= 21; at++) {
    await publish(north, `Hedge ${at}`, 'Garden');
    await publish(old, `Hedge of Olga ${at}`, 'Garden');
  }
  await publish(north, 'Hedge in the house', 'House');
  await publish(north, 'Piano', 'Garden');
  await publish(north, 'Hedges for all', 'Garden', 'service');
  const window = await open(reader);
  const all = await window.get('/requests');
  assert.match(all.text, /Piano<\/a> <small>Nora N\. · Nordstadt · Garden ·/);
  assert.deepEqual(quarterOptions(all.text), ['Everywhere', 'Near me: Nordstadt', 'Altstadt', 'Hafen &amp; Söhne']);
  const first = await window.get('/requests?q=hedge&category=Garden&quarter=Nordstadt');
  const next = /href="[^"]*(\/requests\?[^"]*page=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.match(next, /q=hedge&category=Garden&quarter=Nordstadt&page=lst_/);
  const second = await window.get(next);
  const wanted = Array.from({ length: 21 }, (_, at) => `Hedge ${21 - at}`);
  assert.deepEqual([titlesIn(first.text).length, ...titlesIn(first.text), ...titlesIn(second.text)], [20, ...wanted]);
  assert.match(second.text, /<option value="Nordstadt" selected>Near me: Nordstadt</);
  assert.deepEqual(titlesIn((await window.get('/offers?quarter=Nordstadt')).text), ['Hedges for all']);
  assert.deepEqual(titlesIn((await window.get('/offers?quarter=Altstadt')).text), []);
  const { text } = await window.get(`/requests?quarter=${encodeURIComponent('Hafen & Söhne')}`);
  assert.match(text, /There is no request like this\./);
  assert.match(text, /value="Hafen &amp; Söhne" selected/);
});

test('who is not found by name has no quarter for members, is not found by it, and a visitor reads none', async () => {
  const { community, join, publish, open } = await setUp();
  const hidden = await join('Haruto Horvath', 'Altstadt');
  const unknown = await join('Ute Unbekannt', null);
  const reader = await join('Rosa Leser', null);
  const listing = await publish(hidden, 'Shelves');
  await publish(unknown, 'Curtains');
  const window = await open(reader);
  for (const path of ['', '/requests', `/listing/${listing}`])
    assert.match((await window.get(path)).text, /Altstadt ·/, path);
  assert.deepEqual(quarterOptions((await window.get('/requests')).text).at(0), 'Everywhere');
  assert.doesNotMatch((await window.get('/requests')).text, /Near me/);
  const sight = await (await open(hidden)).get('/me/sight');
  assert.match(sight.text, /Beside your name they read: Stadtteil Altstadt\./);
  await service.ownerQuery('update members set seen_by_members = false where id = $1', [hidden.uuid]);
  for (const path of ['', '/requests', `/listing/${listing}`])
    assert.doesNotMatch((await window.get(path)).text, /Altstadt ·/, path);
  assert.match((await window.get('/requests')).text, /Shelves/);
  assert.deepEqual(titlesIn((await window.get('/requests?quarter=Altstadt')).text), []);
  const visitor = createMemberBrowser(service.origin, community.slug);
  for (const path of ['', '/about', '/requests?quarter=Altstadt', '/offers', `/listing/${listing}`]) {
    const { text } = await visitor.get(path);
    assert.doesNotMatch(text, /Altstadt|Stadtteil|Shelves/, path);
  }
});

test('a partner who reads all that partners may reads no quarter', async () => {
  const { community, join, publish } = await setUp();
  await publish(await join('Anna Berger', 'Altstadt'), 'Shelves');
  const partner = await service.createPartner({ communityId: community.id });
  const token = await service.token(partner);
  for (const path of ['/users', '/listings', '/events']) {
    const { status, text } = await service.call('GET', path, { token });
    assert.deepEqual([status, /Altstadt|Stadtteil/.test(text)], [200, false], path);
  }
  assert.match((await service.call('GET', '/listings', { token })).text, /Shelves/);
});

test('an unknown quarter is a page that says so, one too long is refused, and where none is marked it counts for nothing', async () => {
  const { mark, join, publish, open } = await setUp({ isMarked: false });
  const anna = await join('Anna Berger', 'Nordstadt');
  await publish(anna, 'Shelves');
  const window = await open(anna);
  const unmarked = await window.get('/requests?quarter=Altstadt');
  assert.deepEqual([unmarked.status, titlesIn(unmarked.text)], [200, ['Shelves']]);
  assert.doesNotMatch(unmarked.text, /id="quarter"|Nordstadt/);
  assert.doesNotMatch((await window.get('/me')).text, /Nordstadt/);
  await mark(true);
  const me = await window.get('/me');
  assert.match(me.text, /<dt>Stadtteil<\/dt><dd>Nordstadt<\/dd>/);
  assert.match((await window.get('/me/file')).text, /Stadtteil[\s\S]*Nordstadt/);
  for (const quarter of ['Weststadt', '%', "'; select 1", '<b>', '☃', '__proto__', 'nordstadt', '1']) {
    const page = await window.get(`/requests?quarter=${encodeURIComponent(quarter)}`);
    assert.deepEqual([page.status, titlesIn(page.text)], [200, []], quarter);
    assert.match(page.text, /There is no request like this\./);
    assert.doesNotMatch(page.text, /<b>/);
  }
  assert.deepEqual(titlesIn((await window.get('/requests?quarter=')).text), ['Shelves']);
  for (const quarter of ['x'.repeat(201), '%00']) {
    const { status } = await window.get(`/requests?quarter=${quarter}`);
    assert.equal(status, (await window.get(`/requests?category=${quarter}`)).status);
    assert.ok(status < 500, String(status));
  }
});

test('a member who moves house chooses another quarter or none, by its own act; a deputy, whom the data is closed to, does not', async () => {
  const { community, join, open, kept, acts } = await setUp();
  const anna = await join('Anna Berger', 'Altstadt');
  const [before] = await acts(anna);
  const window = await open(anna);
  assert.deepEqual(quarterOptions((await window.get('/me')).text), [
    'Not said',
    'Altstadt',
    'Hafen &amp; Söhne',
    'Nordstadt',
  ]);
  assert.match(
    (await window.get('/me')).text,
    /<label for="quarter">Stadtteil<\/label>[\s\S]*<option value="Altstadt" selected>/,
  );
  const choose = (fields: Readonly<Record<string, string>>) => window.post('/me', '/me', { mails: 'hours', ...fields });
  assert.equal((await choose({ quarter: 'Hafen & Söhne' })).location, `/at/${community.slug}/me?done=saved`);
  assert.match((await window.get('/me')).text, /<dt>Stadtteil<\/dt><dd>Hafen &amp; Söhne<\/dd>/);
  assert.equal((await choose({ quarter: 'Hafen & Söhne' })).status, 303, 'the same again');
  assert.equal((await choose({})).status, 303, 'a form of before the field was marked');
  assert.equal(await kept(anna), 'Hafen & Söhne');
  assert.equal((await choose({ quarter: '' })).status, 303);
  assert.equal(await kept(anna), null);
  assert.deepEqual(await acts(anna), [before, `member:${anna.id}`, `member:${anna.id}`]);
  const ben = await join('Ben Adler', null);
  const act = { communityId: community.id, memberId: anna.uuid, actor: 'test' };
  await appointDeputy(service.deps, act, { deputyMemberId: ben.uuid }, { agreedOn: null, how: 'paper' });
  const other = await open(ben);
  const [, person = ''] = /value="(dpt_\w+)"/.exec((await other.get('/act')).text) ?? [];
  assert.equal((await other.post('/act', '/act', { person })).status, 303);
  assert.equal((await other.get('/me')).status, 403);
  assert.equal((await other.post('/act', '/me', { quarter: 'Altstadt' })).status, 403);
  assert.equal(await kept(anna), null);
});

test('a quarter that is none is refused beside its field, nothing is changed, and what was chosen stays', async () => {
  const { mark, join, open, kept } = await setUp();
  const anna = await join('Anna Berger', 'Altstadt');
  const window = await open(anna);
  const typed = { mails: 'alerts', language: 'it', letter_only: 'yes' };
  for (const quarter of ['Weststadt', '<b>', '%', 'x'.repeat(300), 'a\0b', '__proto__', '1']) {
    const page = await window.post('/me', '/me', { ...typed, quarter });
    assert.equal(page.status, 422, quarter);
    assert.match(page.text, /<li><a href="#quarter">Stadtteil: This is not among the choices\./);
    assert.match(page.text, /<select id="quarter"[^>]* aria-invalid="true" aria-describedby="quarter-fault">/);
    assert.match(page.text, /value="alerts" checked[\s\S]*name="letter_only" value="yes" checked/);
    assert.match(page.text, /<option value="it" selected>/);
    assert.doesNotMatch(page.text, /value="hours" checked|<b>/);
  }
  assert.match((await window.post('/me', '/me', { quarter: 'Weststadt' })).text, /<option value="Weststadt" selected>/);
  assert.equal(await kept(anna), 'Altstadt');
  const [row] = await service.ownerQuery('select language, letter_only from members where id = $1', [anna.uuid]);
  assert.deepEqual(row, { language: 'en', letter_only: false });
  await mark(false);
  assert.doesNotMatch((await window.get('/me')).text, /id="quarter"|Altstadt/);
  const unmarked = await window.post('/me', '/me', { ...typed, quarter: 'Nordstadt' });
  assert.deepEqual([unmarked.status, /<a href="#me">This is not/.test(unmarked.text)], [422, true]);
  assert.equal(await kept(anna), 'Altstadt');
});
