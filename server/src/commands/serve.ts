/** `timebank serve`: runs the service until it is told to stop. `timebank migrate`: only the schema. */
import type { Command } from 'commander';
import { readConfig } from '../platform/base/config.ts';
import { serviceBuild } from '../platform/base/version.ts';
import { quietLog } from '../platform/database/log.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabaseServer } from '../platform/database/open.ts';
import { checkBeforeMigrating } from '../platform/database/server-check.ts';
import { type CommandContext, createLogger, report } from './context.ts';
import {
  CLOCK_OPTION,
  isOneOfSeveral,
  PROCESSES_OPTION,
  type ServeOptions,
  untilStopped,
  untilTold,
  withOptions,
} from './until-stopped.ts';

export function registerServeCommands(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('run the service (for its settings, see: timebank settings)')
    .option('--processes <count>', PROCESSES_OPTION)
    .option('--clock-is-right', CLOCK_OPTION)
    .action(async (options: ServeOptions) => {
      const config = readConfig(withOptions(context.env, options), 'production');
      const log = createLogger(config);
      if (isOneOfSeveral()) return untilTold({ config, clock: context.clock, log });
      await untilStopped({ log, env: context.env, drainSeconds: config.drainSeconds }, async () => {
        const { startService } = await import('../service/service.ts');
        const { makeFirstCommunity } = await import('../service/first-community.ts');
        const { clockIsRight = false } = options;
        const service = await startService({
          ...{ config, clock: context.clock, log, command: 'timebank serve', clockIsRight },
          prepare: async (deps, origin) => {
            await makeFirstCommunity(deps, origin);
            return {};
          },
        });
        const { mode, processes } = config;
        log.info({ build: serviceBuild(), origin: service.origin, mode, processes }, 'listening');
        return service;
      });
    });

  program
    .command('migrate')
    .description('create or update the database schema, then exit')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const config = readConfig(context.env, 'production');
      const server = await openDatabaseServer(config, {
        exclusive: false,
        create: true,
        command: 'timebank migrate',
        log: quietLog,
      });
      try {
        await checkBeforeMigrating([server.ownerConnection, server.appConnection]);
        const applied = await migrate({ ...server, clock: context.clock });
        const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The schema is up to date.'];
        report(context, options.json, { applied }, lines);
      } finally {
        await server.stop();
      }
    });
}
