/** What the inbox reads to explain its lines: those that are open, what they may take back, and partners' credits. */
import { query } from '../../../../core/database/query.ts';

/**
 * A line as it is explained. Its account is the community's own where a setting names it, or none is named. A table that
 * names no account beside two that files named may be about either: its payments may be theirs, and nothing is proposed.
 * `format`: of its first report; null: not known. `isOurs`: not of an account that a setting leaves out.
 * `accountPartnerId`: the partner that reports the account's transfers; null: none in particular. `isAsked`: its file
 * leaves a choice open. `mayBeLineId`: the line that it may be, which a person says. `shownDetails`: of a batch, those
 * that came with it.
 */
const FACTS = `l.id, l.format, l.account_id as "accountId",
     (a.named_by = 'settings' or not exists (
       select from bank_accounts s where s.community_id = l.community_id and (s.named_by = 'settings' or a.account = '' and s.account <> ''))) as "isOurs",
     a.partner_id as "accountPartnerId", l.reference, l.is_bank_wide as "isBankWide",
     l.entry_reference as "entryReference", l.end_to_end_id as "endToEndId",
     l.related_reference as "relatedReference", l.booked_on as "bookedOn", l.amount, l.currency,
     l.original_amount as "originalAmount", l.original_currency as "originalCurrency",
     l.payer_account as "payerAccount", l.names, who_stays(l.community_id, l.named_member_id) as "namedMemberId", l.kind,
     l.missing_details as "missingDetails", l.is_unreadable as "isUnreadable", f.questions <> '[]' as "isAsked",
     l.state, l.credit_id as "creditId", l.returns_line_id as "returnsLineId",
     l.reason, l.proposed_member_id as "proposedMemberId", l.proposed_seconds as "proposedSeconds",
     l.proposed_credit_id as "proposedCreditId", l.may_be_line_id as "mayBeLineId",
     case when l.missing_details is null then '[]'::jsonb else (
       select coalesce(jsonb_agg(d.id), '[]') from bank_line_files x
       join bank_lines d on d.community_id = x.community_id and d.id = x.line_id
       where x.community_id = l.community_id and x.file_id = l.first_file_id and d.entry_reference = l.reference
         and d.account_id = l.account_id) end as "shownDetails"
   from bank_lines l
   join bank_accounts a on a.community_id = l.community_id and a.id = l.account_id
   join bank_files f on f.community_id = l.community_id and f.id = l.first_file_id`;

/** Open lines that no person has decided, in the order of booking. */
export const selectOpenFacts = query<'select_open_facts', { shownDetails: readonly number[] }>(
  'select_open_facts',
  `select ${FACTS}
   where l.community_id = $communityId and l.state = 'open' and l.decided_at is null
   order by l.booked_on nulls first, l.id limit $limit`,
);

/**
 * Lines that are explained and that an open one may concern: payments under one of its references, of the member whom it
 * names, or from its payer's account; details of a batch.
 */
export const selectSettledFacts = query<'select_settled_facts', { shownDetails: readonly number[] }>(
  'select_settled_facts',
  `select t.is_returned is not null as "isReturned", ${FACTS}
   left join lateral (
     select true as is_returned from bank_lines r
     where r.community_id = l.community_id and r.returns_line_id = l.id and r.state = 'returned' limit 1) t on true
   join (
     select id from bank_lines where community_id = $communityId and reference = any($references::text[])
     union select id from bank_lines where community_id = $communityId and end_to_end_id = any($references::text[])
     union select id from bank_lines where community_id = $communityId and entry_reference = any($references::text[])
     union select id from bank_lines
       where community_id = $communityId and named_member_id = any($memberIds::uuid[]) and booked_on >= $firstDay::date
     union select id from bank_lines
       where community_id = $communityId and payer_account = any($payerAccounts::text[]) and kind = 'payment' and booked_on >= $firstDay::date
   ) k on k.id = l.id
   where l.community_id = $communityId and (l.state <> 'open' or l.decided_at is not null)
     and l.same_as_line_id is null
   order by l.booked_on nulls first, l.id`,
);

/** Credits under one of these references or end-to-end ids, of these members since a day, and these themselves. */
export const selectCreditFacts = query<'select_credit_facts', { reference: string }>(
  'select_credit_facts',
  `with k as (
     select t.id from partners p
     join transfers t on t.community_id = p.community_id and t.partner_id = p.id and t.kind = 'credit'
       and t.reference = any($references::text[])
     where p.community_id = $communityId
     union
     select t.id from partners p
     join transfers t on t.community_id = p.community_id and t.partner_id = p.id
       and t.payment_end_to_end_id = any($references::text[])
     where p.community_id = $communityId
     union
     select t.id from accounts a
     join transfers t on t.community_id = a.community_id and t.credit_account_id = a.id
     where a.community_id = $communityId and a.member_id = any($memberIds::uuid[]) and t.kind = 'credit' and t.booked_on >= $firstDay::date
     union
     select id from unnest($ids::uuid[]) as given (id)
   )
   select t.id, t.partner_id as "partnerId", p.is_internal as "isInternal", who_stays(a.community_id, a.member_id) as "memberId!",
     t.amount_seconds as seconds, t.reference, t.payment_end_to_end_id as "endToEndId", t.booked_on as "bookedOn",
     exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id) as "isReversed"
   from k
   join transfers t on t.community_id = $communityId and t.id = k.id and t.kind = 'credit'
   join partners p on p.community_id = t.community_id and p.id = t.partner_id
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   order by t.booked_on, t.id`,
);

/** Credits among these that already pay for a line. */
export const selectTakenCredits = query(
  'select_taken_credits',
  `select distinct credit_id as "creditId" from bank_lines
   where community_id = $communityId and credit_id = any($ids::uuid[]) and state in ('credited', 'booked')`,
);

export const selectActiveMembers = query(
  'select_active_members',
  `select id from members where community_id = $communityId and id = any($ids::uuid[]) and status = 'active'`,
);

export const selectPayerChoices = query(
  'select_payer_choices',
  `select payer_account as "payerAccount", who_stays(community_id, member_id) as "memberId!" from payer_choices
   where community_id = $communityId and payer_account = any($payerAccounts::text[])`,
);
