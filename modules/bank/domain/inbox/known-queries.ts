/** Lines as an import compares them, what later reports add to them, and which of them are one. */
import { query, write } from '../../../../core/database/query.ts';

/** A line as an import compares it. */
const KNOWN = `l.id, l.same_as_line_id as "sameAsLineId", l.format, l.statement_kind as "statementKind", l.reference,
     l.is_bank_wide as "isBankWide", l.entry_reference as "entryReference", l.uetr, l.end_to_end_id as "endToEndId",
     l.related_reference as "relatedReference", l.booked_on as "bookedOn",
     l.first_booked_on as "firstBookedOn", l.amount, l.currency, l.original_amount as "originalAmount",
     l.original_currency as "originalCurrency", l.payer, l.payer_account as "payerAccount", l.texts,
     l.booking_texts as "bookingTexts", l.names,
     case when l.names = 'member' then l.named_member_id end as "namedMemberId", l.named_member_id as "memberId", l.kind,
     l.missing_details as "missingDetails", l.is_unreadable as "isUnreadable", l.state, l.reason,
     l.may_be_line_id as "mayBeLineId",
     l.decided_at is not null as "isDecided", l.texts_deleted_at is not null as "areTextsDeleted"`;

/** Lines of an account that a report may tell of again: of some days or without a day, or under one of its references. */
export const selectKnownLines = query(
  'select_known_lines',
  `select ${KNOWN}
   from (
     select id from bank_lines where community_id = $communityId and account_id = $accountId and booked_on between $firstDay and $lastDay
     union select id from bank_lines where community_id = $communityId and account_id = $accountId and booked_on is null
     union select id from bank_lines where community_id = $communityId and reference = any($references::text[])
     union select id from bank_lines where community_id = $communityId and entry_reference = any($references::text[])
     union select id from bank_lines where community_id = $communityId and uetr = any($uetrs::text[])
   ) k
   join bank_lines l on l.community_id = $communityId and l.id = k.id
   where l.account_id = $accountId
   order by l.id`,
);

/** Lines by themselves, as an import compares them. */
export const selectKnownLinesById = query(
  'select_known_lines_by_id',
  `select ${KNOWN}, l.account_id as "accountId" from bank_lines l
   where l.community_id = $communityId and l.id = any($ids::bigint[])`,
);

/** Keeps what a later report adds. */
export const updateLearntLines = write(
  'update_learnt_lines',
  {
    rows: {
      id: 'bigint',
      reference: 'text',
      isBankWide: 'bool',
      entryReference: 'text',
      uetr: 'text',
      endToEndId: 'text',
      relatedReference: 'text',
      bookedOn: 'date',
      firstBookedOn: 'date',
      currency: 'text',
      originalAmount: 'text',
      originalCurrency: 'text',
      payer: 'text',
      payerAccount: 'text',
      texts: 'jsonb',
      bookingTexts: 'jsonb',
      names: 'text',
      namedMemberId: 'uuid',
      kind: 'text',
      missingDetails: 'int',
    },
  },
  `update bank_lines l set reference = r.reference, is_bank_wide = r.is_bank_wide, entry_reference = r.entry_reference,
     uetr = r.uetr, end_to_end_id = r.end_to_end_id, related_reference = r.related_reference, booked_on = r.booked_on,
     first_booked_on = r.first_booked_on,
     currency = r.currency, original_amount = r.original_amount, original_currency = r.original_currency, payer = r.payer,
     payer_account = r.payer_account, texts = r.texts, booking_texts = r.booking_texts, names = r.names,
     named_member_id = r.named_member_id, kind = r.kind, missing_details = r.missing_details
   from unnest($rows) as r ($columns)
   where l.community_id = $communityId and l.id = r.id`,
);

/** A person said which line another one is. Lines that may be the other, or are it by an earlier word, go with it. */
export const joinLine = write(
  'join_line',
  `with others as (
     update bank_lines set may_be_line_id = case when may_be_line_id = $id then $lineId!::bigint else may_be_line_id end,
       same_as_line_id = case when same_as_line_id = $id then $lineId::bigint else same_as_line_id end
     where community_id = $communityId and (may_be_line_id = $id or same_as_line_id = $id)
   )
   update bank_lines set state = 'not_ours', reason = 'same_line', same_as_line_id = $lineId, may_be_line_id = null,
     proposed_member_id = null, proposed_seconds = null, proposed_credit_id = null, decided_by = $decidedBy!,
     decided_at = $decidedAt!
   where community_id = $communityId and id = $id`,
);

/** Lines that may be another one, where they or that one are among these, with what they may be. */
export const selectQuestionsOf = query(
  'select_questions_of',
  `select l.id, l.may_be_line_id as "mayBeLineId"
   from unnest($ids::bigint[]) as given (id)
   cross join lateral (
     select id, may_be_line_id from bank_lines where community_id = $communityId and id = given.id limit 1) l
   where l.may_be_line_id is not null
   union
   select id, may_be_line_id from bank_lines where community_id = $communityId and may_be_line_id = any($ids::bigint[])`,
);

/** Lines are none of those that they may have been. */
export const tellLinesApart = write(
  'tell_lines_apart',
  'update bank_lines set may_be_line_id = null where community_id = $communityId and id = any($ids::bigint[])',
);
