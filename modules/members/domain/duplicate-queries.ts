import { query, write } from '../../../core/database/query.ts';

/** Members with any of these; members who were erased or undone are nobody. Each kind has an index of its own. */
export const selectLikeMembers = query(
  'select_like_members',
  `select m.id, array_agg(distinct found.by) as by
   from (
     (select id as member_id, 'name' as by from members
      where community_id = $communityId and search_name = $searchName and undone_at is null order by id limit $limit)
     union all
     (select id, 'email' from members
      where community_id = $communityId and lower(email) = $email and email is not null limit $limit)
     union all
     (select member_id, 'phone' from member_details
      where community_id = $communityId and phone_key = any($phoneKeys::text[]) limit $limit)
     union all
     (select member_id, 'phone' from member_details
      where community_id = $communityId and second_phone_key = any($phoneKeys::text[]) limit $limit)
     union all
     (select member_id, 'address' from member_details
      where community_id = $communityId and address_key = $addressKey limit $limit)
   ) found
   join members m on m.community_id = $communityId and m.id = found.member_id
   where m.undone_at is null and m.erased_at is null
   group by m.id order by count(distinct found.by) desc, m.id limit $limit`,
);

/** Others like one member that are looked at. */
const OTHERS_MAX = 20;

/**
 * Pairs after a place, in the order of the older member. One address alone makes no pair, since families share it:
 * there the first names are alike, too.
 */
export const selectMemberPairs = query(
  'select_member_pairs',
  `select m.id as "memberId", o.id as "otherId", array_agg(distinct alike.by) as by
   from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   cross join lateral (
     (select n.id, 'name' as by from members n
      where n.community_id = m.community_id and n.search_name = m.search_name and n.id > m.id and n.undone_at is null
      order by n.id limit ${OTHERS_MAX})
     union all
     (select n.id, 'email' from members n
      where n.community_id = m.community_id and lower(n.email) = lower(m.email) and n.email is not null and n.id > m.id
      limit ${OTHERS_MAX})
     union all
     (select e.member_id, 'phone' from member_details e
      where e.community_id = d.community_id and e.phone_key in (d.phone_key, d.second_phone_key) and e.member_id > m.id
      limit ${OTHERS_MAX})
     union all
     (select e.member_id, 'phone' from member_details e
      where e.community_id = d.community_id and e.second_phone_key in (d.phone_key, d.second_phone_key)
        and e.member_id > m.id
      limit ${OTHERS_MAX})
     union all
     (select e.member_id, 'address' from member_details e
      join members n on n.community_id = e.community_id and n.id = e.member_id
      where e.community_id = d.community_id and e.address_key = d.address_key and e.member_id > m.id
        and split_part(n.search_name, ' ', 1) = split_part(m.search_name, ' ', 1)
      limit ${OTHERS_MAX})
   ) alike
   join members o on o.community_id = m.community_id and o.id = alike.id
   where m.community_id = $communityId and m.id >= $afterId and (m.id, o.id) > ($afterId, $afterOther)
     and m.undone_at is null and m.erased_at is null and o.undone_at is null and o.erased_at is null
     and not (m.status = 'left' and o.status = 'left')
     and not exists (
       select from member_pairs p where p.community_id = m.community_id and p.member_id = m.id and p.other_id = o.id)
     and not exists (
       select from member_pairs p where p.community_id = m.community_id and p.member_id = o.id and p.other_id = m.id)
   group by m.id, o.id order by m.id, o.id limit $limit`,
);

export const upsertMemberPair = write(
  'upsert_member_pair',
  `insert into member_pairs (community_id, member_id, other_id, decision, decided_by, decided_at)
   values ($communityId, $memberId, $otherId, $decision, $decidedBy, $decidedAt)
   on conflict (community_id, member_id, other_id) do update
     set decision = excluded.decision, decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
);
