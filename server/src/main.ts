/** The `timebank` command. */
import { processContext } from './commands/context.ts';
import { tellFailure } from './commands/failure.ts';
import { runProgram } from './commands/program.ts';

const args = process.argv.slice(2);
const context = processContext(process.env, args);
try {
  await runProgram(context, args);
} catch (error) {
  context.fail(tellFailure(context, error));
}
