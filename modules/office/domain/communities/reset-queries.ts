import { query, write } from '../../../../core/database/query.ts';

/**
 * Bookings first lock a settlement account: in the same order, so that a booking and a reset wait for each other and
 * never deadlock.
 */
export const lockAllAccounts = write(
  'lock_all_accounts',
  `select from accounts where community_id = $communityId order by kind <> 'settlement', id for update`,
);

/** Locks subscriptions in the order of the recording of an attempt. */
export const lockAllSubscriptions = write(
  'lock_all_subscriptions',
  'select from subscriptions where community_id = $communityId order by id for no key update',
);

export const selectActiveMembersAfter = query(
  'select_active_members_after',
  `select id from members
   where community_id = $communityId and status = 'active' and id > $afterId order by id limit $limit`,
);

export const selectActiveListingsOf = query(
  'select_active_listings_of',
  `select id, member_id as "memberId" from listings
   where community_id = $communityId and member_id = any($memberIds::uuid[]) and status = 'active'`,
);

/** Deletes rows of a sandbox; the database refuses it elsewhere. To be repeated until it deletes nothing. */
export const deleteSandboxRows = write(
  'delete_sandbox_rows',
  'select empty_sandbox_table($communityId, $table, $limit) as "deleted!"',
);

/** What the office wrote, once the members are gone: their mails went with them. */
export const deleteMessages = write('delete_messages', 'delete from messages where community_id = $communityId');

/** The remaining accounts have no transfers any more. Partners' days, and their hashes, begin with today. */
export const emptyAccounts = write(
  'empty_accounts',
  `update accounts set debits_seconds = 0, credits_seconds = 0, unhashed_through = null,
     closed_through = case when kind = 'settlement' then $today::date - 1 end
   where community_id = $communityId`,
);

/** Copies that were begun before it cannot be kept in step by what has changed: who went has no row any more. */
export const countReset = write('count_reset', 'update communities set resets = resets + 1 where id = $communityId');

export const forgetMissedEvents = write(
  'forget_missed_events',
  'update subscriptions set missed_from = null where community_id = $communityId and missed_from is not null',
);
