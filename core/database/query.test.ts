import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { withTestDatabase } from '../../test-support/database.ts';
import { connectionOptions } from './connection.ts';
import { type Queryable, query, type SqlStatement, type StatementOptions } from './query.ts';
import type { Filters, SortedPage, SortedRow } from './statement-text.ts';

interface Pair {
  readonly firstName: string;
  readonly lastName: string;
}

/** Answers with the values it was sent. */
const echo: Queryable = { run: async <Row>(_: unknown, values: readonly unknown[]) => [{ values }] as Row[] };

test('a parameter goes to the places of its name, in whatever order a record is written', async () => {
  const both = query<Pair, { values: unknown[] }>('test_named', 'select $lastName::citext, $firstName, $lastName');
  assert.deepEqual(both.statement, {
    ...{ name: 'test_named', text: 'select $1::citext, $2, $1' },
    ...{ names: ['lastName', 'firstName'], changesRows: false },
  });
  assert.deepEqual(await both(echo, { firstName: 'A', lastName: 'B' }), [{ values: ['B', 'A'] }]);
});

test('rows become one array per column, beside what they share, whatever the order in which each is written', async () => {
  const insert = query<{ rows: readonly Pair[]; id: number }, { values: unknown[] }>(
    'test_rows',
    { rows: { firstName: 'text', lastName: 'text' } },
    'insert into pairs (id, $columns) select $id, r.* from unnest($rows) as r ($columns) where $lastName is not null',
  );
  assert.equal(
    insert.statement.text,
    'insert into pairs (id, first_name, last_name) select $1, r.* ' +
      'from unnest($2::text[], $3::text[]) as r (first_name, last_name) where $3::text[] is not null',
  );
  assert.equal(insert.statement.changesRows, true);
  const rows = [
    { lastName: 'B', firstName: 'A' },
    { firstName: 'C', lastName: 'D' },
  ];
  assert.deepEqual(await insert(echo, { rows, id: 7 }), [{ values: [7, '{"A","C"}', '{"B","D"}'] }]);
});

test('a text with a number in the place of a name, or without a column of its rows, is refused when it is declared', () => {
  assert.throws(() => query<{ id: number }, never>('test_number', 'select $1'), /test_number: \$1 has no name/);
  const rows = (text: string) => () =>
    query<{ rows: readonly Pair[] }, never>('test_rows', { rows: { firstName: 'text', lastName: 'text' } }, text);
  assert.throws(rows('insert into pairs ($columns) values (1, 2)'), /leaves out firstName, lastName/);
  assert.throws(rows('select unnest($firstName)'), /leaves out lastName/);
  assert.doesNotThrow(rows('select unnest($firstName), unnest($lastName)'));
});

test('a statement is kept under its name, but for one that is planned each time and one with filters', () => {
  const nameOf = (...declared: [string] | [StatementOptions<{ a?: number }>, string]) =>
    query<{ a?: number }, never>('test_kept', ...declared).statements.map(({ name }) => name);
  assert.deepEqual(nameOf('select 1'), ['test_kept']);
  assert.deepEqual(nameOf({ plan: 'each time' }, 'select 1'), [undefined]);
  assert.deepEqual(nameOf({ filters: { a: 'a = $a' } }, 'select where true$filters'), [undefined, undefined]);
  const once = nameOf({ filters: { a: 'a = $a' }, plan: 'once unfiltered' }, 'select where true$filters');
  assert.deepEqual(once, ['test_kept', undefined]);
});

test('a text has the conditions of the filters that are given; tests get it without, with each, with two, and with all', async () => {
  type Asked = { d: number } & Filters<'a' | 'b' | 'c'>;
  const filtered = query<Asked, { values: unknown[] }>(
    'test_filtered',
    { filters: { a: 'a = $a', b: '(b = $b or $b > 7)', c: null } },
    (used) => `where d = $d$filters${used.has('c') ? ' and c < $c' : ''}`,
  );
  assert.deepEqual(await filtered(echo, { d: 1, c: 3 }), [{ values: [1, 3] }]);
  assert.deepEqual(await filtered(echo, { d: 1, a: undefined, b: null }), [{ values: [1, null] }]);
  const [a, b] = [' and a = $2', ' and (b = $2 or $2 > 7)'];
  assert.deepEqual(
    filtered.statements.map(({ text }) => text),
    [
      ...['', a, b, ' and c < $2', ' and a = $2 and (b = $3 or $3 > 7)', `${a} and c < $3`, `${b} and c < $3`],
      ' and a = $2 and (b = $3 or $3 > 7) and c < $4',
    ].map((end) => `where d = $1${end}`),
  );
});

test('a list begins behind the last row of the page before, in the order and the way that are asked for', async () => {
  const texts: string[] = [];
  const on: Queryable = {
    run: async <Row>({ text }: SqlStatement, values: readonly unknown[]) => {
      texts.push(text);
      return [{ values }] as Row[];
    },
  };
  const list = query<{ id: number } & SortedPage<'name' | 'age'>, SortedRow & { values: unknown[] }>(
    'test_sorted',
    { sort: { orders: { name: { key: 'm.name', type: 'text' }, age: { key: 'm.age', type: 'int' } }, id: 'm.id' } },
    'select $sortKey from m where m.c = $id$filters order by $order limit $limit',
  );
  const first = await list(on, { id: 1, by: 'name', descending: false, after: undefined, limit: 2 });
  const next = await list(on, { id: 1, by: 'age', descending: true, after: { key: '7', id: 'x' }, limit: 2 });
  assert.deepEqual([first, next], [[{ values: [1, 2] }], [{ values: [1, '7', 'x', 2] }]]);
  assert.deepEqual(texts, [
    'select m.name::text as "sortKey" from m where m.c = $1 order by m.name, m.id limit $2',
    'select m.age::text as "sortKey" from m where m.c = $1 and (m.age, m.id) < ($2::int, $3::uuid) ' +
      'order by m.age desc, m.id desc limit $4',
  ]);
  assert.equal(list.statements.length, 8);
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
  const echoed = query<{ rows: readonly Row[] }, Row>(
    'test_echoed',
    { rows: types },
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
        fc.asyncProperty(rows, async (given) => assert.deepEqual(await echoed(on, { rows: given }), given)),
        { numRuns: 200 },
      );
    } finally {
      await client.end();
    }
  });
});
