/** A statement's row type is what its author says; here PostgreSQL says what the columns are. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { SqlStatement } from '../../server/src/platform/database/query.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/test-support/database.ts';
import { allStatements } from '../../server/src/test-support/statements.ts';
import { type RowType, readRowTypes } from './row-types.ts';

/** How the driver hands a type over, by its name in PostgreSQL; any other type is a text. */
const KINDS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  ...{ int2: 'number', int4: 'number', int8: 'number', float4: 'number', float8: 'number', oid: 'number' },
  ...{ timestamptz: 'Date', timestamp: 'Date', bytea: 'Buffer' },
};
const OPAQUE = ['json', 'jsonb', 'void'];
/** Called for what they do, not for what they return. */
const EFFECTS = ['pg_logical_emit_message', 'require_equal'];

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

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

/** The columns of a statement's rows, without running it: Parse and Describe of the protocol. */
function describeRows({ text }: SqlStatement): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    let failure: Error | undefined;
    client.query({
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Record<'parse' | 'describe', (message: object) => void> & {
          sync(): void;
        };
        wire.parse({ text });
        wire.describe({ type: 'S' });
        wire.sync();
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields;
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure) reject(failure);
        else resolve(fields);
      },
    } as unknown as pg.Submittable);
  });
}

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

test('each row type has the columns of its statement, with the types that the driver hands over', async () => {
  const statements = await allStatements();
  const rowTypes = readRowTypes([...new Set(statements.map(({ file }) => `server/src/${file}`))]);
  const faults: string[] = [];
  for (const { file, exportName, statement } of statements) {
    const where = `server/src/${file}: ${exportName}`;
    const promised = rowTypes.get(where);
    if (!promised) faults.push(`${where}: its row type was not found`);
    else for (const fault of differences(await describeRows(statement), promised)) faults.push(`${where}: ${fault}`);
  }
  assert.ok(statements.length > 400, 'the statements were found');
  assert.deepEqual(faults, []);
});
