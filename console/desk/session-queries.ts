import type { AdministratorMailKind, ConsoleList } from '@timebank/contract';
import { deletesRows } from '../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../core/database/query.ts';
import { hasOutside } from '../../core/partners/internal.ts';
import { shownAddressOf } from '../../core/people/number-in.ts';

/** The columns a person chose to see, per list. */
export type ChosenColumns = Readonly<Partial<Record<ConsoleList, string[] | null>>>;

/**
 * The proof that a session begins with, and whose removal ends it. A link made by the command line does not end with
 * the local accounts.
 */
export type BegunBy = 'password' | 'passkey' | 'identity provider' | 'operator link';

/**
 * A session that has not ended, with its administrator. `language`: null: as the browser prefers. `failedCodes`: wrong
 * codes that came with the right password, between the sign-in before and this one.
 */
export type StoredSession = StatementRow<'select_session'>;

/** With what is derived from its times when it is read. */
export interface SessionRow extends StoredSession {
  readonly expiresAt: Date;
  readonly idleExpiresAt: Date;
  readonly passwordRecentUntil: Date;
}

/** A live session; an account that has lost its last role has none. */
export const selectSession = query(
  'select_session',
  `select s.id, s.administrator_id as "administratorId", ${shownAddressOf('a')} as email, a.name,
     a.is_operator as "isOperator",
     a.totp_confirmed_at is not null as "totpEnabled", a.language, a.list_columns as columns,
       a.mail_kinds as mails, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
     s.password_at as "passwordAt", coalesce(s.failed_codes, 0) as "failedCodes"
   from sessions s
   join administrators a on a.id = s.administrator_id
   where s.token_hash = $tokenHash and s.ended_at is null and s.created_at > $createdAfter
     and s.last_seen_at > $seenAfter
     and exists (select from administrator_roles r where r.administrator_id = a.id)`,
);

/** Once a minute is enough. */
export const touchSession = query(
  'touch_session',
  `update sessions set last_seen_at = $at, address = coalesce($address::inet, address)
   where id = $sessionId and last_seen_at <= $unlessSince and ended_at is null`,
);

export const insertSession = write(
  'insert_session',
  `insert into sessions (administrator_id, token_hash, created_at, last_seen_at, password_at, address, user_agent,
     begun_by, passkey_id, identity_id, failed_codes)
   values ($administratorId, $tokenHash, $at, $at, $provedAt, $address, $userAgent,
     $begunBy!, $passkeyId, $identityId, $failedCodes!)
   returning id`,
);

/** Columns of lists that are not named stay; null takes a list's away. */
export const updatePreferencesOf = query<'update_preferences', { mails: AdministratorMailKind[] }>(
  'update_preferences',
  `update administrators
   set language = case when $setsLanguage then $language else language end,
     list_columns = jsonb_strip_nulls(list_columns || $columns::jsonb), mail_kinds = coalesce($mails::text[], mail_kinds)
   where id = $administratorId
   returning language, list_columns as columns, mail_kinds as mails`,
);

/** The same session under a new id. */
export const renewSession = write(
  'renew_session',
  `update sessions set token_hash = $tokenHash, last_seen_at = $at, password_at = $passwordAt
   where id = $sessionId and ended_at is null`,
);

export const updatePasswordAt = query(
  'update_session_password_at',
  'update sessions set password_at = $at where id = $sessionId and ended_at is null',
);

/** Ends one session of a person; no row: there is none. */
export const endSession = write(
  'end_session',
  `update sessions set ended_at = $at!
   where administrator_id = $administratorId and id = $sessionId and ended_at is null returning id`,
);

/** Ends the sessions that a passkey has begun. */
export const endSessionsOfPasskey = write(
  'end_sessions_of_passkey',
  `update sessions set ended_at = $at!
   where administrator_id = $administratorId and passkey_id = $passkeyId and ended_at is null returning id`,
);

/** Ends the sessions that a link with the identity provider has begun. */
export const endSessionsOfIdentity = write(
  'end_sessions_of_identity',
  `update sessions set ended_at = $at!
   where administrator_id = $administratorId and identity_id = $identityId and ended_at is null returning id`,
);

/**
 * Ends the sessions that could not be begun under today's settings. Of those that a node of the release before has
 * begun nobody knows how.
 * @param issuer of the identity provider, without the slash at the end; null: there is none
 */
export const endSessionsOfOtherWays = query(
  'end_sessions_of_other_ways',
  `update sessions s set ended_at = $at!
   where s.ended_at is null and case s.begun_by
     when 'operator link' then false
     when 'identity provider' then not exists (
       select from administrator_identities i where i.id = s.identity_id and rtrim(i.issuer, '/') = $issuer?)
     else not $localAccounts end
   returning s.id`,
);

/** Ends all sessions that began at this moment or before. */
export const endSessionsBegunUntil = query(
  'end_sessions_begun_until',
  'update sessions set ended_at = $at! where ended_at is null and created_at <= $until returning id',
);

/** Ends all sessions of a person, or all but one. */
export const endSessions = write(
  'end_sessions',
  `update sessions set ended_at = $at!
   where administrator_id = $administratorId and ended_at is null and ($butSessionId::bigint is null
     or id <> $butSessionId) returning id`,
);

export const selectSessions = query(
  'select_sessions',
  `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", coalesce(host(address), '') as address,
     user_agent as "userAgent"
   from sessions
   where administrator_id = $administratorId and ended_at is null and created_at > $createdAfter
     and last_seen_at > $seenAfter
   order by id desc limit $limit`,
);

/** A person's role in a community. */
export type Membership = StatementRow<'select_membership'>;

/** The community a path names, if the person has a role there. */
export const selectMembership = query(
  'select_membership',
  `select c.id as "communityId", c.slug, c.name, c.kind, c.hours_as as "hoursAs", r.role
   from communities c
   join administrator_roles r on r.community_id = c.id and r.administrator_id = $administratorId
   where c.slug = $slug`,
);

export const selectMemberships = query(
  'select_memberships',
  `select c.id as "communityId", c.slug, c.name, c.kind, c.hours_as as "hoursAs", r.role,
     ${hasOutside('c.id')} as "hasPartners!"
   from administrator_roles r
   join communities c on c.id = r.community_id
   where r.administrator_id = $administratorId
   order by lower(c.name), c.id limit 1000`,
);

/** How an account is protected beyond its password. */
export const selectProtection = query(
  'select_protection',
  `select (select count(*)::int
   from recovery_codes where administrator_id = a.id and used_at is null) as "recoveryCodes",
     exists (select from passkeys
       where administrator_id = a.id) as "hasPasskey", a.password_hash is not null as "hasPassword",
     exists (select from administrator_identities
       where administrator_id = a.id) as "hasIdentity", second_factor_put_off_at as "secondFactorPutOffAt"
   from administrators a where id = $administratorId`,
);

export const deleteOldSessions = query(
  'delete_old_sessions',
  deletesRows('sessions', ['id'], `created_at < $before order by created_at`),
);

export const deleteOldSetupLinks = query(
  'delete_old_setup_links',
  `with deleted as (delete from setup_links where expires_at < $before returning 1)
   select count(*)::int as deleted from deleted`,
);
