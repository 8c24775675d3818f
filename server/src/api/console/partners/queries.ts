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
