/** A new installation is made only where one is meant: a lost setting or a disk that is not mounted looks like one. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '../../../../console/desk/backup-folder.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { hasSchema, migrate } from '../../../../core/database/migrate.ts';
import type { DatabaseServer } from '../../../../core/database/open.ts';
import { DatabaseOpenError } from '../../../../core/database/open-error.ts';
import { checkBeforeMigrating } from '../../../../core/database/server-check.ts';

/** The steps that a new installation needs before a person can sign in. */
export const FIRST_STEPS = [
  "timebank community create --slug elm --name 'Elm Street Time Bank'",
  'timebank admin create --email you@example.org',
] as const;

/**
 * Before an embedded database is made: backups beside it are of an installation that was here.
 * @throws DatabaseOpenError
 */
export async function refuseBesideBackups(config: Config): Promise<void> {
  const { dataDir, databaseUrl, backupDir } = config;
  if (databaseUrl !== undefined || backupDir === undefined) return;
  if (await stat(join(dataDir, 'postgres')).catch(() => undefined)) return;
  const [newest] = await listBackups(backupDir);
  if (newest === undefined) return;
  throw new DatabaseOpenError(
    `There is no database in ${dataDir}, and BACKUP_DIR has the backups of one (${newest.path}): mount the disk of DATA_DIR, restore the backup, or name an empty BACKUP_DIR for a new installation.`,
  );
}

export interface BroughtUpToDate {
  /** There was nothing before. */
  readonly isNew: boolean;
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
}

/**
 * Brings the schema of an opened database up to date.
 * @param create whether an empty database becomes a new installation
 * @throws DatabaseOpenError
 */
export async function bringUpToDate(
  config: Config,
  { ownerConnection, appConnection }: DatabaseServer,
  clock: Clock,
  create: boolean,
): Promise<BroughtUpToDate> {
  await checkBeforeMigrating([ownerConnection, appConnection]);
  const isNew = !(await hasSchema(appConnection));
  if (isNew && !create) throw new DatabaseOpenError(describeEmpty(config));
  return { isNew, applied: await migrate({ ownerConnection, appConnection, clock }) };
}

function describeEmpty({ databaseUrl, dataDir }: Config): string {
  const [where, setting] =
    databaseUrl === undefined ? [`in ${dataDir}`, 'DATA_DIR'] : ['of DATABASE_URL', 'DATABASE_URL'];
  return `The database ${where} is empty: correct ${setting}, or, for a new installation only, run "timebank init".`;
}
