/** Keeps the text of the schema what the migrations make. */
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { SqlStatement } from '../core/database/query.ts';
import { readSchemaText, SCHEMA_FILE } from '../core/database/schema-text.ts';

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

/** Writes it, or with `--check` says whether it is up to date. */
async function main(args: readonly string[]): Promise<void> {
  const { withTestDatabase } = await import('./database.ts');
  const text = await withTestDatabase(({ ownerConnection }) => dumpSchema(ownerConnection));
  if (!args.includes('--check')) await writeFile(SCHEMA_FILE, text);
  else if (text !== (await readFile(SCHEMA_FILE, 'utf8').catch(() => ''))) {
    console.error(`${SCHEMA_FILE} is not what the migrations make: run npm run generate:schema.`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
