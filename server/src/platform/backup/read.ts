/** Reads a backup back: to its end, to see that it is whole, or into an empty database. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../base/clock.ts';
import { withClient } from '../database/client.ts';
import { knownMigrations, migrate } from '../database/migrate.ts';
import type { DatabaseServer } from '../database/open.ts';
import { DatabaseOpenError } from '../database/open-error.ts';
import { type BackupHeader, type BackupTable, type BackupTrailer, openBackup } from './format.ts';

const NEWLINE = 0x0a;

type OpenBackup = Awaited<ReturnType<typeof openBackup>>;

/** A backup that was read to its end. */
export interface ReadBackup {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
}

/**
 * Reads a backup to its end and counts its rows.
 * @throws DatabaseOpenError where it is damaged, ends early, or rows are missing
 */
export async function checkBackup(source: Readable): Promise<ReadBackup> {
  const backup = await openBackup(source);
  const trailer = await eachTable(backup, async ({ rows }) => {
    let count = 0;
    for await (const chunk of rows) count += countLines(chunk);
    return count;
  });
  return { header: backup.header, trailer };
}

export interface FillOptions {
  /** Told of each table before it is filled. */
  readonly note?: ((table: string) => void) | undefined;
  /** Told when nothing but the commit is left: what fails from then on may have been restored. */
  readonly onCommit?: (() => void) | undefined;
}

/**
 * Fills an empty database, in one transaction: it has everything afterwards, or nothing.
 * @throws DatabaseOpenError where the backup cannot be used, is of another schema, or the database is not empty
 */
export async function restoreBackup(
  backup: OpenBackup,
  server: DatabaseServer,
  clock: Clock,
  { note = () => {}, onCommit = () => {} }: FillOptions = {},
): Promise<BackupTrailer> {
  const { header } = backup;
  const known = await knownMigrations();
  const names = header.migrations.map(({ name }) => name);
  const unknown = names.find((name, index) => name !== known[index]);
  if (unknown !== undefined) {
    throw new DatabaseOpenError(
      `The backup was made by timebank ${header.version}, whose schema (${unknown}) this version does not know: restore it with that version or a newer one.`,
    );
  }
  await migrate({ ...server, clock, through: names.at(-1) });
  const trailer = await withClient(server.ownerConnection, async (client) => {
    await client.query('begin');
    await demandSame(client, header);
    await demandEmpty(client);
    await client.query('delete from installation');
    const filled = await eachTable(backup, (table) => fillTable(client, table, note));
    for (const { table, column, last } of filled.identities) {
      await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3)', [
        table,
        column,
        last,
      ]);
    }
    onCommit();
    await client.query('commit');
    await client.query('analyze');
    return filled;
  });
  await migrate({ ...server, clock });
  return trailer;
}

/** @returns how many rows it was */
async function fillTable(
  client: pg.Client,
  { table, columns, rows }: BackupTable,
  note: (table: string) => void,
): Promise<number> {
  note(table);
  const into = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
  // What was altered in the middle is noticed by the checksum at the end, or by the database before.
  await pipeline(Readable.from(rows), into).catch((error: Error) => {
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
      ? new DatabaseOpenError(`The backup cannot be used: it is damaged in the rows of ${table}.`)
      : error;
  });
  return into.rowCount;
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** Works through the tables in their order, and compares the rows with what the end says. */
async function eachTable(backup: OpenBackup, work: (table: BackupTable) => Promise<number>): Promise<BackupTrailer> {
  const counts: Record<string, number> = {};
  for (;;) {
    const part = await backup.next();
    if (!('table' in part)) {
      const wrong = Object.keys({ ...part.tables, ...counts }).find((table) => part.tables[table] !== counts[table]);
      if (wrong === undefined) return part;
      throw new DatabaseOpenError(
        `The backup cannot be used: it holds ${counts[wrong] ?? 0} rows of ${wrong} instead of ${part.tables[wrong] ?? 0}.`,
      );
    }
    counts[part.table] = await work(part);
  }
}

async function demandSame(client: pg.Client, { migrations, version }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  if (JSON.stringify(rows) === JSON.stringify(migrations)) return;
  throw new DatabaseOpenError(
    `The backup was made by timebank ${version} with another schema than this version makes: restore it with that version.`,
  );
}

async function demandEmpty(client: pg.Client): Promise<void> {
  await client.query('lock table communities, administrators, installation in access exclusive mode nowait');
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from communities) or exists (select from administrators) as used',
  );
  if (!rows[0]?.used) return;
  throw new DatabaseOpenError(
    'The database is not empty: a backup is restored only into an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.',
  );
}
