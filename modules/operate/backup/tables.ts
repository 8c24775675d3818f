/** The tables a backup holds, in an order in which every key finds what it names. */
import pg from 'pg';
import type { BackupTrailer, DescribedTable } from './format.ts';

/**
 * Tables that a backup leaves out. Sessions and tokens must not come back: people and partners sign in again. A partner
 * begins its copy again, since the marks of the time after the backup are gone (docs/decisions/copies-in-step.md). The results of verifications
 * are about another ledger, and counts are taken again as their rows are restored.
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
  'password_requests',
  'password_links',
  'sign_in_attempts',
  'sync_marks',
  'ledger_check',
  'activity_counts',
  'member_tallies',
]);

/** @throws Error where keys go in a circle */
export async function readKeptTables(client: pg.Client): Promise<DescribedTable[]> {
  const { rows } = await client.query<DescribedTable & { needs: string[] }>(
    `select c.relname as name,
            (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                                      order by a.attnum), '[]')
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            array(select distinct f.confrelid::regclass::text from pg_constraint f
                  where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by c.relname`,
  );
  const waiting = rows.filter(({ name }) => !NOT_KEPT.has(name));
  const ordered: DescribedTable[] = [];
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

/** The sequence of each identity column of a table, by `table.column`. */
export async function readIdentityColumns(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; sequence: string }>(
    `select c.relname || '.' || a.attname as name,
            pg_get_serial_sequence('public.' || quote_ident(c.relname), a.attname) as sequence
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      order by 1`,
  );
  return new Map(rows.map(({ name, sequence }) => [name, sequence]));
}

/** The last number that each identity column of a table gave out. */
export async function readIdentities(client: pg.Client): Promise<BackupTrailer['identities']> {
  const found: BackupTrailer['identities'][number][] = [];
  for (const [name, sequence] of await readIdentityColumns(client)) {
    const { rows } = await client.query<{ last: string | null }>(
      'select pg_sequence_last_value($1::regclass)::text as last',
      [sequence],
    );
    const [table = '', column = ''] = name.split('.');
    if (rows[0]?.last) found.push({ table, column, last: rows[0].last });
  }
  return found;
}

/** The id of the installation; null: a schema of before it had one. */
export async function readInstallationId(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>(
    "select to_jsonb(i) ->> 'installation_id' as id from installation i",
  );
  return rows[0]?.id ?? null;
}

/** A table and its columns as COPY names them, wherever the search path leads. */
export function copyText(table: string, columns: readonly string[]): string {
  return `public.${pg.escapeIdentifier(table)} (${columnsText(columns)})`;
}

/** Columns as SQL lists them. */
export const columnsText = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ');
