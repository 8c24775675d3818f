/** A new installation is made only where one is meant: a lost setting or a disk that is not mounted looks like one. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '../../../../console/desk/backup-folder.ts';
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { onClient, withClient } from '../../../../core/database/client.ts';
import { describeMissing } from '../../../../core/database/data-folder.ts';
import { migrate } from '../../../../core/database/migrate.ts';
import type { DatabaseServer } from '../../../../core/database/open.ts';
import { DatabaseOpenError } from '../../../../core/database/open-error.ts';
import { checkBeforeMigrating } from '../../../../core/database/server-check.ts';
import { faultOfPlaces, judgeReached } from '../../../../core/installation/state.ts';

/** The steps that a new installation needs before a person can sign in. */
export const FIRST_STEPS = [
  "timebank community create --slug elm --name 'Elm Street Time Bank'",
  'timebank admin create --email you@example.org',
] as const;

/**
 * Before an embedded database is opened or made: backups beside a missing one are of an installation that was here.
 * @throws DatabaseOpenError
 */
export async function refuseBesideBackups(config: Config): Promise<void> {
  if (!(await isMissing(config))) return;
  const fault = await faultBesideBackups(config);
  if (fault !== undefined) throw new DatabaseOpenError(fault);
}

/** Whether there is no embedded database where one should be. */
export const isMissing = async ({ dataDir, databaseUrl }: Config): Promise<boolean> =>
  databaseUrl === undefined && !(await stat(join(dataDir, 'postgres')).catch(() => undefined));

async function faultBesideBackups({ dataDir, backupDir }: Config): Promise<string | undefined> {
  const [newest] = backupDir === undefined ? [] : await listBackups(backupDir);
  if (newest === undefined) return undefined;
  return `There is no database in ${dataDir}, and BACKUP_DIR has the backups of one (${newest.path}): mount the disk of DATA_DIR, restore the backup, or name an empty BACKUP_DIR for a new installation.`;
}

/** The sentence of the start for a data folder without a database. */
export const describeNoDatabase = async (config: Config): Promise<string> =>
  (await faultBesideBackups(config)) ?? (await describeMissing(config.dataDir));

export interface BroughtUpToDate {
  /** There was nothing before. */
  readonly isNew: boolean;
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
}

/**
 * Brings the schema of an opened database up to date.
 * @param create whether an empty database becomes a new installation
 * @param beforeNew called before it does; may refuse
 * @throws DatabaseOpenError
 */
export async function bringUpToDate(
  config: Config,
  { ownerConnection, appConnection }: DatabaseServer,
  clock: Clock,
  create: boolean,
  beforeNew: () => void = () => {},
): Promise<BroughtUpToDate> {
  await checkBeforeMigrating([ownerConnection, appConnection]);
  if (config.migrateDatabaseUrl !== undefined) await demandOneDatabase({ ownerConnection, appConnection });
  // As the owner: after a dump was restored, the other role may read nothing yet.
  const { name, fault } = await judgeReached(config, ownerConnection);
  const isNew = name === 'empty';
  if (isNew && create) beforeNew();
  if (isNew ? !create : name !== 'older' && fault !== undefined) throw new DatabaseOpenError(fault);
  return { isNew, applied: await migrate({ ownerConnection, appConnection, clock }) };
}

async function demandOneDatabase({
  ownerConnection,
  appConnection,
}: Pick<DatabaseServer, 'ownerConnection' | 'appConnection'>): Promise<void> {
  const fault = await withClient(appConnection, (app) =>
    withClient(ownerConnection, (owner) => faultOfPlaces(onClient(app), onClient(owner))),
  );
  if (fault !== undefined) throw new DatabaseOpenError(fault);
}
