/** Writes openapi.json at the root of the repository: `npm run generate -w contract`; `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

const target = new URL('../../openapi.json', import.meta.url);
const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('openapi.json is not up to date: npm run generate -w contract');
  process.exitCode = 1;
}
