/**
 * Reading members as a partner may see them. Each statement that can answer with e-mail addresses inserts its audit
 * rows itself: one round trip, and no address leaves when the row cannot be written.
 */

import { packed, unpacked } from '../../database/packed.ts';
import { query, type StatementParameters } from '../../database/query.ts';
import { seenBy, VISIBILITY, VISIBLE } from '../visibility.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  /** Null where there is no address or no consent; absent from statements without e-mail. */
  readonly email?: string | null;
  /** PostgreSQL's text; `presentUser` makes it the contract's. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

const TIMES = 'm.created_at::text as "createdAt", m.updated_at::text as "updatedAt"';
const COLUMNS = `m.id, m.name, ${TIMES}`;
const EMAIL = `case when ${VISIBILITY} = 'listed_with_email' then m.email end as email`;

export const selectUsersById = query(
  'select_users_by_id',
  `select asked.position, ${COLUMNS}
   from unnest((select $communityIds::int[]), (select $partnerIds::int[]), (select $memberIds::uuid[]))
     with ordinality as asked (community_id, partner_id, member_id, position)
   join members m on m.community_id = asked.community_id and m.id = asked.member_id
   ${seenBy('asked.partner_id')}
   where ${VISIBLE}`,
);

export const selectUsersByIdWithEmail = query(
  'select_users_by_id_with_email',
  {
    rows: {
      communityId: 'int',
      partnerId: 'int',
      memberId: 'uuid',
      actor: 'text',
      subject: 'text not null',
      address: 'text',
      requestId: 'text not null',
      token: 'text',
    },
  },
  `with found as materialized (
     select asked.*, ${COLUMNS}, ${EMAIL}
     from unnest($rows) with ordinality as asked ($columns, position)
     join members m on m.community_id = asked.community_id and m.id = asked.member_id
     ${seenBy('asked.partner_id')}
     where ${VISIBLE}
   ), audit as (
     insert into audit_log (community_id, at, actor, action, subject, address, request_id, details)
     select community_id, $at, actor, 'email.read', subject, address::inet, request_id,
       jsonb_build_object('operation', 'getUser', 'token', token, 'count', 1)
     from found where email is not null
   )
   select position, id, name, email, "createdAt", "updatedAt" from found`,
);

const IN_COMMUNITY = `from members m
   ${seenBy('$partnerId')}
   where m.community_id = $communityId and ${VISIBLE}`;
const AFTER = 'm.id > $afterId';
const COLUMNS_AND_EMAIL = `${COLUMNS}, ${EMAIL}`;
const all = (columns: string) => `select ${columns} ${IN_COMMUNITY} and ${AFTER} order by m.id limit $limit`;

/**
 * By id, not in the order of the changes: what changes meanwhile keeps its place, and comes once. Gone is a member that
 * an event named to this partner: a member that it never saw leaves no trace.
 */
const changedSince = (columns: string) => `select * from (
     (select ${columns}, false as removed ${IN_COMMUNITY} and ${AFTER} and m.changed_xid >= $since
      order by m.id limit $limit)
     union all
     (select distinct on (m.id) m.id, '', ${TIMES}, ${columns === COLUMNS ? '' : 'null, '}true
      from events e
      join members m on m.community_id = e.community_id and m.id = e.member_id
      ${seenBy('$partnerId')}
      where e.community_id = $communityId and e.type = 'user.deactivated' and e.xid >= $since
        and $partnerId = any(e.audience) and ${AFTER} and not (${VISIBLE})
      order by m.id limit $limit)
   ) as changed order by id limit $limit`;

/** A page that was asked for; `rowsMax` is its limit. */
export type AskedUserPage = StatementParameters<'select_user_pages'>['rows'][number];

/**
 * Pages that were asked for together, in their order, one row for each whatever it finds: nothing distinguishes them
 * else. A statement of its own costs as much as the rows of a page. Joins what `seenBy` does, but the community once a
 * page, and of the choices for the partner only those from the page on. Each array is in a select so that the planner
 * does not count it: it would make a plan for every number of pages.
 */
export const selectUserPages = query(
  'select_user_pages',
  { rows: { communityId: 'int', partnerId: 'int', afterId: 'uuid', rowsMax: 'int' } },
  `select page.rows
   from unnest((select $communityId), (select $partnerId), (select $afterId), (select $rowsMax))
     with ordinality as asked ($columns, position)
   left join communities c on c.id = asked.community_id
   cross join lateral (
     select ${packed(['id', 'name', '"createdAt"', '"changedAt"'])} as rows from (
       select m.id, m.name, m.created_at::text as "createdAt",
         case when m.updated_at = m.created_at then '' else m.updated_at::text end as "changedAt"
       from members m
       left join member_partner_visibility v
         on v.community_id = asked.community_id and v.partner_id = asked.partner_id and v.member_id = m.id
           and v.member_id > asked.after_id
       where m.community_id = asked.community_id and m.id > asked.after_id and ${VISIBLE}
       order by m.id limit asked.rows_max) as member
   ) as page
   order by asked.position`,
);

/** The members of a page that `selectUserPages` found. Most have not changed since: their time is written once. */
export function usersOfPage({ rows }: { rows: string | null }): UserRow[] {
  return unpacked(rows).map(([id = '', name = '', createdAt = '', changedAt = '']) => {
    return { id, name, createdAt, updatedAt: changedAt || createdAt };
  });
}

export const selectChangedUsers = query('select_changed_users', { plan: 'each time' }, changedSince(COLUMNS));

/** The last row of `limit` only tells that there is a next page; `answered` is how many are sent, and audited. */
const audited = (page: string, columns = '') =>
  `with page as materialized (${page}), audit as (
     insert into audit_log (community_id, at, actor, action, address, request_id, details)
     select $communityId, $at, $actor, 'email.read', $address::inet, $requestId!,
       jsonb_build_object('operation', 'listUsers', 'token', $token::text, 'count', count(email))
     from (select email from page order by id limit $answered) as answered
     having count(email) > 0
   )
   select id, name, email, "createdAt", "updatedAt"${columns} from page order by id`;

export const selectUserPageWithEmail = query('select_user_page_with_email', audited(all(COLUMNS_AND_EMAIL)));

export const selectChangedUsersWithEmail = query(
  'select_changed_users_with_email',
  { plan: 'each time' },
  audited(changedSince(COLUMNS_AND_EMAIL), ', removed'),
);

/** The visible member whom a payer meant, by the present reference, the one before, or that of an entry that was joined. */
export const selectUserByPaymentReference = query(
  'select_user_by_payment_reference',
  `select m.id, m.payment_reference as "paymentReference"
   from (
     select id from members where community_id = $communityId and payment_reference = $paymentReference
     union
     select id from members where community_id = $communityId and former_payment_reference = $paymentReference
   ) k
   join members m on m.community_id = $communityId and m.id = who_stays($communityId, k.id)
   ${seenBy('$partnerId')}
   where ${VISIBLE}`,
);
