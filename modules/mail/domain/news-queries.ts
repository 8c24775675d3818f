/** What is new for a member: listings of others, and hours that wait. */

import { memberLanguage } from '../../../core/communities/language.ts';
import { query, type StatementRow } from '../../../core/database/query.ts';
import { isOnHold } from '../../../core/people/holds/queries.ts';

/** Communities whose members have pages, and may get mail. */
export const selectNewsCommunities = query(
  'select_news_communities',
  `select id as "communityId" from communities where members_side and kind = 'live' and move_state is null order by id`,
);

/** SQL: when a listing came before the members: the office may have looked at it first. */
const SINCE = 'coalesce(l.published_at, l.created_at)';
/** SQL: published by members who take part, within the span; none was changed before it was published. */
const PUBLISHED = `l.community_id = $communityId and l.updated_at >= $from and ${SINCE} >= $from and ${SINCE} < $to
     and l.status = 'active' and l.undone_at is null`;
const FROM_ACTIVE = `from listings l
     join members o on o.community_id = l.community_id and o.id = l.member_id and o.status = 'active'`;

/**
 * SQL: the next members who want this kind of mail and are not on hold, and whether there is something to say. What is new is read once for
 * all of the page, and the newest of it only.
 */
const readersOf = (kind: 'digest' | 'alerts', hasNews: string) => `with page as materialized (
     select m.id from members m
     where m.community_id = $communityId and m.id > $afterId and '${kind}' = any(m.mail_kinds) and m.status = 'active'
       and m.erased_at is null and m.undone_at is null and m.email is not null and m.email_state is null
       and not ${isOnHold('m.id')}
     order by m.id limit $limit
   ), recent as materialized (
     select l.member_id, l.type, lower(l.category) as category ${FROM_ACTIVE}
     where ${PUBLISHED} order by ${SINCE} desc limit $recentMax
   )
   select p.id, ${hasNews} as "hasNews" from page p order by p.id`;

/** For the weekly mail: a listing of another member's, or hours that wait. */
export const selectDigestReaders = query(
  'select_digest_readers',
  readersOf(
    'digest',
    `(exists (select from recent r where r.member_id <> p.id) or exists (
       select from proposals w where w.community_id = $communityId and w.waits_for = p.id))`,
  ),
);

/** For the daily mail: a request in a category of an own offer, or an offer in one of an own request. */
export const selectCategoryReaders = query(
  'select_category_readers',
  readersOf(
    'alerts',
    `exists (
       select from listings own
       join recent r on r.category = lower(own.category) and r.type <> own.type and r.member_id <> own.member_id
       where own.community_id = $communityId and own.member_id = p.id and own.status = 'active'
         and own.undone_at is null and own.category <> '')`,
  ),
);

export const insertNewsMails = query(
  'insert_news_mails',
  { rows: { reasonKey: 'text', memberId: 'uuid' } },
  `insert into mails (community_id, reason_key, member_id, language, created_at, next_attempt_at)
   select c.id, row.reason_key, m.id, ${memberLanguage('m.language', 'c.languages')}, $at!, $at
   from unnest($rows) as row ($columns)
   join communities c on c.id = $communityId
   join members m on m.community_id = c.id and m.id = row.member_id and m.erased_at is null
   on conflict (community_id, reason_key) do nothing
   returning id`,
);

/** A listing as a mail names it. */
export type NewListingRow = StatementRow<'select_new_listings_for_member'>;

const NAMED = `l.id, l.title, o.seen_by_members as "seenByMembers", o.name, d.given_name as "givenName", d.family_name as "familyName"`;
const DETAILS = 'left join member_details d on d.community_id = o.community_id and d.member_id = o.id';

/** New listings of others of one type, newest first. */
export const selectNewListings = query(
  'select_new_listings_for_member',
  `select ${NAMED} ${FROM_ACTIVE} ${DETAILS}
   where ${PUBLISHED} and l.type = $type and l.member_id <> $memberId
   order by ${SINCE} desc, l.id desc limit $limit`,
);

/** Those of them that fit a listing of the member's own. */
export const selectFittingListings = query(
  'select_fitting_listings_for_member',
  `select ${NAMED} ${FROM_ACTIVE} ${DETAILS}
   where ${PUBLISHED} and l.type = $type and l.member_id <> $memberId and lower(l.category) in (
     select lower(own.category) from listings own
     where own.community_id = $communityId and own.member_id = $memberId and own.status = 'active'
       and own.undone_at is null and own.type <> $type and own.category <> '')
   order by ${SINCE} desc, l.id desc limit $limit`,
);

/** Hours that others recorded with the member, and that wait for the answer; the oldest first. */
export const selectWaitingHours = query(
  'select_waiting_hours_of_member',
  `select p.id, p.amount_seconds as seconds, p.service_date as day, o.id is not null as "isMember",
     coalesce(o.name, a.name, '') as name, d.given_name as "givenName", d.family_name as "familyName"
   from proposals p
   join accounts g on g.community_id = p.community_id and g.id = p.provider_account_id
   join accounts a on a.community_id = p.community_id
     and a.id = case when g.member_id = $memberId then p.receiver_account_id else g.id end
   left join members o on o.community_id = a.community_id and o.id = a.member_id
   ${DETAILS}
   where p.community_id = $communityId and p.waits_for = $memberId
   order by p.id limit $limit`,
);
