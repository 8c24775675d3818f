import { writtenLanguage } from '../../../core/communities/language.ts';
import { deletesRows } from '../../../core/database/fragments.ts';
import { query, type StatementRow, write } from '../../../core/database/query.ts';
import { signInAddressOf } from '../../../core/people/number-in.ts';

export const insertPasswordRequest = query(
  'insert_password_request',
  'insert into password_requests (address, created_at) values ($address, $at)',
);

/**
 * Takes requests that wait, and writes a mail to each account that signs in by the address: those with a password and a
 * role, whose address no other account has proved. An address that was asked for as often as that within the hour gets
 * none. One statement: no request is taken without its mails.
 */
export const writePasswordMails = query(
  'write_password_mails',
  `with waiting as materialized (
     select id, address from password_requests where handled_at is null
     order by id limit $limit for no key update skip locked
   ), taken as (
     update password_requests p set handled_at = $now! from waiting w where p.id = w.id
   ), written as (
     insert into mails (community_id, reason_key, administrator_id, language, urgent, created_at, next_attempt_at)
     select r.community_id, 'password.reset:' || w.id || ':' || a.id, a.id, ${writtenLanguage('a.language', 'r.language')},
       true, $now, $now
     from waiting w
     join administrators a on ${signInAddressOf('a')} = w.address and a.password_hash is not null
       and a.address_lost_at is null and a.email_state is null
     cross join lateral (
       select r.community_id, c.languages[1] as language
       from administrator_roles r join communities c on c.id = r.community_id
       where r.administrator_id = a.id and c.move_state is null order by r.community_id limit 1) r
     where (select count(*) from password_requests e
       where e.address = w.address and e.created_at > $since and e.id <= w.id) <= $perHour
     on conflict (community_id, reason_key) do nothing
     returning 1
   )
   select count(*)::int as written from written`,
);

export type PasswordLinkRow = StatementRow<'select_password_link'>;

const PASSWORD_LINK = `select l.administrator_id as "administratorId", ${signInAddressOf('a')} as email, a.name,
     l.expires_at as "expiresAt"
   from password_links l join administrators a on a.id = l.administrator_id
   where l.token_hash = $tokenHash and l.used_at is null and l.expires_at > $now
     and exists (select from administrator_roles r where r.administrator_id = a.id)`;

/** A link that works. */
export const selectPasswordLink = query('select_password_link', PASSWORD_LINK);

/** The same under a lock, to use it up. */
export const lockPasswordLink = write('lock_password_link', `${PASSWORD_LINK} for update of l`);

/** Uses up all links of the account: one password was wanted. */
export const updatePasswordLinksUsed = write<'update_password_links_used', { used: true }>(
  'update_password_links_used',
  `update password_links set used_at = $at! where administrator_id = $administratorId and used_at is null
   returning true as used`,
);

export const deleteOldPasswordLinks = query(
  'delete_old_password_links',
  deletesRows('password_links', ['token_hash'], `expires_at < $before`),
);

export const deleteOldPasswordRequests = query(
  'delete_old_password_requests',
  deletesRows('password_requests', ['id'], `created_at < $before order by id`),
);
