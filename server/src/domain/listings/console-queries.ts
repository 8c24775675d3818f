/** Reading listings as their community sees them, whatever their state. */
import type { ListingStatus, ListingType, MemberStatus } from '@timebank/contract';
import { filteredQuery, sortedQuery } from '../../platform/database/filtered.ts';
import { query } from '../../platform/database/query.ts';

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
  /** In small letters. */
  text: null,
};

const OF_COMMUNITY = 'l.community_id = $1 and l.undone_at is null';
const WORDS = `lower(l.title || ' ' || l.category)`;
/** The index of parts finds few among any number; what many have is found at the beginning of the list already. */
const SEEN_MAX = 5000;
const COUNTED_MAX = 10_000;

const begun = (conditions: string, by: string, seenMax: number) => `with seen as materialized (
     select l.id, ${WORDS} as words from listings l where ${OF_COMMUNITY}${conditions} order by ${by} limit ${seenMax}
   )`;
const has = (words: string, asked: string) => `strpos(${words}, ${asked}) > 0`;
const inAll = (asked: string) =>
  `${has(WORDS, asked)} and text_parts(l.community_id, ${WORDS}) @> text_parts($1, ${asked})`;
/** Whether the beginning has enough rows, or is the whole list. */
const isEnough = (found: string, seenMax: number) => `(${found} >= $2 or (select count(*) from seen) < ${seenMax})`;

export const selectCommunityListingPage = sortedQuery<'created' | 'title', keyof typeof FILTERS, CommunityListingRow>(
  { created: { key: 'l.id', type: 'uuid' }, title: { key: 'lower(l.title)', type: 'text' } },
  'l.id',
  FILTERS,
  (conditions, { sortKey, by }, used) => {
    const page = (further: string) =>
      `${LISTING.replace('select ', `select ${sortKey}, `)} where ${OF_COMMUNITY}${conditions}${further} order by ${by} limit $2`;
    const asked = used.get('text');
    if (asked === undefined) return page('');
    const enough = isEnough('(select count(*) from found)', SEEN_MAX);
    // One of the two parts is empty.
    return `${begun(conditions, by, SEEN_MAX)}, found as materialized (
     select id from seen where ${has('words', asked)} limit $2
   )
   (${page(` and l.id = any (array(select id from found)) and ${enough}`)})
   union all
   (${page(` and ${inAll(asked)} and not ${enough}`)})`;
  },
);

export const countListings = filteredQuery<
  [communityId: number, limit: number],
  keyof typeof FILTERS,
  { count: number }
>(FILTERS, 2, (conditions, used) => {
  const count = (further: string) =>
    `select count(*)::int as count from (
     select from listings l where ${OF_COMMUNITY}${conditions}${further} limit $2) as counted`;
  const asked = used.get('text');
  if (asked === undefined) return count('');
  return `${begun(conditions, 'l.id desc', COUNTED_MAX)}, found as materialized (
     select count(*) as rows from seen where ${has('words', asked)}
   )
   select case when ${isEnough('rows', COUNTED_MAX)} then least(rows, $2)::int
     else (${count(` and ${inAll(asked)}`)}) end as count
   from found`;
});

export const selectCommunityListing = query<[communityId: number, listingId: string], CommunityListingRow>(
  'select_community_listing',
  `${LISTING} where l.community_id = $1 and l.id = $2 and l.undone_at is null`,
);
