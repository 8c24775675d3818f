/** The three kinds of import under one name, for callers that are told the kind. */
import { importExchanges } from './exchanges.ts';
import { importListings } from './listings.ts';
import { importMembers } from './members.ts';
import type { ImportKind, ImportOptions, ImportResult, ImportTools } from './types.ts';

type Import = (tools: ImportTools, communityId: number, bytes: Buffer, options: ImportOptions) => Promise<ImportResult>;

/** In the order in which a new community needs them: listings name members, exchanges name both. */
export const IMPORTS: Readonly<Record<ImportKind, Import>> = {
  members: importMembers,
  listings: importListings,
  exchanges: importExchanges,
};
