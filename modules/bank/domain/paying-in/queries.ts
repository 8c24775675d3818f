/** Members as payment slips name them. */
import { query } from '../../../../core/database/query.ts';

export interface PayingMember {
  readonly id: string;
  readonly name: string;
  readonly language: string | null;
  readonly paymentReference: string;
}

const COLUMNS = 'id, name, language, payment_reference as "paymentReference"';

/** In no order. */
export const selectChosenMembers = query<
  { communityId: number; memberIds: readonly string[] },
  PayingMember & { readonly isErased: boolean }
>(
  'select_chosen_members',
  `select ${COLUMNS}, erased_at is not null as "isErased" from members
   where community_id = $communityId and id = any($memberIds::uuid[]) and undone_at is null`,
);

/** Active members behind one of them, in the order of their ids. @param joinedFrom null: whenever they joined */
export const selectPayingMembers = query<
  { communityId: number; afterId: string; joinedFrom: string | null; limit: number },
  PayingMember
>(
  'select_paying_members',
  `select ${COLUMNS} from members
   where community_id = $communityId and id > $afterId and status = 'active'
     and ($joinedFrom::date is null or joined_on >= $joinedFrom::date)
   order by id limit $limit`,
);
