import { query, write } from '../database/query.ts';

/** Null: no key has been used yet. */
export const selectKeyCheck = query('select_key_check', 'select secret_key_check as check from installation');

/** Its id, the digest of its key, and where its last scheduled backup went. */
export const selectInstallationId = query(
  'select_installation_id',
  'select installation_id as id, secret_key_check as check, backup_folder as "backupFolder" from installation',
);

export const updateBackupFolder = write(
  'update_backup_folder',
  'update installation set backup_folder = $folder! where backup_folder is distinct from $folder! returning id',
);

/** Keeps the first key's digest and returns the one that is kept. */
export const rememberKeyCheck = query(
  'remember_key_check',
  'update installation set secret_key_check = coalesce(secret_key_check, $check!) returning secret_key_check as "check!"',
);

/** Holds up other starts on the database, until the key is settled. */
export const lockKeyCheck = write('lock_key_check', 'select secret_key_check as check from installation for update');

/** Elsewhere the same path may be another disk, on which nothing was written yet. */
export const forgetBackupFolder = write(
  'forget_backup_folder',
  'update installation set backup_folder = null returning id',
);

/** Other connections of this role, by their application names. */
export const selectOtherConnections = write(
  'select_other_connections',
  `select coalesce(nullif(application_name, ''), 'unnamed') as name, count(*)::int as count from pg_stat_activity
   where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
   group by 1 order by 1`,
);
