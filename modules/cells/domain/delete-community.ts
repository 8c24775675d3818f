/** Deletes what another installation has now, as the role that owns the tables; the database allows it of nothing else. */
import type pg from 'pg';
import { withClient } from '../../../core/database/client.ts';
import type { ConnectionSettings } from '../../../core/database/connection.ts';
import { readTenantTables } from './community-tables.ts';

/** What answers 421: the digests of secrets and tokens, and whose they are. */
const OF_TOMBSTONE = new Set(['access_tokens', 'credentials', 'partners']);
/** Tables that no backup has, and that nothing refers to; the last one is written as members are deleted. */
const [BEFORE, BEHIND] = [['access_tokens', 'activity_counts', 'request_windows'], ['member_tallies']];

/** The act of an installation whose copy was taken back, with `move:` and the move's id as its subject. */
export const COPY_DISCARDED = 'community.copy_discarded';

/** Deletes all rows but those of the tombstone. It may be repeated. */
export async function emptyLeft(ownerConnection: ConnectionSettings, communityId: number): Promise<void> {
  await withClient(ownerConnection, async (client) => {
    for (const table of await tablesToEmpty(client)) {
      if (!OF_TOMBSTONE.has(table)) await deleteRows(client, table, communityId);
    }
    await client.query(
      `update partners set contact_name = null, contact_email = null, contact_phone = null, note = null
       where community_id = $1`,
      [communityId],
    );
  });
}

/** Deletes a community that has left, with its tombstone, in the transaction of the caller. */
export async function deleteLeft(client: pg.Client, communityId: number): Promise<void> {
  // What is counted and logged of calls that are answered 421 would come between.
  await client.query('select from partners where community_id = $1 for update', [communityId]);
  for (const table of await tablesToEmpty(client)) await deleteRows(client, table, communityId);
  await client.query(`delete from communities where id = $1 and move_state = 'left'`, [communityId]);
}

/**
 * Deletes a copy that never answered, and leaves word of it.
 * @returns false: there is none any more, or it answers
 */
export async function discardArriving(
  ownerConnection: ConnectionSettings,
  communityId: number,
  { moveId, actor, at }: { readonly moveId: string; readonly actor: string; readonly at: Date },
): Promise<boolean> {
  return await withClient(ownerConnection, async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query(
      `update communities set move_state = 'left', moved_to = '-'
       where id = $1 and move_state = 'arriving' and move_id = $2`,
      [communityId, moveId],
    );
    if (rowCount === 1) {
      await deleteLeft(client, communityId);
      await client.query('insert into audit_log (at, actor, action, subject, details) values ($1, $2, $3, $4, $5)', [
        at,
        actor,
        COPY_DISCARDED,
        `move:${moveId}`,
        { move_id: moveId },
      ]);
    }
    await client.query('commit');
    return rowCount === 1;
  });
}

/** Every table with rows of communities; what names other rows goes before them. */
async function tablesToEmpty(client: pg.Client): Promise<string[]> {
  const kept = (await readTenantTables(client)).filter(({ name }) => name !== 'communities');
  return [...BEFORE, ...kept.map(({ name }) => name).reverse(), ...BEHIND];
}

async function deleteRows(client: pg.Client, table: string, communityId: number): Promise<void> {
  await client.query(`delete from public.${table} where community_id = $1`, [communityId]);
}
