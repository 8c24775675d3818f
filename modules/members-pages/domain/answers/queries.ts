import { deletesRows } from '../../../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { listingColumns } from '../../../../core/people/listings/values.ts';
import { quarterSeen } from '../../../../core/people/members/quarter-fragment.ts';
import { reachedByMail, waitsToBeHandedOn } from '../../../mail/domain/fragments.ts';

export type ListingOwner = StatementRow<'select_listing_with_owner'>;

/** A listing with its owner, whatever its state. */
export const selectListingWithOwner = query(
  'select_listing_with_owner',
  `select l.id, l.member_id as "memberId", ${listingColumns('l')}, l.status, l.back_as as "backAs", l.ends_on as "endsOn", l.created_at as "createdAt",
     m.status as "memberStatus", m.seen_by_members as "seenByMembers", m.language as "ownerLanguage", m.name, d.given_name as "givenName", d.family_name as "familyName",
     ${quarterSeen('m')} as quarter
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where l.community_id = $communityId and l.id = $listingId and l.undone_at is null`,
);

/** By what others can reach a member. */
export const selectReach = query(
  'select_reach',
  `select m.email, d.phone from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where m.community_id = $communityId and m.id = $memberId`,
);

/** Those of the members that take part, held to the end of the transaction, in the order of all that lock members. */
export const lockActiveMembers = write(
  'lock_active_members',
  `select id from members
   where community_id = $communityId and id = any($memberIds::uuid[]) and status = 'active' and erased_at is null
   order by id for no key update`,
);

export const selectListingOfForm = query(
  'select_listing_of_form',
  `select listing_id as "listingId" from listing_forms
   where community_id = $communityId and member_id = $memberId and form = $form`,
);

export const countListingForms = query(
  'count_listing_forms',
  `select count(*)::int as count from listing_forms
   where community_id = $communityId and member_id = $memberId and created_at > $since`,
);

export const insertListingForm = write(
  'insert_listing_form',
  `insert into listing_forms (community_id, member_id, form, listing_id, created_at)
   values ($communityId, $memberId, $form, $listingId, $at)`,
);

export const selectAnswerOfForm = query(
  'select_answer_of_form',
  `select id, listing_id as "listingId", message, released from answers
   where community_id = $communityId and from_member = $memberId and form = $form`,
);

export const countAnswersSince = query(
  'count_answers_since',
  `select count(*)::int as count from answers
   where community_id = $communityId and from_member = $memberId and created_at > $since`,
);

/** The newest answer of a member to a listing that has not come to an end. */
export const selectStandingAnswer = query(
  'select_standing_answer',
  `select id from answers
   where community_id = $communityId and listing_id = $listingId and from_member = $memberId
     and state in ('open', 'agreed')
   order by id desc limit 1`,
);

export const insertAnswer = write(
  'insert_answer',
  `insert into answers (community_id, id, listing_id, from_member, from_deputy, to_member, message, released, form,
     created_at)
   values ($communityId, $id, $listingId, $fromMember, $fromDeputy, $toMember, $message, $released, $form, $at)`,
);

/** Held until it is replied to. Only the owner's is found. */
export const lockAnswer = write(
  'lock_answer',
  `select state, from_member as "fromMember" from answers
   where community_id = $communityId and id = $answerId and to_member = $ownerId for no key update`,
);

export const updateAnswerReplied = write(
  'update_answer_replied',
  `update answers set state = $state, reply = $reply, owner_released = $ownerReleased, replied_at = $at!
   where community_id = $communityId and id = $answerId and state = 'open'`,
);

/** `fromDeputyName`: who has written it for the member; null: the member. */
export type AnswerRow = StatementRow<'select_answer'>;

const ANSWER = `select a.id, a.listing_id as "listingId", l.type as "listingType", l.title as "listingTitle",
     a.from_member as "fromMember", a.to_member as "toMember", a.message, a.released, a.reply,
     a.owner_released as "ownerReleased", a.state, a.created_at as "createdAt",
     a.day, a.day_off as "dayOff", a.day_sequence as "daySequence",
     f.language as "fromLanguage", t.language as "toLanguage", f.name as "fromName", fd.given_name as "fromGiven", fd.family_name as "fromFamily", f.email as "fromEmail",
     fd.phone as "fromPhone", f.seen_by_members as "fromSeen", t.seen_by_members as "toSeen",
     t.name as "toName", td.given_name as "toGiven", td.family_name as "toFamily", t.email as "toEmail",
     td.phone as "toPhone", coalesce(dm.name, fp.name) as "fromDeputyName",
     dd.given_name as "fromDeputyGiven", dd.family_name as "fromDeputyFamily"
   from answers a
   join listings l on l.community_id = a.community_id and l.id = a.listing_id
   join members f on f.community_id = a.community_id and f.id = a.from_member
   join members t on t.community_id = a.community_id and t.id = a.to_member
   left join deputies fp on fp.community_id = a.community_id and fp.id = a.from_deputy
   left join members dm on dm.community_id = fp.community_id and dm.id = fp.deputy_member_id
   left join member_details dd on dd.community_id = dm.community_id and dd.member_id = dm.id
   left join member_details fd on fd.community_id = f.community_id and fd.member_id = f.id
   left join member_details td on td.community_id = t.community_id and td.member_id = t.id`;

/** An answer, to be shown to its two sides and the office alone. */
export const selectAnswer = query(
  'select_answer',
  `${ANSWER} where a.community_id = $communityId and a.id = $answerId`,
);

/** What the office reads of an answer besides: whom mail reaches. */
export type OfficeAnswerRow = StatementRow<'select_answer_page'>;

/**
 * All answers of a community, newest first.
 * @param state null: in any
 * @param handOn only those that wait for a reply and whose owner no mail reaches
 */
export const selectAnswerPage = query(
  'select_answer_page',
  `${ANSWER.replace(
    ' from answers a',
    `, ${reachedByMail('f')} as "fromByMail", ${reachedByMail('t')} as "toByMail",
     ${waitsToBeHandedOn('a', 't')} as "isToHandOn!"
   from answers a`,
  )}
   where a.community_id = $communityId and a.id < $beforeId and ($state::text is null or a.state = $state)
     and (not $handOn or ${waitsToBeHandedOn('a', 't')})
   order by a.id desc limit $limit`,
);

/** What a member has sent, newest first. */
export const selectSentAnswers = query(
  'select_sent_answers',
  `${ANSWER} where a.community_id = $communityId and a.from_member = $memberId order by a.created_at desc limit $limit`,
);

/** What a member has received, newest first. */
export const selectReceivedAnswers = query(
  'select_received_answers',
  `${ANSWER} where a.community_id = $communityId and a.to_member = $memberId order by a.created_at desc limit $limit`,
);

/** What waits for a member's reply, newest first. */
export const selectWaitingAnswers = query(
  'select_waiting_answers',
  `${ANSWER} where a.community_id = $communityId and a.to_member = $memberId and a.state = 'open'
   order by a.id desc limit $limit`,
);

export const deleteOldAnswers = query(
  'delete_old_answers',
  deletesRows('answers', ['community_id', 'id'], `created_at < $before order by created_at`),
);

export const deleteOldListingForms = query(
  'delete_old_listing_forms',
  deletesRows('listing_forms', ['community_id', 'member_id', 'form'], `created_at < $before order by created_at`),
);

/** One that was agreed on, held until a turn is written; for one of its two sides. */
export const lockAgreedAnswer = write(
  'lock_agreed_answer',
  `select from_member as "fromMember", to_member as "toMember", released, owner_released as "ownerReleased", day,
     day_off as "dayOff"
   from answers
   where community_id = $communityId and id = $answerId and state = 'agreed'
     and (from_member = $memberId or to_member = $memberId) for no key update`,
);

export type AnswerTurnRow = StatementRow<'select_answer_turns'>;

/** What the two wrote after the reply, in its order. */
export const selectAnswerTurns = query(
  'select_answer_turns',
  `select t.answer_id as "answerId", t.number, t.from_member as "fromMember", t.message, t.day, t.day_off as "dayOff",
     t.form, t.created_at as "createdAt", coalesce(dm.name, p.name) as "deputyName", dd.given_name as "deputyGiven",
     dd.family_name as "deputyFamily"
   from unnest($answerIds!::uuid[]) as asked (id)
   cross join lateral (
     select * from answer_turns where community_id = $communityId and answer_id = asked.id order by number
   ) t
   left join deputies p on p.community_id = t.community_id and p.id = t.from_deputy
   left join members dm on dm.community_id = p.community_id and dm.id = p.deputy_member_id
   left join member_details dd on dd.community_id = dm.community_id and dd.member_id = dm.id
   order by t.answer_id, t.number`,
);

export const insertAnswerTurn = write(
  'insert_answer_turn',
  `insert into answer_turns (community_id, answer_id, number, from_member, from_deputy, message, day, day_off, form,
     created_at)
   values ($communityId, $answerId, $number, $fromMember, $fromDeputy, $message, $day, $dayOff, $form, $at)`,
);

/** What a turn changes of the answer itself. */
export const updateAnswerTurned = write(
  'update_answer_turned',
  `update answers set released = $released, owner_released = $ownerReleased, day = $day, day_off = $dayOff,
     day_sequence = day_sequence + case when $changesDay then 1 else 0 end
   where community_id = $communityId and id = $answerId`,
);

/** The days that a member has agreed on from this one on, the next first. */
export const selectAgreedDays = query(
  'select_agreed_days',
  `${ANSWER} where a.community_id = $communityId and (a.from_member = $memberId or a.to_member = $memberId)
     and a.state = 'agreed' and a.day >= $today and not a.day_off
   order by a.day, a.id limit $limit`,
);

/** Ends what is open or agreed with members who have left. */
export const endAnswers = write(
  'end_answers',
  `update answers set state = 'ended'
   where community_id = $communityId and state in ('open', 'agreed')
     and (from_member = any($memberIds::uuid[]) or to_member = any($memberIds::uuid[]))`,
);

/** Empties the words between a member who is erased and others; what is open ends. */
export const eraseAnswers = write(
  'erase_answers',
  `with forms as (delete from listing_forms where community_id = $communityId and member_id = $memberId)
   , turns as (
     delete from answer_turns t using answers a
     where a.community_id = $communityId and (a.from_member = $memberId or a.to_member = $memberId)
       and t.community_id = a.community_id and t.answer_id = a.id
   )
   update answers set message = '', reply = null, released = '{}', owner_released = '{}',
     day = null, day_off = false, day_sequence = 0,
     state = case when state in ('open', 'agreed') then 'ended' else state end
   where community_id = $communityId and (from_member = $memberId or to_member = $memberId)`,
);
