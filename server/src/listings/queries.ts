/** Reading listings as a partner may see them: active ones of active, visible members. */
import { filteredQuery } from '../database/filtered.ts';
import { query } from '../database/query.ts';

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
   join communities c on c.id = l.community_id
   left join member_partner_visibility v
     on v.community_id = l.community_id and v.partner_id = $2 and v.member_id = l.member_id
   where l.community_id = $1 and l.status = 'active' and m.status = 'active'
     and coalesce(v.visibility, m.visibility, c.default_visibility) <> 'hidden'`;

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
  'select_listing_page',
  { type: 'l.type = ', memberId: 'l.member_id = ', category: 'l.category = ', updatedSince: 'l.updated_at >= ' },
  4,
  (conditions) => `${VISIBLE_LISTINGS} and l.id > $3${conditions} order by l.id limit $4`,
);
