/** The tables a backup holds, in an order in which every key finds what it names. */
import type pg from 'pg';

export interface KeptTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * What does not outlive the service, or must not come back: who is signed in or holds a token signs in again, and a
 * partner's copy is begun anew, since the marks of the time after the backup are gone (ADR 0032). What was verified was
 * another ledger, and what was counted is counted again as its rows come.
 */
export const NOT_KEPT = new Set([
  'schema_migrations',
  'nodes',
  'write_probe',
  'request_windows',
  'access_tokens',
  'sessions',
  'passkey_challenges',
  'provider_requests',
  'sign_in_attempts',
  'sync_marks',
  'ledger_check',
  'activity_counts',
  'member_tallies',
]);

/** @throws Error where keys go in a circle */
export async function readKeptTables(client: pg.Client): Promise<KeptTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns,
            array(select distinct f.confrelid::regclass::text from pg_constraint f
                  where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by c.relname`,
  );
  const waiting = rows.filter(({ name }) => !NOT_KEPT.has(name));
  const ordered: KeptTable[] = [];
  const done = new Set<string>();
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => needs.every((need) => done.has(need)));
    const [table] = next < 0 ? [] : waiting.splice(next, 1);
    if (!table) throw new Error(`keys that lead nowhere or in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    done.add(table.name);
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
}

/** The last number that each identity column of a table gave out. */
export async function readIdentities(client: pg.Client) {
  const { rows } = await client.query<{ table: string; column: string; last: string }>(
    `select c.relname as table, a.attname as column,
            pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass)::text as last
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by 1, 2`,
  );
  return rows.filter(({ last }) => last !== null);
}
