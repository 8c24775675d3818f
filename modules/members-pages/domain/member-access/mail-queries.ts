import { query, type RowFrom, write } from '../../../../core/database/query.ts';
import { deputySignsInBy, signsInBy } from '../../../mail/domain/sign-in-queries.ts';

/**
 * A person who signs in by a mailbox: a member, or a deputy who is none. `memberId`: the member, or the one for whom
 * the deputy acts. `forName`: for whom the deputy acts; null: a member. `email`: as it is stored.
 */
export type MailboxPerson = RowFrom<typeof selectMailboxPersons>;

/** Those whose address is the mailbox, but for the folding of letters that are not of A to Z. */
export const selectMailboxPersons = query<'select_mailbox_persons', { name: string }>(
  'select_mailbox_persons',
  `select * from (
     select m.id as "memberId", null::uuid as "deputyId", m.name, null::text as "forName", m.email from members m
     where m.community_id = $communityId and ${signsInBy('m', '$mailbox')}
     union all
     select m.id, d.id, d.name, m.name, d.email from deputies d
     join members m on m.community_id = d.community_id and m.id = d.member_id and m.status = 'active'
       and m.erased_at is null
     where d.community_id = $communityId and ${deputySignsInBy('d', '$mailbox')}
   ) p order by name, "forName", "memberId" limit $limit`,
);

/** A request as it lets in. */
export interface MailRequestFound {
  readonly id: number;
  readonly mailbox: string;
  readonly next: string | null;
}

export const selectSignInByKey = query<'select_sign_in_by_key', { mailbox: string }>(
  'select_sign_in_by_key',
  `select id, mailbox, next, key_used_at is null and expires_at > $now as "isOpen" from sign_in_requests
   where community_id = $communityId and key_hash = $keyHash and way = 'mail'`,
);

/**
 * Counts a try on every request of the browser that still lets in, before the number is looked at: tries at once cannot
 * slip through. @returns those requests, and which of them the number is of
 */
export const trySignInNumber = query<'try_sign_in_number', { mailbox: string }>(
  'try_sign_in_number',
  `update sign_in_requests set tries = tries + 1
   where community_id = $communityId and cookie_hash = $cookieHash and way = 'mail' and number_used_at is null
     and expires_at > $now and tries < $triesMax
   returning id, mailbox, next, coalesce(number_hmac = $numberHmac, false) as "isRight"`,
);

/** Takes the try back: the number was right, and the person is still to be chosen. */
export const uncountSignInTry = query(
  'uncount_sign_in_try',
  `update sign_in_requests set tries = greatest(tries - 1, 0)
   where community_id = $communityId and id = any ($requestIds::bigint[]) and way = 'mail'`,
);

/** Zero rows: another browser was first, or it is too old. */
export const useSignInKey = write<'use_sign_in_key', { mailbox: string }>(
  'use_sign_in_key',
  `update sign_in_requests set key_used_at = $at
   where community_id = $communityId and id = $requestId and way = 'mail' and key_used_at is null and expires_at > $at
   returning mailbox`,
);

export const useSignInNumber = write<'use_sign_in_number', { mailbox: string }>(
  'use_sign_in_number',
  `update sign_in_requests set number_used_at = $at
   where community_id = $communityId and id = $requestId and way = 'mail' and number_used_at is null and expires_at > $at
   returning mailbox`,
);

/** Requests for a mailbox, which is a member's that is erased. */
export const deleteMailboxRequests = write(
  'delete_mailbox_requests',
  'delete from sign_in_requests where community_id = $communityId and mailbox = $mailbox',
);
