/** `/listings`: what members offer and want, as a partner may see it. */

import { decodeId, encodeId, type getListing, type Listing, type ListingType, listListings } from '@timebank/contract';
import type { Call, Handler } from '../../../access/call.ts';
import { refusal } from '../../../base/refusal.ts';
import { utcText } from '../../../database/utc-text.ts';
import type { Deps } from '../../../deps.ts';
import { hoursOrNull } from '../../../ledger/api/present/hours.ts';
import { openWalk, type WalkPage } from '../../../sync/api/walk.ts';
import type { ReadHorizon } from '../../../sync/horizon.ts';
import { type ListingRow, selectChangedListings, selectListing, selectListingPage } from '../../listings/queries.ts';
import type { ListingValues } from '../../listings/values.ts';

/** As it is now; `removed`: it is not in the list that is kept in step. */
type ListedListingRow = ListingRow & { readonly removed?: boolean };

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
  const { user_id, category } = filters;
  const type = filters.type as ListingType | undefined;
  const memberId = user_id === undefined ? undefined : decodeId('usr', user_id);
  // A malformed id is an unknown id, which has no listings.
  if (user_id !== undefined && memberId === undefined) return [];
  if (since !== null) {
    const asked = { type: type ?? null, memberId: memberId ?? null, category: category ?? null };
    return await selectChangedListings(heavy, { communityId, partnerId, afterId, limit, since, ...asked });
  }
  return await selectListingPage(heavy, { communityId, partnerId, afterId, limit, type, memberId, category });
}

// A listing as partners see it.

/** What it says, as every API shows it. */
export function presentValues({ type, title, description, category, estimatedSeconds }: ListingValues) {
  return { type, title, description, category, estimated_hours: hoursOrNull(estimatedSeconds) };
}

function presentListing(row: ListingRow): Listing {
  return {
    id: encodeId('lst', row.id),
    user_id: encodeId('usr', row.memberId),
    ...presentValues(row),
    estimated_seconds: row.estimatedSeconds,
    status: 'active',
    created_at: utcText(row.createdAt),
    updated_at: utcText(row.updatedAt),
  };
}

/** GET /listings/{id} */
export const getListingHandler: Handler<typeof getListing> = async ({ params, caller }, { database }) => {
  const id = decodeId('lst', params.id);
  const [row] = id
    ? await selectListing(database.reads, {
        communityId: caller.communityId,
        partnerId: caller.partnerId,
        listingId: id,
      })
    : [];
  if (!row) throw refusal('listing_not_found', 'No listing with this id is visible to you.');
  return { data: presentListing(row) };
};
