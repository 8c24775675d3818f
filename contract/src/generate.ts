/** Writes openapi.json and console-openapi.json at the root of the repository: `npm run generate -w contract`. */
import { writeFileSync } from 'node:fs';
import { consoleOpenApiDocument } from './console/openapi.ts';
import { openApiDocument } from './openapi.ts';

for (const [name, document] of [
  ['openapi.json', openApiDocument()],
  ['console-openapi.json', consoleOpenApiDocument()],
] as const) {
  writeFileSync(new URL(`../../${name}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
}
