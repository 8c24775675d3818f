/** A move from another system, and the imports that it is noted as. */
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** `fundOpeningId`: the transfer; null: the fund began with nothing. */
export type UndoableMove = StatementRow<'select_move_of_import'>;

const MOVE = `select id::int, members_import_id::int as "membersImportId", listings_import_id::int as "listingsImportId",
     exchanges_import_id::int as "exchangesImportId", fund_opening_id as "fundOpeningId"
   from moves where community_id = $communityId`;

export const selectMoveOfImport = query(
  'select_move_of_import',
  `${MOVE} and $importId in (members_import_id, listings_import_id, exchanges_import_id)`,
);

export const selectMoveToUndo = query(
  'select_move_to_undo',
  `${MOVE} and undone_at is null order by moves.id desc limit 1`,
);

/** Opening balances of organisations, which only a move has booked. */
export const selectOrganisationOpenings = query(
  'select_organisation_openings',
  `select t.id from accounts a
   join transfers t on t.community_id = a.community_id and a.id in (t.debit_account_id, t.credit_account_id)
   where a.community_id = $communityId and a.kind = 'organisation' and t.kind = 'opening'
     and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
   order by t.id`,
);

/** Zero rows: another undo was first. */
export const markMoveUndone = write(
  'mark_move_undone',
  `update moves set undone_by = $by!, undone_at = $at!
   where community_id = $communityId and id = $moveId and undone_at is null
   returning id::int`,
);
