import { memberLanguage } from '../../../core/communities/language.ts';
import { deletesRows } from '../../../core/database/fragments.ts';
import { query, type RowFrom, write } from '../../../core/database/query.ts';

export const insertSignInRequest = query(
  'insert_sign_in_request',
  `insert into sign_in_requests (community_id, way, mailbox, cookie_hash, device_hash, next, created_at,
     expires_at)
   values ($communityId, 'mail', $mailbox!, $cookieHash!, $deviceHash, $next, $at, $expiresAt)`,
);

/** An address that others than the member have changed: used from the beginning, it opens nothing and says where it was. */
export const insertAddressChanged = write(
  'insert_address_changed',
  `insert into sign_in_requests (community_id, way, member_id, mailbox, former, cookie_hash, handled_at, key_used_at,
     created_at, expires_at)
   values ($communityId, 'address', $memberId!, $former!, $former, $cookieHash!, $at!, $at, $at, $at)
   returning id`,
);

/** SQL: a member who signs in by the address of the expression. */
export const signsInBy = (alias: string, mailbox: string) =>
  `lower(${alias}.email) = ${mailbox} and ${alias}.email is not null and ${alias}.status = 'active'
     and ${alias}.erased_at is null and ${alias}.undone_at is null and not ${alias}.letter_only`;

/** SQL: a deputy who is no member, and signs in by the address of the expression. */
export const deputySignsInBy = (alias: string, mailbox: string) =>
  `lower(${alias}.email) = ${mailbox} and ${alias}.email is not null and ${alias}.ended_at is null`;

const knownAs = (request: string) => `coalesce(${request}.device_hash = any (known.hashes), false)`;

/** The people who sign in by a mailbox. */
export const countMailboxPersons = query(
  'count_mailbox_persons',
  `select ((select count(*) from members m where m.community_id = $communityId and ${signsInBy('m', '$mailbox')})
     + (select count(*) from deputies d
        where d.community_id = $communityId and ${deputySignsInBy('d', '$mailbox')}))::int as count`,
);

/**
 * Takes requests that wait, and writes one mail for each whose mailbox is a member's. Where a mailbox was asked for more
 * often than that within the hour, the newest request waits until no link of before opens anything: its
 * link then lets the owner in. Browsers in which one of its members was signed in are counted apart, so that a stranger
 * who asks for it does not hold them up. One statement: no request is taken without its mail.
 */
export const writeSignInMails = query(
  'write_sign_in_mails',
  `with waiting as materialized (
     select community_id, id, mailbox, device_hash, created_at, expires_at from sign_in_requests
     where way = 'mail' and handled_at is null order by id desc limit $limit for no key update skip locked
   ), judged as materialized (
     select w.*, m.id as member_id, m.deputy_id, m.language, c.languages,
       (select count(*) from sign_in_requests e
        where e.community_id = w.community_id and e.mailbox = w.mailbox and e.created_at > $since and e.id <= w.id
          and ${knownAs('e')} = ${knownAs('w')}) > $perHour as is_beyond,
       exists (select from sign_in_requests e
         join mails k on k.community_id = e.community_id and k.reason_key = 'sign_in.link:' || e.id
         where e.community_id = w.community_id and e.mailbox = w.mailbox and e.created_at > $since
           and e.expires_at > $now) as is_alive
     from waiting w
     join communities c on c.id = w.community_id and c.members_side and c.move_state is null
     cross join lateral (
       select * from (
         select m.id, null::uuid as deputy_id, m.language from members m
         where m.community_id = w.community_id and ${signsInBy('m', 'w.mailbox')} and m.email_state is null
         union all
         select d.member_id, d.id, null from deputies d
         where d.community_id = w.community_id and ${deputySignsInBy('d', 'w.mailbox')}
       ) p order by p.deputy_id::text nulls first, p.id::text limit 1) m
     cross join lateral (
       select array_agg(distinct s.device_hash) as hashes from (
         select s.device_hash from members o
         join member_sessions s on s.community_id = o.community_id and s.member_id = o.id and s.deputy_id is null
         where o.community_id = w.community_id and ${signsInBy('o', 'w.mailbox')}
         union all
         select s.device_hash from deputies d
         join member_sessions s on s.community_id = d.community_id and s.deputy_id = d.id
         where d.community_id = w.community_id and ${deputySignsInBy('d', 'w.mailbox')}
       ) s) known
   ), beyond as (
     select j.community_id, j.id, j.is_alive or exists (select from judged o
         where o.community_id = j.community_id and o.mailbox = j.mailbox and not o.is_beyond) as waits
     from judged j where j.is_beyond and j.created_at > $since and not exists (select from judged o
       where o.community_id = j.community_id and o.mailbox = j.mailbox and o.is_beyond and o.id > j.id)
   ), sent as (
     select j.* from judged j
     where case when j.is_beyond
       then exists (select from beyond b where b.community_id = j.community_id and b.id = j.id and not b.waits)
       else j.expires_at > $now end
   ), taken as (
     update sign_in_requests r set handled_at = $now,
       expires_at = case when exists (select from sent s where s.community_id = w.community_id and s.id = w.id and s.is_beyond)
         then $expiresAt else r.expires_at end
     from waiting w
     where r.community_id = w.community_id and r.id = w.id
       and not exists (select from beyond b where b.community_id = w.community_id and b.id = w.id and b.waits)
   ), written as (
     insert into mails (community_id, reason_key, member_id, deputy_id, language, urgent, created_at, next_attempt_at)
     select community_id, 'sign_in.link:' || id, member_id, deputy_id, ${memberLanguage('language', 'languages')}, true,
       case when is_beyond then $now else created_at end, $now
     from sent
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`,
);

export type SignInRequestRow = RowFrom<typeof selectSignInRequest>;

/** A request whose mail is to be written; no row: it is too old. */
export const selectSignInRequest = query<'select_sign_in_request', { mailbox: string }>(
  'select_sign_in_request',
  `select mailbox, cookie_hash as "cookieHash!", created_at as "createdAt" from sign_in_requests
   where community_id = $communityId and id = $requestId and way <> 'letter' and expires_at > $now`,
);

/** Keeps the digests of what a mail says; the same at each attempt. */
export const updateSignInDigests = query(
  'update_sign_in_digests',
  `update sign_in_requests set key_hash = $keyHash!, number_hmac = $numberHmac!
   where community_id = $communityId and id = $requestId and way <> 'letter'
   returning id`,
);

/** A session that a mail tells the member of. */
export const selectMailedSession = query(
  'select_mailed_session',
  `select user_agent as "userAgent", created_at as "createdAt", way from member_sessions
   where community_id = $communityId and id = $sessionId and member_id = $memberId`,
);

export const deleteOldSignInRequests = query(
  'delete_old_sign_in_requests',
  deletesRows(
    'sign_in_requests',
    ['community_id', 'id'],
    `way <> 'letter' and created_at < $before order by created_at`,
  ),
);
