/** Requests of members for another e-mail address. */
import { query, write } from '../../../../core/database/query.ts';

export const countAddressRequests = query(
  'count_address_requests',
  `select count(*)::int as count from sign_in_requests
   where community_id = $communityId and member_id = $memberId and way = 'address' and created_at > $since`,
);

export const insertAddressRequest = write(
  'insert_address_request',
  `insert into sign_in_requests (community_id, way, member_id, mailbox, cookie_hash, handled_at, created_at, expires_at)
   values ($communityId, 'address', $memberId!, $mailbox!, $cookieHash!, $at!, $at, $expiresAt)
   returning id`,
);

/** SQL: a request that the member may still confirm. */
const OPEN = `community_id = $communityId and member_id = $memberId and way = 'address' and key_used_at is null
     and expires_at > $now`;

/** The newest that this browser asked for. */
export const selectAddressAsked = query<'select_address_asked', { mailbox: string }>(
  'select_address_asked',
  `select mailbox from sign_in_requests where ${OPEN} and cookie_hash = $cookieHash order by id desc limit 1`,
);

export const selectAddressByKey = query<'select_address_by_key', { mailbox: string }>(
  'select_address_by_key',
  `select id, mailbox from sign_in_requests where ${OPEN} and key_hash = $keyHash`,
);

/** Counts a try on every open request of the browser, before the number is looked at. */
export const tryAddressNumber = query(
  'try_address_number',
  `update sign_in_requests set tries = tries + 1
   where ${OPEN} and cookie_hash = $cookieHash and tries < $triesMax
   returning id, coalesce(number_hmac = $numberHmac, false) as "isRight"`,
);

/** Uses up the request, and with it all that the member has asked for before. Zero rows: it was used, or is too old. */
export const useAddressRequest = write<'use_address_request', { mailbox: string }>(
  'use_address_request',
  `with used as (
     update sign_in_requests set key_used_at = $now, former = case when id = $requestId then $former end
     where ${OPEN} and exists (select from sign_in_requests a
       where a.community_id = $communityId and a.id = $requestId and a.member_id = $memberId and a.key_used_at is null
         and a.expires_at > $now)
     returning id, mailbox
   )
   select mailbox from used where id = $requestId`,
);
