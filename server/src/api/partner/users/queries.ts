/**
 * Reading members as a partner may see them. Each statement that can answer with e-mail addresses inserts its audit
 * rows itself: one round trip, and no address leaves when the row cannot be written.
 */
import { seenBy, VISIBILITY, VISIBLE } from '../../../domain/members/visibility.ts';
import { query } from '../../../platform/database/query.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  /** Null where there is no address or no consent; absent from statements without e-mail. */
  readonly email?: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'm.id, m.name, m.created_at, m.updated_at';
const EMAIL = `case when ${VISIBILITY} = 'listed_with_email' then m.email end as email`;

export const selectUsersById = query<
  [communityIds: readonly number[], partnerIds: readonly number[], memberIds: readonly string[]],
  UserRow & { position: number }
>(
  'select_users_by_id',
  `select asked.position, ${COLUMNS}
   from unnest($1::int[], $2::int[], $3::uuid[]) with ordinality as asked (community_id, partner_id, member_id, position)
   join members m on m.community_id = asked.community_id and m.id = asked.member_id
   ${seenBy('asked.partner_id')}
   where ${VISIBLE}`,
);

export const selectUsersByIdWithEmail = query<
  [
    communityIds: readonly number[],
    partnerIds: readonly number[],
    memberIds: readonly string[],
    at: Date,
    actors: readonly string[],
    subjects: readonly string[],
    addresses: readonly (string | null)[],
    requestIds: readonly string[],
    tokens: readonly string[],
  ],
  UserRow & { position: number; email: string | null }
>(
  'select_users_by_id_with_email',
  `with found as materialized (
     select asked.*, ${COLUMNS}, ${EMAIL}
     from unnest($1::int[], $2::int[], $3::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       with ordinality
       as asked (community_id, partner_id, member_id, actor, subject, address, request_id, token, position)
     join members m on m.community_id = asked.community_id and m.id = asked.member_id
     ${seenBy('asked.partner_id')}
     where ${VISIBLE}
   ), audit as (
     insert into audit_log (community_id, at, actor, action, subject, address, request_id, details)
     select community_id, $4, actor, 'email.read', subject, address::inet, request_id,
       jsonb_build_object('operation', 'getUser', 'token', token, 'count', 1)
     from found where email is not null
   )
   select position, id, name, email, created_at, updated_at from found`,
);

const VISIBLE_IN_COMMUNITY = `from members m
   ${seenBy('$2')}
   where m.community_id = $1 and m.id > $3 and ${VISIBLE}`;

type Page = [communityId: number, partnerId: number, afterId: string, limit: number];

export const selectUserPage = query<Page, UserRow>(
  'select_user_page',
  `select ${COLUMNS} ${VISIBLE_IN_COMMUNITY} order by m.id limit $4`,
);

export const selectUserPageSince = query<[...Page, updatedSince: Date], UserRow>(
  'select_user_page_since',
  `select ${COLUMNS} ${VISIBLE_IN_COMMUNITY} and m.updated_at >= $5 order by m.id limit $4`,
);

/** The last row of `limit` only tells that there is a next page; `answered` is how many are sent, and audited. */
const auditedPage = (filter: string) =>
  `with page as materialized (
     select ${COLUMNS}, ${EMAIL} ${VISIBLE_IN_COMMUNITY}${filter} order by m.id limit $4
   ), audit as (
     insert into audit_log (community_id, at, actor, action, address, request_id, details)
     select $1, $6, $7, 'email.read', $8::inet, $9,
       jsonb_build_object('operation', 'listUsers', 'token', $10::text, 'count', count(email))
     from (select email from page order by id limit $5) as answered
     having count(email) > 0
   )
   select id, name, email, created_at, updated_at from page order by id`;

type AuditedPage = [
  ...Page,
  answered: number,
  at: Date,
  actor: string,
  address: string | null,
  requestId: string,
  token: string,
];

export const selectUserPageWithEmail = query<AuditedPage, UserRow>('select_user_page_with_email', auditedPage(''));

export const selectUserPageSinceWithEmail = query<[...AuditedPage, updatedSince: Date], UserRow>(
  'select_user_page_since_with_email',
  auditedPage(' and m.updated_at >= $11'),
);

/** Which visible member a payer meant. */
export const selectUserByPaymentReference = query<
  [communityId: number, partnerId: number, paymentReference: string],
  { id: string }
>(
  'select_user_by_payment_reference',
  `select m.id
   from members m
   ${seenBy('$2')}
   where m.community_id = $1 and m.payment_reference = $3 and ${VISIBLE}`,
);
