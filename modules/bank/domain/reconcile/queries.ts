import type { Payment } from '@timebank/contract';
import { query, type RowFrom, write } from '../../../../core/database/query.ts';
import { paymentOf } from '../../../../core/ledger/queries.ts';

/** The entry of a bank's file that explained a transfer. */
export interface Explanation {
  readonly entryReference: string | null;
  readonly entryDay: string | null;
}

/** What its JSON columns hold. */
interface SaidOfCredit {
  readonly payment: Payment | null;
  readonly explained: Explanation | null;
  readonly reversalExplained: Explanation | null;
}

/**
 * A credit of a partner with its member, its reversal if it has one, and what explains the two of them. `correctsId`:
 * the reversed credit that it replaces, and the credit that replaces it.
 */
export type CreditRow = RowFrom<typeof selectCreditsWithReferences>;

const COLUMNS = `t.id, t.reference, t.amount_seconds as "amountSeconds", t.booked_on as "bookedOn",
     m.id as "memberId", m.name as "memberName", m.external_id as "memberNumber", r.id as "reversalId", r.reference as "reversalReference",
     r.booked_on as "reversedOn", t.corrects_id as "correctsId", o.reference as "correctsReference",
     c.id as "correctedById", c.reference as "correctedByReference", ${paymentOf('t')} as payment,
     case when x.transfer_id is not null then
       jsonb_build_object('entryReference', x.entry_reference, 'entryDay', x.entry_day) end as explained,
     case when y.transfer_id is not null then
       jsonb_build_object('entryReference', y.entry_reference, 'entryDay', y.entry_day) end as "reversalExplained"`;

/** To what a credit `t` belongs. */
const JOINS = `join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   join members m on m.community_id = a.community_id and m.id = a.member_id
   left join transfers r on r.community_id = t.community_id and r.reverses_id = t.id
   left join transfers c on c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id
   left join transfers o on o.community_id = t.community_id and o.id = t.corrects_id
   left join explained_transfers x on x.community_id = t.community_id and x.transfer_id = t.id
   left join explained_transfers y on y.community_id = r.community_id and y.transfer_id = r.id`;

const CREDITS = `select ${COLUMNS}
   from transfers t
   ${JOINS}
   where t.community_id = $communityId and t.partner_id = $partnerId and t.kind = 'credit'`;

export const selectCreditsWithReferences = query<'select_credits_with_references', SaidOfCredit>(
  'select_credits_with_references',
  `${CREDITS} and t.reference = any($references::text[])`,
);

export const selectCreditsWithIds = query<'select_credits_with_ids', SaidOfCredit & { reference: string }>(
  'select_credits_with_ids',
  `${CREDITS} and t.id = any($ids::uuid[])`,
);

export const selectCreditsReversedUnder = query<'select_credits_reversed_under', SaidOfCredit & { reference: string }>(
  'select_credits_reversed_under',
  `${CREDITS} and t.id in (
     select reverses_id
       from transfers where community_id = $communityId and partner_id = $partnerId and kind = 'credit_reversal'
       and reference = any($references::text[]))`,
);

/** Credits whose reference is one of these but for the case of ASCII letters. */
export const selectCreditsWithFoldedReferences = query<'select_credits_with_folded_references', SaidOfCredit>(
  'select_credits_with_folded_references',
  `${CREDITS} and lower(t.reference) = any($foldedReferences::text[])`,
);

/**
 * Credits whose payments, on earlier files, had one of these end-to-end ids. `endToEndId`: the payment's end-to-end id,
 * from an earlier file or from the partner.
 */
export const selectCreditsPaidUnder = query<'select_credits_paid_under', SaidOfCredit & { reference: string }>(
  'select_credits_paid_under',
  `select ${COLUMNS}, x.end_to_end_id as "endToEndId"
   from transfers t
   ${JOINS}
   where t.community_id = $communityId and x.partner_id = $partnerId and t.kind = 'credit'
     and x.end_to_end_id = any($endToEndIds::text[])`,
);

/** Credits that carry one of these end-to-end ids in their payment. */
export const selectCreditsWithPaymentIds = query<
  'select_credits_with_payment_ids',
  SaidOfCredit & { reference: string }
>(
  'select_credits_with_payment_ids',
  `select ${COLUMNS}, t.payment_end_to_end_id as "endToEndId"
   from transfers t
   ${JOINS}
   where t.community_id = $communityId and t.partner_id = $partnerId and t.kind = 'credit'
     and t.payment_end_to_end_id = any($endToEndIds::text[])`,
);

/** A credit or a reversal that no file explains, with its credit. */
export type OpenItemRow = RowFrom<typeof selectOpenItems>;

/** Whenever they were booked, in the order of their ids. */
export const selectOpenItems = query<
  'select_open_items',
  SaidOfCredit & { kind: 'credit' | 'credit_reversal'; reference: string }
>(
  'select_open_items',
  `select item.id as "itemId", item.kind, ${COLUMNS}
   from (
     select id, kind, coalesce(reverses_id, id) as credit_id from transfers
     where community_id = $communityId and partner_id = $partnerId and id > $afterId
       and not exists (
         select from explained_transfers e where e.community_id = $communityId and e.transfer_id = transfers.id)
     order by id limit $limit
   ) item
   join transfers t on t.community_id = $communityId and t.id = item.credit_id
   ${JOINS}
   order by item.id`,
);

export const insertComparison = write(
  'insert_comparison',
  `insert into statement_comparisons (community_id, partner_id, file_sha256, file_name, compared_by, compared_at,
     first_day, last_day, all_matched, counts)
   values ($communityId, $partnerId, $fileSha256, $fileName, $comparedBy, $comparedAt, $firstDay, $lastDay,
     $allMatched, $counts)
   returning id`,
);

/** The first explanation of a transfer stays. */
export const insertExplanations = write(
  'insert_explanations',
  { rows: { transferId: 'uuid', entryReference: 'text', entryDay: 'date', endToEndId: 'text' } },
  `insert into explained_transfers (community_id, partner_id, comparison_id, $columns)
   select $communityId, $partnerId, $comparisonId::int, found.* from unnest($rows) found
   on conflict (community_id, transfer_id) do nothing`,
);

export type MatchBy = 'entry_reference' | 'end_to_end_id';

const SETTINGS = `select match_by as "matchBy" from partners
   where community_id = $communityId and id = $partnerId`;

export const selectReconciliationSettings = query('select_reconciliation_settings', SETTINGS);

export const lockReconciliationSettings = write('lock_reconciliation_settings', `${SETTINGS} for no key update`);

export const updateReconciliationRow = write(
  'update_reconciliation_settings',
  `update partners set match_by = $matchBy, updated_at = $updatedAt
   where community_id = $communityId and id = $partnerId`,
);
