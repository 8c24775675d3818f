/** What a booking is about: its listing and its category. */
import { decodeId } from '@timebank/contract';
import type { Transaction } from '../../../../core/database/query.ts';
import { findCategories } from '../../../../core/people/categories/names.ts';
import { invalidExchange } from './parties.ts';
import { lockListingId } from './queries.ts';

export interface ExchangeDetails {
  readonly listingId: string | null;
  readonly categoryId: number | null;
}

/**
 * Finds the listing and the category that are named. A listing gives its own category where none is named.
 * @param listing `lst_` id or external id
 * @param category a name of the list; upper and lower case are the same
 * @throws refusal validation_failed
 */
export async function findDetails(
  transaction: Transaction,
  communityId: number,
  { listing, category }: { readonly listing: string | null; readonly category: string },
): Promise<ExchangeDetails> {
  const found = listing === null ? null : await findListing(transaction, communityId, listing);
  const name = category || found?.category || '';
  const known = (await findCategories(transaction, communityId, [name])).get(name);
  if (category !== '' && !known) {
    const message = `category "${category}" is not on the list of this community; add it first.`;
    throw invalidExchange('category', 'unknown_category', message);
  }
  if (category !== '' && known?.isClosed) {
    const message = `category "${known.name}" is closed; choose another or reopen it.`;
    throw invalidExchange('category', 'closed_category', message);
  }
  return { listingId: found?.id ?? null, categoryId: known?.id ?? null };
}

async function findListing(on: Transaction, communityId: number, listing: string) {
  const [row] = await lockListingId(on, { communityId, id: decodeId('lst', listing) ?? null, externalId: listing });
  if (!row) throw invalidExchange('listing', 'unknown_listing', `No listing of this community is "${listing}".`);
  return row;
}
