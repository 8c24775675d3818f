/** Addresses whose domain has an umlaut: browsers send it as xn--…, people and files write it out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { textOfMail } from '../../../test-support/mail-server.ts';
import { mailAll, testMailService } from '../../../test-support/mailing.ts';
import { browserOfMember, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { openMemberPages } from '../domain/member-access/switch.ts';

const { server, service } = await testMailService();
const community = await service.createCommunity({ name: 'Riverside' });
await openMemberPages(service.deps, { communityId: community.id, actor: 'test' }, true);
const { client } = await signedIn(service, { communityId: community.id, slug: community.slug });

const WRITTEN = 'brücke.example';
const SENT = 'xn--brcke-lva.example';

const enter = (name: string, email: string) =>
  client.call('createMember', { params: { slug: community.slug }, body: { name, email } });

/** Whether an address that is typed gets a link that opens the pages of this member. */
async function getsIn(typed: string, name: string): Promise<boolean> {
  server.mails.length = 0;
  const window = createMemberBrowser(service.origin, community.slug);
  await window.post('/sign-in', '/sign-in', { email: typed });
  await mailAll(service);
  const keys = server.mails.flatMap((mail) => /enter\?key=([\w-]+)/.exec(textOfMail(mail))?.[1] ?? []);
  if (keys.length === 0) return false;
  assert.equal(keys.length, 1);
  return (await window.get(`/enter?key=${keys[0]}`)).text.includes(name);
}

test('a member who was entered in either spelling gets a link by either, and the office reads the written one', async () => {
  for (const [name, stored] of [
    ['Otto Adam', `otto@${WRITTEN}`],
    ['Ida Bach', `ida@${SENT}`],
  ] as const) {
    const made = await enter(name, stored);
    const local = stored.split('@')[0];
    assert.equal(made.body.data.email, `${local}@${WRITTEN}`);
    for (const domain of [WRITTEN, SENT, WRITTEN.toUpperCase()]) {
      assert.equal(await getsIn(`${local}@${domain}`, name), true, `${local}@${domain}`);
    }
  }
});

test('a deputy who is no member signs in by either spelling, and is one person in both', async () => {
  const [anna, ben] = [await enter('Anna Berg', 'anna@example.org'), await enter('Ben Dorn', 'ben@example.org')];
  const params = ({ body }: typeof anna) => ({ slug: community.slug, memberId: body.data.id });
  for (const [member, email] of [
    [anna, `vera@${SENT}`],
    [ben, `vera@${WRITTEN}`],
  ] as const) {
    const deputy = { name: 'Vera Thal', email, agreed_on: '2026-01-02', how: 'paper' } as const;
    assert.equal(
      (await client.call('appointMemberDeputy', { params: params(member), body: deputy })).status,
      201,
      email,
    );
  }
  assert.equal(await getsIn(`vera@${SENT}`, 'Vera Thal'), true);
  const persons = await service.ownerQuery("select distinct person_id from deputies where name = 'Vera Thal'");
  assert.equal(persons.length, 1);
});

test('two entries of one mailbox are offered together, however it is spelled', async () => {
  await enter('Karl Weber', `weber@${SENT}`);
  const like = { name: 'Ruth Weber', email: `weber@${WRITTEN}` };
  const found = await client.call('findLikeMembers', { params: { slug: community.slug }, body: like });
  assert.deepEqual(
    found.body.data.map(({ member }: { member: { name: string } }) => member.name),
    ['Karl Weber'],
  );
});

test('the same address in another spelling is no new one, and one that no form sends is refused with its reason', async () => {
  const member = await service.createMember({ communityId: community.id, name: 'Emma Falk', email: `emma@${WRITTEN}` });
  const window = await browserOfMember(service, community, member.uuid);
  const same = await window.post('/me/address', '/me/address', { email: `emma@${SENT}` });
  assert.equal(same.status, 422);
  const umlaut = await window.post('/me/address', '/me/address', { email: 'jürgen@example.org' });
  assert.deepEqual([umlaut.status, /without umlauts before the @/.test(umlaut.text)], [422, true]);
  const refused = await enter('Jürgen Groß', 'jürgen@example.org');
  assert.equal(refused.status, 422);
  assert.match(refused.body.fields?.[0]?.message ?? refused.text, /before the @/);
});

test('an administrator signs in by either spelling', async () => {
  const made = await signedIn(service);
  await service.ownerQuery('update administrators set email = $2 where id = $1', [made.id, `chris@${WRITTEN}`]);
  for (const domain of [WRITTEN, SENT]) assert.equal((await made.client.signIn(`chris@${domain}`)).status, 200, domain);
});
