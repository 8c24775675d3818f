import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const SERVER_DIR = join(import.meta.dirname, '../..');
const PARAMETERS_MAX = 5;

async function* sources(): AsyncGenerator<[file: string, source: string]> {
  for await (const file of glob('**/*queries.ts', { cwd: SERVER_DIR })) {
    yield [file, await readFile(join(SERVER_DIR, file), 'utf8')];
  }
}

/** Names of properties and parameters with `_`, outside of the SQL. */
const snakeNames = (source: string) =>
  source.replace(/`[^`]*`|'[^'\n]*'|\/\*[\s\S]*?\*\//g, "''").match(/\b[a-z]\w*_\w*(?=\??:)/g) ?? [];

/** Statements that take more parameters by position than anybody keeps apart. */
const longLists = (source: string) =>
  source
    .split(/\n(?=export const )/)
    .filter((part) => /^export const \w+ = (query|write|filteredQuery)</.test(part))
    .filter(
      (part) => Math.max(0, ...[...part.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))) > PARAMETERS_MAX,
    )
    .map((part) => part.split(' ', 3)[2] as string);

test('every row and record of a statement is in camel case', async () => {
  assert.deepEqual(snakeNames("interface Row {\n  readonly created_at: Date;\n  id: number;\n} '`a_b: c`'"), [
    'created_at',
  ]);
  const faults: string[] = [];
  for await (const [file, source] of sources()) faults.push(...snakeNames(source).map((name) => `${file}: ${name}`));
  assert.deepEqual(faults, []);
});

test('a statement with more than five parameters takes them by name', async () => {
  const text =
    "export const one = write<[a: number]>('one', 'select $1, $5');\nexport const two = query<[]>('two', 'select $6');";
  assert.deepEqual(longLists(text), ['two']);
  const faults: string[] = [];
  for await (const [file, source] of sources()) faults.push(...longLists(source).map((name) => `${file}: ${name}`));
  assert.deepEqual(faults, []);
});
