-- compatible: a new column that may be null, which the release before neither reads nor writes.

-- The BACKUP_DIR into which the last scheduled backup was written. If that folder is empty afterwards, its disk is not
-- mounted: without this, backups went to the disk below the mount point, and looked right. Null: none was written yet.
alter table installation add column backup_folder text;
