/** Listings end after the months of their community, unless they are renewed. */
import { query, write } from '../../database/query.ts';
import { isOnHold } from '../holds/queries.ts';
import { OWN_STATUS } from './queries.ts';

/** After how many months listings end; null: never. */
export const selectListingMonths = query(
  'select_listing_months',
  'select listing_months as months from communities where id = $communityId',
);

/** The communities with a listing whose last day has passed. */
export const selectEndingCommunities = query(
  'select_ending_communities',
  `select c.id as "communityId" from communities c
   where c.listing_months is not null and c.move_state is null and exists (
     select from listings l where l.community_id = c.id and l.ends_on < $today and l.status <> 'closed')
   order by c.id`,
);

/** The communities with a published listing that ends within these days. */
export const selectCommunitiesToTell = query(
  'select_communities_to_tell',
  `select c.id as "communityId" from communities c
   where c.listing_months is not null and c.move_state is null and exists (
     select from listings l where l.community_id = c.id and l.ends_on between $firstDay and $lastDay
       and l.status <> 'closed')
   order by c.id`,
);

/** Published listings of active members that end within these days, soonest first. */
export const selectListingsToTell = query(
  'select_listings_to_tell',
  `select l.id, l.member_id as "memberId", l.ends_on as "endsOn"
   from listings l join members m on m.community_id = l.community_id and m.id = l.member_id
   where l.community_id = $communityId and l.ends_on between $firstDay and $lastDay and l.status <> 'closed'
     and l.status = 'active' and l.undone_at is null and m.status = 'active'
   order by l.ends_on, l.id limit $limit`,
);

/** Which of these mails were written. */
export const selectWrittenReasons = query(
  'select_written_reasons',
  `select reason_key as "reasonKey" from mails
   where community_id = $communityId and reason_key = any($reasonKeys::text[])`,
);

/** Closes the next listings whose last day has passed, by that day; those that are closed already are left alone. */
export const closeEndedListings = write(
  'close_ended_listings',
  `with ended as materialized (
     select id, member_id, status from listings
     where community_id = $communityId and ends_on < $today and status <> 'closed'
     order by ends_on, id limit $limit for no key update
   ), closed as (
     update listings l set status = 'closed', updated_at = $updatedAt
     from ended where l.community_id = $communityId and l.id = ended.id
   )
   select id, member_id as "memberId", status = 'active' as "wasActive" from ended order by id`,
);

/** Holds the members of listings, as `lockMembersShared`: no change of who sees them runs between a listing and its event. */
export const lockMembersOfListings = write(
  'lock_members_of_listings',
  `select from members
   where community_id = $communityId and id = any(array(
     select member_id from listings where community_id = $communityId and id = any($listingIds::uuid[])))
   order by id for share`,
);

/**
 * Holds listings by id, in one order. One that is hidden while its member is on hold is not closed; one that was closed
 * before, or ended, is hidden when it is opened again meanwhile (`isAway`).
 */
export const lockListingsToRenew = write(
  'lock_listings_to_renew',
  `select l.id, l.member_id as "memberId", ${OWN_STATUS} = 'closed' as "isClosed!",
     ${isOnHold('l.member_id')} as "isAway!"
   from listings l
   where l.community_id = $communityId and l.id = any($listingIds::uuid[]) and l.undone_at is null
   order by l.id for no key update`,
);

/** Nothing that partners read: the listing was not changed. */
export const updateListingEnds = write(
  'update_listing_ends',
  'update listings set ends_on = $endsOn where community_id = $communityId and id = any($listingIds::uuid[])',
);

/** Opens closed listings again; those of members on hold are shown when the hold ends. */
export const reopenListings = write(
  'reopen_listings',
  `update listings l
   set status = case when a.is_away then 'closed' else 'active' end, back_as = case when a.is_away then 'active' end,
     ends_on = $endsOn, updated_at = $updatedAt
   from unnest($listingIds::uuid[], $away::boolean[]) as a (id, is_away)
   where l.community_id = $communityId and l.id = a.id and l.status = 'closed'`,
);

/**
 * Gives the next listings that do not end a last day: spread over the days by the random end of their ids.
 * @returns their ids
 */
export const spreadListingEnds = write(
  'spread_listing_ends',
  `with page as materialized (
     select id from listings
     where community_id = $communityId and id > $afterId and status <> 'closed' and ends_on is null
     order by id limit $limit for no key update
   ), spread as (
     update listings l
     set ends_on = $firstDay::date + mod(('x' || right(l.id::text, 7))::bit(28)::int, $days::int)
     from page where l.community_id = $communityId and l.id = page.id
     returning l.id
   )
   select id from spread order by id`,
);

/** Takes the last day from the next listings that are still there. @returns their ids */
export const clearListingEnds = write(
  'clear_listing_ends',
  `with page as materialized (
     select id from listings
     where community_id = $communityId and id > $afterId and status <> 'closed' and ends_on is not null
     order by id limit $limit for no key update
   ), cleared as (
     update listings l set ends_on = null from page where l.community_id = $communityId and l.id = page.id
     returning l.id
   )
   select id from cleared order by id`,
);

const SETTINGS = 'listing_months as "listingMonths", office_contact as "officeContact"';

export const selectListingSettings = query(
  'select_listing_settings',
  `select ${SETTINGS} from communities where id = $communityId`,
);

/** Held to the end of the transaction: nobody adds a listing meanwhile that misses a change. */
export const lockListingSettings = write(
  'lock_listing_settings',
  `select ${SETTINGS} from communities where id = $communityId for no key update`,
);

export const updateListingSettingsRow = write(
  'update_listing_settings',
  'update communities set listing_months = $listingMonths, office_contact = $officeContact where id = $communityId',
);
