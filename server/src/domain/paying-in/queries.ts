/** Members as payment slips name them. */
import { query } from '../../platform/database/query.ts';

export interface PayingMember {
  readonly id: string;
  readonly name: string;
  readonly language: string | null;
  readonly paymentReference: string;
}

const COLUMNS = 'id, name, language, payment_reference as "paymentReference"';

export const selectPayingMember = query<
  { communityId: number; memberId: string },
  PayingMember & { readonly isErased: boolean }
>(
  'select_paying_member',
  `select ${COLUMNS}, erased_at is not null as "isErased" from members
   where community_id = $communityId and id = $memberId and undone_at is null`,
);

/** Active members behind one of them, in the order of their ids. */
export const selectPayingMembers = query<{ communityId: number; afterId: string; limit: number }, PayingMember>(
  'select_paying_members',
  `select ${COLUMNS} from members
   where community_id = $communityId and id > $afterId and status = 'active'
   order by id limit $limit`,
);
