import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { numberIn, signInAddressOf } from '../../../../core/people/number-in.ts';

/** The accounts of a proposal, which never change: read before its row is locked, so that members are locked first. */
export const selectProposalSides = query(
  'select_proposal_sides',
  `select p.provider_account_id as "providerAccountId", p.receiver_account_id as "receiverAccountId",
     g.member_id as "providerId", r.member_id as "receiverId"
   from proposals p
   join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
   join accounts r on r.community_id = p.community_id and r.id = p.receiver_account_id
   where p.community_id = $communityId and p.id = $proposalId`,
);

export type LockedProposal = StatementRow<'lock_proposal'>;

export const lockProposal = write(
  'lock_proposal',
  `select p.state, p.office_reason as "officeReason", p.revision, p.created_by as "createdBy",
     p.proposed_by as "proposedBy", p.proposed_person as "proposedPerson", p.waits_for as "waitsFor",
     p.amount_seconds as "amountSeconds", p.service_date as "serviceDate", p.listing_id as "listingId", p.note,
     p.confirmed_by as "confirmedBy", p.confirmed_person as "confirmedPerson",
     p.transfer_id as "transferId", p.waits_since as "waitsSince", p.reminded_at as "remindedAt",
     p.contested_by as "contestedBy"
   from proposals p where p.community_id = $communityId and p.id = $proposalId for update`,
);

export const updateProposal = write(
  'update_proposal',
  `update proposals p set state = $state, office_reason = $officeReason, revision = $revision,
     proposed_by = $proposedBy, proposed_person = $proposedPerson, waits_for = $waitsFor,
     amount_seconds = $amountSeconds, service_date = $serviceDate, confirmed_by = $confirmedBy,
     confirmed_person = $confirmedPerson, contested_by = $contestedBy, settled_by = $settledBy, how = $how,
     end_reason = $endReason, transfer_id = $transferId, waits_since = $waitsSince, reminded_at = $remindedAt,
     changed_at = $at,
     -- A correction may say what another open one says: then they are several.
     again = case when p.revision = $revision then p.again else coalesce((
       select max(o.again) + 1 from proposals o
       where o.community_id = $communityId and o.provider_account_id = p.provider_account_id
         and o.receiver_account_id = p.receiver_account_id and o.service_date = $serviceDate
         and o.amount_seconds = $amountSeconds and o.state in ('waiting', 'office') and o.id <> p.id), 0) end
   where community_id = $communityId and id = $proposalId`,
);

export const insertProposal = write(
  'insert_proposal',
  `insert into proposals (community_id, id, provider_account_id, receiver_account_id, created_by, proposed_by,
     proposed_person, waits_for, amount_seconds, service_date, listing_id, note, again, state, office_reason, form,
     one_mailbox, created_at, changed_at, waits_since)
   values ($communityId, $id, $providerAccountId, $receiverAccountId, $createdBy, $createdBy, $proposedPerson, $waitsFor,
     $amountSeconds, $serviceDate, $listingId, $note, $again, $state, $officeReason, $form, $oneMailbox, $at, $at, $at)`,
);

export const insertProposalStep = write(
  'insert_proposal_step',
  `insert into proposal_steps (community_id, proposal_id, number, at, actor, act, amount_seconds, service_date, words)
   select $communityId, $proposalId, coalesce(max(number), 0) + 1, $at, $actor, $act, $amountSeconds::int,
     $serviceDate::date, $words
   from proposal_steps where community_id = $communityId and proposal_id = $proposalId`,
);

/** Whose a listing is. Held until the proposal is written. */
export const lockListingOwner = write(
  'lock_listing_owner',
  `select member_id as "memberId" from listings
   where community_id = $communityId and id = $listingId and undone_at is null for key share`,
);

/** What a new proposal could repeat: the one of the same page, and the open one of the same two, day and time. */
export const selectProposalOfForm = query(
  'select_proposal_of_form',
  `select p.id, p.provider_account_id as "providerAccountId", p.receiver_account_id as "receiverAccountId",
     s.amount_seconds as "amountSeconds!", s.service_date as "serviceDate!", p.note, p.listing_id as "listingId"
   from proposals p
   join proposal_steps s on s.community_id = p.community_id and s.proposal_id = p.id and s.number = 1
   where p.community_id = $communityId and p.created_by = $memberId and p.form = $form`,
);

export const selectProposalsAlike = query(
  'select_proposals_alike',
  `select id, created_by as "createdBy", again, state in ('waiting', 'office') as "isOpen" from proposals
   where community_id = $communityId and provider_account_id = $providerAccountId
     and receiver_account_id = $receiverAccountId and service_date = $serviceDate and amount_seconds = $amountSeconds
     and (state in ('waiting', 'office') or state = 'confirmed' and changed_at > $confirmedAfter)
   order by id desc limit 100`,
);

/** Proposals that a member has made since. */
export const countNewProposals = query(
  'count_new_proposals',
  `select count(*)::int as count from proposals
   where community_id = $communityId and created_by = $memberId and created_at > $since`,
);

/** SQL: the mailboxes of a member and of those who act for the member at present. */
const mailboxesOf = (memberId: string) => `select lower(email) from members
       where community_id = a.community_id and id = ${memberId} and email is not null
     union all
     select lower(coalesce(dm.email, d.email)) from deputies d
       left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id
       where d.community_id = a.community_id and d.member_id = ${memberId} and d.ended_at is null
         and coalesce(dm.email, d.email) is not null`;

/** SQL: the address of the person who acts: of the member, or of the deputy of this row. */
const addressOfDeputy = `lower(coalesce(dm.email, d.email)) from deputies d
     left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id
     where d.community_id = $communityId`;

/**
 * Whether one person would be on both sides by the mailbox: a deputy who confirms has that of the other member, or who
 * confirms has that of the deputy who has proposed. Two members of one mailbox are two.
 */
export const selectIsOneMailbox = query(
  'select_is_one_mailbox',
  `with confirming as (
     select lower(m.email) as mailbox from members m
     where m.community_id = $communityId and m.id = $memberId and $deputyId::uuid is null
     union select ${addressOfDeputy} and d.id = $deputyId
   ), proposing as (
     select lower(m.email) as mailbox from members m
     where m.community_id = $communityId and m.id = $proposedBy and $deputyId::uuid is not null
     union select ${addressOfDeputy} and d.member_id = $proposedBy and d.person_id = $proposedPerson?
   )
   select exists (select from confirming join proposing using (mailbox)) as "isOne"`,
);

/** Whether an administrator signs in by an address of one of the members, or of one who acts for them. */
export const selectIsOwnHour = query(
  'select_is_own_hour',
  `select exists (
     select from administrators w
     where w.id = ${numberIn('$actor::text', 'administrator')} and lower(${signInAddressOf('w')}) in (
       select lower(m.email) from members m where m.community_id = $communityId and m.id = any ($memberIds::uuid[])
       union all select ${addressOfDeputy} and d.member_id = any ($memberIds::uuid[]) and d.ended_at is null)
   ) as "isOwn"`,
);

/** What a member's own account may still give or take, and whether one mailbox signs in for both members. */
export const selectOwnRoom = query(
  'select_own_room',
  `select a.credits_seconds - a.debits_seconds as "balanceSeconds",
     coalesce(a.lower_balance_seconds, c.lower_balance_seconds) as "lowerSeconds",
     c.upper_balance_seconds as "upperSeconds", c.exchange_step_minutes as "stepMinutes",
     exists ((${mailboxesOf('a.member_id')}) intersect (${mailboxesOf('$otherId?')})) as "oneMailbox"
   from accounts a
   join communities c on c.id = a.community_id
   where a.community_id = $communityId and a.id = $accountId`,
);

/** Waiting proposals of communities, the oldest first. */
export const selectUnanswered = query(
  'select_unanswered_proposals',
  `select p.community_id as "communityId", p.id, p.waits_since as "waitsSince",
     case when p.waits_since < $now::timestamptz - make_interval(days => c.silent_days) then 'silence' else 'remind' end as act
   from proposals p join communities c on c.id = p.community_id
   where p.state = 'waiting' and c.move_state is null and (
     p.waits_since < $now::timestamptz - make_interval(days => c.silent_days)
     or p.reminded_at is null and p.waits_since < $now::timestamptz - make_interval(days => c.remind_days))
   order by p.waits_since limit $limit`,
);

/** What a member sees of a proposal. `proposedPerson`: who has proposed it for that member; null: the member. */
export type ProposalView = StatementRow<'select_proposal'>;

const VIEW = `p.id, p.state, p.office_reason as "officeReason", p.revision, p.created_by as "createdBy",
     p.proposed_by as "proposedBy", p.proposed_person as "proposedPerson", p.waits_for as "waitsFor",
     p.amount_seconds as "amountSeconds", p.service_date as "serviceDate", p.note, g.member_id as "providerId",
     coalesce(gm.name, g.name, '') as "providerName", gm.external_id as "providerNumber",
     r.member_id as "receiverId",
     coalesce(rm.name, r.name, '') as "receiverName", rm.external_id as "receiverNumber",
     gd.given_name as "providerGiven", gd.family_name as "providerFamily", rd.given_name as "receiverGiven",
     rd.family_name as "receiverFamily", p.contested_by as "contestedBy", p.created_at as "createdAt",
     p.one_mailbox as "oneMailbox"`;
const SIDES = `join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
   join accounts r on r.community_id = p.community_id and r.id = p.receiver_account_id
   left join members gm on gm.community_id = g.community_id and gm.id = g.member_id
   left join members rm on rm.community_id = r.community_id and rm.id = r.member_id
   left join member_details gd on gd.community_id = g.community_id and gd.member_id = g.member_id
   left join member_details rd on rd.community_id = r.community_id and rd.member_id = r.member_id`;

export const selectProposal = query(
  'select_proposal',
  `select ${VIEW} from proposals p ${SIDES} where p.community_id = $communityId and p.id = $proposalId`,
);

/** Those that wait for a member, oldest first, and those that the member waits for. */
export const selectOpenProposalsOf = query(
  'select_open_proposals_of_member',
  `select ${VIEW} from (
     select community_id, id from proposals
     where community_id = $communityId and provider_account_id = $accountId and state in ('waiting', 'office')
     union all
     select community_id, id from proposals
     where community_id = $communityId and receiver_account_id = $accountId and state in ('waiting', 'office')
     order by id limit $limit
   ) o
   join proposals p on p.community_id = o.community_id and p.id = o.id
   ${SIDES}
   order by p.id`,
);

/** All that a member recorded with others, newest first. */
export const selectProposalsOfAccount = query(
  'select_proposals_of_account',
  `select ${VIEW} from (
     (select community_id, id from proposals
      where community_id = $communityId and provider_account_id = $accountId order by id desc limit $limit)
     union all
     (select community_id, id from proposals
      where community_id = $communityId and receiver_account_id = $accountId order by id desc limit $limit)
     order by id desc limit $limit
   ) o
   join proposals p on p.community_id = o.community_id and p.id = o.id
   ${SIDES}
   order by p.id desc`,
);

/** Of the console, a page of those in a state; null: all. */
export const selectHourProposals = query(
  'select_hour_proposals',
  `select ${VIEW} from proposals p ${SIDES}
   where p.community_id = $communityId and ($state::text is null or p.state = $state) and p.id < $beforeId
   order by p.id desc limit $limit`,
);

/** Where the office reaches these members. */
export const selectTelephones = query(
  'select_telephones',
  `select member_id as id, phone, second_phone as "secondPhone" from member_details
   where community_id = $communityId and member_id = any($memberIds::uuid[])`,
);

export type ProposalStep = StatementRow<'select_proposal_steps'>;

export const selectProposalSteps = query(
  'select_proposal_steps',
  `select proposal_id as "proposalId", number, at, actor, act, amount_seconds as "amountSeconds",
     service_date as "serviceDate", words
   from proposal_steps where community_id = $communityId and proposal_id = any($proposalIds::uuid[])
   order by proposal_id, number`,
);
