/** A backup a day, into BACKUP_DIR. */
import type { Deps } from '../domain/deps.ts';
import { backUpIfDue } from '../domain/installation/backup-files.ts';
import { MINUTE_MS } from '../platform/base/time.ts';
import { serviceBuild } from '../platform/base/version.ts';
import type { DatabaseServer } from '../platform/database/open.ts';
import { regularly } from './regularly.ts';

/** How often it is looked whether one is due; also how soon a failure is tried again. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Starts now, if BACKUP_DIR is set. @returns what ends it; a backup that is being made is given up */
export function startBackups(
  { config, clock, clockState, log }: Pick<Deps, 'config' | 'clock' | 'clockState' | 'log'>,
  server: DatabaseServer,
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  const { backupDir, backupKeep } = config;
  if (backupDir === undefined) return async () => {};
  const place = { config, server, clock };
  return regularly(async (signal) => {
    // An old one makes room for the new.
    if (clockState.fault() !== undefined || clockState.cautiousUntil() !== undefined) return;
    try {
      const how = { version: serviceBuild(), withKey: true, signal };
      const made = await backUpIfDue(place, backupDir, backupKeep, how);
      if (made) log.info({ file: made.path }, 'backup written and read back');
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, folder: backupDir }, 'the backup failed');
    }
  }, lookEveryMs);
}
