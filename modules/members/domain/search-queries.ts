import { query, type StatementRow } from '../../../core/database/query.ts';
import { calledPartner, isOutside } from '../../../core/partners/internal.ts';

export type PartnerNameRow = StatementRow<'select_partner_names'>;

export const selectPartnerNames = query(
  'select_partner_names',
  `select id, name, client_id as "clientId", status
   from partners p where community_id = $communityId and ${isOutside('p')} order by id limit $limit`,
);

export type CreditHitRow = StatementRow<'select_credits_begun'>;

/**
 * Credits with a reference from one text on and before another, theirs or their reversal's, the nearest first. Each
 * partner's references are entered by themselves: an index has the partner before them.
 */
export const selectCreditsBegun = query(
  'select_credits_begun',
  `with found as materialized (
     select t.id, t.reverses_id, t.reference
     from partners p
     cross join unnest('{credit,credit_reversal}'::text[]) as k (kind)
     cross join unnest($from::text[], $before::text[]) as wanted (start, before)
     cross join lateral (
       select o.id, o.reverses_id, o.reference from transfers o
       where o.community_id = p.community_id and o.partner_id = p.id and o.kind = k.kind
         and o.reference >= wanted.start and o.reference < wanted.before
       order by o.reference limit $limit) t
     where p.community_id = $communityId
   )
   select c.id, c.partner_id as "partnerId", ${calledPartner('p')} as "partnerName!", c.reference, r.reference as "reversalReference",
     c.amount_seconds as "amountSeconds", c.booked_on as "bookedOn", m.name as "userName"
   from (select coalesce(reverses_id, id) as id, min(reference) as "reference!" from found group by 1) f
   join transfers c on c.community_id = $communityId and c.id = f.id
   join partners p on p.community_id = $communityId and p.id = c.partner_id
   join accounts a on a.community_id = $communityId and a.id = c.credit_account_id
   join members m on m.community_id = $communityId and m.id = a.member_id
   left join transfers r on r.community_id = $communityId and r.reverses_id = c.id
   order by length(f.reference), f.reference, c.id limit $limit`,
);

export type CallHitRow = StatementRow<'select_found_calls'>;

/** The calls of a request id, and those that were refused under a reference from one text on and before another. */
export const selectFoundCalls = query(
  'select_found_calls',
  `with found as materialized (
     select id from call_log where community_id = $communityId and request_id = $requestId
     union
     select l.id from unnest($from::text[], $before::text[]) as wanted (start, before)
     cross join lateral (
       select id from call_log
       where community_id = $communityId and status >= 400 and reference is not null
         and reference ~>=~ wanted.start and reference ~<~ wanted.before
       order by reference using ~<~ limit $limit) l
   )
   select l.request_id as "requestId", l.reference, l.at, l.partner_id as "partnerId", p.name as "partnerName",
     l.operation, l.status
   from found f
   join call_log l on l.id = f.id and l.community_id = $communityId
   join partners p on p.community_id = l.community_id and p.id = l.partner_id
   order by l.at desc, l.id desc limit $limit`,
);
