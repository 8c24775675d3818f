/** `timebank help …` and `timebank <group> help …`: the help of every command, asked for at every level. */
import type { Command } from 'commander';
import { type CommandContext, report } from '../console/desk/commands/context.ts';
import { describeCommands } from './described.ts';

/** Gives the command, and every group inside it, a `help` that takes the words of a command. */
export function addHelp(group: Command, context: CommandContext): void {
  const inside = [...group.commands];
  group
    .helpCommand(false)
    .command('help')
    .description('explain a command')
    .argument('[command...]', 'its words, such as partner create')
    .option('--json', 'print JSON')
    .action((words: readonly string[], options: { json?: boolean }) => {
      const command = commandOf(group, words);
      if (options.json) report(context, true, describeCommands(command)[0], []);
      else command.help();
    });
  for (const command of inside) if (command.commands.length > 0) addHelp(command, context);
}

function commandOf(group: Command, [word, ...further]: readonly string[]): Command {
  if (word === undefined || group.commands.length === 0) return group;
  const found = group.commands.find((command) => command.name() === word);
  // A slip fails as it does for the command itself, with the word that was probably meant.
  return found ? commandOf(found, further) : group.parse([word], { from: 'user' });
}
