import { query, write } from '../../core/database/query.ts';

/** The sample's first member, for the printed curl lines. */
export const selectSampleMember = query(
  'select_sample_member',
  `select id, email, payment_reference as "paymentReference"
   from members where community_id = $communityId and external_id = $externalId`,
);

/** Whether the partner still has a live secret with this hash. */
export const selectLiveSecret = query(
  'select_live_secret',
  `select p.community_id as "communityId", p.id as "partnerId"
   from partners p join credentials c on c.community_id = p.community_id and c.partner_id = p.id
   where p.client_id = $clientId and c.secret_hash = $secretHash and c.revoked_at is null and (c.expires_at is null
     or c.expires_at > $at)`,
);

export const selectDemoPartner = query(
  'select_demo_partner',
  `select id, client_id as "clientId"
   from partners where community_id = $communityId and name = $name order by id limit 1`,
);

export const updateAdministratorPassword = write(
  'update_administrator_password',
  'update administrators set password_hash = $passwordHash! where email = $email returning id',
);

export const selectAdministratorHash = query(
  'select_administrator_hash',
  'select password_hash as "passwordHash!" from administrators where email = $email',
);
