import { query, type StatementRow } from './query.ts';

/** `found`: there is a table of that name; `isOurs`: this program made it, and not another one with the same habit. */
export const selectMigrationsTable = query(
  'select_migrations_table',
  `select to_regclass('public.schema_migrations') is not null as found,
     exists (select from pg_attribute
             where attrelid = to_regclass('public.schema_migrations') and attname = 'sha256') as "isOurs"`,
);

/**
 * A row of `schema_migrations`, as any version has left it: columns that an earlier version did not have are null, or false.
 * `build`: the build that applied it; null: 0.1.0+f844f4bd or an earlier one, which did not say so.
 */
export type AppliedMigration = StatementRow<'select_applied_migrations'>;

export const selectAppliedMigrations = query(
  'select_applied_migrations',
  `select name, sha256,
     coalesce((to_jsonb(m) ->> 'compatible')::boolean, false) as compatible, to_jsonb(m) ->> 'build' as build
   from schema_migrations m order by name`,
);

/** The same for both roles if they are in the same database; `ownsAll` of its tables. */
export const selectPlace = query(
  'select_place',
  `select current_database() as database, pg_postmaster_start_time() as "startedAt", current_user as role,
     not exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
                   and not pg_has_role(current_user, c.relowner, 'member')) as "ownsAll"`,
);

export const selectNodesTable = query('select_nodes_table', `select to_regclass('public.nodes') is not null as found`);

/** Nodes with a heartbeat in the last seconds, of any version: by the columns that the first one had. */
export const selectNodeNames = query(
  'select_node_names',
  `select distinct name from nodes where seen_at > now() - make_interval(secs => $withinSeconds) order by name limit 20`,
);
