/** After a restore from a dump, rows name transactions that this server has not reached: they get numbers of this server. */
import type pg from 'pg';

const NOTED: readonly (readonly [table: string, column: string])[] = [
  ['members', 'changed_xid'],
  ['listings', 'changed_xid'],
  ['events', 'xid'],
];

/**
 * Renumbers rows that this server cannot have written; otherwise they would count as changed until the server's own
 * numbers have passed theirs (docs/decisions/0032). Does nothing on any other start.
 * @returns how many rows it was
 */
export async function adoptRestoredRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass('sync_marks') is not null as found");
  if (!rows[0]?.found) return 0;
  let count = 0;
  for (const [table, column] of NOTED) {
    // Community by community, since each has its part of the index.
    const { rowCount } = await client.query(
      `update ${table} t set ${column} = pg_current_xact_id()
       from communities c
       where t.community_id = c.id and t.${column} >= pg_snapshot_xmax(pg_current_snapshot())
         and t.${column} <> pg_current_xact_id()`,
    );
    count += rowCount ?? 0;
  }
  return count;
}
