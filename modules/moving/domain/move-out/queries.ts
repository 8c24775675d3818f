import { query } from '../../../../core/database/query.ts';
import { isUndone } from '../../../../core/ledger/queries.ts';
import { OWN_STATUS } from '../../../../core/people/listings/queries.ts';

/** The number of a member; one without gets its id. */
const NUMBER = (member: string) => `coalesce(${member}.external_id, ${member}.id::text)`;

/** All members, erased ones without their name, and the fund by the number `chest`. */
export const selectLeavingMembers = query(
  'select_leaving_members',
  `select case when a.kind = 'chest' then 'chest' else ${NUMBER('m')} end as "number!",
     coalesce(m.name, 'Community fund') as name, coalesce(m.status, 'active') as status, m.email,
     m.joined_on as "joinedOn", m.language, m.visibility, a.credits_seconds - a.debits_seconds as "balanceSeconds"
   from accounts a left join members m on m.community_id = a.community_id and m.id = a.member_id
   where a.community_id = $communityId and a.kind in ('member', 'chest') and m.undone_at is null
   order by a.id`,
);

export const selectLeavingOrganisations = query<'select_leaving_organisations', { name: string }>(
  'select_leaving_organisations',
  `select name, credits_seconds - debits_seconds as "balanceSeconds"
   from accounts where community_id = $communityId and kind = 'organisation' order by id`,
);

type PartyKind = 'member' | 'fund' | 'organisation';

export const selectLeavingListings = query(
  'select_leaving_listings',
  `select coalesce(l.external_id, l.id::text) as number, ${NUMBER('m')} as member, l.type, l.title, l.description,
     l.category, l.estimated_seconds as "estimatedSeconds", ${OWN_STATUS} as "status!", l.created_at as "createdAt"
   from listings l join members m on m.community_id = l.community_id and m.id = l.member_id
   where l.community_id = $communityId and l.undone_at is null and m.undone_at is null and m.erased_at is null
   order by l.id`,
);

const KIND = (account: string) => `case ${account}.kind when 'chest' then 'fund' else ${account}.kind end`;
const PARTY = (account: string, member: string) =>
  `case ${account}.kind when 'member' then ${NUMBER(member)} when 'chest' then 'chest' else ${account}.name end`;

/** Exchanges and gifts that count: neither reversed nor of an import that was undone. */
export const selectLeavingExchanges = query<
  'select_leaving_exchanges',
  { providerKind: PartyKind; receiverKind: PartyKind }
>(
  'select_leaving_exchanges',
  `select t.kind, coalesce(t.external_id, t.id::text) as number, t.service_date as "serviceDate!",
     ${KIND('c')} as "providerKind", ${PARTY('c', 'cm')} as "provider!", ${KIND('d')} as "receiverKind",
     ${PARTY('d', 'dm')} as "receiver!", coalesce(l.external_id, l.id::text) as listing, t.amount_seconds as seconds, t.note,
     g.name as category
   from transfers t
   left join listings l on l.community_id = t.community_id and l.id = t.listing_id and l.undone_at is null
   left join categories h on h.community_id = t.community_id and h.id = t.category_id
   left join categories g on g.community_id = h.community_id and g.id = coalesce(h.merged_into, h.id)
   join accounts c on c.community_id = t.community_id and c.id = t.credit_account_id
   left join members cm on cm.community_id = c.community_id and cm.id = c.member_id
   join accounts d on d.community_id = t.community_id and d.id = t.debit_account_id
   left join members dm on dm.community_id = d.community_id and dm.id = d.member_id
   where t.community_id = $communityId and t.kind in ('exchange', 'gift') and not ${isUndone('t')}
     and not exists (select from transfers r where r.community_id = t.community_id and r.reverses_id = t.id)
   order by t.id`,
);
