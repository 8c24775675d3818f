import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { withTestDatabase } from '../../test-support/database.ts';
import { connectionOptions } from './connection.ts';
import { namedQuery, rowsQuery } from './named.ts';
import type { Queryable, SqlStatement } from './query.ts';

interface Pair {
  readonly firstName: string;
  readonly lastName: string;
}

/** Answers with the values it was sent. */
const echo: Queryable = { run: async <Row>(_: unknown, values: readonly unknown[]) => [{ values }] as Row[] };

test('the order in which a record is written does not matter', async () => {
  const both = namedQuery<Pair, { values: unknown[] }>(
    'test_named',
    { firstName: 'text', lastName: 'citext' },
    'select $lastName, $firstName, $lastName',
  );
  assert.equal(both.statement.text, 'select $2::citext, $1::text, $2::citext');
  assert.deepEqual(await both(echo, { lastName: 'B', firstName: 'A' }), [{ values: ['A', 'B'] }]);
});

test('rows become one array per column, behind what they share, whatever the order in which each is written', async () => {
  const insert = rowsQuery<Pair, { values: unknown[] }, { readonly id: number }>(
    'test_rows',
    { columns: { firstName: 'text', lastName: 'text' }, shared: { id: 'int' } },
    'insert into pairs (id, $columns) select $id, r.* from unnest($rows) as r ($columns) where $lastName is not null',
  );
  assert.equal(
    insert.statement.text,
    'insert into pairs (id, first_name, last_name) select $1::int, r.* ' +
      'from unnest($2::text[], $3::text[]) as r (first_name, last_name) where $3::text[] is not null',
  );
  assert.equal(insert.statement.changesRows, true);
  const pairs = [
    { lastName: 'B', firstName: 'A' },
    { firstName: 'C', lastName: 'D' },
  ];
  assert.deepEqual(await insert(echo, pairs, { id: 7 }), [
    {
      values: [7, '{"A","C"}', '{"B","D"}'],
    },
  ]);
});

test('a text that names what is not declared, or leaves a parameter out, is refused when it is declared', () => {
  const types = { firstName: 'text', lastName: 'text' };
  const named = (text: string) => () => namedQuery<Pair, never>('test_named', types, text);
  assert.throws(named('select $firstName, $lastName, $name'), /test_named: there is no parameter name/);
  assert.throws(named('select $firstName, $2'), /test_named: there is no parameter 2/);
  assert.throws(named('select $firstName'), /test_named: the text leaves out lastName/);
  assert.throws(named('select $firstName, $lastName, $rows'), /there is no parameter rows/);
  const rows = (text: string) => () => rowsQuery<Pair, never>('test_rows', { columns: types }, text);
  assert.throws(rows('insert into pairs ($columns) values (1, 2)'), /leaves out firstName, lastName/);
  assert.throws(rows('select unnest($firstName)'), /leaves out lastName/);
  assert.doesNotThrow(rows('select unnest($firstName), unnest($lastName)'));
});

test('all values of rows come back from PostgreSQL unchanged: quotes, backslashes, commas, nulls, bytes, times', async () => {
  interface Row {
    readonly at: Date;
    readonly bytes: Buffer;
    readonly count: number | null;
    readonly isTrue: boolean;
    readonly json: unknown;
    readonly text: string | null;
  }
  const types = { at: 'timestamptz', bytes: 'bytea', count: 'bigint', isTrue: 'boolean', json: 'jsonb', text: 'text' };
  const echoed = rowsQuery<Row, Row>(
    'test_echoed',
    { columns: types },
    'select at, bytes, count, is_true as "isTrue", json, text from unnest($rows) as r ($columns)',
  );
  const text = fc.oneof(
    fc.constantFrom('', 'null', 'NULL', '{}', '"', '\\', '\\"', ',', ' a ', '\n', "'", '\\x41'),
    fc.string({ unit: 'grapheme' }).filter((each) => each.isWellFormed() && !each.includes('\0')),
  );
  const columns = {
    at: fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    bytes: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    count: fc.option(fc.integer()),
    isTrue: fc.boolean(),
    json: fc.record({ text }, { noNullPrototype: true }),
    text: fc.option(text),
  };
  const row = fc.record(columns, { noNullPrototype: true });
  await withTestDatabase(async (database) => {
    const client = new pg.Client(connectionOptions(database.appConnection, { statementTimeoutMs: 3000 }));
    await client.connect();
    const on: Queryable = {
      run: async <R>({ text }: SqlStatement, values: readonly unknown[]) =>
        (await client.query(text, values as unknown[])).rows as R[],
    };
    try {
      const rows = fc.array(row, { minLength: 0, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(rows, async (given) => assert.deepEqual(await echoed(on, given), given)),
        { numRuns: 200 },
      );
    } finally {
      await client.end();
    }
  });
});
