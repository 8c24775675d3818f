/**
 * `npm test`: the whole suite. `npm test -- server/src/api/partner/wallet/credit.test.ts …`: just that; a single file that needs no
 * database starts none. Options of the test runner may stand before (`--test-name-pattern=…`).
 */
import { spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';

const EVERYTHING = ['contract/src', 'server/src', 'client/src', 'console/src', 'docs', 'tools'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
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
const isOneFile = files.length === 1 && !files[0]?.includes('*');
const shared = isOneFile ? [] : [SET_UP];
const runner = spawn(
  process.execPath,
  ['--test', `--test-concurrency=${CONCURRENCY}`, ...shared, ...options, ...(files.length > 0 ? files : EVERYTHING)],
  { stdio: 'inherit', env: { NODE_COMPILE_CACHE: COMPILED, ...process.env } },
);
// A terminal signals the whole group; whoever signals this process alone means the run.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.kill(signal));
runner.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
