import { query, type StatementParameters, type StatementRow } from './query.ts';

export type FirstFacts = StatementRow<'select_first_facts'>;

export const selectFirstFacts = query(
  'select_first_facts',
  `select current_setting('server_version_num')::int / 10000 as version,
     current_setting('server_encoding') as encoding,
     pg_is_in_recovery() as standby,
     current_setting('transaction_read_only') = 'on' as "readOnly"`,
);

export type ServerFacts = StatementRow<'select_server_facts'>;

export const selectServerFacts = query(
  'select_server_facts',
  `select current_setting('fsync') as fsync,
     current_setting('full_page_writes') as "fullPageWrites",
     current_setting('synchronous_commit') as "synchronousCommit",
     current_user as role,
     (select rolsuper from pg_roles where rolname = current_user) as "superuser!",
     exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and pg_has_role(current_user, c.relowner, 'member')) as "ownsTables"`,
);

/** `communityId`: A number that no community has. */
type ProbeRow = StatementParameters<'count_probe_rows'>;

const INSERT_PROBE_ROW = `insert into activity_counts
     (community_id, first_day, last_day, transfers, members, new_listings, listings_through, counted_at)
   values ($communityId, '2000-01-01', '2000-01-01', 0, 0, 0, '2000-01-01', $at)`;

/** Into a table of tenants, which a server that distributes rows would have to distribute. */
export const insertProbeRow = query<ProbeRow & { at: string }, never>('insert_probe_row', INSERT_PROBE_ROW);

/** Fails. */
export const divideByZero = query('divide_by_zero', 'select 1 / $zero::int as quotient');

export const countProbeRows = query(
  'count_probe_rows',
  'select count(*)::int as count from activity_counts where community_id = $communityId',
);

/** Inserts a row; `count` are the rows that the other part of the statement sees. */
export const insertAndCountProbeRows = query<ProbeRow & { at: string }, { count: number }>(
  'insert_and_count_probe_rows',
  `with added as (
     ${INSERT_PROBE_ROW} returning 1
   ), seen as (
     select count(*)::int as count from activity_counts where community_id = $communityId
   )
   select s.count from seen s, added`,
);

export const lockProbeRow = query(
  'lock_probe_row',
  'select community_id as "communityId" from activity_counts where community_id = $communityId for update',
);

/** No row while another transaction holds its lock. */
export const lockFreeProbeRow = query(
  'lock_free_probe_row',
  'select community_id as "communityId" from activity_counts where community_id = $communityId for update skip locked',
);

export const deleteProbeRows = query(
  'delete_probe_rows',
  'delete from activity_counts where community_id = $communityId',
);
