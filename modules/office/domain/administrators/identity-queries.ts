import { deletesRows } from '../../../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../../../core/database/query.ts';

/** The purpose of a visit to the identity provider, which is valid for no other. */
export type ProviderPurpose = 'sign in' | 'confirm' | 'link';

export const insertProviderRequest = query(
  'insert_provider_request',
  `insert into provider_requests (state_hash, cookie_hash, purpose, created_at)
   values ($stateHash, $cookieHash, $purpose, $at)`,
);

/** Uses a request up, old or not; of two answers to it the second finds none. */
export const takeProviderRequest = query(
  'take_provider_request',
  `delete from provider_requests where state_hash = $stateHash and cookie_hash = $cookieHash
   returning purpose, created_at as "createdAt"`,
);

export const deleteOldProviderRequests = query(
  'delete_old_provider_requests',
  deletesRows('provider_requests', ['state_hash'], `created_at < $before order by created_at`),
);

export type IdentityRow = StatementRow<'select_identity'>;

const ROW = `id, administrator_id as "administratorId", issuer, subject, follows_claim as "followsClaim",
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Directory look-up: issuer and subject identify the account. */
export const selectIdentity = query(
  'select_identity',
  `select ${ROW} from administrator_identities where issuer = $issuer and subject = $subject`,
);

/** One at a time makes an account for a person of the provider. */
export const lockIdentity = write<{ issuer: string; subject: string }, { locked: unknown }>(
  'lock_identity',
  'select pg_advisory_xact_lock(hashtext($issuer), hashtext($subject)) as locked',
);

export const selectIdentities = query(
  'select_identities',
  `select ${ROW} from administrator_identities where administrator_id = $administratorId order by id limit $limit`,
);

/** No row: the person is linked already, or the account has another one there. */
export const insertIdentity = write(
  'insert_identity',
  `insert into administrator_identities (administrator_id, issuer, subject, follows_claim, created_at)
   values ($administratorId, $issuer, $subject, $followsClaim, $at)
   on conflict do nothing returning id`,
);

/** No row: it was removed meanwhile. */
export const updateIdentityUsed = write(
  'update_identity_used',
  `update administrator_identities set last_used_at = $at!
   where id = $id and administrator_id = $administratorId returning id`,
);

export const deleteIdentity = write(
  'delete_identity',
  'delete from administrator_identities where administrator_id = $administratorId and id = $id returning id',
);

/** Those that a person has linked. One that the provider's claim made comes back with the claim, and stays. */
export const deleteLinkedIdentities = write(
  'delete_linked_identities',
  'delete from administrator_identities where administrator_id = $administratorId and not follows_claim',
);

/** Gives the role, or changes it. */
export const upsertRole = write(
  'upsert_role',
  `insert into administrator_roles (community_id, administrator_id, role) values ($communityId, $administratorId, $role)
   on conflict (community_id, administrator_id) do update set role = excluded.role`,
);
