/** Which room imports which: the core needs no other, and nobody asks for the one that puts all together. */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Only types: nothing is loaded. */
  readonly isType: boolean;
}

/** Tests, and programs that write what is made from the whole. */
const isApart = (file: string) =>
  /\.test\.tsx?$|(^|\/)test-support\/|^console\/tools\/|^contract\/src\/generate\.ts$/.test(file);
const files = globSync('{contract/src,core,console,modules,service}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).filter((file) => !isApart(file));

/** The imports of a file, values and types, also those that are loaded later. */
const importsOf = (from: string): readonly Arrow[] =>
  [
    ...readFileSync(join(ROOT, from), 'utf8').matchAll(
      /(?:^(?:import|export)\s(?<type>type\s)?[^;]*?from\s+|\bimport\s*\(?\s*)'(?<path>\.[^']+)'/gm,
    ),
  ].map(({ groups }) => ({
    from,
    to: normalize(join(dirname(from), groups?.path ?? '')),
    isType: groups?.type !== undefined,
  }));

const arrows = files.flatMap(importsOf);
const roomOf = (file: string) => file.slice(0, file.indexOf('/'));
const described = (found: readonly Arrow[]) => [...new Set(found.map(({ from, to }) => `${from} > ${to}`))].sort();

/** What the core still imports from outside of it: a line leaves this list when it is turned round. */
const CORE_NOT_YET: readonly string[] = [];

/** Who still imports those who put it together. */
const SERVICE_NOT_YET: readonly string[] = [];

/** The circles of values that are left, by one file of each. */
const CIRCLES_NOT_YET: readonly string[] = [];

test('the core imports the contract and itself', () => {
  assert.ok(files.length > 1000 && arrows.length > 4000, 'the files were found');
  const out = arrows.filter(({ from, to }) => roomOf(from) === 'core' && !['core', 'contract'].includes(roomOf(to)));
  assert.deepEqual(described(out), CORE_NOT_YET);
  const packages = files
    .filter((file) => roomOf(file) === 'core')
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/'(@timebank\/[^']+)'/g)].map(([, name]) => name),
    );
  assert.ok(packages.length > 50);
  assert.deepEqual(
    packages.filter((name) => !/^@timebank\/contract(?:\/|$)/.test(name ?? '')),
    [],
  );
});

test('the contract imports nothing but itself', () => {
  assert.deepEqual(
    described(arrows.filter(({ from, to }) => roomOf(from) === 'contract' && roomOf(to) !== 'contract')),
    [],
  );
});

test('nobody imports the service', () => {
  const up = arrows.filter(({ from, to }) => roomOf(to) === 'service' && roomOf(from) !== 'service');
  assert.deepEqual(described(up), SERVICE_NOT_YET);
});

/** `modules/bank`, `core`. */
const moduleOf = (file: string) => /^modules\/([^/]+)/.exec(file)?.[1];
const MODULES = readdirSync(join(ROOT, 'modules'));
const readme = (module: string) => readFileSync(join(ROOT, 'modules', module, 'README.md'), 'utf8');
/** The modules that a README says its module asks. */
const asked = (module: string) =>
  (/^- \*\*Asks\*\*: (.+)$/m.exec(readme(module))?.[1] ?? '').split(', ').filter((name) => name !== 'none');
const between = arrows.filter(
  ({ from, to }) => moduleOf(from) && moduleOf(to) && moduleOf(from) !== moduleOf(to) && !isRecord(from),
);

/** What puts a module together. */
function isRecord(file: string): boolean {
  return /^modules\/[^/]+\/module\.ts$/.test(file);
}

test('a module imports the modules that its README names, mail, and no other', () => {
  const importing = Object.groupBy(between, ({ from }) => moduleOf(from) ?? '');
  for (const module of MODULES) {
    const imported = new Set(importing[module]?.map(({ to }) => moduleOf(to) ?? ''));
    assert.deepEqual([...imported].sort(), asked(module).sort(), `modules/${module}/README.md, Asks`);
  }
});

/** Each imports the other: a line leaves this list when one way is gone. */
const BOTH_WAYS_NOT_YET: readonly string[] = [];

test('no two modules import each other', () => {
  const ways = new Set(between.map(({ from, to }) => `${moduleOf(from)} > ${moduleOf(to)}`));
  const both = [...ways].filter((way) => {
    const [from = '', to = ''] = way.split(' > ');
    return from < to && ways.has(`${to} > ${from}`);
  });
  assert.deepEqual(both.sort(), BOTH_WAYS_NOT_YET);
});

const BETWEEN_MAX = 200;

test(`at most ${BETWEEN_MAX} imports run between modules`, () => {
  assert.ok(between.length > 50 && between.length <= BETWEEN_MAX, `${between.length}`);
});

/** Words alone, whose English a person reads. */
const OF_A_LANGUAGE = /\/(?:es|fr|it)(?:\/|\.ts$)/;
const LINES_MAX = 14_000;
/** Larger ones, until what they say twice is folded. */
const LARGER: Readonly<Record<string, number>> = { bank: 14_200 };

test('no module is larger than a person can know', () => {
  const lines = (module: string) =>
    files
      .filter((file) => moduleOf(file) === module && !file.endsWith('.gen.ts') && !OF_A_LANGUAGE.test(file))
      .reduce((sum, file) => sum + readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1, 0);
  for (const module of MODULES) {
    assert.ok(lines(module) <= (LARGER[module] ?? LINES_MAX), `${module}: ${lines(module)} lines`);
  }
});

test('the console imports the core, the contract and itself', () => {
  assert.deepEqual(described(arrows.filter(({ from, to }) => roomOf(from) === 'console' && moduleOf(to))), []);
});

test('ARCHITECTURE.md names each module, and the README of the core each of its folders', () => {
  const architecture = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rows = [...architecture.matchAll(/^\| \[`([\w-]+)\/`\]\(modules\/\1\/README\.md\)/gm)].map(([, name]) => name);
  assert.deepEqual(rows.sort(), MODULES);
  const folders = readdirSync(join(ROOT, 'core'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'conformance' ? [entry.name] : [],
  );
  const core = readFileSync(join(ROOT, 'core/README.md'), 'utf8');
  assert.deepEqual([...core.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, name]) => name).sort(), folders);
});

test('the API and the pages have no SQL: the statements of a noun are in the domain', () => {
  assert.deepEqual(
    files.filter((file) => /\/(?:api|pages|http)\/.*queries\.ts$/.test(file)),
    [],
  );
});

/** Follows the arrows from every start. @returns the circles, each from its first file */
function circlesOf(all: readonly Arrow[]): string[] {
  const next = Map.groupBy(all, ({ from }) => from);
  const finished = new Set<string>();
  const found: string[] = [];
  const visit = (at: string, way: readonly string[]): void => {
    if (way.includes(at)) {
      const circle = way.slice(way.indexOf(at));
      const first = circle.indexOf([...circle].sort()[0] as string);
      found.push([...circle.slice(first), ...circle.slice(0, first)].join(' > '));
      return;
    }
    if (finished.has(at)) return;
    for (const to of new Set(next.get(at)?.map((arrow) => arrow.to))) visit(to, [...way, at]);
    finished.add(at);
  };
  for (const start of [...next.keys()].sort()) visit(start, []);
  return [...new Set(found)].sort();
}

test('no file imports a value of a file that imports one of its own, directly or by way of others', () => {
  const values = arrows.filter(({ isType, from }) => !isType && !from.endsWith('.tsx'));
  assert.deepEqual(circlesOf(values), CIRCLES_NOT_YET);
});

test('no file of the contract imports a file that imports it, not even for its types', () => {
  const imports = arrows.filter(({ from }) => from.startsWith('contract/'));
  assert.ok(imports.length > 60, 'the files were found');
  assert.deepEqual(circlesOf(imports), []);
});

test('every file that ARCHITECTURE.md and CONTRIBUTING.md name is there', () => {
  const folders = [
    'contract/src',
    'core',
    'modules',
    'service',
    'test-support',
    'client/src',
    'console/src',
    'console/desk',
  ];
  const known = [
    ...readdirSync(ROOT),
    ...readdirSync(join(ROOT, 'console')).map((file) => `console/${file}`),
    ...[...folders, 'console/pages', 'console/test-support', 'docs', 'tools'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    ),
  ].map((path) => `/${path}`);
  for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
    const text = readFileSync(join(ROOT, document), 'utf8');
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
