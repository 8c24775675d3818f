/** Who sees a member: the member's own choice, which binds partners from their next request and lists of members at once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type TestCommunity, type TestPartner, testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, type MemberBrowser } from '../../../test-support/member-browser.ts';
import { publishListing } from '../domain/answers/publish.ts';

const service = await testService();
const community = await openCommunity('Riverside');

async function openCommunity(name: string): Promise<TestCommunity> {
  const made = await communityWithPages(service, { name });
  return made;
}

async function signedIn(name: string, fields = {}) {
  const member = await service.createMember({ communityId: community.id, name, ...fields });
  const window = await browserOfMember(service, community, member.uuid);
  return { member, window };
}

/** What a partner reads of the member. */
async function readBy(partner: TestPartner, id: string) {
  const headers = { Authorization: `Bearer ${await service.token(partner)}` };
  const answer = await fetch(`${service.origin}/api/partner/v1/users/${id}`, { headers });
  const { data } = (await answer.json()) as { data?: { name?: string; email?: string | null } };
  return answer.status === 200 ? { name: data?.name, email: data?.email ?? null } : answer.status;
}

const partner = (name: string) => service.createPartner({ communityId: community.id, name });

/** Sends the choices; those of partners are of one name. */
async function choose(window: MemberBrowser, fields: Readonly<Record<string, string>>, partners: readonly string[]) {
  await window.get('/me/sight');
  const body = new URLSearchParams({ csrf: window.csrf(), ...fields });
  for (const one of partners) body.append('partner', one);
  const answer = await fetch(`${service.origin}/at/${community.slug}/me/sight`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { Cookie: window.cookie() ?? '', Origin: service.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
}

test('a member chooses for all and for single partners, and each partner is bound by it from its next request', async () => {
  const [bank, town] = [await partner('Savings Bank'), await partner('Town Hall')];
  const { member, window } = await signedIn('Helga Brandt', { email: 'helga@example.org' });
  const page = (await window.get('/me/sight')).text;
  for (const shown of ['Savings Bank', 'Town Hall', 'Usual here: name and e-mail address']) {
    assert.ok(page.includes(shown), shown);
  }
  const whole = { name: 'Helga Brandt', email: 'helga@example.org' };
  assert.deepEqual([await readBy(bank, member.id), await readBy(town, member.id)], [whole, whole]);
  const saved = await choose(window, { members: 'yes', all: 'hidden' }, [
    `${town.partnerId}:listed`,
    `${bank.partnerId}:`,
  ]);
  assert.deepEqual([saved.status, saved.location], [303, `/at/${community.slug}/me/sight?done=saved`]);
  assert.deepEqual([await readBy(bank, member.id), await readBy(town, member.id)], [404, { ...whole, email: null }]);
  const after = (await window.get('/me/sight?done=saved')).text;
  assert.match(after, new RegExp(`<option value="${town.partnerId}:listed" selected>`));
  assert.match(after, /<option value="hidden" selected>/);
  assert.match(after, /data-state="saved"/);
  await choose(window, { members: 'yes', all: '' }, [`${town.partnerId}:`]);
  assert.deepEqual([await readBy(bank, member.id), await readBy(town, member.id)], [whole, whole], 'the default again');
  const audits = await service.ownerQuery<{ actor: string }>(
    `select distinct actor from audit_log where subject = $1 and action = 'member.updated'`,
    [member.id],
  );
  assert.deepEqual(audits, [{ actor: `member:${member.id}` }]);
});

test('a choice for a partner of another community, or one that there is not, is refused and changes nothing', async () => {
  const far = await service.createPartner({ communityId: (await openCommunity('Hillside')).id, name: 'Far' });
  const near = await partner('Near');
  const { member, window } = await signedIn('Ida Kern');
  for (const [fields, partners] of [
    [{ all: 'hidden' }, [`${far.partnerId}:listed`]],
    [{ all: 'everything' }, []],
    [{ all: 'hidden' }, [`${near.partnerId}:everything`]],
    [{ all: 'hidden' }, ['near:hidden']],
  ] as const) {
    const { status } = await choose(window, fields, partners);
    assert.ok(status >= 400 && status < 500, String(status));
  }
  const rows = await service.ownerQuery(
    'select visibility, seen_by_members from members where id = $1 union all select visibility, null from member_partner_visibility where member_id = $1',
    [member.uuid],
  );
  assert.deepEqual(rows, [{ visibility: null, seen_by_members: true }]);
});

test('who is hidden from members has no name in lists and on listings', async () => {
  const [olga, paul] = [await signedIn('Olga Quast'), await signedIn('Paul Rau')];
  const act = { communityId: community.id, memberId: olga.member.uuid, actor: 'test' };
  const listing = {
    title: 'Old bicycle',
    description: '',
    category: '',
    type: 'request',
    estimatedHours: null,
  } as const;
  await publishListing(service.deps, act, randomUUID(), listing);
  assert.match((await paul.window.get('/requests')).text, /Olga Q\./);
  assert.equal((await choose(olga.window, {}, [])).status, 303);
  assert.doesNotMatch((await olga.window.get('/me/sight')).text, /name="members" value="yes" checked/);
  const list = (await paul.window.get('/requests')).text;
  const path = /href="[^"]+(\/listing\/lst_\w+)"/.exec(list)?.[1] ?? '';
  for (const page of [list, (await paul.window.get('')).text, (await paul.window.get(path)).text]) {
    assert.match(page, /Old bicycle[\s\S]*A member/);
    assert.doesNotMatch(page, /Olga/);
  }
  assert.equal((await choose(olga.window, { members: 'yes' }, [])).status, 303);
  assert.match((await paul.window.get('/requests')).text, /Olga Q\./);
});
