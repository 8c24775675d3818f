/** Members as payment slips name them. */
import { memberLanguage } from '../../../../core/communities/language.ts';
import { query, type StatementRow } from '../../../../core/database/query.ts';

export type PayingMember = StatementRow<'select_paying_members'>;

/** `language`: of what is written to the member. */
const COLUMNS = `id, name, payment_reference as "paymentReference",
  ${memberLanguage('language', '(select c.languages from communities c where c.id = community_id)')} as "language!"`;

/** In no order. */
export const selectChosenMembers = query(
  'select_chosen_members',
  `select ${COLUMNS}, erased_at is not null as "isErased" from members
   where community_id = $communityId and id = any($memberIds::uuid[]) and undone_at is null`,
);

/** Active members behind one of them, in the order of their ids. @param joinedFrom null: whenever they joined */
export const selectPayingMembers = query(
  'select_paying_members',
  `select ${COLUMNS} from members
   where community_id = $communityId and id > $afterId and status = 'active'
     and ($joinedFrom::date is null or joined_on >= $joinedFrom::date)
   order by id limit $limit`,
);
