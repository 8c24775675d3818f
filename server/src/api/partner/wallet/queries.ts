import { seenBy, VISIBLE } from '../../../domain/visibility/visibility.ts';
import { query } from '../../../platform/database/query.ts';

/** The balance of a member the partner may see. */
export const selectBalance = query<
  [communityId: number, partnerId: number, memberId: string],
  { balanceSeconds: number }
>(
  'select_balance',
  `select a.credits_seconds - a.debits_seconds as "balanceSeconds"
   from members m
   ${seenBy('$2')}
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where m.community_id = $1 and m.id = $3 and ${VISIBLE}`,
);
