import { query, type StatementRow } from '../../database/query.ts';

/**
 * Says that this node is alive and how its clock goes, and asks which migrations it does not know and cannot live
 * with. Ends with the rows of nodes that were not seen for a day, or under a clock that was ahead. `by`: the build that
 * applied it.
 */
export const beat = query(
  'beat',
  `with alive as (
     insert into nodes as n (id, name, build, clock_ahead_ms) values ($id, $name, $build!, $clockAheadMs!)
     on conflict (id) do update set seen_at = now(), clock_ahead_ms = excluded.clock_ahead_ms
   ), gone as (
     delete from nodes where seen_at not between now() - interval '1 day' and now() + interval '1 minute'
   )
   select m.name as unknown, m.build as by
   from (select) one left join lateral (
     select name, build
       from schema_migrations where not compatible and not name = any ($knownMigrations::text[]) order by name limit 1
   ) m on true`,
);

export const deleteNode = query('delete_node', 'delete from nodes where id = $id');

/**
 * `name`: host and process id. `build`: null: a node of a version that does not report it. `clockAheadMs`: by which the
 * clock of its process that is furthest off is ahead of the database's. Null: likewise.
 */
export type LiveNode = StatementRow<'select_live_nodes'>;

/** Nodes with a heartbeat in the last seconds; each sends one every two. */
export const selectLiveNodes = query(
  'select_live_nodes',
  `select name, min(started_at) as "startedAt", min(build) as build,
     (array_agg(clock_ahead_ms order by abs(clock_ahead_ms) desc nulls last))[1] as "clockAheadMs"
   from nodes where seen_at > now() - make_interval(secs => $withinSeconds)
   group by name order by name`,
);

/** `cautiousFrom`: the last time of caution, whether it is over or not. */
export type DatabaseTimeRow = StatementRow<'select_database_time'>;

export const selectDatabaseTime = query(
  'select_database_time',
  `select clock_timestamp() as at, cautious_from as "cautiousFrom", cautious_until as "cautiousUntil"
   from installation`,
);

export const updateCaution = query(
  'update_caution',
  'update installation set cautious_from = $from!, cautious_until = $until!',
);
