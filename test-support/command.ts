/** Runs the `timebank` command on a test's database: in this process, or in one of its own where only that shows something. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type CommandContext, envFileIn } from '../console/desk/commands/context.ts';
import { tellFailure } from '../console/desk/commands/failure.ts';
import { systemClock } from '../core/base/clock.ts';
import { runProgram } from '../service/program.ts';
import { childEnvironment } from './child-environment.ts';
import type { TestDatabase } from './database.ts';
import { cannot, missing } from './has-tool.ts';
import { TEST_COMMAND_MODULES } from './modules.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const MAIN = join(import.meta.dirname, '../service/main.ts');

/** These end their process themselves. */
const ENDS_PROCESS = ['serve', 'demo'];

/** @param env added to a nearly empty environment */
export async function runCommand(
  testDatabase: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  if (ENDS_PROCESS.includes(args[0] ?? '')) return await spawnCommand(testDatabase, args, env).result;
  return await runHere(args, environmentFor(testDatabase, env));
}

/** Runs a command in this process. */
export async function runHere(args: readonly string[], env: CommandContext['env']): Promise<CommandResult> {
  const { context, result } = captured(args, env);
  try {
    await runProgram(context, args);
  } catch (error) {
    context.fail(tellFailure(context, error));
  }
  return result();
}

/** The context of a command in this process, with what it prints kept. */
export function captured(
  args: readonly string[],
  env: CommandContext['env'] = {},
): { readonly context: CommandContext; result(): CommandResult } {
  let [code, stdout, stderr] = [0, '', ''];
  const write = (text: string) => {
    stdout += text;
  };
  const context: CommandContext = {
    env,
    envFile: envFileIn(args),
    clock: systemClock,
    loadModules: async () => TEST_COMMAND_MODULES,
    json: args.includes('--json'),
    canRewrite: false,
    print: (line) => write(`${line}\n`),
    write: async (text) => write(text),
    isRead: () => true,
    note(text) {
      stderr += text;
    },
    ask: async () => undefined,
    fail(exitCode) {
      code = exitCode;
    },
    leave() {},
  };
  return { context, result: () => ({ code, stdout, stderr }) };
}

function environmentFor({ appUrl, ownerUrl }: TestDatabase, env: Readonly<Record<string, string>>) {
  return { ...childEnvironment(), DATABASE_URL: appUrl, MIGRATE_DATABASE_URL: ownerUrl, ...env };
}

/** Likewise as a process of its own: to kill it, and for what a pipe, a signal or the start of the program shows. */
export function spawnCommand(
  testDatabase: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { readonly child: ChildProcess; readonly result: Promise<CommandResult> } {
  const child = spawn(process.execPath, ['--', MAIN, ...args], {
    env: environmentFor(testDatabase, env),
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
  testDatabase: TestDatabase,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  typed = '',
): string {
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word}'`);
  return execFileSync('script', ['-qec', `${words.join(' ')} || true`, '/dev/null'], {
    env: { TERM: 'xterm', ...environmentFor(testDatabase, env) },
    input: typed,
    encoding: 'utf8',
  });
}
