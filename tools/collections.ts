/** `npm run generate:collections` writes collections/ from openapi.json, for Bruno and for Postman. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brunoCollection } from '../modules/docs-site/collections/bruno.ts';
import { postmanCollection } from '../modules/docs-site/collections/postman.ts';
import { type CollectionSource, collectionRequests } from '../modules/docs-site/collections/requests.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'collections');

const document = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as CollectionSource;
const requests = collectionRequests(document);
const files = new Map([
  [
    'timebank.postman_collection.json',
    `${JSON.stringify(postmanCollection(document.info.title, requests), null, 2)}\n`,
  ],
  ...[...brunoCollection(document.info.title, requests)].map(([path, text]) => [`bruno/${path}`, text] as const),
]);

await rm(join(FOLDER, 'bruno'), { recursive: true, force: true });
for (const [path, text] of files) {
  await mkdir(dirname(join(FOLDER, path)), { recursive: true });
  await writeFile(join(FOLDER, path), text);
}
