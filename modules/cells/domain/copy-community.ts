/** A copy of an older state of a community beside it, to compare with: it is read and nothing else. */
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ConfigError } from '../../../core/base/config.ts';
import { appendAudit } from '../../../core/change/audit/append.ts';
import { withClient } from '../../../core/database/client.ts';
import { demandHolds, fillGrams, fillTable, listed, transactionOf } from './community-rows.ts';
import { type CommunityTable, readCommunityTables, readNumberColumns } from './community-tables.ts';
import { deleteLeft } from './delete-community.ts';
import { readNumbers } from './export-community.ts';
import type { Cell } from './move-community.ts';
import { renumberRows, takeNumbers } from './renumber.ts';
import type { OlderState } from './restore-community.ts';

/** Tables that a copy has not: who gets in, what is sent, and logs. */
export const NOT_COPIED: ReadonlySet<string> = new Set([
  'administrator_roles',
  'administrators',
  'audit_log',
  'call_counts',
  'call_log',
  'credentials',
  'deliveries',
  'event_queue',
  'hand_overs',
  'invitations',
  'key_urls',
  'mails',
  'messages',
  'snapshots',
  'subscriptions',
  'used_proofs',
]);

export interface CopiedCommunity {
  readonly slug: string;
  readonly name: string;
}

interface CommunityCopying {
  /** The community that is copied. */
  readonly slug: string;
  /** The slug of the copy. */
  readonly as: string;
  readonly actor: string;
  readonly note?: ((table: string) => void) | undefined;
}

/**
 * Makes the copy, in the place of an earlier one of the same slug. Those who keep the community's office today read it.
 * @throws ConfigError where the slug is a community's that is no copy, or the older state has no such community
 */
export async function copyCommunity(
  cell: Cell,
  { read, header }: OlderState,
  copying: CommunityCopying,
): Promise<CopiedCommunity> {
  return await read((old) => copyFrom(old, cell, header, copying));
}

async function copyFrom(
  old: pg.Client,
  { ownerConnection, installationId, clock }: Cell,
  header: OlderState['header'],
  { slug, as, actor, note = () => {} }: CommunityCopying,
): Promise<CopiedCommunity> {
  const { rows: found } = await old.query<{ id: number; name: string }>(
    'select id, name from communities where slug = $1',
    [slug],
  );
  const [source] = found;
  if (!source) throw new ConfigError(`The backup of ${header.created_at} has no community ${slug}.`);
  const name = `${source.name} (copy of ${header.created_at.slice(0, 16).replace('T', ' ')} UTC)`;
  await withClient(ownerConnection, async (client) => {
    await client.query('begin isolation level repeatable read');
    await dropCopyIn(client, as);
    const columns = await readNumberColumns(client);
    const tables = await readCommunityTables(old, source.id);
    const { 'communities/id': _, 'administrators/id': __, ...ranges } = await readNumbers(old, tables);
    const numbers = await takeNumbers(client, { numbers: ranges }, columns);
    // Accounts of administrators are the installation's.
    numbers.set('administrators/id', (number) => number);
    const { rows } = await client.query<{ id: number; xid: string; tag: string }>(
      `select nextval(pg_get_serial_sequence('communities', 'id'))::int as id, pg_current_xact_id()::text as xid,
         new_tag() as tag`,
    );
    const { id: communityId = 0, xid = '', tag = '' } = rows[0] ?? {};
    const renumbering = { communityId, tag, columns, numbers, from: installationId, xid };
    for (const table of tables) {
      if (NOT_COPIED.has(table.name)) continue;
      note(table.name);
      const names = table.columns.map((column) => column.name);
      const rowsOfOld = old.query(
        copyTo(`copy (select ${listed(names)} from public.${table.name} ${table.rows}) to stdout`),
      );
      const change = marked(table, renumberRows(table, renumbering), as);
      await fillTable(client, { table: table.name, columns: names, rows: rowsOfOld }, change);
    }
    await client.query(
      `update communities set move_state = 'copy', move_id = gen_random_uuid(), moved_to = null, move_with = null,
         move_emptied_at = null, reason_before_move = null, members_side = false, name = $2,
         partner_api_disabled_reason = 'This is a copy to compare with.'
       where id = $1`,
      [communityId, name],
    );
    await client.query(
      `insert into administrator_roles (community_id, administrator_id, role)
       select $1, r.administrator_id, r.role from administrator_roles r
       join communities c on c.id = r.community_id where c.slug = $2`,
      [communityId, slug],
    );
    const on = transactionOf(client);
    await fillGrams(client, on, communityId);
    const details = { slug, backup_of: header.created_at };
    const made = { communityId, actor, at: clock.now(), action: 'community.copied', details };
    await appendAudit(on, [{ ...made, subject: `community:${communityId}` }]);
    await client.query('analyze members, accounts, transfers, events, listings');
    await demandHolds(on, clock, communityId, 'changed');
    await client.query('commit');
  });
  return { slug: as, name };
}

/** Deletes a copy. @throws ConfigError where there is none of this slug */
export async function dropCopy({ ownerConnection }: Cell, as: string): Promise<void> {
  await withClient(ownerConnection, async (client) => {
    await client.query('begin');
    if (!(await dropCopyIn(client, as))) throw new ConfigError(`There is no copy with the slug ${as}.`);
    await client.query('commit');
  });
}

/** @returns false: nothing has the slug */
async function dropCopyIn(client: pg.Client, as: string): Promise<boolean> {
  const { rows } = await client.query<{ id: number; state: string | null }>(
    'select id, move_state as state from communities where slug = $1 for update',
    [as],
  );
  const [there] = rows;
  if (!there) return false;
  if (there.state !== 'copy') throw new ConfigError(`${as} is a community, and no copy: name another slug.`);
  await client.query(`update communities set move_state = 'left', moved_to = '-' where id = $1`, [there.id]);
  await deleteLeft(client, there.id);
  return true;
}

/** Says that it is a copy, and takes from partners what would let them in. */
function marked({ name: table, columns }: CommunityTable, change: ReturnType<typeof renumberRows>, as: string) {
  const given: Readonly<Record<string, Readonly<Record<string, (field: string) => string>>>> = {
    communities: { slug: () => as },
    partners: { status: () => 'suspended', client_id: (field) => `${as}:${field}` },
  };
  const values = columns.map((column) => given[table]?.[column.name]);
  return (fields: readonly string[]) => change(fields)?.map((field, at) => values[at]?.(field) ?? field);
}
