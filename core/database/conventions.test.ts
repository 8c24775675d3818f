import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { STATEMENT_FILES } from '../../test-support/statements.ts';

const ROOT = join(import.meta.dirname, '../..');

async function* sources(): AsyncGenerator<[file: string, source: string]> {
  for await (const file of glob(STATEMENT_FILES, { cwd: ROOT })) {
    yield [file, await readFile(join(ROOT, file), 'utf8')];
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
