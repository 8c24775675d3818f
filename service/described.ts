/** The table of commands as data, for what is made from it: the manual page. */
import { EventEmitter } from 'node:events';
import type { Command } from 'commander';

export interface DescribedOption {
  readonly long: string;
  /** As the help shows it: `--name <name>`. */
  readonly flags: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** What the value may be; empty: anything. */
  readonly choices: readonly string[];
}

export interface DescribedCommand {
  /** Without `timebank`: none for the program itself. */
  readonly words: readonly string[];
  readonly description: string;
  readonly inside: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly DescribedOption[];
  /** As the help shows them: `<client id>`. */
  readonly argumentNames: readonly { readonly name: string; readonly description: string }[];
  /** The text below the help. */
  readonly afterwards: string;
}

/** The program and all its commands, groups before what is inside them. Every group has a `help`. */
export function describeCommands(command: Command, words: readonly string[] = []): DescribedCommand[] {
  const inside = command.commands.filter((one) => one.name() !== 'help');
  const args = command.registeredArguments.map((one) => ({
    name: one.required ? `<${one.name()}>` : `[${one.name()}]`,
    description: one.description,
  }));
  const described: DescribedCommand = {
    words,
    description: command.description(),
    inside: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: command.options.map(({ long, flags, description, mandatory, argChoices }) => ({
      long: long ?? '',
      flags,
      description,
      isRequired: mandatory,
      choices: (argChoices ?? []).filter((choice) => choice !== ''),
    })),
    argumentNames: args,
    afterwards: textAfterHelp(command),
  };
  return [described, ...inside.flatMap((one) => describeCommands(one, [...words, one.name()]))];
}

/** What was added with `addHelpText('after', …)`: written where it is asked for. */
function textAfterHelp(command: Command): string {
  let text = '';
  if (!(command instanceof EventEmitter)) return text;
  command.emit('afterHelp', {
    error: false,
    command,
    write: (part: string) => {
      text += part;
    },
  });
  return text.trim();
}
