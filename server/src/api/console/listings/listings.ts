/** /communities/{slug}/listings: what members offer and want. */
import { decodeId, encodeId } from '@timebank/contract';
import {
  type CommunityListing,
  type createCommunityListing,
  type getCommunityListing,
  listCommunityListings,
  type setListingStatus,
  type updateCommunityListing,
} from '@timebank/contract/console';
import { changeListing, changeListingStatus } from '../../../domain/listings/change.ts';
import {
  type CommunityListingRow,
  countListings,
  selectCommunityListing,
  selectCommunityListingPage,
} from '../../../domain/listings/console-queries.ts';
import { addListing } from '../../../domain/listings/create.ts';
import { refusal } from '../../../platform/base/refusal.ts';
import { ago, DAY_MS, dayOf } from '../../../platform/base/time.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import { openPage } from '../../http/paging.ts';
import { hoursOrNull } from '../../present/hours.ts';
import { actOf, type CommunityHandler } from '../access/call.ts';
import { COUNT_MAX, counted, sortedBy, sortedPageOf } from '../access/sorted.ts';

/** The office asks the owners so long before. */
const ENDING_SOON_MS = 14 * DAY_MS;
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
    soon: { endsBy: dayOf(ago(deps.clock.now(), -ENDING_SOON_MS)) },
    ended: { endedBefore: dayOf(deps.clock.now()) },
  };
  const filters = {
    ...{ status, type, memberId, category: category?.trim(), text: search?.trim().toLowerCase() },
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
  const { member_id, held = false, estimated_hours, add_category: addsCategory = false, ...input } = call.body;
  const memberId = decodeId('usr', member_id);
  if (memberId === undefined) {
    const message = 'member_id is not a member of this community.';
    throw refusal('user_not_found', message, [{ field: 'member_id', code: 'unknown_member', message }]);
  }
  const act = { ...actOf(call), memberId };
  const listing = { ...input, ...(estimated_hours === undefined ? {} : { estimatedHours: estimated_hours }) };
  const id = await addListing(deps, act, listing, { held, addsCategory });
  return { data: await readCommunityListing(deps.database.reads, call.membership.communityId, id) };
};

export const updateCommunityListingHandler: CommunityHandler<typeof updateCommunityListing> = async (call, deps) => {
  const listingId = listingIdOf(call.params.listingId);
  const { estimated_hours, add_category: addsCategory = false, ...input } = call.body;
  const changes = { ...input, ...(estimated_hours === undefined ? {} : { estimatedHours: estimated_hours }) };
  await changeListing(deps, { ...actOf(call), listingId }, changes, { addsCategory });
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
  const { id, type, title, description, category, status } = row;
  return {
    id: encodeId('lst', id),
    type,
    title,
    description,
    category,
    estimated_hours: hoursOrNull(row.estimatedSeconds),
    status,
    ends_on: row.endsOn,
    member: {
      id: encodeId('usr', row.memberId),
      name: row.memberName,
      status: row.memberStatus,
      phone: row.memberPhone,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
