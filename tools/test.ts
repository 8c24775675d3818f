/**
 * `npm test`: the whole suite. `npm test -- server/src/api/partner/wallet/credit.test.ts …`: just that; a single file that needs no
 * database starts none. Options of the test runner may stand before (`--test-name-pattern=…`).
 * With `TEST_AGAIN=2` few files that failed run up to two times more, alone: a test of a fault in the code fails again, one that
 * waited for a busy machine does not, and is named. With `TEST_MINUTES` no file begins later than that: it is skipped, and counted at the end.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { FAILED } from './noted-files.ts';

const FOLDERS = ['contract/src', 'server/src', 'client/src', 'console/src', 'docs', 'tools'];
/** In which order they begin where time is bounded: the heart first; browsers take longest. */
const PARTS = [
  ['contract/src', 'server/src/api/partner'],
  ['server/src/domain', 'server/src/platform/database'],
  FOLDERS.filter((folder) => folder !== 'console/src'),
  FOLDERS,
];
/** Starts one PostgreSQL for the run; each file gets a database of its own. */
const SET_UP = '--test-global-setup=server/src/test-support/global-setup.ts';

/** Files at once: many of them wait for a browser, a disk or a time limit most of the time. With one fewer a quarter of the cores is idle. */
const CONCURRENCY = availableParallelism() + 2;

/** Each file, and each command that a test runs, is a process of its own: compiled once, they start in two thirds of the time. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/node-compile');

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const files = given.filter((argument) => !argument.startsWith('-'));
if (process.env.TEST_ON_SERVER && !process.env.TEST_DATABASE_URL) {
  console.error(
    'test:server runs the suite on your own server: set TEST_DATABASE_URL to a PostgreSQL 15 or newer, as a role that may create databases and roles.',
  );
  process.exit(1);
}
const minutes = Number(process.env.TEST_MINUTES ?? 0);
/** When files no longer begin, in ms of the epoch. */
let until = minutes ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;

const again = Number(process.env.TEST_AGAIN ?? 0);
/** Failed files, of which more are no accident. */
const AGAIN_MAX = 5;

interface Ran {
  readonly code: number;
  /** Files in which something failed. */
  readonly failed: readonly string[];
  /** Files that would have begun too late. */
  readonly late: number;
}

/** Runs files, at most so many at once. */
async function run(asked: readonly string[], atOnce: number): Promise<Ran> {
  const isOneFile = asked.length === 1 && !asked[0]?.includes('*');
  const folder = mkdtempSync(join(tmpdir(), 'timebank-run-'));
  const list = join(folder, 'files');
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(import.meta.dirname, 'noted-files.ts')}`, `--test-reporter-destination=${list}`],
  ];
  const runner = spawn(
    process.execPath,
    [
      ...[
        '--test',
        `--test-concurrency=${atOnce}`,
        `--import=${join(import.meta.dirname, 'file-limits.ts')}`,
        ...(isOneFile ? [] : [SET_UP]),
      ],
      ...(options.some((option) => option.startsWith('--test-reporter')) ? [] : reporters),
      ...[...options, ...asked],
    ],
    { stdio: 'inherit', env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, TEST_UNTIL_MS: String(until) } },
  );
  // A terminal signals the whole group; whoever signals this process alone means the run.
  const pass = (signal: NodeJS.Signals) => runner.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise<number>((resolve) => {
    runner.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
  for (const signal of signals) process.off(signal, pass);
  const noted = readFileSync(list, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  const failed = noted.flatMap((line) => (line.startsWith(FAILED) ? line.slice(FAILED.length) : []));
  return { code, failed, late: noted.length - failed.length };
}

/** The whole suite: as the runner sorts it, or, where time is bounded, in parts of which each begins when the last has ended. */
function partsOfSuite(): string[][] {
  const filesIn = (folders: readonly string[]) => globSync(folders.map((folder) => `${folder}/**/*.test.ts`));
  if (!minutes) return [filesIn(FOLDERS)];
  const taken = new Set<string>();
  return PARTS.map((folders) => {
    const part = filesIn(folders).filter((file) => !taken.has(file));
    for (const file of part) taken.add(file);
    return part;
  });
}

async function runInParts(parts: readonly string[][]): Promise<Ran> {
  const ran: Ran[] = [];
  for (const part of parts) ran.push(await run(part, CONCURRENCY));
  return {
    code: Math.max(...ran.map(({ code }) => code)),
    failed: ran.flatMap(({ failed }) => failed),
    late: ran.reduce((sum, { late }) => sum + late, 0),
  };
}

const first = await runInParts(files.length > 0 ? [files] : partsOfSuite());
process.exitCode = first.code;
until = Number.POSITIVE_INFINITY;
let left = first;
for (
  let more = 0;
  more < again && left.code === 1 && left.failed.length > 0 && left.failed.length <= AGAIN_MAX;
  more++
) {
  const names = left.failed.map((file) => relative(process.cwd(), file)).join(', ');
  console.log(`Once more, alone: ${names}`);
  left = await run(left.failed, 1);
  process.exitCode = left.code;
  if (left.code === 0) console.log(`Failed beside other files and passed alone: ${names}`);
}
if (first.late > 0)
  console.log(`This machine is slow: ${first.late} files would have begun after ${minutes} minutes and were skipped.`);
