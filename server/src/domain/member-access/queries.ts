import type { AddressForm, CommunityKind } from '@timebank/contract';
import { query, write } from '../../platform/database/query.ts';

/** What a community's pages show to members, and how they speak to them. */
export interface MemberPageRules {
  readonly addressForm: AddressForm;
  /** Null: the office. */
  readonly officeNameEn: string | null;
  readonly officeNameDe: string | null;
  readonly namesWhole: boolean;
  readonly lookFirst: boolean;
  readonly mayJoin: boolean;
  readonly remindDays: number;
  readonly silentDays: number;
}

const PAGE_RULES = `address_form as "addressForm", office_name_en as "officeNameEn", office_name_de as "officeNameDe",
     names_whole as "namesWhole", look_first as "lookFirst", may_join as "mayJoin", remind_days as "remindDays",
     silent_days as "silentDays"`;

/** A community whose members have pages. */
export interface MembersCommunity extends MemberPageRules {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Its main one first. */
  readonly languages: readonly string[];
  /** How members reach the office. */
  readonly officeContact: string | null;
}

/** No row where the pages are off, or the community is moving or has left. */
export const selectMembersCommunity = query<{ slug: string }, MembersCommunity>(
  'select_members_community',
  `select id, slug, name, languages, office_contact as "officeContact",
     ${PAGE_RULES}
   from communities where slug = $slug and members_side and move_state is null`,
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
}

/** A live session of a member who may take part. */
export const selectMemberSession = query<
  { communityId: number; tokenHash: Buffer; createdAfter: Date; seenAfter: Date; sharedSince: Date },
  MemberSession
>(
  'select_member_session',
  `select s.id, s.member_id as "memberId", m.name, m.language, a.id as "accountId",
     a.credits_seconds as "creditsSeconds", a.debits_seconds as "debitsSeconds", s.shared,
     s.last_seen_at as "lastSeenAt"
   from member_sessions s
   join members m on m.community_id = s.community_id and m.id = s.member_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where s.community_id = $communityId and s.token_hash = $tokenHash and s.ended_at is null
     and s.created_at > $createdAfter and s.last_seen_at > $seenAfter
     and (not s.shared or s.created_at > $sharedSince)
     and m.status = 'active' and m.erased_at is null`,
);

export const touchMemberSession = query<{ communityId: number; sessionId: number; at: Date }, never>(
  'touch_member_session',
  `update member_sessions set last_seen_at = $at
   where community_id = $communityId and id = $sessionId and ended_at is null`,
);

export const insertMemberSession = write<
  {
    communityId: number;
    tokenHash: Buffer;
    memberId: string;
    way: 'letter' | 'mail' | 'number';
    shared: boolean;
    userAgent: string;
    deviceHash: Buffer | null;
    at: Date;
  },
  { id: number }
>(
  'insert_member_session',
  `insert into member_sessions (community_id, token_hash, member_id, way, shared, user_agent, device_hash, created_at,
     last_seen_at)
   values ($communityId, $tokenHash, $memberId, $way, $shared, $userAgent, $deviceHash, $at, $at)
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

/** Ends the sessions of a member beyond the newest so many. */
export const endOldMemberSessions = write<{ communityId: number; memberId: string; keep: number; at: Date }>(
  'end_old_member_sessions',
  `update member_sessions set ended_at = $at
   where community_id = $communityId and member_id = $memberId and ended_at is null and id not in (
     select id from member_sessions
     where community_id = $communityId and member_id = $memberId and ended_at is null
     order by id desc limit $keep)`,
);

/** @param sessionId of one; null: of all */
export const endMemberSessions = write<
  { communityId: number; memberId: string; sessionId: number | null; exceptId: number | null; at: Date },
  { id: number }
>(
  'end_member_sessions',
  `update member_sessions set ended_at = $at
   where community_id = $communityId and member_id = $memberId and ended_at is null
     and ($sessionId::bigint is null or id = $sessionId) and id is distinct from $exceptId
   returning id`,
);

export interface MemberDevice {
  readonly id: number;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** The browsers in which a member is signed in, newest first. */
export const selectMemberDevices = query<
  { communityId: number; memberId: string; createdAfter: Date; seenAfter: Date; limit: number },
  MemberDevice
>(
  'select_member_devices',
  `select id, user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt"
   from member_sessions
   where community_id = $communityId and member_id = $memberId and ended_at is null
     and created_at > $createdAfter and last_seen_at > $seenAfter
   order by id desc limit $limit`,
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

/** A new letter ends the ones before. */
export const endLetters = write<{ communityId: number; memberIds: readonly string[]; at: Date }>(
  'end_letters',
  `update sign_in_requests set ended_at = $at
   where community_id = $communityId and member_id = any ($memberIds::uuid[]) and key_used_at is null
     and ended_at is null`,
);

export const insertLetters = write<{
  rows: readonly { memberId: string; keyHash: Buffer }[];
  communityId: number;
  at: Date;
  expiresAt: Date;
}>(
  'insert_letters',
  { rows: { memberId: 'uuid', keyHash: 'bytea' } },
  `insert into sign_in_requests (community_id, way, member_id, key_hash, created_at, expires_at)
   select $communityId, 'letter', r.member_id, r.key_hash, $at, $expiresAt
   from unnest($rows) as r ($columns)`,
);

export interface LetterFound {
  readonly id: number;
  readonly memberId: string;
  readonly name: string;
  /** Whether it still opens: not used, not replaced, not too old, and its member may take part. */
  readonly isOpen: boolean;
}

export const selectLetter = query<{ communityId: number; keyHash: Buffer; now: Date }, LetterFound>(
  'select_letter',
  `select r.id, r.member_id as "memberId", m.name,
     r.key_used_at is null and r.ended_at is null and r.expires_at > $now and m.status = 'active'
       and m.erased_at is null as "isOpen"
   from sign_in_requests r
   join members m on m.community_id = r.community_id and m.id = r.member_id
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
  `select members_side as enabled, slug, ${PAGE_RULES} from communities where id = $communityId`,
);

export const lockMemberPageRules = write<{ communityId: number }, MemberPageRules>(
  'lock_member_page_rules',
  `select ${PAGE_RULES} from communities where id = $communityId for no key update`,
);

export const updateMemberPageRules = write<MemberPageRules & { communityId: number }>(
  'update_member_page_rules',
  `update communities
   set address_form = $addressForm, office_name_en = $officeNameEn, office_name_de = $officeNameDe,
     names_whole = $namesWhole, look_first = $lookFirst, may_join = $mayJoin, remind_days = $remindDays,
     silent_days = $silentDays
   where id = $communityId`,
);

/** The ways in of a member who is erased. */
export const deleteMemberAccess = write<{ communityId: number; memberId: string }>(
  'delete_member_access',
  `with letters as (delete from sign_in_requests where community_id = $communityId and member_id = $memberId)
   delete from member_sessions where community_id = $communityId and member_id = $memberId`,
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
