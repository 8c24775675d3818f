/** `timebank help …` and `timebank <group> help …`: the help of every command, asked for at every level. */
import type { Command } from 'commander';
import { type CommandContext, report } from '../console/desk/commands/context.ts';
import { describeCommands } from './described.ts';

/** Loads a command that is only listed so far. */
type Load = (command: Command) => Promise<void> | undefined;

/** Gives the command a `help` that takes the words of a command. */
export function addHelp(group: Command, context: CommandContext, load: Load = () => undefined): void {
  group
    .helpCommand(false)
    .command('help')
    .description('explain a command')
    .argument('[command...]', 'its words, such as partner create')
    .option('--json', 'print JSON')
    .action(async (words: readonly string[], options: { json?: boolean }) => {
      const command = await commandOf(group, words, load);
      if (options.json) report(context, true, describeCommands(command)[0], []);
      else command.help();
    });
}

async function commandOf(group: Command, [word, ...further]: readonly string[], load: Load): Promise<Command> {
  if (word === undefined || group.commands.length === 0) return group;
  const found = group.commands.find((command) => command.name() === word);
  // A slip fails as it does for the command itself, with the word that was probably meant.
  if (!found) return group.parse([word], { from: 'user' });
  await load(found);
  return await commandOf(found, further, load);
}
