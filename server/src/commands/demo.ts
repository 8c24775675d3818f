/** `timebank demo`: everything at once, with a sample community, ready to be called. */
import type { Command } from 'commander';
import { readConfig } from '../platform/base/config.ts';
import { type CommandContext, createLogger } from './context.ts';
import {
  isOneOfSeveral,
  PROCESSES_OPTION,
  type ServeOptions,
  untilStopped,
  untilTold,
  withOptions,
} from './until-stopped.ts';

export function registerDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('run the service with a sample community and print ready-made curl commands')
    .option('--processes <count>', PROCESSES_OPTION)
    .action(async (options: ServeOptions) => {
      const config = readConfig({ LOG_LEVEL: 'warn', ...withOptions(context.env, options) }, 'demo');
      const log = createLogger(config);
      if (isOneOfSeveral()) return untilTold({ config, clock: context.clock, log });
      await untilStopped(log, async () => {
        // Only here: other commands start in half the time without it.
        const { startDemo } = await import('../demo/start.ts');
        return await startDemo({ config, clock: context.clock, log }, context);
      });
    });
}
