/**
 * The suites, run by Node's own test runner. `npm test`: the heart; `npm run test:browser`, `test:operation`; `test:all` is all
 * three, and what `.ci/run` runs. `npm test -- server/src/api/partner/wallet/credit.test.ts …`: just these files; a single one
 * that needs no database starts none. Options of the runner may stand among them (`--test-name-pattern=…`).
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join, relative } from 'node:path';

/** Each test file belongs to one suite. */
const SUITES = {
  heart: [
    ...['contract/src', 'client/src', 'server/src/api/partner', 'server/src/api/http', 'server/src/api/console'],
    ...['server/src/domain', 'server/src/platform', 'server/src/test-support'],
  ],
  operation: [
    ...['server/src/commands', 'server/src/service', 'server/src/demo', 'server/src/api/docs', 'server/src/api/front'],
    ...['docs', 'tools'],
  ],
  browser: ['console/src'],
} as const;

/** Starts one PostgreSQL for the run; each file gets a database of its own. */
const SET_UP = '--test-global-setup=server/src/test-support/global-setup.ts';
/** Files at once: many wait for a browser, a disk or a time limit most of the time. With one fewer a quarter of the cores is idle. */
const CONCURRENCY = availableParallelism() + 2;
/** Each file's process, and each command that a test runs: compiled once, they start in two thirds of the time. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/node-compile');

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main([suite = '', ...given]: readonly string[]): Promise<number> {
  if (process.env.TEST_ON_SERVER && !process.env.TEST_DATABASE_URL) {
    console.error(
      'test:server runs on your own server: set TEST_DATABASE_URL to a PostgreSQL 15 or newer, as a role that may create databases and roles.',
    );
    return 1;
  }
  const options = given.filter((argument) => argument.startsWith('-'));
  const patterns = given.filter((argument) => !argument.startsWith('-'));
  const files = patterns.length > 0 ? patterns.flatMap(filesOf) : filesOfSuite(suite);
  const setUp = files.length === 1 ? [] : [SET_UP];
  return await run(['--test', ...setUp, `--test-concurrency=${CONCURRENCY}`, ...options, ...new Set(files)]);
}

/** @throws Error where there is no such suite */
export function filesOfSuite(name: string): string[] {
  if (name === 'all') return Object.keys(SUITES).flatMap(filesOfSuite);
  if (!(name in SUITES)) throw new Error(`The suites are ${Object.keys(SUITES).join(', ')} and all, not "${name}".`);
  return SUITES[name as keyof typeof SUITES].flatMap((folder) => filesOf(`${folder}/**/*.test.ts`));
}

/** In one order. Ends the run when there is none. */
function filesOf(pattern: string): string[] {
  const found = globSync(pattern).map((file) => relative(process.cwd(), file));
  if (found.length > 0) return found.sort();
  console.error(`No test file: ${pattern}`);
  return process.exit(1);
}

/** @returns the exit code of Node's test runner */
async function run(args: readonly string[]): Promise<number> {
  const runner = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  let stopped: NodeJS.Signals | undefined;
  // A terminal signals the whole group; a signal to this process alone means the run.
  const pass = (signal: NodeJS.Signals) => {
    stopped = signal;
    runner.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  return await new Promise<number>((resolve) => {
    runner.on('exit', (status, signal) => {
      const ended = stopped ?? signal;
      resolve(ended ? 128 + constants.signals[ended] : (status ?? 1));
    });
  });
}
