/** Changing a listing, holding it for a moderator, releasing, closing and reopening it. */
import { encodeId, type ListingStatus } from '@timebank/contract';
import type { OnlyKnown } from '../../base/fields/fields.ts';
import { refusal } from '../../base/refusal.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import { chooseCategory, ensureCategoriesIn } from '../categories/names.ts';
import { listingEvent } from '../members/events.ts';
import { lockCommunityShared, selectSeers } from '../members/queries.ts';
import { isSeen } from '../members/seers.ts';
import { lockListing, lockListingMember, type StoredListing, selectLookFirst, updateListingRow } from './queries.ts';
import { readEndOfNew } from './renew.ts';
import { type ListingInput, type ListingValues, readListing } from './values.ts';

/** Whose listing, which one (UUID), and who acts. */
export interface ListingAct extends CommunityAct {
  readonly listingId: string;
}

/**
 * Changes what a listing says; partners hear of it while it is active.
 * @param addsCategory whether a category that the list of the community lacks is added to it
 * @param isMembers whether the owner changes it; then it waits for the office where the community wants to look first
 * @throws refusal listing_not_found, validation_failed naming every field at fault
 */
export async function changeListing<Given extends ListingInput>(
  deps: ChangeDeps,
  act: ListingAct,
  changes: OnlyKnown<Given, ListingInput>,
  { addsCategory = false, isMembers = false } = {},
): Promise<void> {
  await changeValues(deps, act, 'listing.updated', readListing(changes), { addsCategory, isMembers });
}

/**
 * Makes a listing `active` (released by a moderator, or reopened), `held`, or `closed`. To partners only active ones
 * exist: it is published or closed. While its member is on hold it is so only afterwards, and nobody hears of it.
 * @throws refusal listing_not_found
 */
export async function changeListingStatus(deps: ChangeDeps, act: ListingAct, status: ListingStatus): Promise<void> {
  await changeValues(deps, act, 'listing.status_changed', { status });
}

async function changeValues(
  deps: ChangeDeps,
  act: ListingAct,
  action: string,
  given: Partial<ListingValues> & { readonly status?: ListingStatus },
  { addsCategory = false, isMembers = false } = {},
): Promise<void> {
  const { communityId, listingId } = act;
  await change(deps, act, async (within) => {
    const { transaction, at, audit, emit } = within;
    await lockCommunityShared(transaction, { communityId });
    const [member] = await lockListingMember(transaction, { communityId, listingId });
    const values = await withCategoryIn(within, member?.category ?? '', communityId, given, addsCategory);
    const [before] = member ? await lockListing(transaction, { communityId, listingId }) : [];
    if (!before) throw refusal('listing_not_found', 'There is no such listing.');
    const wanted: StoredListing = { ...before, ...values };
    const fields = (Object.keys(values) as (keyof StoredListing)[]).filter((key) => before[key] !== wanted[key]);
    if (fields.length === 0) return;
    const isHeld = isMembers && before.status === 'active' && (await isLookedAtFirst(transaction, communityId));
    const after: StoredListing = isHeld ? { ...wanted, status: 'held' } : wanted;
    const { memberId, status, isAway, ...said } = after;
    const endsOn = await endOfChanged(within, communityId, before, status);
    await updateListingRow(transaction, { ...said, communityId, listingId, status, isAway, endsOn, updatedAt: at });
    const kind = isAway ? undefined : eventKind(before.status === 'active', status === 'active');
    const [seers] = kind ? await selectSeers(transaction, { communityId, memberIds: [memberId] }) : [];
    if (kind && seers && isSeen(seers)) {
      // The member may be out of sight when the closing is sent: those who saw the listing hear of it all the same.
      emit(listingEvent(listingId, memberId, kind, kind === 'listing.closed' ? seers.partnerIds : null));
    }
    const statuses = before.status === status ? {} : { before: before.status, after: status };
    audit(action, encodeId('lst', listingId), { ...(fields.includes('status') ? {} : { fields }), ...statuses });
  });
}

/** Whether what members publish or change waits for the office. */
export async function isLookedAtFirst(transaction: Change['transaction'], communityId: number): Promise<boolean> {
  const [row] = await selectLookFirst(transaction, { communityId });
  return row?.lookFirst === true;
}

/** The values with the category as the list of the community spells it, held before the listing is. */
async function withCategoryIn<Values extends Partial<ListingValues>>(
  within: Pick<Change, 'transaction' | 'at'>,
  before: string,
  communityId: number,
  values: Values,
  addsCategory: boolean,
): Promise<Values> {
  const { category = '' } = values;
  if (category === '') return values;
  if (!addsCategory) await chooseCategory(within.transaction, communityId, category, before);
  const spelled = await ensureCategoriesIn(within, communityId, [category]);
  return { ...values, category: spelled(category) };
}

/** One that a person closes has no last day; one that is opened again has the whole time. */
async function endOfChanged(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  before: StoredListing,
  status: ListingStatus,
): Promise<string | null> {
  if (before.status === status) return before.endsOn;
  if (status === 'closed') return null;
  return before.status === 'closed' ? await readEndOfNew(transaction, communityId, at) : before.endsOn;
}

function eventKind(wasActive: boolean, isActive: boolean) {
  if (isActive) return wasActive ? 'listing.updated' : 'listing.published';
  return wasActive ? 'listing.closed' : undefined;
}
