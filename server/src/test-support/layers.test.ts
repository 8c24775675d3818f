/** Layers above each other, and modules that do not import each other (ARCHITECTURE.md, "Layers"). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
/** From the top down: a file imports its own layer and those below. */
const LAYERS = ['.', 'commands', 'demo', 'service', 'api', 'domain', 'platform'];
/** Within the API: neither partner nor console knows the other; what they share knows neither. */
const SHARED = ['api/http', 'api/present'];

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** The imports of a file, values and types. */
const importsOf = (folder: string, from: string): readonly Arrow[] =>
  [...readFileSync(join(folder, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)].map(
    ([, path]) => ({
      from,
      to: normalize(join(dirname(from), path ?? '')),
    }),
  );

const files = filesIn(ROOT).filter((file) => !file.startsWith('test-support'));
const arrows = files.flatMap((from) => importsOf(ROOT, from)).filter(({ from, to }) => dirname(to) !== dirname(from));

/** Follows the arrows from every start. @throws AssertionError naming the first circle */
function refuseCircles(all: readonly Arrow[]): void {
  const next = Map.groupBy(all, ({ from }) => from);
  const finished = new Set<string>();
  const visit = (at: string, way: readonly string[]): void => {
    if (finished.has(at)) return;
    assert.ok(!way.includes(at), `a circle: ${[...way.slice(way.indexOf(at)), at].join(' > ')}`);
    for (const to of new Set(next.get(at)?.map((arrow) => arrow.to))) visit(to, [...way, at]);
    finished.add(at);
  };
  for (const start of next.keys()) visit(start, []);
}

const PROJECT = join(ROOT, '../..');
const layerOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.');
const described = (found: readonly Arrow[]) => found.map(({ from, to }) => `${from} imports ${to}`);

test('every file is in a layer, and imports only its own layer and those below', () => {
  assert.ok(files.length > 300 && arrows.length > 800, 'the files were found');
  assert.deepEqual(
    files.filter((file) => !LAYERS.includes(layerOf(file))),
    [],
  );
  const up = arrows.filter(({ from, to }) => LAYERS.indexOf(layerOf(to)) < LAYERS.indexOf(layerOf(from)));
  assert.deepEqual(described(up), []);
});

test('the partner API and the console do not import each other, and what they share imports neither', () => {
  const inside = (file: string, folders: readonly string[]) => folders.some((folder) => file.startsWith(`${folder}/`));
  const across = arrows.filter(
    ({ from, to }) =>
      (inside(from, ['api/partner']) && inside(to, ['api/console'])) ||
      (inside(from, ['api/console']) && inside(to, ['api/partner'])) ||
      (inside(from, SHARED) && inside(to, ['api/partner', 'api/console'])),
  );
  assert.deepEqual(described(across), []);
});

test('the API has no SQL: the statements of a noun are in its folder of the domain', () => {
  const api = files.filter((file) => file.startsWith('api/'));
  assert.deepEqual(
    api.filter((file) => /queries\.ts$/.test(file)),
    [],
  );
});

test('no module imports a module that imports it, directly or by way of others', () => {
  refuseCircles(arrows.map(({ from, to }) => ({ from: dirname(from), to: dirname(to) })));
});

test('no file of the contract imports a file that imports it, not even for its types', () => {
  const contract = join(PROJECT, 'contract/src');
  const imports = filesIn(contract).flatMap((from) => importsOf(contract, from));
  assert.ok(imports.length > 150, 'the files were found');
  refuseCircles(imports);
});

test('every file that ARCHITECTURE.md and CONTRIBUTING.md name is there', () => {
  const folders = ['contract/src', 'server/src', 'client/src', 'console/src', 'docs', 'tools'];
  const known = [
    ...readdirSync(PROJECT),
    ...folders.flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    ),
  ].map((path) => `/${path}`);
  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    const text = readFileSync(join(PROJECT, document), 'utf8');
    const named = [...text.matchAll(/(?:`|participant \w+ as )([\w./-]+\.(?:ts|tsx|sql|json))(?:`|$)/gm)].map(
      ([, path]) => path ?? '',
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((path) => !known.some((file) => file.endsWith(`/${path}`))),
      [],
      document,
    );
  }
});
