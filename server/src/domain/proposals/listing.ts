/** The listing that a proposal answers: booked with it while there is one. */
import type { Transaction } from '../../platform/database/query.ts';
import { findCategories } from '../categories/names.ts';
import { lockListingId } from '../exchanges/queries.ts';

/** Of a listing that was taken back with its import, nothing is booked. */
export async function findListingOf(
  transaction: Transaction,
  communityId: number,
  id: string | null,
): Promise<{ readonly listingId: string | null; readonly categoryId: number | null }> {
  const [listing] = id === null ? [] : await lockListingId(transaction, { communityId, id, externalId: '' });
  if (!listing) return { listingId: null, categoryId: null };
  const names = await findCategories(transaction, communityId, [listing.category]);
  return { listingId: listing.id, categoryId: names.get(listing.category)?.id ?? null };
}
