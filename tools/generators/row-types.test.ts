/** A statement's types are what its author says; here PostgreSQL says what the columns and the parameters are. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { SqlStatement } from '../../core/database/query.ts';
import { createTestDatabase, type TestDatabase } from '../../test-support/database.ts';
import { allStatements } from '../../test-support/statements.ts';
import { describe, type Field } from '../statements/describe.ts';
import { EFFECTS, KINDS } from '../statements/generate.ts';
import { type RowType, readStatementTypes } from './test-support/row-types.ts';

const OPAQUE = ['json', 'jsonb', 'void'];

let database: TestDatabase;
let client: pg.Client;
let typeNames: ReadonlyMap<number, string>;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.appUrl);
  await client.connect();
  const { rows } = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type');
  typeNames = new Map(rows.map(({ oid, name }) => [oid, name]));
});
after(async () => {
  await client?.end();
  await database?.drop();
});

/** The differences, in words. */
function differences(fields: readonly Field[], promised: RowType): string[] {
  // Nobody reads its rows.
  if (promised.size === 0) return [];
  const there = new Set(fields.map(({ name }) => name));
  const missing = [...promised].filter(([name, { isOptional }]) => !isOptional && !there.has(name));
  return [
    ...missing.map(([name]) => `no column "${name}"`),
    ...fields.flatMap((field) => differenceOf(field, promised.get(field.name)?.kinds)),
  ];
}

function differenceOf({ name, dataTypeID }: Field, kinds: ReadonlySet<string> | undefined): string[] {
  const type = typeNames.get(dataTypeID) ?? '';
  if (EFFECTS.includes(name)) return [];
  if (!kinds) return [`column "${name}" is not in the row type`];
  // Only the author knows the content of JSON and arrays; void is nothing.
  if (type.startsWith('_') || OPAQUE.includes(type)) return [];
  const kind = KINDS[type] ?? 'string';
  return [...kinds].some((each) => each !== kind) ? [`"${name}" is ${type}, not ${[...kinds].join(' or ')}`] : [];
}

/** What the driver may send for a type; any other type is a text. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  ...{ int8: ['number', 'bigint', 'string'], numeric: ['number', 'string'], timestamptz: ['Date', 'string'] },
  ...{ json: ['json', 'string'], jsonb: ['json', 'string'] },
};
/** What the orders of a list make of its parameters `by`, `descending` and `after`. */
const OF_ORDERS = ['afterKey', 'afterId'];
const ORDERS = ['by', 'descending', 'after'];

function parameterFaults({ names = [] }: SqlStatement, parameterIDs: readonly number[], taken: RowType): string[] {
  return names.flatMap((name, at) => {
    const type = typeNames.get(parameterIDs[at] ?? 0) ?? '';
    const parameter = taken.get(name);
    if (!parameter) return OF_ORDERS.includes(name) && taken.has('after') ? [] : [`there is no parameter ${name}`];
    // Filters are of any type; PostgreSQL refuses a wrong one.
    const allowed = type.startsWith('_') ? ['json'] : (SENT[type] ?? [KINDS[type] ?? 'string']);
    const other = [...parameter.kinds].filter((kind) => !allowed.includes(kind) && !parameter.isOptional);
    return other.length > 0 ? [`$${name} is ${type}, not ${other.join(' or ')}`] : [];
  });
}

test('each statement has the rows and the parameters of its types, as the driver hands them over', async () => {
  const statements = await allStatements();
  const types = readStatementTypes([...new Set(statements.map(({ file }) => file))]);
  const faults: string[] = [];
  const unused = new Map([...types].map(([where, { parameters }]) => [where, new Set(parameters.keys())]));
  for (const { file, exportName, statement } of statements) {
    const where = `${file}: ${exportName}`;
    const type = types.get(where);
    if (!type) {
      faults.push(`${where}: its types were not found`);
      continue;
    }
    const { fields, parameterIDs } = await describe(client, statement);
    for (const fault of differences(fields, type.row)) faults.push(`${where}: ${fault}`);
    for (const fault of parameterFaults(statement, parameterIDs, type.parameters)) faults.push(`${where}: ${fault}`);
    for (const name of statement.names ?? []) unused.get(where)?.delete(name);
    if (type.parameters.has('after')) for (const name of ORDERS) unused.get(where)?.delete(name);
  }
  for (const [where, names] of unused) if (names.size > 0) faults.push(`${where}: leaves out ${[...names].join(', ')}`);
  assert.ok(statements.length > 400, 'the statements were found');
  assert.deepEqual([...new Set(faults)], []);
});
