import { filteredQuery } from '../../platform/database/filtered.ts';
import { query } from '../../platform/database/query.ts';
import { REVERSIBLE, type ReversibleRow } from './queries.ts';

const PARTNERS_CREDITS = `select ${REVERSIBLE}
   from transfers t
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   where t.community_id = $1 and t.kind = 'credit' and t.partner_id = $2`;

export const selectCredit = query<[communityId: number, partnerId: number, creditId: string], ReversibleRow>(
  'select_credit',
  `${PARTNERS_CREDITS} and t.id = $3`,
);

export type CreditFilter =
  | 'reference'
  | 'endToEndId'
  | 'memberId'
  | 'posted'
  | 'reversed'
  | 'bookedOn'
  | 'reversedOn'
  | 'createdSince'
  | 'createdBefore';

/** A partner's credits, newest first. The settlement account's index keeps them in this order. */
export const selectCreditPage = filteredQuery<
  [communityId: number, partnerId: number, beforeId: string, limit: number],
  CreditFilter,
  ReversibleRow
>(
  {
    reference: 't.reference = ',
    endToEndId: 't.payment_end_to_end_id = ',
    memberId: 'a.member_id = ',
    posted: '(r.id is null) = ',
    reversed: '(r.id is not null) = ',
    bookedOn: 't.booked_on = ',
    reversedOn: 'r.booked_on = ',
    createdSince: 't.created_at >= ',
    createdBefore: 't.created_at < ',
  },
  4,
  (conditions) => `${PARTNERS_CREDITS} and t.id < $3${conditions}
   and t.debit_account_id = (select s.id from accounts s where s.community_id = $1 and s.partner_id = $2)
   order by t.id desc limit $4`,
);
