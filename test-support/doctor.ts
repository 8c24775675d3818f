/** Runs `timebank doctor` in this process. */

import assert from 'node:assert/strict';
import { type CommandContext, envFileIn } from '../console/desk/commands/context.ts';
import { type Clock, systemClock } from '../core/base/clock.ts';
import type { CheckReport } from '../modules/operate/domain/doctor/check.ts';
import { runProgram } from '../service/program.ts';
import { TEST_COMMAND_MODULES } from './modules.ts';

export type Env = Readonly<Record<string, string>>;

export interface DoctorOptions {
  readonly clock?: Clock;
  readonly args?: readonly string[];
}

export interface DoctorTold {
  readonly tookMs: number;
  readonly checks: readonly CheckReport[];
  readonly of: (name: string) => CheckReport;
  /** The names of what is a problem, in order. */
  readonly problems: readonly string[];
}

/** Every finding is one line, every problem has an advice, and the exit code says whether there is one. */
export async function runDoctor(env: Env, { clock = systemClock, args = [] }: DoctorOptions = {}): Promise<DoctorTold> {
  const printed: string[] = [];
  let exitCode = 0;
  const context: CommandContext = {
    ...{
      env,
      envFile: envFileIn(args),
      clock,
      json: true,
      canRewrite: false,
      isRead: () => true,
      ask: async () => undefined,
    },
    loadModules: async () => TEST_COMMAND_MODULES,
    print: (line) => void printed.push(line),
    write: async () => assert.fail('doctor writes lines'),
    note: (text) => assert.fail(text),
    fail: (code) => {
      exitCode = code;
    },
    leave: () => assert.fail('a check has not ended'),
  };
  const startedAt = performance.now();
  await runProgram(context, ['doctor', '--json', ...args]);
  const tookMs = performance.now() - startedAt;
  const { checks } = JSON.parse(printed.join('\n')) as { checks: CheckReport[] };
  const problems = checks.filter(({ result }) => result === 'problem').map(({ name }) => name);
  assert.equal(exitCode, problems.length > 0 ? 1 : 0);
  for (const { result, finding, advice } of checks) {
    assert.ok(finding !== '' && !finding.includes('\n') && (result !== 'problem' || advice), finding);
  }
  return { tookMs, checks, of: (name) => reportOf(checks, name), problems };
}

/** The report of one check. */
export function reportOf(checks: readonly CheckReport[], name: string): CheckReport {
  return checks.find((check) => check.name === name) ?? assert.fail(`no check ${name}`);
}

/** Asserts the result of a check, its finding and its advice. */
export function assertFound(
  report: CheckReport,
  result: CheckReport['result'],
  finding: RegExp,
  advice?: RegExp,
): void {
  assert.equal(report.result, result, JSON.stringify(report));
  assert.match(report.finding, finding);
  if (advice) assert.match(report.advice ?? '', advice);
}
