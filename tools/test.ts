/**
 * The suites, run by Node's own test runner. `npm test`: the heart; `npm run test:core`: the core on a service without a
 * module; `npm run test:browser`, `test:operation`; `test:all` is all four, and what `.ci/run` runs; `test:server` is what
 * differs by server.
 * `npm test -- core/ledger/api/credit.test.ts …`: just these files; a single one that needs no database starts
 * none. Options of the runner may stand among them (`--test-name-pattern=…`).
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measureSlowness, SLOWNESS } from '../test-support/speed.ts';
import { type Outcome, shortcomings } from './test-outcomes.ts';

/** Each test file belongs to one suite. */
const SUITES = {
  core: ['core/{access,aggregates,change,conformance,events,ledger,partners,statements,sync}'],
  heart: ['contract/src', 'client/src', 'core', 'console/desk', 'modules', 'test-support'],
  operation: ['service', 'console/pages', 'docs', 'tools'],
  browser: ['console/src'],
} as const;

/** What the promise to partners needs, on a service without a module: `test-support/modules.ts`. */
const CORE_ALONE = { TEST_MODULES: 'none' };

/** Of a module, too, what a browser shows belongs to the browser, and commands to the operation. */
const ELSEWHERE: readonly (readonly [file: RegExp, suite: keyof typeof SUITES])[] = [
  [/\/screens\//, 'browser'],
  [/\/commands\/|^modules\/docs-site\//, 'operation'],
];

/**
 * What another server or another version of PostgreSQL may answer otherwise: migrations, every statement and its plan, locks
 * and isolation, the ledger, a backup. The rest of the suites would only ask again.
 */
const ON_SERVER = [
  'core/database/{connection,faults,first-plans,lanes,migrate,plans,privileges,schema,server-check}.test.ts',
  'core/database/{tenancy,transaction,utc-text}.test.ts',
  'core/events/delivery/{distribute,fan-out,loop}.test.ts',
  'core/ledger/{batches,booking-time,isolation,post-batch,rerun}.test.ts',
  'core/ledger/api/{caps,credit,credits-create,references,reversal,statement}.test.ts',
  'core/people/api/listings/list.test.ts',
  'core/people/api/users/list.test.ts',
  'core/people/members/near.test.ts',
  'core/sync/api/{listings-in-step,walk}.test.ts',
  'modules/bank/domain/reconcile/open-items.test.ts',
  'modules/members-pages/domain/member-access/sign-in-races.test.ts',
  'modules/moving/domain/import/undo-races.test.ts',
  'modules/operate/commands/backup.test.ts',
  'modules/operate/domain/ledger/{invariants,tampering}.test.ts',
];

/** Starts one PostgreSQL for the run, in which each file gets a database of its own, and one browser if any file needs it. */
const setUpOf = (files: readonly string[]) =>
  `--test-global-setup=${files.some((file) => /^console\/src\/|\/screens\//.test(file)) ? 'console/test-support' : 'test-support'}/global-setup.ts`;
/** Files at once: many wait for a browser, a disk or a time limit most of the time. With one fewer a quarter of the cores is idle. */
const CONCURRENCY = availableParallelism() + 2;
const OUTCOMES = join(import.meta.dirname, 'test-outcomes.ts');
/** Loaded by each process of tests. */
export const ENDS = join(import.meta.dirname, '../test-support/ends.ts');
/** A process for so many files: each file loads the house, which costs more than most files' tests. */
const FILES_OF_PROCESS = 8;
/** For all files of a process, by far: what waits for ever is red. */
const LONGEST_MS = 15 * 60_000;
/** What a file does to its process, which no other file may then share. */
const NEEDS_OWN_PROCESS =
  /process\.(env\.\w+ = |env\[|exitCode|chdir|umask|memoryUsage)|delete process\.env|\bmock\.|registerHooks|globalThis/;
/** Each process of files, and each command that a test runs: compiled once, they start in two thirds of the time. */
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
  if (suite === 'all' && options.length === given.length) return await runAll(options);
  const patterns = given.filter((argument) => !argument.startsWith('-'));
  const files = [...new Set(patterns.length > 0 ? patterns.flatMap(filesOf) : filesOfSuite(suite))];
  const setUp = files.length === 1 ? [] : [setUpOf(files)];
  const own = suite === 'core' && patterns.length === 0 ? CORE_ALONE : {};
  const folder = mkdtempSync(join(tmpdir(), 'timebank-outcomes-'));
  const written = join(folder, 'outcomes');
  try {
    const processes = options.length > 0 || files.length <= FILES_OF_PROCESS ? files : inProcesses(files, folder);
    const args = [
      '--test',
      `--import=${ENDS}`,
      ...setUp,
      `--test-concurrency=${CONCURRENCY}`,
      ...reporters(written),
      ...options,
      ...processes,
    ];
    // Options ask for what may take its time.
    const code = await run(args, own, options.length === 0);
    // Who asks for some of the tests gets some of them.
    return code === 0 && options.length === 0 ? judge(files, written) : code;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All suites: the core first, alone, then the others together, whatever became of it. @returns the exit code */
async function runAll(options: readonly string[]): Promise<number> {
  const core = await main(['core', ...options]);
  const others = await main(['others', ...options]);
  return core || others;
}

/**
 * @param folder takes the lists of files
 * @param root what the files' names are relative to
 * @returns what the runner starts a process for: lists of files, and files that need their own
 */
export function inProcesses(files: readonly string[], folder: string, root = process.cwd()): string[] {
  const alone = files.filter((file) => NEEDS_OWN_PROCESS.test(readFileSync(join(root, file), 'utf8')));
  const together = files.filter((file) => !alone.includes(file));
  const lists = Array.from({ length: Math.ceil(together.length / FILES_OF_PROCESS) }, (_, index) => {
    const list = join(folder, `files-${index + 1}.test.mjs`);
    const own = together.slice(index * FILES_OF_PROCESS, (index + 1) * FILES_OF_PROCESS);
    writeFileSync(
      list,
      `import { describe, test } from 'node:test';\n${own.map((file) => asOneTest(file, root)).join('')}`,
    );
    return list;
  });
  return [...lists, ...alone];
}

/** Its tests begin when all of it is read, and its hooks are of these; `test-outcomes.ts` finds it by this name. */
function asOneTest(file: string, root: string): string {
  const address = pathToFileURL(join(root, file)).href;
  return `test(${JSON.stringify(file)}, () => void describe('its tests', () => import(${JSON.stringify(address)})));\n`;
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
  if (name === 'others') return filesOfSuite('all').filter((file) => !filesOfSuite('core').includes(file));
  if (!(name in SUITES))
    throw new Error(`The suites are ${Object.keys(SUITES).join(', ')}, all and server, not "${name}".`);
  const suiteOf = new Map<string, string>();
  for (const [suite, folders] of Object.entries(SUITES)) {
    for (const file of folders.flatMap((folder) => filesOf(`${folder}/**/*.test.ts`))) {
      if (!suiteOf.has(file)) suiteOf.set(file, ELSEWHERE.find(([of]) => of.test(file))?.[1] ?? suite);
    }
  }
  return [...suiteOf].filter(([, suite]) => suite === name).map(([file]) => file);
}

/** In one order. Ends the run when there is none. */
function filesOf(pattern: string): string[] {
  const found = globSync(pattern).map((file) => relative(process.cwd(), file));
  if (found.length > 0) return found.sort();
  console.error(`No test file: ${pattern}`);
  return process.exit(1);
}

/** @returns the exit code of Node's test runner */
async function run(args: readonly string[], own: NodeJS.ProcessEnv, isLimited: boolean): Promise<number> {
  const slowness = process.env[SLOWNESS] ?? measureSlowness().toFixed(1);
  const longest = Math.ceil(LONGEST_MS * Number(slowness));
  const runner = spawn(process.execPath, [...(isLimited ? [`--test-timeout=${longest}`] : []), ...args], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...own, ...process.env, [SLOWNESS]: slowness },
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
