import { query, type RowFrom, type StatementRow } from '../../../../core/database/query.ts';

/**
 * An account of the community; what only members have is null for others. `number`: the member's number, or the name of
 * an organisation or partner. `limitSeconds`: how far below zero the balance may go; null: no limit.
 */
export type LeavingAccount = StatementRow<'select_community_accounts'>;

/** All accounts but those of imports that were undone, in the order in which they were made. */
export const selectCommunityAccounts = query(
  'select_community_accounts',
  `select a.id::text, a.kind, coalesce(m.external_id, m.id::text, p.name, a.name, a.kind) as number,
     coalesce(m.name, p.name, a.name, 'Community fund') as name, coalesce(m.status, 'active') as status, m.email,
     m.language, m.joined_on as "joinedOn", a.created_at as "createdAt",
     -coalesce(a.lower_balance_seconds, case when a.kind = 'member' then c.lower_balance_seconds end) as "limitSeconds"
   from accounts a
   join communities c on c.id = a.community_id
   left join members m on m.community_id = a.community_id and m.id = a.member_id
   left join partners p on p.community_id = a.community_id and p.id = a.partner_id
   where a.community_id = $communityId and m.undone_at is null
   order by a.id`,
);

/** `payerAccountId`: was helped. */
export type LeavingTransfer = RowFrom<typeof selectCountingTransfers>;

/** Transfers that were not reversed: those that were move nothing together with their reversals. */
export const selectCountingTransfers = query<
  'select_counting_transfers',
  { kind: 'opening' | 'credit' | 'exchange' | 'gift' }
>(
  'select_counting_transfers',
  `select t.id, t.kind, t.debit_account_id::text as "payerAccountId", t.credit_account_id::text as "payeeAccountId",
     t.amount_seconds as seconds, coalesce(t.external_id, t.reference, t.id::text) as number, t.reference, t.note,
     coalesce(t.service_date, t.payment_value_date) as "serviceDate", t.booked_on as "bookedOn"
   from transfers t
   where t.community_id = $communityId and t.reverses_id is null
     and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
   order by t.id`,
);

export type LeavingPost = StatementRow<'select_community_listings'>;

export const selectCommunityListings = query(
  'select_community_listings',
  `select a.id::text as "accountId", l.type, l.title, l.description, l.category,
     l.estimated_seconds as "estimatedSeconds", l.status, l.created_at as "createdAt"
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   join accounts a on a.community_id = l.community_id and a.member_id = l.member_id
   where l.community_id = $communityId and l.undone_at is null and m.undone_at is null and m.erased_at is null
   order by l.id`,
);
