import { query, type StatementRow, write } from '../../database/query.ts';
import { isOnHold } from '../holds/queries.ts';
import { seenBy, VISIBLE } from '../visibility.ts';
import { listingColumns, setValues, VALUE_TYPES } from './values.ts';

/** `createdAt`: PostgreSQL's text, for those who only pass it on (`utcText`). */
export type ListingRow = StatementRow<'select_listing'>;

const COLUMNS = `l.id, l.member_id as "memberId", ${listingColumns('l')}, l.created_at::text as "createdAt", l.updated_at::text as "updatedAt"`;
const seenListings = (partner: string, community: string) => `from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   ${seenBy(partner, 'l.member_id', 'l.community_id')}
   where l.community_id = ${community}`;
const SHOWN = `l.status = 'active' and ${VISIBLE}`;
const VISIBLE_LISTINGS = `select ${COLUMNS} ${seenListings('$partnerId', '$communityId')} and ${SHOWN}`;

export const selectListing = query('select_listing', `${VISIBLE_LISTINGS} and l.id = $listingId`);

/** A page of listings, by id ascending. */
export const selectListingPage = query(
  'select_listing_page',
  {
    filters: {
      type: 'l.type = $type',
      memberId: 'l.member_id = $memberId',
      category: 'lower(l.category) = lower($category)',
    },
    plan: 'once unfiltered',
  },
  `${VISIBLE_LISTINGS} and l.id > $afterId$filters order by l.id limit $limit`,
);

/**
 * By id, not in the order of the changes: what changes meanwhile keeps its place, and comes once. Gone is what no
 * longer fits the filters, and had an event for this partner: a listing that it never saw leaves no trace. `since` is a transaction id.
 */
export const selectChangedListings = query(
  'select_changed_listings',
  { plan: 'each time' },
  `select * from (
     (select ${COLUMNS}, ($type::text is not null and l.type <> $type::text)
        or ($category::text is not null and lower(l.category) <> lower($category::text)) as "removed!"
      ${seenListings('$partnerId', '$communityId')} and ${SHOWN} and l.id > $afterId and l.changed_xid >= $since
        and ($memberId::uuid is null or l.member_id = $memberId::uuid)
      order by l.id limit $limit)
     union all
     (select distinct on (l.id) ${COLUMNS}, true
      from events e
      join listings l on l.community_id = e.community_id and l.id = e.listing_id
      join members m on m.community_id = l.community_id and m.id = l.member_id
      ${seenBy('$partnerId', 'l.member_id', 'l.community_id')}
      where e.community_id = $communityId and e.type = 'listing.closed' and e.xid >= $since and l.id > $afterId
        and ($memberId::uuid is null or l.member_id = $memberId::uuid) and not (${SHOWN})
        and $partnerId = any(e.audience)
      order by l.id limit $limit)
   ) as changed order by id limit $limit`,
);

export const insertListings = write(
  'insert_listings',
  {
    rows: {
      id: 'uuid',
      externalId: 'text',
      memberId: 'uuid',
      ...VALUE_TYPES,
      status: 'text',
      backAs: 'text',
      createdAt: 'timestamptz',
      endsOn: 'date',
    },
  },
  `insert into listings (community_id, $columns, updated_at)
   select $communityId, row.*, $updatedAt from unnest($rows) as row`,
);

/**
 * A listing as it is stored, visible or not. `endsOn`: `YYYY-MM-DD`; null: it does not end. `status`: of one whose member
 * is on hold, as it is again afterwards; `isAway`: the member is.
 */
export type StoredListing = StatementRow<'lock_listing'>;

/** The member of a listing; held before the listing, in the order of changes of members. */
export const lockListingMember = write(
  'lock_listing_member',
  `select m.id as "memberId", l.category from listings l join members m on m.community_id = l.community_id and m.id = l.member_id
   where l.community_id = $communityId and l.id = $listingId
   for share of m`,
);

/** SQL: the status of a listing, were its member not on hold. */
export const OWN_STATUS = `case when l.status = 'closed' then coalesce(l.back_as, l.status) else l.status end`;

/** Held to the end of the transaction, so that two changes do not undo each other. */
export const lockListing = write(
  'lock_listing',
  `select l.member_id as "memberId", ${listingColumns('l')}, ${OWN_STATUS} as "status!", l.ends_on as "endsOn",
     ${isOnHold('l.member_id')} as "isAway!"
   from listings l
   where l.community_id = $communityId and l.id = $listingId and l.undone_at is null
   for no key update`,
);

export const updateListingRow = write(
  'update_listing',
  `update listings
   set ${setValues((name) => `$${name}`)}, status = case when $isAway then 'closed' else $status end,
     back_as = case when $isAway and $status <> 'closed' then $status end,
     published_at = case when 'held' in (status, back_as) and $status = 'active' then coalesce(published_at, $updatedAt!)
       else published_at end,
     ends_on = $endsOn, updated_at = $updatedAt
   where community_id = $communityId and id = $listingId`,
);

export const selectMemberExists = query(
  'select_member_exists',
  'select id from members where community_id = $communityId and id = $memberId and undone_at is null',
);

/** Whether what members publish or change waits for the office. */
export const selectLookFirst = query(
  'select_look_first',
  'select look_first as "lookFirst" from communities where id = $communityId',
);
