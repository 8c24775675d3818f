import { query, type StatementRow } from '../../../../core/database/query.ts';
import { listingColumns } from '../../../../core/people/listings/values.ts';
import { quarterSeen } from '../../../../core/people/members/quarter-fragment.ts';

/**
 * `endsOn`: `YYYY-MM-DD`; null: it does not end. `backAs`: of a closed one whose member is on hold: its status afterwards.
 */
export type CommunityListingRow = StatementRow<'select_community_listing'>;

const LISTING = `select l.id, ${listingColumns('l')}, l.status, l.back_as as "backAs", m.id as "memberId", m.name as "memberName", m.external_id as "memberNumber", m.status as "memberStatus", d.phone as "memberPhone",
     d.given_name as "givenName", d.family_name as "familyName",
     m.seen_by_members as "seenByMembers", m.language as "ownerLanguage", ${quarterSeen('m')} as quarter, l.created_at as "createdAt",
     l.updated_at as "updatedAt", l.ends_on as "endsOn"
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id`;

const END = `coalesce(l.ends_on, 'infinity'::date)`;

const FILTERS = {
  status: 'l.status = $status',
  type: 'l.type = $type',
  memberId: 'l.member_id = $memberId',
  category: 'lower(l.category) = lower($category)',
  /** The quarter of the member, as other members read it. */
  quarter: `exists (select from members q where q.community_id = l.community_id and q.id = l.member_id
     and ${quarterSeen('q')} = $quarter)`,
  /** A day: those that end by then, and are still there. */
  endsBy: `l.ends_on <= $endsBy and l.status <> 'closed'`,
  /** A day: those that ended by themselves before. */
  endedBefore: `${END} < $endedBefore and l.status = 'closed'`,
  /** In any case, with accents or without. */
  text: null,
};

const OF_COMMUNITY = 'l.community_id = $communityId and l.undone_at is null';
const WORDS = `folded(l.title || ' ' || l.category)`;
/** The index of parts finds few among any number; what many have is found at the beginning of the list already. */
const SEEN_MAX = 5000;
const COUNTED_MAX = 10_000;

const begun = (order: string, seenMax: number) => `with seen as materialized (
     select l.id, ${WORDS} as words from listings l where ${OF_COMMUNITY}$filters order by ${order} limit ${seenMax}
   )`;
const has = (words: string) => `strpos(${words}, folded($text)) > 0`;
const IN_ALL = `${has(WORDS)} and text_parts(l.community_id, ${WORDS}) @> text_parts($communityId, folded($text))`;
/** Whether the beginning has enough rows, or is the whole list. */
const isEnough = (found: string, seenMax: number) => `(${found} >= $limit or (select count(*) from seen) < ${seenMax})`;

export const selectCommunityListingPage = query(
  'select_community_listing_page',
  {
    filters: FILTERS,
    sort: {
      orders: {
        created: { key: 'l.id', type: 'uuid' },
        title: { key: 'lower(l.title)', type: 'text' },
        ends: { key: END, type: 'date' },
      },
      id: 'l.id',
    },
  },
  (used) => {
    const page = (further: string) =>
      `${LISTING.replace('select ', 'select $sortKey, ')}
       where ${OF_COMMUNITY}$filters${further} order by $order limit $limit`;
    if (!used.has('text')) return page('');
    const enough = isEnough('(select count(*) from found)', SEEN_MAX);
    // One of the two parts is empty.
    return `${begun('$order', SEEN_MAX)}, found as materialized (
     select id from seen where ${has('words')} limit $limit
   )
   (${page(` and l.id = any (array(select id from found)) and ${enough}`)})
   union all
   (${page(` and ${IN_ALL} and not ${enough}`)})`;
  },
);

export const countListings = query('count_listings', { filters: FILTERS }, (used) => {
  const count = (further: string) =>
    `select count(*)::int as count from (
     select from listings l where ${OF_COMMUNITY}$filters${further} limit $limit) as counted`;
  if (!used.has('text')) return count('');
  return `${begun('l.id desc', COUNTED_MAX)}, found as materialized (
     select count(*) as rows from seen where ${has('words')}
   )
   select case when ${isEnough('rows', COUNTED_MAX)} then least(rows, $limit)::int
     else (${count(` and ${IN_ALL}`)}) end as count
   from found`;
});

export const selectCommunityListing = query(
  'select_community_listing',
  `${LISTING} where l.community_id = $communityId and l.id = $listingId and l.undone_at is null`,
);
