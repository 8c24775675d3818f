/** What the inbox books: proposals, and what is written with the bookings. */

import { query, type RowFrom, write } from '../../../../core/database/query.ts';
import type { InboxState } from '../../contract/inbox-words.ts';

/**
 * A line and what is booked for it. `seconds`: negative: what goes back. `creditId`: the credit that is taken back,
 * with its partner and amount; null: a new one is booked. `isReferenceUsed`: another transfer of the community has the
 * reference.
 */
export type ProposalRow = RowFrom<typeof selectProposals>;

const PROPOSED = (credit: string) => `select l.id, a.partner_id as "accountPartnerId", l.reference,
     l.is_bank_wide as "isBankWide", l.end_to_end_id as "endToEndId", l.booked_on as "bookedOn", l.amount, l.currency,
     l.payer_account as "payerAccount", l.state, coalesce(l.proposed_member_id, b.member_id) as "memberId",
     coalesce(l.proposed_seconds, 0) as seconds, ${credit} as "creditId", t.partner_id as "creditPartnerId",
     t.amount_seconds as "creditSeconds", l.returns_line_id as "returnsLineId", f.imported_by as "importedBy",
     exists (select from partners p
       join transfers u on u.community_id = p.community_id and u.partner_id = p.id
         and u.kind = case when ${credit} is null then 'credit' else 'credit_reversal' end
         and u.reference = l.reference
       where p.community_id = l.community_id and (p.is_internal or p.id = t.partner_id)) as "isReferenceUsed"
   from bank_lines l
   join bank_accounts a on a.community_id = l.community_id and a.id = l.account_id
   join bank_files f on f.community_id = l.community_id and f.id = l.first_file_id
   left join transfers t on t.community_id = l.community_id and t.id = ${credit} and t.kind = 'credit'
   left join accounts b on b.community_id = t.community_id and b.id = t.credit_account_id`;

/** Lines with a proposal, the oldest first. @param ids null: all */
export const selectProposals = query<'select_proposals', { memberId: string; state: InboxState }>(
  'select_proposals',
  `${PROPOSED('l.proposed_credit_id')}
   where l.community_id = $communityId and l.state = 'open' and l.proposed_seconds is not null
     and ($ids::bigint[] is null or l.id = any($ids::bigint[]))
   order by l.booked_on nulls first, l.id limit $limit`,
);

/**
 * One line with a credit that a person names for it, or with its own.
 * @param creditId null: its own, if it has one
 */
export const selectLineToDecide = query(
  'select_line_to_decide',
  `${PROPOSED('coalesce($creditId::uuid, l.credit_id)')}
   where l.community_id = $communityId and l.id = $id`,
);

export const selectTreasury = query(
  'select_treasury',
  'select id from partners where community_id = $communityId and is_internal',
);

/** The partner that books for the community itself: it has no credentials, so that no request can be its own. */
export const insertTreasury = write(
  'insert_treasury',
  `insert into partners (community_id, name, status, client_id, is_internal, created_at, updated_at)
   values ($communityId, 'Treasury', 'active', $clientId, true, $createdAt, $createdAt) returning id`,
);

export const insertBookedReferences = write(
  'insert_booked_references',
  { rows: { kind: 'text', reference: 'text', partnerId: 'int', lineId: 'bigint' } },
  `insert into booked_references (community_id, $columns) select $communityId, row.* from unnest($rows) as row
   on conflict do nothing`,
);

/** Payments whose hours were taken back: all of them, or a part, and then another credit holds the rest. */
export const markReturned = write(
  'mark_returned',
  { rows: { id: 'bigint', creditId: 'uuid' } },
  `update bank_lines l set credit_id = coalesce(r.credit_id, l.credit_id),
     state = case when r.credit_id is null then 'returned' else l.state end,
     reason = case when r.credit_id is null then 'reversed' else l.reason end
   from unnest($rows) as r ($columns)
   where l.community_id = $communityId and l.id = r.id and l.state in ('booked', 'credited')`,
);
