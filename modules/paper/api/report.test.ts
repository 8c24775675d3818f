/** The report on some days is equal to the ledger, to the second. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { encodeId } from '@timebank/contract';
import { signedIn } from '../../../test-support/console.ts';
import { testService } from '../../../test-support/harness.ts';
import type { CommunityReport } from '../contract/reports.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;

async function record(
  { client, slug }: Person,
  provider: string,
  receiver: string,
  time: string,
  service_date: string,
) {
  const json = { key: randomUUID(), service_date, provider, receiver, time };
  const { status, body, text } = await client.call('recordExchange', { params: { slug }, json });
  assert.equal(status, 201, text);
  return body.data.id as string;
}

async function reported({ client, slug }: Person, query = {}): Promise<CommunityReport> {
  const { body, text } = await client.call('getCommunityReport', { params: { slug }, query });
  assert.ok(body.data, text);
  return body.data as CommunityReport;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

/** What the ledger itself says of the exchanges of some days. */
async function ledger(communityId: number, from: string, to: string) {
  const [row] = await service.ownerQuery<{ exchanges: number; seconds: string }>(
    `select count(*)::int as exchanges, coalesce(sum(amount_seconds), 0) as seconds from transfers t
     where community_id = $1 and kind = 'exchange' and service_date between $2 and $3
       and id not in (select reverses_id from transfers where community_id = $1 and reverses_id is not null)`,
    [communityId, from, to],
  );
  return { exchanges: row?.exchanges ?? 0, seconds: Number(row?.seconds) };
}

/** A year with a correction, an erased member, an organisation and the fund. */
async function year(person: Person): Promise<void> {
  const { client, slug, communityId } = person;
  const params = { slug };
  const [anna, ben, cleo, dora] = await Promise.all(
    ['Anna', 'Ben', 'Cleo', 'Dora'].map((name) => service.createMember({ communityId, name })),
  );
  assert.ok(anna && ben && cleo && dora);
  for (const [member, birth_year, place] of [
    [anna, '1950', 'Kassel'],
    [ben, '1990', 'Kassel'],
    [cleo, '1950', 'Vellmar'],
  ] as const) {
    const changed = await client.call('updateMember', {
      params: { slug, memberId: member.id },
      json: { birth_year, place },
    });
    assert.equal(changed.status, 200, changed.text);
  }
  const library = await client.call('createAccount', { params, json: { name: 'Library' } });
  await record(person, anna.id, ben.id, '1:01', '2026-01-01');
  await record(person, cleo.id, anna.id, '0:07', '2026-11-20');
  await record(person, anna.id, `account:${library.body.data.id}`, '2', '2026-06-30');
  await record(person, 'chest', cleo.id, '0:30', '2026-06-30');
  await record(person, dora.id, ben.id, '3', '2026-03-01');
  await record(person, ben.id, anna.id, '5', '2025-12-31');
  const wrong = await record(person, ben.id, cleo.id, '4', '2026-05-01');
  const correction = { params: { slug, exchangeId: wrong }, json: { reason: 'Twice' } };
  assert.equal((await client.call('correctExchange', correction)).status, 200);
  await record(person, ben.id, cleo.id, '0:40', '2026-05-01');
  const erased = await client.call('eraseMember', { params: { slug, memberId: dora.id }, json: { name: 'Dora' } });
  assert.equal(erased.status, 200, erased.text);
}

test('every part adds up to the ledger, with corrections, an erased member, an organisation and the fund', async () => {
  const person = await signedIn(service);
  await year(person);
  const report = await reported(person, { from: '2026-01-01', to: '2026-12-31' });
  const { figures, before: earlier, categories, groups, months } = report;
  const all = await ledger(person.communityId, '2026-01-01', '2026-12-31');
  assert.deepEqual({ exchanges: figures.exchanges, seconds: figures.seconds }, all);
  assert.deepEqual(all, { exchanges: 6, seconds: 3660 + 420 + 7200 + 1800 + 10_800 + 2400 });
  assert.deepEqual({ exchanges: earlier.exchanges, seconds: earlier.seconds }, { exchanges: 1, seconds: 18_000 });
  for (const part of [categories, months]) {
    assert.equal(
      sum<{ seconds: number }>(part, (row) => row.seconds),
      all.seconds,
    );
    assert.equal(
      sum<{ exchanges: number }>(part, (row) => row.exchanges),
      all.exchanges,
    );
  }
  assert.deepEqual(
    categories.map(({ category }) => category),
    [null],
  );
  const ofKind = (kind: string) => groups.filter((group) => group.kind === kind);
  assert.equal(
    sum(ofKind('account'), (group) => group.given_seconds),
    all.seconds,
  );
  assert.equal(
    sum(ofKind('account'), (group) => group.received_seconds),
    all.seconds,
  );
  const members = ofKind('account').find(({ name }) => name === 'members');
  for (const kind of ['age', 'place']) {
    assert.equal(
      sum(ofKind(kind), (group) => group.given_seconds),
      members?.given_seconds,
      kind,
    );
    assert.equal(
      sum(ofKind(kind), (group) => group.received_seconds),
      members?.received_seconds,
      kind,
    );
    assert.equal(
      sum(ofKind(kind), (group) => group.people),
      figures.people,
      kind,
    );
  }
  assert.deepEqual(new Set(ofKind('place').map(({ name }) => name)), new Set(['Kassel', 'Vellmar', null]));
  assert.deepEqual([figures.people, figures.gave, figures.received, figures.joined, figures.left], [4, 4, 3, 4, 1]);
  assert.equal(figures.fund_seconds, 1800);
});

test('a category is found by its name, in any case, and help without one is shown as such', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const [anna, ben] = await Promise.all(['Anna', 'Ben'].map((name) => service.createMember({ communityId, name })));
  assert.ok(anna && ben);
  const made = await client.call('createCategory', { params: { slug }, json: { name: 'Garden' } });
  assert.equal(made.status, 201, made.text);
  await record(person, anna.id, ben.id, '1', '2026-05-01');
  const offer = { member_id: anna.id, type: 'service', title: 'Mowing', description: 'Lawns', category: 'Garden' };
  const listing = await client.call('createCommunityListing', { params: { slug }, json: offer });
  assert.equal(listing.status, 201, listing.text);
  const json = { key: randomUUID(), service_date: '2026-05-02', provider: anna.id, receiver: ben.id, time: '2' };
  const told = await client.call('recordExchange', {
    params: { slug },
    json: { ...json, listing: listing.body.data.id },
  });
  assert.equal(told.status, 201, told.text);
  const all = await reported(person, { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual(
    all.categories.map(({ category, seconds }) => [category, seconds]),
    [
      ['Garden', 7200],
      [null, 3600],
    ],
  );
  const garden = await reported(person, { from: '2026-01-01', to: '2026-12-31', category: 'garden' });
  assert.deepEqual([garden.figures.exchanges, garden.figures.seconds], [1, 7200]);
});

test('the report of a community has nothing of another, and nothing where nothing was', async () => {
  const { figures, categories, groups, months, from, to } = await reported(await signedIn(service));
  assert.deepEqual([from, to], ['2026-01-01', '2026-11-20']);
  assert.deepEqual([figures.exchanges, figures.seconds, figures.request_days], [0, 0, null]);
  assert.deepEqual([categories, groups, months], [[], [], []]);
});

test('the second record of a person neither joins, leaves nor gives; who joined before the books waits for nothing', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const [emre, twin, old, fresh, gone] = await Promise.all(
    ['Emre Weber', 'Emre Weber', 'Olga Alt', 'Frida Neu', 'Gero Weg'].map((name) =>
      service.createMember({ communityId, name }),
    ),
  );
  assert.ok(emre && twin && old && fresh && gone);
  const change = async (memberId: string, json: object) =>
    assert.equal((await client.call('updateMember', { params: { slug, memberId }, json })).status, 200);
  await change(old.id, { joined_on: '2009-02-03' });
  await change(fresh.id, { joined_on: '2026-11-18' });
  await service.ownerQuery("update communities set created_at = '2026-11-15' where id = $1", [communityId]);
  await record(person, old.id, twin.id, '1', '2026-11-19');
  await record(person, fresh.id, twin.id, '2', '2026-11-20');
  const leave = { params: { slug, memberId: gone.id }, json: { status: 'left' } };
  assert.equal((await client.call('setMemberStatus', leave)).status, 200);
  const json = { member_id: emre.id, other_id: twin.id, decision: 'same' };
  const decided = await client.call('decideMemberPair', { params: { slug }, json });
  assert.equal(decided.status, 200, decided.text);
  const { figures, before } = await reported(person, { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual([figures.members, figures.joined, figures.left], [3, 3, 1], 'Emre, Olga and Frida; Gero left');
  assert.deepEqual([figures.gifts, figures.gift_seconds], [0, 0]);
  assert.deepEqual([figures.newcomers, figures.newcomer_days], [1, 2]);
  assert.equal(before.members, 1, 'Olga');
});

test('hours by quarter are those of the ledger, with a line for who has none; members by each own field add up to all', async () => {
  const person = await signedIn(service);
  await year(person);
  const { client, slug, communityId } = person;
  for (const json of [
    { name: 'Quarter', kind: 'choice', choices: ['Nordstadt', 'Altstadt', 'Hafen'] },
    { name: 'Gender', kind: 'choice', choices: ['male', 'female'] },
    { name: 'Hobby', kind: 'text' },
  ])
    assert.equal((await client.call('createMemberField', { params: { slug }, json })).status, 201);
  const people = await service.ownerQuery<{ id: string; name: string }>(
    'select id, name from members where community_id = $1',
    [communityId],
  );
  const set = async (name: string, ...given: readonly (string | null)[]) => {
    const found = people.find((one) => one.name === name);
    assert.ok(found, name);
    const values = given.map((value, at) => ({ number: at + 1, value }));
    const params = { slug, memberId: encodeId('usr', found.id) };
    const changed = await client.call('setMemberOwnFields', { params, json: { values } });
    assert.equal(changed.status, 200, changed.text);
  };
  await set('Anna', 'Nordstadt', 'female');
  await set('Ben', 'Altstadt', 'male');
  await set('Cleo', 'Nordstadt', null, 'Chess');
  const days = { from: '2026-01-01', to: '2026-12-31' };
  const unmarked = await reported(person, days);
  assert.deepEqual(
    unmarked.groups.filter(({ kind }) => kind === 'quarter'),
    [],
  );
  await client.call('updateMemberField', { params: { slug, fieldNumber: 1 }, json: { is_quarter: true } });
  const { groups, members_by, figures } = await reported(person, days);
  const counted = await service.ownerQuery<{ name: string | null; given: string; received: string; people: number }>(
    `select d.own_values ->> '1' as name, count(distinct m.id)::int as people,
       sum(case when t.credit_account_id = a.id then amount_seconds else 0 end) as given,
       sum(case when t.debit_account_id = a.id then amount_seconds else 0 end) as received
     from transfers t
     join accounts a on a.community_id = t.community_id and a.id in (t.credit_account_id, t.debit_account_id)
     join members m on m.community_id = t.community_id and m.id = a.member_id
     left join member_details d on d.community_id = t.community_id and d.member_id = m.id
     where t.community_id = $1 and t.kind = 'exchange' and t.service_date between $2 and $3
       and t.id not in (select reverses_id from transfers where community_id = $1 and reverses_id is not null)
     group by 1`,
    [communityId, days.from, days.to],
  );
  const byName = (a: { name: string | null }, b: { name: string | null }) =>
    String(a.name).localeCompare(String(b.name));
  const quarters = groups.filter(({ kind }) => kind === 'quarter');
  assert.deepEqual(
    quarters.toSorted(byName),
    counted.toSorted(byName).map(({ given, received, ...row }) => ({
      ...{ kind: 'quarter', ...row },
      ...{ given_seconds: Number(given), received_seconds: Number(received) },
    })),
  );
  assert.deepEqual(quarters.map(({ name }) => name).sort(), ['Altstadt', 'Nordstadt', null]);
  const members = groups.find(({ kind, name }) => kind === 'account' && name === 'members');
  assert.equal(
    sum(quarters, ({ given_seconds }) => given_seconds),
    members?.given_seconds,
  );
  assert.deepEqual(
    members_by.map(({ field, name, members }) => [field, name, members]),
    [
      ['Quarter', 'Nordstadt', 2],
      ['Quarter', 'Altstadt', 1],
      ['Gender', 'male', 1],
      ['Gender', 'female', 1],
      ['Gender', null, 1],
    ],
  );
  for (const field of ['Quarter', 'Gender']) {
    const own = members_by.filter((row) => row.field === field);
    assert.equal(
      sum(own, (row) => row.members),
      figures.members,
      field,
    );
  }
  const auditor = await signedIn(service, { communityId, slug, role: 'auditor' });
  const audited = await reported(auditor, days);
  assert.deepEqual(new Set(audited.members_by.map(({ field }) => field)), new Set(['Quarter']));
  assert.deepEqual(audited.groups, groups);
});
