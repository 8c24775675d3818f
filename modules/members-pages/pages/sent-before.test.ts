/** What is decided before anything is changed: where a form leads, what it was sent with before, and which ids are in it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  startTestService,
  type TestCommunity,
  type TestMember,
  type TestService,
} from '../../../test-support/harness.ts';
import { browserOfMember, createMemberBrowser, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { pathIn, sendSlip, slipFor, stateOn } from '../../../test-support/member-hours.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

let service: TestService;
let community: TestCommunity;
let elsewhere: TestCommunity;
before(async () => {
  service = await startTestService();
  [community, elsewhere] = [await service.createCommunity({ name: 'Riverside' }), await service.createCommunity({})];
  await service.ownerQuery('update communities set members_side = true, may_join = true');
});
after(() => service?.stop());

interface Person {
  readonly member: TestMember;
  readonly window: MemberBrowser;
}

async function person(name: string, of = community): Promise<Person> {
  const member = await service.createMember({ communityId: of.id, name });
  return { member, window: await browserOfMember(service, of, member.uuid) };
}

const slip = (other: Person, more: Readonly<Record<string, string>> = {}) =>
  slipFor(other.member.id, { time: '1:30', ...more });
const send = ({ window }: Person, fields: Readonly<Record<string, string>>) => sendSlip(window, fields);
const publish = async ({ window }: Person, fields: Readonly<Record<string, string>>) =>
  window.post('/ask', '/ask', fields);

test('a way on beyond ASCII uses the letter up for a session, and leads there encoded', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Anna Berger' });
  const [letter] = await writeLetters(service.deps, { communityId: community.id, actor: 'test' }, [member.uuid]);
  const window = createMemberBrowser(service.origin, community.slug);
  const next = `/at/${community.slug}/requests?q=€`;
  const entered = await window.enter(letter?.code ?? '', { next });
  assert.deepEqual([entered.status, entered.location], [303, `/at/${community.slug}/requests?q=%E2%82%AC`]);
  assert.equal((await window.get('/hours')).status, 200);
  const acted = await window.post('/act', '/act', { person: member.id, next: `/at/${community.slug}/日本` });
  assert.notEqual(acted.status, 500);
});

test('a record that is changed after going back is no repeat: it takes the place of the first, or is one more', async () => {
  const [ben, greta] = [await person('Ben Cohn'), await person('Greta Groß')];
  const first = slip(greta);
  const path = pathIn(await send(ben, first));
  assert.equal(pathIn(await send(ben, first)), path, 'the same twice is one');
  const changed = await send(ben, { ...first, time: '3:00' });
  assert.deepEqual([changed.status, stateOn(changed.text)], [422, 'sent']);
  assert.match(changed.text, /this was sent already[\s\S]*You helped Greta G\. for 1\.5 h/);
  const form = /name="form" value="([^"]+)"/.exec(changed.text)?.[1] ?? '';
  assert.notEqual(form, first.form);
  const instead = /name="instead" value="(prp_[^"]+)"/.exec(changed.text)?.[1] ?? '';
  const placed = await ben.window.send('/record', {
    ...{ ...first, time: '3:00', form, instead, csrf: ben.window.csrf() },
  });
  assert.equal(placed.status, 303, placed.text);
  assert.equal(stateOn((await ben.window.get(path)).text), 'withdrawn');
  const second = (await ben.window.get(pathIn(placed))).text;
  assert.match(second, /You helped Greta G\. for 3 h/);
  const again = await ben.window.send('/record', {
    ...{ ...first, time: '3:00', form, instead, csrf: ben.window.csrf() },
  });
  assert.equal(again.location, placed.location, 'pressed twice');
  const beside = await send(ben, { ...first, time: '2:00', form: randomUUID() });
  assert.equal(beside.status, 303);
});

test('what the other has confirmed meanwhile is not taken away by a changed form, and only the own is', async () => {
  const [ben, greta, eve] = [await person('Ben Cohn'), await person('Greta Groß'), await person('Eve Evans')];
  const first = slip(greta);
  const path = pathIn(await send(ben, first));
  const prp = path.split('/').at(-1) ?? '';
  assert.equal((await send(eve, slip(greta, { instead: prp }))).status, 404);
  assert.equal((await greta.window.post(path, path, { do: 'confirm', seen: '1' })).status, 303);
  const changed = await send(ben, { ...first, time: '3:00' });
  assert.equal(changed.status, 422);
  assert.doesNotMatch(changed.text, /name="instead"/);
  const refused = await send(ben, { ...first, time: '3:00', form: randomUUID(), instead: prp });
  assert.equal(refused.status, 409);
  assert.equal(stateOn((await ben.window.get(path)).text), 'confirmed');
});

test('a listing and an answer that are changed after going back say what was sent, and nothing is lost or doubled', async () => {
  const [ben, greta] = [await person('Ben Cohn'), await person('Greta Groß')];
  const form = randomUUID();
  const listing = pathIn(await publish(ben, { title: 'Hedge', form }));
  assert.equal(pathIn(await publish(ben, { title: 'Hedge', form })), listing);
  const other = await publish(ben, { title: 'Windows', form });
  assert.deepEqual([other.status, stateOn(other.text)], [422, 'sent']);
  assert.ok(other.text.includes(listing));
  assert.match(other.text, /value="Windows"/);
  const fresh = /name="form" value="([^"]+)"/.exec(other.text)?.[1] ?? '';
  assert.equal((await publish(ben, { title: 'Windows', form: fresh })).status, 303);
  const answer = { message: 'I can help.', form: randomUUID() };
  const sent = await greta.window.post(listing, listing, answer);
  assert.equal((await greta.window.post(listing, listing, answer)).location, sent.location);
  const words = await greta.window.post(listing, listing, { ...answer, message: 'I can help on Friday.' });
  assert.equal(words.status, 422);
  assert.match(words.text, /with other words or contacts/);
  assert.ok(words.text.includes(pathIn(sent)));
});

test('a wish to join that is corrected after going back is one wish with the corrected words', async () => {
  const window = createMemberBrowser(service.origin, community.slug);
  const page = (await window.get('/join')).text;
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const wish = { name: 'Ida Irsch', phone: '0561 1', email: '', words: '', form };
  for (const phone of ['0561 1', '0561 99'])
    assert.equal((await window.send('/join', { ...wish, phone, csrf: window.csrf() })).status, 303);
  const rows = await service.ownerQuery(
    `select d.phone from members m join member_details d on d.community_id = m.community_id and d.member_id = m.id
     where m.name = 'Ida Irsch'`,
  );
  assert.deepEqual(rows, [{ phone: '0561 99' }]);
});

test('the listing of a record is one of the two’s: a foreign, a third’s or no listing is not found, and nothing is written', async () => {
  const [ben, greta, eve] = [await person('Ben Cohn'), await person('Greta Groß'), await person('Eve Evans')];
  const far = await person('Fern Farber', elsewhere);
  const idOf = async (of: Person) =>
    (await publish(of, { title: 'Help', form: randomUUID() })).location?.split('/').at(-1) ?? '';
  const [own, others, third, foreign] = [await idOf(ben), await idOf(greta), await idOf(eve), await idOf(far)];
  for (const listing of [foreign, third, 'lst_nothing', 'x']) {
    const refused = await send(ben, slip(greta, { listing }));
    assert.equal(refused.status, 404, listing);
  }
  const rows = await service.ownerQuery('select from proposals where created_by = $1', [ben.member.uuid]);
  assert.equal(rows.length, 0);
  for (const [at, listing] of [own, others].entries())
    assert.equal((await send(ben, slip(greta, { listing, time: `${at + 1}:00` }))).status, 303, listing);
});

test('signs of the private area in what is typed stay in their attribute, also where both forms of address are on the page', async () => {
  const ben = await person('Ben Cohn');
  for (const form of ['formal', 'familiar']) {
    await service.ownerQuery('update communities set address_form = $1 where id = $2', [form, community.id]);
    for (const typed of ['X\ue002Y\ue000Z\ue001', '\ue001foo\ue002bar\ue000', '\ue003\ue004', '\ue000a\ue001b\ue002'])
      for (const path of ['requests', 'offers']) {
        const { text } = await ben.window.get(
          `/${path}?category=${encodeURIComponent(typed)}&q=${encodeURIComponent(typed)}`,
          'GET',
          { 'Accept-Language': 'de' },
        );
        const plain = typed.replace(/[\ue000-\ue004]/g, '');
        assert.ok(text.includes(`<option value="${plain}" selected>${plain}</option>`), `${form} ${path} ${typed}`);
        assert.ok(text.includes(`name="q" type="search" value="${plain}" maxlength`), `${form} ${path} ${typed}`);
        assert.doesNotMatch(text, /[\ue000-\ue004\ufffd]/);
      }
  }
  await service.ownerQuery(`update communities set address_form = 'formal' where id = $1`, [community.id]);
});
