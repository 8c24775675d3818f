import type { MemberMailKind } from '@timebank/contract';
import { ADDRESS_STYLE } from '../../../console/pages/voice/fragments.ts';
import { memberLanguage } from '../../../core/communities/language.ts';
import { query, type StatementRow, write } from '../../../core/database/query.ts';
import { listOrder } from '../../../core/people/members/list-order.ts';
import { agreedToMessages, mailKindsOf } from '../../../core/people/members/mail-fragments.ts';
import { calledAdministrator, numberIn } from '../../../core/people/number-in.ts';

/** What became of a mail. */
export type ReportedMail = StatementRow<'select_last_test_mail'>;

const REPORTED = `m.id, m.reason_key as "reasonKey",
     coalesce(b.name, ${calledAdministrator('a')}, i.email, '') as to, m.member_id as "memberId", m.state, m.error,
     m.answer, coalesce(m.last_attempt_at, m.created_at) as at, m.next_attempt_at as "nextAttemptAt"
   from mails m
   left join members b on b.community_id = m.community_id and b.id = m.member_id
   left join administrators a on a.id = m.administrator_id
   left join invitations i on i.community_id = m.community_id and i.id = m.invitation_id`;

/** The last mails that a server did not take. What concerns an account alone is shown to nobody else. */
export const selectFailedMails = query(
  'select_failed_mails',
  `select ${REPORTED}
   where m.community_id = $communityId and m.error in ('unreachable', 'not_accepted', 'refused', 'no_mailbox')
     and m.reason_key not like 'password.reset:%'
   order by m.id desc limit $limit`,
);

export const selectLastTest = query(
  'select_last_test_mail',
  `select ${REPORTED}
   where m.community_id = $communityId and m.administrator_id = $administratorId and m.reason_key like 'mail.test:%'
   order by m.id desc limit 1`,
);

/** Each counted up to the limit. */
export const countMails = query(
  'count_mails',
  `select
     (select count(*)::int from (select from mails where community_id = $communityId and state = 'due' limit $limit) d)
       as waiting,
     (select count(*)::int from (select from mails where community_id = $communityId and state = 'print' limit $limit) p)
       as "toPrint",
     (select count(*)::int from (select from members
       where community_id = $communityId and email_state is not null limit $limit) b) as "badAddresses"`,
);

/** Whom a message is for; null: no condition. */
export interface Audience {
  readonly memberIds: readonly string[] | null;
  readonly language: string | null;
  /** `YYYY-MM-DD`. */
  readonly joinedFrom: string | null;
}

const AUDIENCE = `m.community_id = $communityId and m.status = 'active' and m.undone_at is null
     and ($memberIds::uuid[] is null or m.id = any($memberIds::uuid[]))
     and ($language::text is null or lower(m.language) = lower($language) or m.language ilike $language || '-%')
     and ($joinedFrom::date is null or m.joined_on >= $joinedFrom::date)`;

export const countReach = query(
  'count_message_reach',
  `select count(*) filter (where agrees and email is not null and email_state is null and c.kind = 'live')::int as "byMail",
     count(*) filter (where agrees)::int as agreed, count(*) filter (where not agrees)::int as "notAgreed"
   from (select m.email, m.email_state, ${agreedToMessages('m')} as agrees from members m where ${AUDIENCE}) m
   join communities c on c.id = $communityId`,
);

/** Members of the audience whom no mail of a message reaches, by name. */
export const selectNotReached = query(
  'select_not_reached_by_message',
  `select m.id, m.name, d.family_name as "familyName", m.external_id as "externalId",
     case when d.email_consent_on is null then 'not_agreed' when m.email is null then 'no_address'
       when m.email_state is not null then 'bad_address' else 'no_mail' end as why
   from members m
   join communities c on c.id = m.community_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where ${AUDIENCE}
     and (d.email_consent_on is null or m.email is null or m.email_state is not null or c.kind <> 'live' or not $isMailOn::boolean)
   order by ${listOrder('m', 'd')}, m.id limit $limit`,
);

/** No row: the same form was sent before. */
export const insertMessage = write(
  'insert_message',
  `insert into messages (community_id, title, body, written_by, created_at, form, audience_digest)
   values ($communityId, $title, $body, $writtenBy, $at, $form, $audience!)
   on conflict (community_id, form) do nothing returning id`,
);

/** One mail for each active member of the audience who agreed. */
export const insertMessageMails = write(
  'insert_message_mails',
  `with written as (
     insert into mails (community_id, reason_key, member_id, message_id, language, created_at, next_attempt_at)
     select m.community_id, 'message:' || $messageId::bigint || ':' || m.id, m.id, $messageId::bigint,
       ${memberLanguage('m.language', 'c.languages')}, $at!, $at
     from members m join communities c on c.id = m.community_id
     where ${AUDIENCE} and ${agreedToMessages('m')}
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`,
);

export type WrittenMessageRow = StatementRow<'select_messages'>;

const WRITTEN = `select g.id, g.title, g.body, ${calledAdministrator('a')} as "writtenBy", g.created_at as "createdAt",
     n.recipients, n.waiting, n.sent, n."toPrint", n.printed
   from messages g
   left join administrators a on a.id = ${numberIn('g.written_by', 'administrator')}
   cross join lateral (
     select count(*)::int as recipients, count(*) filter (where m.state = 'due')::int as waiting,
       count(*) filter (where m.state = 'sent')::int as sent, count(*) filter (where m.state = 'print')::int as "toPrint",
       count(*) filter (where m.state = 'printed')::int as printed
     from mails m where m.community_id = g.community_id and m.message_id = g.id) n`;

/** Newest first. */
export const selectMessages = query(
  'select_messages',
  `${WRITTEN} where g.community_id = $communityId order by g.id desc limit $limit`,
);

/** @param audience null fits: the message was written by an earlier version */
export const selectMessageRepeated = query(
  'select_message_repeated',
  `select id from messages where community_id = $communityId and form = $form and title = $title and body = $body
     and coalesce(audience_digest, $audience) = $audience`,
);

export const selectMessageOfForm = query(
  'select_message_of_form',
  `${WRITTEN} where g.community_id = $communityId and g.form = $form`,
);

/** A mail that waits for a letter, with what the letter is made from. */
export type MailToPrint = StatementRow<'select_mails_to_print'>;

export const selectMailsToPrint = query(
  'select_mails_to_print',
  `select m.id, m.community_id as "communityId", m.reason_key as "reasonKey", m.language, m.created_at as "createdAt",
     m.error, b.id as "memberId", b.name as "memberName", b.external_id as "externalId", g.title, g.body,
     c.names_whole as "namesWhole", c.name as community, ${ADDRESS_STYLE}
   from mails m
   join communities c on c.id = m.community_id
   join members b on b.community_id = m.community_id and b.id = m.member_id
   left join messages g on g.community_id = m.community_id and g.id = m.message_id
   where m.community_id = $communityId and m.state = 'print'
   order by m.id limit $limit`,
);

export const updateMailsPrinted = write(
  'update_mails_printed',
  `update mails set state = 'printed', finished_at = $at!
   where community_id = $communityId and id = any($ids::bigint[]) and state = 'print'
   returning id`,
);

/** Notes the day of the consent, or takes it back, for members for whom that is new. */
export const upsertMailConsent = write(
  'upsert_mail_consent',
  `insert into member_details as d (community_id, member_id, email_consent_on, updated_at)
   select m.community_id, m.id, $consentOn::date, $at from members m
   where m.community_id = $communityId and m.id = any($memberIds::uuid[]) and m.erased_at is null
     and m.undone_at is null and ${agreedToMessages('m')} <> ($consentOn::date is not null)
   on conflict (community_id, member_id) do update set email_consent_on = excluded.email_consent_on,
     updated_at = excluded.updated_at
   returning d.member_id as id`,
);

/** How many of these members there are, and for how many the consent would be new. */
export const countKnownMembers = query(
  'count_known_members',
  `select count(*)::int as known, count(*) filter (where ${agreedToMessages('m')} <> $agreed)::int as differing
   from members m
   where m.community_id = $communityId and m.id = any($memberIds::uuid[]) and m.erased_at is null
     and m.undone_at is null`,
);

/** Who holds a key that ends mails, in one community. */
export const selectStopHolder = query(
  'select_stop_holder',
  `select c.id as "communityId", c.name as community, m.id as "memberId", null::int as "administratorId",
     ${mailKindsOf('m')} as "kinds!", m.language, c.languages, c.members_side as "hasPages", ${ADDRESS_STYLE}
   from communities c join members m on m.community_id = c.id and m.stop_key = $key
   where c.slug = $slug
   union all
   select c.id, c.name, null, a.id, a.mail_kinds, a.language, c.languages, false, ${ADDRESS_STYLE}
   from administrators a
   join administrator_roles r on r.administrator_id = a.id
   join communities c on c.id = r.community_id and c.slug = $slug
   where a.stop_key = $key`,
);

/** Ends a kind of mail; a consent to messages is taken back with it. */
export const updateMemberStopped = write<
  { communityId: number; memberId: string; of: MemberMailKind; at: Date },
  { id: string }
>(
  'update_member_stopped',
  `with withdrawn as (
     update member_details set email_consent_on = null, updated_at = $at
     where community_id = $communityId and member_id = $memberId and $of::text = 'messages'
       and email_consent_on is not null
     returning member_id as id
   ), ended as (
     update members set mail_kinds = array_remove(mail_kinds, $of::text)
     where community_id = $communityId and id = $memberId and $of::text = any(mail_kinds) returning id
   )
   select id from withdrawn union select id from ended`,
);

export const updateAdministratorStopped = write(
  'update_administrator_stopped',
  `update administrators set mail_kinds = '{}' where id = $administratorId and mail_kinds <> '{}' returning id`,
);

/** Mails of a member, newest first. */
export const selectMemberMails = query(
  'select_member_mails',
  `select m.reason_key as "reasonKey", g.title, m.state, m.created_at as "createdAt", m.finished_at as "finishedAt",
     m.answer
   from mails m left join messages g on g.community_id = m.community_id and g.id = m.message_id
   where m.community_id = $communityId and m.member_id = $memberId order by m.id desc limit $limit`,
);
