import type { MemberMailKind } from '@timebank/contract';
import { ADDRESS_STYLE } from '../../../console/pages/voice/fragments.ts';
import { memberLanguage, writtenLanguage } from '../../../core/communities/language.ts';
import { deletesRows } from '../../../core/database/fragments.ts';
import { query, type RowFrom, write } from '../../../core/database/query.ts';
import { mailKindsOf } from '../../../core/people/members/mail-fragments.ts';
import { signInAddressOf } from '../../../core/people/number-in.ts';

/** Mails to members, or about a member to those who act for it. One that has been written for the same reason stays as it is. */
export const insertMemberMails = write(
  'insert_member_mails',
  { rows: { reasonKey: 'text', memberId: 'uuid', deputyId: 'uuid' } },
  `insert into mails (community_id, reason_key, member_id, deputy_id, message_id, language, urgent, created_at,
     next_attempt_at)
   select c.id, row.reason_key, m.id, row.deputy_id, $messageId::bigint, ${memberLanguage('m.language', 'c.languages')}, $urgent, $at!, $at
   from unnest($rows) as row ($columns)
   join communities c on c.id = $communityId
   join members m on m.community_id = c.id and m.id = row.member_id and m.erased_at is null and m.undone_at is null
   on conflict (community_id, reason_key) do nothing
   returning id`,
);

/** Mails to administrators of the community. */
export const insertAdministratorMails = write(
  'insert_administrator_mails',
  { rows: { reasonKey: 'text', administratorId: 'int' } },
  `insert into mails (community_id, reason_key, administrator_id, language, urgent, created_at, next_attempt_at)
   select c.id, row.reason_key, a.id, ${writtenLanguage('a.language', 'c.languages[1]')}, $urgent, $at!, $at
   from unnest($rows) as row ($columns)
   join communities c on c.id = $communityId
   join administrators a on a.id = row.administrator_id
   on conflict (community_id, reason_key) do nothing
   returning id`,
);

export const insertInvitationMail = write(
  'insert_invitation_mail',
  `insert into mails (community_id, reason_key, invitation_id, language, urgent, created_at, next_attempt_at)
   select c.id, $reasonKey, $invitationId!, ${writtenLanguage('c.languages[1]')}, $urgent, $at!, $at
   from communities c where c.id = $communityId
   on conflict (community_id, reason_key) do nothing
   returning id`,
);

/** Mails that were begun since then, of all communities. */
export const countAttemptedSince = query(
  'count_mails_attempted_since',
  'select count(*)::int as attempted from mails where last_attempt_at > $since',
);

/** Whether anything waits for the mailer, now or later; nothing does most of the time. */
export const selectMailsWaiting = query(
  'select_mails_waiting',
  `select exists (select from mails where state = 'due')
     or exists (select from password_requests where handled_at is null)
     or exists (select from sign_in_requests where way = 'mail' and handled_at is null) as waiting`,
);

/**
 * A mail that this worker, and no other, may send until the lease ends, with all that its text is made from.
 * `attempts`: also this one. `membersSide`: whether members have pages. `namesWhole`: whether members read each other's
 * whole names. `requestEmail`: the mailbox that a member has asked for, or had before: the mail goes there; null: it is
 * about no address. `deputyId`: the deputy to whom it goes, with name and address; null: the member. `deputyActs`: acts
 * at present.
 */
export type ClaimedMail = RowFrom<typeof claimMails>;

/**
 * Takes what is due until the lease ends: a mail whose worker died is taken again. The attempt counts from here, so that
 * a mail that ends the process is not tried for ever. Communities that are moving wait.
 */
export const claimMails = query<'claim_mails', { memberWants: readonly MemberMailKind[] | null }>(
  'claim_mails',
  `with due as materialized (
     select m.community_id, m.id from mails m
     where m.state = 'due' and m.next_attempt_at <= $now and (m.lease_until is null or m.lease_until <= $now)
       and exists (select from communities c where c.id = m.community_id and c.move_state is null)
     order by m.urgent desc, m.next_attempt_at
     limit $limit
     for no key update skip locked
   ), taken as (
     update mails m set lease_until = $leaseUntil!, last_attempt_at = $now, attempts = m.attempts + 1
     from due where m.community_id = due.community_id and m.id = due.id
     returning m.*
   )
   select t.deputy_id as "deputyId", coalesce(dm.name, d.name) as "deputyName", coalesce(dm.email, d.email) as "deputyEmail",
     coalesce(d.ended_at is null and coalesce(dm.status, 'active') = 'active', false) as "deputyActs",
     t.community_id as "communityId", t.id, t.reason_key as "reasonKey", t.language, t.attempts,
     t.created_at as "createdAt", t.lease_until as "leaseUntil!", t.message_uuid as "messageUuid",
     c.slug, c.name as community, c.kind as "communityKind", c.members_side as "membersSide",
     c.names_whole as "namesWhole", c.office_contact as "officeContact",
     ${ADDRESS_STYLE},
     t.member_id as "memberId", m.name as "memberName", m.email as "memberEmail", m.status as "memberStatus",
     case when t.reason_key like 'address.new:%' then q.mailbox else q.former end as "requestEmail",
     case when m.id is not null then ${mailKindsOf('m')} end as "memberWants",
     h.member_id is not null as "memberIsOnHold!",
     t.administrator_id as "administratorId", a.name as "administratorName",
     case when a.address_lost_at is null then ${signInAddressOf('a')} end as "administratorEmail",
     exists (select from administrator_roles r
       where r.administrator_id = t.administrator_id and r.community_id = t.community_id) as "hasRole",
     case when q.id is not null then null when d.id is null then coalesce(m.email_state, a.email_state)
       else dm.email_state end as "emailState", coalesce(m.stop_key, a.stop_key) as "stopKey",
     t.invitation_id as "invitationId", i.email as "invitationEmail", i.role as "invitationRole",
     i.created_at as "invitationCreatedAt", i.expires_at as "invitationExpiresAt", g.title, g.body
   from taken t
   join communities c on c.id = t.community_id
   left join members m on m.community_id = t.community_id and m.id = t.member_id
   left join member_holds h on h.community_id = t.community_id and h.member_id = t.member_id and h.ended_at is null
   left join deputies d on d.community_id = t.community_id and d.id = t.deputy_id
   left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id
   left join administrators a on a.id = t.administrator_id
   left join invitations i on i.community_id = t.community_id and i.id = t.invitation_id
   left join messages g on g.community_id = t.community_id and g.id = t.message_id
   left join sign_in_requests q on q.community_id = t.community_id and q.way = 'address' and q.member_id = t.member_id
     and q.id = case when t.reason_key like 'address.%' then split_part(t.reason_key, ':', 3)::bigint end
   order by t.urgent desc, t.created_at, t.id`,
);

/** Writes what came of an attempt, unless the lease has ended and another worker has the mail. */
export const updateMailAttempted = query(
  'update_mail_attempted',
  `update mails set state = $state, next_attempt_at = $nextAttemptAt, lease_until = null, error = $error,
     answer = $answer, finished_at = $finishedAt
   where community_id = $communityId and id = $id and lease_until = $leaseUntil
   returning id`,
);

/** Gives a mail back that was taken and not tried. */
export const returnMail = query(
  'return_mail',
  `update mails set lease_until = null, attempts = greatest(attempts - 1, 0)
   where community_id = $communityId and id = $id and lease_until = $leaseUntil`,
);

/** The key that ends the member's mails; made by the first mail that carries it. */
export const keepMemberStopKey = query(
  'keep_member_stop_key',
  `update members set stop_key = coalesce(stop_key, $key!) where community_id = $communityId and id = $memberId
   returning stop_key as "key!"`,
);

export const keepAdministratorStopKey = query(
  'keep_administrator_stop_key',
  `update administrators set stop_key = coalesce(stop_key, $key!) where id = $administratorId returning stop_key as "key!"`,
);

/** Nothing is sent to the address any more. An address that was changed meanwhile is another one. */
export const updateMemberAddressBad = query(
  'update_member_address_bad',
  `update members set email_state = 'bad'
   where community_id = $communityId and id = $memberId and email = $email and email_state is null
   returning id`,
);

export const updateAdministratorAddressBad = query(
  'update_administrator_address_bad',
  `update administrators set email_state = 'bad'
   where id = $administratorId and ${signInAddressOf('administrators')} = $email and email_state is null
   returning id`,
);

/** The days on which a server has refused this recipient since then: several mails of one day are one refusal. */
export const countRefusedDays = query(
  'count_refused_days',
  `select count(distinct (at at time zone 'UTC')::date)::int as days from (
     select last_attempt_at as at from mails
     where community_id = $communityId and member_id = $memberId? and error = 'refused' and last_attempt_at > $since
     union all
     select last_attempt_at from mails
     where administrator_id = $administratorId? and error = 'refused' and last_attempt_at > $since) r`,
);

const REFUSED = `('refused', 'no_mailbox', 'not_accepted')`;

/** Whom a server has refused in the span, as far as it has taken no mail since the first of them. */
export const countRefusedTogether = query(
  'count_refused_together',
  `select count(distinct coalesce(r.member_id::text, r.administrator_id::text, r.invitation_id::text))::int as recipients
   from mails r
   where r.last_attempt_at > $since and r.error in ${REFUSED} and not exists (
     select from mails s where s.last_attempt_at > $since and s.state = 'sent' and s.last_attempt_at >= r.last_attempt_at)`,
);

/**
 * A server that refuses everybody speaks of us: what it refused in the span waits as it did before, and no address is
 * bad for it.
 */
export const forgetRefusedTogether = query(
  'forget_refused_together',
  `with refused as (
     update mails set state = 'due', next_attempt_at = greatest(next_attempt_at, $again), error = 'not_accepted', finished_at = null
     where last_attempt_at > $since and error in ${REFUSED} and state in ('due', 'print', 'failed') and lease_until is null
     returning community_id, member_id, administrator_id
   ), members_again as (
     update members m set email_state = null from refused r
     where m.community_id = r.community_id and m.id = r.member_id and m.email_state is not null
   ), administrators_again as (
     update administrators a set email_state = null from refused r
     where a.id = r.administrator_id and a.email_state is not null
   )
   select count(*)::int as forgotten from refused`,
);

/** The digest of the link that an invitation's mail has; no row: it is gone, or was renewed meanwhile. */
export const updateMailedTokenHash = query(
  'update_mailed_token_hash',
  `update invitations set mailed_token_hash = $tokenHash!
   where community_id = $communityId and id = $invitationId and created_at = $createdAt
   returning id`,
);

/** A mail that is sent twice has one link. */
export const insertPasswordLink = query(
  'insert_password_link',
  `insert into password_links (token_hash, administrator_id, created_at, expires_at)
   values ($tokenHash, $administratorId, $createdAt, $expiresAt)
   on conflict (token_hash) do nothing`,
);

export const selectListingTitle = query(
  'select_listing_title',
  `select title, status = 'active' as "isActive" from listings where community_id = $communityId and id = $listingId`,
);

/** What the mail about an answer says: from the answerer, or back from the owner of the listing. */
export const selectAnswerMailed = query(
  'select_answer_mailed',
  `select m.name, d.given_name as "givenName", d.family_name as "familyName", m.seen_by_members as "seenByMembers",
     l.title, a.state,
     case when $isReply then a.reply else a.message end as message,
     case when 'email' = any (case when $isReply then a.owner_released else a.released end) then m.email end as email,
     case when 'phone' = any (case when $isReply then a.owner_released else a.released end) then d.phone end as phone
   from answers a
   join listings l on l.community_id = a.community_id and l.id = a.listing_id
   join members m on m.community_id = a.community_id
     and m.id = case when $isReply then a.to_member else a.from_member end
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where a.community_id = $communityId and a.id = $answerId and m.erased_at is null and a.state <> 'ended'`,
);

/** What one turn after a reply says, and the answer's other side as its reader sees it. */
export const selectTurnMailed = query(
  'select_turn_mailed',
  `select t.message, t.day, t.day_off as "dayOff", (select count(*)::int from answer_turns u
       where u.community_id = t.community_id and u.answer_id = t.answer_id and u.number <= t.number
         and u.day is not null) as "sequence!", l.title, t.created_at as "createdAt",
     t.from_member = $memberId as "isOwn", m.name, d.given_name as "givenName", d.family_name as "familyName",
     case when 'email' = any (case when m.id = a.to_member then a.owner_released else a.released end) then m.email end
       as email,
     case when 'phone' = any (case when m.id = a.to_member then a.owner_released else a.released end) then d.phone end
       as phone
   from answer_turns t
   join answers a on a.community_id = t.community_id and a.id = t.answer_id
   join listings l on l.community_id = a.community_id and l.id = a.listing_id
   join members m on m.community_id = a.community_id
     and m.id = case when a.from_member = $memberId then a.to_member else a.from_member end
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where t.community_id = $communityId and t.answer_id = $answerId and t.number = $number and a.state = 'agreed'
     and m.erased_at is null`,
);

/** A deputy who acts at present, as a notice names both. */
export const selectDeputyMailed = query(
  'select_deputy_mailed',
  `select coalesce(dm.name, d.name, '') as name, dd.given_name as "givenName", dd.family_name as "familyName",
     dm.id is not null as "isMember", m.name as "memberName"
   from deputies d
   join members m on m.community_id = d.community_id and m.id = d.member_id
   left join members dm on dm.community_id = d.community_id and dm.id = d.deputy_member_id
   left join member_details dd on dd.community_id = dm.community_id and dd.member_id = dm.id
   where d.community_id = $communityId and d.id = $deputyId and d.ended_at is null`,
);

/** A proposal as a mail to one of the two names it. */
export const selectMailedProposal = query(
  'select_mailed_proposal',
  `select p.state, p.revision, coalesce(p.waits_for = $memberId, false) as waits, p.amount_seconds as seconds,
     p.service_date as day, m.id as "otherId", coalesce(m.name, o.name, '') as name, d.given_name as "givenName",
     d.family_name as "familyName", g.member_id = $memberId as "helped!"
   from proposals p
   join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
   join accounts r on r.community_id = p.community_id and r.id = p.receiver_account_id
   join accounts o on o.community_id = p.community_id
     and o.id = case when g.member_id = $memberId then r.id else g.id end
   left join members m on m.community_id = o.community_id and m.id = o.member_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where p.community_id = $communityId and p.id = $proposalId and $memberId in (g.member_id, r.member_id)`,
);

/** Where mail is off, what is due is a letter, or nothing. */
export const settleUnsendable = query(
  'settle_unsendable_mails',
  `with due as (
     select community_id, id, member_id is not null and deputy_id is null and split_part(reason_key, ':', 1) = any($printable::text[]) as prints
     from mails where state = 'due' and (lease_until is null or lease_until <= $now)
     order by urgent desc, next_attempt_at limit $limit for no key update skip locked
   ), settled as (
     update mails m set state = case when due.prints then 'print' else 'dropped' end, next_attempt_at = null,
       lease_until = null, error = 'mail_off', finished_at = case when not due.prints then $now::timestamptz end
     from due where m.community_id = due.community_id and m.id = due.id
     returning 1
   )
   select count(*)::int as settled from settled`,
);

/** Mails that are over, by age. */
export const deleteOldMails = query(
  'delete_old_mails',
  deletesRows('mails', ['community_id', 'id'], `created_at < $before and state <> 'due' order by created_at`),
);

/** Messages whose mails are gone. */
export const deleteOldMessages = query(
  'delete_old_messages',
  `with deleted as (
     delete from messages g where g.created_at < $before
       and not exists (select from mails m where m.community_id = g.community_id and m.message_id = g.id)
     returning 1
   )
   select count(*)::int as deleted from deleted`,
);

/** What became of the mails with these reasons; one that was deleted by age is missing. */
export const selectMailStates = query(
  'select_mail_states',
  `select reason_key as "reasonKey", state from mails
   where community_id = $communityId and reason_key = any($reasonKeys::text[])`,
);

/** What waits is not sent any more, and what a mail server said of the address goes. Which mails there were stays. */
export const eraseMails = write(
  'erase_mails',
  `update mails set answer = null, lease_until = null, next_attempt_at = null,
     error = case when state in ('due', 'print') then 'gone' else error end,
     finished_at = case when state in ('due', 'print') then $erasedAt! else finished_at end,
     state = case when state in ('due', 'print') then 'dropped' else state end
   where community_id = $communityId and member_id = $memberId`,
);
