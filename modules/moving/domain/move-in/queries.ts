import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { calledAdministrator, numberIn } from '../../../../core/people/number-in.ts';

/** A move that was not undone. */
export type MoveRow = StatementRow<'select_standing_move'>;

const STANDING = `select id::int, system, plan_sha256 as "planSha256", answers, moved_at as "movedAt"
   from moves where community_id = $communityId and undone_at is null order by id desc limit 1`;

export const selectStandingMove = query('select_standing_move', STANDING);

const CREATED = (kind: string) =>
  `coalesce((select created_count from imports i where i.community_id = v.community_id and i.id = v.${kind}_import_id), 0)`;

/** A move as a person sees it. */
export const selectShownMove = query(
  'select_shown_move',
  `select v.system, v.file_names as "fileNames", v.answers, v.members_import_id::int as "membersImportId",
     ${CREATED('members')} as members, ${CREATED('listings')} as listings, ${CREATED('exchanges')} as exchanges,
     v.moved_at as "movedAt", ${calledAdministrator('w')} as "movedBy"
   from moves v left join administrators w on w.id = ${numberIn('v.moved_by', 'administrator')}
   where v.community_id = $communityId and v.undone_at is null order by v.id desc limit 1`,
);

/** Members that are there, and hours on the books: none of them in an empty community. */
export const selectIsFilled = query(
  'select_is_filled',
  `select exists (select from members where community_id = $communityId and undone_at is null)
     or exists (select from accounts where community_id = $communityId and kind in ('chest', 'opening', 'organisation')
       and debits_seconds <> credits_seconds) as filled`,
);

export const insertMove = write(
  'insert_move',
  `insert into moves (community_id, system, file_names, plan_sha256, answers, members_import_id, listings_import_id,
     exchanges_import_id, fund_opening_id, moved_by, moved_at)
   values ($communityId, $system, $fileNames, $planSha256, $answers, $membersImportId, $listingsImportId,
     $exchangesImportId, $fundOpeningId, $movedBy, $movedAt)
   returning id::int`,
);

/** The balances of members by their number, in the transaction that has booked them. */
export const selectBalancesByNumber = query(
  'select_balances_by_number',
  `select m.external_id as "externalId", a.credits_seconds - a.debits_seconds as "balanceSeconds"
   from members m join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where m.community_id = $communityId and m.undone_at is null and m.external_id is not null`,
);
