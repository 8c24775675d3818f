/**
 * Plans of a new database, before its first ANALYZE: a connection keeps them, while thousands of rows come. Whatever is
 * looked up by a key is found by the whole key, not by the community alone.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { takeMissed } from '../events/delivery/catch-up-queries.ts';
import { fanOutEvents } from '../events/delivery/queries.ts';
import { lockAccounts, lockFreeAccounts, selectCreditsByReference, selectCreditTargets } from '../ledger/queries.ts';
import { selectTokens } from '../partners/access-queries.ts';
import { connectionOptions } from './connection.ts';
import type { SqlStatement } from './query.ts';

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  const settings = { ...database.ownerConnection, options: '-c plan_cache_mode=force_generic_plan' };
  client = new pg.Client(connectionOptions(settings, { byKey: true, statementTimeoutMs: 5000 }));
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.drop();
});

/** Each index of the plan with the columns it is asked by, in the order of the plan. */
async function lookUps({ text }: SqlStatement): Promise<string[]> {
  const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  await client.query(`prepare looked_up as ${text}`);
  try {
    const nulls = Array.from({ length: count }, () => 'null').join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute looked_up (${nulls})`);
    const lines = rows.map((row) => row['QUERY PLAN']);
    return lines.flatMap((line, at) => {
      const [, index, table] =
        /Index (?:Only )?Scan using (\w+) on (\w+)/.exec(line) ?? /Bitmap Index Scan on ((\w+))/.exec(line) ?? [];
      if (index === undefined) return [];
      const condition = lines[at + 1]?.includes('Index Cond') ? (lines[at + 1] as string) : '';
      const columns = [...condition.matchAll(/\(\(?(\w+) [=<>]/g)].map(([, column]) => column);
      return [`${table === index ? '' : `${table} by `}${index}: ${[...new Set(columns)].join(', ')}`];
    });
  } finally {
    await client.query('deallocate looked_up');
  }
}

const EXPECTED: readonly [SqlStatement, readonly string[]][] = [
  [
    selectCreditsByReference.statement,
    [
      'transfers by transfers_reference: community_id, partner_id, kind, reference',
      'transfers by transfers_pkey: community_id, id',
      'accounts by accounts_pkey: community_id, id',
    ],
  ],
  ...[lockAccounts, lockFreeAccounts].map(({ statement }): [SqlStatement, readonly string[]] => [
    statement,
    [
      'accounts by accounts_by_partner: community_id, partner_id',
      'accounts by accounts_by_member: community_id, member_id',
      'transfers by transfers_pkey: community_id, id',
      'accounts by accounts_pkey: community_id, id',
    ],
  ]),
  [
    selectCreditTargets.statement,
    [
      'accounts by accounts_by_partner: community_id, partner_id',
      'members by members_pkey: community_id, id',
      'accounts by accounts_by_member: community_id, member_id',
    ],
  ],
  [
    takeMissed.statement,
    [
      'events by events_pkey: community_id, id',
      'deliveries by deliveries_community_id_event_id_subscription_id_key: community_id, event_id, subscription_id',
    ],
  ],
  [fanOutEvents.statement, ['events by events_pkey: community_id, id']],
  [selectTokens.statement, ['access_tokens by access_tokens_pkey: token_hash']],
];

for (const [statement, expected] of EXPECTED) {
  test(`${statement.name} asks by whole keys before there are statistics of real rows`, async () => {
    const found = await lookUps(statement);
    for (const each of expected) assert.ok(found.includes(each), `${each} is not among ${found.join('; ')}`);
  });
}

test("a table's key is younger than every index of all rows that has its columns further behind, and wins where both cost the same", async () => {
  const { rows } = await client.query<{ older: string; younger: string }>(
    `with indexes as (
       select x.indexrelid as id, x.indrelid, x.indisprimary, x.indpred, array(
         select a.attname from unnest(x.indkey::int[]) with ordinality k (number, place)
         join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.number order by place) as columns
       from pg_index x join pg_class t on t.oid = x.indrelid where t.relnamespace = 'public'::regnamespace
     )
     select p.id::regclass as older, o.id::regclass as younger
     from indexes p join indexes o on o.indrelid = p.indrelid and o.id > p.id
     -- A partial index serves only statements that repeat its condition.
     where p.indisprimary and o.indpred is null and o.columns @> p.columns and o.columns[1] = any(p.columns)
       and not p.columns @> o.columns[1:cardinality(p.columns)]`,
  );
  assert.deepEqual(rows, []);
});

test('while a table is small, too, its rows are looked up by its key', async () => {
  await client.query(`insert into communities (slug, name, created_at) values ('small', 'Small', now())`);
  await client.query(
    `insert into events (community_id, id, type, data, created_at)
     select (select id from communities), gen_random_uuid(), 'wallet.credited', '{}', now() from generate_series(1, 132)`,
  );
  await client.query('analyze events');
  assert.deepEqual(
    (await lookUps(fanOutEvents.statement)).filter((each) => each.startsWith('events ')),
    ['events by events_pkey: community_id, id'],
  );
});

test('while a snapshot keeps old versions of a small table, too, each account is looked up by its whole key', async () => {
  const { rows } = await client.query<{ id: number }>(
    `insert into communities (slug, name, created_at) values ('kept', 'Kept', now()) returning id`,
  );
  const community = rows[0]?.id;
  await client.query(
    `with member as (
       insert into members (community_id, id, name, status, payment_reference, created_at, updated_at)
       select $1, gen_random_uuid(), 'Ada', 'active', 'RF00' || n, now(), now() from generate_series(1, 84) n returning id
     ), partner as (
       insert into partners (community_id, name, status, client_id, scopes, created_at, updated_at)
       select $1, 'Bank', 'active', 'bank' || n, '{}', now(), now() from generate_series(1, 2) n returning id
     )
     insert into accounts (community_id, kind, member_id, partner_id, created_at)
     select $1, 'member', id, null, now() from member union all select $1, 'settlement', null, id, now() from partner`,
    [community],
  );
  const holder = new pg.Client(database.ownerConnection);
  await holder.connect();
  try {
    await holder.query('begin isolation level repeatable read');
    await holder.query('select from accounts');
    for (let version = 1; version <= 150; version++) {
      await client.query('update accounts set credits_seconds = credits_seconds + 1');
    }
    await client.query('analyze');
    for (const { statement } of [lockAccounts, lockFreeAccounts, selectCreditTargets]) {
      const accounts = (await lookUps(statement)).filter((each) => each.includes('accounts_'));
      const whole =
        /accounts_(pkey: community_id, id|by_partner: community_id, partner_id|by_member: community_id, member_id)$/;
      assert.deepEqual(
        accounts.filter((each) => !whole.test(each)),
        [],
        statement.name,
      );
      assert.ok(accounts.length > 0);
    }
  } finally {
    await holder.end();
  }
});
