import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedIn } from '../../../../test-support/console.ts';
import { testService } from '../../../../test-support/harness.ts';

const service = await testService();

type Person = Awaited<ReturnType<typeof signedIn>>;

const ANNA = {
  ...{ name: 'Anna B.', given_name: 'Anna', family_name: 'Berger', salutation: 'Frau', phone: '0561 / 12 34 56' },
  ...{ second_phone: '+49 171 5550101', street: 'Gartenstr. 5', postal_code: '34117', place: 'Kassel', country: 'DE' },
  ...{ preferred_contact: 'phone', birth_year: '1956', agreement_signed_on: '2020-01-31' },
  ...{ email_consent_on: '2020-02-01', emergency_contact: 'Ben, 0561 99', notes: 'Likes cats' },
};
const { emergency_contact: _, notes: __, ...SEEN } = ANNA;

async function add({ client, slug }: Person, body: object) {
  const answer = await client.call('createMember', { params: { slug }, json: body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

test('all that an office keeps of a member is written, read, changed field by field, and part of the export', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { id } = await add(person, ANNA);
  const params = { slug, memberId: id };
  const read = async () => (await client.call('getMember', { params })).body.data;
  const member = await read();
  for (const [name, value] of Object.entries(SEEN)) assert.equal(member[name], value, name);
  await client.call('updateMember', { params, json: { phone: null, place: 'Göttingen' } });
  const changed = await read();
  assert.deepEqual([changed.phone, changed.place, changed.family_name], [null, 'Göttingen', 'Berger']);
  const { file, member: exported } = (await client.call('exportMember', { params })).body.data;
  assert.deepEqual(
    [file.notes, file.emergency_contact, exported.second_phone],
    ['Likes cats', 'Ben, 0561 99', '+49 171 5550101'],
  );
  const wrong = await client.call('updateMember', { params, json: { birth_year: '56' } });
  assert.equal(wrong.status, 422, wrong.text);
  assert.deepEqual(
    wrong.body.errors.map(({ field }: { field: string }) => field),
    ['birth_year'],
  );
});

test('no partner reads what an office keeps, and its change sends no event and leaves every copy in step', async () => {
  const partner = await service.createPartner();
  const { communityId } = partner;
  const { slug } = await service
    .ownerQuery<{ slug: string }>('select slug from communities where id = $1', [communityId])
    .then(([row]) => row as { slug: string });
  const person = await signedIn(service, { communityId, slug });
  const { id } = await add(person, { ...ANNA, email: 'anna@example.org' });
  const token = await service.token(partner);
  const mark = () =>
    service.ownerQuery('select changed_xid::text, updated_at from members where community_id = $1', [communityId]);
  const before = await mark();
  const events = () => service.ownerQuery('select id from events where community_id = $1', [communityId]);
  const count = (await events()).length;
  const json = { notes: 'Moved', phone: '0551 1', family_name: 'Berg', street: 'Neue Str. 1' };
  const answer = await person.client.call('updateMember', { params: { slug, memberId: id }, json });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await events()).length, count);
  assert.deepEqual(await mark(), before, 'what a copy is kept in step with');
  const seen = JSON.stringify((await service.call('GET', `/users/${id}`, { token })).body);
  for (const word of ['Berg', '0551', 'Kassel', '1956', 'Neue', 'cats', '5550101'])
    assert.ok(!seen.includes(word), word);
});

test('a member is found by the telephone number however it is written, and lists sort by family name', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  await add(person, ANNA);
  await add(person, { name: 'Zoe Adler', given_name: 'Zoe', family_name: 'Adler', phone: '0171/9998877' });
  await add(person, { name: 'Carl' });
  const search = async (text: string) => {
    const { body } = await client.call('listMembers', { params: { slug }, query: { search: text } });
    return body.data.map(({ name }: { name: string }) => name);
  };
  for (const text of [
    '0561 123456',
    '0561123456',
    '+49 561 12 34 56',
    '0049 561 123456',
    '(0561) 12-34',
    '171 555 0101',
    '0171 5550101',
  ]) {
    assert.deepEqual(await search(text), ['Anna B.'], text);
  }
  assert.deepEqual(await search('berger'), ['Anna B.']);
  const sorted = await client.call('listMembers', { params: { slug }, query: { sort: 'surname' } });
  assert.deepEqual(
    sorted.body.data.map(({ name }: { name: string }) => name),
    ['Zoe Adler', 'Anna B.', 'Carl'],
  );
});

test('a check says what was shown, to whom and until when; an auditor sees none of the file', async () => {
  const person = await signedIn(service);
  const { client, slug, communityId } = person;
  const { id } = await add(person, ANNA);
  const params = { slug, memberId: id };
  const check = { kind: 'Führungszeugnis', checked_by: 'Petra', checked_on: '2026-01-10', expires_on: '2029-01-10' };
  const added = await client.call('addMemberCheck', { params, json: check });
  assert.equal(added.status, 201, added.text);
  const [{ id: checkId, recorded_at: _at, ...rest }] = added.body.data.checks;
  assert.deepEqual(rest, check);
  const early = await client.call('addMemberCheck', { params, json: { ...check, expires_on: '2026-01-09' } });
  assert.deepEqual(
    early.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    [['expires_on', 'out_of_range']],
  );
  for (const [role, status] of [
    ['coordinator', 200],
    ['auditor', 403],
  ] as const) {
    const other = await signedIn(service, { communityId, slug, role });
    assert.equal((await other.client.call('getMemberFile', { params })).status, status, role);
  }
  const auditor = await signedIn(service, { communityId, slug, role: 'auditor' });
  const { text } = await auditor.client.call('getMember', { params });
  for (const word of ['cats', 'Ben, 0561', 'zeugnis']) assert.ok(!text.includes(word), word);
  const gone = await client.call('removeMemberCheck', { params: { ...params, checkId } });
  assert.deepEqual(gone.body.data.checks, []);
  assert.equal((await client.call('removeMemberCheck', { params: { ...params, checkId } })).status, 404);
});

test('a community defines fields of its own; a value keeps the kind of its field, and goes with it', async () => {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { id } = await add(person, { name: 'Dora' });
  for (const json of [
    { name: 'Car', kind: 'yes_no' },
    { name: 'Since', kind: 'date' },
    { name: 'Hobby', kind: 'text' },
  ]) {
    assert.equal((await client.call('createMemberField', { params: { slug }, json })).status, 201);
  }
  const twice = await client.call('createMemberField', { params: { slug }, json: { name: 'CAR', kind: 'text' } });
  assert.deepEqual(twice.body.errors[0].code, 'taken');
  const params = { slug, memberId: id };
  const set = (values: object[]) => client.call('setMemberOwnFields', { params, json: { values } });
  const valuesOf = ({ body }: Awaited<ReturnType<typeof set>>) =>
    body.data.own_fields.map(({ value }: { value: string }) => value);
  assert.deepEqual(
    valuesOf(
      await set([
        { number: 1, value: 'yes' },
        { number: 2, value: '2020-02-29' },
        { number: 3, value: 'Chess' },
      ]),
    ),
    ['yes', '2020-02-29', 'Chess'],
  );
  assert.deepEqual(valuesOf(await set([{ number: 3, value: null }])), ['yes', '2020-02-29', null]);
  for (const wrong of [
    { number: 1, value: 'maybe' },
    { number: 2, value: '2021-02-29' },
    { number: 9, value: 'x' },
  ]) {
    assert.equal((await set([wrong])).status, 422, JSON.stringify(wrong));
  }
  await client.call('removeMemberField', { params: { slug, fieldNumber: 1 } });
  await client.call('createMemberField', { params: { slug }, json: { name: 'Car', kind: 'text' } });
  const { own_fields } = (await client.call('getMemberFile', { params })).body.data;
  assert.deepEqual(own_fields, [
    { number: 2, name: 'Since', kind: 'date', value: '2020-02-29' },
    { number: 3, name: 'Hobby', kind: 'text', value: null },
    { number: 4, name: 'Car', kind: 'text', value: null },
  ]);
  const stored = await service.ownerQuery('select own_values from member_details where community_id = $1', [
    person.communityId,
  ]);
  assert.deepEqual(stored, [{ own_values: { 2: '2020-02-29' } }]);
  for (let n = 4; n <= 20; n++)
    await client.call('createMemberField', { params: { slug }, json: { name: `F${n}`, kind: 'text' } });
  const full = await client.call('createMemberField', { params: { slug }, json: { name: 'One more', kind: 'text' } });
  assert.deepEqual([full.status, full.body.errors[0].code], [409, 'too_many']);
});

type Field = Readonly<Record<'name' | 'kind', string>> & { readonly choices: string[]; readonly is_quarter: boolean };

/** A community with a field for the quarter, and a member who has one. */
async function withQuarters() {
  const person = await signedIn(service);
  const { client, slug } = person;
  const { id } = await add(person, { name: 'Dora' });
  const create = (json: object) => client.call('createMemberField', { params: { slug }, json });
  const change = (fieldNumber: number, json: object) =>
    client.call('updateMemberField', { params: { slug, fieldNumber }, json });
  const setTo = (value: string | null, number = 1, memberId: string = id) =>
    client.call('setMemberOwnFields', { params: { slug, memberId }, json: { values: [{ number, value }] } });
  const quarterOf = async (memberId: string = id) =>
    (await client.call('getMemberFile', { params: { slug, memberId } })).body.data.own_fields[0].value as string | null;
  const made = await create({ name: 'Quarter', kind: 'choice', choices: ['Nordstadt', 'Altstadt', 'Hafen'] });
  assert.equal(made.status, 201, made.text);
  return { person, id, create, change, setTo, quarterOf };
}

test('a value of a field with choices is one of them, in whatever letters it was typed', async () => {
  const { create, change, setTo, quarterOf } = await withQuarters();
  assert.equal((await setTo(' nordstadt ')).status, 200);
  assert.equal(await quarterOf(), 'Nordstadt');
  const refused = await setTo('Weststadt');
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'unknown_value']);
  assert.match(refused.body.errors[0].message, /Quarter must be one of: Nordstadt, Altstadt, Hafen/);
  assert.equal(await quarterOf(), 'Nordstadt');
  for (const [json, code] of [
    [{ name: 'A', kind: 'choice' }, 'required'],
    [{ name: 'A', kind: 'choice', choices: ['one', 'ONE'] }, 'taken'],
    [{ name: 'A', kind: 'text', choices: ['one'] }, 'conflict'],
  ] as const) {
    const { status, body } = await create(json);
    assert.deepEqual([status, body.errors[0].field, body.errors[0].code], [422, 'choices', code]);
  }
  const unknown = await change(1, { choices: [{ name: 'Weststadt', was: 'Südstadt' }] });
  assert.deepEqual([unknown.status, unknown.body.errors[0].code], [422, 'unknown_value']);
  assert.equal((await create({ name: 'A', kind: 'choice', choices: Array(101).fill('x') })).status, 422);
});

test('a choice that gets another name keeps its members, two of one name become one, and one that goes takes its values along', async () => {
  const { person, id, change, setTo, quarterOf } = await withQuarters();
  const other = await add(person, { name: 'Ben' });
  const third = await add(person, { name: 'Cleo' });
  await setTo('Nordstadt');
  await setTo('Altstadt', 1, other.id);
  await setTo('Hafen', 1, third.id);
  // The first two change names with each other: of no member twice.
  const swapped = await change(1, {
    choices: [
      { name: 'Altstadt', was: 'Nordstadt' },
      { name: 'Nordstadt', was: 'Altstadt' },
      { name: 'Westend', was: null },
    ],
  });
  assert.deepEqual((swapped.body.data[0] as Field).choices, ['Altstadt', 'Nordstadt', 'Westend']);
  assert.deepEqual(await Promise.all([id, other.id, third.id].map(quarterOf)), ['Altstadt', 'Nordstadt', null]);
  const joined = await change(1, {
    choices: [
      { name: 'Westend', was: 'Altstadt' },
      { name: 'Westend', was: 'Westend' },
      { name: 'Nordstadt', was: 'Nordstadt' },
    ],
  });
  assert.deepEqual((joined.body.data[0] as Field).choices, ['Westend', 'Nordstadt']);
  assert.deepEqual(await Promise.all([id, other.id, third.id].map(quarterOf)), ['Westend', 'Nordstadt', null]);
});

test('a change of a field that changes nothing is answered and leaves no record; choices that only change names do', async () => {
  const { person, change, setTo, quarterOf, id } = await withQuarters();
  await setTo('Nordstadt');
  const kept = ['Nordstadt', 'Altstadt', 'Hafen'].map((name) => ({ name, was: name }));
  await change(1, { is_quarter: true, choices: kept });
  const same = [{ is_quarter: true }, { name: 'Quarter' }, { choices: kept }, {}];
  const answers = await Promise.all(same.map((body) => change(1, body)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    same.map(() => 200),
  );
  const [other, first, ...rest] = kept.map(({ name }) => name);
  const names = [
    { name: other, was: first },
    { name: first, was: other },
    ...rest.map((name) => ({ name, was: name })),
  ];
  assert.equal((await change(1, { choices: names })).status, 200);
  assert.equal(await quarterOf(id), 'Altstadt');
  const acts = await service.ownerQuery<{ details: { fields: string[] } }>(
    `select details from audit_log where community_id = $1 and action = 'member_field.changed' order by id`,
    [person.communityId],
  );
  assert.deepEqual(
    acts.map(({ details }) => details.fields),
    [['is_quarter'], ['choices']],
  );
});

test('one field at most is the quarter: the mark moves, leaves with its field, and is for fields with choices alone', async () => {
  const { person, create, change } = await withQuarters();
  await create({ name: 'Gender', kind: 'choice', choices: ['female', 'male', 'diverse'] });
  await create({ name: 'Hobby', kind: 'text' });
  const marked = async () =>
    (await person.client.call('listMemberFields', { params: { slug: person.slug } })).body.data
      .filter((field: Field) => field.is_quarter)
      .map(({ name }: Field) => name);
  assert.deepEqual(await marked(), []);
  await change(1, { is_quarter: true });
  assert.deepEqual(await marked(), ['Quarter']);
  await change(2, { is_quarter: true });
  assert.deepEqual(await marked(), ['Gender']);
  const text = await change(3, { is_quarter: true });
  assert.deepEqual([text.status, text.body.errors[0].field], [422, 'is_quarter']);
  assert.deepEqual(await marked(), ['Gender']);
  await Promise.all([1, 2, 1, 2].map((number) => change(number, { is_quarter: true })));
  assert.equal((await marked()).length, 1);
  await change(1, { is_quarter: true });
  await person.client.call('removeMemberField', { params: { slug: person.slug, fieldNumber: 1 } });
  assert.deepEqual(await marked(), []);
  await assert.rejects(
    service.ownerQuery(`update member_fields set is_quarter = true where community_id = $1`, [person.communityId]),
    /member_fields_quarter/,
  );
  const acts = await service.ownerQuery<{ details: object }>(
    `select details from audit_log where community_id = $1 and action = 'member_field.changed' order by id limit 1`,
    [person.communityId],
  );
  assert.deepEqual(acts, [{ details: { name: 'Quarter', fields: ['is_quarter'] } }]);
  assert.equal((await change(9, { is_quarter: true })).status, 404);
});
