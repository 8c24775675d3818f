/** GET /listings/{id} */
import { decodeId, type getListing } from '@timebank/contract';
import { selectListing } from '../../../domain/listings/queries.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import type { Handler } from '../access/call.ts';
import { presentListing } from './present.ts';

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
