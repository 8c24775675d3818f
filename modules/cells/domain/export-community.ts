/** Writes one community, from one snapshot, in the format of a backup (docs/decisions/cells.md). */
import type { Writable } from 'node:stream';
import type pg from 'pg';
import type { Keys } from '../../../core/base/keys.ts';
import { serviceBuild } from '../../../core/base/version.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import type { ChangeRow } from '../../operate/backup/copy-row.ts';
import type { ExportedCommunity } from '../../operate/backup/format.ts';
import { type PartOfTable, type WriteOptions, type WrittenBackup, writeBackup } from '../../operate/backup/write.ts';
import { type CommunityTable, readCommunityTables, readNumberColumns } from './community-tables.ts';
import { changeSecrets, exportKeys, sealPasswordHash } from './export-secrets.ts';

export interface ExportOptions extends Pick<WriteOptions, 'note' | 'signal'> {
  readonly communityId: number;
  /** The keys of the installation. */
  readonly keys: Keys;
  readonly passphrase: string;
  readonly salt: string;
  readonly at: Date;
}

/**
 * Writes the export and ends the sink, however it goes. The service may run meanwhile: it is one snapshot.
 * @throws ConfigError where a secret cannot be read with the keys
 */
export async function writeExport(
  ownerConnection: ConnectionSettings,
  sink: Writable,
  { communityId, keys, passphrase, salt, at, note, signal }: ExportOptions,
): Promise<WrittenBackup & { readonly macKey: Buffer }> {
  const sealing = exportKeys(passphrase, salt);
  const facts = {
    build: serviceBuild(),
    created_at: at.toISOString(),
    key_check: sealing.check.toString('base64'),
    secret_key: null,
  };
  const written = await writeBackup(ownerConnection, facts, sealing.backups, sink, {
    note,
    signal,
    async part(client) {
      const tables = await readCommunityTables(client, communityId);
      const community = { ...(await readExported(client, communityId, tables)), salt };
      return { community, tables: tables.map((table) => withSecrets(table, keys, sealing)) };
    },
  });
  return { ...written, macKey: sealing.backups };
}

async function readExported(
  client: pg.Client,
  communityId: number,
  tables: readonly CommunityTable[],
): Promise<Omit<ExportedCommunity, 'salt'>> {
  const { rows } = await client.query<Pick<ExportedCommunity, 'id' | 'slug' | 'name' | 'kind' | 'tag'>>(
    'select id, slug, name, kind, tag from communities where id = $1',
    [communityId],
  );
  const [row] = rows;
  if (!row) throw new Error('a community that is gone');
  return { ...row, numbers: await readNumbers(client, tables) };
}

/** The smallest and the greatest number in each numbered column of these tables, by `table/column`. */
export async function readNumbers(
  client: pg.Client,
  tables: readonly CommunityTable[],
): Promise<ExportedCommunity['numbers']> {
  const numbers: Record<string, readonly [number, number]> = {};
  const { sequences } = await readNumberColumns(client);
  for (const { name, rows: condition } of tables) {
    const column = [...sequences.keys()].find((one) => one.startsWith(`${name}/`))?.slice(name.length + 1);
    if (column === undefined) continue;
    const where = condition.replace(/ order by .*$/, '');
    const { rows: ranges } = await client.query<{ least: string | null; greatest: string | null }>(
      `select min(${column})::text as least, max(${column})::text as greatest from public.${name} ${where}`,
    );
    const [range] = ranges;
    if (range?.least && range.greatest) numbers[`${name}/${column}`] = [Number(range.least), Number(range.greatest)];
  }
  return numbers;
}

function withSecrets(table: CommunityTable, keys: Keys, sealing: Keys): PartOfTable {
  const isPeople = table.name === 'administrators';
  return { ...table, change: isPeople ? sealAdministrator(table, keys, sealing) : changeSecrets(table, keys, sealing) };
}

/** Their one-time-code secrets, and the hashes of their passwords. */
function sealAdministrator(table: CommunityTable, keys: Keys, sealing: Keys): ChangeRow {
  const names = table.columns.map(({ name }) => name);
  const [idAt, hashAt] = [names.indexOf('id'), names.indexOf('password_hash')];
  const encrypt = changeSecrets(table, keys, sealing) ?? ((fields) => fields);
  return (fields) =>
    encrypt(fields)?.map((field, at) => (at === hashAt ? sealPasswordHash(sealing, fields[idAt] ?? '', field) : field));
}
