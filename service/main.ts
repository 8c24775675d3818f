/** The `timebank` command. */
import { processContext } from '../console/desk/commands/context.ts';
import { tellFailure } from '../console/desk/commands/failure.ts';
import { HOOKS } from './modules.ts';
import { runProgram } from './program.ts';

const args = process.argv.slice(2);
const context = processContext(process.env, args, HOOKS);
try {
  await runProgram(context, args);
} catch (error) {
  context.fail(tellFailure(context, error));
}
