import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** A member for whom a person acts. `deputyId`: of the deputy: `dpt_…` as a UUID. */
export type ActableMember = StatementRow<'select_actable_members'>;

/** Those for whom a person acts at present. */
export const selectActableMembers = query(
  'select_actable_members',
  `select d.id as "deputyId", m.id as "memberId", m.name from deputies d
   join members m on m.community_id = d.community_id and m.id = d.member_id and m.status = 'active'
     and m.erased_at is null
   where d.community_id = $communityId and d.person_id = $personId and d.ended_at is null
   order by d.id limit $limit`,
);

/** The member that a person is; no row: the person is none, or does not take part. */
export const selectActiveMember = query(
  'select_active_member_by_id',
  `select id, name from members
   where community_id = $communityId and id = $memberId and status = 'active' and erased_at is null and undone_at is null`,
);

/** The session goes on for another, under a new cookie: the old one opens nothing. Its times stay. */
export const updateSessionMember = write(
  'update_session_member',
  `update member_sessions set token_hash = $tokenHash, member_id = $memberId, deputy_id = $deputyId
   where community_id = $communityId and id = $sessionId and ended_at is null
   returning id`,
);

/** `deputyMemberId`: null: no member. */
export type DeputyRow = StatementRow<'select_deputies_of_member'>;

const DEPUTY = `d.id, d.deputy_member_id as "deputyMemberId", coalesce(m.name, d.name, '') as name,
     md.given_name as "givenName", md.family_name as "familyName", d.email, d.agreed_on as "agreedOn", d.how, d.recorded_by as "recordedBy", d.created_at as "createdAt", d.ended_at as "endedAt"`;
const THEIR_MEMBER = `left join members m on m.community_id = d.community_id and m.id = d.deputy_member_id`;
const THEIR_DETAILS = `left join member_details md on md.community_id = m.community_id and md.member_id = m.id`;

/** A member's deputies, those of before, too; the newest first. */
export const selectDeputiesOf = query(
  'select_deputies_of_member',
  `select ${DEPUTY} from deputies d ${THEIR_MEMBER} ${THEIR_DETAILS}
   where d.community_id = $communityId and d.member_id = $memberId
   order by d.ended_at is not null, d.id desc limit $limit`,
);

/** Those who act for a member at present and have an address. */
export const selectMailedDeputies = query(
  'select_mailed_deputies',
  `select d.id from deputies d ${THEIR_MEMBER}
   where d.community_id = $communityId and d.member_id = $memberId and d.ended_at is null
     and (d.email is not null or m.email is not null and m.status = 'active')
   order by d.id limit $limit`,
);

/** The deputy, if there is an address for a mail. */
export const selectMailedDeputy = query(
  'select_mailed_deputy',
  `select d.id from deputies d ${THEIR_MEMBER}
   where d.community_id = $communityId and d.id = $deputyId
     and (d.email is not null or m.email is not null and m.status = 'active')`,
);

/** Who acts for a member since lately, and for whom a person does: the first page says so. */
export const selectNewDeputies = query(
  'select_new_deputies',
  `select d.id, d.member_id = $memberId and d.person_id <> $personId as "isOwn", m.id is not null as "isMember",
     coalesce(m.name, d.name, '') as name, md.given_name as "givenName", md.family_name as "familyName",
     o.name as "forName", d.created_at as "createdAt"
   from deputies d ${THEIR_MEMBER} ${THEIR_DETAILS}
   join members o on o.community_id = d.community_id and o.id = d.member_id and o.status = 'active'
   where d.community_id = $communityId and (d.member_id = $memberId or d.person_id = $personId) and d.ended_at is null
     and d.created_at > $since
   order by d.id desc limit $limit`,
);

/** The names of deputies, for what they have done. */
export const selectDeputyNames = query(
  'select_deputy_names',
  `select d.id, coalesce(m.name, d.name, '') as name, md.given_name as "givenName", md.family_name as "familyName"
   from deputies d ${THEIR_MEMBER} ${THEIR_DETAILS}
   where d.community_id = $communityId and d.id = any ($deputyIds::uuid[])`,
);

/** The person of a mailbox who acts for others already, and is no member. */
export const selectPersonOfMailbox = query(
  'select_person_of_mailbox',
  `select person_id as "personId" from deputies
   where community_id = $communityId and lower(email) = $mailbox and email is not null and ended_at is null
   order by id limit 1`,
);

/** Zero rows: the person acts for the member already. */
export const insertDeputy = write(
  'insert_deputy',
  `insert into deputies (community_id, id, member_id, deputy_member_id, name, email, person_id, agreed_on, how,
     recorded_by, created_at)
   values ($communityId, $id, $memberId, $deputyMemberId, $name, $email, $personId, $agreedOn, $how, $recordedBy, $at)
   on conflict (community_id, member_id, person_id) where ended_at is null do nothing
   returning id`,
);

/** Zero rows: it has ended already, or is another member's. */
export const updateDeputyEnded = write(
  'update_deputy_ended',
  `update deputies set ended_at = $at!
   where community_id = $communityId and member_id = $memberId and id = $deputyId and ended_at is null
   returning id`,
);

export const endDeputySessions = write(
  'end_deputy_sessions',
  `update member_sessions set ended_at = $at!
   where community_id = $communityId and deputy_id = $deputyId and ended_at is null`,
);

/**
 * Ends what a member who is erased has to do with deputies: the member's own, and those for whom the member acts. Names
 * and addresses of people who are no members go, and what is left says that there was a deputy.
 */
export const eraseDeputies = write(
  'erase_deputies',
  `update deputies set ended_at = coalesce(ended_at, $at!), name = case when name is not null then '–' end, email = null
   where community_id = $communityId and (member_id = $memberId or person_id = $memberId)`,
);
