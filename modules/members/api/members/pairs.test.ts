import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';
import { verifyLedger } from '../../../operate/domain/ledger/invariants.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;
type ListedPair = { first: { id: string }; second: { id: string }; by: string[] };

async function add({ client, slug }: Person, body: object) {
  const answer = await client.call('createMember', { params: { slug }, json: body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('a person who is typed again is found by name, e-mail address, telephone number and postal address', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const anna = await add(person, {
    ...{ name: 'Anna Berger', email: 'anna@example.org', phone: '0561 123456' },
    ...{ street: 'Gartenstraße 5', postal_code: '34117' },
  });
  await add(await signedIn(service), { name: 'Anna Berger', email: 'anna@example.org' });
  const like = async (json: object) => {
    const { body, status, text } = await client.call('findLikeMembers', { params: { slug }, json });
    assert.equal(status, 200, text);
    return body.data.map(({ member, by }: { member: { id: string }; by: string[] }) => [member.id, by]);
  };
  assert.deepEqual(await like({ name: 'anna BERGER' }), [[anna.id, ['name']]]);
  assert.deepEqual(await like({ name: 'Anne', email: 'Anna@Example.org ' }), [[anna.id, ['email']]]);
  assert.deepEqual(await like({ second_phone: '+49 (0)561/12 34 56' }), [[anna.id, ['phone']]]);
  assert.deepEqual(await like({ street: 'Gartenstr. 5', postal_code: '34117' }), [[anna.id, ['address']]]);
  assert.deepEqual(await like({ name: 'Ben', phone: '1', street: 'Gartenstr. 5' }), []);
});

test('pairs are listed until a person says what they are; of the same person the hours go over in one gift', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const kept = await add(person, { name: 'Carl Weiß', phone: '0561 7' });
  const twice = await add(person, { name: 'Carl Weiss', email: 'carl@example.org' });
  const husband = await add(person, { name: 'Dora Lang', phone: '0171 5550101' });
  const wife = await add(person, { name: 'Emil Lang', second_phone: '0171 555 0101' });
  const other = await add(person, { name: 'Franz' });
  for (const [provider, receiver] of [
    [twice, other],
    [twice, other],
  ]) {
    await service.deps.postTransfers({
      ...{
        kind: 'exchange',
        communityId,
        providerAccountId: provider.account_id,
        receiverAccountId: receiver.account_id,
      },
      ...{ amountSeconds: 5400, serviceDate: '2026-11-01', externalId: null, listingId: null, note: null },
      ...{ recordedBy: 'test', limited: true },
    });
  }
  const pairs = async () => {
    const { body } = await client.call('listMemberPairs', { params: { slug } });
    return body.data.map(({ first, second, by }: ListedPair) => [first.id, second.id, by]);
  };
  assert.deepEqual(await pairs(), [
    [husband.id, wife.id, ['phone']],
    [kept.id, twice.id, ['name']],
  ]);
  const decide = (member_id: string, other_id: string, decision: string) =>
    client.call('decideMemberPair', { params: { slug }, json: { member_id, other_id, decision } });
  assert.equal((await decide(wife.id, husband.id, 'different')).status, 200);
  assert.deepEqual(await pairs(), [[kept.id, twice.id, ['name']]]);
  const answer = await decide(kept.id, twice.id, 'same');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.balance_hours, 3);
  const gone = (await client.call('getMember', { params: { slug, memberId: twice.id } })).body.data;
  assert.deepEqual([gone.status, gone.balance_hours], ['left', 0]);
  const link = (await client.call('getMemberFile', { params: { slug, memberId: twice.id } })).body.data;
  assert.deepEqual(link.same_as, { id: kept.id, name: 'Carl Weiß' });
  assert.deepEqual(await pairs(), []);
  assert.equal((await decide(kept.id, kept.id, 'same')).status, 422);
  const gifts = await service.ownerQuery(`select kind from transfers where community_id = $1 and kind = 'gift'`, [
    communityId,
  ]);
  assert.equal(gifts.length, 1);
  assert.ok((await verifyLedger(service.deps.database, service.clock)).holds);
});

/** Three rows from one file, of which the first two are one person, and two members who have much in common. */
async function imported() {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const file =
    'external_id;name;status;balance_hours;phone\nM-1;Emre Weber;active;31,25;0561 123456\nM-2;Emre Weber;active;31,25;0561 123456\nM-3;Ali Kurz;active;4;\nM-4;Ali Kurz;active;5;\n';
  const run = await client.call('runImport', {
    params: { slug },
    query: { kind: 'members', file_name: 'liste.csv' },
    file,
  });
  assert.equal(run.body.data.created, 4, run.text);
  const pairs = async () => (await client.call('listMemberPairs', { params: { slug } })).body.data;
  const decide = (json: object) => client.call('decideMemberPair', { params: { slug }, json });
  const balance = async (memberId: string) =>
    (await client.call('getMember', { params: { slug, memberId } })).body.data.balance_hours;
  return { person, client, slug, communityId, pairs, decide, balance };
}

test('an opening balance that two records brought from one file is asked about, and goes back only where it was a mistake', async () => {
  const { pairs, decide, balance, communityId } = await imported();
  const [weber, kurz] = await pairs();
  assert.deepEqual(weber.same_opening, { hours: 31.25, file_name: 'liste.csv', joined_hours: 31.25 });
  assert.deepEqual([weber.joined_hours, kurz.joined_hours, kurz.same_opening], [62.5, 9, null]);
  const same = { member_id: weber.first.id, other_id: weber.second.id, decision: 'same' };
  const field = ({ status, body }: Awaited<ReturnType<typeof decide>>) => [status, body.errors?.[0]?.field];
  assert.deepEqual(field(await decide(same)), [422, 'opening']);
  assert.deepEqual(field(await decide({ ...same, opening: 'mistake' })), [422, 'reason']);
  const other = { member_id: kurz.first.id, other_id: kurz.second.id, decision: 'same' };
  assert.deepEqual(field(await decide({ ...other, opening: 'mistake', reason: 'twice' })), [422, 'opening']);
  assert.equal(await balance(weber.first.id), 31.25, 'what is refused books nothing');
  const answer = await decide({ ...same, opening: 'mistake', reason: 'Listed twice' });
  assert.deepEqual([answer.status, await balance(weber.first.id), await balance(weber.second.id)], [200, 31.25, 0]);
  const [back] = await service.ownerQuery<{ id: string; reason: string }>(
    `select id, reason from transfers where community_id = $1 and kind = 'opening_reversal'`,
    [communityId],
  );
  assert.equal(back?.reason, 'Listed twice');
  const audit = await service.ownerQuery(
    `select subject, details from audit_log where community_id = $1 and action = 'member.opening_taken_back'`,
    [communityId],
  );
  assert.deepEqual(audit, [{ subject: weber.second.id, details: { hours: 31.25, transfer: back?.id } }]);
  assert.ok((await verifyLedger(service.deps.database, service.clock)).holds);
});

test('both opening balances are added where both are right', async () => {
  const { pairs, decide, balance } = await imported();
  const [{ first, second }] = await pairs();
  const answer = await decide({ member_id: first.id, other_id: second.id, decision: 'same', opening: 'right' });
  assert.deepEqual([answer.status, await balance(first.id), await balance(second.id)], [200, 62.5, 0]);
});

test('a record that was joined is no other person, neither in a pair nor beside a member who is typed', async () => {
  const { pairs, decide, person, client, slug } = await imported();
  const [{ first, second }] = await pairs();
  await decide({ member_id: first.id, other_id: second.id, decision: 'same', opening: 'right' });
  const third = await add(person, { name: 'Zoe Braun', phone: '0561 123456' });
  const ids = (await pairs()).map((pair: ListedPair) => [pair.first.id, pair.second.id]);
  assert.ok(ids.some((pair: string[]) => pair[0] === first.id && pair[1] === third.id));
  assert.ok(!ids.flat().includes(second.id));
  const { body } = await client.call('findLikeMembers', { params: { slug }, json: { phone: '0561 123456' } });
  assert.deepEqual(body.data.map(({ member }: { member: { id: string } }) => member.id).sort(), [first.id, third.id]);
});

test('pairs come by how much they have in common, a name alone last, also from page to page', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const both = async (body: object) => [await add(person, body), await add(person, body)];
  const address = { street: 'Gartenstraße 5', postal_code: '34117' };
  await both({ name: 'Eva Name' });
  await both({ name: 'Ina Viel', phone: '0561 777777', ...address });
  await add(person, { name: 'Uwe Eins', phone: '0561 888888' });
  await add(person, { name: 'Udo Zwei', phone: '0561 888888' });
  const found: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { per_page: 1, ...(cursor ? { cursor } : {}) };
    const { body } = await client.call('listMemberPairs', { params: { slug }, query });
    found.push(...body.data.map(({ by }: ListedPair) => by));
    cursor = body.meta.next_cursor ?? undefined;
    if (!cursor) break;
  }
  assert.deepEqual(found, [['address', 'name', 'phone'], ['phone'], ['name']]);
});

test('many pending members are let in or refused at once with a reason; those whose status does not allow it stay', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const waiting = [];
  for (const name of ['A', 'B', 'C']) waiting.push(await add(person, { name, status: 'pending' }));
  const active = await add(person, { name: 'D' });
  const move = (member_ids: string[], status: string, reason?: string) =>
    client.call('setMemberStatuses', { params: { slug }, json: { member_ids, status, ...(reason ? { reason } : {}) } });
  const [a, b, c] = waiting.map(({ id }) => id);
  const answer = await move([a, b, active.id, a], 'active');
  assert.deepEqual(answer.body.data, { changed: 2, unchanged: [{ id: active.id, name: 'D', status: 'active' }] });
  const again = await move([a, b, active.id], 'active');
  assert.deepEqual([again.status, again.body.data.changed, again.body.data.unchanged.length], [200, 0, 3]);
  assert.equal((await move([c], 'left', 'Lives too far away')).body.data.changed, 1);
  const file = (await client.call('getMemberFile', { params: { slug, memberId: c } })).body.data;
  assert.equal(file.status_reason, 'Lives too far away');
  const stranger = await add(await signedIn(service), { name: 'S' });
  assert.equal((await move([a, stranger.id], 'suspended')).status, 404);
  assert.equal(
    (await client.call('getMember', { params: { slug, memberId: a } })).body.data.status,
    'active',
    'all or nothing',
  );
  const audit = await service.ownerQuery(`select details::text from audit_log where action = 'member.status_changed'`);
  assert.ok(!JSON.stringify(audit).includes('far away'), 'the reason can be erased, so it is not in the audit log');
});
