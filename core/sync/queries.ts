import { query } from '../database/query.ts';

/**
 * This database and its line of history: another cluster, another database, tables restored from a dump, or a point in
 * time gone back to all have another one.
 */
export const HISTORY = `(select system_identifier from pg_control_system())
    || '-' || (select oid from pg_database where datname = current_database())
    || '-' || 'sync_marks'::regclass::oid
    || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/**
 * `horizon`: every transaction below it has ended, and what it committed is seen by every later statement. `known`:
 * which of the marks asked for were set in this history.
 */
export const selectHorizon = query(
  'select_horizon',
  `select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, array(
     select m.id::text from sync_marks m
     where m.id = any($marks::uuid[]) and m.history = (select ${HISTORY})) as known`,
);

/** Answers once it is on disk: a lane that does not wait for that would not do. */
export const insertSyncMark = query(
  'insert_sync_mark',
  `insert into sync_marks (id, history, created_at) select $id, ${HISTORY}, $createdAt
   returning pg_current_xact_id()::text as xid`,
);

/**
 * A transaction that leaves nothing but its number on disk: the message that it writes makes its end wait for that,
 * where ends wait for the disk.
 */
export const writeNumber = query(
  'write_number',
  `select pg_current_xact_id()::text as xid, pg_logical_emit_message(true, 'timebank', '')`,
);

/** The number of the transaction that set a mark, of which a row keeps the lower 32 bits. */
export const selectMarkNumber = query(
  'select_mark_number',
  'select xmin::text as xid from sync_marks where id = $mark',
);

export const deleteOldSyncMarks = query(
  'delete_old_sync_marks',
  `with deleted as (
     delete from sync_marks
     where id in (select id from sync_marks where created_at < $before order by created_at limit $limit)
     returning 1
   )
   select count(*)::int as deleted from deleted`,
);
