/** Runs test files in a process group of their own, until one test fails or the time is up. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Verdict } from './reporter.ts';

export type TestsOutcome =
  | { readonly kind: 'passed'; readonly tests: number }
  | { readonly kind: 'failed'; readonly test: string }
  | { readonly kind: 'timed_out' };

export interface TimedOutcome {
  readonly outcome: TestsOutcome;
  readonly elapsedMs: number;
}

/**
 * @param folder the sources to be tested
 * @param server what `TIMEBANK_TEST_SERVER` holds
 * @throws the signal's reason when it ended the run
 */
export async function runTests(
  folder: string,
  files: readonly string[],
  { server, timeoutMs, signal }: { readonly server: string; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<TimedOutcome> {
  signal.throwIfAborted();
  const startedAt = performance.now();
  const reporter = join(import.meta.dirname, 'reporter.ts');
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const PATH = [join(folder, 'node_modules/.bin'), inherited.PATH].join(delimiter);
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', `--test-reporter=${reporter}`, ...files], {
    cwd: folder,
    env: { ...inherited, PATH, TIMEBANK_TEST_SERVER: server },
    stdio: ['ignore', 'pipe', 'ignore'],
    // What the tests start ends with them.
    detached: true,
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  signal.addEventListener('abort', kill, { once: true });

  let passed = 0;
  let failed: string | undefined;
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const verdict = JSON.parse(line) as Verdict;
    if (verdict.passed) passed++;
    else {
      failed ??= verdict.name;
      kill();
    }
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  kill();
  clearTimeout(timer);
  signal.removeEventListener('abort', kill);
  signal.throwIfAborted();
  const elapsedMs = performance.now() - startedAt;
  if (failed !== undefined) return { elapsedMs, outcome: { kind: 'failed', test: failed } };
  if (timedOut) return { elapsedMs, outcome: { kind: 'timed_out' } };
  // Green by accident is not green: nothing ran, or it ended otherwise than by a test.
  if (exitCode !== 0) return { elapsedMs, outcome: { kind: 'failed', test: `(exit code ${exitCode})` } };
  return { elapsedMs, outcome: { kind: 'passed', tests: passed } };
}
