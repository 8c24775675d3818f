import { query, type RowFrom, type StatementRow, write } from '../database/query.ts';

/**
 * A partner as the console and the command line list it. Amounts in seconds; null is no cap. `keysOnly`: its secrets
 * are refused. `boundTokensOnly`: tokens that are not bound to a key are refused. `keyUrl`: where it publishes its
 * keys, when they were read last, and why the last try failed; null where they were pasted.
 */
export type PartnerRow = StatementRow<'select_partners'>;

/**
 * A secret as it is listed: never the secret. `handOverExpiresAt`: expiry of its one-time link; null: there was none.
 */
export type CredentialRow = RowFrom<typeof selectCredentials>;

const COLUMNS = `p.community_id as "communityId", m.slug as "communitySlug", p.id, p.name, p.status,
  p.client_id as "clientId", p.scopes, p.allowed_addresses::text[] as "allowedAddresses",
  p.rate_limit_per_minute as "rateLimitPerMinute", p.max_credit_seconds as "maxCreditSeconds",
  p.max_member_day_seconds as "maxMemberDaySeconds", p.max_partner_day_seconds as "maxPartnerDaySeconds",
  p.keys_only as "keysOnly", p.bound_tokens_only as "boundTokensOnly", u.url as "keyUrl",
  u.fetched_at as "keysFetchedAt", u.error as "keysError", p.contact_name as "contactName",
  p.contact_email as "contactEmail", p.contact_phone as "contactPhone", p.note,
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;

const PARTNERS = `partners p join communities m on m.id = p.community_id
   left join key_urls u on u.community_id = p.community_id and u.partner_id = p.id`;

/** The secrets of what is asked for, each with what became of the link to it. */
const SECRETS = `select s.partner_id as "partnerId", s.id, s.secret_hint as hint, s.created_at as "createdAt",
     s.expires_at as "expiresAt", s.revoked_at as "revokedAt", s.first_used_at as "firstUsedAt",
     s.last_used_at as "lastUsedAt", host(s.last_used_address) as "lastUsedAddress",
     h.expires_at as "handOverExpiresAt", h.opened_at as "handOverOpenedAt", host(h.opened_address) as "handOverAddress"
   from credentials s
   left join hand_overs h on h.community_id = s.community_id and h.credential_id = s.id
   where s.secret_hash is not null`;

export const selectPartners = query(
  'select_partners',
  `select ${COLUMNS} from ${PARTNERS}
   where p.community_id = $communityId order by p.id`,
);

export const selectPartner = query(
  'select_partner',
  `select ${COLUMNS} from ${PARTNERS}
   where p.community_id = $communityId and p.id = $partnerId`,
);

/** Directory look-up: the row tells the community. */
export const selectPartnerByClientId = query(
  'select_partner_by_client_id',
  `select ${COLUMNS} from ${PARTNERS} where p.client_id = $clientId`,
);

export const selectCredentials = query<'select_credentials', { hint: string }>(
  'select_credentials',
  `${SECRETS} and s.community_id = $communityId order by s.partner_id, s.id`,
);

export const selectPartnerCredentials = query<'select_partner_credentials', { hint: string }>(
  'select_partner_credentials',
  `${SECRETS} and s.community_id = $communityId and s.partner_id = $partnerId order by s.id`,
);

/** Held to the end of the transaction, so that two administrators cannot both issue the second secret. */
export const lockPartner = write(
  'lock_partner',
  `select p.status, m.kind as "communityKind" from partners p join communities m on m.id = p.community_id
   where p.community_id = $communityId and p.id = $partnerId for update of p`,
);

/**
 * A change that names the community's partners in events holds its row, too (`lockCommunityShared`): it ends, or sees the
 * new one.
 */
export const lockCommunityMark = write(
  'lock_community_mark',
  `select kind, tag from communities where id = $communityId for no key update`,
);

export const insertPartner = write(
  'insert_partner',
  `insert into partners (community_id, name, status, client_id, scopes, allowed_addresses, rate_limit_per_minute,
     max_credit_seconds, max_member_day_seconds, max_partner_day_seconds, contact_name, contact_email, contact_phone,
       note, created_at,
     updated_at)
   values ($communityId, $name, $status, $clientId, $scopes, $allowedAddresses::text[]::cidr[], $rateLimitPerMinute,
     $maxCreditSeconds, $maxMemberDaySeconds, $maxPartnerDaySeconds,
     $contactName, $contactEmail, $contactPhone, $note, $createdAt, $createdAt)
   returning id`,
);

export const insertSettlementAccount = write(
  'insert_settlement_account',
  `insert into accounts (community_id, kind, partner_id, created_at)
   values ($communityId, 'settlement', $partnerId!, $createdAt)`,
);

export const updatePartnerRow = write(
  'update_partner',
  `update partners set name = $name, scopes = $scopes, allowed_addresses = $allowedAddresses::text[]::cidr[],
     rate_limit_per_minute = $rateLimitPerMinute, max_credit_seconds = $maxCreditSeconds,
       max_member_day_seconds = $maxMemberDaySeconds, max_partner_day_seconds = $maxPartnerDaySeconds,
     contact_name = $contactName, contact_email = $contactEmail, contact_phone = $contactPhone, note = $note,
     updated_at = $updatedAt
   where community_id = $communityId and id = $partnerId`,
);

export const updatePartnerStatus = write(
  'update_partner_status',
  `update partners set status = $status, updated_at = $updatedAt where community_id = $communityId and id = $partnerId`,
);

export const selectLiveCredentials = write(
  'select_live_credentials',
  `select id from credentials
   where community_id = $communityId and partner_id = $partnerId and secret_hash is not null and revoked_at is null
     and (expires_at is null or expires_at > $at)
   order by id`,
);

export const insertCredential = write(
  'insert_credential',
  `insert into credentials (community_id, partner_id, secret_hash, secret_hint, created_at)
   values ($communityId, $partnerId, $secretHash!, $hint!, $createdAt) returning id`,
);

export const updateCredentialExpiry = write(
  'update_credential_expiry',
  `update credentials set expires_at = least(expires_at, $expiresAt)
   where community_id = $communityId and partner_id = $partnerId and id = $credentialId`,
);

/** Returns no row when there is no such secret, or it is revoked already. */
export const updateCredentialRevoked = write(
  'update_credential_revoked',
  `update credentials set revoked_at = $revokedAt!
   where community_id = $communityId and partner_id = $partnerId and id = $credentialId and secret_hash is not null
     and revoked_at is null
   returning id`,
);
