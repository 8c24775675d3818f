/** Reading listings as their community sees them, whatever their state. */
import type { ListingStatus, ListingType, MemberStatus } from '@timebank/contract';
import { filteredQuery } from '../../../platform/database/filtered.ts';
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

/** Newest first. `text` is a pattern of LIKE in small letters. */
export const selectCommunityListingPage = filteredQuery<
  [communityId: number, beforeId: string, limit: number],
  'status' | 'type' | 'memberId' | 'text',
  CommunityListingRow
>(
  {
    status: 'l.status = ',
    type: 'l.type = ',
    memberId: 'l.member_id = ',
    text: `lower(l.title || ' ' || l.category) ~~ `,
  },
  3,
  (conditions) => `${LISTING} where l.community_id = $1 and l.id < $2${conditions} order by l.id desc limit $3`,
);

export const selectCommunityListing = query<[communityId: number, listingId: string], CommunityListingRow>(
  'select_community_listing',
  `${LISTING} where l.community_id = $1 and l.id = $2`,
);
