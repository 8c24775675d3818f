/** A backup a day, into BACKUP_DIR, and once a week a restore on trial. */

import { repeat } from '../core/base/repeat.ts';
import { MINUTE_MS } from '../core/base/time.ts';
import { serviceBuild } from '../core/base/version.ts';
import type { Deps } from '../core/deps.ts';
import { encryptionOf } from '../modules/operate/backup/encryption.ts';
import type { BackupPlace } from '../modules/operate/domain/installation/backup.ts';
import { backUpIfDue } from '../modules/operate/domain/installation/backup-files.ts';
import { tryIfDue } from '../modules/operate/domain/installation/backup-trial.ts';

/** Interval of the checks whether a backup is due; also the pause after a failure. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

/** Starts now, if BACKUP_DIR is set. @returns a function that stops it; a backup that is being made is given up */
export function startBackups(
  { config, clock, clockState, log }: Pick<Deps, 'config' | 'clock' | 'clockState' | 'log'>,
  server: BackupPlace['server'],
  lookEveryMs = LOOK_EVERY_MS,
): () => Promise<void> {
  const { backupDir, backupKeep } = config;
  if (backupDir === undefined) return async () => {};
  const place = { config, server, clock };
  const work = async (signal: AbortSignal) => {
    // An old one makes room for the new.
    if (clockState.fault() !== undefined || clockState.cautiousUntil() !== undefined) return;
    try {
      const how = { build: serviceBuild(), withKey: true, signal, encryption: await encryptionOf(config) };
      const made = await backUpIfDue(place, backupDir, backupKeep, how);
      if (!made) return;
      log.info({ file: made.path, sha256: made.digest }, 'backup written and read back');
      const trial = await tryIfDue(place, backupDir, made.path, how);
      if (trial?.result === 'restored')
        log.info({ file: made.path }, 'the backup was restored on trial, and its ledger holds');
      if (trial?.result === 'not_tried') log.info({ reason: trial.reason }, 'the backup was not restored on trial');
      if (trial?.result === 'failed')
        log.error({ file: made.path, reason: trial.reason }, 'the backup cannot be restored');
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, folder: backupDir }, 'the backup failed');
    }
  };
  return repeat(work, { everyMs: lookEveryMs, firstMs: 0 }).stop;
}
