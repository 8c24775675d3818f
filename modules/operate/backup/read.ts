/** Reads a backup back: to its end, to see that it is whole, or into an empty database. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../../../core/base/clock.ts';
import { serviceBuild } from '../../../core/base/version.ts';
import { withClient } from '../../../core/database/client.ts';
import { foreignMigration, migrate } from '../../../core/database/migrate.ts';
import type { DatabaseServer } from '../../../core/database/open.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import type { Opening } from './encryption.ts';
import { type BackupHeader, type BackupTrailer, type DescribedTable, unusable } from './format.ts';
import { type BackupTable, type OpenBackup, openBackup } from './parts.ts';
import { copyText, readIdentityColumns, readKeptTables } from './tables.ts';

const NEWLINE = 0x0a;

/** A backup that was read to its end. */
export interface ReadBackup {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
}

/**
 * Reads a backup to its end and counts its rows.
 * @param macKey the key that authenticates it, where it is at hand
 * @param opening what opens it, where it is encrypted
 * @throws DatabaseOpenError where it is damaged, ends early, rows are missing, or the key did not make it
 */
export async function checkBackup(source: Readable, macKey?: Buffer, opening?: Opening): Promise<ReadBackup> {
  const backup = await openBackup(source, opening);
  if (macKey) backup.authenticate(macKey);
  const trailer = await eachTable(backup, async ({ rows }) => {
    let count = 0;
    for await (const chunk of rows) count += countLines(chunk);
    return count;
  });
  return { header: backup.header, trailer, digest: await backup.digest() };
}

export interface FillOptions {
  /** Called with each table before it is filled. */
  readonly note?: ((table: string) => void) | undefined;
  /** The digest that the file must have; undefined: any. */
  readonly digest?: string | undefined;
  /** Called with the rows in their tables, in their transaction and schema. */
  readonly onFilled?: ((client: pg.Client, tables: readonly DescribedTable[]) => Promise<void>) | undefined;
  /** Called when nothing but the commit is left: after a failure from then on, the backup may be restored. */
  readonly onCommit?: (() => void) | undefined;
}

/**
 * Fills an empty database, in one transaction: it has everything afterwards, or nothing. What is filled are the tables and
 * columns of this program's schema, each once; whatever else the file names is refused.
 * @throws DatabaseOpenError where the backup cannot be used, is of another schema, or the database is not empty
 */
export async function restoreBackup(
  backup: OpenBackup,
  server: Pick<DatabaseServer, 'ownerConnection' | 'appConnection'>,
  clock: Clock,
  { note = () => {}, digest, onFilled, onCommit = () => {} }: FillOptions = {},
): Promise<BackupTrailer> {
  const { header } = backup;
  await demandKnown(header);
  await migrate({ ...server, clock, through: header.migrations.at(-1)?.name });
  const trailer = await withClient(server.ownerConnection, async (client) => {
    await client.query('begin');
    const tables = await readKeptTables(client);
    demandFit(header, tables);
    await demandEmpty(client);
    await client.query('delete from public.installation');
    const filled = await eachTable(backup, (table) => fillTable(client, header, tables, table, note), tables);
    await setIdentities(client, filled);
    await demandKey(client, header);
    await onFilled?.(client, tables);
    if (digest !== undefined && (await backup.digest()) !== digest) {
      throw unusable(`its digest is ${await backup.digest()} and not the one that was given`);
    }
    onCommit();
    await client.query('commit');
    await client.query('analyze');
    return filled;
  });
  await migrate({ ...server, clock });
  return trailer;
}

/** The program whose schema it is: another one may have made the backup. */
function programOf({ format, build, migrations }: BackupHeader): string {
  const migratedBy = migrations.findLast((migration) => migration.build)?.build ?? (format === 1 ? build : undefined);
  return migratedBy ? `timebank ${migratedBy}` : 'the program that the database is of';
}

/** The sentence about a backup that this program cannot restore; undefined: it can. */
export async function whyNotRestorable(header: BackupHeader): Promise<string | undefined> {
  const foreign = await foreignMigration(header.migrations);
  if (!foreign) return undefined;
  const own = `This version (timebank ${serviceBuild()}) cannot restore it`;
  return foreign.isKnown
    ? `${own} unless its tables are the same: its schema (${foreign.name}) is not that of a release. Restore it with ${programOf(header)}.`
    : `${own}: it does not know its schema (${foreign.name}). Restore it with ${programOf(header)}, or a newer one.`;
}

/** @throws DatabaseOpenError where its schema is one of later, or of no release */
async function demandKnown(header: BackupHeader): Promise<void> {
  const foreign = await foreignMigration(header.migrations);
  if (!foreign || foreign.isKnown) return;
  throw new DatabaseOpenError(
    `The backup is of a schema (${foreign.name}) that this version does not know (timebank ${serviceBuild()}): restore it with ${programOf(header)}, or a newer one.`,
  );
}

/**
 * Compares the tables, not the files: files whose comments differ make the same tables.
 * @throws DatabaseOpenError naming the first difference
 */
export function demandFit(header: BackupHeader, tables: readonly DescribedTable[]): void {
  if (header.tables === null) return;
  const columnsIn = (list: readonly DescribedTable[]) =>
    new Map(list.flatMap(({ name, columns }) => columns.map((one) => [`${name}.${one.name}`, one.type] as const)));
  const [theirs, ours] = [columnsIn(header.tables), columnsIn(tables)];
  const differing = [...new Set([...theirs.keys(), ...ours.keys()])].find(
    (name) => theirs.get(name) !== ours.get(name),
  );
  if (differing !== undefined) throw otherTables(header, `${differing} differs`);
}

const otherTables = (header: BackupHeader, how: string) =>
  new DatabaseOpenError(
    `The backup cannot be used: its tables are not those of this version (${how}). If it was not altered, restore it with ${programOf(header)}.`,
  );

/** @returns how many rows it was */
async function fillTable(
  client: pg.Client,
  header: BackupHeader,
  tables: readonly DescribedTable[],
  { table: name, columns, rows }: BackupTable,
  note: (table: string) => void,
): Promise<number> {
  const table = tables.find((one) => one.name === name);
  if (!table) throw otherTables(header, `it has rows of ${name}, which is none that a backup holds`);
  const wanted = table.columns.map((column) => column.name);
  if ([...columns].sort().join() !== [...wanted].sort().join()) {
    throw otherTables(header, `its columns of ${name} are other ones`);
  }
  note(name);
  const into = client.query(copyFrom(`copy ${copyText(name, columns)} from stdin`));
  // The checksum at the end, or the database before that, notices an alteration in the middle.
  await pipeline(Readable.from(rows), into).catch((error: Error) => {
    throw error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
      ? unusable(`it is damaged in the rows of ${name}`)
      : error;
  });
  return into.rowCount;
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/**
 * Works through the tables in their order, each once, and compares the numbers of rows with the trailer.
 * @param tables those that there must be; undefined: any
 */
export async function eachTable(
  backup: OpenBackup,
  work: (table: BackupTable) => Promise<number>,
  tables: readonly DescribedTable[] = [],
): Promise<BackupTrailer> {
  const counts = new Map<string, number>();
  for (;;) {
    const part = await backup.next();
    if ('table' in part) {
      if (counts.has(part.table)) throw unusable(`it has ${part.table} twice`);
      counts.set(part.table, await work(part));
      continue;
    }
    const declared = new Map(Object.entries(part.tables));
    const names = [...declared.keys(), ...counts.keys(), ...tables.map(({ name }) => name)];
    const wrong = names.find((name) => !counts.has(name) || declared.get(name) !== counts.get(name));
    if (wrong === undefined) return part;
    if (!counts.has(wrong)) throw unusable(`it lacks ${wrong}`);
    throw unusable(`it holds ${counts.get(wrong)} rows of ${wrong} instead of ${declared.get(wrong) ?? 0}`);
  }
}

async function setIdentities(client: pg.Client, { identities }: BackupTrailer): Promise<void> {
  const columns = await readIdentityColumns(client);
  for (const { table, column, last } of identities) {
    const sequence = columns.get(`${table}.${column}`);
    if (sequence === undefined) throw unusable(`it numbers ${table}.${column}, which has no numbers of its own`);
    await client.query('select setval($1::regclass, $2)', [sequence, last]);
  }
}

/** The service would refuse rows of another key at its start. */
async function demandKey(client: pg.Client, { key_check }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ check: Buffer | null }>(
    'select secret_key_check as check from public.installation',
  );
  if (rows.length === 1 && (rows[0]?.check?.toString('base64') ?? null) === key_check) return;
  throw unusable('its rows belong to another key than its header says');
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
