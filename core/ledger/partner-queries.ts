import { query } from '../database/query.ts';
import { seenBy, VISIBLE } from '../people/visibility.ts';

/** The balances of members, each as far as the partner that asks for it may see the member. */
export const selectBalances = query(
  'select_balances',
  `select asked.position, a.credits_seconds - a.debits_seconds as "balanceSeconds"
   from unnest($communityIds::int[], $partnerIds::int[], $memberIds::uuid[]) with ordinality as asked (community_id,
     partner_id, member_id, position)
   join members m on m.community_id = asked.community_id and m.id = asked.member_id
   ${seenBy('asked.partner_id')}
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where ${VISIBLE}`,
);

/** Asked in sandboxes only, for what a documented member forces. */
export const selectExternalId = query(
  'select_external_id',
  'select external_id as "externalId" from members where community_id = $communityId and id = $memberId',
);
