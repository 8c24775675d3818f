import { query, type RowFrom, type StatementRow } from '../../../core/database/query.ts';
import { isOutside } from '../../../core/partners/internal.ts';
import { seenBy, VISIBILITY } from '../../../core/people/visibility.ts';

/** Joins to the partner `p` its last logged call `l`, and its last credit `t`, since ids grow with time. */
const LAST_USE = `left join lateral (
     select at from call_log where community_id = p.community_id and partner_id = p.id order by at desc, id desc limit 1
   ) l on true
   left join accounts s on s.community_id = p.community_id and s.partner_id = p.id
   left join lateral (
     select created_at from transfers
     where community_id = s.community_id and debit_account_id = s.id and kind = 'credit' order by id desc limit 1
   ) t on true`;

export type LastUse = StatementRow<'select_last_use'>;

export const selectLastUse = query(
  'select_last_use',
  `select l.at as "calledAt", t.created_at as "creditedAt" from partners p ${LAST_USE}
   where p.community_id = $communityId and p.id = $partnerId`,
);

const FILTERS = { name: 'lower(p.name) like $name', status: 'p.status = $status' };

/** A community has few partners; the details of those on the page are read beside it. */
export const selectPartnerPage = query(
  'select_partner_page',
  {
    filters: FILTERS,
    sort: {
      orders: {
        added: { key: 'p.id', type: 'int' },
        name: { key: 'lower(p.name)', type: 'text' },
        call: { key: `coalesce(l.at, '-infinity')`, type: 'timestamptz' },
        credit: { key: `coalesce(t.created_at, '-infinity')`, type: 'timestamptz' },
      },
      id: 'p.id',
      idType: 'bigint',
    },
  },
  `select p.id::text, l.at as "calledAt", t.created_at as "creditedAt", $sortKey
   from partners p ${LAST_USE}
   where p.community_id = $communityId and ${isOutside('p')}$filters
   order by $order limit $limit`,
);

export const countPartners = query(
  'count_partners',
  { filters: FILTERS },
  `select count(*)::int as count from (
     select from partners p where p.community_id = $communityId and ${isOutside('p')}$filters limit $limit) as counted`,
);

/** A secret's use, and the partner's last refused token request since a time. */
export const selectCredentialUse = query(
  'select_credential_use',
  `select c.first_used_at as "firstUsedAt", c.last_used_at as "lastUsedAt",
     host(c.last_used_address) as "lastUsedAddress", f.at as "failedAt", f.error, f.cause,
     host(f.address) as "failedAddress"
   from credentials c
   left join lateral (
     select l.at, l.error, l.cause, l.address from call_log l
     where l.community_id = c.community_id and l.partner_id = c.partner_id and l.at >= $failedSince and l.status >= 400
       and l.operation = 'issueToken'
     order by l.at desc, l.id desc limit 1) f on true
   where c.community_id = $communityId and c.partner_id = $partnerId and c.id = $credentialId
     and c.secret_hash is not null`,
);

/** Active members, and those whose e-mail address the partner sees; null: a partner for which nobody chose anything. */
export const countEmailReach = query(
  'count_email_reach',
  `select f.default_visibility as "defaultVisibility", n.members, n.shown
   from communities f cross join lateral (
     select count(*)::int as members,
       count(*) filter (where m.email is not null and ${VISIBILITY} = 'listed_with_email')::int as shown
     from members m ${seenBy('$partnerId?')}
     where m.community_id = f.id and m.status = 'active') n
   where f.id = $communityId`,
);

export type LastCreditRow = RowFrom<typeof selectLastCredit>;

/** The partner's latest credit: ids grow with time. */
export const selectLastCredit = query<'select_last_credit', { reference: string }>(
  'select_last_credit',
  `select t.created_at as "createdAt", t.amount_seconds as "amountSeconds", t.reference, m.id as "memberId",
     m.name as "memberName"
   from accounts s
   join lateral (
     select * from transfers
     where community_id = s.community_id and debit_account_id = s.id and kind = 'credit' order by id desc limit 1
   ) t on true
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   join members m on m.community_id = a.community_id and m.id = a.member_id
   where s.community_id = $communityId and s.partner_id = $partnerId`,
);

/** Tokens live for an hour, and those that ended are deleted. */
export const countLiveTokens = query(
  'count_live_tokens',
  `select count(*)::int as tokens from access_tokens
   where community_id = $communityId and partner_id = $partnerId and expires_at > $at and revoked_at is null`,
);

export const selectFailingSubscriptions = query(
  'select_failing_subscriptions',
  `select id, description, target_url as "targetUrl" from subscriptions
   where community_id = $communityId and partner_id = $partnerId
     and (status = 'disabled' or (failing_since is not null and status = 'active'))
   order by id limit $limit`,
);

/** Lines of the partner's comparisons with the bank's statements that nobody has settled. */
export const selectDifferences = query(
  'select_differences',
  `select count(*)::int as differences from comparison_lines
   where community_id = $communityId and state = 'open' and partner_id = $partnerId`,
);

export const selectRecentCallCounts = query(
  'select_recent_call_counts',
  `select coalesce(sum(calls), 0)::int as total, coalesce(sum(client_errors), 0)::int as refused,
     coalesce(sum(server_errors), 0)::int as failed
   from call_counts where community_id = $communityId and partner_id = $partnerId and hour >= $since`,
);

export const selectRefusalReasons = query(
  'select_refusal_reasons',
  `select error, count(*)::int as calls from call_log
   where community_id = $communityId and partner_id = $partnerId and at >= $since and status >= 400
     and error is not null
   group by error order by 2 desc, 1 limit $limit`,
);
