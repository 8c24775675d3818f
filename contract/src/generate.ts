/** Writes openapi.json at the root of the repository: `npm run generate -w contract`. */
import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi.ts';

writeFileSync(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
