/** The conventions of the code, read from its text without running it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');

/** Path from the root, with slashes → text, of everything written by hand. */
const files = new Map(
  globSync('{contract/src,core,console/desk,console/pages,modules,service,test-support}/**/*.ts', {
    cwd: ROOT,
    exclude: ['modules/*/{screens,texts}/**'],
  }).map((path) => [path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8')]),
);
const isTest = (path: string) => path.endsWith('.test.ts') || path.startsWith('test-support/');

/** Files of the server that hold the pattern and neither declare what it names nor are on the list. */
function outside(pattern: RegExp, allowed: Readonly<Record<string, string>>): string[] {
  const found = [...files].filter(([path, text]) => !isTest(path) && pattern.test(withoutComments(text)));
  return found.map(([path]) => path).filter((path) => allowed[path] === undefined);
}

/** Names on a list whose file no longer does what it was allowed to. */
function stale(pattern: RegExp, allowed: Readonly<Record<string, string>>): string[] {
  return Object.keys(allowed).filter((path) => !pattern.test(withoutComments(files.get(path) ?? '')));
}

function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

test('files were found', () => {
  assert.ok(files.size > 300);
});

const TRANSACTION = /\.transaction\(/;
const TRANSACTIONS = {
  'core/change/change.ts': 'the one entry for changes',
  'modules/cells/domain/move-community.ts': 'a step of a move, between two installations',
  'core/ledger/post-batch.ts': 'the group commit of transfers',
  'core/events/delivery/catch-up.ts': 'the worker; nobody acts',
  'core/events/delivery/record.ts': 'the worker; nobody acts',
  'core/sync/horizon.ts': 'the number a reader begins at; nobody acts',
  'core/statements/close-days.ts': 'a day ends; nobody acts',
  'core/statements/hash-day.ts': 'the same, where a node without hashes has ended it',
  'modules/bank/domain/inbox/read-inbox.ts': 'what lines are by what is booked meanwhile; nobody acts',
  'modules/operate/domain/installation/backup.ts': 'one connection, one read',
  'core/events/subscriptions/change.ts': 'deletes in batches what belongs to an audited change that follows',
  'core/events/subscriptions/replay.ts': 'schedules in batches what an audited change before it began',
  'console/desk/throttle.ts': 'counters, also of attempts that fail',
  'modules/office/api/session/prove.ts': 'the same password, hashed again',
  'core/database/write-health.ts': 'a probe',
  'core/base/tracing/tracing.ts': 'passes on what others open',
} as const;

test('transactions are opened by change(), and where the list gives a reason', () => {
  assert.deepEqual(outside(TRANSACTION, TRANSACTIONS), []);
  assert.deepEqual(stale(TRANSACTION, TRANSACTIONS), []);
});

const APPEND = /(?<!function )\bappend(Audit|Events)\(/;
const APPENDS = {
  'modules/members/domain/exchanges/audit.ts': 'a slip, in the transaction that books it',
  'core/change/change.ts': 'the one entry for changes',
  'core/change/audit/folded.ts': 'acts without effect, counted',
  'modules/cells/domain/copy-community.ts': 'one transaction of the owner of the tables',
  'modules/cells/domain/import-community.ts': 'one transaction of the owner of the tables',
  'modules/cells/domain/move-community.ts': 'a step of a move, between two installations',
  'modules/cells/domain/restore-community.ts': 'one transaction of the owner of the tables',
  'core/events/delivery/record.ts': 'the worker disables a subscription',
  'modules/operate/domain/installation/change-key.ts': 'alone on the database',
  'core/statements/close-days.ts': 'a day ends; nobody acts',
  'modules/office/domain/administrators/ways-in.ts': 'a setting closes a way in; nobody acts',
  'modules/operate/domain/installation/restored-to-moment.ts': 'the server was restored to a moment; nobody acts',
} as const;

test('audit rows and events are appended by change(), and where the list gives a reason', () => {
  assert.deepEqual(outside(APPEND, APPENDS), []);
  assert.deepEqual(stale(APPEND, APPENDS), []);
});

const WAKE = /(?<!\bconst )\bwakeWorker\(\)(?! \{)/;
const WAKES = {
  'core/change/change.ts': 'the one entry for changes',
  'core/statements/read-statement.ts': 'reading a final day closes it',
  'core/statements/close-days.ts': 'a sandbox closes its day',
  'core/events/subscriptions/replay.ts': 'each batch of a replay is due',
} as const;

test('the worker is woken by change(), and where the list gives a reason', () => {
  assert.deepEqual(
    outside(WAKE, WAKES).filter((path) => !/^(service|core\/ledger)\//.test(path)),
    [],
  );
  assert.deepEqual(stale(WAKE, WAKES), []);
});

test('no two files declare the same exported name', () => {
  const declared = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    // The words of each language have the same names.
    if (path.endsWith('.test.ts') || /\/(?:es|fr|it)\/|\/letters\/(?:es|fr|it)\.ts$/.test(path)) continue;
    for (const [, name = ''] of text.matchAll(
      /^export (?:declare |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm,
    )) {
      declared.set(name, (declared.get(name) ?? new Set()).add(path));
    }
  }
  const twice = [...declared].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths].join(' '));
  assert.deepEqual(twice, []);
});

/**
 * People and things without a name, and verbs that files and values cannot do: name the row, request or person instead.
 */
const BANNED = /\b(?:whoever|somebody|anew|guilty|told|stands)\b|\bbeside itself\b|\bfor \S+ sake\b/i;

const COMMENT = /^\s*\{?\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;
const TEST_NAME = /\b(?:test|it|describe)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g;

/** The sentences of a file that people read: its comments, and the names of its tests. */
function proseOf(path: string, text: string): string[] {
  // A link or a name in code is no prose.
  if (path.endsWith('.md')) return text.replace(/`[^`]*`|\]\([^)]*\)/g, ' ').split('\n');
  const comments = [...text.matchAll(COMMENT)].map(([comment]) =>
    comment.replace(/`[^`]*`/g, ' ').replace(/\n\s*\*/g, ' '),
  );
  const names = /\.test\.tsx?$/.test(path) ? [...text.matchAll(TEST_NAME)].map(([, , name = '']) => name) : [];
  return [...comments, ...names];
}

/** Not clean yet; a folder or file leaves this list when it is. */
const NOT_YET = ['console/src', 'modules/*/screens'];

test('comments, names of tests and decisions name the thing', () => {
  const folders = [
    'contract',
    'client',
    'core',
    'console',
    'modules',
    'service',
    'test-support',
    'bench',
    'docs',
    'tools',
  ];
  const paths = globSync([...folders.map((folder) => `${folder}/**/*.{ts,tsx}`), 'docs/decisions/*.md'], {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.gen.ts'],
  });
  assert.ok(paths.length > 1000);
  const found = paths.flatMap((path) =>
    proseOf(path, readFileSync(join(ROOT, path), 'utf8'))
      .filter((prose) => BANNED.test(prose))
      .map((prose) => ({ path: path.split(sep).join('/'), prose: prose.trim() })),
  );
  const isIn = (path: string, place: string) => path === place || matchesGlob(path, `${place}/**`);
  assert.deepEqual(
    found.filter(({ path }) => !NOT_YET.some((place) => isIn(path, place))),
    [],
  );
  assert.deepEqual(
    NOT_YET.filter((place) => !found.some(({ path }) => isIn(path, place))),
    [],
    'these are clean: take them off the list',
  );
});
