import type { MemberMailKind } from '@timebank/contract';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/**
 * What members decide about themselves. `digestAskedAt`: when the member said whether mails of news are wanted.
 * `hasAddress`: whether mail reaches the member.
 */
export type OwnChoicesRow = StatementRow<'select_own_choices'>;

export const selectOwnChoices = query(
  'select_own_choices',
  `select mail_kinds as "mailKinds", letter_only as "letterOnly", leave_asked_at as "leaveAskedAt", card,
     seen_by_members as "seenByMembers", join_asked_at as "joinAskedAt",
     digest_asked_at as "digestAskedAt", former_payment_reference as "formerPaymentReference", email is not null and email_state is null as "hasAddress"
   from members
   where community_id = $communityId and id = $memberId`,
);

/** The question about mails of news is answered with it. @param among the kinds that the member chooses among: others stay as they are */
export const updateOwnChoices = write<{
  communityId: number;
  memberId: string;
  mailKinds: readonly MemberMailKind[];
  among: readonly MemberMailKind[];
  letterOnly: boolean;
  at: Date;
}>(
  'update_own_choices',
  `update members m set letter_only = $letterOnly, mail_kinds = chosen.kinds, digest_asked_at = coalesce(digest_asked_at, $at)
   from (select array(select kind from members o, unnest(o.mail_kinds) as kind
       where o.community_id = $communityId and o.id = $memberId and kind <> all ($among::text[])
       union all select unnest($mailKinds::text[])) as kinds) chosen
   where m.community_id = $communityId and m.id = $memberId and m.erased_at is null`,
);

/** The owner of a card who takes part; of a joined entry's card, the one who stays. */
export const selectMemberOfCard = query(
  'select_member_of_card',
  `select id from members
   where community_id = $communityId and status = 'active' and undone_at is null and id = (
     select who_stays(community_id, id) from members where community_id = $communityId and card = $card)`,
);

/** The card before opens nothing any more. */
export const updateMemberCard = write(
  'update_member_card',
  'update members set card = $card! where community_id = $communityId and id = $memberId and erased_at is null',
);

export const updateSeenByMembers = write(
  'update_seen_by_members',
  `update members set seen_by_members = $seen
   where community_id = $communityId and id = $memberId and erased_at is null`,
);

/** Whether the form was sent before, and the office has not decided yet. */
export const selectJoined = query(
  'select_joined',
  `select status = 'pending' as "isPending" from members where community_id = $communityId and id = $memberId`,
);

/** People who asked to take part and wait, at most so many. */
export const countJoining = query(
  'count_joining',
  `select count(*)::int as count from (
     select from members
     where community_id = $communityId and status = 'pending' and join_asked_at is not null and undone_at is null
     limit $limit
   ) waiting`,
);

export const updateJoinAsked = write(
  'update_join_asked',
  'update members set join_asked_at = $at! where community_id = $communityId and id = $memberId',
);

/** Whether another wish with the address was sent since then. */
export const selectJoinMailed = query(
  'select_join_mailed',
  `select id from members
   where community_id = $communityId and lower(email) = lower($email) and email is not null
     and join_asked_at > $since and id <> $memberId
   limit 1`,
);

export const clearLeaveAsked = write(
  'clear_leave_asked',
  'update members set leave_asked_at = null where community_id = $communityId and id = $memberId',
);

/** Once more, the day of the first time stays. */
export const updateLeaveAsked = write(
  'update_leave_asked',
  `update members set leave_asked_at = $at!
   where community_id = $communityId and id = $memberId and leave_asked_at is null and erased_at is null`,
);
