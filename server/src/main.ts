/** The `timebank` command. */
import { processContext } from './commands/context.ts';
import { tellFailure } from './commands/failure.ts';
import { buildProgram } from './commands/program.ts';

const context = processContext(process.env, process.argv.slice(2));
try {
  await buildProgram(context).parseAsync();
} catch (error) {
  context.fail(tellFailure(context, error));
}
