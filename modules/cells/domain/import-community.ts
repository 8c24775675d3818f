/** Puts the export of one community into an installation that may be at work, all of it or nothing (docs/decisions/cells.md). */

import pg from 'pg';
import type { Clock } from '../../../core/base/clock.ts';
import { ConfigError } from '../../../core/base/config.ts';
import type { Keys } from '../../../core/base/keys.ts';
import { appendAudit } from '../../../core/change/audit/append.ts';
import { withClient } from '../../../core/database/client.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import { type ChangeRow, textOfField } from '../../operate/backup/copy-row.ts';
import type { BackupTrailer, DescribedTable, ExportedCommunity } from '../../operate/backup/format.ts';
import type { BackupTable, OpenBackup } from '../../operate/backup/parts.ts';
import { demandFit, eachTable } from '../../operate/backup/read.ts';
import { demandHolds, fillGrams, fillTable, transactionOf } from './community-rows.ts';
import { readCommunityTables, readNumberColumns } from './community-tables.ts';
import { deleteLeft } from './delete-community.ts';
import { changeSecrets, DAMAGED, exportKeys, openPasswordHash } from './export-secrets.ts';
import { type Renumbering, renumberRows, takeNumbers } from './renumber.ts';

export interface CommunityImportOptions {
  readonly passphrase: string;
  /** The keys of the installation that receives it. */
  readonly keys: Keys;
  readonly actor: string;
  readonly clock: Clock;
  readonly note?: ((table: string) => void) | undefined;
  /** SQL: what the community's row becomes in the same transaction, such as `move_state = 'arriving'`. */
  readonly mark?: ((client: pg.Client, communityId: number) => Promise<void>) | undefined;
}

export interface ImportedCommunity {
  readonly community: Pick<ExportedCommunity, 'slug' | 'name' | 'kind' | 'tag'> & { readonly id: number };
  /** The one that it had is taken here, so that it was given another. */
  readonly hasNewTag: boolean;
  readonly trailer: BackupTrailer;
  readonly administrators: Omit<ArrivedAdministrators, 'numbers'>;
}

const TAKEN: Readonly<Record<string, string>> = {
  communities_slug_key: 'has a community with this slug',
  partners_client_id_key: 'has the partners of this community',
};

/**
 * Imports it in one transaction, which ends only if the ledger of the community holds.
 * @throws ConfigError for another passphrase, DatabaseOpenError where the file, or what is here, does not allow it
 */
export async function importCommunity(
  backup: OpenBackup,
  ownerConnection: ConnectionSettings,
  options: CommunityImportOptions,
): Promise<ImportedCommunity> {
  const { header } = backup;
  const { community } = header;
  if (!community) throw new ConfigError('This is no export of a community: "timebank restore" takes a backup.');
  const from = exportKeys(options.passphrase, community.salt);
  if (from.check.toString('base64') !== header.key_check) {
    throw new ConfigError('The passphrase is not the one of this file.');
  }
  backup.authenticate(from.backups);
  return await withClient(ownerConnection, async (client) => {
    await client.query('begin isolation level repeatable read');
    const imported = await importIn(client, backup, community, { ...options, from }).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? explain(error, community) : error;
    });
    await client.query('commit');
    return imported;
  });
}

/** A call that is answered 421 was counted or logged as the tombstone went: nothing was changed, and it may be tried again. */
export class WrittenMeanwhile extends DatabaseOpenError {}

/** Tables of which the transaction does not see what came after its beginning, and a foreign key does. */
const OF_CALLS = /^(?:call_counts|call_log|activity_counts|request_windows)_/;

function explain(error: pg.DatabaseError, { slug }: ExportedCommunity): Error {
  const taken = error.code === '23505' && TAKEN[error.constraint ?? ''];
  if (taken) return new DatabaseOpenError(`${slug} cannot be imported: this installation ${taken} already.`);
  if (error.code === '23503' && OF_CALLS.test(error.constraint ?? '')) {
    return new WrittenMeanwhile(`A call of ${slug} came in as its former rows went: repeat the command.`);
  }
  if (/^2[23]/.test(error.code ?? '')) {
    // The file proves itself by its end only.
    return new DatabaseOpenError(`${DAMAGED}: the rows of ${slug} do not fit (${error.message}).`);
  }
  return error;
}

interface CommunityImport extends CommunityImportOptions {
  readonly from: Keys;
}

async function importIn(
  client: pg.Client,
  backup: OpenBackup,
  community: ExportedCommunity,
  options: CommunityImport,
): Promise<ImportedCommunity> {
  const { header } = backup;
  const { from, keys, clock, actor, mark } = options;
  const tables = await readCommunityTables(client, community.id);
  demandFit(header, tables);
  const columns = await readNumberColumns(client);
  const { rows: left } = await client.query<{ id: number }>(
    `select id from communities where slug = $1 and move_state = 'left'`,
    [community.slug],
  );
  // It comes back: its tombstone goes.
  for (const { id } of left) await deleteLeft(client, id);
  // The tag of a tombstone that has just gone is free.
  const { rows } = await client.query<{ id: string; xid: string; tag: string }>(
    `select nextval(pg_get_serial_sequence('communities', 'id'))::text as id, pg_current_xact_id()::text as xid,
       case when exists (select from communities where tag = $1)
              or exists (select from partners where left(right(client_id, 22), 5) = $1)
            then new_tag() else $1 end as tag`,
    [community.tag],
  );
  const communityId = Number(rows[0]?.id);
  const tag = rows[0]?.tag ?? '';
  const { 'communities/id': _, 'administrators/id': __, ...numbered } = community.numbers;
  const numbers = await takeNumbers(client, { numbers: numbered }, columns);
  const renumbering: Renumbering = {
    ...{ communityId, tag, columns, numbers, from: header.installation ?? 'elsewhere', xid: rows[0]?.xid ?? '' },
  };
  let people: ArrivedAdministrators | undefined;
  const trailer = await eachTable(
    backup,
    async (part) => {
      const table = tableOf(tables, part);
      options.note?.(table.name);
      if (table.name !== 'administrators') {
        const secrets = changeSecrets(table, from, keys);
        return await fillTable(client, part, both(secrets, renumberRows(table, renumbering)));
      }
      const fields = await readAllFields(part.rows);
      const arrived = await addArrived(client, table, fields, { from, to: keys });
      numbers.set('administrators/id', (number) => arrived.numbers.get(number));
      people = arrived;
      return fields.length;
    },
    tables,
  );
  const on = transactionOf(client);
  await fillGrams(client, on, communityId);
  await client.query(
    `update communities set move_state = null, move_id = null, moved_to = null, move_with = null,
       move_emptied_at = null, reason_before_move = null,
       partner_api_disabled_reason = case when move_state is null then partner_api_disabled_reason else reason_before_move end
     where id = $1`,
    [communityId],
  );
  await mark?.(client, communityId);
  const details = { installation: header.installation, number: community.id, exported_at: header.created_at };
  const act = { communityId, actor, at: clock.now(), action: 'community.imported', details };
  await appendAudit(on, [{ ...act, subject: `community:${communityId}` }]);
  await client.query('analyze members, accounts, transfers, events, listings');
  await demandHolds(on, clock, communityId, 'imported');
  const { added, known, notAdded } = people ?? { added: [], known: [], notAdded: [] };
  const { slug, name, kind } = community;
  return {
    community: { id: communityId, slug, name, kind, tag },
    hasNewTag: tag !== community.tag,
    trailer,
    administrators: { added, known, notAdded },
  };
}

function tableOf(tables: readonly DescribedTable[], { table: name, columns }: BackupTable): DescribedTable {
  const table = tables.find((one) => one.name === name);
  const wanted = table?.columns.map((column) => column.name);
  if (!table || !wanted || [...columns].sort().join() !== [...wanted].sort().join()) {
    throw new DatabaseOpenError(`The export cannot be used: its columns of ${name} are none that an export holds.`);
  }
  // In the order of the file.
  return { name, columns: columns.map((column) => ({ name: column, type: '' })) };
}

const both =
  (first: ChangeRow | undefined, second: ChangeRow): ChangeRow =>
  (fields) => {
    const changed = first ? first(fields) : fields;
    return changed && second(changed);
  };

// The administrators of a community that arrives: their accounts, where nobody here has the address.

export interface ArrivedAdministrators {
  /** Accounts that were made. */
  readonly added: readonly string[];
  /** Accounts that were here already and are the same person's. */
  readonly known: readonly string[];
  /** Addresses that another account has here: a person decides whether it is to have the role. */
  readonly notAdded: readonly string[];
  /** The number here, by the number there. */
  readonly numbers: ReadonlyMap<string, string>;
}

/** What an account keeps; what an identity provider has vouched for, and rights over the installation, it does not. */
const KEPT = [
  'email',
  'name',
  'created_at',
  'language',
  'list_columns',
  'address',
  'totp_confirmed_at',
  'totp_last_step',
];

type Values = Readonly<Record<string, string | null>>;

/**
 * Adds those accounts.
 * @param rows of the table, each with its fields
 * @throws ConfigError where a secret cannot be read
 */
async function addArrived(
  client: pg.Client,
  table: DescribedTable,
  rows: readonly (readonly string[])[],
  keys: { readonly from: Keys; readonly to: Keys },
): Promise<ArrivedAdministrators> {
  const [added, known, notAdded]: [string[], string[], string[]] = [[], [], []];
  const numbers = new Map<string, string>();
  for (const fields of rows) {
    const values = valuesOf(table, fields);
    const { id = '', email = '', password_hash: sealed } = values as Record<string, string>;
    const hash = sealed ? openPasswordHash(keys.from, id, sealed) : null;
    const { rows: found } = await client.query<{ id: number; hash: string | null }>(
      'select id, password_hash as hash from administrators where email = $1',
      [email],
    );
    const [here] = found;
    if (here === undefined) {
      numbers.set(id, await addAccount(client, table, fields, { values, hash, keys }));
      added.push(email);
    } else if (hash !== null && here.hash === hash) {
      numbers.set(id, String(here.id));
      known.push(email);
    } else notAdded.push(email);
  }
  return { added, known, notAdded, numbers };
}

function valuesOf({ columns }: DescribedTable, fields: readonly string[]): Values {
  return Object.fromEntries(columns.map(({ name }, at) => [name, textOfField(fields[at] ?? '')]));
}

async function addAccount(
  client: pg.Client,
  table: DescribedTable,
  fields: readonly string[],
  {
    values,
    hash,
    keys,
  }: { readonly values: Values; readonly hash: string | null; readonly keys: { from: Keys; to: Keys } },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('administrators', 'id'))::text as id`,
  );
  const id = rows[0]?.id ?? '';
  const changed = changeSecrets(table, keys.from, keys.to, () => id)?.(fields) ?? fields;
  const secret = valuesOf(table, changed).totp_secret_encrypted ?? null;
  const columns = [...KEPT, 'password_hash', 'totp_secret_encrypted'];
  const given = [...KEPT.map((name) => values[name] ?? null), hash, secret];
  await client.query(
    `insert into administrators (id, ${columns.join(', ')}) overriding system value
     values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`,
    [id, ...given],
  );
  return id;
}

/** The fields of a whole table, which is small. */
async function readAllFields(rows: AsyncIterable<Buffer>): Promise<string[][]> {
  let text = '';
  for await (const chunk of rows) text += chunk.toString('utf8');
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => line.split('\t'));
}
