import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const SERVER_DIR = join(import.meta.dirname, '../..');

async function* sources(): AsyncGenerator<[file: string, source: string]> {
  for await (const file of glob('**/*queries.ts', { cwd: SERVER_DIR })) {
    yield [file, await readFile(join(SERVER_DIR, file), 'utf8')];
  }
}

/** Names of properties and parameters with `_`, outside of the SQL. */
const snakeNames = (source: string) =>
  source.replace(/`[^`]*`|'[^'\n]*'|\/\*[\s\S]*?\*\//g, "''").match(/\b[a-z]\w*_\w*(?=\??:)/g) ?? [];

test('every row and record of a statement is in camel case', async () => {
  assert.deepEqual(snakeNames("interface Row {\n  readonly created_at: Date;\n  id: number;\n} '`a_b: c`'"), [
    'created_at',
  ]);
  const faults: string[] = [];
  for await (const [file, source] of sources()) faults.push(...snakeNames(source).map((name) => `${file}: ${name}`));
  assert.deepEqual(faults, []);
});
