import { query } from '../database/query.ts';

/**
 * Says that this node is alive, and asks which migrations it does not know and cannot live with. Ends with the rows of
 * nodes that were not seen for a day.
 */
export const beat = query<[id: string, name: string, knownMigrations: readonly string[], build: string], Beat>(
  'beat',
  `with alive as (
     insert into nodes as n (id, name, build) values ($1, $2, $4)
     on conflict (id) do update set seen_at = now()
   ), gone as (
     delete from nodes where seen_at < now() - interval '1 day'
   )
   select m.name as unknown, m.build as by
   from (select) one left join lateral (
     select name, build from schema_migrations where not compatible and not name = any ($3::text[]) order by name limit 1
   ) m on true`,
);

interface Beat {
  readonly unknown: string | null;
  /** The build that applied it. */
  readonly by: string | null;
}

export const deleteNode = query<[id: string], never>('delete_node', 'delete from nodes where id = $1');

export interface LiveNode {
  /** Host and process id. */
  readonly name: string;
  readonly startedAt: Date;
  /** Null: of a version that does not say it. */
  readonly build: string | null;
}

/** Those that have said so in the last seconds; each says it every two. */
export const selectLiveNodes = query<[withinSeconds: number], LiveNode>(
  'select_live_nodes',
  `select name, min(started_at) as "startedAt", min(build) as build from nodes where seen_at > now() - make_interval(secs => $1)
   group by name order by name`,
);
