/** The JSON schema of an export of a community: what a reader of another program finds in it. */
import { withClient } from '../../../core/database/client.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import type { DescribedTable } from '../../operate/backup/format.ts';
import { readCommunityTables, SECRET_COLUMNS } from './community-tables.ts';

const text = (description: string) => ({ type: 'string', description });
const NUMBERS = {
  type: 'object',
  description: 'The smallest and the greatest number in each numbered column, by `table/column`.',
  additionalProperties: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
};

const HEADER = {
  type: 'object',
  description: 'The first line, behind `timebank-backup `.',
  required: ['format', 'build', 'created_at', 'installation', 'migrations', 'tables', 'key_check', 'mac', 'community'],
  properties: {
    format: { const: 2 },
    build: text('The program that made it.'),
    created_at: { ...text('When its snapshot was taken.'), format: 'date-time' },
    installation: { ...text('The installation it comes from.'), format: 'uuid' },
    migrations: { type: 'array', description: 'The schema that its rows fit.', items: { type: 'object' } },
    tables: { type: 'array', description: 'Name, columns and types of each table.', items: { type: 'object' } },
    key_check: text('Digest of the key that passphrase and salt make, in base64.'),
    secret_key: { type: 'null' },
    mac: { const: 'HMAC-SHA-256' },
    community: {
      type: 'object',
      required: ['slug', 'name', 'kind', 'tag', 'id', 'numbers', 'salt'],
      properties: {
        slug: text('Its short name.'),
        name: text('Its name.'),
        kind: { enum: ['live', 'sandbox'] },
        tag: text('Five base62 characters with which its client ids and tokens begin.'),
        id: { type: 'integer', description: 'Its number where it was exported.' },
        numbers: NUMBERS,
        salt: text('16 random bytes in hexadecimal.'),
      },
    },
  },
};

/** The schema of what this build exports from this database. */
export async function readExportSchema(ownerConnection: ConnectionSettings) {
  return await withClient(ownerConnection, async (client) =>
    exportSchemaOf(await readCommunityTables(client, 0), SECRET_COLUMNS),
  );
}

/** @param secrets encrypted columns, as `table/column` */
function exportSchemaOf(tables: readonly DescribedTable[], secrets: ReadonlySet<string>) {
  const named = [...tables].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const rowOf = ({ name, columns }: DescribedTable) => ({
    type: 'array',
    items: {
      type: 'object',
      required: columns.map((column) => column.name),
      properties: Object.fromEntries(
        columns.map((column) => [
          column.name,
          {
            type: ['string', 'null'],
            description: secrets.has(`${name}/${column.name}`) ? `${column.type}, encrypted` : column.type,
          },
        ]),
      ),
    },
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Export of a community',
    description:
      'What `timebank community export` writes, once it is unpacked: every value is the text that PostgreSQL writes of its type, or null.',
    type: 'object',
    required: ['header', 'tables', 'trailer'],
    properties: {
      header: HEADER,
      tables: {
        type: 'object',
        required: named.map(({ name }) => name),
        properties: Object.fromEntries(named.map((table) => [table.name, rowOf(table)])),
      },
      trailer: {
        type: 'object',
        description: 'The line `end`.',
        required: ['tables', 'identities'],
        properties: {
          tables: { type: 'object', description: 'Rows per table.', additionalProperties: { type: 'integer' } },
          identities: { type: 'array', maxItems: 0 },
        },
      },
    },
  };
}
