/**
 * Puts one community back to the state that a backup of the whole has of it, while everything else is at work
 * (docs/decisions/backups.md). The backup is restored into a database beside, and the rows are exchanged in one transaction:
 * killed at any step, the community has the old state or the new one, and the command is repeated or taken back.
 */
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { ConfigError } from '../../../core/base/config.ts';
import { appendAudit } from '../../../core/change/audit/append.ts';
import type { ChangeDeps } from '../../../core/change/change.ts';
import { withClient } from '../../../core/database/client.ts';
import { DatabaseOpenError } from '../../../core/database/open-error.ts';
import type { OlderState } from '../../operate/domain/installation/older-state.ts';
import { demandHolds, transactionOf } from './community-rows.ts';
import { type Difference, readDifferences } from './differences.ts';
import { type Exchanged, exchangeRows } from './exchange-rows.ts';
import { act, type Cell, waitForWriters } from './move-community.ts';
import { beginLeaving, type MovingRow, selectMovingCommunity, settle } from './move-queries.ts';

/** The steps in their order; `onStep` is called before each. */
export const RESTORE_STEPS = ['stop', 'wait', 'keep', 'exchange', 'commit'] as const;
export type RestoreStep = (typeof RESTORE_STEPS)[number];

export type { OlderState };

const REASON = 'The community is being put back to an earlier state.';
const EXCHANGES_MAX = 5;
/** Of PostgreSQL: serialization failure, deadlock. */
const AGAIN = new Set(['40001', '40P01']);

/**
 * The community as the older state has it, under the number that it has today.
 * @throws ConfigError where it has none
 */
export async function findOlder(
  { read, header }: OlderState,
  { installationId }: Cell,
  { slug, id }: { readonly slug: string; readonly id: number },
): Promise<void> {
  const [older] = await read(
    async (client) => (await client.query<{ id: number }>('select id from communities where slug = $1', [slug])).rows,
  );
  if (!older) throw new ConfigError(`The backup of ${header.created_at} has no community ${slug}.`);
  if (header.installation !== null && header.installation !== installationId) {
    throw new ConfigError('The backup is of another installation: name one of this installation.');
  }
  if (older.id !== id) {
    throw new ConfigError(
      `${slug} came to this installation after the backup of ${header.created_at}: use a later one, or compare with --as.`,
    );
  }
}

export interface RestoreCommunityOptions {
  readonly slug: string;
  readonly actor: string;
  readonly hooks: ChangeDeps['hooks'];
  /** Keeps today's state; nothing changes it meanwhile. */
  readonly keep: () => Promise<void>;
  /** Called before each step, which waits for it; what it throws ends the work there. */
  readonly onStep?: ((step: RestoreStep) => void | Promise<void>) | undefined;
  readonly note?: ((table: string) => void) | undefined;
}

export interface RestoredCommunity extends Exchanged {
  /** What the older state lacks of today's, as it was when nothing changed any more. */
  readonly differences: readonly Difference[];
}

/**
 * Exchanges the rows. Where it fails before, the community is at work again as it was.
 * @throws ConfigError where it is not here, or is moving; DatabaseOpenError where its ledger would not hold
 */
export async function restoreCommunity(
  cell: Cell,
  older: OlderState,
  options: RestoreCommunityOptions,
): Promise<RestoredCommunity> {
  const { slug, actor, keep, onStep = () => {} } = options;
  const row = await demandRestorable(cell, slug);
  await findOlder(older, cell, { slug, id: row.id });
  await onStep('stop');
  const moveId = row.moveId ?? (await stop(cell, row.id, actor));
  try {
    await onStep('wait');
    await waitForWriters(cell.database);
    await onStep('keep');
    await keep();
    await onStep('exchange');
    return await exchange(cell, older, { ...options, communityId: row.id, moveId });
  } catch (error) {
    // A kill leaves the community stopped, until the command is repeated or taken back.
    await takeBackRestore(cell, { slug, actor }).catch(() => {});
    throw error;
  }
}

/** @throws ConfigError */
export async function demandRestorable({ database, installationId }: Cell, slug: string): Promise<MovingRow> {
  const [row] = await selectMovingCommunity(database.reads, { slug });
  if (!row) throw new ConfigError(`There is no community with the slug ${slug}.`);
  if (row.state === 'copy') throw new ConfigError(`${slug} is a copy to compare with: nothing of it is put back.`);
  if (row.state === null || (row.state === 'leaving' && row.moveWith === installationId)) return row;
  throw new ConfigError(`${slug} is moving, or has moved: finish the move, or take it back.`);
}

async function stop(cell: Cell, communityId: number, actor: string): Promise<string> {
  const moveId = uuidv7();
  const begun = { communityId, actor, action: 'community.restore_begun', details: { move_id: moveId } };
  await act(cell, begun, async (transaction) => {
    const [row] = await beginLeaving(transaction, {
      ...{ communityId, moveId, moveWith: cell.installationId, reason: REASON },
    });
    return row !== undefined;
  });
  return moveId;
}

/**
 * Makes a community that a killed restore has stopped work again, as it was.
 * @throws ConfigError where none has
 */
export async function takeBackRestore(
  cell: Cell,
  { slug, actor }: { readonly slug: string; readonly actor: string },
): Promise<void> {
  const row = await demandRestorable(cell, slug);
  const { id: communityId, moveId } = row;
  if (moveId === null) throw new ConfigError(`No restore of ${slug} has begun.`);
  const taken = { communityId, actor, action: 'community.restore_taken_back', details: { move_id: moveId } };
  await act(cell, taken, async (transaction) => (await settle(transaction, { communityId, moveId })).length > 0);
}

interface CommunityExchange extends RestoreCommunityOptions {
  readonly communityId: number;
  readonly moveId: string;
}

async function exchange(cell: Cell, older: OlderState, options: CommunityExchange): Promise<RestoredCommunity> {
  for (let tries = 1; ; tries++) {
    try {
      return await older.read((old) =>
        withClient(cell.ownerConnection, (client) => exchangeOnce({ client, old }, cell, older.header, options)),
      );
    } catch (error) {
      const isPassing = error instanceof pg.DatabaseError && AGAIN.has(error.code ?? '');
      if (!isPassing || tries === EXCHANGES_MAX) throw explained(error, options.slug);
    }
  }
}

function explained(error: unknown, slug: string): unknown {
  if (!(error instanceof pg.DatabaseError) || !/^23/.test(error.code ?? '')) return error;
  return new DatabaseOpenError(`Nothing was changed: the older rows of ${slug} do not fit (${error.message}).`);
}

async function exchangeOnce(
  { client, old }: { readonly client: pg.Client; readonly old: pg.Client },
  cell: Cell,
  header: OlderState['header'],
  { communityId, moveId, actor, hooks, note, onStep = () => {} }: CommunityExchange,
): Promise<RestoredCommunity> {
  const { database, clock, installationId } = cell;
  const differences = await readDifferences(client, old, communityId);
  await client.query('begin isolation level repeatable read');
  const what = { communityId, moveId, installationId, actor, clock, database, hooks, note };
  const exchanged = await exchangeRows(client, old, what);
  const count = (kind: Difference['what']) => differences.filter(({ what: of }) => of === kind).length;
  const details = {
    ...{ move_id: moveId, backup_of: header.created_at, bookings: count('booking'), members: count('member') },
    ...{ listings: count('listing'), days: count('day') },
  };
  const on = transactionOf(client);
  const done = { communityId, actor, at: clock.now(), action: 'community.restored', details };
  await appendAudit(on, [{ ...done, subject: `community:${communityId}` }]);
  await client.query('analyze members, accounts, transfers, events, listings');
  await demandHolds(on, clock, communityId, 'changed');
  await onStep('commit');
  await client.query('commit');
  return { ...exchanged, differences };
}
