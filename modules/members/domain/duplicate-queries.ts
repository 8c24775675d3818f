import { query, write } from '../../../core/database/query.ts';
import { isSecondRecord } from '../../../core/people/members/second-record.ts';

/** Members with any of these; who was erased or undone is nobody, and the second record of a person is that person. Each kind has an index of its own. */
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
   where m.undone_at is null and m.erased_at is null and not ${isSecondRecord('m')}
   group by m.id order by count(distinct found.by) desc, m.id limit $limit`,
);

/** Others like one member that are looked at. */
const OTHERS_MAX = 20;

/** How much each kind says: a second kind outweighs every single one, and of single ones a name says least. */
const EVIDENCE = `sum(case alike.by when 'email' then 13 when 'phone' then 12 when 'address' then 11 else 10 end)::int`;

/**
 * Pairs after a place, those with the most in common first, then in the order of the older member. One address alone makes no pair, since families share it:
 * there the first names are alike, too.
 */
export const selectMemberPairs = query(
  'select_member_pairs',
  `select m.id as "memberId", o.id as "otherId", array_agg(alike.by order by alike.by) as by, ${EVIDENCE} as evidence
   from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   cross join lateral (
     select distinct id, by from (
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
     ) found
   ) alike
   join members o on o.community_id = m.community_id and o.id = alike.id
   where m.community_id = $communityId and m.undone_at is null and m.erased_at is null and o.undone_at is null and o.erased_at is null
     and not (m.status = 'left' and o.status = 'left') and not ${isSecondRecord('m')} and not ${isSecondRecord('o')}
     and not exists (
       select from member_pairs p where p.community_id = m.community_id and p.member_id = m.id and p.other_id = o.id)
     and not exists (
       select from member_pairs p where p.community_id = m.community_id and p.member_id = o.id and p.other_id = m.id)
   group by m.id, o.id
   having (-${EVIDENCE}, m.id, o.id) > (-$afterEvidence::int, $afterId::uuid, $afterOther::uuid)
   order by evidence desc, m.id, o.id limit $limit`,
);

export const upsertMemberPair = write(
  'upsert_member_pair',
  `insert into member_pairs (community_id, member_id, other_id, decision, decided_by, decided_at)
   values ($communityId, $memberId, $otherId, $decision, $decidedBy, $decidedAt)
   on conflict (community_id, member_id, other_id) do update
     set decision = excluded.decision, decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
);

/** SQL: the opening balance that a member holds, and the file of the import that brought the member. */
const heldOpening = (memberId: string) =>
  `(select t.id, t.seconds, t.other as "openingAccountId", i.file_sha256, i.file_name
    from accounts a
    cross join lateral (
      select id, amount_seconds as seconds, debit_account_id as other from transfers
      where community_id = a.community_id and credit_account_id = a.id and kind = 'opening'
      union all
      select id, -amount_seconds, credit_account_id from transfers
      where community_id = a.community_id and debit_account_id = a.id and kind = 'opening') t
    join imports i on i.community_id = a.community_id and i.kind = 'members' and i.undone_at is null
    join import_rows r on r.community_id = i.community_id and r.import_id = i.id and r.created_id = a.member_id
    where a.community_id = $communityId and a.member_id = ${memberId} and not exists (
      select from transfers b where b.community_id = a.community_id and b.reverses_id = t.id))`;

/**
 * Of these pairs, those whose members hold the same opening balance from the same file, as a row that is there twice
 * leaves them. `secondId`: the transfer of the second.
 */
export const selectSameOpenings = query(
  'select_same_openings',
  `select pair.member_id as "memberId", pair.other_id as "otherId", o.seconds::bigint as seconds,
     o.file_name as "fileName", o.id as "secondId", o."openingAccountId"
   from unnest($memberIds::uuid[], $otherIds::uuid[]) as pair (member_id, other_id)
   cross join lateral ${heldOpening('pair.member_id')} m
   join lateral ${heldOpening('pair.other_id')} o on o.seconds = m.seconds and o.file_sha256 = m.file_sha256`,
);
