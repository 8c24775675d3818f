/**
 * Writes openapi.json and openapi-3.0.json at the root of the repository: `npm run generate -w contract`; `--check` only
 * compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';
import { asOpenApi30 } from './openapi-3-0.ts';

const document = openApiDocument();
for (const [name, content] of [
  ['openapi.json', document],
  ['openapi-3.0.json', asOpenApi30(document)],
] as const) {
  const target = new URL(`../../${name}`, import.meta.url);
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`${name} is not up to date: npm run generate -w contract`);
    process.exitCode = 1;
  }
}
