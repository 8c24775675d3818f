import { ADDRESS_STYLE } from '../../../../console/pages/voice/fragments.ts';
import { deletesRows } from '../../../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** What a community's pages show to members, and how they speak to them. */
export type MemberPageRules = StatementRow<'lock_member_page_rules'>;

const PAGE_RULES = `${ADDRESS_STYLE}, c.names_whole as "namesWhole", c.look_first as "lookFirst", c.may_join as "mayJoin",
     c.remind_days as "remindDays", c.silent_days as "silentDays"`;

/**
 * A community whose members have pages. `languages`: its main one first. `officeContact`: how members reach the office.
 * `isMoving`: it is on its way to another installation, or there. `movedTo`: the origin where it is now; null: here.
 */
export type MembersCommunity = StatementRow<'select_members_community'>;

/** No row where the pages are off, or the community has not arrived yet. */
export const selectMembersCommunity = query(
  'select_members_community',
  `select id, slug, name, languages, office_contact as "officeContact", move_state is not null as "isMoving",
     moved_to as "movedTo", ${PAGE_RULES}
   from communities c where slug = $slug and members_side and move_state is distinct from 'arriving'`,
);

/** Who is signed in, with the account. `deputyId`: the deputy who acts for the member; null: the member. */
export type MemberSession = StatementRow<'select_member_session'>;

/** A session that began or was used before these times has ended. */
export interface MemberSessionBounds {
  readonly createdAfter: Date;
  readonly seenAfter: Date;
  readonly sharedSince: Date;
}

/** SQL: whether session s opens something, or did until it was ended. */
const IS_LIVE = `s.created_at > $createdAfter and s.last_seen_at > $seenAfter
     and (not s.shared or s.created_at > $sharedSince)`;

/** A live session of a member who may take part, or of a deputy who may act for the member. In the reader's language. */
export const selectMemberSession = query(
  'select_member_session',
  `select s.id, s.member_id as "memberId", m.name,
     case when s.deputy_id is null then m.language else dm.language end as language, a.id as "accountId",
     a.credits_seconds as "creditsSeconds", a.debits_seconds as "debitsSeconds", s.shared,
     s.last_seen_at as "lastSeenAt", d.id as "deputyId", d.person_id as "deputyPersonId",
     coalesce(dm.name, d.name) as "deputyName"
   from member_sessions s
   join members m on m.community_id = s.community_id and m.id = s.member_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   left join deputies d on d.community_id = s.community_id and d.id = s.deputy_id and d.ended_at is null
   left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id and dm.status = 'active'
     and dm.erased_at is null
   where s.community_id = $communityId and s.token_hash = $tokenHash and s.ended_at is null
     and ${IS_LIVE}
     and m.status = 'active' and m.erased_at is null
     and (s.deputy_id is null or d.id is not null and (d.deputy_member_id is null or dm.id is not null))`,
);

export const touchMemberSession = query(
  'touch_member_session',
  `update member_sessions set last_seen_at = $at
   where community_id = $communityId and id = $sessionId and ended_at is null`,
);

/**
 * The member for whom a session is to begin, and the member who acts, as they are now: until the session is there, no
 * change of their state comes between.
 */
export const lockSigningIn = write(
  'lock_signing_in',
  `select status = 'active' and erased_at is null as "isActive" from members
   where community_id = $communityId and id = any (array[$memberId::uuid, (
     select d.deputy_member_id from deputies d where d.community_id = $communityId and d.id = $deputyId?)])
   order by id for share`,
);

export const insertMemberSession = write(
  'insert_member_session',
  `insert into member_sessions (community_id, token_hash, member_id, deputy_id, way, shared, user_agent, device_hash,
     created_at, last_seen_at)
   values ($communityId, $tokenHash, $memberId, $deputyId, $way, $shared, $userAgent, $deviceHash, $at, $at)
   returning id`,
);

/** Whether a member was signed in before, and in this browser. What a deputy did is not the member's. */
export const selectSignedInBefore = query(
  'select_signed_in_before',
  `select m.email is not null and m.email_state is null as "hasAddress",
     exists (select from member_sessions s
       where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null) as "wasIn",
     exists (select from member_sessions s
       where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null
         and s.device_hash = $deviceHash?) as "isKnown"
   from members m where m.community_id = $communityId and m.id = $memberId`,
);

/** Ends the sessions of a member, or of one deputy of the member, beyond the newest so many. */
export const endOldMemberSessions = write(
  'end_old_member_sessions',
  `update member_sessions set ended_at = $at
   where community_id = $communityId and member_id = $memberId and deputy_id is not distinct from $deputyId
     and ended_at is null and id not in (
     select id from member_sessions
     where community_id = $communityId and member_id = $memberId and deputy_id is not distinct from $deputyId
       and ended_at is null
     order by id desc limit $keep)`,
);

/**
 * Those of these members and of the deputies who act for them, and those in which these members act for others. One look
 * finds them all: a session that goes on for another person meanwhile is among them.
 */
const SESSIONS_OF = `select id from member_sessions
     where community_id = $communityId and member_id = any ($memberIds::uuid[])
     union all
     select s.id from deputies d
     join member_sessions s on s.community_id = d.community_id and s.deputy_id = d.id
     where d.community_id = $communityId and d.person_id = any ($memberIds::uuid[])`;

/** Zero rows: it has ended already, or is another member's. */
export const updateSessionEnded = write(
  'end_member_session',
  `with own as materialized (
     ${SESSIONS_OF}
   )
   update member_sessions s set ended_at = $at!
   from own where s.community_id = $communityId and s.id = own.id and s.id = $sessionId and s.ended_at is null
   returning ${IS_LIVE} as "wasLive"`,
);

/** @param exceptId of one that goes on; null: none does */
export const updateSessionsEnded = write(
  'end_member_sessions',
  `with own as materialized (
     ${SESSIONS_OF}
   )
   update member_sessions s set ended_at = $at!
   from own where s.community_id = $communityId and s.id = own.id and s.ended_at is null
     and s.id is distinct from $exceptId::bigint
   returning ${IS_LIVE} as "wasLive"`,
);

/**
 * `deputyName`: the deputy who acts for the member there; null: the member. `deputyGiven`: of a deputy who is a member.
 * `forName`: for whom the member acts there; null: for no other.
 */
export type MemberDevice = StatementRow<'select_member_devices'>;

/** The browsers in which a member or one who acts for the member is signed in, newest first. */
export const selectMemberDevices = query(
  'select_member_devices',
  `with own as materialized (
     ${SESSIONS_OF}
   )
   select s.id, s.user_agent as "userAgent", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
     case when d.person_id = any ($memberIds::uuid[]) then null else coalesce(dm.name, d.name) end as "deputyName",
     dd.given_name as "deputyGiven", dd.family_name as "deputyFamily", dm.id is not null as "deputyIsMember",
     case when d.person_id = any ($memberIds::uuid[]) then m.name end as "forName"
   from own
   join member_sessions s on s.community_id = $communityId and s.id = own.id
   join members m on m.community_id = s.community_id and m.id = s.member_id
   left join deputies d on d.community_id = s.community_id and d.id = s.deputy_id
   left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id
   left join member_details dd on dd.community_id = dm.community_id and dd.member_id = dm.id
   where s.ended_at is null and s.created_at > $createdAfter and s.last_seen_at > $seenAfter and (s.deputy_id is null or d.ended_at is null)
   order by s.id desc limit $limit`,
);

/** Those of the named members that may take part. */
export const lockLetterMembers = write(
  'lock_letter_members',
  `select id, name from members
   where community_id = $communityId and id = any ($memberIds::uuid[]) and status = 'active' and erased_at is null
   order by id for update`,
);

/** Those of the named deputies that act for a member, and are none themselves: members have letters of their own. */
export const lockLetterDeputies = write(
  'lock_letter_deputies',
  `select d.id, d.member_id as "memberId", d.name from deputies d
   join members m on m.community_id = d.community_id and m.id = d.member_id and m.status = 'active'
     and m.erased_at is null
   where d.community_id = $communityId and d.id = any ($deputyIds::uuid[]) and d.ended_at is null and d.name is not null
   order by d.id for update of d`,
);

/** A new letter ends the ones before of the same person. */
export const endLetters = write(
  'end_letters',
  `update sign_in_requests set ended_at = $at!
   where community_id = $communityId and key_used_at is null and ended_at is null
     and (member_id = any ($memberIds::uuid[]) and deputy_id is null or deputy_id = any ($deputyIds::uuid[]))`,
);

/** Those of members who leave, and of the deputies who act for them. */
export const endLettersOfMembers = write(
  'end_letters_of_members',
  `update sign_in_requests set ended_at = $at!
   where community_id = $communityId and member_id = any ($memberIds::uuid[]) and key_used_at is null
     and ended_at is null`,
);

export const insertLetters = write(
  'insert_letters',
  { rows: { memberId: 'uuid not null', deputyId: 'uuid', keyHash: 'bytea not null' } },
  `insert into sign_in_requests (community_id, way, member_id, deputy_id, key_hash, created_at, expires_at)
   select $communityId, 'letter', r.member_id, r.deputy_id, r.key_hash, $at, $expiresAt
   from unnest($rows) as r ($columns)`,
);

/**
 * `deputyId`: the deputy whose letter it is; null: the member's own. `name`: whose letter it is. `forName`: for whom
 * the deputy acts; null: the letter is the member's own. `isOpen`: whether it still opens: not used, not replaced, not
 * too old, and its member and deputy may take part.
 */
export type LetterFound = StatementRow<'select_letter'>;

export const selectLetter = query(
  'select_letter',
  `select r.id, r.member_id as "memberId", r.deputy_id as "deputyId", coalesce(d.name, m.name) as name,
     case when d.id is not null then m.name end as "forName",
     r.key_used_at is null and r.ended_at is null and r.expires_at > $now and m.status = 'active'
       and m.erased_at is null and d.ended_at is null as "isOpen"
   from sign_in_requests r
   join members m on m.community_id = r.community_id and m.id = r.member_id
   left join deputies d on d.community_id = r.community_id and d.id = r.deputy_id
   where r.community_id = $communityId and r.key_hash = $keyHash`,
);

/** Zero rows: another browser was first, or the letter has ended. */
export const useLetter = write(
  'use_letter',
  `update sign_in_requests set key_used_at = $at
   where community_id = $communityId and id = $letterId and key_used_at is null and ended_at is null
     and expires_at > $at
   returning member_id as "memberId!"`,
);

export const lockMemberPages = query(
  'lock_member_pages',
  'select members_side as enabled, kind from communities where id = $communityId for update',
);

export const updateMembersSide = write(
  'update_members_side',
  'update communities set members_side = $enabled where id = $communityId',
);

export const selectMemberPages = query(
  'select_member_pages',
  `select members_side as enabled, slug, ${PAGE_RULES} from communities c where id = $communityId`,
);

export const lockMemberPageRules = write(
  'lock_member_page_rules',
  `select ${PAGE_RULES} from communities c where id = $communityId for no key update`,
);

export const updateMemberPageRules = write(
  'update_member_page_rules',
  `update communities
   set address_form = $addressForm, office_name_en = $officeNameEn, office_name_de = $officeNameDe,
     names_whole = $namesWhole, look_first = $lookFirst, may_join = $mayJoin, remind_days = $remindDays,
     silent_days = $silentDays
   where id = $communityId`,
);

/** The ways in of members who are erased. */
export const deleteMemberAccess = write(
  'delete_member_access',
  `with letters as (
     delete from sign_in_requests where community_id = $communityId and member_id = any ($memberIds::uuid[])
   ), own as materialized (
     ${SESSIONS_OF}
   )
   delete from member_sessions s using own where s.community_id = $communityId and s.id = own.id`,
);

export const deleteOldMemberSessions = query(
  'delete_old_member_sessions',
  deletesRows('member_sessions', ['community_id', 'id'], `created_at < $before order by created_at`),
);
