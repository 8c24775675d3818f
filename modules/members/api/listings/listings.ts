/** /communities/{slug}/listings: what members offer and want. */

import { decodeId, encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler } from '../../../../console/desk/call.ts';
import { COUNT_MAX, counted, sortedBy, sortedPageOf } from '../../../../console/desk/sorted.ts';
import { camelCased, shownAs } from '../../../../core/base/fields/fields.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS, dayOf } from '../../../../core/base/time.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { openPage } from '../../../../core/http/paging.ts';
import { presentValues } from '../../../../core/people/api/listings/listings.ts';
import { changeListing, changeListingStatus } from '../../../../core/people/listings/change.ts';
import { ENDING_SOON_DAYS } from '../../../../core/people/listings/ending-days.ts';
import {
  CommunityListing,
  type createCommunityListing,
  type getCommunityListing,
  listCommunityListings,
  type setListingStatus,
  type updateCommunityListing,
} from '../../contract/listings.ts';
import {
  type CommunityListingRow,
  countListings,
  selectCommunityListing,
  selectCommunityListingPage,
} from '../../domain/listings/console-queries.ts';
import { addListing } from '../../domain/listings/create.ts';

/** Found listings that are counted; beyond them the answer only says that there are more. */
const FOUND_MAX = 1000;

export const listCommunityListingsHandler: CommunityHandler<typeof listCommunityListings> = async (call, deps) => {
  const { communityId } = call.membership;
  const page = openPage(call, deps, listCommunityListings);
  const { search, status, type, member, category, ending, sort = '-created' } = call.query;
  const { heavy } = deps.database;
  const memberId = member === undefined ? undefined : decodeId('usr', member);
  // A malformed id is an unknown member, who has no listings.
  if (member !== undefined && memberId === undefined) return counted(sortedPageOf(page, [], present), 0);
  const days = {
    soon: { endsBy: dayOf(ago(deps.clock.now(), -ENDING_SOON_DAYS * DAY_MS)) },
    ended: { endedBefore: dayOf(deps.clock.now()) },
  };
  const filters = {
    ...{ status, type, memberId, category: category?.trim(), text: search?.trim() },
    ...(ending === undefined ? {} : days[ending]),
  };
  const countMax = search === undefined ? COUNT_MAX : FOUND_MAX;
  const [rows, counts] = await Promise.all([
    selectCommunityListingPage(heavy, { communityId, ...sortedBy(sort, page), ...filters }),
    page.after === undefined ? countListings(heavy, { communityId, limit: countMax + 1, ...filters }) : [],
  ]);
  return counted(sortedPageOf(page, rows, present), counts[0]?.count, { countMax });
};

export const getCommunityListingHandler: CommunityHandler<typeof getCommunityListing> = async (call, deps) => ({
  data: await readCommunityListing(
    deps.database.reads,
    call.membership.communityId,
    listingIdOf(call.params.listingId),
  ),
});

export const createCommunityListingHandler: CommunityHandler<typeof createCommunityListing> = async (call, deps) => {
  const { member_id, held = false, add_category: addsCategory = false, ...input } = call.body;
  const memberId = decodeId('usr', member_id);
  if (memberId === undefined) {
    const message = 'member_id is not a member of this community.';
    throw refusal('user_not_found', message, [{ field: 'member_id', code: 'unknown_member', message }]);
  }
  const act = { ...actOf(call), memberId };
  const id = await addListing(deps, act, camelCased(input), { held, addsCategory });
  return { data: await readCommunityListing(deps.database.reads, call.membership.communityId, id) };
};

export const updateCommunityListingHandler: CommunityHandler<typeof updateCommunityListing> = async (call, deps) => {
  const listingId = listingIdOf(call.params.listingId);
  const { add_category: addsCategory = false, ...input } = call.body;
  await changeListing(deps, { ...actOf(call), listingId }, camelCased(input), { addsCategory });
  return { data: await readCommunityListing(deps.database.reads, call.membership.communityId, listingId) };
};

export const setListingStatusHandler: CommunityHandler<typeof setListingStatus> = async (call, deps) => {
  const listingId = listingIdOf(call.params.listingId);
  await changeListingStatus(deps, { ...actOf(call), listingId }, call.body.status);
  return { data: await readCommunityListing(deps.database.reads, call.membership.communityId, listingId) };
};

/** @throws refusal listing_not_found */
async function readCommunityListing(on: Queryable, communityId: number, listingId: string): Promise<CommunityListing> {
  const [row] = await selectCommunityListing(on, { communityId, listingId });
  if (!row) throw notFound();
  return present(row);
}

/** The UUID of a listing's public id. @throws refusal listing_not_found */
function listingIdOf(text: string | undefined): string {
  const id = decodeId('lst', text ?? '');
  if (id === undefined) throw notFound();
  return id;
}

function notFound() {
  return refusal('listing_not_found', 'This community has no such listing.');
}
function present(row: CommunityListingRow): CommunityListing {
  return {
    ...shownAs(CommunityListing, row),
    id: encodeId('lst', row.id),
    ...presentValues(row),
    member: {
      id: encodeId('usr', row.memberId),
      name: row.memberName,
      status: row.memberStatus,
      number: row.memberNumber,
      phone: row.memberPhone,
    },
  };
}
