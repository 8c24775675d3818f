/** An older state of the installation: a backup, restored into a database beside the service's own. */
import type pg from 'pg';
import { ConfigError } from '../../../../core/base/config.ts';
import { withClient } from '../../../../core/database/client.ts';
import { endAccess } from '../../backup/ended.ts';
import type { BackupHeader } from '../../backup/format.ts';
import { restoreBackup } from '../../backup/read.ts';
import type { BackupPlace, TrustedBackup } from './backup.ts';
import { NoRoomBeside, withDatabaseBeside } from './backup-trial.ts';

/** It has the schema of today; all ways in are ended in it, and no mail waits. */
export interface OlderState {
  /** Opens a connection to it, as the owner of its tables. */
  readonly read: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  readonly header: BackupHeader;
}

/**
 * Restores a backup beside for as long as the work takes.
 * @throws ConfigError where there can be no second database, DatabaseOpenError where the backup cannot be used
 */
export async function withOlderState<T>(
  { server, clock }: BackupPlace,
  { backup, digest }: TrustedBackup,
  note: (table: string) => void,
  work: (older: OlderState) => Promise<T>,
): Promise<T> {
  try {
    return await withDatabaseBeside(server, { purpose: 'older' }, async (beside) => {
      await restoreBackup(backup, beside, clock, {
        ...{ note, digest },
        async onFilled(client, tables) {
          await endAccess(client, tables, { at: clock.now(), dropMails: true });
        },
      });
      const read: OlderState['read'] = (inside) => withClient(beside.ownerConnection, inside);
      return await work({ read, header: backup.header });
    });
  } catch (error) {
    if (!(error instanceof NoRoomBeside)) throw error;
    throw new ConfigError(
      `The backup cannot be read beside the service: ${error.message} ("alter role … createdb"; take it back afterwards).`,
    );
  }
}
