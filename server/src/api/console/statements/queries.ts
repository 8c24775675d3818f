import { DAY, type DayRow } from '../../../domain/statements/queries.ts';
import { query } from '../../../platform/database/query.ts';

/** Final days on which something was booked, newest first. */
export const selectStatementPage = query<
  [communityId: number, partnerId: number, beforeDay: string, limit: number],
  DayRow & { readonly day: string }
>(
  'select_statement_page',
  `select day, ${DAY}
   from statements
   where community_id = $1 and partner_id = $2 and day < $3::date and credits_count + reversals_count > 0
   order by day desc limit $4`,
);

export const selectMemberNames = query<
  [communityId: number, memberIds: readonly string[]],
  { id: string; name: string; paymentReference: string }
>(
  'select_member_names',
  `select id, name, payment_reference as "paymentReference" from members
   where community_id = $1 and id = any($2::uuid[])`,
);
