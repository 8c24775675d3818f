/** How the console's files stand to each other, read from their imports. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const LINES_MAX = 400;

interface Source {
  readonly lines: number;
  /** The files of the console and of screens that it imports, also those that are loaded later. */
  readonly imports: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');
const FILES = [
  'console/{src,test-support,tools}/**/*.{ts,tsx}',
  '{modules/*/{screens,texts},service/console}/**/*.{ts,tsx}',
];
/** A file's place in the whole: the screens of all modules are one folder, and so are their texts. */
const placeOf = (path: string) =>
  path.replace(/^(?:service\/)?console\/(?:src\/)?/, '').replace(/^modules\/[\w-]+\/(?=(?:screens|texts)\/)/, '');

const paths = FILES.flatMap((files) => globSync(files, { cwd: ROOT }));
const known = new Set(paths);
const SOURCES: ReadonlyMap<string, Source> = new Map(
  paths.map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const found = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
    const imports = found.map(([, target]) => normalize(join(dirname(path), target as string)));
    return [
      placeOf(path),
      { lines: text.trimEnd().split('\n').length, imports: imports.filter((one) => known.has(one)).map(placeOf) },
    ];
  }),
);

/** The folders that hold a file, the closest first; '.' holds all. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? ['.'] : [folder, ...foldersOf(folder)];
}

const holds = (outer: string, inner: string) => outer === '.' || `${inner}/`.startsWith(`${outer}/`);

/** Which folder imports which, and by what. Of a folder and one inside it, only the outer's own files count as the outer. */
function folderImports(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, { imports }] of SOURCES) {
    for (const target of imports) {
      for (const from of foldersOf(path)) {
        for (const to of foldersOf(target)) {
          const nested = holds(from, to) || holds(to, from);
          if (from === to || (nested && (from !== dirname(path) || to !== dirname(target)))) continue;
          found.set(`${from} > ${to}`, `${path} imports ${target}`);
        }
      }
    }
  }
  return found;
}

/** The paths that lead from a file back to itself. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, way: readonly string[]) => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' > '));
    if (done.has(path) || way.includes(path)) return;
    for (const target of SOURCES.get(path)?.imports ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of SOURCES.keys()) walk(path, []);
  return found;
}

/** What is theirs is of every screen. */
const DRAWS_SCREENS = ['app.tsx', 'routes.tsx', 'signed-in.tsx'];

/** What several screens use: of all modules, or of one. */
const isPart = (path: string) => /^(?:screens\/)?parts\//.test(path);

/** The screen that a file belongs to: `screens/partner.tsx` and all of `screens/partner`. */
const screenOf = (path: string) => /^screens\/([\w-]+)/.exec(path)?.[1];

/** The users of a part, also by way of other parts: screens by their name, everything else by its path. */
function usersOf(part: string, seen = new Set<string>()): Set<string> {
  const users = new Set<string>();
  for (const [path, { imports }] of SOURCES) {
    if (!imports.includes(part) || seen.has(path) || path.endsWith('.test.ts')) continue;
    seen.add(path);
    if (isPart(path)) for (const user of usersOf(path, seen)) users.add(user);
    else users.add(screenOf(path) ?? path);
  }
  return users;
}

test('imports are read: the entry draws the app, and the routes draw the screens', () => {
  assert.deepEqual(SOURCES.get('main.tsx')?.imports.includes('app.tsx'), true);
  assert.ok(SOURCES.get('signed-in.tsx')?.imports.includes('screens/partner.tsx'), 'those that are loaded later, too');
});

test('no two folders of the console import each other', () => {
  const imports = folderImports();
  const mutual = [...imports].flatMap(([pair, because]) => {
    const [from, to] = pair.split(' > ');
    const back = imports.get(`${to} > ${from}`);
    return back ? [`${from} and ${to}: ${because}; ${back}`] : [];
  });
  assert.deepEqual(mutual, []);
});

test('no file of the console imports itself by way of others', () => {
  assert.deepEqual(circles(), []);
});

test('no file of the console has more than 400 lines', () => {
  const long = [...SOURCES].filter(([, { lines }]) => lines > LINES_MAX);
  assert.deepEqual(
    long.map(([path, { lines }]) => `${path}: ${lines}`),
    [],
  );
});

test('a part is used by more than one screen, or by the app; what one screen alone uses is beside that screen', () => {
  const parts = [...SOURCES.keys()].filter(isPart);
  assert.ok(parts.length > 20);
  const astray = parts.flatMap((part) => {
    const users = [...usersOf(part)];
    const [only] = users;
    return users.length === 0 || (users.length === 1 && !DRAWS_SCREENS.includes(only ?? ''))
      ? [`${part}: ${only ?? 'nobody'}`]
      : [];
  });
  assert.deepEqual(astray, []);
});
