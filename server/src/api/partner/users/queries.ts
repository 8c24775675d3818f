/**
 * Reading members as a partner may see them. Each statement that can answer with e-mail addresses inserts its audit
 * rows itself: one round trip, and no address leaves when the row cannot be written.
 */
import { seenBy, VISIBILITY, VISIBLE } from '../../../domain/visibility/visibility.ts';
import { namedQuery, rowsQuery } from '../../../platform/database/named.ts';
import { query } from '../../../platform/database/query.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  /** Null where there is no address or no consent; absent from statements without e-mail. */
  readonly email?: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = 'm.id, m.name, m.created_at as "createdAt", m.updated_at as "updatedAt"';
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

export const selectUsersByIdWithEmail = rowsQuery<
  {
    communityId: number;
    partnerId: number;
    memberId: string;
    actor: string;
    subject: string;
    address: string | null;
    requestId: string;
    token: string;
  },
  UserRow & { position: number; email: string | null },
  { at: Date }
>(
  'select_users_by_id_with_email',
  {
    columns: {
      communityId: 'int',
      partnerId: 'int',
      memberId: 'uuid',
      actor: 'text',
      subject: 'text',
      address: 'text',
      requestId: 'text',
      token: 'text',
    },
    shared: { at: 'timestamptz' },
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

const VISIBLE_IN_COMMUNITY = `from members m
   ${seenBy('$partnerId')}
   where m.community_id = $communityId and m.id > $afterId and ${VISIBLE}`;
const SINCE = ' and m.updated_at >= $updatedSince';

export interface UserKeyset {
  readonly communityId: number;
  readonly partnerId: number;
  readonly afterId: string;
  readonly limit: number;
}

interface Since {
  readonly updatedSince: Date;
}

const PAGE = { communityId: 'int', partnerId: 'int', afterId: 'uuid', limit: 'int' };

export const selectUserPage = namedQuery<UserKeyset, UserRow>(
  'select_user_page',
  PAGE,
  `select ${COLUMNS} ${VISIBLE_IN_COMMUNITY} order by m.id limit $limit`,
);

export const selectUserPageSince = namedQuery<UserKeyset & Since, UserRow>(
  'select_user_page_since',
  { ...PAGE, updatedSince: 'timestamptz' },
  `select ${COLUMNS} ${VISIBLE_IN_COMMUNITY}${SINCE} order by m.id limit $limit`,
);

/** The last row of `limit` only tells that there is a next page; `answered` is how many are sent, and audited. */
const auditedPage = (filter: string) =>
  `with page as materialized (
     select ${COLUMNS}, ${EMAIL} ${VISIBLE_IN_COMMUNITY}${filter} order by m.id limit $limit
   ), audit as (
     insert into audit_log (community_id, at, actor, action, address, request_id, details)
     select $communityId, $at, $actor, 'email.read', $address, $requestId,
       jsonb_build_object('operation', 'listUsers', 'token', $token, 'count', count(email))
     from (select email from page order by id limit $answered) as answered
     having count(email) > 0
   )
   select id, name, email, "createdAt", "updatedAt" from page order by id`;

interface AuditedPage extends UserKeyset {
  readonly answered: number;
  readonly at: Date;
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string;
  readonly token: string;
}

const AUDITED = {
  ...PAGE,
  answered: 'int',
  at: 'timestamptz',
  actor: 'text',
  address: 'inet',
  requestId: 'text',
  token: 'text',
};

export const selectUserPageWithEmail = namedQuery<AuditedPage, UserRow>(
  'select_user_page_with_email',
  AUDITED,
  auditedPage(''),
);

export const selectUserPageSinceWithEmail = namedQuery<AuditedPage & Since, UserRow>(
  'select_user_page_since_with_email',
  { ...AUDITED, updatedSince: 'timestamptz' },
  auditedPage(SINCE),
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
