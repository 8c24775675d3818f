/** No table, number, text or secret of a community can be forgotten: the lists are held against the catalogue. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test-support/database.ts';
import { NOT_KEPT, readKeptTables } from '../../operate/backup/tables.ts';
import {
  NAMING_TEXTS,
  NOT_EXPORTED,
  readCommunityTables,
  readNumberColumns,
  SECRET_COLUMNS,
  TRANSACTION_NUMBERS,
} from './community-tables.ts';
import { NOT_COPIED } from './copy-community.ts';
import { STAYS } from './exchange-rows.ts';

/** Tables of a backup that have nothing of one community. */
const OF_NO_COMMUNITY = ['administrator_identities', 'installation', 'passkeys', 'recovery_codes'];
/** Whole numbers with the ending of an id that refer to nothing. */
const NO_REFERENCES: readonly string[] = [];
/** Texts with the ending of a person's that do not name a row. */
const OTHER_TEXTS = ['bank_accounts/named_by', 'partners/match_by'];

let database: TestDatabase;
let client: pg.Client;
before(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.ownerConnection);
  await client.connect();
});
after(async () => {
  await client?.end();
  await database?.drop();
});

/** `table/column` of the exported columns that the type and the name fit. */
async function columnsOf(fits: (type: string, column: string) => boolean): Promise<string[]> {
  const tables = await readCommunityTables(client, 1);
  return tables
    .flatMap(({ name, columns }) =>
      columns.filter((column) => fits(column.type, column.name)).map((column) => `${name}/${column.name}`),
    )
    .sort();
}

test('each table of a backup is exported, or left out for a reason', async () => {
  const kept = (await readKeptTables(client)).map(({ name }) => name);
  const exported = (await readCommunityTables(client, 1)).map(({ name }) => name);
  assert.deepEqual([...exported, ...Object.keys(NOT_EXPORTED), ...OF_NO_COMMUNITY].sort(), kept.sort());
});

test('what stays as it is today, and what a copy lacks, is a table of a community', async () => {
  const kept = (await readKeptTables(client)).filter(({ columns }) =>
    columns.some(({ name }) => name === 'community_id'),
  );
  const names = new Set([...kept.map(({ name }) => name), 'administrators']);
  assert.deepEqual(
    [...Object.keys(STAYS), ...NOT_COPIED].filter((name) => !names.has(name)),
    [],
  );
});

test('a table of tenants that comes is exported without a change here', async () => {
  await client.query('begin');
  await client.query('create table newcomers (community_id integer not null, note text)');
  const tables = await readCommunityTables(client, 7);
  await client.query('rollback');
  assert.equal(tables.find(({ name }) => name === 'newcomers')?.rows, 'where community_id = 7');
  assert.ok(!NOT_KEPT.has('newcomers'));
});

test('each number that may name a row is known', async () => {
  const { sequences, references } = await readNumberColumns(client);
  const numbers = await columnsOf(
    (type, column) => /^(integer|bigint)(\[\])?$/.test(type) && (/(^|_)ids?$|_by$/.test(column) || type.endsWith('[]')),
  );
  const unknown = numbers.filter(
    (name) => !name.endsWith('/community_id') && !sequences.has(name) && !references.has(name),
  );
  assert.deepEqual(unknown, NO_REFERENCES);
});

test('each text that may name a row by its number is known', async () => {
  const texts = await columnsOf((type, column) => type === 'text' && /_by$|^actor$|^subject$/.test(column));
  assert.deepEqual(
    texts.filter((name) => !OTHER_TEXTS.includes(name)),
    [...NAMING_TEXTS].sort(),
  );
});

test('each number of a transaction, and each secret, is known', async () => {
  assert.deepEqual(await columnsOf((type) => type === 'xid8'), Object.keys(TRANSACTION_NUMBERS).sort());
  const secrets = await columnsOf((_, column) => /_encrypted$|^password_hash$/.test(column));
  assert.deepEqual(secrets, [...SECRET_COLUMNS].sort());
});
