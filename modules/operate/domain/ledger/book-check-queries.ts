import { query, type RowFrom, type StatementRow } from '../../../../core/database/query.ts';
import { LINE_ORDER } from '../../../../core/statements/hash-queries.ts';

/** Days that stayed as they were published while their community was put back, the last one included. */
interface RestoredDays {
  readonly first: string;
  readonly last: string;
  /** What the ledger holds through the last one, less what its statement closes with. */
  readonly differs: number;
}

/** `createdOn`: null: the partner has no settlement account. */
export type SettlementState = RowFrom<typeof selectSettlements>;

export const selectSettlements = query<'select_settlements', { restored: readonly RestoredDays[] }>(
  'select_settlements',
  `select p.community_id as "communityId", p.id as "partnerId", c.kind = 'sandbox' as "isSandbox",
     (a.created_at at time zone 'UTC')::date as "createdOn", a.closed_through as "closedThrough",
     a.unhashed_through as "unhashedThrough", (
       select coalesce(json_agg(json_build_object('first', r.first_day, 'last', r.last_day, 'differs', r.differs_seconds)
         order by r.first_day), '[]')
       from restored_days r where r.community_id = p.community_id and r.partner_id = p.id) as "restored!"
   from partners p join communities c on c.id = p.community_id
   left join accounts a on a.community_id = p.community_id and a.partner_id = p.id
   order by 1, 2`,
);

/**
 * `creditReference`: the credit's own, of a reversal too. `isRecent`: its event must still be there. `eventFits`:
 * whether the event is for this partner alone, of this member, and of the transfer's time.
 */
export type BookedLine = RowFrom<typeof selectBookedLines>;

/** A partner's credits and reversals with their events, in the order in which statements are hashed. */
export const selectBookedLines = query<'select_booked_lines', { reference: string }>(
  'select_booked_lines',
  `select t.community_id as "communityId", t.partner_id as "partnerId", t.booked_on::text as day, t.id, t.kind,
     coalesce(t.reverses_id, t.id) as "creditId", a.member_id as "memberId", t.amount_seconds as "amountSeconds",
     t.reference, case t.kind when 'credit' then t.reference else o.reference end as "creditReference",
     t.created_at >= $eventsSince as "isRecent", e.type as "eventType",
     e.partner_id is not distinct from t.partner_id and e.member_id is not distinct from a.member_id
       and e.listing_id is null and e.audience is null and e.created_at = t.created_at as "eventFits!",
     e.data::text as "eventData"
   from transfers t
   left join accounts a on a.community_id = t.community_id
     and a.id = case t.kind when 'credit' then t.credit_account_id else t.debit_account_id end
   left join transfers o on o.community_id = t.community_id and o.id = t.reverses_id
   left join events e on e.community_id = t.community_id and e.id = t.id
   where t.community_id = $communityId and t.partner_id = $partnerId and t.kind in ('credit', 'credit_reversal')
   order by t.booked_on, ${LINE_ORDER}`,
);

/** `openingSeconds`: null in each of these: there is no statement, only an event of one. */
export type StatementState = RowFrom<typeof selectStatementStates>;

/** A partner's statements with their hashes and events, by day; also events that tell of no statement. */
export const selectStatementStates = query<'select_statement_states', { day: string }>(
  'select_statement_states',
  `with announced as (
     select community_id, partner_id, coalesce(data ->> 'date', '') as day, count(*)::int as events,
       min(data::text) as data
     from events
     where community_id = $communityId and partner_id = $partnerId and type = 'statement.ready' group by 1, 2, 3
   )
   select coalesce(s.community_id, e.community_id) as "communityId!",
     coalesce(s.partner_id, e.partner_id) as "partnerId!", coalesce(s.day::text, e.day) as day,
     s.opening_seconds as "openingSeconds", s.credits_count as "creditsCount!", s.credits_seconds as "creditsSeconds!",
     s.reversals_count as "reversalsCount!", s.reversals_seconds as "reversalsSeconds!",
     s.closing_seconds as "closingSeconds!", s.closed_at as "closedAt!", encode(h.hash, 'hex') as hash,
     encode(h.previous_hash, 'hex') as "previousHash", coalesce(h.in_event, false) as "inEvent",
     coalesce(e.events, 0) as events, e.data as "eventData"
   from (select * from statements where community_id = $communityId and partner_id = $partnerId) s
   left join statement_hashes h using (community_id, partner_id, day)
   full join announced e on e.day = s.day::text
   order by coalesce(s.day::text, e.day) collate "C"`,
);

/** Days that are announced to nobody. */
export const selectStatementsOfNoPartner = query(
  'select_statements_of_no_partner',
  `select community_id as "communityId", 'event ' || id as subject, 'is statement.ready of no partner' as problem
   from events where type = 'statement.ready' and partner_id is null
   order by community_id, id limit $limit`,
);

/** `ownerId`: the owner of the listing. */
export type PlainEvent = StatementRow<'select_plain_events'>;

/** Events of members, listings and tests. */
export const selectPlainEvents = query(
  'select_plain_events',
  `select e.community_id as "communityId", e.id, e.type, e.partner_id as "partnerId", e.member_id as "memberId",
     e.listing_id as "listingId", l.member_id as "ownerId", e.data::text as data
   from events e
   left join listings l on l.community_id = e.community_id and l.id = e.listing_id
   where e.type not in ('wallet.credited', 'wallet.credit_reversed', 'statement.ready')`,
);

/** Events of bookings that are no booking's. */
export const selectEventsOfNoTransfer = query(
  'select_events_of_no_transfer',
  `select e.community_id as "communityId", e.id
   from events e left join transfers t on t.community_id = e.community_id and t.id = e.id
     and t.kind in ('credit', 'credit_reversal')
   where e.type in ('wallet.credited', 'wallet.credit_reversed') and t.id is null
   order by 1, 2 limit 100`,
);
