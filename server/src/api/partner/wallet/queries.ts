import { query } from '../../../platform/database/query.ts';

/** The balance of a member the partner may see. */
export const selectBalance = query<
  [communityId: number, partnerId: number, memberId: string],
  { balance_seconds: number }
>(
  'select_balance',
  `select a.credits_seconds - a.debits_seconds as balance_seconds
   from members m
   join communities c on c.id = m.community_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   left join member_partner_visibility v
     on v.community_id = m.community_id and v.partner_id = $2 and v.member_id = m.id
   where m.community_id = $1 and m.id = $3 and m.status = 'active'
     and coalesce(v.visibility, m.visibility, c.default_visibility) <> 'hidden'`,
);
