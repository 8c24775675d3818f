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

/** Which of these credits replace another or are replaced, with the other's reference. */
export const selectCorrections = query<
  [communityId: number, partnerId: number, creditIds: readonly string[]],
  { id: string; correctsReference: string | null; correctedByReference: string | null }
>(
  'select_corrections',
  `select t.id, o.reference as "correctsReference", c.reference as "correctedByReference"
   from transfers t
   left join transfers o on o.community_id = t.community_id and o.id = t.corrects_id
   left join transfers c on c.community_id = t.community_id and c.partner_id = t.partner_id and c.corrects_id = t.id
   where t.community_id = $1 and t.partner_id = $2 and t.id = any($3::uuid[])
     and (o.id is not null or c.id is not null)`,
);

export const selectMemberNames = query<
  [communityId: number, memberIds: readonly string[]],
  { id: string; name: string; paymentReference: string }
>(
  'select_member_names',
  `select id, name, payment_reference as "paymentReference" from members
   where community_id = $1 and id = any($2::uuid[])`,
);
