/** The three kinds of import under one name, for callers that have the kind as a value. */
import type { ImportKind } from '@timebank/contract';
import { EXCHANGE_COLUMNS, importExchanges } from './exchanges.ts';
import type { Import } from './import-file.ts';
import { importListings, LISTING_COLUMNS } from './listings.ts';
import { importMembers, MEMBER_COLUMNS } from './members.ts';
import type { Columns } from './read-rows.ts';

/** In the order in which a new community needs them: listings name members, exchanges name both. */
export const IMPORTS: Readonly<Record<ImportKind, Import>> = {
  members: importMembers,
  listings: importListings,
  exchanges: importExchanges,
};

/** The columns that each kind of file may have. */
export const IMPORT_COLUMNS: Readonly<Record<ImportKind, Columns>> = {
  members: MEMBER_COLUMNS,
  listings: LISTING_COLUMNS,
  exchanges: EXCHANGE_COLUMNS,
};
