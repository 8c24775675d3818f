/** The table of commands as data, for what is made from it: completion and the manual page. */
import { EventEmitter } from 'node:events';
import type { Command } from 'commander';

export interface DescribedOption {
  readonly long: string;
  /** As the help shows it: `--name <name>`. */
  readonly flags: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly isRequired: boolean;
  /** What the value may be; empty: anything. */
  readonly choices: readonly string[];
  readonly isFile: boolean;
}

export interface DescribedCommand {
  /** Without `timebank`: none for the program itself. */
  readonly words: readonly string[];
  readonly description: string;
  readonly inside: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly DescribedOption[];
  /** As the help shows them: `<client id>`. */
  readonly argumentNames: readonly { readonly name: string; readonly description: string }[];
  /** What its argument may be; empty: anything. */
  readonly choices: readonly string[];
  readonly takesFile: boolean;
  /** The text below the help. */
  readonly afterwards: string;
}

const IS_FILE = /<(file|source)\b/;

/** The program and all its commands, groups before what is inside them. Every group has a `help`. */
export function describeCommands(command: Command, words: readonly string[] = []): DescribedCommand[] {
  const inside = command.commands.filter((one) => one.name() !== 'help');
  const args = command.registeredArguments.map((one) => ({
    name: one.required ? `<${one.name()}>` : `[${one.name()}]`,
    description: one.description,
    choices: one.argChoices ?? [],
  }));
  const described: DescribedCommand = {
    words,
    description: command.description(),
    inside: command.commands.map((one) => ({ name: one.name(), description: one.description() })),
    options: command.options.map(({ long, flags, description, required, mandatory, argChoices }) => ({
      long: long ?? '',
      flags,
      description,
      takesValue: required,
      isRequired: mandatory,
      choices: (argChoices ?? []).filter((choice) => choice !== ''),
      isFile: IS_FILE.test(flags),
    })),
    argumentNames: args.map(({ name, description }) => ({ name, description })),
    choices: args.flatMap(({ choices }) => choices),
    takesFile: args.some(({ name }) => IS_FILE.test(name)),
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
