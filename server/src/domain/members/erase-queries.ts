import { write } from '../../platform/database/query.ts';

/** Whether a community's lists are read in German. */
const IN_GERMAN = "(c.languages[1] = 'de' or c.languages[1] like 'de-%')";

/** The reference is replaced as well: what was written on bank transfers leads to nobody any more. */
export const eraseMemberRows = write<
  {
    readonly rows: readonly { id: string; mark: string; paymentReference: string }[];
    communityId: number;
    erasedAt: Date;
    undoneAt: Date | null;
  },
  never
>(
  'erase_members',
  { rows: { id: 'uuid', mark: 'text', paymentReference: 'text' } },
  `update members m set name = former.word || row.mark, search_name = lower(former.word || row.mark),
     payment_reference = row.payment_reference, former_payment_reference = null, external_id = null, email = null, language = null, joined_on = null,
     booklet_contact = null, mail_kinds = '{}', stop_key = null, email_state = null,
     letter_only = false, leave_asked_at = null, card = null, seen_by_members = true, digest_asked_at = null,
     join_asked_at = null,
     visibility = 'hidden', status = 'left', erased_at = $erasedAt, undone_at = $undoneAt, updated_at = $erasedAt
   from unnest($rows) as row ($columns), communities c
   cross join lateral (
     select case when ${IN_GERMAN} then 'Ehemaliges Mitglied ' else 'Former member ' end as word
   ) former
   where c.id = $communityId and m.community_id = c.id and m.id = row.id`,
);

export const eraseListings = write<{ communityId: number; memberId: string; updatedAt: Date }>(
  'erase_listings',
  `update listings l
   set title = case when ${IN_GERMAN} then 'Gelöscht' else 'Erased' end, description = '', external_id = null,
     status = 'closed', ends_on = null, updated_at = $updatedAt
   from communities c
   where c.id = $communityId and l.community_id = c.id and l.member_id = $memberId`,
);

/** Empties the payer's text and the note on the lines of a member and on those where the payer named the member. */
export const eraseComparisonLines = write<{ communityId: number; memberId: string }>(
  'erase_comparison_lines',
  `update comparison_lines set payer_text = null, end_to_end_id = null, note = null, revision = revision + 1
   where community_id = $communityId and (member_id = $memberId or named_member_id = $memberId)`,
);

/** What waits is not sent any more, and what a mail server said of the address goes. Which mails there were stays. */
export const eraseMails = write<{ communityId: number; memberId: string; erasedAt: Date }>(
  'erase_mails',
  `update mails set answer = null, lease_until = null, next_attempt_at = null,
     error = case when state in ('due', 'print') then 'gone' else error end,
     finished_at = case when state in ('due', 'print') then $erasedAt else finished_at end,
     state = case when state in ('due', 'print') then 'dropped' else state end
   where community_id = $communityId and member_id = $memberId`,
);

/** Empties the words between a member who is erased and others; what is open ends. */
export const eraseAnswers = write<{ communityId: number; memberId: string }>(
  'erase_answers',
  `with forms as (delete from listing_forms where community_id = $communityId and member_id = $memberId)
   update answers set message = '', reply = null, released = '{}', owner_released = '{}',
     state = case when state in ('open', 'agreed') then 'ended' else state end
   where community_id = $communityId and (from_member = $memberId or to_member = $memberId)`,
);

/** What banks' files say of a member's payments; the lines stay, since they explain the account. */
export const eraseBankLines = write<{ communityId: number; memberId: string; erasedAt: Date }>(
  'erase_bank_lines',
  `with erased as (
     update bank_lines set payer = null, payer_account = null, texts = '[]', end_to_end_id = null, note = null,
       texts_deleted_at = $erasedAt
     where community_id = $communityId and named_member_id = $memberId
   )
   delete from payer_choices where community_id = $communityId and member_id = $memberId`,
);

/**
 * Ends what a member who is erased has to do with deputies: the member's own, and those for whom the member acts. Names
 * and addresses of people who are no members go, and what is left says that there was a deputy.
 */
export const eraseDeputies = write<{ communityId: number; memberId: string; at: Date }>(
  'erase_deputies',
  `update deputies set ended_at = coalesce(ended_at, $at), name = case when name is not null then '–' end, email = null
   where community_id = $communityId and (member_id = $memberId or person_id = $memberId)`,
);
