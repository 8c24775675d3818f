import type { Payment } from '@timebank/contract';
import { DAY_MS } from '../base/time.ts';
import { firstIdAt } from '../database/keyset.ts';
import { query } from '../database/query.ts';
import { REVERSIBLE } from './queries.ts';

const JOINED = `join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id`;
const PARTNERS = "t.community_id = $communityId and t.kind = 'credit' and t.partner_id = $partnerId";

export const selectCredit = query<'select_credit', { payment: Payment | null }>(
  'select_credit',
  `select ${REVERSIBLE}
   from transfers t
   ${JOINED}
   where ${PARTNERS} and t.id = $creditId`,
);

/** Filters with an index of their own. Without one of them the settlement account's index keeps the order. */
const NARROW = new Set<string>(['reference', 'endToEndId', 'memberId', 'reversed', 'reversedOn']);
const IN_ORDER = `
       and t.debit_account_id = (select s.id
         from accounts s where s.community_id = $communityId and s.partner_id = $partnerId)`;

const THROUGH_REVERSALS = 'transfers v join transfers t on t.community_id = v.community_id and t.id = v.reverses_id';
// In the order of what they reverse, as their indexes are.
const OF_REVERSAL = 'v.community_id = $communityId and v.partner_id = $partnerId and v.reverses_id < $beforeId';

/**
 * A partner's credits, newest first. The page is found before anything is joined to it: with the joins beside it, a
 * planner that expects few credits reads all of them and sorts.
 */
export const selectCreditPage = query<'select_credit_page', { payment: Payment | null }>(
  'select_credit_page',
  {
    filters: {
      reference: 't.reference = $reference',
      endToEndId: 't.payment_end_to_end_id = $endToEndId',
      memberId: `t.credit_account_id = (select m.id
         from accounts m where m.community_id = $communityId and m.member_id = $memberId)`,
      posted: `((select o.id from transfers o
         where o.community_id = t.community_id and o.reverses_id = t.id) is null) = $posted`,
      reversed: `$reversed and ${OF_REVERSAL}`,
      reversedOn: `v.booked_on = $reversedOn and ${OF_REVERSAL}`,
      sinceId: 't.id >= $sinceId',
      untilId: 't.id < $untilId',
    },
  },
  (used) => `with page as materialized (
     select t.* from ${used.has('reversed') || used.has('reversedOn') ? THROUGH_REVERSALS : 'transfers t'}
     where ${PARTNERS} and t.id < $beforeId$filters${[...used].some((filter) => NARROW.has(filter)) ? '' : IN_ORDER}
     order by t.id desc limit $limit
   )
   select ${REVERSIBLE}
   from page t
   ${JOINED}
   order by t.id desc`,
);

/** When credits were booked: on a UTC day (`YYYY-MM-DD`), at a time or later, before a time. */
export interface BookedWithin {
  readonly bookedOn: string | undefined;
  readonly createdSince?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** The same as filters by id, in which lists are read: a credit's id carries its time to the millisecond (I3). */
export function withinIds({ bookedOn, createdSince, createdBefore }: BookedWithin) {
  const dayMs = bookedOn === undefined ? undefined : Date.parse(bookedOn);
  const since = [dayMs, createdSince?.getTime()].filter((ms) => ms !== undefined);
  const until = [dayMs === undefined ? undefined : dayMs + DAY_MS, createdBefore?.getTime()].filter(
    (ms) => ms !== undefined,
  );
  return {
    sinceId: since.length === 0 ? undefined : firstIdAt(Math.max(...since)),
    untilId: until.length === 0 ? undefined : firstIdAt(Math.min(...until)),
  };
}
