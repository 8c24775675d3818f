import { filteredQuery } from '../../platform/database/filtered.ts';
import { query } from '../../platform/database/query.ts';
import { REVERSIBLE, type ReversibleRow } from './queries.ts';

const JOINED = `join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`;
const PARTNERS = "t.community_id = $1 and t.kind = 'credit' and t.partner_id = $2";

export const selectCredit = query<[communityId: number, partnerId: number, creditId: string], ReversibleRow>(
  'select_credit',
  `select ${REVERSIBLE}
   from transfers t
   ${JOINED}
   where ${PARTNERS} and t.id = $3`,
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

/** Filters with an index of their own. Without one of them the settlement account's index keeps the order. */
const NARROW = new Set<CreditFilter>([
  'reference',
  'endToEndId',
  'memberId',
  'reversed',
  'bookedOn',
  'reversedOn',
  'createdSince',
]);
const IN_ORDER = `
       and t.debit_account_id = (select s.id from accounts s where s.community_id = $1 and s.partner_id = $2)`;

const THROUGH_REVERSALS = 'transfers v join transfers t on t.community_id = v.community_id and t.id = v.reverses_id';
const OF_REVERSAL = 'v.community_id = $1 and v.partner_id = $2';

/**
 * A partner's credits, newest first. The page is found before anything is joined to it: with the joins beside it, a
 * planner that expects few credits reads all of them and sorts.
 */
export const selectCreditPage = filteredQuery<
  [communityId: number, partnerId: number, beforeId: string, limit: number],
  CreditFilter,
  ReversibleRow
>(
  {
    reference: 't.reference = ',
    endToEndId: 't.payment_end_to_end_id = ',
    memberId: 't.credit_account_id = (select m.id from accounts m where m.community_id = $1 and m.member_id = $)',
    posted:
      '((select o.id from transfers o where o.community_id = t.community_id and o.reverses_id = t.id) is null) = ',
    // In the order of what they reverse, as their index is.
    reversed: `$ and ${OF_REVERSAL} and v.reverses_id < $3`,
    bookedOn: 't.booked_on = ',
    reversedOn: `v.booked_on = $ and ${OF_REVERSAL}`,
    // A credit's day is that of its creation, and days have an index.
    createdSince: `t.created_at >= $ and t.booked_on >= ($::timestamptz at time zone 'UTC')::date`,
    createdBefore: `t.created_at < $ and t.booked_on <= ($::timestamptz at time zone 'UTC')::date`,
  },
  4,
  (conditions, used) => `with page as materialized (
     select t.* from ${used.has('reversed') || used.has('reversedOn') ? THROUGH_REVERSALS : 'transfers t'}
     where ${PARTNERS} and t.id < $3${conditions}${[...used].some((filter) => NARROW.has(filter)) ? '' : IN_ORDER}
     order by t.id desc limit $4
   )
   select ${REVERSIBLE}
   from page t
   ${JOINED}
   order by t.id desc`,
);
