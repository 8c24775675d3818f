/** A member's own listings: published, renewed and closed by the member, as the office does it. */
import type { ListingType } from '@timebank/contract';
import { refusal } from '../../platform/base/refusal.ts';
import { ago, DAY_MS } from '../../platform/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../change/change.ts';
import { isLookedAtFirst } from '../listings/change.ts';
import { addListingIn } from '../listings/create.ts';
import type { ListingInput } from '../listings/values.ts';
import { checkDaily } from '../member-access/daily.ts';
import { shareCommunity } from '../members/queries.ts';
import { countListingForms, insertListingForm, lockActiveMembers, selectListingOfForm } from './queries.ts';

/** Of a member, within a day. */
const LISTINGS_A_DAY = 10;

/** The act of a member who is signed in. */
export interface MemberOwnAct extends CommunityAct {
  readonly memberId: string;
  /** The deputy who acts for the member; null or undefined: the member. */
  readonly deputyId?: string | null;
}

/** @param form the UUID of the page: the same one twice is one listing. @returns the listing's UUID */
export async function publishListing(
  deps: ChangeDeps,
  act: MemberOwnAct,
  form: string,
  input: ListingInput & { readonly title: string; readonly type: ListingType },
): Promise<string> {
  const { communityId, memberId } = act;
  return await change(deps, act, async (within) => {
    await lockTakingPart(within, communityId, [memberId]);
    const [repeated] = await selectListingOfForm(within.transaction, { communityId, memberId, form });
    if (repeated) return repeated.listingId;
    const since = ago(within.at, DAY_MS);
    const [sent] = await countListingForms(within.transaction, { communityId, memberId, since });
    checkDaily(sent?.count, LISTINGS_A_DAY, 'listings');
    const held = await isLookedAtFirst(within.transaction, communityId);
    const listingId = await addListingIn(within, communityId, memberId, input, { held });
    await insertListingForm(within.transaction, { communityId, memberId, form, listingId, at: within.at });
    return listingId;
  });
}

/**
 * Holds the community and the members. @param others who are there as long as they take part
 * @throws Refusal not_signed_in where the first no longer takes part, listing_not_found where another does not
 */
export async function lockTakingPart(
  { transaction }: Pick<Change, 'transaction'>,
  communityId: number,
  [memberId, ...others]: readonly [string, ...string[]],
): Promise<void> {
  await shareCommunity(transaction, { communityId });
  const active = await lockActiveMembers(transaction, { communityId, memberIds: [memberId, ...others] });
  const ids = active.map(({ id }) => id);
  if (!ids.includes(memberId)) throw refusal('not_signed_in', 'The member does not take part any more.');
  if (others.some((id) => !ids.includes(id))) throw refusal('listing_not_found', 'There is no such listing.');
}
