import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { shownAddressOf, signInAddressOf } from '../../../../core/people/number-in.ts';

/**
 * `signInAddress`: the address typed to sign in: a label that other accounts may have as well. `email`: the same, but
 * empty once another account has proved it. `handle`: the unique text in place of the address, which nodes of the
 * release before sign in by. `passwordHash`: null: lost with the last role. `hasRole`: whether the person still has a
 * role in some community.
 */
export type AdministratorRow = StatementRow<'select_administrator_account'>;

const COLUMNS = `id, ${signInAddressOf('administrators')} as "signInAddress",
  ${shownAddressOf('administrators')} as email, administrators.email as handle, name, password_hash as "passwordHash",
    is_operator as "isOperator",
  totp_secret_encrypted as "totpSecretEncrypted", totp_confirmed_at as "totpConfirmedAt",
  totp_last_step as "totpLastStep",
  exists (select from administrator_roles r where r.administrator_id = administrators.id) as "hasRole"`;

/**
 * The first administrator of an installation is its operator. No row: the handle is taken.
 * @param address null: the handle is the address
 */
export const insertAdministrator = write(
  'insert_administrator',
  `insert into administrators (email, address, name, password_hash, created_at, address_proved_at, address_lost_at,
     is_operator)
   values ($handle, $address, $name, $passwordHash, $createdAt, $provedAt, $lostAt,
     not exists (select from administrators))
   on conflict (email) do nothing returning id`,
);

/** Returns no row when the person has a role there already. */
export const insertAdministratorRole = write(
  'insert_administrator_role',
  `insert into administrator_roles (community_id, administrator_id, role) values ($communityId, $administratorId, $role)
   on conflict do nothing returning administrator_id as "administratorId"`,
);

export const deleteRole = write(
  'delete_role',
  'delete from administrator_roles where community_id = $communityId and administrator_id = $administratorId',
);

/** A person's account; it belongs to no community. */
export const selectAdministratorAccount = query(
  'select_administrator_account',
  `select ${COLUMNS} from administrators where id = $administratorId`,
);

/** The accounts that are signed in to by an address: those that a password opens first, then the one that proved it. */
export const selectAdministratorsByAddress = query(
  'select_administrators_by_address',
  `select ${COLUMNS} from administrators where ${signInAddressOf('administrators')} = $address
   order by password_hash is null, address_proved_at is null, address_lost_at is not null, id limit $limit`,
);

/** Whether the identity provider has vouched for another account's right to the address. */
export const selectProvedAddress = write(
  'select_proved_address',
  `select id from administrators
   where ${signInAddressOf('administrators')} = $address and address_proved_at is not null and address_lost_at is null
     and ($butAdministratorId::int is null or id <> $butAdministratorId)`,
);

/** The identity provider vouches for the address: every other account that calls itself so loses it as a label. */
export const updateAddressProved = write(
  'update_address_proved',
  `update administrators
   set address_proved_at = case when id = $administratorId then coalesce(address_proved_at, $at!) end,
     address_lost_at = case when id <> $administratorId then coalesce(address_lost_at, $at) end
   where ${signInAddressOf('administrators')} = $address
   returning id`,
);

export const lockAdministrator = write(
  'lock_administrator',
  `select ${COLUMNS} from administrators where id = $administratorId for no key update`,
);

export const updateAdministratorAccount = write(
  'update_administrator_account',
  'update administrators set name = $name, password_hash = $passwordHash! where id = $administratorId',
);

export const updateName = write(
  'update_administrator_name',
  'update administrators set name = $name where id = $administratorId',
);

/** A new address is proved by nobody. */
export const updateAddress = write(
  'update_administrator_address',
  `update administrators set email = $handle, address = $address, address_proved_at = null, address_lost_at = null,
     email_state = null
   where id = $administratorId`,
);

/** Counts a wrong code before it is looked at. No row: the account has to wait, or has had as many as there may be. */
export const countCode = query(
  'count_code',
  `update administrators
   set code_failures = coalesce(code_failures, 0) + 1, code_failures_unseen = coalesce(code_failures_unseen, 0) + 1,
     codes_blocked_until = case when coalesce(code_failures, 0) + 1 >= $free::int then
       $at + least($firstSeconds::int * power(2, coalesce(code_failures, 0) + 1 - $free::int), $longestSeconds::int)
         * interval '1 second' end
   where id = $administratorId and coalesce(code_failures, 0) < $failuresMax
     and (codes_blocked_until is null or codes_blocked_until <= $at)
   returning code_failures as "failures!"`,
);

export const selectCodeState = query(
  'select_code_state',
  `select coalesce(code_failures, 0) as failures, codes_blocked_until as "blockedUntil"
   from administrators where id = $administratorId`,
);

/** Forgets failures: they came with a password that is no longer valid. */
export const updateCodesForgotten = query(
  'update_codes_forgotten',
  'update administrators set code_failures = null, codes_blocked_until = null where id = $administratorId',
);

/** The last counted one was no failure. */
export const updateCodeRight = query(
  'update_code_right',
  `update administrators
   set code_failures = null, codes_blocked_until = null, code_failures_unseen = greatest(code_failures_unseen - 1, 0)
   where id = $administratorId`,
);

/** Nothing was judged. */
export const updateCodeUncounted = query(
  'update_code_uncounted',
  `update administrators
   set code_failures = greatest(code_failures - 1, 0), code_failures_unseen = greatest(code_failures_unseen - 1, 0),
     codes_blocked_until = null
   where id = $administratorId`,
);

/** How many codes failed since this was asked last. */
export const takeUnseenFailures = write(
  'take_unseen_failures',
  `update administrators a set code_failures_unseen = null
   from (select id, code_failures_unseen as failures
     from administrators where id = $administratorId for no key update) before
   where a.id = before.id and before.failures > 0 returning before.failures`,
);

export const updateSecondFactorPutOff = write(
  'update_second_factor_put_off',
  'update administrators set second_factor_put_off_at = $at! where id = $administratorId',
);

export const updatePasswordHash = write(
  'update_password_hash',
  'update administrators set password_hash = $passwordHash where id = $administratorId',
);

export const updateLastSignIn = write(
  'update_last_sign_in',
  'update administrators set last_sign_in_at = $at! where id = $administratorId',
);

export const updateOperator = write(
  'update_operator',
  'update administrators set is_operator = $isOperator where id = $administratorId',
);

/** A secret that waits for its first code; failures with the one before count no more. */
export const updateTotpSecret = write(
  'update_totp_secret',
  `update administrators
   set totp_secret_encrypted = $secretEncrypted, totp_confirmed_at = null, totp_last_step = null, code_failures = null,
     codes_blocked_until = null
   where id = $administratorId`,
);

export const updateTotpConfirmed = write(
  'update_totp_confirmed',
  `update administrators set totp_confirmed_at = $at!, totp_last_step = $step! where id = $administratorId`,
);

/** Returns no row when another request has used this code or a later one. */
export const updateTotpStep = query(
  'update_totp_step',
  `update administrators set totp_last_step = $step
   where id = $administratorId and (totp_last_step is null or totp_last_step < $step) returning id`,
);

export const deleteRecoveryCodes = write(
  'delete_recovery_codes',
  'delete from recovery_codes where administrator_id = $administratorId',
);

export const insertRecoveryCodes = write(
  'insert_recovery_codes',
  `insert into recovery_codes (administrator_id, code_hash, created_at) select $administratorId, hash, $at
   from unnest($hashes::bytea[]) as hash`,
);

/** Returns no row when the code is unknown or used. */
export const useRecoveryCode = query<'use_recovery_code', { used: true }>(
  'use_recovery_code',
  `update recovery_codes set used_at = $at!
   where administrator_id = $administratorId and code_hash = $codeHash and used_at is null returning true as used`,
);

/** Links of one person replace each other. */
export const deleteSetupLinks = write(
  'delete_setup_links',
  'delete from setup_links where administrator_id = $administratorId and used_at is null',
);

export const insertSetupLink = write(
  'insert_setup_link',
  `insert into setup_links (token_hash, administrator_id, community_id, by_operator, created_at, expires_at)
   values ($tokenHash, $administratorId, $communityId, $byOperator, $createdAt, $expiresAt)`,
);

/** `byOperator`: made on the command line. */
export type SetupLinkRow = StatementRow<'select_setup_link'>;

const SETUP_LINK = `select l.administrator_id as "administratorId", l.community_id as "communityId", c.name as community,
     ${signInAddressOf('a')} as email, a.name, l.expires_at as "expiresAt", l.by_operator as "byOperator"
   from setup_links l
   join administrators a on a.id = l.administrator_id
   join communities c on c.id = l.community_id
   where l.token_hash = $tokenHash and l.used_at is null and l.expires_at > $now
     and exists (select from administrator_roles r where r.administrator_id = a.id and r.community_id = l.community_id)
     and (l.by_operator or not (a.is_operator or exists (
       select from administrator_roles r where r.administrator_id = a.id and r.community_id <> l.community_id)))`;

/**
 * Directory look-up: the token's digest tells the account. A reset gives access to all of the account's
 * communities: only the operator's links may do it.
 */
export const selectSetupLink = query('select_setup_link', SETUP_LINK);

/** The same under a lock, to use it up. */
export const lockSetupLink = write('lock_setup_link', `${SETUP_LINK} for update of l`);

export const updateSetupLinkUsed = write(
  'update_setup_link_used',
  'update setup_links set used_at = $at! where token_hash = $tokenHash',
);
