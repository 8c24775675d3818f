/**
 * `npm test`: the whole suite. `npm test -- server/src/api/partner/wallet/credit.test.ts …`: just that; a single file that needs no
 * database starts none. Options of the test runner may stand before (`--test-name-pattern=…`).
 * With `TEST_AGAIN=2` few files that failed run up to two times more, alone: a test of a fault in the code fails again, one that
 * waited for a busy machine does not, and is named. With `TEST_MINUTES` no file begins later than that: it is skipped, and counted at the end.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Verdict } from './noted-files.ts';

/** In the order in which they begin, should time be bounded: the heart first; browsers take longest. */
const FOLDERS = [
  ...['contract/src', 'server/src/api/partner', 'server/src/domain', 'server/src/platform/database'],
  ...['server/src', 'client/src', 'docs', 'tools', 'console/src'],
];
/** Starts one PostgreSQL for the run; each file gets a database of its own. */
const SET_UP = '--test-global-setup=server/src/test-support/global-setup.ts';

/** Processes at once: many wait for a browser, a disk or a time limit most of the time. With one fewer a quarter of the cores is idle. */
const CONCURRENCY = availableParallelism() + 2;

/** Files that a process runs in turn: loading and compiling the service takes longer than many a file. */
const IN_TURN_MAX = 6;

/** Each process, and each command that a test runs: compiled once, they start in two thirds of the time. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/node-compile');

/** Failed files, of which more are no accident. */
const AGAIN_MAX = 8;

interface Asked {
  readonly files: readonly string[];
  readonly atOnce: number;
  /** Of a process, at most. */
  readonly inTurn: number;
  /** When files no longer begin, in ms of the epoch; null: never. */
  readonly until: number | null;
}

interface Ran {
  readonly code: number;
  readonly failed: readonly string[];
  /** Files that would have begun too late. */
  readonly late: number;
}

const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-'));
const patterns = given.filter((argument) => !argument.startsWith('-'));
const minutes = Number(process.env.TEST_MINUTES ?? 0);
const again = Number(process.env.TEST_AGAIN ?? 0);

if (process.env.TEST_ON_SERVER && !process.env.TEST_DATABASE_URL) {
  console.error(
    'test:server runs the suite on your own server: set TEST_DATABASE_URL to a PostgreSQL 15 or newer, as a role that may create databases and roles.',
  );
  process.exit(1);
}

const files = [
  ...new Set((patterns.length > 0 ? patterns : FOLDERS.map((folder) => `${folder}/**/*.test.ts`)).flatMap(filesOf)),
];
const atMost = (count: number) => `--test-concurrency=${count}`;
if (options.length > 0) process.exitCode = await runTests([atMost(CONCURRENCY), ...options, ...files], files.length);
else await runFiles();

/** In one order. Ends the run when there is none. */
function filesOf(pattern: string): string[] {
  const found = globSync(pattern).map((file) => relative(process.cwd(), file));
  if (found.length > 0) return found.sort();
  console.error(`No test file: ${pattern}`);
  return process.exit(1);
}

async function runFiles(): Promise<void> {
  const until = minutes > 0 ? Date.now() + minutes * 60_000 : null;
  const first = await run({ files, atOnce: CONCURRENCY, inTurn: IN_TURN_MAX, until });
  process.exitCode = first.code;
  let left = first;
  for (
    let more = 0;
    more < again && left.code === 1 && left.failed.length > 0 && left.failed.length <= AGAIN_MAX;
    more++
  ) {
    const names = left.failed.join(', ');
    console.log(`Once more, alone: ${names}`);
    left = await run({ files: left.failed, atOnce: 1, inTurn: 1, until: null });
    process.exitCode = left.code;
    if (left.code === 0) console.log(`Failed beside other files and passed alone: ${names}`);
  }
  if (first.late > 0)
    console.log(
      `This machine is slow: ${first.late} files would have begun after ${minutes} minutes and were skipped.`,
    );
}

/** Each process is told its files by a program of two lines: the runner starts a process for each file it is given. */
async function run({ files, atOnce, inTurn, until }: Asked): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'timebank-run-'));
  const list = join(folder, 'verdicts');
  const inTurnUrl = pathToFileURL(join(import.meta.dirname, 'files-in-turn.ts'));
  const programs: string[] = [];
  for (let at = 0; at < files.length; ) {
    // Fewer and fewer, so that all processes end at about the same time.
    const own = files.slice(at, at + Math.min(inTurn, Math.ceil((files.length - at) / (2 * atOnce))));
    const program = join(folder, `${String(at).padStart(4, '0')}.mjs`);
    writeFileSync(
      program,
      `import { runInTurn } from '${inTurnUrl}';\nawait runInTurn(${JSON.stringify(own)}, ${until});\n`,
    );
    programs.push(program);
    at += own.length;
  }
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${join(import.meta.dirname, 'noted-files.ts')}`, `--test-reporter-destination=${list}`],
  ];
  const code = await runTests([atMost(atOnce), ...reporters, ...programs], files.length);
  const verdicts = new Map<string, Verdict>();
  for (const line of readFileSync(list, { encoding: 'utf8', flag: 'a+' }).split('\n')) {
    const [, verdict, file] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (file) verdicts.set(file, verdict as Verdict);
  }
  rmSync(folder, { recursive: true });
  const cutOff = files.filter((file) => !verdicts.has(file));
  if (code === 1 && cutOff.length > 0) console.log(`Their process ended before they did: ${cutOff.join(', ')}`);
  const became = (verdict: Verdict) => files.filter((file) => (verdicts.get(file) ?? 'failed') === verdict);
  return { code, failed: became('failed'), late: became('late').length };
}

/** The test runner of Node; its exit code. */
async function runTests(given: readonly string[], count: number): Promise<number> {
  const runner = spawn(process.execPath, ['--test', ...(count === 1 ? [] : [SET_UP]), ...given], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  let stopped: NodeJS.Signals | undefined;
  // A terminal signals the whole group; whoever signals this process alone means the run.
  const pass = (signal: NodeJS.Signals) => {
    stopped = signal;
    runner.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise<number>((resolve) => {
    runner.on('exit', (status, signal) => {
      const ended = stopped ?? signal;
      resolve(ended ? 128 + constants.signals[ended] : (status ?? 1));
    });
  });
  for (const signal of signals) process.off(signal, pass);
  return code;
}
