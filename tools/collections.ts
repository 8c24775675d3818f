/** `npm run generate:collections` writes collections/ from openapi.json; `--check` fails if they are out of date. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brunoCollection } from './collections/bruno.ts';
import { postmanCollection } from './collections/postman.ts';
import { collectionRequests, type OpenApi } from './collections/requests.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'collections');

const document = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as OpenApi;
const requests = collectionRequests(document);
const files = new Map([
  [
    'timebank.postman_collection.json',
    `${JSON.stringify(postmanCollection(document.info.title, requests), null, 2)}\n`,
  ],
  ...[...brunoCollection(document.info.title, requests)].map(([path, text]) => [`bruno/${path}`, text] as const),
]);

async function filesThere(): Promise<Map<string, string>> {
  const entries = await readdir(FOLDER, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [path.slice(FOLDER.length + 1), await readFile(path, 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

if (process.argv.includes('--check')) {
  const there = await filesThere();
  const different = [...new Set([...there.keys(), ...files.keys()])].filter(
    (path) => path !== 'README.md' && there.get(path) !== files.get(path),
  );
  if (different.length > 0) {
    console.error(`collections are out of date (npm run generate:collections): ${different.join(', ')}`);
    process.exitCode = 1;
  }
} else {
  await rm(join(FOLDER, 'bruno'), { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(FOLDER, path)), { recursive: true });
    await writeFile(join(FOLDER, path), text);
  }
}
