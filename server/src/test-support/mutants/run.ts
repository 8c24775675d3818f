/**
 * `npm run mutants`: breaks a copy of the sources in one place at a time and runs the nearest tests, which must fail.
 * `-- --only L23` runs those whose id begins so, several if repeated; `--json` prints one document instead of lines.
 * Exit code 1: a mutant survived; 2: the tests are not green without a mutant, or the list is wrong.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestServer } from '../server.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { type Mutant, mutate, ROOT, readMutants, readSource } from './list.ts';
import { runTests, type TimedOutcome } from './run-tests.ts';
import { copySources } from './source-copy.ts';

const UNBROKEN_TIMEOUT_MS = 300_000;
/** A mutant gets this much more than thrice what its tests take without it. */
const TIMEOUT_MARGIN_MS = 30_000;

interface Result {
  readonly id: string;
  readonly file: string;
  readonly killed: boolean;
  readonly seconds: number;
  /** The first test that failed; null: none did, or the time was up. */
  readonly killed_by: string | null;
  readonly timed_out: boolean;
  readonly tests: readonly string[];
}

class Unusable extends Error {}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, json: { type: 'boolean' } } });
const controller = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => controller.abort(new Unusable(`ended by ${name}`)));
}
try {
  process.exitCode = await main(choose(values.only), values.json === true);
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  process.stderr.write(`mutants: ${error.message}\n`);
  process.exitCode = 2;
}

function choose(prefixes: readonly string[] | undefined): readonly Mutant[] {
  const mutants = readMutants();
  for (const prefix of prefixes ?? []) {
    if (!mutants.some(({ id }) => id.startsWith(prefix))) throw new Unusable(`no id begins with ${prefix}`);
  }
  return mutants.filter(({ id }) => prefixes === undefined || prefixes.some((prefix) => id.startsWith(prefix)));
}

async function main(mutants: readonly Mutant[], json: boolean): Promise<number> {
  const folder = await createTemporaryFolder();
  const server = await startTestServer(process.env.TEST_DATABASE_URL || undefined);
  try {
    await copySources(ROOT, folder.path);
    const { ownerUrl, appUrl, run, template } = server;
    const tester = createTester(folder.path, JSON.stringify({ ownerUrl, appUrl, run, template }));
    const results: Result[] = [];
    for (const mutant of mutants) {
      const result = await tester(mutant);
      results.push(result);
      if (!json) process.stdout.write(`${lineOf(result)}\n`);
    }
    const survived = results.filter(({ killed }) => !killed).length;
    const killed = results.length - survived;
    process.stdout.write(
      json ? `${JSON.stringify({ killed, survived, mutants: results })}\n` : `${killed} killed, ${survived} survived\n`,
    );
    return survived === 0 ? 0 : 1;
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** @returns runs one mutant in the folder, which it leaves as it was */
function createTester(folder: string, server: string): (mutant: Mutant) => Promise<Result> {
  const { signal } = controller;
  const unbroken = new Map<string, Promise<TimedOutcome>>();

  /** What is red without the mutant says nothing about it. */
  async function unbrokenMs(files: readonly string[]): Promise<number> {
    const key = files.join();
    const known = unbroken.get(key) ?? runTests(folder, files, { server, timeoutMs: UNBROKEN_TIMEOUT_MS, signal });
    unbroken.set(key, known);
    const { outcome, elapsedMs } = await known;
    if (outcome.kind === 'passed' && outcome.tests > 0) return elapsedMs;
    const reason = outcome.kind === 'failed' ? `"${outcome.test}" fails` : outcome.kind;
    throw new Unusable(`${key} without any mutant: ${reason}`);
  }

  return async (mutant) => {
    const { id, file, tests } = mutant;
    const timeoutMs = 3 * (await unbrokenMs(tests)) + TIMEOUT_MARGIN_MS;
    const path = join(folder, file);
    const source = readSource(folder, mutant);
    await writeFile(path, mutate(source, mutant));
    try {
      const { outcome, elapsedMs } = await runTests(folder, tests, { server, timeoutMs, signal });
      return {
        ...{ id, file, killed: outcome.kind !== 'passed', seconds: Math.round(elapsedMs / 100) / 10 },
        killed_by: outcome.kind === 'failed' ? outcome.test : null,
        ...{ timed_out: outcome.kind === 'timed_out', tests },
      };
    } finally {
      await writeFile(path, source);
    }
  };
}

function lineOf({ id, killed, seconds, killed_by, timed_out, tests }: Result): string {
  const by = timed_out ? 'time-out' : killed ? `"${killed_by}"` : `nothing in ${tests.join(', ')}`;
  return `${killed ? 'killed  ' : 'SURVIVED'} ${seconds.toFixed(1).padStart(6)} s  ${id}: ${by}`;
}
