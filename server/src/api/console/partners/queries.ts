import type { Visibility } from '@timebank/contract';
import { seenBy, VISIBILITY } from '../../../domain/visibility/visibility.ts';
import { query } from '../../../platform/database/query.ts';

/** The last logged call of each partner asked for. */
export const selectLastCalls = query<
  [communityId: number, partnerIds: readonly number[]],
  { partnerId: number; at: Date }
>(
  'select_last_calls',
  `select asked.id as "partnerId", l.at from unnest($2::int[]) as asked (id)
   cross join lateral (
     select at from call_log where community_id = $1 and partner_id = asked.id order by at desc, id desc limit 1) l`,
);

export interface CredentialUseRow {
  readonly firstUsedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
  readonly failedAt: Date | null;
  readonly error: string | null;
  readonly cause: string | null;
  readonly failedAddress: string | null;
}

/** A secret's use, and the partner's last refused token request since a time. */
export const selectCredentialUse = query<
  [communityId: number, partnerId: number, credentialId: number, failedSince: Date],
  CredentialUseRow
>(
  'select_credential_use',
  `select c.first_used_at as "firstUsedAt", c.last_used_at as "lastUsedAt",
     host(c.last_used_address) as "lastUsedAddress", f.at as "failedAt", f.error, f.cause,
     host(f.address) as "failedAddress"
   from credentials c
   left join lateral (
     select l.at, l.error, l.cause, l.address from call_log l
     where l.community_id = c.community_id and l.partner_id = c.partner_id and l.at >= $4 and l.status >= 400
       and l.operation = 'issueToken'
     order by l.at desc, l.id desc limit 1) f on true
   where c.community_id = $1 and c.partner_id = $2 and c.id = $3 and c.secret_hash is not null`,
);

/** Active members, and those whose e-mail address the partner sees; null stands for one that nobody chose anything for. */
export const countEmailReach = query<
  [communityId: number, partnerId: number | null],
  { members: number; shown: number; defaultVisibility: Visibility }
>(
  'count_email_reach',
  `select f.default_visibility as "defaultVisibility", n.members, n.shown
   from communities f cross join lateral (
     select count(*)::int as members,
       count(*) filter (where m.email is not null and ${VISIBILITY} = 'listed_with_email')::int as shown
     from members m ${seenBy('$2')}
     where m.community_id = f.id and m.status = 'active') n
   where f.id = $1`,
);
