/**
 * Taking an import back as a whole, as long as nothing has happened to what it created (docs/decisions/imports.md). Opening balances and
 * exchanges are reversed, since transfers stay for ever; members and listings are erased and shown nowhere any more.
 */
import type { ImportKind } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import type { Refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import type { Queryable, Transaction } from '../../../../core/database/query.ts';
import { freeExternalIds, lockAccounts, NO_KEYS } from '../../../../core/ledger/queries.ts';
import { deleteMemberFiles } from '../../../../core/people/members/detail-queries.ts';
import { announceMembersIn, listingEvent } from '../../../../core/people/members/events.ts';
import { clearFoundByIn } from '../../../../core/people/members/found-by.ts';
import {
  lockCommunityShared,
  lockMembersShared,
  selectPartnerIds,
  selectSeers,
  shareDefaultVisibility,
} from '../../../../core/people/members/queries.ts';
import { isSeen } from '../../../../core/people/members/seers.ts';
import { formerMember } from '../../../members/domain/members/erase.ts';
import { eraseMemberRows } from '../../../members/domain/members/erase-queries.ts';
import { deleteMemberAccess } from '../../../members-pages/domain/member-access/queries.ts';
import { chunksOf } from './import-file.ts';
import {
  markMoveUndone,
  selectMoveOfImport,
  selectMoveToUndo,
  selectOrganisationOpenings,
  type UndoableMove,
} from './move-queries.ts';
import { postAll } from './post-all.ts';
import { discardPlans, lockOpeningAccount, planForAnyCommunity } from './queries.ts';
import { rerunning } from './rerun.ts';
import {
  type ChangedRows,
  closeUndoneListings,
  deleteImportRows,
  lockListings,
  lockMembers,
  lockUndoable,
  markUndone,
  selectChangedListingsOf,
  selectChangedMembers,
  selectImportedListings,
  selectImportedMembers,
  selectImportRows,
  selectListingOwners,
  selectReversedExchanges,
  selectUndoable,
  type UndoableRow,
} from './undo-queries.ts';

/** Why an import cannot be undone. */
export interface Obstacle extends ChangedRows {
  readonly reason: 'undone' | 'later_import' | 'changed';
}

interface ImportUndo {
  /** Takes the locks under which nothing more happens to the rows, in the order of everybody else. */
  lock(transaction: Transaction, communityId: number, ids: readonly string[]): Promise<void>;
  readonly changed: typeof selectChangedMembers;
  undo(within: Change, act: CommunityAct, ids: readonly string[]): Promise<void>;
}

const CHUNK_ROWS = 500;
const NAMES_MAX = 3;

const UNDOING: Readonly<Record<ImportKind, ImportUndo>> = {
  members: {
    async lock(transaction, communityId, ids) {
      await shareDefaultVisibility(transaction, { communityId });
      await lockCommunityShared(transaction, { communityId });
      await lockMembers(transaction, { communityId, memberIds: ids });
      // A credit waits here and then finds no member; one that was first is seen.
      const memberCommunityIds = ids.map(() => communityId);
      await lockAccounts(transaction, { ...NO_KEYS, memberCommunityIds, memberIds: ids });
    },
    changed: selectChangedMembers,
    undo: undoMembers,
  },
  listings: {
    async lock(transaction, communityId, ids) {
      await lockCommunityShared(transaction, { communityId });
      const owners = await selectListingOwners(transaction, { communityId, listingIds: ids });
      const memberIds = owners.map(({ memberId }) => memberId);
      await lockMembersShared(transaction, { communityId, memberIds });
      await lockListings(transaction, { communityId, listingIds: ids });
    },
    changed: selectChangedListingsOf,
    undo: undoListings,
  },
  exchanges: {
    async lock(transaction, communityId, ids) {
      const transferCommunityIds = ids.map(() => communityId);
      await lockAccounts(transaction, { ...NO_KEYS, transferCommunityIds, transferIds: ids });
    },
    changed: selectReversedExchanges,
    async undo(within, { communityId, actor: recordedBy }, ids) {
      await postAll(
        within,
        ids.map((exchangeId) => ({
          ...{ kind: 'exchange_reversal' as const, communityId, exchangeId },
          ...{ reason: null, recordedBy },
        })),
      );
      await freeExternalIds(within.transaction, { communityId, transferIds: ids });
    },
  },
};

/**
 * Undoes all that an import created; with an import that is part of a move, the whole move.
 * @throws refusal import_not_found; import_not_undoable when it was undone, a later one of its kind is there, or
 * anything has happened to what it created
 */
export async function undoImportOrMove(deps: ChangeDeps, act: CommunityAct, importId: number): Promise<void> {
  await rerunning(() =>
    change(deps, act, async (within) => {
      const [move] = await selectMoveOfImport(within.transaction, { communityId: act.communityId, importId });
      if (move) await undoMoveWithin(within, act, move);
      else await undoImportWithin(within, act, importId);
    }),
  );
}

/**
 * Undoes a move from another system as a whole, as long as nothing has happened to what it created.
 * @throws refusal import_not_found when the community holds no move; import_not_undoable
 */
export async function undoMoveIn(deps: ChangeDeps, act: CommunityAct): Promise<void> {
  await rerunning(() =>
    change(deps, act, async (within) => {
      const [move] = await selectMoveToUndo(within.transaction, { communityId: act.communityId });
      if (!move) throw consoleRefusal('import_not_found', 'This community holds no move from another system.');
      await undoMoveWithin(within, act, move);
    }),
  );
}

/** In the order in which one prevents the other. */
async function undoMoveWithin(within: Change, act: CommunityAct, move: UndoableMove): Promise<void> {
  const { communityId, actor: recordedBy } = act;
  for (const importId of [move.exchangesImportId, move.listingsImportId, move.membersImportId]) {
    if (importId !== null) await undoImportWithin(within, act, importId);
  }
  const { fundOpeningId } = move;
  const ofOrganisations = await selectOrganisationOpenings(within.transaction, { communityId });
  const openingIds = [...ofOrganisations.map(({ id }) => id), ...(fundOpeningId === null ? [] : [fundOpeningId])];
  await postAll(
    within,
    openingIds.map((openingId) => ({ kind: 'opening_reversal', communityId, openingId, recordedBy })),
  );
  const [undone] = await markMoveUndone(within.transaction, {
    communityId,
    moveId: move.id,
    by: recordedBy,
    at: within.at,
  });
  if (!undone) throw consoleRefusal('import_not_undoable', 'The move was undone before.');
  within.audit('move.undone', `move:${move.id}`);
}

async function undoImportWithin(within: Change, act: CommunityAct, importId: number): Promise<void> {
  const { transaction, at, audit, flush } = within;
  const { communityId, actor } = act;
  await planForAnyCommunity(transaction);
  await discardPlans(transaction);
  // No import of the community runs meanwhile.
  await lockOpeningAccount(transaction, { communityId });
  const [found] = await lockUndoable(transaction, { communityId, importId });
  if (!found) throw importNotFound();
  const { kind, createdCount } = found;
  const ids = (await selectImportRows(transaction, { communityId, importId })).map(({ id }) => id);
  await UNDOING[kind].lock(transaction, communityId, ids);
  const obstacle = await obstacleOf(transaction, communityId, found);
  if (obstacle) throw consoleRefusal('import_not_undoable', sentenceOf(obstacle, kind));
  for (const { items, end } of chunksOf(ids, CHUNK_ROWS)) {
    await UNDOING[kind].undo(within, act, items);
    await flush();
    // As in an import: the plans of the first rows are none for many.
    if (end === CHUNK_ROWS) await discardPlans(transaction);
  }
  await deleteImportRows(transaction, { communityId, importId });
  const [undone] = await markUndone(transaction, { communityId, importId, by: actor, at });
  if (!undone) throw new Error('an import that is locked was undone by another transaction');
  audit('import.undone', `import:${importId}`, { kind, rows: createdCount });
}

/**
 * The obstacles to undoing an import now.
 * @throws refusal import_not_found
 */
export async function readObstacle(on: Queryable, communityId: number, importId: number): Promise<Obstacle | null> {
  const [move] = await selectMoveOfImport(on, { communityId, importId });
  // Members and listings of a move are changed by the exchanges that go with them.
  const [found] = await selectUndoable(on, { communityId, importId: move?.exchangesImportId ?? importId });
  if (!found) throw importNotFound();
  return await obstacleOf(on, communityId, found);
}

async function obstacleOf(
  on: Queryable,
  communityId: number,
  { id, kind, undone, followed }: UndoableRow,
): Promise<Obstacle | null> {
  if (undone) return { reason: 'undone', count: 0, names: [] };
  if (followed) return { reason: 'later_import', count: 0, names: [] };
  const [changed] = await UNDOING[kind].changed(on, { communityId, importId: id, namesMax: NAMES_MAX });
  return changed && changed.count > 0 ? { reason: 'changed', ...changed } : null;
}

function sentenceOf({ reason, count, names }: Obstacle, kind: ImportKind): string {
  if (reason === 'undone') return 'The import was undone before.';
  if (reason === 'later_import') return `A later import of ${kind} comes first: undo that one.`;
  const more = count > names.length ? ', ...' : '';
  return `Since the import, something has happened to ${count} of its ${kind}: ${names.join(', ')}${more}.`;
}

export function importNotFound(): Refusal {
  return consoleRefusal('import_not_found', 'This community has no such import.');
}

async function undoMembers(
  within: Change,
  { communityId, actor: recordedBy }: CommunityAct,
  ids: readonly string[],
): Promise<void> {
  const { transaction, at } = within;
  const members = await selectImportedMembers(transaction, { communityId, memberIds: ids });
  const openingIds = members.flatMap(({ openingId }) => openingId ?? []);
  await postAll(
    within,
    openingIds.map((openingId) => ({ kind: 'opening_reversal', communityId, openingId, recordedBy })),
  );
  await freeExternalIds(transaction, { communityId, transferIds: openingIds });
  const shared = { communityId, erasedAt: at, undoneAt: at };
  await eraseMemberRows(transaction, { rows: ids.map(formerMember), ...shared });
  await deleteMemberFiles(transaction, { communityId, memberIds: ids });
  await clearFoundByIn(transaction, communityId, ids);
  // Letters that nobody has used: a session would have changed the member.
  await deleteMemberAccess(transaction, { communityId, memberIds: ids });
  // Nobody has chosen anything for a partner: that would have changed the member.
  const partners = await selectPartnerIds(transaction, { communityId });
  const choices = new Map(partners.map((partner) => [partner.id, null]));
  const changes = members.map(({ id, status, visibility, defaultVisibility }) => {
    const before = { status, visibility, defaultVisibility, choices };
    return { memberId: id, before, after: { ...before, status: 'left' as const }, changed: true };
  });
  await announceMembersIn(within, communityId, changes);
}

async function undoListings(
  { transaction, at, emit }: Change,
  { communityId }: CommunityAct,
  ids: readonly string[],
): Promise<void> {
  const active = (await selectImportedListings(transaction, { communityId, listingIds: ids })).filter(
    ({ status }) => status === 'active',
  );
  const memberIds = [...new Set(active.map(({ memberId }) => memberId))];
  const seers = await selectSeers(transaction, { communityId, memberIds });
  const seen = new Map(seers.filter(isSeen).map(({ memberId, partnerIds }) => [memberId, partnerIds]));
  for (const { id, memberId } of active) {
    const audience = seen.get(memberId);
    if (audience) emit(listingEvent(id, memberId, 'listing.closed', audience));
  }
  await closeUndoneListings(transaction, { communityId, listingIds: ids, undoneAt: at });
}
