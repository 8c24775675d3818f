import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedQuery, rowsQuery } from './named.ts';
import type { Queryable } from './query.ts';

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
      values: [7, ['A', 'C'], ['B', 'D']],
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
