/** Reading listings as their community sees them, whatever their state. */
import type { ListingStatus, ListingType, MemberStatus } from '@timebank/contract';
import { filteredQuery, sortedQuery } from '../../../platform/database/filtered.ts';
import { query } from '../../../platform/database/query.ts';

export interface CommunityListingRow {
  readonly id: string;
  readonly type: ListingType;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly estimatedSeconds: number | null;
  readonly status: ListingStatus;
  readonly memberId: string;
  readonly memberName: string;
  readonly memberStatus: MemberStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const LISTING = `select l.id, l.type, l.title, l.description, l.category, l.estimated_seconds as "estimatedSeconds",
     l.status, m.id as "memberId", m.name as "memberName", m.status as "memberStatus", l.created_at as "createdAt",
     l.updated_at as "updatedAt"
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id`;

const FILTERS = {
  status: 'l.status = ',
  type: 'l.type = ',
  memberId: 'l.member_id = ',
  /** A pattern of LIKE in small letters. */
  text: `lower(l.title || ' ' || l.category) ~~ `,
};

export const selectCommunityListingPage = sortedQuery<'created' | 'title', keyof typeof FILTERS, CommunityListingRow>(
  { created: { key: 'l.id', type: 'uuid' }, title: { key: 'lower(l.title)', type: 'text' } },
  'l.id',
  FILTERS,
  (conditions, { sortKey, by }) =>
    `${LISTING.replace('select ', `select ${sortKey}, `)} where l.community_id = $1 and l.undone_at is null${conditions} order by ${by} limit $2`,
);

export const countListings = filteredQuery<
  [communityId: number, limit: number],
  keyof typeof FILTERS,
  { count: number }
>(
  FILTERS,
  2,
  (conditions) => `select count(*)::int as count from (
     select from listings l where l.community_id = $1 and l.undone_at is null${conditions} limit $2) as counted`,
);

export const selectCommunityListing = query<[communityId: number, listingId: string], CommunityListingRow>(
  'select_community_listing',
  `${LISTING} where l.community_id = $1 and l.id = $2 and l.undone_at is null`,
);
