/** The command line: what is run, explained, completed and printed in the manual. */
import { Command, CommanderError, Help } from 'commander';
import type { CommandContext } from '../console/desk/commands/context.ts';
import { withoutFarGuess } from '../console/desk/commands/guess.ts';
import { SETTINGS_FILE } from '../core/base/settings-file.ts';
import { COMMANDS, type ListedCommand } from './commands.ts';
import { printVersion } from './documents.ts';
import { addHelp } from './help.ts';

export interface Program {
  readonly program: Command;
  /** Loads commands that are only listed until they are called: those with these names, or all. */
  readonly load: (names?: readonly string[]) => Promise<void>;
}

/** @param writeErr takes the message on a wrong command line */
export function buildProgram(context: CommandContext, writeErr: (text: string) => void = context.note): Program {
  const program = new Command('timebank')
    .description('A self-hosted time bank with a partner API.')
    .configureOutput({
      writeOut: (text) => context.print(text.replace(/\n$/, '')),
      writeErr,
      outputError: (text, write) => write(withoutFarGuess(text)),
    })
    .showHelpAfterError('(run timebank help for all commands, timebank help <command> for one)')
    .exitOverride()
    .option(
      '--env-file <file>',
      `read settings from this file (a release: ${SETTINGS_FILE}); the environment comes first`,
    )
    .option('-v, --version', 'print the versions of the service, Node and the embedded PostgreSQL')
    .on('option:version', () => {
      printVersion(context);
      throw new CommanderError(0, 'version', '');
    })
    .addHelpText(
      'after',
      `
Exit codes: 0 done, 1 failed, 2 the command line is wrong (reconcile: see its help).
With --json, results go to standard output and failures to standard error, both as JSON.`,
    );
  const waiting = new Map<Command, ListedCommand>(
    COMMANDS.map((listed) => [program.command(listed.name).description(listed.description), listed]),
  );
  const usages = new Map([...waiting].map(([command, { usage }]) => [command, usage]));
  const defaults = new Help();
  program.configureHelp({ subcommandTerm: (command) => usages.get(command) ?? defaults.subcommandTerm(command) });
  /** @returns undefined where it is loaded */
  const load = (command: Command): Promise<void> | undefined => {
    const listed = waiting.get(command);
    if (!listed) return undefined;
    waiting.delete(command);
    return listed.load().then((parts) => {
      for (const fill of parts) fill(command, context);
      // The parser gave `--no-…` without its counterpart true before these options were there.
      for (const option of command.options.filter(({ negate }) => negate)) {
        const name = option.attributeName();
        if (command.getOptionValue(name) === undefined) command.setOptionValueWithSource(name, true, 'default');
      }
      if (command.commands.length > 0) addHelp(command, context);
    });
  };
  program.hook('preSubcommand', (_, command) => load(command));
  addHelp(program, context, load);
  return {
    program,
    async load(names) {
      for (const command of program.commands) if (!names || names.includes(command.name())) await load(command);
    },
  };
}

/**
 * Runs the command line.
 * @throws CommanderError when it is wrong: without --json the message is already written
 */
export async function runProgram(context: CommandContext, args: readonly string[]): Promise<void> {
  let told = '';
  const note = (text: string) => {
    told += text;
  };
  try {
    await buildProgram(context, note).program.parseAsync(args[0] === '-V' ? ['--version'] : args, { from: 'user' });
  } catch (error) {
    const isMissing = error instanceof CommanderError && error.code === 'commander.missingMandatoryOptionValue';
    const slip = isMissing ? await findSlip(context, args) : undefined;
    if (!context.json) context.note(slip?.told ?? told);
    throw slip?.error ?? error;
  }
}

/** `--comunity x` is an unknown option, although commander asks for the missing `--community` first. */
async function findSlip(
  context: CommandContext,
  args: readonly string[],
): Promise<{ error: Error; told: string } | undefined> {
  let told = '';
  const { program, load } = buildProgram(context, (text) => {
    told += text;
  });
  await load(args);
  letPass(program);
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'commander.unknownOption') return { error, told };
  }
  return undefined;
}

/** Nothing is required, and nothing is done. */
function letPass(command: Command): void {
  for (const option of command.options) option.makeOptionMandatory(false);
  if (command.commands.length === 0) command.action(() => {});
  for (const inside of command.commands) letPass(inside);
}
