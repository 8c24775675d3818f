/** A move from another system, and the imports that it is noted as. */
import { query, write } from '../../platform/database/query.ts';

export interface UndoableMove {
  readonly id: number;
  readonly membersImportId: number | null;
  readonly listingsImportId: number | null;
  readonly exchangesImportId: number | null;
  /** The transfer; null: the fund began with nothing. */
  readonly fundOpeningId: string | null;
}

const MOVE = `select id::int, members_import_id::int as "membersImportId", listings_import_id::int as "listingsImportId",
     exchanges_import_id::int as "exchangesImportId", fund_opening_id as "fundOpeningId"
   from moves where community_id = $communityId`;

export const selectMoveOfImport = query<{ communityId: number; importId: number }, UndoableMove>(
  'select_move_of_import',
  `${MOVE} and $importId in (members_import_id, listings_import_id, exchanges_import_id)`,
);

export const selectMoveToUndo = query<{ communityId: number }, UndoableMove>(
  'select_move_to_undo',
  `${MOVE} and undone_at is null order by moves.id desc limit 1`,
);

/** Zero rows: another undo was first. */
export const markMoveUndone = write<{ communityId: number; moveId: number; by: string; at: Date }, { id: number }>(
  'mark_move_undone',
  `update moves set undone_by = $by, undone_at = $at
   where community_id = $communityId and id = $moveId and undone_at is null
   returning id::int`,
);
