/** What the generator of statements' types concludes from PostgreSQL's tree of a statement. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { numbered } from '../../core/database/statement-text.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { type Catalog, readCatalog } from './catalog.ts';
import { describeWithTree } from './describe.ts';
import { type Fact, Facts } from './facts.ts';

let database: TestDatabase;
let client: pg.Client;
let catalog: Catalog;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.appUrl);
  await client.connect();
  catalog = await readCatalog(client);
});
after(async () => {
  await client?.end();
  await database?.drop();
});

const shown = ({ isNullable, words }: Fact) => `${words?.join('|') ?? 'any'}${isNullable ? ' or null' : ''}`;

async function factsOf(text: string) {
  const { tree, fields, parameterIDs, ...statement } = await described(text);
  const facts = new Facts(tree, catalog);
  return {
    columns: Object.fromEntries(fields.map(({ name }, at) => [name, shown(facts.columns[at] as Fact)])),
    parameters: Object.fromEntries(parameterIDs.map((_, at) => [statement.names[at], shown(facts.parameter(at + 1))])),
  };
}

async function described(text: string) {
  const statement = numbered('tried', {}, text);
  return { ...(await describeWithTree(client, statement)), ...statement };
}

const FROM = 'from members m left join member_details d on d.community_id = m.community_id and d.member_id = m.id';

for (const [what, select, expected] of [
  ['a column is as the schema has it', `m.name, m.email ${FROM}`, { name: 'any', email: 'any or null' }],
  ['an outer join may find nothing', `d.updated_at ${FROM}`, { updated_at: 'any or null' }],
  ['unless a condition demands it', `d.updated_at ${FROM} where d.updated_at > now()`, { updated_at: 'any' }],
  ['or asks for it', `m.email ${FROM} where m.email is not null and m.name = 'a'`, { email: 'any' }],
  ['not if it is one of two', `m.email ${FROM} where m.email is not null or m.name = 'a'`, { email: 'any or null' }],
  ['a check is a closed list', 'type from listings', { type: 'service|request' }],
  ['a condition narrows it', `type from listings where type in ('request')`, { type: 'request' }],
  ['a default ends null', `coalesce(m.visibility, 'hidden') as v ${FROM}`, { v: 'hidden|listed|listed_with_email' }],
  ['a choice is all of its ends', `case when m.name = '' then 'none' end as v ${FROM}`, { v: 'none or null' }],
  ['a total of nothing is null', `max(m.name) as last, count(*) as all ${FROM}`, { last: 'any or null', all: 'any' }],
  ['a group has a row', `max(m.name) as last ${FROM} group by m.community_id`, { last: 'any' }],
  ['a subquery may find nothing', `(select title from listings limit 1) as title`, { title: 'any or null' }],
  ['a list of a subquery is there', `array(select type from listings) as types`, { types: 'service|request' }],
  ['a field of a JSON may be missing', `d.own_values ->> 'a' as a ${FROM}`, { a: 'any or null' }],
  ['a union is both', `null as a union all select name from members`, { a: 'any or null' }],
] as const) {
  test(`a column: ${what}`, async () => {
    assert.deepEqual((await factsOf(`select ${select}`)).columns, expected);
  });
}

test('a column: a change answers through its name', async () => {
  const { columns } = await factsOf('with gone as (delete from listings returning id, type) select * from gone');
  assert.deepEqual(columns, { id: 'any', type: 'service|request' });
});

for (const [what, text, expected] of [
  [
    'what is stored is as its column has it',
    'update members set name = $name, email = $email, status = $status',
    { name: 'any', email: 'any or null', status: 'active|pending|suspended|left' },
  ],
  [
    'what is compared is not null, and from the list of its column',
    'select from listings where status = $status and ends_on < $day',
    { status: 'active|held|closed', day: 'any' },
  ],
  [
    'what is asked for null may be null',
    'select from members where $email::text is null or email is not distinct from $other',
    { email: 'any or null', other: 'any or null' },
  ],
  [
    'what passes through a subquery is as the column where it ends',
    `with given as (select $id::uuid as id, $email::text as email)
     update members m set email = given.email from given where m.id = given.id`,
    { id: 'any', email: 'any or null' },
  ],
] as const) {
  test(`a parameter: ${what}`, async () => {
    assert.deepEqual((await factsOf(text)).parameters, expected);
  });
}

test('a statement that PostgreSQL refuses is named with its reason', async () => {
  await assert.rejects(factsOf('select nothing from members'), /column "nothing" does not exist: select nothing from/);
});
