/** Runs the `timebank` command as a process of its own, on a test's database. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnvironment } from './child-environment.ts';
import type { TestDatabase } from './database.ts';
import { cannot, missing } from './has-tool.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAIN = join(import.meta.dirname, '../main.ts');

/** @param env added to a nearly empty environment */
export function runCommand(
  testDatabase: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return spawnCommand(testDatabase, args, env).result;
}

/** Likewise, for tests that kill it. */
export function spawnCommand(
  testDatabase: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly result: Promise<CommandResult> } {
  const child = spawn(process.execPath, ['--', MAIN, ...args], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: testDatabase.appUrl,
      MIGRATE_DATABASE_URL: testDatabase.ownerUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { child, result: outcome.then(([stdout, stderr, [code]]) => ({ code, stdout, stderr })) };
}

/** Runs it with `--json` and returns what it printed. @throws when the exit code is another than expected */
export async function runJson(testDatabase: TestDatabase, args: readonly string[], expectedCode = 0) {
  const { code, stdout, stderr } = await runCommand(testDatabase, [...args, '--json']);
  if (code !== expectedCode) throw new Error(`timebank ${args.join(' ')}: exit code ${code}\n${stderr}${stdout}`);
  return JSON.parse(stdout);
}

/** Why `runOnTerminal` cannot run here, or false: for `skip`. */
export const noTerminal = () =>
  missing('script') || cannot(process.platform !== 'linux' && 'needs script of util-linux');

/** Runs it as on a terminal, and returns what is seen there. @param typed what is typed on it */
export function runOnTerminal(
  { appUrl, ownerUrl }: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  typed = '',
): string {
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word}'`);
  return execFileSync('script', ['-qec', `${words.join(' ')} || true`, '/dev/null'], {
    env: { ...childEnvironment(), DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, TERM: 'xterm', ...env },
    input: typed,
    encoding: 'utf8',
  });
}
