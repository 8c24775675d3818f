/**
 * `npm run generate:statements`: writes the types of all statements into the `statements.gen.ts` of each room, from which
 * `query('name', …)` has its own. With `--check` it says whether they are up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateStatementTypes } from './statements/generate.ts';

const ROOT = join(import.meta.dirname, '..');

for (const [file, text] of await generateStatementTypes()) {
  const path = join(ROOT, file);
  if (!process.argv.includes('--check')) await writeFile(path, text);
  else if (text !== (await readFile(path, 'utf8').catch(() => ''))) {
    console.error(`${file} is not what the statements say: run npm run generate:statements.`);
    process.exitCode = 1;
  }
}
