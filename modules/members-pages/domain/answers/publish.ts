/** A member's own listings: published, renewed and closed by the member, as the office does it. */

import type { ListingType } from '@timebank/contract';
import { consoleRefusal } from '../../../../console/desk/refusal.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { type Change, type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { isLookedAtFirst } from '../../../../core/people/listings/change.ts';
import { type ListingInput, NOTHING_SAID, readListing } from '../../../../core/people/listings/values.ts';
import { lockCommunityShared } from '../../../../core/people/members/queries.ts';
import { addListingIn } from '../../../members/domain/listings/create.ts';
import { checkDaily } from '../member-access/daily.ts';
import {
  countListingForms,
  insertListingForm,
  lockActiveMembers,
  selectListingOfForm,
  selectListingWithOwner,
} from './queries.ts';

/** Of a member, within a day. */
const LISTINGS_A_DAY = 10;

/** The act of a member who is signed in. */
export interface MemberOwnAct extends CommunityAct {
  readonly memberId: string;
  /** The deputy who acts for the member; null or undefined: the member. */
  readonly deputyId?: string | null;
}

/** A page that was sent before, with another content, which is kept: `id` is the UUID of that row. */
export class SentBefore extends Error {
  readonly id: string;
  constructor(id: string) {
    super('This page has sent something else before.');
    this.id = id;
  }
}

/**
 * @param form the UUID of the page: the same one twice is one listing
 * @returns the listing's UUID
 * @throws SentBefore
 */
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
    if (repeated) return await publishedBefore(within, communityId, repeated.listingId, input);
    const since = ago(within.at, DAY_MS);
    const [sent] = await countListingForms(within.transaction, { communityId, memberId, since });
    checkDaily(sent?.count, LISTINGS_A_DAY, 'listings');
    const held = await isLookedAtFirst(within.transaction, communityId);
    const listingId = await addListingIn(within, communityId, memberId, input, { held });
    await insertListingForm(within.transaction, { communityId, memberId, form, listingId, at: within.at });
    return listingId;
  });
}

async function publishedBefore(
  { transaction }: Change,
  communityId: number,
  listingId: string,
  input: ListingInput,
): Promise<string> {
  const [listing] = await selectListingWithOwner(transaction, { communityId, listingId });
  const values = { ...NOTHING_SAID, ...readListing(input) };
  const isSame = (Object.keys(values) as (keyof typeof values)[]).every((key) => values[key] === listing?.[key]);
  if (!isSame) throw new SentBefore(listingId);
  return listingId;
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
  await lockCommunityShared(transaction, { communityId });
  const active = await lockActiveMembers(transaction, { communityId, memberIds: [memberId, ...others] });
  const ids = active.map(({ id }) => id);
  if (!ids.includes(memberId)) throw consoleRefusal('not_signed_in', 'The member does not take part any more.');
  if (others.some((id) => !ids.includes(id))) throw refusal('listing_not_found', 'There is no such listing.');
}
