/** Letters of an office: its texts, what is printed on each, and the codes that open members' pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { createMemberBrowser } from '../../../test-support/member-browser.ts';

const service = await testService();

test('a community keeps a text of its own for each letter and language, and takes it back', async () => {
  const { client, slug } = await signedIn(service);
  const other = await signedIn(service);
  const change = (body: object) => client.call('updateLetterText', { params: { slug }, body: body as never });
  const welcome = { kind: 'welcome', language: 'de' } as const;
  const kept = await change({ ...welcome, title: ' Willkommen ', body: 'Guten Tag {name}' });
  assert.deepEqual(kept.body.data.texts, [{ ...welcome, title: 'Willkommen', body: 'Guten Tag {name}' }]);
  const foreign = await other.client.call('getLetterTexts', { params: { slug: other.slug } });
  assert.deepEqual(foreign.body.data.texts, []);
  for (const [title, body, field] of [
    ['Hello', null, 'body'],
    [null, 'Hello', 'title'],
  ]) {
    const half = await change({ ...welcome, title, body });
    assert.deepEqual([half.status, half.body.errors[0].field], [422, field]);
  }
  assert.deepEqual((await change({ ...welcome, title: null, body: null })).body.data.texts, []);
});

test('a letter has the address as an envelope shows it, in the order asked, and none of another community', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const anna = await service.createMember({
    ...{ communityId, name: 'Anna Berger', externalId: 'M-1', salutation: 'Frau', familyName: 'Berger' },
    ...{ street: 'Mill Lane 3', postalCode: '20001', place: 'Riverside', country: null },
  });
  const ben = await service.createMember({ communityId, name: 'Ben Adler' });
  const foreign = await service.createMember({ communityId: (await service.createCommunity()).id });
  const ask = (ids: readonly string[]) =>
    client.call('listLetterMembers', { params: { slug }, query: { members: ids.join(',') } });
  const { members } = (await ask([ben.id, foreign.id, anna.id])).body.data;
  assert.deepEqual(
    members.map(({ name, address }: { name: string; address: string[] }) => [name, address]),
    [
      ['Ben Adler', []],
      ['Anna Berger', ['Mill Lane 3', '20001 Riverside']],
    ],
  );
  assert.equal(members[1].payment_reference, anna.paymentReference);
  assert.equal((await ask([])).status, 400);
  assert.equal((await ask(Array(101).fill(anna.id))).status, 400);
});

test('letters with a code open the pages of those who may take part, once the office has switched them on', async () => {
  const { client, slug, communityId } = await signedIn(service);
  const active = await service.createMember({ communityId, name: 'Cara Dietz' });
  const pending = await service.createMember({ communityId, name: 'Dora Ernst', status: 'pending' });
  const written = await client.call('writeMemberLetters', {
    params: { slug },
    body: { members: [pending.id, active.id] },
  });
  assert.equal(written.status, 201);
  const { letters } = written.body.data;
  assert.deepEqual(
    letters.map(({ name }: { name: string }) => name),
    ['Cara Dietz'],
  );
  const [{ code, url }] = letters;
  assert.equal(url, `${service.origin}/at/${slug}/enter?code=${code}`);
  const browser = createMemberBrowser(service.origin, slug);
  assert.equal((await browser.get('/sign-in')).status, 404);
  const on = await client.call('switchMemberPages', { params: { slug }, body: { enabled: true } });
  const { enabled, url: home } = on.body.data;
  assert.deepEqual({ enabled, home }, { enabled: true, home: `${service.origin}/at/${slug}` });
  assert.equal((await browser.enter(code)).status, 303);
  const kept = await service.ownerQuery<{ text: string }>(
    `select to_jsonb(r) :: text as text from sign_in_requests r where member_id = $1
     union all select concat(details, subject) from audit_log where community_id = $2`,
    [active.uuid, communityId],
  );
  assert.ok(kept.every(({ text }) => !text.includes(code) && !text.includes(code.replaceAll('-', ''))));
});

test('a sandbox has no pages: its members are nobody', async () => {
  const sandbox = await service.createCommunity({ kind: 'sandbox' });
  const { client, slug } = await signedIn(service, { communityId: sandbox.id, slug: sandbox.slug });
  const refused = await client.call('switchMemberPages', { params: { slug }, body: { enabled: true } });
  assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'enabled']);
});
