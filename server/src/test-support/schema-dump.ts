/** Keeps the text of the schema, and the JSON schema of an export, what the migrations make. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readCommunityTables, SECRET_COLUMNS } from '../domain/cells/community-tables.ts';
import type { SqlStatement } from '../platform/database/query.ts';
import { readSchemaText, SCHEMA_FILE } from '../platform/database/schema-text.ts';
import { exportSchemaOf } from './export-schema.ts';

/** Reads the schema of a migrated database. */
export async function dumpSchema(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await readSchemaText({
      run: async <Row>({ text }: SqlStatement) => (await client.query(text)).rows as Row[],
    });
  } finally {
    await client.end();
  }
}

const EXPORT_SCHEMA_FILE = join(import.meta.dirname, '../../../docs/community-export.schema.json');

async function dumpExportSchema(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const schema = exportSchemaOf(await readCommunityTables(client, 0), SECRET_COLUMNS);
    return `${JSON.stringify(schema, null, 2)}\n`;
  } finally {
    await client.end();
  }
}

/** Writes both files, or with `--check` says whether they are up to date. */
async function main(args: readonly string[]): Promise<void> {
  const { withTestDatabase } = await import('./database.ts');
  const files = await withTestDatabase(async ({ ownerConnection }) => [
    [SCHEMA_FILE, await dumpSchema(ownerConnection)] as const,
    [EXPORT_SCHEMA_FILE, await dumpExportSchema(ownerConnection)] as const,
  ]);
  for (const [file, text] of files) {
    if (!args.includes('--check')) await writeFile(file, text);
    else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
      console.error(`${file} is not what the migrations make: run npm run generate:schema.`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.main) await main(process.argv.slice(2));
