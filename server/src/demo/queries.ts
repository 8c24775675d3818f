import { query, write } from '../platform/database/query.ts';

/** The sample's first member, for the printed curl lines. */
export const selectSampleMember = query<
  [communityId: number, externalId: string],
  { id: string; paymentReference: string }
>(
  'select_sample_member',
  'select id, payment_reference as "paymentReference" from members where community_id = $1 and external_id = $2',
);

/** Whether the partner still has a live secret with this hash. */
export const selectLiveSecret = query<
  [clientId: string, secretHash: Buffer, at: Date],
  { communityId: number; partnerId: number }
>(
  'select_live_secret',
  `select p.community_id as "communityId", p.id as "partnerId"
   from partners p join credentials c on c.community_id = p.community_id and c.partner_id = p.id
   where p.client_id = $1 and c.secret_hash = $2 and c.revoked_at is null and (c.expires_at is null or c.expires_at > $3)`,
);

export const selectDemoPartner = query<[communityId: number, name: string], { id: number; clientId: string }>(
  'select_demo_partner',
  'select id, client_id as "clientId" from partners where community_id = $1 and name = $2 order by id limit 1',
);

export const updateAdministratorPassword = write<[email: string, passwordHash: string], { id: number }>(
  'update_administrator_password',
  'update administrators set password_hash = $2 where email = $1 returning id',
);

export const selectAdministratorHash = query<[email: string], { passwordHash: string }>(
  'select_administrator_hash',
  'select password_hash as "passwordHash" from administrators where email = $1',
);
