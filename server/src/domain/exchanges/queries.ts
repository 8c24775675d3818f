import { write } from '../../platform/database/query.ts';

/** A listing by its id (UUID) or external id, held until the exchange is booked. */
export const lockListingId = write<{ communityId: number; id: string | null; externalId: string }, { id: string }>(
  'lock_listing_id',
  `select id from listings
   where community_id = $communityId and (id = $id or external_id = $externalId) and undone_at is null for share`,
);
