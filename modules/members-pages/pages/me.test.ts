/** A member's own page: data, choices, all that is stored, and leaving, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testChange } from '../../../test-support/changes.ts';
import { signedIn as signedInOffice } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { browserOfMember, communityWithPages, createMemberBrowser } from '../../../test-support/member-browser.ts';
import { createListingsIn } from '../../members/domain/listings/create.ts';

const service = await testService();
const community = await communityWithPages(service, { name: 'Riverside' });

async function signedIn(name: string, fields = {}) {
  const member = await service.createMember({ communityId: community.id, name, ...fields });
  const window = await browserOfMember(service, community, member.uuid);
  return { member, window };
}

const rowOf = async (uuid: string) => {
  const [row] = await service.ownerQuery<{ language: string | null; mail_kinds: string[]; letter_only: boolean }>(
    'select language, mail_kinds, letter_only from members where id = $1',
    [uuid],
  );
  return row;
};

test('a member reads the own data and chooses language, mails and the way to sign in', async () => {
  const { member, window } = await signedIn('Anna Berger', { email: 'anna@example.org', phone: '0561 12345' });
  const page = await window.get('/me');
  for (const shown of ['Anna Berger', 'anna@example.org', '0561 12345', '/me/devices', '/me/file', '/me/leave']) {
    assert.ok(page.text.includes(shown), shown);
  }
  assert.deepEqual(
    [...page.text.matchAll(/name="mails" value="(\w+)"( checked)?/g)].map(([, kind, on]) => [kind, on !== undefined]),
    [
      ['hours', true],
      ['digest', false],
      ['alerts', false],
    ],
  );
  const body = new URLSearchParams({ csrf: window.csrf(), language: 'de', letter_only: 'yes' });
  for (const kind of ['digest', 'alerts']) body.append('mails', kind);
  const answer = await fetch(`${service.origin}/at/${community.slug}/me`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { Cookie: window.cookie() ?? '', Origin: service.origin, 'Sec-Fetch-Site': 'same-origin' },
  });
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/at/${community.slug}/me?done=saved`]);
  const row = await rowOf(member.uuid);
  assert.deepEqual(row && { ...row, mail_kinds: row.mail_kinds.toSorted() }, {
    language: 'de',
    letter_only: true,
    mail_kinds: ['alerts', 'digest', 'listings'],
  });
  assert.match((await window.get('/me?done=saved')).text, /data-state="saved"[\s\S]*Gespeichert/);
});

test('none chosen is none, and what there is not is refused and changes nothing', async () => {
  const { member, window } = await signedIn('Ben Adler');
  assert.equal((await window.post('/me', '/me', { mails: 'office' })).status, 400);
  assert.notEqual((await window.post('/me', '/me', { language: 'x y' })).status, 303);
  assert.deepEqual((await rowOf(member.uuid))?.mail_kinds, ['hours', 'listings']);
  assert.equal((await window.post('/me', '/me', {})).status, 303);
  assert.deepEqual((await rowOf(member.uuid))?.mail_kinds, ['listings']);
  assert.equal((await window.post('/me', '/me', {})).status, 303, 'once more');
});

test('all that is stored is there to read and as the file that the office exports', async () => {
  const { member, window } = await signedIn('Cara Dietz', { email: 'cara@example.org', place: 'Kassel' });
  const page = await window.get('/me/file');
  assert.ok(page.text.includes('cara@example.org') && page.text.includes('Kassel'));
  assert.doesNotMatch(page.text, /(?:usr|lst)_[0-9a-z]{26}/, 'what only programs need is in the file');
  const [, person = '', lists = ''] = /<h2>About me<\/h2>([\s\S]*?)(<details[\s\S]*)/.exec(page.text) ?? [];
  assert.ok(
    person.includes('Kassel') && lists.includes('<summary>Browsers that were signed in (1)'),
    lists.slice(0, 500),
  );
  const file = await window.get('/me/file.json');
  assert.equal(file.headers.get('content-type'), 'application/json; charset=utf-8');
  const own = JSON.parse(file.text);
  assert.deepEqual([own.member.id, own.letter_only, own.leave_asked_at], [member.id, false, null]);
  const audits = await service.ownerQuery(
    `select from audit_log where action = 'member.exported' and actor = $1 and subject = $2`,
    [`member:${member.id}`, member.id],
  );
  assert.equal(audits.length, 2);
});

test('the office learns once that a member wants to leave, and all of the member’s listings close', async () => {
  const { member, window } = await signedIn('Dora Ernst');
  const listing = { memberId: member.uuid, title: 'Bread', createdAt: service.clock.now(), description: 'Rye' };
  const kept = { externalId: null, category: '', estimatedSeconds: null, type: 'service', status: 'active' } as const;
  await testChange(service.deps, community.id, (within) =>
    createListingsIn(within, community.id, [{ ...listing, ...kept }]),
  );
  const asked = await window.post('/me/leave', '/me/leave', {});
  assert.deepEqual([asked.status, asked.location], [303, `/at/${community.slug}/me/leave`]);
  assert.equal((await window.send('/me/leave', { csrf: window.csrf() })).status, 303);
  assert.match((await window.get('/me/leave')).text, /data-state="asked"/);
  const states = await service.ownerQuery('select status from listings where member_id = $1', [member.uuid]);
  assert.deepEqual(states, [{ status: 'closed' }]);
  const audits = await service.ownerQuery(
    `select from audit_log where action = 'member.leave_asked' and subject = $1`,
    [member.id],
  );
  assert.equal(audits.length, 1);
  const { client: office } = await signedInOffice(service, {
    communityId: community.id,
    slug: community.slug,
    role: 'coordinator',
  });
  const overview = await office.call('getOverview', { params: { slug: community.slug } });
  const waiting = overview.body.data.attention.find(({ kind }: { kind: string }) => kind === 'members_leaving');
  assert.equal(waiting?.count, 1);
  const calls = await office.call('listMembersToCall', {
    params: { slug: community.slug },
    query: { reason: 'leaving' },
  });
  assert.deepEqual(
    calls.body.data.map(({ name }: { name: string }) => name),
    ['Dora Ernst'],
  );
  assert.equal((await window.post('/me/leave', '/me/leave', { do: 'stay' })).status, 303);
  assert.match((await window.get('/me/leave')).text, /data-state="open"/);
  const after = await office.call('getOverview', { params: { slug: community.slug } });
  assert.ok(!after.body.data.attention.some(({ kind }: { kind: string }) => kind === 'members_leaving'));
});

test('no page of the own data opens for a visitor', async () => {
  const visitor = createMemberBrowser(service.origin, community.slug);
  for (const path of ['/me', '/me/file', '/me/file.json', '/me/leave', '/me/devices']) {
    const { status, location } = await visitor.get(path);
    assert.deepEqual([status, location?.startsWith(`/at/${community.slug}/sign-in`)], [303, true], path);
  }
});
