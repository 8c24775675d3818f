import { type NoParameters, query } from './query.ts';

export interface FirstFacts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

export const selectFirstFacts = query<NoParameters, FirstFacts>(
  'select_first_facts',
  `select current_setting('server_version_num')::int / 10000 as version,
     current_setting('server_encoding') as encoding,
     pg_is_in_recovery() as standby,
     current_setting('transaction_read_only') = 'on' as "readOnly"`,
);

export interface ServerFacts {
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly synchronousCommit: string;
  readonly role: string;
  readonly superuser: boolean;
  readonly ownsTables: boolean;
}

export const selectServerFacts = query<NoParameters, ServerFacts>(
  'select_server_facts',
  `select current_setting('fsync') as fsync,
     current_setting('full_page_writes') as "fullPageWrites",
     current_setting('synchronous_commit') as "synchronousCommit",
     current_user as role,
     (select rolsuper from pg_roles where rolname = current_user) as superuser,
     exists (select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and pg_has_role(current_user, c.relowner, 'member')) as "ownsTables"`,
);

interface ProbeRow {
  /** A number that no community has. */
  readonly communityId: number;
}

const INSERT_PROBE_ROW = `insert into activity_counts
     (community_id, first_day, last_day, transfers, members, new_listings, listings_through, counted_at)
   values ($communityId, '2000-01-01', '2000-01-01', 0, 0, 0, '2000-01-01', $at)`;

/** Into a table of tenants, which a server that distributes rows would have to distribute. */
export const insertProbeRow = query<ProbeRow & { at: string }, never>('insert_probe_row', INSERT_PROBE_ROW);

/** Fails. */
export const divideByZero = query<{ zero: number }, { quotient: number }>(
  'divide_by_zero',
  'select 1 / $zero::int as quotient',
);

export const countProbeRows = query<ProbeRow, { count: number }>(
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

export const lockProbeRow = query<ProbeRow, { communityId: number }>(
  'lock_probe_row',
  'select community_id as "communityId" from activity_counts where community_id = $communityId for update',
);

/** No row while another transaction holds its lock. */
export const lockFreeProbeRow = query<ProbeRow, { communityId: number }>(
  'lock_free_probe_row',
  'select community_id as "communityId" from activity_counts where community_id = $communityId for update skip locked',
);

export const deleteProbeRows = query<ProbeRow, never>(
  'delete_probe_rows',
  'delete from activity_counts where community_id = $communityId',
);
