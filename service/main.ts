/** The `timebank` command. */
import { CommanderError } from 'commander';
import { processContext } from '../console/desk/commands/context.ts';
import { giveWayToService } from './give-way.ts';
import { runProgram } from './program.ts';

const args = process.argv.slice(2);
giveWayToService(args);
const context = processContext(process.env, args, async () =>
  (await import('./command-modules.ts')).modulesOfCommands(),
);
try {
  await runProgram(context, args);
} catch (error) {
  // What was explained is no failure, and loads nothing that tells one.
  if (!(error instanceof CommanderError && error.exitCode === 0)) {
    const { tellFailure } = await import('../console/desk/commands/failure.ts');
    context.fail(tellFailure(context, error));
  }
}
