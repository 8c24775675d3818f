/** GET /listings */
import { decodeId, listListings } from '@timebank/contract';
import { type ListingRow, selectListingPage } from '../../../domain/listings/queries.ts';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import { openPage, pageOf } from '../../http/paging.ts';
import type { Handler } from '../access/call.ts';
import { presentListing } from './present.ts';

export const listListingsHandler: Handler<typeof listListings> = async (call, deps) => {
  const page = openPage(call, deps, listListings);
  return pageOf(page, await rows(), (row) => row.id, presentListing);

  async function rows(): Promise<ListingRow[]> {
    const { type, user_id, category, updated_since: updatedSince } = call.query;
    const memberId = user_id === undefined ? undefined : decodeId('usr', user_id);
    // A malformed id is an unknown id, and nobody's listings are none.
    if (user_id !== undefined && memberId === undefined) return [];
    const { communityId, partnerId } = call.caller;
    const keyset: [number, number, string, number] = [communityId, partnerId, page.after ?? FIRST_ID, page.limit];
    return await selectListingPage.run(deps.database.heavy, keyset, { type, memberId, category, updatedSince });
  }
};
