/**
 * The suites, run by Node's own test runner. `npm test`: the heart; `npm run test:browser`, `test:operation`; `test:all` is all
 * three, and what `.ci/run` runs; `test:server` is what differs by server.
 * `npm test -- server/src/api/partner/wallet/credit.test.ts …`: just these files; a single one that needs no database starts
 * none. Options of the runner may stand among them (`--test-name-pattern=…`).
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { measureSlowness, SLOWNESS } from '../server/src/test-support/speed.ts';
import { type Outcome, shortcomings } from './test-outcomes.ts';

/** Each test file belongs to one suite. */
const SUITES = {
  heart: [
    ...[
      'contract/src',
      'client/src',
      'server/src/api/partner',
      'server/src/api/http',
      'server/src/api/console',
      'server/src/api/members',
    ],
    ...['server/src/domain', 'server/src/platform', 'server/src/test-support'],
  ],
  operation: [
    ...['server/src/commands', 'server/src/service', 'server/src/demo', 'server/src/api/docs', 'server/src/api/front'],
    ...['docs', 'tools'],
  ],
  browser: ['console/src'],
} as const;

/**
 * What another server or another version of PostgreSQL may answer otherwise: migrations, every statement and its plan, locks
 * and isolation, the ledger, a backup. The rest of the suites would only ask again.
 */
const ON_SERVER = [
  'server/src/platform/database/{connection,faults,first-plans,lanes,migrate,plans,privileges,schema}.test.ts',
  'server/src/platform/database/{server-check,tenancy,transaction,utc-text}.test.ts',
  'server/src/domain/ledger/{batches,booking-time,invariants,isolation,post-batch,rerun,tampering}.test.ts',
  'server/src/domain/delivery/{distribute,fan-out,loop}.test.ts',
  'server/src/domain/{import/undo-races,member-access/sign-in-races,members/near,reconcile/open-items}.test.ts',
  'server/src/api/partner/wallet/{caps,credit,credits-create,references,reversal,statement}.test.ts',
  'server/src/api/partner/{sync/listings-in-step,sync/walk,users/list,listings/list}.test.ts',
  'server/src/commands/backup.test.ts',
];

/** Starts one PostgreSQL for the run, in which each file gets a database of its own, and one browser if any file needs it. */
const setUpOf = (files: readonly string[]) =>
  `--test-global-setup=${files.some((file) => file.startsWith('console/')) ? 'console' : 'server'}/src/test-support/global-setup.ts`;
/** Files at once: many wait for a browser, a disk or a time limit most of the time. With one fewer a quarter of the cores is idle. */
const CONCURRENCY = availableParallelism() + 2;
const OUTCOMES = join(import.meta.dirname, 'test-outcomes.ts');
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
  const files = [...new Set(patterns.length > 0 ? patterns.flatMap(filesOf) : filesOfSuite(suite))];
  const setUp = files.length === 1 ? [] : [setUpOf(files)];
  const folder = mkdtempSync(join(tmpdir(), 'timebank-outcomes-'));
  const written = join(folder, 'outcomes');
  try {
    const code = await run([
      '--test',
      ...setUp,
      `--test-concurrency=${CONCURRENCY}`,
      ...reporters(written),
      ...options,
      ...files,
    ]);
    // Who asks for some of the tests gets some of them.
    return code === 0 && options.length === 0 ? judge(files, written) : code;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function reporters(written: string): string[] {
  return [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${OUTCOMES}`, `--test-reporter-destination=${written}`],
  ];
}

/** @returns the exit code of a run in which nothing failed */
function judge(files: readonly string[], written: string): number {
  const lines = readFileSync(written, 'utf8').split('\n').filter(Boolean);
  const lacking = shortcomings(
    files,
    lines.map((line) => JSON.parse(line) as Outcome),
  );
  for (const sentence of lacking) console.error(sentence);
  return lacking.length > 0 ? 1 : 0;
}

/** @throws Error where there is no such suite */
export function filesOfSuite(name: string): string[] {
  if (name === 'server') return ON_SERVER.flatMap(filesOf);
  if (name === 'all') return Object.keys(SUITES).flatMap(filesOfSuite);
  if (!(name in SUITES))
    throw new Error(`The suites are ${Object.keys(SUITES).join(', ')}, all and server, not "${name}".`);
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
    env: { NODE_COMPILE_CACHE: COMPILED, [SLOWNESS]: measureSlowness().toFixed(1), ...process.env },
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
