import { writtenLanguage } from '../../../../core/communities/language.ts';
import { write } from '../../../../core/database/query.ts';
import { ERASED_VALUES, setValues } from '../../../../core/people/listings/values.ts';
import { FORMER_MEMBER } from '../../../../core/people/name-for-members.ts';

/** Whether a community's lists are read in German. */
const IN_GERMAN = `${writtenLanguage('c.languages[1]')} = 'de'`;

/** The reference is replaced as well: what was written on bank transfers leads to nobody any more. */
export const eraseMemberRows = write(
  'erase_members',
  { rows: { id: 'uuid', mark: 'text', paymentReference: 'text' } },
  `update members m set name = former.word || row.mark, search_name = lower(former.word || row.mark),
     payment_reference = row.payment_reference, former_payment_reference = null, external_id = null, email = null, language = null, joined_on = null,
     booklet_contact = null, mail_kinds = '{}', stop_key = null, email_state = null,
     letter_only = false, leave_asked_at = null, card = null, seen_by_members = true, digest_asked_at = null,
     join_asked_at = null,
     visibility = 'hidden', status = 'left', erased_at = $erasedAt!, undone_at = $undoneAt, updated_at = $erasedAt
   from unnest($rows) as row ($columns), communities c
   cross join lateral (
     select case when ${IN_GERMAN} then '${FORMER_MEMBER.de} ' else '${FORMER_MEMBER.en} ' end as word
   ) former
   where c.id = $communityId and m.community_id = c.id and m.id = row.id`,
);

const ERASED = setValues((name) =>
  name === 'title' ? `case when ${IN_GERMAN} then 'Gelöscht' else 'Erased' end` : ERASED_VALUES[name],
);

export const eraseListings = write(
  'erase_listings',
  `update listings l
   set ${ERASED}, external_id = null, status = 'closed', back_as = null, ends_on = null, updated_at = $updatedAt
   from communities c
   where c.id = $communityId and l.community_id = c.id and l.member_id = $memberId`,
);
