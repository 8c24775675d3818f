import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdministratorRole } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import { waitUntil } from '../../../test-support/wait-until.ts';
import { creditWith } from '../../../test-support/wallet.ts';
import { SEARCH_HITS_MAX, type SearchResult } from '../contract/search.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;

async function search({ client, slug }: Person, q: string): Promise<SearchResult> {
  const answer = await client.call('searchCommunity', { params: { slug }, query: { q } });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

/** The results, in short. */
async function found(person: Person, q: string) {
  const { members, partners, credits, calls } = await search(person, q);
  return {
    members: members.hits.map(({ name }) => name),
    partners: partners.hits.map(({ name }) => name),
    credits: credits.hits.map(({ reference, status }) => `${reference} ${status}`),
    calls: calls.hits.map(({ request_id }) => request_id),
  };
}
const NOTHING = { members: [], partners: [], credits: [], calls: [] };

/** A community with a member, a partner, a credit, one that was reversed, and their calls. */
async function setUp() {
  const person = await signedIn(service);
  const { communityId } = person;
  const partner = await service.createPartner({ communityId, name: 'Riverside Bank' });
  const member = await service.createMember({ communityId, name: 'Jürgen Müller', externalId: 'L-204' });
  const token = await service.token(partner);
  const booked = await creditWith(service, token, { user_id: member.id, hours: 1, reference: 'S260-0001' });
  assert.equal(booked.status, 201, booked.text);
  const returned = await creditWith(service, token, { user_id: member.id, hours: 2, reference: 'S260-0002' });
  await service.call('POST', `/wallet/credits/${returned.body.data.id}/reversal`, {
    token,
    json: { reference: 'RET-77' },
  });
  const requestId = booked.headers.get('x-request-id') ?? '';
  await waitUntil('the call is logged', async () => (await found(person, requestId)).calls.length > 0);
  return { person, partner, member, requestId };
}

test('one text finds members, partners, credits by reference and calls by request id', async () => {
  const { person, partner, member, requestId } = await setUp();
  for (const q of ['jurgn', 'üller', 'ller', 'L-204', member.id, member.paymentReference, ' Jürgen Müller ']) {
    assert.deepEqual(await found(person, q), { ...NOTHING, members: ['Jürgen Müller'] }, q);
  }
  for (const q of ['river', 'rivrside', 'side', partner.clientId]) {
    assert.deepEqual(await found(person, q), { ...NOTHING, partners: ['Riverside Bank'] }, q);
  }
  assert.deepEqual(await found(person, 's260'), {
    ...NOTHING,
    credits: ['S260-0001 posted', 'S260-0002 reversed'],
  });
  assert.deepEqual(await found(person, 'ret-77'), { ...NOTHING, credits: ['S260-0002 reversed'] });
  const [credit] = (await search(person, 'RET-77')).credits.hits;
  const day = service.clock.now().toISOString().slice(0, 10);
  assert.deepEqual(credit, {
    ...{ partner: { id: partner.partnerId, name: 'Riverside Bank' }, user_name: 'Jürgen Müller', hours: 2 },
    ...{ reference: 'S260-0002', reversal_reference: 'RET-77', status: 'reversed', booked_on: day },
  });
  assert.deepEqual(await found(person, requestId), { ...NOTHING, calls: [requestId] });
  for (const q of [requestId.slice(0, -1), 'S2', '260-0001', ' ', '%', '...', "'"]) {
    assert.deepEqual(await found(person, q), NOTHING, q);
  }
  const nothing = await person.client.call('searchCommunity', { params: { slug: person.slug } });
  assert.deepEqual([nothing.status, nothing.body.data.members], [200, { hits: [], has_more: false }]);
});

test('a refused credit is found by the beginning of the reference that the bank reads out', async () => {
  const { person } = await setUp();
  const partner = await service.createPartner({ communityId: person.communityId, name: 'Harbour Bank' });
  const body = { user_id: 'usr_nobody', hours: 1, reference: 'SK-2026-11-2004' };
  const refused = await service.call('POST', '/wallet/credit', { token: await service.token(partner), json: body });
  assert.equal(refused.status, 404);
  const requestId = refused.headers.get('x-request-id') ?? '';
  await waitUntil('the call is logged', async () => (await found(person, requestId)).calls.length > 0);
  for (const q of ['SK-2026-11-2004', 'sk-2026', 'SK-2']) {
    assert.deepEqual(await found(person, q), { ...NOTHING, calls: [requestId] }, q);
  }
  assert.deepEqual((await search(person, 'SK-2026')).calls.hits[0]?.reference, body.reference);
  for (const q of ['K-2026-11-2004', 'SK-2026-11-2005']) assert.deepEqual(await found(person, q), NOTHING, q);
});

test('nothing of another community is ever found', async () => {
  const { member, requestId, partner } = await setUp();
  const stranger = await signedIn(service);
  const texts = ['jurgn', 'ller', 'Jürgen', 'L-204', 'S260-0001', 'RET-77', 'river', 'rivrside', requestId];
  for (const q of [...texts, member.id, member.paymentReference, partner.clientId]) {
    assert.deepEqual(await found(stranger, q), NOTHING, q);
  }
});

test('each role finds only what it may read', async () => {
  const { person, requestId } = await setUp();
  const { communityId, slug } = person;
  const mayReadCalls: Readonly<Record<AdministratorRole, boolean>> = {
    ...{ owner: true, administrator: true },
    ...{ coordinator: false, treasurer: false, auditor: true },
  };
  for (const role of ['owner', 'administrator', 'coordinator', 'treasurer', 'auditor'] as const) {
    const one = await signedIn(service, { communityId, slug, role });
    assert.deepEqual((await found(one, requestId)).calls, mayReadCalls[role] ? [requestId] : [], role);
    const listed = await one.client.call('listCalls', { params: { slug } });
    assert.equal(listed.status === 200, mayReadCalls[role], 'as the list of calls answers');
    assert.deepEqual((await found(one, 'S260-0001')).credits, ['S260-0001 posted'], role);
    assert.deepEqual((await found(one, 'jurgn')).members, ['Jürgen Müller'], role);
  }
});

test('the exact number comes first, a group is bounded, and says when there are others', async () => {
  const person = await signedIn(service);
  const { communityId } = person;
  for (let n = 0; n < SEARCH_HITS_MAX + 2; n++) {
    await service.createMember({ communityId, name: `Sieben ${n}`, externalId: `7-${n}` });
  }
  await service.createMember({ communityId, name: 'Zoë Exact', externalId: '7' });
  const { members } = await search(person, '7');
  assert.equal(members.hits[0]?.name, 'Zoë Exact');
  assert.deepEqual([members.hits.length, members.has_more], [SEARCH_HITS_MAX, true]);
  assert.equal(new Set(members.hits.map(({ id }) => id)).size, SEARCH_HITS_MAX, 'nobody twice');
  assert.equal((await search(person, 'zoë')).members.has_more, false);
});
