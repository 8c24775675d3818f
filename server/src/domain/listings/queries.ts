/** Reading listings as a partner may see them (active ones of active, visible members), and changing them. */
import { filteredQuery } from '../../platform/database/filtered.ts';
import { query, write } from '../../platform/database/query.ts';
import { seenBy, VISIBLE } from '../members/visibility.ts';

type Nullable<T> = readonly (T | null)[];
export type ListingStatus = 'active' | 'held' | 'closed';

export interface ListingRow {
  readonly id: string;
  readonly member_id: string;
  readonly type: 'service' | 'request';
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimated_seconds: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const VISIBLE_LISTINGS = `select l.id, l.member_id, l.type, l.title, l.description, l.category, l.estimated_seconds,
     l.created_at, l.updated_at
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   ${seenBy('$2', 'l.member_id', 'l.community_id')}
   where l.community_id = $1 and l.status = 'active' and ${VISIBLE}`;

export const selectListing = query<[communityId: number, partnerId: number, listingId: string], ListingRow>(
  'select_listing',
  `${VISIBLE_LISTINGS} and l.id = $3`,
);

/** A page of listings, by id ascending. */
export const selectListingPage = filteredQuery<
  [communityId: number, partnerId: number, afterId: string, limit: number],
  'type' | 'memberId' | 'category' | 'updatedSince',
  ListingRow
>(
  { type: 'l.type = ', memberId: 'l.member_id = ', category: 'l.category = ', updatedSince: 'l.updated_at >= ' },
  4,
  (conditions) => `${VISIBLE_LISTINGS} and l.id > $3${conditions} order by l.id limit $4`,
);

export const insertListings = write<
  [
    communityId: number,
    ids: readonly string[],
    externalIds: Nullable<string>,
    memberIds: readonly string[],
    types: readonly string[],
    titles: readonly string[],
    descriptions: readonly string[],
    categories: readonly string[],
    estimatedSeconds: Nullable<number>,
    statuses: readonly string[],
    createdAt: readonly Date[],
    updatedAt: Date,
  ]
>(
  'insert_listings',
  `insert into listings (community_id, id, external_id, member_id, type, title, description, category,
     estimated_seconds, status, created_at, updated_at)
   select $1, row.*, $12
   from unnest($2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
     $10::text[], $11::timestamptz[]) as row`,
);

/** A listing as it is, whoever may see it. */
export interface StoredListing {
  readonly memberId: string;
  readonly type: 'service' | 'request';
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimatedSeconds: number | null;
  readonly status: ListingStatus;
}

/** Held to the end of the transaction, so that two changes do not undo each other. */
export const lockListing = write<[communityId: number, listingId: string], StoredListing>(
  'lock_listing',
  `select member_id as "memberId", type, title, description, category, estimated_seconds as "estimatedSeconds", status
   from listings
   where community_id = $1 and id = $2
   for no key update`,
);

export const updateListingRow = write<
  [
    communityId: number,
    listingId: string,
    type: string,
    title: string,
    description: string,
    category: string,
    estimatedSeconds: number | null,
    status: ListingStatus,
    updatedAt: Date,
  ]
>(
  'update_listing',
  `update listings set type = $3, title = $4, description = $5, category = $6, estimated_seconds = $7, status = $8,
     updated_at = $9
   where community_id = $1 and id = $2`,
);

export const selectMemberExists = query<[communityId: number, memberId: string], { id: string }>(
  'select_member_exists',
  'select id from members where community_id = $1 and id = $2',
);
