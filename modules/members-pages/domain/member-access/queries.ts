import type { CommunityKind } from '@timebank/contract';
import { ADDRESS_STYLE } from '../../../../console/pages/voice/fragments.ts';
import type { AddressStyle } from '../../../../console/pages/voice/voice.ts';
import { query, write } from '../../../../core/database/query.ts';

/** What a community's pages show to members, and how they speak to them. */
export interface MemberPageRules extends AddressStyle {
  readonly namesWhole: boolean;
  readonly lookFirst: boolean;
  readonly mayJoin: boolean;
  readonly remindDays: number;
  readonly silentDays: number;
}

const PAGE_RULES = `${ADDRESS_STYLE}, c.names_whole as "namesWhole", c.look_first as "lookFirst", c.may_join as "mayJoin",
     c.remind_days as "remindDays", c.silent_days as "silentDays"`;

/** A community whose members have pages. */
export interface MembersCommunity extends MemberPageRules {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Its main one first. */
  readonly languages: readonly string[];
  /** How members reach the office. */
  readonly officeContact: string | null;
  /** It is on its way to another installation, or there. */
  readonly isMoving: boolean;
  /** The origin where it is now; null: here. */
  readonly movedTo: string | null;
}

/** No row where the pages are off, or the community has not arrived yet. */
export const selectMembersCommunity = query<{ slug: string }, MembersCommunity>(
  'select_members_community',
  `select id, slug, name, languages, office_contact as "officeContact", move_state is not null as "isMoving",
     moved_to as "movedTo", ${PAGE_RULES}
   from communities c where slug = $slug and members_side and move_state is distinct from 'arriving'`,
);

/** Who is signed in, with the account. */
export interface MemberSession {
  readonly id: number;
  readonly memberId: string;
  readonly name: string;
  readonly language: string | null;
  readonly accountId: number;
  readonly creditsSeconds: number;
  readonly debitsSeconds: number;
  readonly shared: boolean;
  readonly lastSeenAt: Date;
  /** The deputy who acts for the member; null: the member. */
  readonly deputyId: string | null;
  readonly deputyPersonId: string | null;
  readonly deputyName: string | null;
}

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
export const selectMemberSession = query<
  { communityId: number; tokenHash: Buffer } & MemberSessionBounds,
  MemberSession
>(
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

export const touchMemberSession = query<{ communityId: number; sessionId: number; at: Date }, never>(
  'touch_member_session',
  `update member_sessions set last_seen_at = $at
   where community_id = $communityId and id = $sessionId and ended_at is null`,
);

/**
 * The member for whom a session is to begin, and the member who acts, as they are now: until the session is there, no
 * change of their state comes between.
 */
export const lockSigningIn = write<
  { communityId: number; memberId: string; deputyId: string | null },
  { isActive: boolean }
>(
  'lock_signing_in',
  `select status = 'active' and erased_at is null as "isActive" from members
   where community_id = $communityId and id = any (array[$memberId::uuid, (
     select d.deputy_member_id from deputies d where d.community_id = $communityId and d.id = $deputyId)])
   order by id for share`,
);

export const insertMemberSession = write<
  {
    communityId: number;
    tokenHash: Buffer;
    memberId: string;
    deputyId: string | null;
    way: 'letter' | 'mail' | 'number';
    shared: boolean;
    userAgent: string;
    deviceHash: Buffer | null;
    at: Date;
  },
  { id: number }
>(
  'insert_member_session',
  `insert into member_sessions (community_id, token_hash, member_id, deputy_id, way, shared, user_agent, device_hash,
     created_at, last_seen_at)
   values ($communityId, $tokenHash, $memberId, $deputyId, $way, $shared, $userAgent, $deviceHash, $at, $at)
   returning id`,
);

/** Whether a member was signed in before, and in this browser. What a deputy did is not the member's. */
export const selectSignedInBefore = query<
  { communityId: number; memberId: string; deviceHash: Buffer | null },
  { hasAddress: boolean; wasIn: boolean; isKnown: boolean }
>(
  'select_signed_in_before',
  `select m.email is not null and m.email_state is null as "hasAddress",
     exists (select from member_sessions s
       where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null) as "wasIn",
     exists (select from member_sessions s
       where s.community_id = m.community_id and s.member_id = m.id and s.deputy_id is null
         and s.device_hash = $deviceHash) as "isKnown"
   from members m where m.community_id = $communityId and m.id = $memberId`,
);

/** Ends the sessions of a member, or of one deputy of the member, beyond the newest so many. */
export const endOldMemberSessions = write<{
  communityId: number;
  memberId: string;
  deputyId: string | null;
  keep: number;
  at: Date;
}>(
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
export const updateSessionEnded = write<
  { communityId: number; memberIds: readonly string[]; sessionId: number; at: Date } & MemberSessionBounds,
  { wasLive: boolean }
>(
  'end_member_session',
  `with own as materialized (
     ${SESSIONS_OF}
   )
   update member_sessions s set ended_at = $at
   from own where s.community_id = $communityId and s.id = own.id and s.id = $sessionId and s.ended_at is null
   returning ${IS_LIVE} as "wasLive"`,
);

/** @param exceptId of one that goes on; null: none does */
export const updateSessionsEnded = write<
  { communityId: number; memberIds: readonly string[]; exceptId: number | null; at: Date } & MemberSessionBounds,
  { wasLive: boolean }
>(
  'end_member_sessions',
  `with own as materialized (
     ${SESSIONS_OF}
   )
   update member_sessions s set ended_at = $at
   from own where s.community_id = $communityId and s.id = own.id and s.ended_at is null
     and s.id is distinct from $exceptId::bigint
   returning ${IS_LIVE} as "wasLive"`,
);

export interface MemberDevice {
  readonly id: number;
  /** The deputy who acts for the member there; null: the member. */
  readonly deputyName: string | null;
  /** Of a deputy who is a member. */
  readonly deputyGiven: string | null;
  readonly deputyFamily: string | null;
  readonly deputyIsMember: boolean;
  /** For whom the member acts there; null: for no other. */
  readonly forName: string | null;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** The browsers in which a member or one who acts for the member is signed in, newest first. */
export const selectMemberDevices = query<
  { communityId: number; memberIds: readonly string[]; createdAfter: Date; seenAfter: Date; limit: number },
  MemberDevice
>(
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
export const lockLetterMembers = write<
  { communityId: number; memberIds: readonly string[] },
  { id: string; name: string }
>(
  'lock_letter_members',
  `select id, name from members
   where community_id = $communityId and id = any ($memberIds::uuid[]) and status = 'active' and erased_at is null
   order by id for update`,
);

/** Those of the named deputies that act for a member, and are none themselves: members have letters of their own. */
export const lockLetterDeputies = write<
  { communityId: number; deputyIds: readonly string[] },
  { id: string; memberId: string; name: string }
>(
  'lock_letter_deputies',
  `select d.id, d.member_id as "memberId", d.name from deputies d
   join members m on m.community_id = d.community_id and m.id = d.member_id and m.status = 'active'
     and m.erased_at is null
   where d.community_id = $communityId and d.id = any ($deputyIds::uuid[]) and d.ended_at is null and d.name is not null
   order by d.id for update of d`,
);

/** A new letter ends the ones before of the same person. */
export const endLetters = write<{
  communityId: number;
  memberIds: readonly string[];
  deputyIds: readonly string[];
  at: Date;
}>(
  'end_letters',
  `update sign_in_requests set ended_at = $at
   where community_id = $communityId and key_used_at is null and ended_at is null
     and (member_id = any ($memberIds::uuid[]) and deputy_id is null or deputy_id = any ($deputyIds::uuid[]))`,
);

/** Those of members who leave, and of the deputies who act for them. */
export const endLettersOfMembers = write<{ communityId: number; memberIds: readonly string[]; at: Date }>(
  'end_letters_of_members',
  `update sign_in_requests set ended_at = $at
   where community_id = $communityId and member_id = any ($memberIds::uuid[]) and key_used_at is null
     and ended_at is null`,
);

export const insertLetters = write<{
  rows: readonly { memberId: string; deputyId: string | null; keyHash: Buffer }[];
  communityId: number;
  at: Date;
  expiresAt: Date;
}>(
  'insert_letters',
  { rows: { memberId: 'uuid', deputyId: 'uuid', keyHash: 'bytea' } },
  `insert into sign_in_requests (community_id, way, member_id, deputy_id, key_hash, created_at, expires_at)
   select $communityId, 'letter', r.member_id, r.deputy_id, r.key_hash, $at, $expiresAt
   from unnest($rows) as r ($columns)`,
);

export interface LetterFound {
  readonly id: number;
  readonly memberId: string;
  /** The deputy whose letter it is; null: the member's own. */
  readonly deputyId: string | null;
  /** Whose letter it is. */
  readonly name: string;
  /** For whom the deputy acts; null: the letter is the member's own. */
  readonly forName: string | null;
  /** Whether it still opens: not used, not replaced, not too old, and its member and deputy may take part. */
  readonly isOpen: boolean;
}

export const selectLetter = query<{ communityId: number; keyHash: Buffer; now: Date }, LetterFound>(
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
export const useLetter = write<{ communityId: number; letterId: number; at: Date }, { memberId: string }>(
  'use_letter',
  `update sign_in_requests set key_used_at = $at
   where community_id = $communityId and id = $letterId and key_used_at is null and ended_at is null
     and expires_at > $at
   returning member_id as "memberId"`,
);

export const lockMemberPages = query<{ communityId: number }, { enabled: boolean; kind: CommunityKind }>(
  'lock_member_pages',
  'select members_side as enabled, kind from communities where id = $communityId for update',
);

export const updateMembersSide = write<{ communityId: number; enabled: boolean }>(
  'update_members_side',
  'update communities set members_side = $enabled where id = $communityId',
);

export const selectMemberPages = query<{ communityId: number }, MemberPageRules & { enabled: boolean; slug: string }>(
  'select_member_pages',
  `select members_side as enabled, slug, ${PAGE_RULES} from communities c where id = $communityId`,
);

export const lockMemberPageRules = write<{ communityId: number }, MemberPageRules>(
  'lock_member_page_rules',
  `select ${PAGE_RULES} from communities c where id = $communityId for no key update`,
);

export const updateMemberPageRules = write<MemberPageRules & { communityId: number }>(
  'update_member_page_rules',
  `update communities
   set address_form = $addressForm, office_name_en = $officeNameEn, office_name_de = $officeNameDe,
     names_whole = $namesWhole, look_first = $lookFirst, may_join = $mayJoin, remind_days = $remindDays,
     silent_days = $silentDays
   where id = $communityId`,
);

/** The ways in of members who are erased. */
export const deleteMemberAccess = write<{ communityId: number; memberIds: readonly string[] }>(
  'delete_member_access',
  `with letters as (
     delete from sign_in_requests where community_id = $communityId and member_id = any ($memberIds::uuid[])
   ), own as materialized (
     ${SESSIONS_OF}
   )
   delete from member_sessions s using own where s.community_id = $communityId and s.id = own.id`,
);

export const deleteOldMemberSessions = query<{ before: Date; limit: number }, { deleted: number }>(
  'delete_old_member_sessions',
  `with old as (
     select community_id, id from member_sessions where created_at < $before
     order by created_at limit $limit for update skip locked
   ), deleted as (
     delete from member_sessions s using old where s.community_id = old.community_id and s.id = old.id returning 1
   )
   select count(*)::int as deleted from deleted`,
);
