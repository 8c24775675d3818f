/** With which settings a command runs, and as whom: those of the service, and its user. */

import { closeSync, openSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, type Mode, readConfig } from '../../../core/base/config.ts';
import { readNamedFile } from '../../../core/base/files.ts';
import { faultOfNames, parseSettings, SETTINGS_FILE } from '../../../core/base/settings-file.ts';
import { describeUser, findUser } from '../../../core/base/users.ts';
import { isRelease } from '../../../core/base/version.ts';
import type { CommandContext } from './context.ts';

type Environment = CommandContext['env'];

/** Any of them says which installation is meant. */
const NAMES_ANOTHER = ['DATA_DIR', 'DATABASE_URL'];

/**
 * The environment, and below it the file of `--env-file`. A release that is given no installation takes the file of the
 * unit; a clone never does, nor does the demo, which would otherwise meet an installation by surprise.
 * @throws SystemError, ConfigError when the file cannot be read
 */
export async function environmentOf(
  context: Pick<CommandContext, 'env' | 'envFile'>,
  options: EnvironmentOptions = {},
): Promise<Environment> {
  const { env, fault } = await readEnvironment(context, options);
  if (fault !== undefined) throw new ConfigError(fault);
  return env;
}

export interface EnvironmentOptions {
  /** Whether the file of the unit counts where none is named. */
  readonly byDefault?: boolean;
}

/**
 * Likewise, for what goes on although the file has names that are no settings.
 * @returns `fault`: the sentence for those names
 */
export async function readEnvironment(
  { env, envFile }: Pick<CommandContext, 'env' | 'envFile'>,
  { byDefault = isRelease() }: EnvironmentOptions = {},
): Promise<{ readonly env: Environment; readonly fault: string | undefined }> {
  const path = envFile ?? (byDefault && (await isMeant(env)) ? SETTINGS_FILE : undefined);
  if (path === undefined) return { env, fault: undefined };
  const values = parseSettings(path, await readNamedFile('the settings in', path));
  return { env: { ...values, ...env }, fault: faultOfNames(path, values) };
}

async function isMeant(env: Environment): Promise<boolean> {
  if (NAMES_ANOTHER.some((name) => env[name])) return false;
  return (await stat(SETTINGS_FILE).catch(() => undefined)) !== undefined;
}

/**
 * The settings of a command, which from now on runs as the user of the installation.
 * @throws ConfigError, SystemError
 */
export async function configOf(context: CommandContext, mode: Mode = 'production'): Promise<Config> {
  const config = readConfig(await environmentOf(context), mode);
  runAsOwner(config);
  return config;
}

/** Of the program, which a command goes on reading from. */
const MAIN = join(import.meta.dirname, '../../../service/main.ts');

/**
 * As root, the process becomes the user whom the data folder belongs to: what it writes there must be that user's, and
 * the PostgreSQL that runs there is.
 * @throws ConfigError when that user cannot read the program
 */
export function runAsOwner({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined || process.geteuid?.() !== 0) return;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  const { uid } = owner;
  const gid = findUser(uid)?.gid ?? owner.gid;
  process.seteuid?.(uid);
  try {
    closeSync(openSync(MAIN, 'r'));
  } catch {
    throw new ConfigError(
      `The data folder ${dataDir} belongs to ${describeUser(uid)}, who cannot read this program (${MAIN}): install it where that user can, such as in /opt.`,
    );
  } finally {
    process.seteuid?.(0);
  }
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
