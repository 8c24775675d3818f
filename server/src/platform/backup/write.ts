/** Writes a backup of a running database: one snapshot of every table, which holds up nobody. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../database/client.ts';
import type { ConnectionSettings } from '../database/connection.ts';
import { type BackupHeader, type BackupTrailer, MAGIC } from './format.ts';
import { readIdentities, readKeptTables } from './tables.ts';

export interface WriteOptions {
  /** Told of each table before it is written. */
  readonly note?: ((table: string) => void) | undefined;
  /** Ends it without a backup, also while the database hangs. */
  readonly signal?: AbortSignal | undefined;
}

/** Quick, and a third larger than the smallest. */
const LEVEL = 3;

/**
 * Writes everything and ends the sink, however it goes.
 * @param facts what the header says beside the schema
 */
export async function writeBackup(
  connection: ConnectionSettings,
  facts: Omit<BackupHeader, 'format' | 'migrations'>,
  sink: Writable,
  { note = () => {}, signal }: WriteOptions = {},
): Promise<BackupTrailer> {
  const gzip = createGzip({ level: LEVEL });
  // Standard output stays open.
  const written = pipeline(gzip, sink, { end: sink !== process.stdout });
  // Waited for at the end; until then a full disk ends the writing below.
  written.catch((error) => gzip.destroy(error));
  const put = async (chunk: string | Buffer) => {
    if (gzip.errored) throw gzip.errored;
    if (!gzip.write(chunk)) await once(gzip, 'drain');
  };
  try {
    return await withClient(connection, async (client) => {
      // With a query under way this cuts the connection.
      const stop = () => void client.end();
      signal?.addEventListener('abort', stop);
      try {
        signal?.throwIfAborted();
        const trailer = await writeSnapshot(client, facts, put, note);
        gzip.end();
        await written;
        return trailer;
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
  facts: Omit<BackupHeader, 'format' | 'migrations'>,
  put: (chunk: string | Buffer) => Promise<void>,
  note: (table: string) => void,
): Promise<BackupTrailer> {
  await client.query('begin isolation level repeatable read read only');
  const { rows: migrations } = await client.query<BackupHeader['migrations'][number]>(
    'select name, sha256 from schema_migrations order by name',
  );
  const header: BackupHeader = { format: 1, ...facts, migrations };
  await put(`${MAGIC} ${JSON.stringify(header)}\n`);
  const tables = await readKeptTables(client);
  const counts: Record<string, number> = {};
  for (const { name, columns } of tables) {
    note(name);
    await put(`copy ${[name, ...columns].join(' ')}\n`);
    const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`));
    for await (const chunk of rows) await put(chunk);
    counts[name] = rows.rowCount;
    await put('\\.\n');
  }
  const trailer: BackupTrailer = { tables: counts, identities: await readIdentities(client) };
  await client.query('commit');
  await put(`end ${JSON.stringify(trailer)}\n`);
  return trailer;
}
