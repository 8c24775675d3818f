import { write } from '../database/query.ts';
import type { Transfer } from './types.ts';

/** A transfer as the table has it, with its event and whether it counts for a day's total. */
export interface BookedRow extends Omit<Transfer, 'payment'> {
  readonly paymentAmount: string | null;
  readonly paymentCurrency: string | null;
  readonly paymentValueDate: string | null;
  readonly paymentEndToEndId: string | null;
  /** Null: this kind of transfer has no event. */
  readonly eventType: 'wallet.credited' | 'wallet.credit_reversed' | null;
  /** The data of the event, as it is sent. */
  readonly eventData: object | null;
  /** A credit of a partner with a cap per day. */
  readonly isCapped: boolean;
}

const COLUMNS = `community_id, id, kind, debit_account_id, credit_account_id, amount_seconds, partner_id, reference,
       reverses_id, reason, note, payment_amount, payment_currency, payment_value_date, payment_end_to_end_id,
         corrects_id,
       booked_on, service_date, listing_id, category_id, slip_id, external_id, recorded_by, created_at`;

/**
 * Transfers with their external ids, the running totals of their accounts (I2), the totals of days and the events (I5):
 * all by one statement or none, since the COMMIT is on its way already. It fails when rows and totals disagree. A
 * settlement account has no running totals: each batch would leave a version of its row for all others to pass while
 * a snapshot is open. An event has its transfer's id: one event of a transfer, by the primary key. Where its partner
 * does not subscribe, nothing waits for its distribution.
 */
export const bookTransfers = write<
  { readonly rows: readonly BookedRow[]; accounts: number },
  { moved: number; isQueued: boolean }
>(
  'book_transfers',
  {
    rows: {
      communityId: 'int',
      id: 'uuid',
      kind: 'text',
      debitAccountId: 'bigint',
      creditAccountId: 'bigint',
      amountSeconds: 'bigint',
      partnerId: 'int',
      memberId: 'uuid',
      reference: 'text',
      reversesId: 'uuid',
      reason: 'text',
      note: 'text',
      paymentAmount: 'text',
      paymentCurrency: 'text',
      paymentValueDate: 'date',
      paymentEndToEndId: 'text',
      correctsId: 'uuid',
      bookedOn: 'date',
      serviceDate: 'date',
      listingId: 'uuid',
      categoryId: 'int',
      slipId: 'uuid',
      externalId: 'text',
      recordedBy: 'text',
      createdAt: 'timestamptz',
      eventType: 'text',
      eventData: 'json',
      isCapped: 'boolean',
    },
  },
  `with asked as materialized (
     select * from unnest($rows) as r ($columns)
   ), moved as (
     insert into transfers (${COLUMNS}) select ${COLUMNS} from asked
     returning community_id, kind, debit_account_id, credit_account_id, amount_seconds
   ), named as (
     insert into transfer_external_ids (community_id, kind, external_id, transfer_id)
     select community_id, kind, external_id, id from asked where external_id is not null
   ), sides as (
     select community_id, debit_account_id as id, amount_seconds as debits, 0 as credits from moved
     where kind <> 'credit'
     union all
     select community_id, credit_account_id, 0, amount_seconds from moved where kind <> 'credit_reversal'
   ), sums as materialized (
     select community_id, id, sum(debits)::bigint as debits, sum(credits)::bigint as credits
     from sides group by community_id, id
   ), totals as (
     update accounts a
     set debits_seconds = a.debits_seconds + s.debits, credits_seconds = a.credits_seconds + s.credits
     from sums s
     where a.community_id = s.community_id and a.id = s.id
     returning 1
   ), days as (
     insert into credit_days as d (community_id, partner_id, day, account_id, credited_seconds)
     select community_id, partner_id, booked_on, account_id, sum(amount_seconds)::bigint
     from asked, unnest(array[debit_account_id, credit_account_id]) as account_id
     where is_capped
     group by community_id, partner_id, booked_on, account_id
     on conflict (community_id, partner_id, day, account_id) do update
     set credited_seconds = d.credited_seconds + excluded.credited_seconds
   ), queued as (
     insert into event_queue (community_id, event_id)
     select community_id, id from asked
     where event_type is not null and exists (select from subscriptions s
         where s.community_id = asked.community_id and s.partner_id = asked.partner_id)
     returning 1
   ), inserted_events as (
     insert into events (community_id, id, type, partner_id, member_id, data, created_at)
     select community_id, id, event_type, partner_id, member_id, event_data, created_at
     from asked where event_type is not null
   ), exchanged as (
     insert into exchange_days as d (community_id, day, transfers, exchanges, seconds)
     select community_id, service_date, count(*)::int, count(*) filter (where kind = 'exchange')::int,
       sum(case kind when 'exchange' then amount_seconds else -amount_seconds end)::bigint
     from asked where kind in ('exchange', 'exchange_reversal')
     group by community_id, service_date order by community_id, service_date
     on conflict (community_id, day) do update
     set transfers = d.transfers + excluded.transfers, exchanges = d.exchanges + excluded.exchanges,
       seconds = d.seconds + excluded.seconds
   )
   select require_equal('transfers', (select count(*) from moved), cardinality($id)) as moved,
     require_equal('running totals', (select count(*) from totals), $accounts::int),
     exists (select from queued) as "isQueued"`,
);
