import { memberLanguage } from '../../../../core/communities/language.ts';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

export const selectLetterTexts = query(
  'select_letter_texts',
  'select kind, language, title, body from letter_texts where community_id = $communityId order by kind, language',
);

export const upsertLetterText = write(
  'upsert_letter_text',
  `insert into letter_texts (community_id, kind, language, title, body, changed_at)
   values ($communityId, $kind, $language, $title, $body, $at)
   on conflict (community_id, kind, language) do update
   set title = excluded.title, body = excluded.body, changed_at = excluded.changed_at`,
);

export const deleteLetterText = write(
  'delete_letter_text',
  'delete from letter_texts where community_id = $communityId and kind = $kind and language = $language',
);

export type LetterMember = StatementRow<'select_letter_members'>;

/** In the order of the ids. Erased members are nobody to write to. */
export const selectLetterMembers = query(
  'select_letter_members',
  `select m.id, m.name, m.external_id as "externalId", d.salutation, d.family_name as "familyName", d.street,
     d.postal_code as "postalCode", d.place, d.country, m.payment_reference as "paymentReference",
     a.credits_seconds - a.debits_seconds as "balanceSeconds",
     ${memberLanguage('m.language', 'c.languages')} as language
   from unnest($ids::uuid[]) with ordinality as asked (id, position)
   join members m on m.community_id = $communityId and m.id = asked.id and m.erased_at is null
   join communities c on c.id = m.community_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   order by asked.position`,
);
