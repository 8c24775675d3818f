/** Writes a backup of a running database: one snapshot of every table, which blocks no other work. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../../../core/database/client.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import { type ChangeRow, changeRows } from './copy-row.ts';
import { type BackupHeader, type BackupTrailer, type DescribedTable, type ExportedCommunity, MAGIC } from './format.ts';
import { columnsText, copyText, readIdentities, readInstallationId, readKeptTables } from './tables.ts';

export interface WriteOptions {
  /** Called with each table before it is written. */
  readonly note?: ((table: string) => void) | undefined;
  /** Ends it without a backup, also while the database hangs. */
  readonly signal?: AbortSignal | undefined;
  /** The part that is written; undefined: everything. */
  readonly part?: PartOfDatabase | undefined;
}

/** A table of which some rows are written. */
export interface PartOfTable extends DescribedTable {
  /** SQL: the condition of the rows, and perhaps their order. */
  readonly rows: string;
  /** Changes each row before it is written. */
  readonly change?: ChangeRow | undefined;
}

/** What is written of a database: read in the snapshot of its rows. */
export type PartOfDatabase = (
  client: pg.Client,
) => Promise<{ readonly community: ExportedCommunity; readonly tables: readonly PartOfTable[] }>;

/** The part of the header that does not come from the database. */
export type BackupFacts = Pick<BackupHeader, 'build' | 'created_at' | 'key_check' | 'secret_key'>;

export interface WrittenBackup {
  readonly header: BackupHeader;
  readonly trailer: BackupTrailer;
}

/** Fast; the file is a third larger than at the best level. */
const LEVEL = 3;

/**
 * Writes everything and ends the sink, however it goes.
 * @param macKey authenticates it; undefined: the key is not at hand, and a restore will say so
 */
export async function writeBackup(
  connection: ConnectionSettings,
  facts: BackupFacts,
  macKey: Buffer | undefined,
  sink: Writable,
  { note = () => {}, signal, part }: WriteOptions = {},
): Promise<WrittenBackup> {
  // An encrypted file has its head already: the disk may have refused it.
  if (sink.errored) throw sink.errored;
  const gzip = createGzip({ level: LEVEL });
  const hmac = macKey && createHmac('sha256', macKey);
  // Standard output stays open.
  const written = pipeline(gzip, sink, { end: sink !== process.stdout });
  // Awaited at the end; until then a full disk ends the writing below.
  written.catch((error) => gzip.destroy(error));
  const put = async (chunk: string | Buffer) => {
    if (gzip.errored) throw gzip.errored;
    hmac?.update(chunk);
    if (!gzip.write(chunk)) await once(gzip, 'drain');
  };
  try {
    return await withClient(connection, async (client) => {
      // With a query under way this cuts the connection.
      const stop = () => void client.end();
      signal?.addEventListener('abort', stop);
      try {
        signal?.throwIfAborted();
        const result = await writeSnapshot(
          client,
          { ...facts, mac: hmac ? 'HMAC-SHA-256' : null },
          { put, note, part },
        );
        if (hmac) gzip.write(`mac ${hmac.digest('base64')}\n`);
        gzip.end();
        await written;
        return result;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    });
  } finally {
    // Ends the pipeline, and with it the sink, where it has not ended by itself.
    gzip.destroy();
  }
}

async function writeSnapshot(
  client: pg.Client,
  facts: BackupFacts & Pick<BackupHeader, 'mac'>,
  {
    put,
    note,
    part,
  }: Required<Pick<WriteOptions, 'part'>> & {
    readonly put: (chunk: string | Buffer) => Promise<void>;
    readonly note: (table: string) => void;
  },
): Promise<WrittenBackup> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    `select name, sha256, to_jsonb(m) ->> 'build' as build from schema_migrations m order by name`,
  );
  const { community = null, tables } = (await part?.(client)) ?? { tables: await readWholeTables(client) };
  const installation = await readInstallationId(client);
  const described = tables.map(({ name, columns }) => ({ name, columns }));
  const header: BackupHeader = { format: 2, ...facts, installation, migrations, tables: described, community };
  await put(`${MAGIC} ${JSON.stringify(header)}\n`);
  const counts: Record<string, number> = {};
  for (const { name, columns, rows, change } of tables) {
    note(name);
    const names = columns.map((column) => column.name);
    await put(`copy ${[name, ...names].join(' ')}\n`);
    const source =
      rows === undefined ? copyText(name, names) : `(select ${columnsText(names)} from public.${name} ${rows})`;
    const copied = client.query(copyTo(`copy ${source} to stdout`));
    for await (const chunk of change ? changeRows(copied, change) : copied) await put(chunk);
    counts[name] = copied.rowCount;
    await put('\\.\n');
  }
  const identities = community === null ? await readIdentities(client) : [];
  const trailer: BackupTrailer = { tables: counts, identities };
  await client.query('commit');
  await put(`end ${JSON.stringify(trailer)}\n`);
  return { header, trailer };
}

/** All tables of a backup, with all their rows. */
async function readWholeTables(client: pg.Client): Promise<(DescribedTable & Partial<PartOfTable>)[]> {
  return await readKeptTables(client);
}
