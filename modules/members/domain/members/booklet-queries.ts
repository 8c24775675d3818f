/** The booklet of offers and requests, and what members allow to be printed in it. */
import { query, write } from '../../../../core/database/query.ts';
import { listingColumns } from '../../../../core/people/listings/values.ts';
import { quarterSeen } from '../../../../core/people/members/quarter-fragment.ts';

/** Active listings of active members, by id; telephone and e-mail only where the member allows them. */
export const selectBookletPage = query(
  'select_booklet_page',
  { filters: { type: 'l.type = $type' } },
  `select l.id, ${listingColumns('l')}, m.name, ${quarterSeen('m')} as quarter,
     case when m.booklet_contact in ('phone', 'both') then d.phone end as phone,
     case when m.booklet_contact in ('email', 'both') then m.email end as email
   from listings l
   join members m on m.community_id = l.community_id and m.id = l.member_id
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   where l.community_id = $communityId and l.status = 'active' and m.status = 'active'
     and l.id > $afterId$filters
   order by l.id limit $limit`,
);

export const selectBookletContact = query(
  'select_booklet_contact',
  `select booklet_contact as contact from members
   where community_id = $communityId and id = $memberId and undone_at is null`,
);

/** How many of these members there are, erased ones aside. */
export const countBookletMembers = query(
  'count_booklet_members',
  `select count(*)::int as count from members
   where community_id = $communityId and id = any($memberIds::uuid[]) and undone_at is null and erased_at is null`,
);

/** Those for whom it is new, with what held before. Nothing that partners read: the members were not changed. */
export const updateBookletContacts = write(
  'update_booklet_contacts',
  { rows: { memberId: 'uuid', contact: 'text' } },
  `with before as materialized (
     select m.id, m.booklet_contact, nullif(r.contact, 'none') as contact
     from unnest($rows) as r (member_id, contact)
     join members m on m.community_id = $communityId and m.id = r.member_id
     where m.undone_at is null and m.erased_at is null and m.booklet_contact is distinct from nullif(r.contact, 'none')
     order by m.id for no key update of m
   )
   update members m set booklet_contact = b.contact from before b
   where m.community_id = $communityId and m.id = b.id
   returning m.id, coalesce(b.booklet_contact, 'none') as before`,
);
