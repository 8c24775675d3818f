import { query, type StatementRow } from '../../../../core/database/query.ts';
import { calledAdministrator, numberIn } from '../../../../core/people/number-in.ts';

/** `move`: the import is part of a move from this system; null: it is not. */
export type PastImportRow = StatementRow<'select_import_page'>;

const PAST = `select i.id::int, i.kind, i.file_name as "fileName", v.system as move, encode(i.file_sha256, 'hex') as "fileSha256",
     i.row_count as "rowCount", i.created_count as "createdCount", i.imported_at as "importedAt",
     ${calledAdministrator('w')} as "importedBy", i.undone_at as "undoneAt", ${calledAdministrator('u')} as "undoneBy"
   from imports i
   left join moves v on v.community_id = i.community_id
     and i.id in (v.members_import_id, v.listings_import_id, v.exchanges_import_id)
   left join administrators w on w.id = ${numberIn('i.imported_by', 'administrator')}
   left join administrators u on u.id = ${numberIn('i.undone_by', 'administrator')}`;

/** Newest first. */
export const selectImportPage = query<{ communityId: number; beforeId: string; limit: number }, PastImportRow>(
  'select_import_page',
  `${PAST} where i.community_id = $communityId and i.id < $beforeId::bigint order by i.id desc limit $limit`,
);

export const selectImport = query('select_import', `${PAST} where i.community_id = $communityId and i.id = $importId`);
