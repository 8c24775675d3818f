/** The rows that an import created, later changes to them, and their removal. */

import { type Query, query, type StatementRow, write } from '../../../../core/database/query.ts';
import { isUndone } from '../../../../core/ledger/queries.ts';
import { ERASED_VALUES, NOTHING_SAID, setValues } from '../../../../core/people/listings/values.ts';

export const insertImport = write(
  'insert_import',
  `insert into imports (community_id, kind, file_name, file_sha256, row_count, created_count, imported_by, imported_at)
   values ($communityId, $kind, $fileName, $fileSha256, $rowCount, $createdCount, $importedBy, $importedAt)
   returning id::int`,
);

export const insertImportRows = write(
  'insert_import_rows',
  `insert into import_rows (community_id, import_id, created_id) select $communityId, $importId, id
   from unnest($createdIds::uuid[]) as id`,
);

/** `followed`: whether a later one of its kind is still there. */
export type UndoableRow = StatementRow<'select_undoable'>;

const UNDOABLE = `select i.id::int, i.kind, i.undone_at is not null as undone, i.created_count as "createdCount",
     exists (select from imports l where l.community_id = i.community_id and l.kind = i.kind and l.id > i.id
       and l.undone_at is null) as followed
   from imports i
   where i.community_id = $communityId and i.id = $importId`;

export const selectUndoable = query('select_undoable', UNDOABLE);

export const lockUndoable = write('lock_undoable', `${UNDOABLE} for no key update`);

export const selectImportRows = query(
  'select_import_rows',
  `select created_id as id
   from import_rows where community_id = $communityId and import_id = $importId order by created_id`,
);

/** In the order of all that lock members; no listing, choice or exchange of theirs can be written meanwhile. */
export const lockMembers = write(
  'lock_members',
  `select id from members
   where community_id = $communityId and id = any($memberIds::uuid[]) order by id for no key update`,
);

export const selectListingOwners = query(
  'select_listing_owners',
  `select distinct member_id as "memberId"
   from listings where community_id = $communityId and id = any($listingIds::uuid[])`,
);

export const lockListings = write(
  'lock_listings',
  `select id from listings
   where community_id = $communityId and id = any($listingIds::uuid[]) order by id for no key update`,
);

/** How many of an import's rows are not as it left them, with the names of the first. */
export interface ChangedRows {
  readonly count: number;
  readonly names: readonly string[];
}

type SelectChanged = Query<{ communityId: number; importId: number; namesMax: number }, ChangedRows>;

const firstOf = (changed: string) => `with changed as materialized (
     ${changed}
   )
   select (select count(*)::int from changed) as count,
     array(select name from changed order by name, id limit $namesMax) as names`;
const ROWS = `from imports i
     join import_rows r on r.community_id = i.community_id and r.import_id = i.id`;

/** Transfers that stand: an opening balance is the import's own, and what was undone counts for nothing. */
const hasTransfers = (side: string) =>
  `exists (select from transfers t where t.community_id = a.community_id and t.${side} = a.id
         and t.kind <> 'opening' and not ${isUndone('t')})`;

/**
 * Members who were changed or have signed in, or have a deputy, act for another, have a listing, an answer, hours that
 * were recorded or booked, a limit or a line of a bank's statement of their own.
 */
export const selectChangedMembers: SelectChanged = query(
  'select_changed_imported_members',
  firstOf(`select m.id, m.name
     ${ROWS}
     join members m on m.community_id = r.community_id and m.id = r.created_id
     join accounts a on a.community_id = m.community_id and a.member_id = m.id
     where i.community_id = $communityId and i.id = $importId and (
       m.changed_xid <> i.xid or a.lower_balance_seconds is not null
       or exists (select from member_details d where d.community_id = m.community_id and d.member_id = m.id
         and d.updated_at > i.imported_at)
       or exists (select from proposals p where p.community_id = m.community_id and p.provider_account_id = a.id)
       or exists (select from proposals p where p.community_id = m.community_id and p.receiver_account_id = a.id)
       or exists (select from member_sessions s where s.community_id = m.community_id and s.member_id = m.id)
       or exists (select from deputies d where d.community_id = m.community_id and d.member_id = m.id)
       or exists (select from deputies d where d.community_id = m.community_id and d.person_id = m.id)
       or exists (select from member_holds h where h.community_id = m.community_id and h.member_id = m.id)
       or exists (select from member_checks k where k.community_id = m.community_id and k.member_id = m.id)
       or exists (select from listings l where l.community_id = m.community_id and l.member_id = m.id
         and l.undone_at is null)
       or exists (select from answers w where w.community_id = m.community_id and w.from_member = m.id)
       or exists (select from answers w where w.community_id = m.community_id and w.to_member = m.id)
       or ${hasTransfers('debit_account_id')}
       or ${hasTransfers('credit_account_id')}
       or exists (select from comparison_lines l where l.community_id = m.community_id and l.member_id = m.id)
       or exists (select from comparison_lines l where l.community_id = m.community_id and l.named_member_id = m.id))`),
);

/** Listings that were changed, or were answered by a member or an exchange. */
export const selectChangedListingsOf: SelectChanged = query(
  'select_changed_imported_listings',
  firstOf(`select l.id, l.title as name
     ${ROWS}
     join listings l on l.community_id = r.community_id and l.id = r.created_id
     where i.community_id = $communityId and i.id = $importId and (
       l.changed_xid <> i.xid
       or exists (select from answers w where w.community_id = l.community_id and w.listing_id = l.id)
       or exists (select from transfers t where t.community_id = l.community_id and t.listing_id = l.id
         and not ${isUndone('t')}))`),
);

const NAME_OF = (account: string) => `(select coalesce(m.name, a.name, a.kind)
       from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id
       where a.community_id = t.community_id and a.id = t.${account})`;

/** Exchanges that were reversed. */
export const selectReversedExchanges: SelectChanged = query(
  'select_reversed_imported_exchanges',
  firstOf(`select t.id, ${NAME_OF('credit_account_id')} || ' / ' || ${NAME_OF('debit_account_id')} as name
     ${ROWS}
     join transfers t on t.community_id = r.community_id and t.id = r.created_id
     where i.community_id = $communityId and i.id = $importId
       and exists (select from transfers v where v.community_id = t.community_id and v.reverses_id = t.id)`),
);

/**
 * Members of whom nobody has changed anything since the import, as partners see them. `openingId`: the transfer of the
 * opening balance; null: it was zero.
 */
export const selectImportedMembers = query(
  'select_imported_members',
  `select m.id, m.status, m.visibility, c.default_visibility as "defaultVisibility", o.id as "openingId"
   from members m
   join communities c on c.id = m.community_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   left join lateral (
     select t.id from transfers t
     where t.community_id = a.community_id and t.debit_account_id = a.id and t.kind = 'opening'
     union all
     select t.id from transfers t
     where t.community_id = a.community_id and t.credit_account_id = a.id and t.kind = 'opening'
   ) o on true
   where m.community_id = $communityId and m.id = any($memberIds::uuid[])
   order by m.id`,
);

export const selectImportedListings = query(
  'select_imported_listings',
  `select id, member_id as "memberId", status from listings
   where community_id = $communityId and id = any($listingIds::uuid[]) order by id`,
);

/** Nobody has said anything. */
const UNSAID = setValues((name) => {
  if (!(name in NOTHING_SAID)) return ERASED_VALUES[name];
  return NOTHING_SAID[name as keyof typeof NOTHING_SAID] === null ? 'null' : "''";
});

export const closeUndoneListings = write(
  'close_undone_listings',
  `update listings set ${UNSAID}, external_id = null, status = 'closed', back_as = null, undone_at = $undoneAt!, updated_at = $undoneAt
   where community_id = $communityId and id = any($listingIds::uuid[])`,
);

/** Zero rows: another undo was first. */
export const markUndone = write(
  'mark_import_undone',
  `update imports set undone_by = $by!, undone_at = $at!
   where community_id = $communityId and id = $importId and undone_at is null
   returning id::int`,
);

export const deleteImportRows = write(
  'delete_import_rows',
  'delete from import_rows where community_id = $communityId and import_id = $importId',
);
