/** The office ends the sessions of a member, and every change that ends taking part does so, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeMemberStatus } from '../../../core/people/members/status.ts';
import { runCommand, runJson } from '../../../test-support/command.ts';
import { signedIn } from '../../../test-support/console.ts';
import { type TestMember, testService } from '../../../test-support/harness.ts';
import { createMemberBrowser, type MemberBrowser, openPages } from '../../../test-support/member-browser.ts';
import { appointDeputy } from '../domain/deputies/deputies.ts';
import { writeLetters } from '../domain/member-access/letters.ts';

const MINUTE_MS = 60_000;

const service = await testService();

async function setUp() {
  const office = await signedIn(service, { role: 'coordinator' });
  const { communityId, slug } = office;
  await openPages(service, communityId);
  const act = { communityId, actor: 'test' };
  const member = (name: string) => service.createMember({ communityId, name, language: 'en' });
  async function letterOf({ uuid }: TestMember): Promise<string> {
    const [letter] = await writeLetters(service.deps, act, [uuid]);
    return letter?.code ?? '';
  }
  async function enter(who: TestMember, fields = {}): Promise<MemberBrowser> {
    const window = createMemberBrowser(service.origin, slug);
    assert.equal((await window.enter(await letterOf(who), fields)).status, 303);
    return window;
  }
  /** @returns a browser in which the deputy acts for the member */
  async function acting(deputy: TestMember, { uuid: memberId }: TestMember): Promise<MemberBrowser> {
    const agreed = { agreedOn: null, how: 'paper' } as const;
    await appointDeputy(service.deps, { ...act, memberId }, { deputyMemberId: deputy.uuid }, agreed);
    const window = await enter(deputy);
    const person = /value="(dpt_\w+)"/.exec((await window.get('/act')).text)?.[1] ?? '';
    assert.equal((await window.post('/act', '/act', { person })).status, 303);
    assert.match((await window.get('')).text, /You act for/);
    return window;
  }
  const setStatus = (who: TestMember, status: 'active' | 'suspended' | 'left') =>
    changeMemberStatus(service.deps, { ...act, memberId: who.uuid }, status);
  return { ...office, member, letterOf, enter, acting, setStatus };
}

const isIn = async (window: MemberBrowser) => (await window.get('/hours')).status === 200;
const areIn = (...windows: readonly MemberBrowser[]) => Promise.all(windows.map(isIn));

test('the office signs a member out everywhere, with the deputies, and where the member acts for others; nobody else', async () => {
  const { client, slug, communityId, member, letterOf, enter, acting } = await setUp();
  const [helga, anna, karl] = [await member('Helga Brandt'), await member('Anna Berger'), await member('Karl Weber')];
  const own = [await enter(helga), await enter(helga)] as const;
  const shared = await enter(helga, { shared: 'yes' });
  const [annaForHelga, helgaForKarl] = [await acting(anna, helga), await acting(helga, karl)];
  const others = [await enter(anna), await enter(karl)] as const;
  const letter = await letterOf(helga);
  // The office is at work meanwhile.
  for (const _ of [1, 2, 3]) {
    service.clock.advance(21 * MINUTE_MS);
    assert.equal((await client.call('getMemberPages', { params: { slug } })).status, 200);
  }
  assert.deepEqual(await areIn(...own, shared, annaForHelga, helgaForKarl), [true, true, false, true, true]);
  const params = { slug, memberId: helga.id };
  const ended = await client.call('endMemberSessions', { params });
  const { deputies_left: left, ...counted } = ended.body.data;
  assert.deepEqual(
    [ended.status, counted],
    [200, { ended: 4, deputies_ended: [] }],
    'without the one that the hour has ended',
  );
  assert.deepEqual(
    left.map(({ name }: { name: string }) => name),
    ['Anna Berger'],
    'whom the office has recorded',
  );
  assert.deepEqual(await areIn(...own, annaForHelga, helgaForKarl), [false, false, false, false]);
  assert.deepEqual(await areIn(...others), [true, true]);
  assert.equal((await client.call('endMemberSessions', { params })).body.data.ended, 0);
  assert.equal((await createMemberBrowser(service.origin, slug).enter(letter)).status, 303, 'a letter still opens');
  const audits = await service.ownerQuery(
    `select actor like 'administrator:%' as office, subject, details from audit_log where community_id = $1 and action = 'member.sessions_ended' order by id`,
    [communityId],
  );
  const row = { office: true, subject: helga.id };
  assert.deepEqual(audits, [
    { ...row, details: { count: 4 } },
    { ...row, details: { count: 0 } },
  ]);
});

test('a member of another community is not signed out', async () => {
  const [here, there] = [await setUp(), await setUp()];
  const helga = await there.member('Helga Brandt');
  const window = await there.enter(helga);
  const refused = await here.client.call('endMemberSessions', { params: { slug: here.slug, memberId: helga.id } });
  assert.deepEqual([refused.status, refused.body.error, await isIn(window)], [404, 'user_not_found', true]);
});

test('a member who ends all other devices ends those in which the member acts for others, too', async () => {
  const { member, enter, acting } = await setUp();
  const [helga, karl] = [await member('Helga Brandt'), await member('Karl Weber')];
  const [kept, lost] = [await enter(helga), await acting(helga, karl)];
  assert.equal((await kept.post('/me/devices', '/me/devices', {})).status, 303);
  assert.deepEqual(await areIn(kept, lost), [true, false]);
});

test('who was suspended or has left, and is back, finds no session alive; a letter outlives the suspension alone', async () => {
  for (const status of ['suspended', 'left'] as const) {
    const { slug, member, letterOf, enter, acting, setStatus } = await setUp();
    const [helga, anna, karl] = [await member('Helga Brandt'), await member('Anna Berger'), await member('Karl Weber')];
    const windows = [await enter(helga), await acting(anna, helga), await acting(helga, karl)] as const;
    const other = await enter(karl);
    const letter = await letterOf(helga);
    await setStatus(helga, status);
    await setStatus(helga, 'active');
    assert.deepEqual(await areIn(...windows), [false, false, false], status);
    assert.equal(await isIn(other), true);
    const entered = await createMemberBrowser(service.origin, slug).enter(letter);
    assert.equal(entered.status, status === 'left' ? 410 : 303, status);
  }
});

test('the command signs out by number, and says in how many browsers', async () => {
  service.clock.set(new Date());
  const { slug, communityId, enter } = await setUp();
  const helga = await service.createMember({ communityId, name: 'Helga Brandt', externalId: 'M-7' });
  const window = await enter(helga);
  const args = ['member', 'sign-out', 'M-7', '--community', slug];
  assert.deepEqual(await runJson(service.testDatabase, args), {
    ended: 1,
    deputies_ended: [],
    deputies_left: [],
  });
  assert.equal(await isIn(window), false);
  assert.match((await runCommand(service.testDatabase, args)).stdout, /Signed out in 0 browsers\./);
});
