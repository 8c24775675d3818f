/** The conventions of the code, read from its text without running it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');

/** Path from the root, with slashes → text, of everything written by hand. */
const files = new Map(
  globSync(['server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: ROOT }).map((path) => [
    path.split(sep).join('/'),
    readFileSync(join(ROOT, path), 'utf8'),
  ]),
);
const isTest = (path: string) => path.endsWith('.test.ts') || path.startsWith('server/src/test-support/');

/** Files of the server that hold the pattern and neither declare what it names nor are on the list. */
function outside(pattern: RegExp, allowed: Readonly<Record<string, string>>): string[] {
  const found = [...files].filter(([path, text]) => !isTest(path) && pattern.test(withoutComments(text)));
  return found.map(([path]) => path.replace('server/src/', '')).filter((path) => allowed[path] === undefined);
}

/** Names on a list whose file no longer does what it was allowed to. */
function stale(pattern: RegExp, allowed: Readonly<Record<string, string>>): string[] {
  return Object.keys(allowed).filter((path) => !pattern.test(withoutComments(files.get(`server/src/${path}`) ?? '')));
}

function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

test('files were found', () => {
  assert.ok(files.size > 300);
});

const TRANSACTION = /\.transaction\(/;
const TRANSACTIONS = {
  'domain/change/change.ts': 'the one entry for changes',
  'domain/cells/move-community.ts': 'a step of a move, between two installations',
  'domain/ledger/post-batch.ts': 'the group commit of transfers',
  'domain/delivery/catch-up.ts': 'the worker; nobody acts',
  'domain/delivery/record.ts': 'the worker; nobody acts',
  'domain/sync/horizon.ts': 'the number a reader begins at; nobody acts',
  'domain/statements/close-days.ts': 'a day ends; nobody acts',
  'domain/statements/hash-day.ts': 'the same, where a node without hashes has ended it',
  'domain/inbox/read-inbox.ts': 'what lines are by what is booked meanwhile; nobody acts',
  'domain/installation/backup.ts': 'one connection, one read',
  'domain/subscriptions/remove.ts': 'deletes in batches what belongs to an audited change that follows',
  'domain/subscriptions/replay.ts': 'schedules in batches what an audited change before it began',
  'domain/administrators/throttle.ts': 'counters, also of attempts that fail',
  'api/console/session/prove.ts': 'the same password, hashed again',
  'platform/database/write-health.ts': 'a probe',
  'platform/tracing/tracing.ts': 'passes on what others open',
} as const;

test('transactions are opened by change(), and where the list gives a reason', () => {
  assert.deepEqual(outside(TRANSACTION, TRANSACTIONS), []);
  assert.deepEqual(stale(TRANSACTION, TRANSACTIONS), []);
});

const APPEND = /(?<!function )\bappend(Audit|Events)\(/;
const APPENDS = {
  'domain/exchanges/audit.ts': 'a slip, in the transaction that books it',
  'domain/change/change.ts': 'the one entry for changes',
  'domain/audit/folded.ts': 'acts without effect, counted',
  'domain/cells/import-community.ts': 'one transaction of the owner of the tables',
  'domain/cells/move-community.ts': 'a step of a move, between two installations',
  'domain/delivery/record.ts': 'the worker disables a subscription',
  'domain/installation/change-key.ts': 'alone on the database',
  'domain/statements/close-days.ts': 'a day ends; nobody acts',
  'domain/administrators/ways-in.ts': 'a setting closes a way in; nobody acts',
  'domain/installation/restored-to-moment.ts': 'the server was restored to a moment; nobody acts',
} as const;

test('audit rows and events are appended by change(), and where the list gives a reason', () => {
  assert.deepEqual(outside(APPEND, APPENDS), []);
  assert.deepEqual(stale(APPEND, APPENDS), []);
});

const WAKE = /(?<!\bconst )\bwakeWorker\(\)(?! \{)/;
const WAKES = {
  'domain/change/change.ts': 'the one entry for changes',
  'domain/statements/read-statement.ts': 'reading a final day closes it',
  'domain/statements/close-days.ts': 'a sandbox closes its day',
  'domain/subscriptions/replay.ts': 'each batch of a replay is due',
} as const;

test('the worker is woken by change(), and where the list gives a reason', () => {
  assert.deepEqual(
    outside(WAKE, WAKES).filter((path) => !/^(service|domain\/ledger)\//.test(path)),
    [],
  );
  assert.deepEqual(stale(WAKE, WAKES), []);
});

test('no two files declare the same exported name', () => {
  const declared = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (path.endsWith('.test.ts')) continue;
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
const NOT_YET = ['console/src'];

test('comments, names of tests and decisions name the thing', () => {
  const folders = ['contract', 'client', 'server', 'console', 'bench', 'docs', 'tools'];
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
  const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
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
