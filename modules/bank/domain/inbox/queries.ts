/**
 * The lines of the inbox. Accounts and files are in `file-queries.ts`, what identifies a line in `known-queries.ts`,
 * bookings in `booking-queries.ts`, and what it reads of the ledger in `fact-queries.ts`.
 */

import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { calledAdministrator, numberIn } from '../../../../core/people/number-in.ts';
import type { InboxState } from '../../contract/inbox-words.ts';

/** One act on a community's inbox after the other: each decides by what the one before has left. */
export const lockInbox = write(
  'lock_inbox',
  `select four_eyes as "fourEyes" from communities where id = $communityId for no key update`,
);

/** All settlement accounts of the community, in the order in which the ledger locks them: no partner books meanwhile. */
export const lockSettlements = write(
  'lock_settlements',
  `with settlements as materialized (
     select a.id from partners p
     cross join lateral (
       select id from accounts where community_id = p.community_id and partner_id = p.id limit 1) a
     where p.community_id = $communityId
   )
   select a.id from settlements s join accounts a on a.community_id = $communityId and a.id = s.id
   order by a.id for no key update of a`,
);

/** Lines of an account that was not the community's before are explained again. */
export const reopenAccount = write(
  'reopen_account',
  `update bank_lines set state = 'open'
   where community_id = $communityId and account_id = $accountId and state = 'not_ours' and reason = 'other_account'
     and decided_at is null`,
);

/** New lines are open until they are explained. The ids rise in the order of the rows. */
export const insertBankLines = write(
  'insert_bank_lines',
  {
    rows: {
      accountId: 'bigint',
      statementKind: 'text',
      format: 'text not null',
      reference: 'text',
      isBankWide: 'bool',
      entryReference: 'text',
      uetr: 'text',
      endToEndId: 'text',
      relatedReference: 'text',
      bookedOn: 'date',
      amount: 'text',
      currency: 'text',
      originalAmount: 'text',
      originalCurrency: 'text',
      payer: 'text',
      payerAccount: 'text',
      texts: 'jsonb',
      bookingTexts: 'jsonb',
      namedMemberId: 'uuid',
      names: 'text',
      kind: 'text',
      missingDetails: 'int',
      isUnreadable: 'bool',
      mayBeLineId: 'bigint',
    },
  },
  `insert into bank_lines (community_id, first_file_id, $columns, state, reason, created_at)
   select $communityId, $fileId, row.*, 'open', 'no_reference', $createdAt from unnest($rows) as row
   returning id`,
);

export const insertLineFiles = write(
  'insert_line_files',
  { rows: { number: 'int', lineId: 'bigint', place: 'text' } },
  `insert into bank_line_files (community_id, file_id, $columns)
   select $communityId, $fileId, row.* from unnest($rows) as row
   on conflict (community_id, file_id, number) do nothing`,
);

/** Lines of a file that was imported before, in its order. */
export const selectLinesOfFile = query(
  'select_lines_of_file',
  `select number, line_id as "lineId" from bank_line_files where community_id = $communityId and file_id = $fileId order by number`,
);

/**
 * Takes out what an earlier import of a file read while a choice was open, unless another file or a person has it: the
 * answer may read other amounts and days.
 */
export const forgetAskedLines = write(
  'forget_asked_lines',
  `with links as materialized (
     delete from bank_line_files where community_id = $communityId and file_id = $fileId returning line_id
   )
   delete from bank_lines l using links
   where l.community_id = $communityId and l.id = links.line_id and l.first_file_id = $fileId and l.state = 'open'
     and l.decided_at is null and not exists (
       select from bank_line_files x where x.community_id = $communityId and x.line_id = l.id and x.file_id <> $fileId)
     and not exists (select from bank_lines o where o.community_id = $communityId and o.same_as_line_id = l.id)`,
);

export const updateExplanations = write(
  'update_explanations',
  {
    rows: {
      id: 'bigint',
      state: 'text',
      reason: 'text',
      proposedMemberId: 'uuid',
      proposedSeconds: 'bigint',
      proposedCreditId: 'uuid',
      creditId: 'uuid',
      returnsLineId: 'bigint',
    },
  },
  `update bank_lines l set state = r.state, reason = r.reason, proposed_member_id = r.proposed_member_id,
     proposed_seconds = r.proposed_seconds, proposed_credit_id = r.proposed_credit_id, credit_id = r.credit_id,
     returns_line_id = r.returns_line_id
   from unnest($rows) as r ($columns)
   where l.community_id = $communityId and l.id = r.id and l.decided_at is null`,
);

/**
 * A line as people and programs read it. `texts`: what the payer wrote, and what the bank says of the movement.
 * `names`: by what the member is named. `creditMemberId`: of the credit. `sameAsLineId`: the line that it is, by a
 * person's word. `mayBeLineId`: the line that it may be, with what a person knows it by.
 */
export type ListedLineRow = StatementRow<'select_lines_by_id'>;

/** A listed line's columns and tables; `l` is the line. */
export const LISTED_LINE = `l.id, a.account, l.booked_on as "bookedOn", l.amount, l.currency, l.payer,
     l.payer_account as "payerAccount", l.reference, l.end_to_end_id as "endToEndId", l.texts, l.booking_texts as "bookingTexts",
     l.state, l.reason, l.names,
     l.proposed_member_id as "proposedMemberId", m.name as "proposedMemberName", m.external_id as "proposedMemberNumber",
     l.proposed_seconds as "proposedSeconds", l.named_member_id as "namedMemberId", l.credit_id as "creditId",
     l.returns_line_id as "returnsLineId", l.note, l.decided_by as "decidedBy", l.decided_at as "decidedAt",
     f.imported_by as "importedBy", l.created_at as "createdAt",
     ${calledAdministrator('d')} as "decidedByName", ${calledAdministrator('i')} as "importedByName",
     o.id as "creditMemberId", o.name as "creditMemberName", o.external_id as "creditMemberNumber", l.same_as_line_id as "sameAsLineId",
     l.may_be_line_id as "mayBeLineId", q.booked_on as "mayBeBookedOn", q.payer as "mayBePayer", q.texts as "mayBeTexts",
     q.state as "mayBeState"
   from bank_lines l
   join bank_accounts a on a.community_id = l.community_id and a.id = l.account_id
   join bank_files f on f.community_id = l.community_id and f.id = l.first_file_id
   left join members m on m.community_id = l.community_id and m.id = l.proposed_member_id
   left join administrators d on d.id = ${numberIn('l.decided_by', 'administrator')}
   left join administrators i on i.id = ${numberIn('f.imported_by', 'administrator')}
   left join transfers t on t.community_id = l.community_id and t.id = l.credit_id
   left join accounts c on c.community_id = t.community_id and c.id = t.credit_account_id
   left join members o on o.community_id = c.community_id and o.id = c.member_id
   left join bank_lines q on q.community_id = l.community_id and q.id = l.may_be_line_id`;

export const selectLinesById = query(
  'select_lines_by_id',
  `select ${LISTED_LINE} where l.community_id = $communityId and l.id = any($ids::bigint[]) order by l.id`,
);

/** Active members of whom two words are among these. */
export const selectMembersOfWords = query(
  'select_members_of_words',
  `select m.id, m.name, m.external_id as number, m.payment_reference as reference
   from (
     select member_id from member_words where community_id = $communityId and word = any($words::text[])
     group by member_id having count(*) > 1
   ) w
   join members m on m.community_id = $communityId and m.id = w.member_id
   where m.status = 'active' and m.undone_at is null order by m.id`,
);

/** A page of lines, the newest first: all, or those of a state, or that came before a time. */
export const selectInboxLinePage = query<
  {
    communityId: number;
    beforeId: string;
    limit: number;
    state?: InboxState | undefined;
    cameBefore?: Date | undefined;
  },
  ListedLineRow
>(
  'select_inbox_line_page',
  { filters: { state: 'l.state = $state', cameBefore: 'l.created_at < $cameBefore' } },
  `select ${LISTED_LINE} where l.community_id = $communityId and l.id < $beforeId::bigint$filters
   order by l.id desc limit $limit`,
);

/**
 * The same of lines in which each word is found: in what people know a line by, as its amount, or as its day. An amount
 * is no part of an account number, so that short words do not look there.
 */
export const selectFoundLinePage = query<
  {
    communityId: number;
    beforeId: string;
    limit: number;
    state: InboxState | null;
    patterns: readonly string[];
    amounts: readonly (string | null)[];
    days: readonly (string | null)[];
  },
  ListedLineRow
>(
  'select_found_line_page',
  `select ${LISTED_LINE} where l.community_id = $communityId and l.id < $beforeId::bigint
     and ($state::text is null or l.state = $state)
     and not exists (
       select from unnest($patterns::text[], $amounts::text[], $days::date[]) as w (pattern, amount, day)
       where not coalesce(
         lower(concat_ws(' ', l.payer, l.reference, l.end_to_end_id, l.texts::text)) like w.pattern
         or (length(w.pattern) > 7 and lower(replace(l.payer_account, ' ', '')) like w.pattern)
         or abs(l.amount::numeric) = w.amount::numeric or l.booked_on = w.day, false))
   order by l.id desc limit $limit`,
);

/** How many lines name an entry, and what they add up to, for proofs of details. */
export const selectDetailCounts = query(
  'select_detail_counts',
  `select entry_reference as reference, count(*)::int as count, sum(amount::numeric)::text as sum
   from bank_lines
   where community_id = $communityId and entry_reference = any($references::text[]) and same_as_line_id is null
   group by entry_reference`,
);

/** A person chose the member whose payment it is, also in place of another one. */
export const nameMember = write(
  'name_member',
  `update bank_lines set names = 'chosen', named_member_id = $memberId!
   where community_id = $communityId and id = $id`,
);

export const selectMemberStatus = query(
  'select_member_status',
  'select status from members where community_id = $communityId and id = $memberId',
);

/** What approving has booked, or a person has said. */
export const decideLines = write(
  'decide_lines',
  { rows: { id: 'bigint', state: 'text', reason: 'text', creditId: 'uuid' } },
  `update bank_lines l set state = r.state, reason = r.reason, credit_id = coalesce(r.credit_id, l.credit_id),
     proposed_member_id = null, proposed_seconds = null, proposed_credit_id = null, may_be_line_id = null,
     decided_by = $decidedBy!, decided_at = $decidedAt!, note = coalesce($note, l.note)
   from unnest($rows) as r ($columns)
   where l.community_id = $communityId and l.id = r.id
   returning l.id`,
);

/** A person's choice for a payer's account goes first from now on. */
export const keepPayerChoice = write(
  'keep_payer_choice',
  `insert into payer_choices (community_id, payer_account, member_id, chosen_by, chosen_at)
   values ($communityId, $payerAccount, $memberId, $chosenBy, $chosenAt)
   on conflict (community_id, payer_account) do update
     set member_id = excluded.member_id, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`,
);

/** Whether anything waits for a person: an open line, a proof that fails, or a choice that a file leaves open. */
export const selectWaiting = query(
  'select_waiting',
  `select (select count(*)::int from bank_lines where community_id = $communityId and state = 'open') as open,
     (select count(*)::int from bank_files where community_id = $communityId and questions <> '[]') as doubtful`,
);

/** Takes out who paid, and what they wrote, of lines that are older; the lines explain the account for ever. */
export const forgetPayers = query(
  'forget_payers',
  `with old as (
     select community_id, id from bank_lines
     where created_at < $before and texts_deleted_at is null order by created_at limit $limit
     for update skip locked
   ), forgotten as (
     update bank_lines l set payer = null, payer_account = null, texts = '[]', booking_texts = '[]',
       end_to_end_id = null, texts_deleted_at = now()
     from old where l.community_id = old.community_id and l.id = old.id
     returning 1
   )
   select count(*)::int as deleted from forgotten`,
);

/** What banks' files say of a member's payments; the lines stay, since they explain the account. */
export const eraseBankLines = write(
  'erase_bank_lines',
  `with erased as (
     update bank_lines set payer = null, payer_account = null, texts = '[]', booking_texts = '[]', end_to_end_id = null,
       note = null, texts_deleted_at = $erasedAt!
     where community_id = $communityId and named_member_id = $memberId
   )
   delete from payer_choices where community_id = $communityId and member_id = $memberId`,
);
