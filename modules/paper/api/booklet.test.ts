import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';

const service = await testService();

async function start() {
  const person = await signedIn(service, { role: 'coordinator' });
  const { slug, client } = person;
  const addMember = async (name: string, json: object = {}) =>
    (await client.call('createMember', { params: { slug }, json: { name, ...json } })).body.data.id as string;
  const offer = async (member_id: string, title: string, json: object = {}) => {
    const body = { member_id, type: 'service', title, add_category: true, ...json };
    return (await client.call('createCommunityListing', { params: { slug }, json: body })).body.data;
  };
  const allow = (memberId: string, contact: string) =>
    client.call('setBookletConsent', { params: { slug, memberId }, json: { contact } });
  const entries = async (query: object = {}) =>
    (await client.call('listBookletEntries', { params: { slug }, query })).body;
  return { ...person, addMember, offer, allow, entries };
}

test('telephone and e-mail are in the booklet only where the member allows each of them', async () => {
  const { addMember, offer, allow, entries, client, slug } = await start();
  const id = await addMember('Anna', { email: 'anna@example.org', phone: '+49 711 123456' });
  await offer(id, 'Mowing', { category: 'Garden', description: 'With my own mower.', estimated_hours: '1:30' });
  const contacts = async () => {
    const { data } = await entries();
    return [data[0].phone, data[0].email];
  };
  const [entry] = (await entries()).data;
  const { title, description, category, estimated_hours, name } = entry;
  assert.deepEqual(
    { title, description, category, estimated_hours, name },
    { title: 'Mowing', description: 'With my own mower.', category: 'Garden', estimated_hours: 1.5, name: 'Anna' },
  );
  for (const [contact, shown] of [
    ['none', [null, null]],
    ['phone', ['+49 711 123456', null]],
    ['email', [null, 'anna@example.org']],
    ['both', ['+49 711 123456', 'anna@example.org']],
    ['none', [null, null]],
  ] as const) {
    assert.equal((await allow(id, contact)).body.data.contact, contact);
    assert.deepEqual(await contacts(), shown, contact);
    const params = { slug, memberId: id };
    assert.equal((await client.call('getBookletConsent', { params })).body.data.contact, contact);
    assert.equal((await client.call('exportMember', { params })).body.data.booklet_contact, contact);
  }
  assert.equal((await allow(id, 'letter')).status, 422);
});

test('the quarter of a member is in the booklet where the community marks it and others find the member by name', async () => {
  const { addMember, offer, entries, slug, communityId } = await start();
  const { client } = await signedIn(service, { communityId, slug });
  const [anna, ben] = [await addMember('Anna'), await addMember('Ben')];
  await offer(anna, 'A');
  await offer(ben, 'B');
  const quarters = async () => (await entries()).data.map((entry: { quarter: string | null }) => entry.quarter);
  const json = { name: 'Village', kind: 'choice', choices: ['Hilltop', 'Riverside'] };
  assert.equal((await client.call('createMemberField', { params: { slug }, json })).status, 201);
  for (const memberId of [anna, ben]) {
    const values = { values: [{ number: 1, value: 'Hilltop' }] };
    await client.call('setMemberOwnFields', { params: { slug, memberId }, json: values });
  }
  assert.deepEqual(await quarters(), [null, null]);
  await client.call('updateMemberField', { params: { slug, fieldNumber: 1 }, json: { is_quarter: true } });
  assert.deepEqual(await quarters(), ['Hilltop', 'Hilltop']);
  await service.ownerQuery(`update members set seen_by_members = false where community_id = $1 and name = 'Ben'`, [
    communityId,
  ]);
  assert.deepEqual(await quarters(), ['Hilltop', null]);
});

test('only published listings of active members are in the booklet, page by page, each once', async () => {
  const { addMember, offer, entries, client, slug } = await start();
  const anna = await addMember('Anna');
  const away = await addMember('Ben');
  await offer(away, 'Of a member who is suspended');
  await client.call('setMemberStatus', { params: { slug, memberId: away }, json: { status: 'suspended' } });
  await offer(anna, 'Held', { held: true });
  const closed = await offer(anna, 'Closed');
  await client.call('setListingStatus', { params: { slug, listingId: closed.id }, json: { status: 'closed' } });
  for (let n = 0; n < 5; n++) await offer(anna, `Offer ${n}`, { type: n % 2 === 0 ? 'service' : 'request' });
  const titles: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await entries({ per_page: 2, cursor });
    titles.push(...page.data.map(({ title }: { title: string }) => title));
    cursor = page.meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(titles, ['Offer 0', 'Offer 1', 'Offer 2', 'Offer 3', 'Offer 4']);
  assert.equal((await entries({ type: 'request' })).data.length, 2);
});

test('what a member allows is audited, no change for partners, and of no use in another community', async () => {
  const { addMember, allow, communityId } = await start();
  const id = await addMember('Anna');
  const mark = () =>
    service.ownerQuery(
      'select updated_at, (select count(*) from events where community_id = $1) as events from members where community_id = $1',
      [communityId],
    );
  const before = await mark();
  await allow(id, 'phone');
  await allow(id, 'phone');
  assert.deepEqual(await mark(), before);
  const rows = await service.ownerQuery(
    `select subject, details from audit_log where community_id = $1 and action = 'member.booklet_contact_changed'`,
    [communityId],
  );
  assert.deepEqual(rows, [{ subject: id, details: { before: 'none', after: 'phone' } }]);
  const foreign = await start();
  assert.equal((await foreign.allow(id, 'both')).body.error, 'user_not_found');
  const params = { slug: foreign.slug, memberId: id };
  assert.equal((await foreign.client.call('getBookletConsent', { params })).body.error, 'user_not_found');
});

test('many members are recorded at once, and none where one of them is not the community’s or was erased', async () => {
  const { addMember, allow, client, slug, communityId } = await start();
  const [anna, ben, cleo] = [await addMember('Anna'), await addMember('Ben'), await addMember('Cleo')];
  await allow(ben, 'both');
  const params = { slug };
  const record = (member_ids: string[], contact: string) =>
    client.call('setBookletConsents', { params, json: { member_ids, contact } });
  const allowed = async () =>
    (await client.call('listMembers', { params })).body.data.map((one: Record<string, string>) => one.booklet_contact);
  const first = await record([anna, ben, anna], 'both');
  assert.deepEqual([first.status, first.body.data], [200, { changed: 1 }], first.text);
  assert.deepEqual(await allowed(), ['both', 'both', 'none']);
  const stranger = await (await start()).addMember('Dora');
  const refused = await record([cleo, stranger], 'phone');
  assert.equal(refused.body.error, 'user_not_found');
  assert.deepEqual(await allowed(), ['both', 'both', 'none']);
  assert.equal((await record([], 'phone')).status, 422);
  assert.equal((await record([anna], 'letter')).status, 422);
  assert.deepEqual((await record([anna, ben, cleo], 'none')).body.data, { changed: 2 });
  const rows = await service.ownerQuery(
    `select details from audit_log where community_id = $1 and subject = $2
       and action = 'member.booklet_contact_changed' order by id`,
    [communityId, anna],
  );
  assert.deepEqual(rows, [
    { details: { before: 'none', after: 'both' } },
    { details: { before: 'both', after: 'none' } },
  ]);
});
