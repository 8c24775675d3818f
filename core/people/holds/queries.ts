/** Memberships on hold, and the listings that are hidden meanwhile. */
import { query, type StatementRow, write } from '../../database/query.ts';

/** SQL: whether a member of the community is on hold. */
export const isOnHold = (member: string) =>
  `exists (select from member_holds w
     where w.community_id = $communityId and w.member_id = ${member} and w.ended_at is null)`;

export type HoldRow = StatementRow<'select_member_hold'>;

/** The last hold of a member: on now, or over. `hidden`: listings that come back with the member. */
export const selectHold = query(
  'select_member_hold',
  `select until, began_at as "beganAt", ended_at as "endedAt", shown, (
     select count(*)::int from listings l
     where l.community_id = $communityId and l.member_id = $memberId and l.status = 'closed' and l.back_as is not null
       and l.undone_at is null) as hidden
   from member_holds
   where community_id = $communityId and member_id = $memberId`,
);

/** Of these members, those who are on hold. */
export const selectOnHold = query(
  'select_members_on_hold',
  `select member_id as "memberId" from member_holds
   where community_id = $communityId and member_id = any($memberIds::uuid[]) and ended_at is null`,
);

/** Begins a hold, or gives the one that is on another day. */
export const upsertHold = write(
  'upsert_member_hold',
  `insert into member_holds as h (community_id, member_id, until, began_at)
   values ($communityId, $memberId, $until, $at)
   on conflict (community_id, member_id) do update set until = excluded.until, ended_at = null, shown = null,
     began_at = case when h.ended_at is null then h.began_at else excluded.began_at end`,
);

export const updateHoldEnded = write(
  'update_member_hold_ended',
  `update member_holds set ended_at = $at!, shown = $shown
   where community_id = $communityId and member_id = $memberId and ended_at is null`,
);

/** Hides what is open, and says which of it was published. */
export const hideListings = write(
  'hide_listings',
  `with open as materialized (
     select id, status from listings
     where community_id = $communityId and member_id = $memberId and status <> 'closed' and undone_at is null
     order by id for no key update
   ), hidden as (
     update listings l set status = 'closed', back_as = open.status, updated_at = $updatedAt
     from open where l.community_id = $communityId and l.id = open.id
   )
   select id, status = 'active' as "wasActive" from open order by id`,
);

/**
 * Shows what was hidden, but what has passed its last day meanwhile: that stays closed, as any that ends. Where listings
 * have come to end, or no longer do, it follows. What never was before the members counts as new from here on.
 */
export const showListings = write(
  'show_listings',
  `with hidden as materialized (
     select l.id, case when l.ends_on < $today and c.listing_months is not null then 'closed' else l.back_as end as becomes,
       case when c.listing_months is not null then coalesce(l.ends_on, $endsOn?) end as ends_on
     from listings l join communities c on c.id = l.community_id
     where l.community_id = $communityId and l.member_id = $memberId and l.status = 'closed' and l.back_as is not null
       and l.undone_at is null
     order by l.id for no key update of l
   ), shown as (
     update listings l set status = h.becomes, back_as = null, ends_on = h.ends_on, updated_at = $updatedAt,
       published_at = case when h.becomes = 'active' and coalesce(l.published_at, l.created_at) >= $beganAt
         then $updatedAt else l.published_at end
     from hidden h where l.community_id = $communityId and l.id = h.id
   )
   select id, becomes = 'active' as "isActive!", ends_on as "endsOn" from hidden order by id`,
);

/** Communities in which a member's day has come, or comes within the hours that days of the earth differ. */
export const selectHoldCommunities = query(
  'select_hold_communities',
  `select c.id as "communityId", zone_of(c.time_zone, c.languages) as "timeZone!" from communities c
   where c.move_state is null and exists (
     select from member_holds h where h.community_id = c.id and h.ended_at is null and h.until <= $lastDay)
   order by c.id`,
);

export const selectDueHolds = query(
  'select_due_holds',
  `select member_id as "memberId" from member_holds
   where community_id = $communityId and ended_at is null and until <= $today
   order by until, member_id limit $limit`,
);
