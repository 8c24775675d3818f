import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MEMBER_STATUSES, VISIBILITIES } from '@timebank/contract';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { connectDatabase } from '../database/connect.ts';
import { type Database, query } from '../database/query.ts';
import { VISIBILITY, VISIBLE, type VisibilityFacts, visibilityFor } from './visibility.ts';

let testDatabase: TestDatabase;
let database: Database;
before(async () => {
  testDatabase = await createTestDatabase();
  database = await connectDatabase(testDatabase.appConnection);
});
after(async () => {
  await database?.close();
  await testDatabase?.drop();
});

interface Case extends VisibilityFacts {
  readonly choice: (typeof VISIBILITIES)[number] | null;
}

const askSql = query<{ readonly rows: readonly Case[] }, { visibility: string; visible: boolean }>(
  'test_visibility',
  { rows: { status: 'text', visibility: 'text', defaultVisibility: 'text', choice: 'text' } },
  `select ${VISIBILITY} as visibility, ${VISIBLE} as visible
   from unnest($rows) with ordinality as r ($columns, position)
   cross join lateral (select r.status, r.visibility) m
   cross join lateral (select r.default_visibility) c
   cross join lateral (select r.choice as visibility) v
   order by position`,
);

test('SQL and TypeScript agree on the visibility of a member for every status, choice and default', async () => {
  const cases = MEMBER_STATUSES.flatMap((status) =>
    [null, ...VISIBILITIES].flatMap((visibility) =>
      VISIBILITIES.flatMap((defaultVisibility) =>
        [null, ...VISIBILITIES].map((choice): Case => ({ status, visibility, defaultVisibility, choice })),
      ),
    ),
  );
  const answers = await askSql(database.reads, { rows: cases });
  assert.equal(answers.length, 192);
  for (const [at, one] of cases.entries()) {
    const said = visibilityFor(one, one.choice);
    const { visibility, visible } = answers[at] as (typeof answers)[number];
    assert.equal(said !== 'hidden', visible, JSON.stringify(one));
    if (visible) assert.equal(said, visibility, JSON.stringify(one));
  }
});
