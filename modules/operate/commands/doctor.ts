/** `timebank doctor`: what is wrong with this installation, and what to do. */
import type { Command } from 'commander';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { readEnvironment, runAsOwner } from '../../../console/desk/commands/settings.ts';
import { serviceBuild } from '../../../core/base/version.ts';
import type { CheckReport } from '../domain/doctor/check.ts';
import { examine } from '../domain/doctor/examine.ts';
import { readSettings } from '../domain/doctor/settings.ts';

/** As a person reads them; a script gets the words of the JSON. */
const RESULTS: Readonly<Record<CheckReport['result'], string>> = {
  ok: 'ok',
  note: 'note',
  problem: 'problem',
  not_checked: '-',
};
const RESULT_WIDTH = 9;
const NAME_WIDTH = 16;

export function registerDoctorCommand(command: Command, context: CommandContext): void {
  command
    .option('--ledger', 'also verify the ledger, which reads everything')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It changes nothing, and it also works when the service is stopped, the database is away or a setting is wrong. Run it as
the user of the service and with the same settings. It connects to the database, to HOST:PORT and to PUBLIC_URL only.`,
    )
    .action(async (options: { ledger?: boolean; json?: boolean }) => {
      const { clock } = context;
      const { env, fault } = await readEnvironment(context);
      runAsOwner(readSettings(env).config);
      const { checks, hangs } = await examine({
        env,
        faultOfFile: fault,
        clock,
        version: serviceBuild(),
        ledger: options.ledger === true,
      });
      const problems = checks.filter(({ result }) => result === 'problem').map(({ name }) => words(name));
      report(context, options.json, { checks }, [...checks.flatMap(linesOf), '', conclusion(problems)]);
      if (problems.length > 0) context.fail(1);
      if (hangs) context.leave();
    });
}

function linesOf({ name, result, finding, advice }: CheckReport): string[] {
  const told = result === 'not_checked' ? `not checked: ${finding}` : finding;
  const line = `${RESULTS[result].padEnd(RESULT_WIDTH)}${words(name).padEnd(NAME_WIDTH)}${told}`;
  return advice === null ? [line] : [line, `${' '.repeat(RESULT_WIDTH + NAME_WIDTH)}${advice}`];
}

const words = (name: string) => name.replaceAll('_', ' ');

function conclusion(problems: readonly string[]): string {
  if (problems.length === 0) return 'No problem found.';
  return `${problems.length === 1 ? '1 problem' : `${problems.length} problems`}: ${problems.join(', ')}.`;
}
