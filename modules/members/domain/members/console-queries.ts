/** Reading members as their administrators see them. */

import type { MemberMailKind } from '@timebank/contract';
import { query, type RowFrom, type StatementRow } from '../../../../core/database/query.ts';
import { isOutside } from '../../../../core/partners/internal.ts';
import { listingColumns } from '../../../../core/people/listings/values.ts';
import { listOrder } from '../../../../core/people/members/list-order.ts';
import { mailKindsOf } from '../../../../core/people/members/mail-fragments.ts';
import { idsNumbered } from '../../../../core/people/members/number-fragment.ts';

export type MemberSummaryRow = StatementRow<'select_members_by_ids'>;

const SUMMARY = `m.id, m.name, m.external_id as "externalId", m.email, m.email_state is not null as "emailIsBad",
     d.salutation, d.given_name as "givenName", d.family_name as "familyName", d.phone, d.second_phone as "secondPhone",
     d.street, d.postal_code as "postalCode", d.place, d.country, d.preferred_contact as "preferredContact",
     d.birth_year::text as "birthYear", d.agreement_signed_on as "agreementSignedOn",
     d.email_consent_on as "emailConsentOn", m.status, m.visibility,
     coalesce(m.booklet_contact, 'none') as "bookletContact",
     (select d.own_values ->> f.number::text from member_fields f
       where f.community_id = m.community_id and f.is_quarter) as quarter,
     a.credits_seconds - a.debits_seconds as "balanceSeconds", h.began_at as "onHoldSince", h.until as "onHoldUntil",
     m.joined_on as "joinedOn", m.created_at as "createdAt",
       greatest(m.updated_at, d.updated_at) as "updatedAt"`;

/** The details of a member `m`, and the hold that is on, if there are any. */
const DETAILS = `left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   left join member_holds h on h.community_id = m.community_id and h.member_id = m.id and h.ended_at is null`;

const FILTERS = { status: 'm.status = $status' };

/** By name, unless another order is asked for: then all of them are sorted, in the heavy lane. */
export const selectMemberPage = query(
  'select_member_page',
  {
    filters: FILTERS,
    sort: {
      orders: {
        name: { key: 'm.search_name', type: 'text' },
        surname: { key: listOrder('m', 'd'), type: 'text' },
        number: { key: `coalesce(m.external_id, '')`, type: 'text' },
        balance: { key: '(a.credits_seconds - a.debits_seconds)', type: 'bigint' },
        joined: { key: `coalesce(m.joined_on, '-infinity')`, type: 'date' },
      },
      id: 'm.id',
    },
  },
  `select ${SUMMARY}, $sortKey
   from members m
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   ${DETAILS}
   where m.community_id = $communityId and m.undone_at is null$filters
   order by $order limit $limit`,
);

export const countMembers = query(
  'count_members',
  { filters: FILTERS },
  `select count(*)::int as count from (
     select from members m
       where m.community_id = $communityId and m.undone_at is null$filters limit $limit) as counted`,
);

/** @param words the words to walk, as `w` */
const begun = (words: string) =>
  `select ${SUMMARY}, w.word
   from ${words}
   join members m on m.community_id = w.community_id and m.id = w.member_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   ${DETAILS}
   where w.community_id = $communityId and (w.word, w.member_id) > ($afterWord, $afterId) and w.word < $termEnd
     and ($status::text is null or m.status = $status)
     and not exists (
       select from member_words s
       where s.community_id = w.community_id and s.member_id = w.member_id and s.word >= $term and s.word < w.word)
     and not exists (
       select from unnest($furtherTerms::text[], $furtherEnds::text[]) as further (term, term_end)
       where not exists (
         select from member_words o
         where o.community_id = w.community_id and o.member_id = w.member_id
           and o.word >= further.term and o.word < further.term_end))
   order by w.word, w.member_id limit $limit`;

/**
 * Members with a word that begins with the first term, and one for each further term. Walks the words in their order,
 * counting a member at its first fitting word only, so that a page costs what it shows. The first page comes after the
 * term itself: an index is entered where the row comparison says, and nowhere else. `status`: null: members of any
 * status.
 */
export const searchMembers = query('search_members', begun('member_words w'));

/** The same members in the same order, looked for among these. */
export const searchMembersAmong = query(
  'search_members_among',
  begun(`unnest($memberIds::uuid[]) as few (member_id)
   cross join lateral (
     select own.* from member_words own
     where own.community_id = $communityId and own.member_id = few.member_id and own.word >= $afterWord
       and own.word < $termEnd
     offset 0) w`),
);

/** Members with a word that begins with a term. */
export const selectMembersWithWord = query(
  'select_members_with_word',
  `select distinct member_id as id
   from member_words where community_id = $communityId and word >= $term and word < $termEnd`,
);

/** Members with all of these grams, in no order. */
export const selectMembersWithGrams = query(
  'select_members_with_grams',
  { plan: 'each time' },
  `select member_id as id from member_grams where community_id = $communityId and grams @> $grams limit $limit`,
);

/** How many words begin with each term, up to a limit. In the order of the terms. */
export const countWords = query(
  'count_words',
  `select (select count(*) from (
       select from member_words w
       where w.community_id = $communityId and w.word >= asked.term and w.word < asked.term_end
         limit $limit) counted)::int as words
   from unnest($terms::text[], $ends::text[]) with ordinality as asked (term, term_end, place)
   order by place`,
);

/**
 * A search inside words: what a member's name may miss by a slip, and the terms that begin a word; `status` null: members
 * of any status.
 * @param candidates members to look among, as `g`
 */
const near = (candidates: string) =>
  `select m.id, m.name
   from ${candidates}
   join members m on m.community_id = $communityId and m.id = g.member_id
   where ($status::text is null or m.status = $status::text)
     and not exists (
       select from unnest($furtherTerms::text[], $furtherEnds::text[]) as further (term, term_end)
       where not exists (
         select from member_words o
         where o.community_id = $communityId and o.member_id = g.member_id
           and o.word >= further.term and o.word < further.term_end))
   limit $limit`;

/**
 * Members whose name may have two terms inside words or with a slip, and who have a word for each further term, in no
 * order; the name decides. Two conditions, since a list of lists is none that an index knows.
 */
export const selectNearMembers = query(
  'select_near_members',
  { plan: 'each time' },
  near(`(
     select member_id from member_grams
     where community_id = $communityId and (grams @> $inside::int[] or grams && $slips::int[])
       and (grams @> $otherInside::int[] or grams && $otherSlips::int[])) as g`),
);

/** These members, if they have a word for each further term, in no order. */
export const selectNearMembersAmong = query(
  'select_near_members_among',
  near('unnest($memberIds::uuid[]) as g (member_id)'),
);

export const selectWordsOf = query(
  'select_words_of',
  `select wanted.id, array(
       select w.word from member_words w where w.community_id = $communityId and w.member_id = wanted.id) as words
   from unnest($memberIds::uuid[]) as wanted (id)`,
);

/** In the order of the ids. */
export const selectMembersByIds = query(
  'select_members_by_ids',
  `select ${SUMMARY}
   from unnest($memberIds::uuid[]) with ordinality as wanted (id, place)
   join members m on m.community_id = $communityId and m.id = wanted.id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   ${DETAILS}
   order by wanted.place`,
);

/**
 * Members whose number, or else whole name, is exactly this; whatever their status. The number as written comes first.
 */
export const selectMembersCalled = query(
  'select_members_called',
  `select ${SUMMARY}
   from members m
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   ${DETAILS}
   where m.community_id = $communityId and m.id in (
     ${idsNumbered}
     union
     (select n.id from members n
      where n.community_id = $communityId and n.search_name = $searchName and n.undone_at is null order by n.id
        limit $limit))
   order by array_position($numbers, m.external_id), lower(m.external_id) = any($numbers) desc nulls last, m.id
   limit $limit`,
);

export type MemberDetailRow = RowFrom<typeof selectMemberDetail>;

/** The last day of help on one side of an account; what was reversed never happened. */
const lastDay = (side: string) => `(select max(t.service_date) from transfers t
       where t.community_id = a.community_id and t.${side} = a.id and t.kind = 'exchange'
         and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id))`;

export const selectMemberDetail = query<'select_member_detail', { mailKinds: readonly MemberMailKind[] }>(
  'select_member_detail',
  `select ${SUMMARY}, m.language, m.payment_reference as "paymentReference",
     a.id as "accountId", m.erased_at as "erasedAt", ${mailKindsOf('m')} as "mailKinds",
     c.default_visibility as "defaultVisibility",
     coalesce(a.lower_balance_seconds, c.lower_balance_seconds) as "lowerBalanceSeconds",
     c.upper_balance_seconds as "upperBalanceSeconds",
     greatest(${lastDay('credit_account_id')}, ${lastDay('debit_account_id')}) as "lastExchangeOn",
     (select count(*) from listings l
      where l.community_id = m.community_id and l.member_id = m.id and l.status <> 'closed')::int as "openListings"
   from members m
   join communities c on c.id = m.community_id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   ${DETAILS}
   where m.community_id = $communityId and m.id = $memberId and m.undone_at is null`,
);

export type PartnerChoiceRow = StatementRow<'select_member_partners'>;

export const selectMemberPartners = query(
  'select_member_partners',
  `select p.id as "partnerId", p.name, p.status, 'users.pii' = any(p.scopes) as "readsAddresses", v.visibility as choice
   from partners p
   left join member_partner_visibility v
     on v.community_id = p.community_id and v.partner_id = p.id and v.member_id = $memberId
   where p.community_id = $communityId and ${isOutside('p')}
   order by lower(p.name), p.id`,
);

export type MemberReadRow = StatementRow<'select_member_reads'>;

/** Reads of one member's address, newest first. */
export const selectMemberReads = query<
  { communityId: number; subject: string; beforeId: string; limit: number },
  MemberReadRow
>(
  'select_member_reads',
  `select a.id::text, a.at, p.id as "partnerId", p.name as "partnerName", host(a.address) as address,
     a.request_id as "requestId"
   from audit_log a
   left join partners p on p.community_id = a.community_id
     and p.id = case when a.actor ~ '^partner:[0-9]{1,9}$' then split_part(a.actor, ':', 2)::int end
   where a.community_id = $communityId and a.subject = $subject and a.action = 'email.read' and a.id < $beforeId::bigint
   order by a.id desc limit $limit`,
);

export type OwnListingRow = StatementRow<'select_own_listings'>;

export const selectOwnListings = query(
  'select_own_listings',
  `select l.id, ${listingColumns('l')}, l.external_id as "externalId", l.published_at as "publishedAt", l.ends_on as "endsOn",
     l.status, l.back_as as "backAs", l.created_at as "createdAt", l.updated_at as "updatedAt"
   from listings l
   where l.community_id = $communityId and l.member_id = $memberId and l.undone_at is null
   order by l.id desc limit $limit`,
);

/** What banks and browsers have to do with a member: accounts of payers, and sessions. */
export const selectPayerAccounts = query(
  'select_payer_accounts',
  `select payer_account as account, chosen_at as "chosenAt" from payer_choices
   where community_id = $communityId and member_id = $memberId order by chosen_at desc limit $limit`,
);

export const selectKeptSessions = query(
  'select_kept_sessions',
  `select way, user_agent as browser, shared, created_at as "createdAt", last_seen_at as "lastSeenAt" from member_sessions
   where community_id = $communityId and member_id = $memberId and deputy_id is null order by id desc limit $limit`,
);

/** Lines of bank statements: those of the member's credits, and those in which the payer named the member. */
export const selectMemberLines = query(
  'select_member_lines',
  `select created_at as "comparedAt", booked_on as "bookedOn", entry_reference as reference,
     end_to_end_id as "endToEndId", amount, currency, payer_text as "payerText", note
   from comparison_lines
   where community_id = $communityId and (member_id = $memberId or named_member_id = $memberId)
   order by comparison_id desc, number limit $limit`,
);

export const selectMemberBankLines = query<'select_member_bank_lines', { texts: readonly string[] }>(
  'select_member_bank_lines',
  `select created_at as "importedAt", booked_on as "bookedOn", reference, end_to_end_id as "endToEndId", amount, currency,
     payer, payer_account as "payerAccount", texts || booking_texts as texts, note
   from bank_lines where community_id = $communityId and named_member_id = $memberId
   order by id desc limit $limit`,
);
