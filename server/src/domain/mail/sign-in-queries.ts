import { query } from '../../platform/database/query.ts';
import { mailLanguageOf } from './fragments.ts';

export const insertSignInRequest = query<
  {
    communityId: number;
    mailbox: string;
    cookieHash: Buffer;
    deviceHash: Buffer | null;
    next: string | null;
    at: Date;
    expiresAt: Date;
  },
  never
>(
  'insert_sign_in_request',
  `insert into sign_in_requests (community_id, way, mailbox, cookie_hash, device_hash, next, created_at,
     expires_at)
   values ($communityId, 'mail', $mailbox, $cookieHash, $deviceHash, $next, $at, $expiresAt)`,
);

/** SQL: a member who signs in by the address of the expression. */
export const signsInBy = (alias: string, mailbox: string) =>
  `lower(${alias}.email) = ${mailbox} and ${alias}.email is not null and ${alias}.status = 'active'
     and ${alias}.erased_at is null and ${alias}.undone_at is null and not ${alias}.letter_only`;

/** SQL: a deputy who is no member, and signs in by the address of the expression. */
export const deputySignsInBy = (alias: string, mailbox: string) =>
  `lower(${alias}.email) = ${mailbox} and ${alias}.email is not null and ${alias}.ended_at is null`;

const knownAs = (request: string) => `coalesce(${request}.device_hash = any (known.hashes), false)`;

/**
 * Takes requests that wait, and writes one mail for each whose mailbox is a member's. A mailbox that was asked for as
 * often as that within the hour gets none; browsers in which one of its members was signed in are counted apart, so
 * that a stranger who asks for it does not lock them out. One statement: no request is taken without its mail.
 */
export const writeSignInMails = query<{ now: Date; since: Date; perHour: number; limit: number }, { written: number }>(
  'write_sign_in_mails',
  `with waiting as materialized (
     select community_id, id, mailbox, device_hash, created_at, expires_at from sign_in_requests
     where way = 'mail' and handled_at is null order by id limit $limit for no key update skip locked
   ), taken as (
     update sign_in_requests r set handled_at = $now from waiting w where r.community_id = w.community_id and r.id = w.id
   ), written as (
     insert into mails (community_id, reason_key, member_id, deputy_id, language, urgent, created_at, next_attempt_at)
     select w.community_id, 'sign_in.link:' || w.id, m.id, m.deputy_id, ${mailLanguageOf('m.language', 'c.languages[1]')}, true,
       w.created_at, $now
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
     where w.expires_at > $now and (select count(*) from sign_in_requests e
       where e.community_id = w.community_id and e.mailbox = w.mailbox and e.created_at > $since and e.id <= w.id
         and ${knownAs('e')} = ${knownAs('w')}) <= $perHour
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`,
);

export interface SignInRequestRow {
  readonly mailbox: string;
  readonly cookieHash: Buffer;
  readonly createdAt: Date;
}

/** A request whose mail is to be written; no row: it is too old. */
export const selectSignInRequest = query<{ communityId: number; requestId: number; now: Date }, SignInRequestRow>(
  'select_sign_in_request',
  `select mailbox, cookie_hash as "cookieHash", created_at as "createdAt" from sign_in_requests
   where community_id = $communityId and id = $requestId and way <> 'letter' and expires_at > $now`,
);

/** Keeps the digests of what a mail says; the same at each attempt. */
export const updateSignInDigests = query<
  { communityId: number; requestId: number; keyHash: Buffer; numberHmac: Buffer },
  { id: number }
>(
  'update_sign_in_digests',
  `update sign_in_requests set key_hash = $keyHash, number_hmac = $numberHmac
   where community_id = $communityId and id = $requestId and way <> 'letter'
   returning id`,
);

/** A session that a mail tells the member of. */
export const selectMailedSession = query<
  { communityId: number; memberId: string; sessionId: number },
  { userAgent: string; createdAt: Date; way: 'letter' | 'mail' | 'number' }
>(
  'select_mailed_session',
  `select user_agent as "userAgent", created_at as "createdAt", way from member_sessions
   where community_id = $communityId and id = $sessionId and member_id = $memberId`,
);

export const deleteOldSignInRequests = query<{ before: Date; limit: number }, { deleted: number }>(
  'delete_old_sign_in_requests',
  `with old as (
     select community_id, id from sign_in_requests
     where way <> 'letter' and created_at < $before order by created_at limit $limit for update skip locked
   ), deleted as (
     delete from sign_in_requests r using old where r.community_id = old.community_id and r.id = old.id returning 1
   )
   select count(*)::int as deleted from deleted`,
);
