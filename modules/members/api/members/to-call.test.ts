/** Whom the office might call, why, and for how long a call takes a member off the list. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { CALL_REASONS } from '@timebank/contract';
import { signedIn } from '../../../../test-support/console.ts';
import { createTestClock, testService } from '../../../../test-support/harness.ts';

const clock = createTestClock();
const service = await testService({ clock });

type Person = Awaited<ReturnType<typeof signedIn>>;

async function record({ client, slug }: Person, provider: string, receiver: string, service_date: string) {
  const json = { key: randomUUID(), service_date, provider, receiver, time: '1' };
  const { status, body, text } = await client.call('recordExchange', { params: { slug }, json });
  assert.equal(status, 201, text);
  return body.data.id as string;
}

async function listed({ client, slug }: Person, query: Record<string, string | number> = {}) {
  const { body, text } = await client.call('listMembersToCall', { params: { slug }, query });
  assert.ok(body.data, text);
  return body as {
    data: {
      id: string;
      name: string;
      reasons: string[];
      last_call: { called_on: string; called_by: string; note: string };
    }[];
    meta: { count: { rows: number } };
  };
}
/** All reasons of a member, also those that are only looked for. */
async function reasonsOf(person: Person, name: string, query = {}) {
  for (const reason of CALL_REASONS) {
    const found = (await listed(person, { ...query, reason })).data.find((one) => one.name === name);
    if (found) return found.reasons;
  }
  return [];
}

/** An old member with an offer, so that only what the test does is a reason. */
async function oldMember({ client, slug, communityId }: Person, name: string) {
  const member = await service.createMember({ communityId, name });
  await service.ownerQuery(`update members set joined_on = '2020-01-01' where community_id = $1 and id = $2`, [
    communityId,
    member.uuid,
  ]);
  const json = { member_id: member.id, type: 'service', title: 'Garden', description: 'Mowing', category: '' };
  const { status, text } = await client.call('createCommunityListing', { params: { slug }, json });
  assert.equal(status, 201, text);
  return member;
}

test('each reason is found, and what was reversed never happened', async () => {
  const person = await signedIn(service);
  const [idle, giver, taker] = [
    await oldMember(person, 'Idle'),
    await oldMember(person, 'Giver'),
    await oldMember(person, 'Taker'),
  ];
  const fresh = await service.createMember({ communityId: person.communityId, name: 'Fresh' });
  await record(person, giver.id, taker.id, '2026-11-01');
  const wrong = await record(person, idle.id, taker.id, '2026-11-02');
  const params = { slug: person.slug, exchangeId: wrong };
  await person.client.call('correctExchange', { params, json: { reason: 'Twice' } });
  await record(person, taker.id, 'chest', '2026-11-02');
  assert.deepEqual(await reasonsOf(person, 'Idle'), ['no_exchange']);
  assert.deepEqual(await reasonsOf(person, 'Giver'), ['only_given']);
  assert.deepEqual(await reasonsOf(person, 'Taker'), []);
  assert.deepEqual(await reasonsOf(person, 'Fresh'), ['no_offer']);
  const check = { kind: 'Certificate', checked_by: 'Petra', checked_on: '2024-01-01', expires_on: '2026-12-24' };
  await person.client.call('addMemberCheck', { params: { slug: person.slug, memberId: fresh.id }, json: check });
  assert.deepEqual(
    (await listed(person, { reason: 'check_ending' })).data.map(({ name }) => name),
    ['Fresh'],
  );
  const renewed = { ...check, checked_on: '2026-11-19', expires_on: '2030-01-01' };
  await person.client.call('addMemberCheck', { params: { slug: person.slug, memberId: fresh.id }, json: renewed });
  assert.deepEqual((await listed(person, { reason: 'check_ending' })).data, []);
});

test('long below zero is who was below zero all the time, not only now', async () => {
  const person = await signedIn(service);
  const [debtor, helper] = [await oldMember(person, 'Debtor'), await oldMember(person, 'Helper')];
  await record(person, helper.id, debtor.id, '2026-11-01');
  assert.deepEqual(await reasonsOf(person, 'Debtor', { months: 1 }), [], 'it was at zero a moment ago');
  clock.advance(200 * 24 * 3_600_000);
  const later = await signedIn(service, person);
  assert.ok((await reasonsOf(later, 'Debtor', { months: 6 })).includes('below_zero'));
  assert.ok(!(await reasonsOf(later, 'Debtor', { months: 7 })).includes('below_zero'));
  clock.advance(-200 * 24 * 3_600_000);
});

test('a call takes the member off the list until the month that was chosen, and says when, who and what', async () => {
  const person = await signedIn(service);
  const member = await oldMember(person, 'Anna');
  const call = (json: object, memberId = member.id) =>
    person.client.call('recordMemberCall', { params: { slug: person.slug, memberId }, json });
  for (const [json, field] of [
    [{ called_on: '2026-11-21' }, 'called_on'],
    [{ called_on: '2026-02-30' }, 'called_on'],
    [{ called_on: '2026-11-20', again_months: 25 }, 'again_months'],
    [{ called_on: '2026-11-20', note: 'x'.repeat(501) }, 'note'],
  ] as const) {
    const { status, body } = await call(json);
    assert.deepEqual([status, body.errors?.[0]?.field], [422, field]);
  }
  const { status, body } = await call({ called_on: '2026-11-20', note: 'Rings back', again_months: 1 });
  assert.equal(status, 201);
  assert.deepEqual([body.data.calls[0].again_on, body.data.calls[0].note], ['2026-12-20', 'Rings back']);
  assert.deepEqual((await listed(person)).meta.count.rows, 0);
  clock.advance(30 * 24 * 3_600_000);
  const [again] = (await listed(await signedIn(service, person))).data;
  assert.deepEqual([again?.last_call.called_on, again?.last_call.note], ['2026-11-20', 'Rings back']);
  clock.advance(-30 * 24 * 3_600_000);
  const other = await signedIn(service);
  const foreign = await other.client.call('recordMemberCall', {
    params: { slug: other.slug, memberId: member.id },
    json: { called_on: '2026-11-20' },
  });
  assert.deepEqual([foreign.status, foreign.body.error], [404, 'user_not_found']);
  assert.deepEqual((await listed(other)).data, []);
});

test('the list goes on page by page by family name, and counts what it has', async () => {
  const person = await signedIn(service);
  const names = ['Zoe Albers', 'Anna Berg', 'Ben Carl', 'Emil', 'Dora Ende'];
  for (const name of names) {
    const { id } = await oldMember(person, name);
    const [given_name, family_name] = name.split(' ');
    if (!family_name) continue;
    const params = { slug: person.slug, memberId: id };
    const { status, text } = await person.client.call('updateMember', {
      params,
      json: { given_name, family_name },
    });
    assert.equal(status, 200, text);
  }
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { per_page: 2, ...(cursor ? { cursor } : {}) };
    const { body } = await person.client.call('listMembersToCall', { params: { slug: person.slug }, query });
    found.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.meta.next_cursor ?? undefined;
  } while (cursor);
  assert.deepEqual(found, names);
  assert.equal((await listed(person)).meta.count.rows, 5);
});

test('who only gave help or offers nothing is looked for, and not on the list by itself', async () => {
  const person = await signedIn(service);
  const [giver, taker] = [await oldMember(person, 'Giver'), await oldMember(person, 'Taker')];
  await service.createMember({ communityId: person.communityId, name: 'Fresh' });
  await record(person, giver.id, taker.id, '2026-11-01');
  assert.deepEqual((await listed(person)).data, []);
  assert.equal((await listed(person)).meta.count.rows, 0);
  const names = async (reason: string) => (await listed(person, { reason })).data.map(({ name }) => name);
  assert.deepEqual([await names('only_given'), await names('no_offer')], [['Giver'], ['Fresh']]);
});

test('in the half year after an import the silence of its members is no reason, and their wish to leave is', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const file =
    'external_id;name;status;balance_hours;joined_on\nM-1;Anna;active;-3;2009-01-01\nM-2;Ben;active;2;2009-01-01\n';
  const run = await client.call('runImport', { params: { slug }, query: { kind: 'members' }, file });
  assert.equal(run.body.data.created, 2, run.text);
  for (const reason of CALL_REASONS) assert.deepEqual((await listed(person, { reason })).data, [], reason);
  await service.ownerQuery(`update members set leave_asked_at = now() where community_id = $1 and name = 'Ben'`, [
    communityId,
  ]);
  assert.deepEqual(
    (await listed(person)).data.map(({ name, reasons }) => [name, reasons]),
    [['Ben', ['leaving']]],
  );
  clock.advance(190 * 24 * 3_600_000);
  const later = await signedIn(service, person);
  const [anna] = (await listed(later)).data;
  assert.deepEqual([anna?.name, anna?.reasons], ['Anna', ['no_exchange', 'below_zero']]);
  clock.advance(-190 * 24 * 3_600_000);
});

test('the longest silence comes first where it is asked for, by the last help however long ago', async () => {
  const person = await signedIn(service);
  const [long, longer, never] = [
    await oldMember(person, 'Anna'),
    await oldMember(person, 'Ben'),
    await oldMember(person, 'Cleo'),
  ];
  await record(person, long.id, 'chest', '2026-02-01');
  await record(person, 'chest', longer.id, '2025-03-01');
  const all = (await listed(person, { sort: 'silent' })).data as { id: string; last_exchange_on?: string | null }[];
  assert.deepEqual(
    all.map(({ id, last_exchange_on }) => [id, last_exchange_on]),
    [
      [never.id, null],
      [longer.id, '2025-03-01'],
      [long.id, '2026-02-01'],
    ],
  );
});
