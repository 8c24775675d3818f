/** The booklet of offers and requests, and what members allow to be printed in it. */
import { query, write } from '../../../../core/database/query.ts';
import { listingColumns } from '../../../../core/people/listings/values.ts';

/** Active listings of active members, by id; telephone and e-mail only where the member allows them. */
export const selectBookletPage = query(
  'select_booklet_page',
  { filters: { type: 'l.type = $type' } },
  `select l.id, ${listingColumns('l')}, m.name,
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

/** Nothing that partners read: the member was not changed. */
export const updateBookletContact = write(
  'update_booklet_contact',
  `update members set booklet_contact = $contact
   where community_id = $communityId and id = $memberId and undone_at is null and erased_at is null
     and booklet_contact is distinct from $contact
   returning id`,
);
