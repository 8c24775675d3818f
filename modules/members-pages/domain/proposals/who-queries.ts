/** Members and organisations as the other side of a record. */
import { query, type StatementRow } from '../../../../core/database/query.ts';
import { idsNumbered } from '../../../../core/people/members/number-fragment.ts';

/**
 * What else tells people of one name apart. `number`: that the office gave. `listing`: the title of the newest listing.
 */
export type Namesake = StatementRow<'select_namesakes'>;

/** The active ones of these members, in this order, but for those who do not want to be found by name. */
export const selectNamesakes = query(
  'select_namesakes',
  `select m.id, m.name, d.given_name as "givenName", d.family_name as "familyName", m.external_id as number,
     (select l.title from listings l
      where l.community_id = m.community_id and l.member_id = m.id and l.status = 'active' and l.undone_at is null
      order by l.id desc limit 1) as listing, a.id as "accountId"
   from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where m.community_id = $communityId and m.id = any($memberIds) and m.status = 'active' and m.id <> $exceptId
     and m.undone_at is null and m.seen_by_members
   order by array_position($memberIds, m.id) limit $limit`,
);

/** `gave`: the last time the account's own member was the one who helped. */
export type PersonOfBefore = StatementRow<'select_people_of_before'>;

/** The members with whom an account has exchanged hours last. */
export const selectPeopleOfBefore = query(
  'select_people_of_before',
  `select m.id, m.name, d.given_name as "givenName", d.family_name as "familyName", m.external_id as number, o.gave as "gave!"
   from (
     select case when debit_account_id = $accountId then credit_account_id else debit_account_id end as account_id,
       max(id::text) as newest, (array_agg(credit_account_id = $accountId order by id desc))[1] as gave
     from (
       (select id, debit_account_id, credit_account_id from transfers
        where community_id = $communityId and debit_account_id = $accountId and kind in ('exchange', 'gift')
        order by id desc limit $lines)
       union all
       (select id, debit_account_id, credit_account_id from transfers
        where community_id = $communityId and credit_account_id = $accountId and kind in ('exchange', 'gift')
        order by id desc limit $lines)
     ) t group by 1
   ) o
   join accounts a on a.community_id = $communityId and a.id = o.account_id
   join members m on m.community_id = $communityId and m.id = a.member_id and m.status = 'active'
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   order by o.newest desc limit $limit`,
);

/** Active members by id, or by the number that the office gave, its very spelling first; hidden ones, too. */
export const selectByNumber = query(
  'select_counterpart_by_number',
  `select m.id, m.name, d.given_name as "givenName", d.family_name as "familyName", m.external_id as number,
     null::text as listing, a.id as "accountId"
   from members m
   left join member_details d on d.community_id = m.community_id and d.member_id = m.id
   join accounts a on a.community_id = m.community_id and a.member_id = m.id
   where m.community_id = $communityId and m.id in (
     select $memberId?::uuid
     union
     ${idsNumbered}) and m.status = 'active' and m.undone_at is null
   order by array_position($numbers, m.external_id) limit $limit`,
);

/** An organisation by its name. */
export const selectSharedByName = query(
  'select_counterpart_by_name',
  `select name, id as "accountId" from accounts
   where community_id = $communityId and kind = 'organisation' and name = $name`,
);
