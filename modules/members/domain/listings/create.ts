/** Creating listings: rows and events belong together, whether one is entered or a thousand are imported. */
import { encodeId, type ListingStatus, type ListingType } from '@timebank/contract';
import { uuidv7 } from 'uuidv7';
import type { OnlyKnown } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { chooseCategory, ensureCategoriesIn } from '../../../../core/people/categories/names.ts';
import { selectOnHold } from '../../../../core/people/holds/queries.ts';
import { selectListingMonths } from '../../../../core/people/listings/ending-queries.ts';
import { endsOfNew } from '../../../../core/people/listings/ends.ts';
import { insertListings, selectMemberExists } from '../../../../core/people/listings/queries.ts';
import {
  type ListingInput,
  type ListingValues,
  NOTHING_SAID,
  readListing,
} from '../../../../core/people/listings/values.ts';
import { listingEvent } from '../../../../core/people/members/events.ts';
import { lockMembersShared, selectSeers } from '../../../../core/people/members/queries.ts';
import { isSeen } from '../../../../core/people/members/seers.ts';

type Unsaid = keyof typeof NOTHING_SAID;

/** What it does not say is as of one that says nothing. */
export interface NewListing extends Omit<ListingValues, Unsaid>, Partial<Pick<ListingValues, Unsaid>> {
  readonly externalId: string | null;
  readonly memberId: string;
  readonly status: ListingStatus;
  readonly createdAt: Date;
}

/**
 * Creates all listings in a few statements; partners hear of those whose member they can see. Categories that the list of
 * the community lacks are added to it, and each gets its last day. Those of members on hold are shown when the hold ends.
 * Returns the ids in the order of the input.
 */
export async function createListingsIn(
  { transaction, at, emit }: Pick<Change, 'transaction' | 'at' | 'emit'>,
  communityId: number,
  listings: readonly NewListing[],
): Promise<string[]> {
  if (listings.length === 0) return [];
  const ids = listings.map(() => uuidv7());
  const memberIds = [...new Set(listings.map(({ memberId }) => memberId))];
  await lockMembersShared(transaction, { communityId, memberIds });
  const spelled = await ensureCategoriesIn(
    { transaction, at },
    communityId,
    listings.map(({ category = NOTHING_SAID.category }) => category),
  );
  const [rule] = await selectListingMonths(transaction, { communityId });
  const away = new Set((await selectOnHold(transaction, { communityId, memberIds })).map(({ memberId }) => memberId));
  const endsOf = endsOfNew(at, rule?.months ?? null, listings.length);
  await insertListings(transaction, {
    rows: listings.map((listing, index) => ({
      ...NOTHING_SAID,
      ...listing,
      id: ids[index] as string,
      ...hiddenIf(away.has(listing.memberId), listing.status),
      category: spelled(listing.category ?? NOTHING_SAID.category),
      endsOn: listing.status === 'closed' ? null : endsOf(index),
    })),
    communityId,
    updatedAt: at,
  });
  const seers = await selectSeers(transaction, { communityId, memberIds });
  const seen = new Set(seers.filter(isSeen).map(({ memberId }) => memberId));
  for (const [index, { memberId, status }] of listings.entries()) {
    if (status === 'active' && seen.has(memberId) && !away.has(memberId))
      emit(listingEvent(ids[index] as string, memberId, 'listing.published'));
  }
  return ids;
}

const hiddenIf = (isAway: boolean, status: ListingStatus) => ({
  status: isAway ? 'closed' : status,
  backAs: isAway && status !== 'closed' ? status : null,
});

type NewInput = ListingInput & { readonly title: string; readonly type: ListingType };

/**
 * Adds one listing, active, or held for a moderator.
 * @param addsCategory whether a category that the list lacks is added to it
 * @returns its UUID
 * @throws refusal validation_failed naming every field at fault, user_not_found
 */
export async function addListing<Given extends NewInput>(
  deps: ChangeDeps,
  act: CommunityAct & { readonly memberId: string },
  input: OnlyKnown<Given, NewInput>,
  options: { readonly held?: boolean; readonly addsCategory?: boolean } = {},
): Promise<string> {
  const { communityId, memberId } = act;
  readListing(input);
  return await change(deps, act, async (within) => {
    // Read once it is held: the import that created the member may be undone just now.
    await lockMembersShared(within.transaction, { communityId, memberIds: [memberId] });
    const [member] = await selectMemberExists(within.transaction, { communityId, memberId });
    if (!member) throw refusal('user_not_found', 'There is no such member.');
    return await addListingIn(within, communityId, memberId, input, options);
  });
}

/** The same in a change that holds the member. */
export async function addListingIn(
  within: Pick<Change, 'transaction' | 'at' | 'emit' | 'audit'>,
  communityId: number,
  memberId: string,
  input: NewInput,
  { held = false, addsCategory = false } = {},
): Promise<string> {
  const values = { ...NOTHING_SAID, ...readListing(input) };
  if (!addsCategory) await chooseCategory(within.transaction, communityId, values.category);
  const status = held ? 'held' : 'active';
  const { type = input.type, title = input.title, ...rest } = values;
  const listing = { ...rest, type, title, externalId: null, memberId, status, createdAt: within.at } as const;
  const [id] = await createListingsIn(within, communityId, [listing]);
  within.audit('listing.created', encodeId('lst', id as string), { status });
  return id as string;
}
