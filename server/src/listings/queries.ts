/** Reading listings as a partner may see them: active ones of active, visible members. */
import { type Query, query } from '../database/query.ts';

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

/** The filters of the list, in the order in which their values follow the four of the keyset. */
export const LISTING_FILTERS = ['type', 'memberId', 'category', 'updatedSince'] as const;
export type ListingFilters = {
  readonly type?: string | undefined;
  readonly memberId?: string | undefined;
  readonly category?: string | undefined;
  readonly updatedSince?: Date | undefined;
};

const CONDITIONS: Readonly<Record<(typeof LISTING_FILTERS)[number], string>> = {
  type: 'l.type = ',
  memberId: 'l.member_id = ',
  category: 'l.category = ',
  updatedSince: 'l.updated_at >= ',
};

type ListingPage = Query<
  [communityId: number, partnerId: number, afterId: string, limit: number, ...values: unknown[]],
  ListingRow
>;

/** One statement per combination of filters, so that each gets the plan it needs; bit n is filter n. */
export const selectListingPages: readonly ListingPage[] = Array.from({ length: 16 }, (_, combination) => {
  const filters = LISTING_FILTERS.filter((_name, bit) => combination & (1 << bit));
  const conditions = filters.map((filter, at) => ` and ${CONDITIONS[filter]}$${at + 5}`).join('');
  return query(
    ['select_listing_page', ...filters].join('_').toLowerCase(),
    `${VISIBLE_LISTINGS} and l.id > $3${conditions} order by l.id limit $4`,
  );
});

/** Picks the statement for the filters that are set, and their values. */
export function listingPageFor(filters: ListingFilters): { select: ListingPage; values: unknown[] } {
  const used = LISTING_FILTERS.filter((filter) => filters[filter] !== undefined);
  const combination = used.reduce((bits, filter) => bits | (1 << LISTING_FILTERS.indexOf(filter)), 0);
  return { select: selectListingPages[combination] as ListingPage, values: used.map((filter) => filters[filter]) };
}
