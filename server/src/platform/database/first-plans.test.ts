/**
 * Plans of a new database, before its first ANALYZE: a connection keeps them, while thousands of rows come. Whatever is
 * looked up by a key is found by the whole key, not by the community alone.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { selectTokens } from '../../api/partner/access/queries.ts';
import { fanOutEvents } from '../../domain/delivery/queries.ts';
import { lockAccounts, selectCreditsByReference, selectCreditTargets } from '../../domain/ledger/queries.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
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
  [
    lockAccounts.statement,
    [
      'accounts by accounts_by_partner: community_id, partner_id',
      'accounts by accounts_by_member: community_id, member_id',
      'transfers by transfers_pkey: community_id, id',
      'accounts by accounts_pkey: community_id, id',
    ],
  ],
  [
    selectCreditTargets.statement,
    [
      'accounts by accounts_by_partner: community_id, partner_id',
      'members by members_pkey: community_id, id',
      'accounts by accounts_by_member: community_id, member_id',
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
