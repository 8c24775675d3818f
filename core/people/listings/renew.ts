/** Renewing listings, closing those whose last day has passed, and switching the whole on and off. */
import { COMMUNITY_FIELDS, encodeId, isInRange } from '@timebank/contract';
import { refusal } from '../../base/refusal.ts';
import { dayOf } from '../../base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../change/change.ts';
import { FIRST_ID } from '../../database/keyset.ts';
import { listingEvent } from '../members/events.ts';
import { lockCommunityShared, selectSeers } from '../members/queries.ts';
import { isSeen } from '../members/seers.ts';
import {
  clearListingEnds,
  closeEndedListings,
  lockListingsToRenew,
  lockMembersOfListings,
  reopenListings,
  selectListingMonths,
  spreadListingEnds,
  updateListingEnds,
} from './ending-queries.ts';
import { dayAfterMonths, spreadOver } from './ends.ts';

const LISTINGS_AT_ONCE = 1000;

/**
 * Gives listings the whole time again. Those that are closed are published again; for the others partners have nothing
 * to hear.
 * @param listingIds UUIDs; what the community lacks is left out
 * @param reopens false: those that are closed are left alone
 * @returns how many there were, and their last day
 */
export async function renewListings(
  deps: ChangeDeps,
  act: CommunityAct,
  listingIds: readonly string[],
  { reopens = true } = {},
): Promise<{ readonly renewed: number; readonly endsOn: string | null }> {
  const { communityId } = act;
  return await change(deps, act, async ({ transaction, at, audit, emit }) => {
    await lockCommunityShared(transaction, { communityId });
    const endsOn = await readEndOfNew(transaction, communityId, at);
    await lockMembersOfListings(transaction, { communityId, listingIds });
    const found = await lockListingsToRenew(transaction, { communityId, listingIds });
    const listings = found.filter(({ isClosed }) => reopens || !isClosed);
    const idsOf = (some: typeof listings) => some.map(({ id }) => id);
    const closed = listings.filter(({ isClosed }) => isClosed);
    const open = idsOf(listings.filter(({ isClosed }) => !isClosed));
    if (open.length > 0) await updateListingEnds(transaction, { communityId, listingIds: open, endsOn });
    if (closed.length > 0) {
      const away = closed.map(({ isAway }) => isAway);
      await reopenListings(transaction, { communityId, listingIds: idsOf(closed), away, endsOn, updatedAt: at });
      const memberIds = [...new Set(closed.map(({ memberId }) => memberId))];
      const seers = await selectSeers(transaction, { communityId, memberIds });
      const seen = new Set(seers.filter(isSeen).map(({ memberId }) => memberId));
      for (const { id, memberId, isAway } of closed) {
        if (!isAway && seen.has(memberId)) emit(listingEvent(id, memberId, 'listing.published'));
      }
    }
    for (const { id } of listings) audit('listing.renewed', encodeId('lst', id), { ends_on: endsOn });
    return { renewed: listings.length, endsOn };
  });
}

/** The last day of a listing that begins now; null: it does not end. */
export async function readEndOfNew(
  transaction: Change['transaction'],
  communityId: number,
  at: Date,
): Promise<string | null> {
  const [row] = await selectListingMonths(transaction, { communityId });
  return row?.months ? dayAfterMonths(at, row.months) : null;
}

/**
 * Closes up to a thousand listings of a community whose last day has passed; partners that saw them hear of it.
 * @returns whether there may be more
 */
export async function closeEnded(deps: ChangeDeps, communityId: number): Promise<boolean> {
  const act = { communityId, actor: 'worker' };
  return await change(deps, act, async ({ transaction, at, audit, emit }) => {
    await lockCommunityShared(transaction, { communityId });
    const page = { communityId, today: dayOf(at), limit: LISTINGS_AT_ONCE, updatedAt: at };
    const ended = await closeEndedListings(transaction, page);
    const active = ended.filter(({ wasActive }) => wasActive);
    const memberIds = [...new Set(active.map(({ memberId }) => memberId))];
    const seers = active.length === 0 ? [] : await selectSeers(transaction, { communityId, memberIds });
    const seen = new Map(seers.filter(isSeen).map(({ memberId, partnerIds }) => [memberId, partnerIds]));
    for (const { id, memberId } of active) {
      const audience = seen.get(memberId);
      if (audience) emit(listingEvent(id, memberId, 'listing.closed', audience));
    }
    audit('listings.ended', `community:${communityId}`, { listings: ended.length });
    return ended.length === LISTINGS_AT_ONCE;
  });
}

/**
 * After how many months listings end, applied to those that are there. Those that had no last day get one, spread over the coming months; with null
 * those that are there lose it. Listings that have a day keep it otherwise.
 * @throws refusal validation_failed
 */
export async function changeListingMonths(
  { transaction, at }: Pick<Change, 'transaction' | 'at'>,
  communityId: number,
  months: number | null,
): Promise<void> {
  if (months !== null && !isInRange(COMMUNITY_FIELDS.listing_months, months)) {
    const message = 'listing_months must be a whole number from 1 to 60, or null.';
    throw refusal('validation_failed', message, [{ field: 'listing_months', code: 'out_of_range', message }]);
  }
  for (let afterId = FIRST_ID; ; ) {
    const page = { communityId, afterId, limit: LISTINGS_AT_ONCE };
    const rows =
      months === null
        ? await clearListingEnds(transaction, page)
        : await spreadListingEnds(transaction, { ...page, ...spreadOver(at, months) });
    const last = rows.at(-1);
    if (!last || rows.length < LISTINGS_AT_ONCE) return;
    afterId = last.id;
  }
}
