/** `timebank serve`: runs the service until it is asked to stop. `timebank migrate`: only the schema. */
import type { Command } from 'commander';
import { type CommandContext, report } from '../console/desk/commands/context.ts';
import { configOf, environmentOf, runAsOwner } from '../console/desk/commands/settings.ts';
import { CLOCK_OPTION, createLogger, type ServeOptions, untilStopped } from '../console/desk/commands/until-stopped.ts';
import { type Config, ConfigError, checkKeyBelongs, demandEncryption, readConfig } from '../core/base/config.ts';
import { describeUnknown, unknownInEnvironment } from '../core/base/unknown-settings.ts';
import { serviceBuild } from '../core/base/version.ts';
import { systemBinaries } from '../core/database/embedded-version.ts';
import { quietLog } from '../core/database/log.ts';
import { openDatabaseServer } from '../core/database/open.ts';
import { POSTGRES_VERSION_MIN } from '../core/database/server-check.ts';
import { openBackupFolder } from '../modules/operate/domain/installation/backup-files.ts';
import {
  type BroughtUpToDate,
  bringUpToDate,
  FIRST_STEPS,
  isMissing,
  refuseBesideBackups,
} from '../modules/operate/domain/installation/first-start.ts';

export function registerServe(command: Command, context: CommandContext): void {
  command
    .option('--clock-is-right', CLOCK_OPTION)
    .option('--create', 'make a new installation if there is none yet, as timebank init does')
    .action(async (options: ServeOptions & { create?: boolean }) => {
      const { clockIsRight = false, create = false } = options;
      const env = await environmentOf(context);
      const config = readConfig(env, 'production');
      runAsOwner(config);
      const log = createLogger(config);
      const unknown = unknownInEnvironment(env);
      if (unknown.length > 0) log.warn({}, unknown.map(describeUnknown).join(' '));
      await untilStopped({ log, env, drainSeconds: config.drainSeconds }, async () => {
        const { startService } = await import('./service.ts');
        const { makeFirstCommunity } = await import('./first-community.ts');
        const service = await startService({
          ...{ config, clock: context.clock, log, command: 'timebank serve', clockIsRight, create },
          prepare: async (deps, origin) => {
            await makeFirstCommunity(deps, origin);
            return undefined;
          },
        });
        log.info({ build: serviceBuild(), origin: service.origin, mode: config.mode }, 'listening');
        return service;
      });
    });
}

export function registerMigrate(command: Command, context: CommandContext): void {
  command.option('--json', 'print JSON').action(async (options: { json?: boolean }) => {
    const config = await configOf(context);
    checkKeyBelongs(config);
    await refuseBesideBackups(config);
    const { applied } = await applyMigrations(context, config, { create: false, command: 'timebank migrate' });
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['The schema is up to date.'];
    report(context, options.json, { applied }, lines);
  });
}

export function registerInit(command: Command, context: CommandContext): void {
  command
    .option(
      '--system-postgres',
      "run the embedded database by this system's PostgreSQL, which the distribution keeps patched",
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Where there is an installation already, nothing is changed but a schema that is behind. timebank serve makes none by
itself: a setting that was lost, or a disk that is not mounted, would start an empty time bank.`,
    )
    .action(async (options: { json?: boolean; systemPostgres?: boolean }) => {
      const settings = await configOf(context);
      const config = options.systemPostgres ? bySystem(settings) : settings;
      checkKeyBelongs(config);
      await refuseBesideBackups(config);
      const beforeNew = () => demandEncryption(config);
      // Nothing is made for what is refused.
      if (await isMissing(config)) beforeNew();
      if (config.backupDir !== undefined) await openBackupFolder(config.backupDir, true);
      const how = { create: true, command: 'timebank init', beforeNew };
      const { isNew, applied } = await applyMigrations(context, config, how);
      const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : 'of DATABASE_URL';
      report(
        context,
        options.json,
        { created: isNew, applied },
        isNew
          ? [
              `The database ${where} is made. Next, with the same settings:`,
              ...FIRST_STEPS.map((line) => `  ${line}`),
              ...describeServer(config, settings),
            ]
          : [`The database ${where} was there already.`],
      );
    });
}

/** @throws ConfigError where there is no such PostgreSQL, or the settings name another one */
function bySystem(config: Config): Config {
  if (config.databaseUrl !== undefined || config.embeddedPostgresBin !== undefined) {
    const set = config.databaseUrl === undefined ? 'EMBEDDED_POSTGRES_BIN' : 'DATABASE_URL';
    throw new ConfigError(`--system-postgres is given, and ${set} names another PostgreSQL: use one of the two.`);
  }
  const folder = systemBinaries(POSTGRES_VERSION_MIN);
  if (folder !== undefined) return { ...config, embeddedPostgresBin: folder };
  throw new ConfigError(
    `No PostgreSQL ${POSTGRES_VERSION_MIN} or newer is installed in /usr/lib/postgresql: sudo apt-get install postgresql`,
  );
}

/** Which PostgreSQL runs it, where that is to be set, or could be chosen. */
function describeServer(config: Config, { embeddedPostgresBin, databaseUrl }: Config): string[] {
  if (embeddedPostgresBin !== undefined || databaseUrl !== undefined) return [];
  if (config.embeddedPostgresBin !== undefined) {
    return ['And set, for the service and every command:', `  EMBEDDED_POSTGRES_BIN=${config.embeddedPostgresBin}`];
  }
  const folder = systemBinaries(POSTGRES_VERSION_MIN);
  if (folder === undefined) return [];
  return [
    `Your distribution keeps the PostgreSQL in ${folder} patched. To run on it, delete ${config.dataDir} now and repeat with --system-postgres.`,
  ];
}

async function applyMigrations(
  { clock }: CommandContext,
  config: Config,
  {
    create,
    command,
    beforeNew,
  }: { readonly create: boolean; readonly command: string; readonly beforeNew?: () => void },
): Promise<BroughtUpToDate> {
  const server = await openDatabaseServer(config, { exclusive: false, create, command, log: quietLog });
  try {
    return await bringUpToDate(config, server, clock, create, beforeNew);
  } finally {
    await server.stop();
  }
}
