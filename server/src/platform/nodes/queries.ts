import { query } from '../database/query.ts';

/**
 * Says that this node is alive, and asks which migrations it does not know and cannot live with. Ends with the rows of
 * nodes that were not seen for a day.
 */
export const beat = query<[id: string, name: string, knownMigrations: readonly string[]], { unknown: string | null }>(
  'beat',
  `with alive as (
     insert into nodes as n (id, name) values ($1, $2)
     on conflict (id) do update set seen_at = now()
   ), gone as (
     delete from nodes where seen_at < now() - interval '1 day'
   )
   select (select min(name) from schema_migrations where not compatible and not name = any ($3::text[])) as unknown`,
);

export const deleteNode = query<[id: string], never>('delete_node', 'delete from nodes where id = $1');

export interface LiveNode {
  /** Host and process id. */
  readonly name: string;
  readonly startedAt: Date;
}

/** Those that have said so in the last seconds; each says it every two. */
export const selectLiveNodes = query<[withinSeconds: number], LiveNode>(
  'select_live_nodes',
  `select name, min(started_at) as "startedAt" from nodes where seen_at > now() - make_interval(secs => $1)
   group by name order by name`,
);
