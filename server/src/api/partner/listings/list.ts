/** GET /listings */
import { decodeId, encodeId, listListings } from '@timebank/contract';
import type { Deps } from '../../../domain/deps.ts';
import {
  type ChangedListingRow,
  type ListingRow,
  selectChangedListings,
  selectListingPage,
} from '../../../domain/listings/queries.ts';
import type { ReadHorizon } from '../../../domain/sync/horizon.ts';
import type { Call, Handler } from '../access/call.ts';
import { openWalk, type WalkPage } from '../sync/walk.ts';
import { presentListing } from './present.ts';

type ListedListingRow = ListingRow & Partial<Pick<ChangedListingRow, 'removed'>>;

export const createListListingsHandler =
  (readHorizon: ReadHorizon): Handler<typeof listListings> =>
  async (call, deps) => {
    const page = await openWalk(call, deps, readHorizon, listListings);
    return page.answer(await readPage(call, deps, page), (row) =>
      row.removed ? { id: encodeId('lst', row.id), removed: true } : presentListing(row),
    );
  };

async function readPage(
  { caller: { communityId, partnerId } }: Call<typeof listListings>,
  { database: { heavy } }: Deps,
  { afterId, limit, since, filters }: WalkPage,
): Promise<ListedListingRow[]> {
  const { type, user_id, category } = filters;
  const memberId = user_id === undefined ? undefined : decodeId('usr', user_id);
  // A malformed id is an unknown id, which has no listings.
  if (user_id !== undefined && memberId === undefined) return [];
  if (since !== null) {
    const asked = { type: type ?? null, memberId: memberId ?? null, category: category ?? null };
    return await selectChangedListings(heavy, { communityId, partnerId, afterId, limit, since, ...asked });
  }
  return await selectListingPage(heavy, { communityId, partnerId, afterId, limit, type, memberId, category });
}
